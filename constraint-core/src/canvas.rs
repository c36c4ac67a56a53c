//! What joints are drawn on.

use crate::kinematics::BodyState;
use crate::math::Vec2;

/// Something to draw on, in world coordinates, m.
///
/// A joint draws the points of bodies that its closure names, and the vectors between them, or what its option `draw`
/// says.
pub trait Canvas {
    /// A point, as an anchor.
    fn point(&mut self, at: Vec2);
    /// The straight line between two points.
    fn segment(&mut self, from: Vec2, to: Vec2);
}

/// Draws a joint of angles, which names no points: the line between the centres of two bodies, and on each body a hand that turns
/// with it. For the option `draw` of a joint of your own.
///
/// ```
/// use constraint_core::canvas::{Canvas, draw_hands};
/// use constraint_core::{BodyState, Scalar, constraint};
///
/// #[constraint(|a, b| b.angle - self.ratio * a.angle, draw = Self::sketch)]
/// struct Gear {
///     ratio: Scalar,
/// }
///
/// impl Gear {
///     fn sketch(&self, a: &BodyState, b: &BodyState, canvas: &mut dyn Canvas) {
///         draw_hands([a, b], canvas);
///     }
/// }
/// ```
pub fn draw_hands(bodies: [&BodyState; 2], canvas: &mut dyn Canvas) {
    let [a, b] = bodies.map(|body| body.position);
    canvas.segment(a, b);
    let length = 0.25 * a.distance(b);
    for body in bodies {
        canvas.point(body.position);
        canvas.segment(body.position, body.point(Vec2::X * length));
    }
}
