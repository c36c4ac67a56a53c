//! How joints of angles are drawn, which name no points.

use crate::{BodyState, Canvas, Vec2};

/// The line between the centres of two bodies, and on each a hand that turns with it.
pub(super) fn draw(bodies: [&BodyState; 2], canvas: &mut dyn Canvas) {
    let [a, b] = bodies.map(|body| body.position);
    canvas.segment(a, b);
    let length = 0.25 * a.distance(b);
    for body in bodies {
        canvas.point(body.position);
        canvas.segment(body.position, body.point(Vec2::X * length));
    }
}
