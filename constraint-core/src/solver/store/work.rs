//! What joints do to the energy of their bodies, from their derived mathematics.

use crate::body_set::{BodySet, SolverBody};
use crate::energy_guard::{Link, RISKY_RATIO, UNBOUNDED};
use crate::joint_options::JointOptions;
use crate::kernels::Layout;
use crate::kinematics::{MassProperties, Pose, Velocity, Wrench};
use crate::law::Limits;
use crate::law::{Action, Law};
use crate::math::{Scalar, double};
use crate::slots::Key;
use crate::solver::store::JointStore;
use crate::solver::store::active_joints::JointLocation;

/// What a joint holds and what it does.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Work {
    /// What its springs hold, J.
    pub(crate) elastic: f64,
    /// The greatest power with which the rest of it can drive its dynamic bodies, W. [`UNBOUNDED`] where nothing bounds it: motors of any force,
    /// bodies that their owner moves.
    pub(crate) power: f64,
}

/// Room for what is computed of one joint after another.
#[derive(Clone, Default)]
pub(crate) struct Room {
    keys: Vec<Key>,
    impulses: Vec<Scalar>,
    poses: Vec<Pose<f64>>,
    values: Vec<f64>,
    bias: Vec<f64>,
    limits: Vec<Limits<f64>>,
    laws: Vec<Law<f64>>,
    blocks: Vec<Wrench<f64>>,
}

impl Room {
    pub(crate) fn new(layout: &Layout) -> Self {
        Self {
            keys: Vec::new(),
            impulses: Vec::new(),
            poses: Vec::new(),
            values: vec![0.0; layout.rows],
            bias: vec![0.0; layout.rows],
            limits: vec![Limits { lower: 0.0, upper: 0.0 }; layout.rows],
            laws: vec![Law { action: Action::Hold, max_force: None, max_force_of: None, first: 0 }; layout.rows],
            blocks: vec![Wrench::default(); layout.rows * layout.bodies],
        }
    }
}

/// What the energy guard asks.
impl JointStore {
    /// Calls `change` with the bodies of each joint that has changed since the last step, and whether the joint is new.
    pub(crate) fn each_changed(&self, change: &mut dyn FnMut(&[u32], bool)) {
        for &key in &self.dirty_joints {
            if let Some(entry) = self.entries.get(key) {
                change(self.entries.places(key.index), entry.place.is_none());
            }
        }
    }

