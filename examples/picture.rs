//! The picture of the README: a joint's closure and what was derived from it, beside the mechanism that moves by it.
//!
//! `cargo run --release --example picture > docs/pictures/bead.svg`

use std::fmt::Write as _;

use constraint_core::joints::PivotJoint;
use constraint_core::prelude::*;
use constraint_core::{Canvas, Error};

// In the picture:
/// A bead on an elliptical wire.
#[constraint(|wire, bead| {
    let seen = wire.rotation.inverse() * (bead.position - wire.position);
    let squeezed = Vec2::new(seen.x / self.aspect, seen.y);
    squeezed.length() - self.half_height
}, draw = Self::sketch)]
struct BeadOnWire {
    aspect: Scalar,
    half_height: Scalar,
}
// Not in the picture.

impl BeadOnWire {
    /// The wire, as a polygon.
    fn sketch(&self, wire: &BodyState, _bead: &BodyState, canvas: &mut dyn Canvas) {
        let corner = |nth: u8| {
            let unit = Vec2::from_angle(consts::TAU * Scalar::from(nth) / Scalar::from(CORNERS));
            wire.point(self.half_height * Vec2::new(self.aspect * unit.x, unit.y))
        };
        (0..CORNERS).for_each(|nth| canvas.segment(corner(nth), corner(nth + 1)));
    }
}

const CORNERS: u8 = 64;
/// s
const DURATION: usize = 8;
const STEPS_PER_SECOND: usize = 60;
/// Steps from one picture to the next.
const STRIDE: usize = 2;
/// Pixels to the metre.
const SCALE: Scalar = 95.0;

/// Segments and points, in pixels, with y downwards.
#[derive(Default)]
struct Svg {
    segments: String,
    points: String,
}

