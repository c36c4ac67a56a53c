//! Brings the joints of the solver up to date with the components, type after type.

use avian2d::prelude::*;
use bevy::ecs::entity_disabling::Disabled;
use bevy::prelude::*;
use constraint_core::{AnyJointId, Array, Constraint, JointSet, OnBreak};

use crate::bodies::Bodies;
use crate::graph::{despawn_edges, spawn_edges};
use crate::joint::{Joint, JointReactions, JointStatus};
use crate::step::Joints;

/// The types of joints, in the order of their plugins: so the order of joints does not depend on the scheduler.
#[derive(Resource, Default)]
pub(crate) struct JointTypes(Vec<JointType>);

struct JointType {
    release: fn(&mut World),
    update: fn(&mut World),
    report: fn(&mut World),
}

impl JointTypes {
    pub(crate) fn add<J: Constraint + Clone>(&mut self) {
        self.0.push(JointType {
            release: |world| run_system(world, release_lost::<J>),
            update: |world| run_system(world, update::<J>),
            report: |world| run_system(world, report_reactions::<J>),
        });
    }
}

/// Removes a joint from the set, if it is of this type.
pub(crate) fn remove_from_set<J: Constraint>(set: &mut JointSet, id: AnyJointId) -> bool {
    id.downcast::<J>().is_some_and(|id| set.remove_joint(id).is_ok())
}

fn run_system<M>(world: &mut World, system: impl IntoSystem<(), (), M> + 'static) {
    if let Err(error) = world.run_system_cached(system) {
        error!("joints are not brought up to date: {error}");
    }
}

/// Brings all joints up to date.
pub(crate) fn run(world: &mut World) {
    world.resource_scope::<JointTypes, _>(|world, types| {
        // First of all types: what is added again must not be taken for what was lost.
        if !world.resource::<Joints>().lost.is_empty() {
            for each in &types.0 {
                (each.release)(world);
            }
            world.resource_mut::<Joints>().lost.clear();
        }
        for each in &types.0 {
            (each.update)(world);
        }
    });
}

/// Writes what joints have done in the step.
pub(crate) fn report(world: &mut World) {
    world.resource_scope::<JointTypes, _>(|world, types| {
        for each in &types.0 {
            (each.report)(world);
        }
    });
}

type JointQuery<'w, 's, J> = Query<
    'w,
    's,
    (
        Entity,
        Ref<'static, Joint<J>>,
        &'static mut JointStatus<J>,
        Has<JointDisabled>,
        Has<JointCollisionDisabled>,
        Has<Disabled>,
        Option<&'static Name>,
    ),
    Or<(With<Disabled>, Without<Disabled>)>,
>;

/// Adds, changes and disables the joints of one type.
fn update<J: Constraint + Clone>(
    mut joints: ResMut<Joints>,
    mut query: JointQuery<J>,
    bodies: Bodies,
    sleeping: Query<(), With<Sleeping>>,
    islands: Query<(), With<avian2d::dynamics::solver::islands::BodyIslandNode>>,
    mut commands: Commands,
) {
    let joints = &mut *joints;
    for (entity, joint, mut status, is_disabled, is_without_collision, is_hidden, name) in &mut query {
        let is_disabled = is_disabled || is_hidden;
        let has_changed = joint.is_changed();
        let has_other_flags = status.is_disabled != is_disabled || status.is_without_collision != is_without_collision;
        if !(has_changed || has_other_flags || status.id.is_none()) {
            continue;
        }
        let waits = status.is_faulty || status.problem.is_some() && !can_be_added(&joint, &bodies);
        if status.id.is_none() && !has_changed && waits {
            continue;
        }
        let status = &mut *status;
        let was_added = status.id.is_none();
        status.is_faulty = false;
        match apply(joints, &joint, status, is_disabled, &bodies, entity) {
            Ok(()) => status.problem = None,
            Err(problem) => {
                let name = name.map_or_else(|| entity.to_string(), |name| format!("{name} ({entity})"));
                let problem = format!("the joint {name} does not act: {problem}");
                if status.problem.as_ref() != Some(&problem) {
                    warn!("{problem}");
                }
                release(joints, status, &mut commands);
                status.problem = Some(problem);
                continue;
            }
        }
        let held = joint.bodies.as_ref();
        if was_added || has_other_flags || status.edges.is_empty() {
            despawn_edges(&mut commands, &mut status.edges);
            if !is_disabled {
                let moves = |body| islands.contains(body);
                status.edges = spawn_edges(&mut commands, held, moves, is_without_collision);
            }
        }
        (status.is_disabled, status.is_without_collision) = (is_disabled, is_without_collision);
        for &body in held.iter().filter(|&&body| sleeping.contains(body) && islands.contains(body)) {
            commands.queue_silenced(WakeBody(body));
        }
    }
}

/// Whether all bodies are there, and finite.
fn can_be_added<J: Constraint + Clone>(joint: &Joint<J>, bodies: &Bodies) -> bool {
    joint.bodies.as_ref().iter().all(|&body| bodies.get(body).is_ok_and(|body| body.is_finite()))
}

