//! The scene on the screen.

use constraint_core::{Canvas, Vec2};
use constraint_testbed::camera::Camera;
use constraint_testbed::geometry::Shape;
use constraint_testbed::session::Session;
use constraint_testbed::stage::{Figure, JointEntry, Tint};
use macroquad::prelude as mq;
use macroquad::prelude::Color;

pub const PAPER: Color = Color::new(0.98, 0.98, 0.97, 1.0);
pub const INK: Color = Color::new(0.13, 0.15, 0.18, 1.0);
pub const ACCENT: Color = Color::new(0.80, 0.25, 0.15, 1.0);
const JOINT: Color = Color::new(0.10, 0.25, 0.45, 0.9);
const SCENERY: Color = Color::new(0.45, 0.47, 0.50, 1.0);

/// Fill and outline.
fn colors(tint: Tint) -> [Color; 2] {
    let [r, g, b] = match tint {
        Tint::Grey => [0.82, 0.83, 0.84],
        Tint::Blue => [0.66, 0.79, 0.93],
        Tint::Red => [0.95, 0.69, 0.63],
        Tint::Yellow => [0.96, 0.86, 0.58],
        Tint::Green => [0.70, 0.86, 0.69],
        Tint::Violet => [0.81, 0.74, 0.92],
    };
    [Color::new(r, g, b, 1.0), Color::new(0.55 * r, 0.55 * g, 0.55 * b, 1.0)]
}

/// Draws everything but text.
pub fn scene(session: &Session, camera: &Camera, shows_joints: bool, hovered: Option<&JointEntry>) {
    mq::clear_background(PAPER);
    for line in &session.stage.scenery {
        scenery(line, camera);
    }
    let world = &session.stage.world;
    for shown in &session.stage.figures {
        figure(session, shown, camera);
    }
    if shows_joints {
        world.draw(&mut Lines { camera, color: JOINT, width: 1.5 });
    }
    if let Some(joint) = hovered {
        // The joint is there, since it was found by its drawing.
        let _ = world.draw_joint(joint.id, &mut Lines { camera, color: ACCENT, width: 3.5 });
    }
    if let Some([held, target]) = session.drag_line() {
        let [held, target] = [held, target].map(|point| camera.to_screen(point));
        line(held, target, 2.0, ACCENT);
        mq::draw_circle(held.x, held.y, 4.0, ACCENT);
    }
}

fn line(from: Vec2, to: Vec2, width: f32, color: Color) {
    mq::draw_line(from.x, from.y, to.x, to.y, width, color);
}

fn scenery(points: &[Vec2], camera: &Camera) {
    let [left, right] = [camera.frame[0].x - 50.0, camera.frame[0].x + camera.frame[1].x + 50.0];
    for pair in points.windows(2) {
        let (from, to) = (camera.to_screen(pair[0]), camera.to_screen(pair[1]));
        if from.x.max(to.x) > left && from.x.min(to.x) < right {
            line(from, to, 2.0, SCENERY);
        }
    }
}

fn figure(session: &Session, figure: &Figure, camera: &Camera) {
    let Ok(body) = session.stage.world.body(figure.body) else { return };
    let state = body.state();
    let at = |local: Vec2| camera.to_screen(state.position + state.rotation * local);
    let [fill, edge] = colors(figure.tint);
    match &figure.shape {
        Shape::Rectangle(half) => {
            let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
            polygon(&corners.map(|[x, y]| at(Vec2::new(x * half.x, y * half.y))), fill, edge, camera.scale * half.y);
        }
        Shape::Triangle(corners) => polygon(&corners.map(at), fill, edge, camera.scale),
        Shape::Disc(radius) => {
            disc(at(Vec2::ZERO), camera.scale * radius, fill, edge);
            line(at(Vec2::ZERO), at(Vec2::new(*radius, 0.0)), 1.5, edge);
        }
        Shape::Ring(radius) => {
            let centre = at(Vec2::ZERO);
            mq::draw_poly_lines(centre.x, centre.y, 64, camera.scale * radius, 0.0, 4.0, edge);
        }
        Shape::Gear { radius, teeth } => gear(&at, camera.scale, *radius, *teeth, [fill, edge]),
    }
}

/// A convex polygon. Thin ones have no outline, since it would be all that one sees.
fn polygon(corners: &[Vec2], fill: Color, edge: Color, thickness: f32) {
    let screen = |point: Vec2| mq::Vec2::new(point.x, point.y);
    for nth in 1..corners.len() - 1 {
        mq::draw_triangle(screen(corners[0]), screen(corners[nth]), screen(corners[nth + 1]), fill);
    }
    if thickness < 2.5 {
        return;
    }
    for (nth, &corner) in corners.iter().enumerate() {
        line(corner, corners[(nth + 1) % corners.len()], 1.2, edge);
    }
}

fn disc(centre: Vec2, radius: f32, fill: Color, edge: Color) {
    mq::draw_poly(centre.x, centre.y, 48, radius, 0.0, fill);
    mq::draw_poly_lines(centre.x, centre.y, 48, radius, 0.0, 1.2, edge);
}

/// A disc with a trapezoid for each tooth, and spokes that show how it turns.
fn gear(at: &dyn Fn(Vec2) -> Vec2, scale: f32, radius: f32, teeth: u16, [fill, edge]: [Color; 2]) {
    let turn = std::f32::consts::TAU / f32::from(teeth);
    let depth = 0.5 * turn * radius;
    for tooth in 0..teeth {
        let middle = turn * f32::from(tooth);
        let corner = |angle: f32, radius: f32| at(radius * Vec2::from_angle(middle + angle * turn));
        let corners = [
            corner(-0.28, radius - depth),
            corner(-0.16, radius + 0.5 * depth),
            corner(0.16, radius + 0.5 * depth),
            corner(0.28, radius - depth),
        ];
        polygon(&corners, fill, edge, scale * depth);
    }
    disc(at(Vec2::ZERO), scale * (radius - 0.5 * depth), fill, edge);
    for spoke in 0u8..3 {
        let tip = at(0.75 * radius * Vec2::from_angle(std::f32::consts::TAU * f32::from(spoke) / 3.0));
        line(at(Vec2::ZERO), tip, 2.0, edge);
    }
}

/// A canvas for joints.
struct Lines<'a> {
    camera: &'a Camera,
    color: Color,
    width: f32,
}

impl Canvas for Lines<'_> {
    fn point(&mut self, at: Vec2) {
        let at = self.camera.to_screen(at);
        mq::draw_poly(at.x, at.y, 8, 1.8 * self.width, 0.0, self.color);
    }

    fn segment(&mut self, from: Vec2, to: Vec2) {
        line(self.camera.to_screen(from), self.camera.to_screen(to), self.width, self.color);
    }
}
