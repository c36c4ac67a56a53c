//! The bodies that joints hold, as the solver of joints reads and writes them.

use core::f64::consts::TAU;

use avian2d::dynamics::solver::solver_body::{SolverBodies, SolverBodyIndex};
use avian2d::prelude::*;
use bevy::ecs::entity::EntityHashMap;
use bevy::ecs::entity_disabling::Disabled;
use bevy::ecs::query::QueryData;
use bevy::prelude::*;
use constraint_core::joint_set::{BodySet, Displacement, SolverBody};
use constraint_core::{MassProperties, Velocity};

/// What is read of a body.
#[derive(QueryData)]
pub(crate) struct BodyQuery {
    kind: &'static RigidBody,
    position: &'static Position,
    rotation: &'static Rotation,
    centre: &'static ComputedCenterOfMass,
    linear_velocity: &'static LinearVelocity,
    angular_velocity: &'static AngularVelocity,
    index: Option<&'static SolverBodyIndex>,
    is_disabled: Has<RigidBodyDisabled>,
    is_hidden: Has<Disabled>,
}

/// Bodies of any kind, disabled ones included.
pub(crate) type Bodies<'w, 's> = Query<'w, 's, BodyQuery, Or<(With<Disabled>, Without<Disabled>)>>;

impl BodyQueryItem<'_, '_> {
    /// Whether its pose and its velocity are finite. Other bodies cannot have joints.
    pub(crate) fn is_finite(&self) -> bool {
        let (rotation, is_spin_finite) = (self.rotation, self.angular_velocity.0.is_finite());
        let is_pose_finite = self.position.0.is_finite() && rotation.cos.is_finite() && rotation.sin.is_finite();
        is_pose_finite && self.linear_velocity.0.is_finite() && is_spin_finite
    }
}

/// Which axis of a body is locked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LockedAxis {
    X,
    Y,
}

impl LockedAxis {
    /// The direction in which the body cannot move.
    pub(crate) const fn direction(self) -> Vec2 {
        match self {
            Self::X => Vec2::X,
            Self::Y => Vec2::Y,
        }
    }
}

/// A body that joints hold.
#[derive(Clone, Debug)]
pub(crate) struct Held {
    pub(crate) entity: Entity,
    /// How many places of joints it has.
    count: usize,
    /// Its place in Avian's solver. Invalid for what does not move.
    index: SolverBodyIndex,
    /// The body as it was at the start of the step.
    pub(crate) start: SolverBody,
    /// The one axis along which it cannot move.
    pub(crate) locked: Option<LockedAxis>,
}

/// All bodies that joints hold, each with a number that stays.
#[derive(Default)]
pub(crate) struct BodyTable {
    pub(crate) all: Vec<Option<Held>>,
    numbers: EntityHashMap<u32>,
    free: Vec<u32>,
}

impl BodyTable {
    /// The number of a body, which one more joint holds from now on.
    pub(crate) fn hold(&mut self, entity: Entity, body: &BodyQueryItem) -> u32 {
        let Self { all, numbers, free } = self;
        let number = *numbers.entry(entity).or_insert_with(|| {
            let start = start(body, None);
            let held = Held { entity, count: 0, index: SolverBodyIndex::INVALID, start, locked: None };
            if let Some(number) = free.pop() {
                all[number as usize] = Some(held);
                return number;
            }
            all.push(Some(held));
            u32::try_from(all.len() - 1).expect("Bevy has fewer entities than that")
        });
        if let Some(held) = &mut all[number as usize] {
            held.count += 1;
        }
        number
    }

    /// One joint fewer holds the body. Returns its number if that was the last one.
    pub(crate) fn release(&mut self, entity: Entity) -> Option<u32> {
        let number = *self.numbers.get(&entity)?;
        let held = self.all[number as usize].as_mut()?;
        held.count -= 1;
        if held.count > 0 {
            return None;
        }
        self.remove(number);
        Some(number)
    }

    /// The body is held no more.
    pub(crate) fn remove(&mut self, number: u32) {
        if let Some(held) = self.all.get_mut(number as usize).and_then(Option::take) {
            self.numbers.remove(&held.entity);
            self.free.push(number);
        }
    }

    /// Takes the bodies as they are before a step. Returns the numbers of those that are gone.
    pub(crate) fn read(&mut self, bodies: &Bodies, solver: &SolverBodies, dt: f64) -> Vec<u32> {
        let mut gone = Vec::new();
        for (number, held) in (0..).zip(&mut self.all) {
            let Some(held) = held else { continue };
            let Ok(body) = bodies.get(held.entity) else {
                gone.push(number);
                continue;
            };
            held.index = body.index.copied().unwrap_or(SolverBodyIndex::INVALID);
            let turned = held.start.angle + dt * f64::from(held.start.velocity.angular);
            held.start = start(&body, Some(turned));
            held.locked = None;
            if let (RigidBody::Dynamic, Some(inertia)) = (body.kind, solver.get_inertia(held.index)) {
                let inverse = inertia.effective_inv_mass();
                held.locked = match (inverse.x > 0.0, inverse.y > 0.0) {
                    (false, true) => Some(LockedAxis::X),
                    (true, false) => Some(LockedAxis::Y),
                    _ => None,
                };
                let inverse_mass = inverse.x.max(inverse.y);
                let inverse_inertia = inertia.effective_inv_angular_inertia();
                held.start.mass = MassProperties { inverse_mass, inverse_inertia };
            }
        }
        gone
    }

