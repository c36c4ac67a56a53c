//! Steps that solve islands as a whole.

use core::ops::Range;

use super::{JointSet, Plan, SolverBody};
use crate::angle::Angle;
use crate::body_set::{BodySet, Motions, MovedBodySet, TakesMotion, VelocityUpdate};
use crate::kernels::AnyJoint;
use crate::kinematics::Velocity;
use crate::math::{Scalar, Vec2, double, nearest};
use crate::pass::Step;
use crate::solver::bodies::indices;
use crate::solver::direct::Triple;
use crate::solver::direct::islands::{DirectIslands, Island, Member};
use crate::solver::direct::step;
use crate::solver::direct::system::{State, System};
use crate::solver::dirty::Change;
use crate::stepping::{Order, Stepping};
use crate::threads::Threads;

/// An island after a step.
struct Solved {
    island: usize,
    state: State,
    impulses: Vec<f64>,
}

impl JointSet {
    /// Moves the bodies as [`advance`](Self::advance) does. Islands that a direct step can have are solved as a whole; for the substeps of
    /// the others they are asleep.
    pub(super) fn advance_directly<B: MovedBodySet>(
        &mut self,
        bodies: &mut B,
        plan: &Plan,
        first: Step<Scalar>,
        dt: Scalar,
        order: Order,
    ) -> Result<(), u32> {
        let mut islands = core::mem::take(&mut self.direct);
        self.find_direct(&*bodies, &mut islands);
        let mut solved = Vec::new();
        let mut mask = vec![false; bodies.count()];
        for (number, island) in islands.islands.iter_mut().enumerate() {
            if let Some((state, impulses)) = self.solve_island(&*bodies, island, plan, dt, order) {
                island.bodies[..island.moving].iter().for_each(|&body| mask[body as usize] = true);
                solved.push(Solved { island: number, state, impulses });
            }
        }
        if islands.mask != mask {
            self.mark(Change::AllBodies);
        }
        let plan = Plan { stepping: Stepping::Substeps, ..*plan };
        let advanced = self.advance_substeps(&mut Masked { bodies: &mut *bodies, mask: &mask }, &plan, first, dt);
        islands.mask = mask;
        if advanced.is_ok() {
            for solved in &solved {
                self.finish_island(bodies, &islands.islands[solved.island], solved, dt);
            }
        }
        self.direct = islands;
        advanced
    }

    fn find_direct(&self, bodies: &dyn BodySet, islands: &mut DirectIslands) {
        let mut members: Vec<Member> = Vec::new();
        for (number, store) in self.stores.iter().enumerate() {
            store.list_members(number, &mut members);
        }
        let moves = indices(bodies.count()).map(|index| bodies.body(index).mass.moves()).collect();
        islands.find(members, moves);
    }

    /// The island after a step, if it can be solved directly.
    fn solve_island<B: MovedBodySet>(
        &self,
        bodies: &B,
        island: &mut Island,
        plan: &Plan,
        dt: Scalar,
        order: Order,
    ) -> Option<(State, Vec<f64>)> {
        let (mut rows, mut parameters, mut impulses) = (Vec::new(), Vec::<&dyn AnyJoint>::new(), Vec::new());
        for member in &island.members {
            let store = &self.stores[member.store];
            let (joint, own) = store.direct_joint(member.key)?;
            rows.extend(own?);
            parameters.push(joint);
            let last = store.last_impulses(member.key, dt);
            impulses.extend(last.map_or_else(|| vec![0.0; member.rows], |last| last.into_iter().map(double).collect()));
        }
        let own: Vec<SolverBody> = island.bodies.iter().map(|&body| bodies.body(body)).collect();
        if own.iter().any(|body| body.is_asleep) {
            return None;
        }
        let (mut masses, mut accelerations, mut keeps) = (Vec::new(), Vec::new(), Vec::new());
        for (&index, body) in island.bodies.iter().zip(&own).take(island.moving) {
            let [mass, inertia] =
                [body.mass.inverse_mass, body.mass.inverse_inertia].map(|inverse| double(inverse).recip());
            masses.push([mass, mass, inertia]);
            let drive = bodies.drive(index, plan.gravity, dt);
            accelerations.push(triple(drive.gain()).map(|gain| gain / double(dt)));
            // Damping, half of it before the step and half after it.
            keeps.push(triple(drive.keep()).map(f64::sqrt));
        }
        let mut state = State {
            places: own.iter().map(|body| [body.centre[0], body.centre[1], body.angle]).collect(),
            velocities: own.iter().map(|body| triple(body.velocity)).collect(),
            time: self.time,
        };
        damp(&mut state, &keeps);
        let most = double(plan.most_angular);
        state.velocities[..island.moving].iter_mut().for_each(|v| v[2] = v[2].clamp(-most, most));
        let system = System { joints: &island.joints, parameters: &parameters, rows, masses, accelerations };
        let is_fourth = order == Order::Four;
        if !step::step(&system, &mut island.matrix, &mut state, &mut impulses, double(dt), is_fourth) {
            return None;
        }
        damp(&mut state, &keeps);
        let is_finite = |number: &f64| nearest(*number).is_finite();
        let mut numbers = state.places.iter().chain(&state.velocities).flatten().chain(&impulses);
        numbers.all(is_finite).then_some((state, impulses))
    }

