//! The order in which Box2D solves joints: a greedy colouring of their graph, no two joints of a colour sharing a body.

use crate::oracle::{Kind, Run};

/// The last colour takes what found no other, and is solved before all.
const OVERFLOW: usize = 23;
/// The first of the colours that are kept for joints with one body that is not dynamic.
const DYNAMIC: usize = 20;

/// The joints of a run in the order of their solution. Joints without a dynamic body are not solved.
pub(super) fn order(run: &Run) -> Vec<usize> {
    let is_dynamic = |body: usize| run.bodies[body].kind == Kind::Dynamic;
    let mut taken = vec![vec![false; run.bodies.len()]; OVERFLOW];
    let mut colored = Vec::new();
    for (index, joint) in run.joints.iter().enumerate() {
        let moving: Vec<usize> = [joint.a, joint.b].into_iter().filter(|&body| is_dynamic(body)).collect();
        let is_free = |color: &usize| moving.iter().all(|&body| !taken[*color][body]);
        let color = match moving.len() {
            0 => continue,
            1 => (1..OVERFLOW).rev().find(is_free),
            _ => (0..DYNAMIC).find(is_free),
        };
        if let Some(color) = color {
            for &body in &moving {
                taken[color][body] = true;
            }
        }
        // Zero for the overflow, so that a stable sort gives the order of the passes.
        colored.push((color.map_or(0, |color| color + 1), index));
    }
    colored.sort_by_key(|&(color, _)| color);
    colored.into_iter().map(|(_, index)| index).collect()
}