impl Canvas for Svg {
    fn point(&mut self, at: Vec2) {
        let Vec2 { x, y } = pixels(at);
        write!(self.points, r#"<circle cx="{x:.1}" cy="{y:.1}" r="4"/>"#).expect("a String grows");
    }

    fn segment(&mut self, from: Vec2, to: Vec2) {
        let (from, to) = (pixels(from), pixels(to));
        write!(self.segments, "M{:.1} {:.1}L{:.1} {:.1}", from.x, from.y, to.x, to.y).expect("a String grows");
    }
}

fn pixels(at: Vec2) -> Vec2 {
    SCALE * Vec2::new(at.x, -at.y)
}

fn main() -> Result<(), Error> {
    let (aspect, half_height) = (1.8, 0.65);
    let mut world = World::new();
    world.set_substeps(16)?;
    // The wire turns about a nail that is not in its centre. The bead begins at the top.
    let nail = world.add_body(Body::fixed())?;
    let centre = Vec2::new(0.5, 0.0);
    let wire = world.add_body(Body::dynamic(1.0, 0.5).at(centre))?;
    let bead = Body::dynamic(0.6, Scalar::INFINITY).at(centre + Vec2::new(0.0, half_height));
    let bead = world.add_body(bead.moving(Vec2::new(-1.0, 0.0)))?;
    let hook = world.add_joint([nail, wire], PivotJoint { local_anchor_a: Vec2::ZERO, local_anchor_b: -centre })?;
    let joint = world.add_joint([wire, bead], BeadOnWire { aspect, half_height })?;

    // The wire in its own frame: as it is drawn in the beginning, when it is not turned yet.
    let [mut fixed, mut turning] = [Svg::default(), Svg::default()];
    world.draw_joint(hook, &mut fixed)?;
    world.draw_joint(joint, &mut turning)?;

    let mut frames = Vec::new();
    for step in 0..DURATION * STEPS_PER_SECOND {
        if step % STRIDE == 0 {
            frames.push((world.body(wire)?.angle().to_degrees(), pixels(world.body(bead)?.position())));
        }
        world.step(1.0 / 60.0)?;
        assert!(world.max_position_error() < 5e-3, "the picture would not be true");
    }
    let trace: Vec<_> = frames.iter().map(|(_, at)| format!("{:.1},{:.1}", at.x, at.y)).collect();
    let trace = trace.join(" ");
    // Without friction the motion goes backwards as well as forwards, so that it has no end.
    let forth_and_back: Vec<_> = frames.iter().chain(frames.iter().rev()).collect();
    let values = |value: &dyn Fn(&(Scalar, Vec2)) -> Scalar| -> String {
        let values: Vec<_> = forth_and_back.iter().map(|frame| format!("{:.1}", value(frame))).collect();
        values.join(";")
    };
    let [turns, xs, ys] = [values(&|(turn, _)| -turn), values(&|(_, at)| at.x), values(&|(_, at)| at.y)];

    let time = format!(r#"dur="{}s" repeatCount="indefinite""#, 2 * DURATION);
    println!(r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 370" width="960" height="370">"#);
    println!("<style>{STYLE}</style>");
    println!(r#"<rect class="page" x="0.5" y="0.5" width="959" height="369" rx="8"/>"#);
    println!(r#"<text class="code">{}</text>"#, lines(closure(), 34));
    println!(r#"<text class="label" x="24" y="216">derived when your crate is built:</text>"#);
    println!(r#"<text class="derived">{}</text>"#, lines(derived(), 240));
    println!(r#"<text class="label" x="24" y="350">and J, K, and the impulses on both bodies</text>"#);
    println!(r#"<g transform="translate(745 160)">"#);
    println!(r#"<polyline class="trace" points="{trace}"/>"#);
    println!(r#"<path class="wire" d="{}">"#, turning.segments);
    println!(r#"<animateTransform attributeName="transform" type="rotate" values="{turns}" {time}/></path>"#);
    println!(r#"<g class="nail">{}</g>"#, fixed.points);
    println!(r#"<circle class="bead" cx="{:.1}" cy="{:.1}" r="9">"#, frames[0].1.x, frames[0].1.y);
    println!(r#"<animate attributeName="cx" values="{xs}" {time}/>"#);
    println!(r#"<animate attributeName="cy" values="{ys}" {time}/></circle>"#);
    println!("</g></svg>");
    Ok(())
}

/// The closure as it stands above.
fn closure() -> impl Iterator<Item = &'static str> {
    let lines = include_str!("picture.rs").lines();
    lines
        .skip_while(|line| !line.starts_with("// In the picture"))
        .skip(1)
        .take_while(|line| !line.starts_with("// Not in"))
}

/// The derivation of C and V. The lines of J and K are too long for a picture.
fn derived() -> impl Iterator<Item = &'static str> {
    BeadOnWire::DERIVATION.lines().skip(2).take_while(|line| !line.starts_with("J ="))
}

/// Lines of text, one below the other.
fn lines<'a>(text: impl Iterator<Item = &'a str>, top: usize) -> String {
    let line = |(nth, line): (usize, &str)| {
        let text = line.trim_start();
        let left = 24 + 7 * (line.len() - text.len());
        format!(
            r#"<tspan x="{left}" y="{}">{}</tspan>"#,
            top + 17 * nth,
            text.replace('&', "&amp;").replace('<', "&lt;")
        )
    };
    text.enumerate().map(line).collect()
}

const STYLE: &str = "\
text{font-family:ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace;font-size:12px}\
.page{fill:#fff;stroke:#d0d7de}.code{fill:#1f2328}.derived{fill:#0a5ba8}.label{fill:#656d76;font-family:sans-serif}\
.trace{fill:none;stroke:#0a5ba8;stroke-opacity:.25;stroke-width:1.5}.wire{fill:none;stroke:#1f2328;stroke-width:3}\
.nail{fill:#656d76}.bead{fill:#d1452b}\
@media(prefers-color-scheme:dark){.page{fill:#0d1117;stroke:#30363d}.code{fill:#e6edf3}.derived{fill:#79c0ff}\
.label{fill:#8d96a0}.trace{stroke:#79c0ff}.wire{stroke:#e6edf3}.nail{fill:#8d96a0}.bead{fill:#ff7b5c}}";
