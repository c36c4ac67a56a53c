//! The phases of a step.

use avian2d::dynamics::solver::solver_body::SolverBodies;
use avian2d::prelude::*;
use bevy::ecs::entity::EntityHashSet;
use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use constraint_core::{AnyJointId, Error, Event, JointSet};

use crate::bodies::{Bodies, BodyTable, View};
use crate::joint::JointBroken;
use crate::locks::Locks;

/// All joints, and the bodies that they hold.
#[derive(Resource, Default)]
pub struct Joints {
    pub(crate) set: JointSet,
    pub(crate) bodies: BodyTable,
    /// The entities of the joints.
    pub(crate) owners: HashMap<AnyJointId, Entity>,
    /// Entities with joints that the set has lost, since a body is gone or means nothing.
    pub(crate) lost: EntityHashSet,
    locks: Locks,
    /// For each type, what removes a joint if it is of that type.
    pub(crate) removers: Vec<fn(&mut JointSet, AnyJointId) -> bool>,
    /// Whether a step has begun.
    is_stepping: bool,
}

impl Joints {
    /// The number of joints that the solver has, disabled ones included.
    pub fn len(&self) -> usize {
        self.owners.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.owners.is_empty()
    }

    /// Forgets a body and the joints that hold it.
    pub(crate) fn lose_body(&mut self, number: u32) {
        for joint in self.set.remove_body(number) {
            let bodies = self.owners.remove(&joint);
            self.lost.extend(bodies);
        }
        self.locks.remove(&mut self.set, number);
        self.bodies.remove(number);
    }

    fn phase(&mut self, solver: &mut SolverBodies, phase: fn(&mut JointSet, &mut View<'_>) -> Result<(), Error>) {
        if self.is_stepping {
            let Self { set, bodies, .. } = self;
            if let Err(error) = phase(set, &mut bodies.view(solver)) {
                self.is_stepping = false;
                warn!("joints do not act in the rest of this step: {error}");
            }
        }
    }
}

/// Reads the bodies and prepares the joints.
pub(crate) fn begin(
    mut joints: ResMut<Joints>,
    mut solver: ResMut<SolverBodies>,
    bodies: Bodies,
    names: Query<NameOrEntity>,
    substeps: Res<SubstepCount>,
    time: Res<Time<Physics>>,
) {
    let joints = &mut *joints;
    joints.is_stepping = false;
    let dt = time.delta_secs();
    for gone in joints.bodies.read(&bodies, &solver, time.delta_secs_f64()) {
        joints.lose_body(gone);
    }
    if joints.is_empty() || dt <= 0.0 || substeps.0 == 0 {
        return;
    }
    // Each failure removes what it is about.
    loop {
        let Joints { set, bodies: table, locks, .. } = joints;
        let view = table.view(&mut solver);
        match locks.update(set, table, &view).and_then(|()| set.begin_step(&view, dt, substeps.0)) {
            Ok(()) => break,
            Err(Error::InvalidBody { body, quantity, value }) => {
                let entity = table.all[body as usize].as_ref().map(|held| held.entity);
                let name = entity.and_then(|entity| names.get(entity).ok()).map(|name| name.to_string());
                warn!(
                    "the joints of the body {} are removed: its {quantity} is {value}; give it a finite one",
                    name.unwrap_or_default()
                );
                joints.lose_body(body);
            }
            Err(Error::InvalidJoint { id: Some(id), parameter, .. }) => {
                let entity = joints.owners.remove(&id);
                warn!("the joint {entity:?} is removed: {parameter}");
                joints.lost.extend(entity);
                let Joints { set, removers, .. } = joints;
                if !removers.iter().any(|remove| remove(set, id)) {
                    return;
                }
            }
            Err(error) => {
                warn!("joints do not act in this step: {error}");
                return;
            }
        }
    }
    joints.is_stepping = true;
}

/// Applies the impulses of the last substep.
pub(crate) fn warm_start(mut joints: ResMut<Joints>, mut solver: ResMut<SolverBodies>) {
    joints.phase(&mut solver, |set, bodies| set.warm_start(bodies));
}

/// Solves the joints with their position errors.
pub(crate) fn solve(mut joints: ResMut<Joints>, mut solver: ResMut<SolverBodies>) {
    joints.phase(&mut solver, |set, bodies| set.solve(bodies));
}

/// Takes out the velocity that corrected the errors.
pub(crate) fn relax(mut joints: ResMut<Joints>, mut solver: ResMut<SolverBodies>) {
    joints.phase(&mut solver, |set, bodies| set.relax(bodies));
}

/// Ends the step, and tells which joints broke.
pub(crate) fn end(mut joints: ResMut<Joints>, mut commands: Commands) {
    if !core::mem::take(&mut joints.is_stepping) {
        return;
    }
    let Joints { set, owners, .. } = &mut *joints;
    let events = match set.end_step() {
        Ok(events) => events,
        Err(error) => {
            warn!("joints cannot end their step: {error}");
            return;
        }
    };
    for event in events {
        if let Event::Broken { joint, cause, .. } = *event
            && let Some(&entity) = owners.get(&joint)
            && let Ok(mut owner) = commands.get_entity(entity)
        {
            owner.try_insert(JointDisabled);
            commands.trigger(JointBroken { entity, cause });
        }
    }
}
