//! The pairs of bodies that a joint connects, for Avian's joint graph: it makes islands that sleep as a whole, and lets jointed bodies
//! pass through each other on demand.
//!
//! Avian's joints have two bodies. A joint of more has an entity of its own for each pair.

use avian2d::dynamics::joints::EntityConstraint;
use avian2d::prelude::*;
use bevy::ecs::entity::{EntityMapper, MapEntities};
use bevy::prelude::*;

/// A pair of bodies that a joint connects.
#[derive(Component, Clone, Copy, Debug)]
pub(crate) struct Edge {
    bodies: [Entity; 2],
}

impl EntityConstraint<2> for Edge {
    fn entities(&self) -> [Entity; 2] {
        self.bodies
    }
}

impl MapEntities for Edge {
    fn map_entities<M: EntityMapper>(&mut self, mapper: &mut M) {
        self.bodies = self.bodies.map(|body| mapper.get_mapped(body));
    }
}

/// Spawns the edges of a joint of these bodies, of which `moves` tells whether they can move.
pub(crate) fn spawn_edges(
    commands: &mut Commands,
    bodies: &[Entity],
    moves: impl Fn(Entity) -> bool,
    is_without_collision: bool,
) -> Vec<Entity> {
    let mut edges = Vec::new();
    for (place, &a) in bodies.iter().enumerate() {
        for (other, &b) in bodies[..place].iter().enumerate() {
            let is_first = !bodies[..place].contains(&a) && !bodies[..other].contains(&b);
            // Avian has no island for two bodies that do not move.
            if a == b || !is_first || !(moves(a) || moves(b)) {
                continue;
            }
            let mut edge = commands.spawn((Edge { bodies: [b, a] }, Name::new("edge of a joint")));
            if is_without_collision {
                edge.insert(JointCollisionDisabled);
            }
            edges.push(edge.id());
        }
    }
    edges
}

/// Despawns the edges of a joint.
pub(crate) fn despawn_edges(commands: &mut Commands, edges: &mut Vec<Entity>) {
    for edge in edges.drain(..) {
        if let Ok(mut edge) = commands.get_entity(edge) {
            edge.try_despawn();
        }
    }
}