    /// Calls `take` with each enabled joint.
    pub(crate) fn each_link(&self, bodies: &dyn BodySet, take: &mut dyn FnMut(Link<'_>)) {
        let is_anchor = !self.kernels.layout.is_relative;
        let mut laws = Room::new(&self.kernels.layout).laws;
        for (key, entry) in self.entries.enabled() {
            let own = self.entries.places(key.index);
            let works = self.works(key, &entry.options, &mut laws);
            let (is_animated, is_risky) = (self.kernels.layout.updates, are_unlike(own, bodies));
            take(Link { bodies: own, works, is_animated, is_anchor, is_risky });
        }
    }

    /// Calls `act` with each joint that holds one of these bodies, once, in their order.
    pub(crate) fn each_of(&mut self, bodies: &[u32], mut act: impl FnMut(&mut Self, Key)) {
        let mut keys = core::mem::take(&mut self.work.keys);
        keys.clear();
        let held = bodies.iter().flat_map(|&body| self.adjacency.joints(body));
        keys.extend(held.filter_map(|joint| self.entries.at(joint)).map(|(key, _)| key));
        keys.sort_unstable();
        keys.dedup();
        for &key in &keys {
            act(self, key);
        }
        self.work.keys = keys;
    }

    /// Scales the impulses that a joint takes to the next step.
    pub(crate) fn scale_impulses_of(&mut self, key: Key, factor: Scalar) {
        let Some(place) = self.entries.get(key).and_then(|entry| entry.place) else { return };
        let active = &mut self.active;
        match place {
            JointLocation::Lane { colour, at } => active.blocks.scale_impulses_of(colour, at, factor),
            JointLocation::IslandBatch(handle) => active.batch_joints.scale_impulses_of(handle, factor),
            JointLocation::DenseJoint(at) => active.dense[at].scale_impulses(factor),
        }
    }

    /// By how much the impulses of a joint in one substep turn one of its bodies within it, rad: beyond about one the solver loses track of
    /// where they act.
    pub(crate) fn turn(&mut self, key: Key, bodies: &dyn BodySet, time: f64) -> Option<f64> {
        let Self { entries, active, work: Room { impulses, poses, blocks, .. }, kernels, h, .. } = self;
        impulses.clear();
        active.read_impulses(entries.get(key)?.place?, impulses);
        poses.clear();
        poses.extend(entries.poses(key.index, bodies));
        entries.joint(key)?.write_jacobian(poses, time, blocks);
        let places = entries.places(key.index);
        let rows = blocks.chunks_exact(kernels.layout.bodies).zip(&*impulses);
        let turns = rows.flat_map(|(row, &impulse)| {
            row.iter().zip(places).map(move |(block, &body)| {
                let inverse_inertia = bodies.body(body).mass.inverse_inertia;
                (block.angular * double(impulse) * double(inverse_inertia)).abs()
            })
        });
        Some(turns.fold(0.0, f64::max) * double(*h))
    }

    /// Whether a joint can put energy into its bodies.
    fn works(&self, key: Key, options: &JointOptions, laws: &mut [Law<f64>]) -> bool {
        let layout = &self.kernels.layout;
        if options.softness.is_some() || layout.reads_time || layout.updates {
            return true;
        }
        let Some(joint) = self.entries.joint(key).filter(|_| !layout.holds) else { return false };
        joint.write_laws(laws);
        laws.iter().any(is_active)
    }

    /// What a joint holds and does at present. `None` if it can do nothing, or broke in the last step.
    pub(crate) fn work(&mut self, key: Key, bodies: &dyn BodySet, time: f64) -> Option<Work> {
        let mut room = core::mem::take(&mut self.work);
        let work = self.work_in(&mut room, key, bodies, time);
        self.work = room;
        work
    }

    fn work_in(&self, room: &mut Room, key: Key, bodies: &dyn BodySet, time: f64) -> Option<Work> {
        let (entry, joint) = (self.entries.get(key)?, self.entries.joint(key)?);
        if self.broken.contains(&key) {
            return None;
        }
        let own = || self.entries.places(key.index).iter().map(|&body| bodies.body(body));
        let is_driven = own().any(|body| !body.mass.moves() && body.velocity != Velocity::default());
        if !self.works(key, &entry.options, &mut room.laws) && !is_driven {
            return None;
        }
        let Room { poses, values, bias, limits, laws, blocks, .. } = room;
        poses.clear();
        poses.extend(own().map(|body| body.pose()));
        joint.write_laws(laws);
        joint.write_limits(limits);
        joint.write_position(poses, time, values);
        joint.write_bias(poses, time, bias);
        joint.write_jacobian(poses, time, blocks);
        let mut work = Work::default();
        for (row, law) in laws.iter().enumerate() {
            let Rates { driven, k } = rates(&blocks[row * self.kernels.layout.bodies..], own());
            let Limits { lower, upper } = limits[row];
            let outside = values[row] - values[row].max(lower).min(upper);
            let max_force = law.max_force.unwrap_or(f64::INFINITY).min(double(entry.options.max_force));
            let wanted = bias[row].abs() + driven.abs();
            // Such rows share one matrix of stiffness, which depends on the pose: no energy belongs to it.
            let is_coupled = laws.len() > 1
                && (entry.options.softness.is_some()
                    || laws.iter().filter(|other| other.first == law.first).count() > 1);
            let is_by_frequency = !matches!(law.action, Action::Spring { .. });
            let stiffness = match (law.action, entry.options.softness) {
                (Action::Soft { hertz, .. }, _) => stiffness(hertz, k),
                (Action::Spring { stiffness, .. }, _) => stiffness,
                (Action::Hold | Action::Within, Some(softness)) => stiffness(double(softness.hertz), k),
                // A row that holds does the work of what it is held by.
                (Action::Hold | Action::Within, None) => {
                    if wanted > 0.0 {
                        work.power = UNBOUNDED;
                    }
                    continue;
                }
                (Action::Rate, _) => {
                    work.power = (work.power + if wanted > 0.0 { max_force * wanted } else { 0.0 }).min(UNBOUNDED);
                    continue;
                }
            };
            work.elastic += elastic(stiffness, outside.abs(), max_force);
            if wanted > 0.0 || is_by_frequency && is_coupled {
                work.power = UNBOUNDED;
            }
        }
        Some(work)
    }
}

/// What one row has of its bodies.
struct Rates {
    /// J v of the bodies that nothing but their owner moves.
    driven: f64,
    /// J M⁻¹ Jᵀ.
    k: f64,
}

fn rates(blocks: &[Wrench<f64>], bodies: impl Iterator<Item = SolverBody>) -> Rates {
    let mut rates = Rates { driven: 0.0, k: 0.0 };
    for (block, body) in blocks.iter().zip(bodies) {
        let Velocity { x, y, angular } = body.velocity;
        let rate = block.x * double(x) + block.y * double(y) + block.angular * double(angular);
        let MassProperties { inverse_mass, inverse_inertia } = body.mass;
        rates.k += double(inverse_mass) * (block.x * block.x + block.y * block.y)
            + double(inverse_inertia) * block.angular * block.angular;
        rates.driven += if body.mass.moves() { 0.0 } else { rate };
    }
    rates
}

/// What a spring holds that is stretched by `stretch` and pulls with `max_force` at most, J.
fn elastic(stiffness: f64, stretch: f64, max_force: f64) -> f64 {
    if stiffness * stretch <= max_force {
        return 0.5 * stiffness * stretch * stretch;
    }
    max_force * (stretch - 0.5 * max_force / stiffness)
}

/// The stiffness of a spring of this frequency, N/m, where an impulse changes its rate by `k` of it.
fn stiffness(hertz: f64, k: f64) -> f64 {
    if k > 0.0 { (core::f64::consts::TAU * hertz).powi(2) / k } else { 0.0 }
}

/// Whether a row can do work.
fn is_active(law: &Law<f64>) -> bool {
    match law.action {
        Action::Hold | Action::Within => false,
        Action::Rate => law.max_force != Some(0.0),
        Action::Soft { hertz, .. } => hertz != 0.0,
        Action::Spring { stiffness, .. } => stiffness != 0.0,
    }
}

/// Whether one of the dynamic bodies in these places is [a great deal heavier](RISKY_RATIO) than another one.
fn are_unlike(places: &[u32], bodies: &dyn BodySet) -> bool {
    let inverse_masses = || places.iter().map(|&place| bodies.body(place).mass).filter(|mass| mass.moves());
    let inverse_masses = || inverse_masses().map(|mass| double(mass.inverse_mass));
    inverse_masses().fold(0.0, f64::max) > RISKY_RATIO * inverse_masses().fold(f64::INFINITY, f64::min)
}