    /// Gives bodies and joints what they have after a step.
    fn finish_island<B: MovedBodySet>(&mut self, bodies: &mut B, island: &Island, solved: &Solved, dt: Scalar) {
        let Solved { state, impulses, .. } = solved;
        bodies.take_motions(&IslandMotion { island, state }, &Threads::default(), 1);
        for (member, joint) in island.members.iter().zip(&island.joints) {
            let own: Vec<Scalar> = impulses[joint.own_rows()].iter().map(|&impulse| nearest(impulse)).collect();
            let store = &mut self.stores[member.store];
            store.check_break(member.key, &own, dt, &*bodies, state.time);
            store.set_impulses(member.key, own, dt);
        }
    }
}

fn triple(velocity: Velocity<Scalar>) -> Triple {
    [velocity.x, velocity.y, velocity.angular].map(double)
}

fn damp(state: &mut State, keeps: &[Triple]) {
    for (v, keep) in state.velocities.iter_mut().zip(keeps) {
        (0..3).for_each(|axis| v[axis] *= keep[axis]);
    }
}

/// Bodies of which those in the mask are asleep.
struct Masked<'a, B> {
    bodies: &'a mut B,
    mask: &'a [bool],
}

impl<B: BodySet> BodySet for Masked<'_, B> {
    fn count(&self) -> usize {
        self.bodies.count()
    }

    fn body(&self, index: u32) -> SolverBody {
        let body = self.bodies.body(index);
        let is_masked = self.mask.get(index as usize).copied().unwrap_or(false);
        SolverBody { is_asleep: body.is_asleep || is_masked, ..body }
    }

    fn set_velocity(&mut self, index: u32, velocity: Velocity<Scalar>) {
        self.bodies.set_velocity(index, velocity);
    }
}

impl<B: MovedBodySet> MovedBodySet for Masked<'_, B> {
    fn is_fixed(&self, index: u32) -> bool {
        self.bodies.is_fixed(index)
    }

    fn drive(&self, index: u32, gravity: Vec2, h: Scalar) -> VelocityUpdate {
        self.bodies.drive(index, gravity, h)
    }

    fn take_motions(&mut self, motions: &impl Motions, threads: &Threads, parts: usize) {
        // The solver leaves bodies that are asleep where they are.
        self.bodies.take_motions(motions, threads, parts);
    }
}

/// The motion of an island's bodies.
struct IslandMotion<'a> {
    island: &'a Island,
    state: &'a State,
}

impl Motions for IslandMotion<'_> {
    fn give(&self, bodies: &mut impl TakesMotion, places: Range<usize>) {
        let Self { island, state } = self;
        for ((&body, place), v) in island.bodies.iter().zip(&state.places).zip(&state.velocities).take(island.moving) {
            if places.contains(&(body as usize)) {
                let [x, y, angular] = v.map(nearest);
                let velocity = Velocity { x, y, angular };
                bodies.set_motion(body as usize, [place[0], place[1]], Angle::exact(place[2]), &velocity);
            }
        }
    }
}
