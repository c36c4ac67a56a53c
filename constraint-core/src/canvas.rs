//! What joints are drawn on.

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