/// Adds the joint to the solver, or changes it there.
fn apply<J: Constraint + Clone>(
    joints: &mut Joints,
    joint: &Joint<J>,
    status: &mut JointStatus<J>,
    is_disabled: bool,
    bodies: &Bodies,
    entity: Entity,
) -> Result<(), String> {
    joint.joint.validate().map_err(|parameter| parameter.to_string())?;
    let held = joint.bodies;
    if let Some(missing) = held.as_ref().iter().find(|&&body| !bodies.contains(body)) {
        return Err(format!("{missing} is not a rigid body; spawn it with a `RigidBody`, or despawn the joint"));
    }
    if status.id.is_none()
        && let Some(spoilt) = held.as_ref().iter().find(|&&body| bodies.get(body).is_ok_and(|body| !body.is_finite()))
    {
        return Err(format!("{spoilt} has a pose or a velocity that is not finite; set it, or despawn the joint"));
    }
    if status.bodies.is_some_and(|old| old.as_ref() != held.as_ref()) {
        take_out(joints, status);
    }
    let id = if let Some(id) = status.id {
        *joints.set.joint_mut(id).map_err(|error| error.to_string())? = joint.joint.clone();
        id
    } else {
        let Joints { set, bodies: table, owners, .. } = joints;
        let numbers = J::Bodies::<u32>::from_fn(|place| {
            let body = held.as_ref()[place];
            bodies.get(body).map_or(0, |item| table.hold(body, &item))
        });
        status.bodies = Some(held);
        let id = set.add_joint(&table.now(bodies), numbers, joint.joint.clone()).map_err(|error| error.to_string())?;
        owners.insert(id.into(), entity);
        status.id = Some(id);
        id
    };
    let mut options = joint.options;
    (options.enabled, options.on_break) = (!is_disabled, OnBreak::Disable);
    joints.set.set_joint_options(id, options).map_err(|error| error.to_string())
}

/// Takes a joint out of the solver.
fn take_out<J: Constraint>(joints: &mut Joints, status: &mut JointStatus<J>) {
    if let Some(id) = status.id.take() {
        joints.owners.remove(&AnyJointId::from(id));
        drop(joints.set.remove_joint(id));
    }
    if let Some(bodies) = status.bodies.take() {
        for &body in bodies.as_ref() {
            if let Some(number) = joints.bodies.release(body) {
                joints.lose_body(number, None);
            }
        }
    }
}

/// Takes a joint out of the solver and of the joint graph.
fn release<J: Constraint>(joints: &mut Joints, status: &mut JointStatus<J>, commands: &mut Commands) {
    take_out(joints, status);
    despawn_edges(commands, &mut status.edges);
}

/// Releases the joints of one type that the solver has lost.
fn release_lost<J: Constraint + Clone>(
    mut joints: ResMut<Joints>,
    mut query: Query<(Entity, &mut JointStatus<J>), Or<(With<Disabled>, Without<Disabled>)>>,
    mut commands: Commands,
) {
    for (entity, mut status) in &mut query {
        let Some(reason) = joints.lost.get(&entity).cloned() else { continue };
        // A joint of another type on the same entity may be the one that was lost.
        if status.id.is_some_and(|id| joints.set.joint(id).is_ok()) {
            continue;
        }
        release(&mut joints, &mut status, &mut commands);
        status.is_faulty = reason.is_some();
        status.problem = reason;
    }
}

/// Warns of a joint that takes the place of another one: an entity has room for one of each type.
pub(crate) fn warn_of_replacement<J: Constraint + Clone>(
    inserted: On<Insert<Joint<J>>>,
    mut statuses: Query<&mut JointStatus<J>, Or<(With<Disabled>, Without<Disabled>)>>,
    names: Query<NameOrEntity>,
) {
    let Ok(mut status) = statuses.get_mut(inserted.entity) else { return };
    if status.insertions > 0 {
        let name = names.get(inserted.entity).map_or_else(|_| inserted.entity.to_string(), |name| name.to_string());
        warn!(
            "the joint {name} is replaced by another of its type; spawn that on an entity of its own, or change the component"
        );
    }
    status.insertions = status.insertions.saturating_add(1);
}

/// Removes a joint with its component or its entity.
pub(crate) fn remove<J: Constraint + Clone>(
    removed: On<Remove<Joint<J>>>,
    mut joints: ResMut<Joints>,
    mut statuses: Query<&mut JointStatus<J>, Or<(With<Disabled>, Without<Disabled>)>>,
    mut commands: Commands,
) {
    if let Ok(mut status) = statuses.get_mut(removed.entity) {
        release(&mut joints, &mut status, &mut commands);
        status.insertions = 0;
    }
}

/// Writes the reactions of joints that somebody reads.
fn report_reactions<J: Constraint + Clone>(
    joints: Res<Joints>,
    mut query: Query<(&JointStatus<J>, &mut JointReactions)>,
    bodies: Bodies,
) {
    if query.is_empty() {
        return;
    }
    let Joints { set, bodies: table, .. } = &*joints;
    let view = table.now(&bodies);
    for (status, mut reactions) in &mut query {
        let Some(found) = status.id.and_then(|id| set.reaction(&view, id).ok()) else { continue };
        reactions.of_bodies.clear();
        reactions.of_bodies.extend_from_slice(found.as_ref());
    }
}
