//! A picture of three moments, in the colours of the page that shows it.

use std::fmt::Write as _;

use constraint_core::{BodyState, Canvas, Scalar, Vec2};

use crate::scenes::Outline;

/// Pixels to the metre.
const SCALE: Scalar = 60.0;
const MARGIN: Scalar = 14.0;

#[derive(Default)]
pub(crate) struct Picture {
    bodies: String,
    segments: String,
    points: String,
    frames: String,
    least: Option<Vec2>,
    most: Option<Vec2>,
}

impl Picture {
    /// A body's outline, and the axis of a disc.
    pub(crate) fn body(&mut self, body: &BodyState, outline: Outline) {
        match outline {
            Outline::Box(width, height) => {
                let corners = [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)];
                let corners = corners.map(|(x, y)| self.pixels(body.point(0.5 * Vec2::new(x * width, y * height))));
                for (nth, Vec2 { x, y }) in corners.into_iter().enumerate() {
                    write!(self.bodies, "{}{x:.1} {y:.1}", if nth == 0 { 'M' } else { 'L' }).expect("a String grows");
                }
                self.bodies.push('Z');
            }
            Outline::Disc(radius) => {
                let [left, right] = [-radius, radius].map(|x| self.pixels(body.position + Vec2::new(x, 0.0)));
                // The picture shows all of it.
                for y in [-radius, radius] {
                    self.pixels(body.position + Vec2::new(0.0, y));
                }
                let (r, rim) = (SCALE * radius, self.pixels(body.point(Vec2::X * radius)));
                let centre = self.pixels(body.position);
                write!(
                    self.bodies,
                    "M{:.1} {:.1}A{r:.1} {r:.1} 0 1 0 {:.1} {:.1}A{r:.1} {r:.1} 0 1 0 {:.1} {:.1}M{:.1} {:.1}L{:.1} {:.1}",
                    left.x, left.y, right.x, right.y, left.x, left.y, centre.x, centre.y, rim.x, rim.y
                )
                .expect("a String grows");
            }
        }
    }

    /// Ends a moment. All but the last are faint.
    pub(crate) fn end_of_frame(&mut self, is_last: bool) {
        let opacity = if is_last { "1" } else { ".25" };
        let [bodies, segments, points] = [&mut self.bodies, &mut self.segments, &mut self.points].map(std::mem::take);
        write!(
            self.frames,
            "<g opacity=\"{opacity}\">\
            <path d=\"{bodies}\" fill=\"#8888\" fill-opacity=\".25\" stroke=\"currentColor\" stroke-width=\"1.2\"/>\
            <path d=\"{segments}\" fill=\"none\" stroke=\"#e8590c\" stroke-width=\"2.5\"/>\
            <g fill=\"#e8590c\">{points}</g></g>"
        )
        .expect("a String grows");
    }

    /// One line, as Markdown wants HTML.
    pub(crate) fn text(self) -> String {
        let [least, most] = [self.least.unwrap_or_default() - MARGIN, self.most.unwrap_or_default() + MARGIN];
        let size = most - least;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"{:.0} {:.0} {:.0} {:.0}\" width=\"{:.0}\" height=\"{:.0}\">{}</svg>\n",
            least.x, least.y, size.x, size.y, size.x, size.y, self.frames
        )
    }

    /// A point in pixels, with y downwards, which the picture shows.
    fn pixels(&mut self, at: Vec2) -> Vec2 {
        let at = SCALE * Vec2::new(at.x, -at.y);
        self.least = Some(self.least.map_or(at, |least| least.min(at)));
        self.most = Some(self.most.map_or(at, |most| most.max(at)));
        at
    }
}

impl Canvas for Picture {
    fn point(&mut self, at: Vec2) {
        let Vec2 { x, y } = self.pixels(at);
        write!(self.points, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\"/>").expect("a String grows");
    }

    fn segment(&mut self, from: Vec2, to: Vec2) {
        let (from, to) = (self.pixels(from), self.pixels(to));
        write!(self.segments, "M{:.1} {:.1}L{:.1} {:.1}", from.x, from.y, to.x, to.y).expect("a String grows");
    }
}
