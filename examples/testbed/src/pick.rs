//! What is under the mouse.

use constraint_core::prelude::*;
use constraint_core::{Canvas, World};

use crate::geometry::distance_to_segment;
use crate::stage::{JointEntry, Stage};

/// The dynamic body that looks nearest to a point: within `reach`, m, of its outline. The one drawn last wins where several lie
/// under the point.
pub fn body_at(stage: &Stage, point: Vec2, reach: Scalar) -> Option<BodyId> {
    let mut best = None;
    for figure in &stage.figures {
        let Ok(body) = stage.world.body(figure.body) else { continue };
        if body.kind() != BodyKind::Dynamic {
            continue;
        }
        let state = body.state();
        let distance = figure.shape.distance(state.rotation.inverse() * (point - state.position));
        if distance <= best.map_or(reach, |(least, _)| least) {
            best = Some((distance, figure.body));
        }
    }
    best.map(|(_, body)| body)
}

/// The joint of which the drawing is nearest to a point, within `reach`, m. Where drawings are equally near, the first one.
pub fn joint_at(stage: &Stage, point: Vec2, reach: Scalar) -> Option<&JointEntry> {
    let distances = stage.joints.iter().map(|joint| (distance(&stage.world, joint, point), joint));
    let near = distances.filter(|(distance, _)| *distance <= reach);
    near.min_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, joint)| joint)
}

/// How far the drawing of a joint is from a point, m. Joints that draw nothing, or only the points of nobody, are at their bodies.
fn distance(world: &World, joint: &JointEntry, point: Vec2) -> Scalar {
    let mut ruler = Ruler { point, least: Scalar::INFINITY };
    if world.draw_joint(joint.id, &mut ruler).is_err() {
        return Scalar::INFINITY;
    }
    if ruler.least.is_finite() {
        return ruler.least;
    }
    // Gears and motors have no anchors: take the line between their bodies.
    let at = |id: &BodyId| world.body(*id).map(Body::position);
    let moving = joint.bodies.iter().filter(|id| world.body(**id).is_ok_and(|body| body.kind() != BodyKind::Fixed));
    let centres: Vec<Vec2> = moving.filter_map(|id| at(id).ok()).collect();
    match centres.as_slice() {
        [only] => only.distance(point),
        centres => centres
            .windows(2)
            .map(|pair| distance_to_segment(point, pair[0], pair[1]))
            .fold(Scalar::INFINITY, Scalar::min),
    }
}

/// A canvas that measures how near the drawing comes to a point.
struct Ruler {
    point: Vec2,
    least: Scalar,
}

impl Canvas for Ruler {
    fn point(&mut self, at: Vec2) {
        self.least = self.least.min(at.distance(self.point));
    }

    fn segment(&mut self, from: Vec2, to: Vec2) {
        self.least = self.least.min(distance_to_segment(self.point, from, to));
    }
}