    /// The bodies as they are now, between two steps.
    pub(crate) const fn now<'a>(&'a self, bodies: &'a Bodies<'a, 'a>) -> Now<'a> {
        Now { table: self, bodies }
    }

    fn held(&self, number: u32) -> Option<&Held> {
        self.all.get(number as usize)?.as_ref()
    }

    /// The bodies with Avian's solver bodies.
    pub(crate) fn view<'a>(&'a self, solver: &'a mut SolverBodies) -> View<'a> {
        View { table: self, solver }
    }
}

/// A body at the start of a step, without its mass. Its angle is the one nearest to `turned`.
fn start(body: &BodyQueryItem, turned: Option<f64>) -> SolverBody {
    let (at, offset) = (body.position.0, *body.rotation * body.centre.0);
    let wrapped = f64::from(body.rotation.as_radians());
    let turns = turned.map_or(0.0, |turned| ((turned - wrapped) / TAU).round());
    let (linear, angular) = (body.linear_velocity.0, body.angular_velocity.0);
    let velocity = Velocity { x: linear.x, y: linear.y, angular };
    let is_static = body.kind.is_static();
    SolverBody {
        mass: MassProperties { inverse_mass: 0.0, inverse_inertia: 0.0 },
        #[allow(clippy::useless_conversion)] // not with `f32`
        centre: [f64::from(at.x) + f64::from(offset.x), f64::from(at.y) + f64::from(offset.y)],
        angle: wrapped + TAU * turns,
        velocity: if is_static { Velocity::default() } else { velocity },
        // Bodies that sleep or are disabled are not in Avian's solver.
        is_asleep: body.is_disabled || body.is_hidden || !is_static && body.index.is_none(),
    }
}

/// The bodies within a step.
pub(crate) struct View<'a> {
    table: &'a BodyTable,
    solver: &'a mut SolverBodies,
}

impl BodySet for View<'_> {
    fn count(&self) -> usize {
        self.table.all.len()
    }

    fn body(&self, number: u32) -> SolverBody {
        let Some(held) = self.table.held(number) else { return SolverBody::default() };
        let Displacement { x, y, angle } = self.displacement(number, &held.start);
        let [start_x, start_y] = held.start.centre;
        SolverBody {
            centre: [start_x + f64::from(x), start_y + f64::from(y)],
            angle: held.start.angle + f64::from(angle),
            velocity: self.velocity(number),
            ..held.start
        }
    }

    fn velocity(&self, number: u32) -> Velocity<f32> {
        let body = self.table.held(number).and_then(|held| self.solver.get(held.index));
        body.map_or_else(Velocity::default, |body| {
            let (linear, angular) = (body.linear_velocity, body.angular_velocity);
            Velocity { x: linear.x, y: linear.y, angular }
        })
    }

    fn set_velocity(&mut self, number: u32, velocity: Velocity<f32>) {
        let Some(held) = self.table.held(number) else { return };
        let (index, locked) = (held.index, held.locked);
        let Some(body) = self.solver.get_mut(index) else { return };
        if locked != Some(LockedAxis::X) {
            body.linear_velocity.x = velocity.x;
        }
        if locked != Some(LockedAxis::Y) {
            body.linear_velocity.y = velocity.y;
        }
        body.angular_velocity = velocity.angular;
    }

    fn displacement(&self, number: u32, _: &SolverBody) -> Displacement {
        let body = self.table.held(number).and_then(|held| self.solver.get(held.index));
        body.map_or_else(Displacement::default, |body| {
            let moved = body.delta_position;
            Displacement { x: moved.x, y: moved.y, angle: body.delta_rotation.as_radians() }
        })
    }
}

/// The bodies between two steps, to be read.
pub(crate) struct Now<'a> {
    table: &'a BodyTable,
    bodies: &'a Bodies<'a, 'a>,
}

impl BodySet for Now<'_> {
    fn count(&self) -> usize {
        self.table.all.len()
    }

    fn body(&self, number: u32) -> SolverBody {
        let Some(held) = self.table.held(number) else { return SolverBody::default() };
        let body = self.bodies.get(held.entity);
        body.map_or(held.start, |body| SolverBody { mass: held.start.mass, ..start(&body, Some(held.start.angle)) })
    }

    fn set_velocity(&mut self, _: u32, _: Velocity<f32>) {}
}
