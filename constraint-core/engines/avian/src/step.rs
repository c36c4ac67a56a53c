//! The phases of a step.

use avian2d::dynamics::solver::solver_body::SolverBodies;
use avian2d::prelude::*;
use bevy::ecs::entity::EntityHashMap;
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
    /// Entities with joints that the set has lost, since a body is gone or means nothing. With a reason, the joint stays out until its
    /// component changes.
    pub(crate) lost: EntityHashMap<Option<String>>,
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
    pub(crate) fn lose_body(&mut self, number: u32, reason: Option<&str>) {
        for joint in self.set.remove_body(number) {
            if let Some(owner) = self.owners.remove(&joint) {
                self.lost.insert(owner, reason.map(str::to_owned));
            }
        }
        self.locks.remove(&mut self.set, number);
        self.bodies.remove(number);
    }

    fn phase(&mut self, solver: &mut SolverBodies, phase: fn(&mut JointSet, &mut View<'_>) -> Result<(), Error>) {
        if self.is_stepping {
            let Self { set, bodies, .. } = self;
            let Err(error) = phase(set, &mut bodies.view(solver)) else { return };
            self.is_stepping = false;
            warn!("joints do not act in the rest of this step: {error}");
            // Its joints would stop all others again in the next step.
            if let Error::InvalidBody { body, .. } = error {
                self.lose_body(body, Some(&error.to_string()));
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
        joints.lose_body(gone, None);
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
                    "the joints of the body {} do not act: its {quantity} is {value}; give it a finite one",
                    name.unwrap_or_default()
                );
                joints.lose_body(body, None);
            }
            Err(Error::InvalidJoint { id: Some(id), parameter, .. }) => {
                // Without an owner it is a hidden joint.
                if let Some(owner) = joints.owners.remove(&id) {
                    let name = names.get(owner).map_or_else(|_| owner.to_string(), |name| name.to_string());
                    warn!("the joint {name} does not act: {parameter}");
                    joints.lost.insert(owner, Some(parameter.to_string()));
                }
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
