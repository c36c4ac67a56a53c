//! The energy of joints: of their springs, and the power of their drives, from the derived mathematics of each joint.
//!
//! The [energy guard](crate::energy_guard) asks for it. It must know which growth of energy is true.

use crate::body_set::{BodySet, SolverBody};
use crate::energy_guard::{Link, RISKY_LEVER, RISKY_RATIO, UNBOUNDED};
use crate::joint_options::JointOptions;
use crate::kernels::Layout;
use crate::kinematics::{MassProperties, Pose, Velocity, Wrench};
use crate::law::Limits;
use crate::law::{Action, Law};
use crate::math::{Scalar, double};
use crate::slots::Key;
use crate::solver::store::JointStore;
use crate::solver::store::active_joints::JointLocation;

/// The energy of a joint's springs, and the power of its drives.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct EnergyFlow {
    /// J.
    pub(crate) elastic: f64,
    /// The largest power that motors and prescribed velocities can have, W. [`UNBOUNDED`] where nothing limits it: motors of infinite
    /// force, kinematic bodies that move.
    pub(crate) power: f64,
}

/// Buffers for one joint after another.
#[derive(Clone, Default)]
pub(crate) struct Scratch {
    keys: Vec<Key>,
    impulses: Vec<Scalar>,
    poses: Vec<Pose<f64>>,
    values: Vec<f64>,
    bias: Vec<f64>,
    limits: Vec<Limits<f64>>,
    laws: Vec<Law<f64>>,
    blocks: Vec<Wrench<f64>>,
}

impl Scratch {
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

/// Queries of the energy guard.
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
    pub(crate) fn each_link(&self, take: &mut dyn FnMut(Link<'_>)) {
        let is_anchor = !self.kernels.layout.is_relative;
        let Scratch { mut laws, .. } = Scratch::new(&self.kernels.layout);
        for (key, entry) in self.entries.enabled() {
            let bodies = self.entries.places(key.index);
            let is_driven = self.is_driven(key, &entry.options, &mut laws);
            take(Link { bodies, is_driven, is_animated: self.kernels.layout.updates, is_anchor });
        }
    }

    /// Whether a joint makes errors of the solver likely: it has more than two bodies, bodies of very unequal masses, or long levers.
    pub(crate) fn is_risky(&mut self, key: Key, bodies: &dyn BodySet, time: f64) -> bool {
        let Self { entries, scratch: Scratch { blocks, poses, .. }, .. } = self;
        let places = entries.places(key.index);
        let Some(joint) = entries.joint(key) else { return false };
        poses.clear();
        poses.extend(entries.poses(key.index, bodies));
        joint.write_jacobian(poses, time, blocks);
        places.len() > 2 || are_unlike(places, bodies) || have_long_levers(blocks, places, bodies)
    }

    /// Calls `act` once with each joint of these bodies, in the order of joints.
    pub(crate) fn each_of(&mut self, bodies: &[u32], mut act: impl FnMut(&mut Self, Key)) {
        let mut keys = core::mem::take(&mut self.scratch.keys);
        keys.clear();
        let held = bodies.iter().flat_map(|&body| self.adjacency.joints(body));
        keys.extend(held.filter_map(|joint| self.entries.at(joint)).map(|(key, _)| key));
        keys.sort_unstable();
        keys.dedup();
        for &key in &keys {
            act(self, key);
        }
        self.scratch.keys = keys;
    }

    /// Scales the impulses that the next step starts with.
    pub(crate) fn scale_impulses_of(&mut self, key: Key, factor: Scalar) {
        let Some(place) = self.entries.get(key).and_then(|entry| entry.place) else { return };
        let active = &mut self.active;
        match place {
            JointLocation::Lane { colour, at } => active.blocks.scale_impulses_of(colour, at, factor),
            JointLocation::IslandBatch(handle) => active.batch_joints.scale_impulses_of(handle, factor),
            JointLocation::DenseJoint(at) => active.dense[at].scale_impulses(factor),
        }
    }

    /// How far the impulses of one substep turn one of its bodies in the next one, rad. Beyond about 1 rad the solver does not know
    /// any more where they act.
    pub(crate) fn rotation_by_impulses(&mut self, key: Key, bodies: &dyn BodySet, time: f64) -> Option<f64> {
        let Self { entries, active, scratch: Scratch { impulses, poses, blocks, .. }, kernels, h, .. } = self;
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

    /// Whether a joint can do work on its bodies.
    fn is_driven(&self, key: Key, options: &JointOptions, laws: &mut [Law<f64>]) -> bool {
        let layout = &self.kernels.layout;
        if options.softness.is_some() || layout.reads_time || layout.updates {
            return true;
        }
        let Some(joint) = self.entries.joint(key).filter(|_| !layout.holds) else { return false };
        joint.write_laws(laws);
        laws.iter().any(is_active)
    }

    /// The energy of a joint's springs and the power of its drives now. `None` if it has neither, or broke in the last step.
    pub(crate) fn energy_flow(&mut self, key: Key, bodies: &dyn BodySet, time: f64) -> Option<EnergyFlow> {
        let mut scratch = core::mem::take(&mut self.scratch);
        let flow = self.energy_flow_in(&mut scratch, key, bodies, time);
        self.scratch = scratch;
        flow
    }

    fn energy_flow_in(&self, scratch: &mut Scratch, key: Key, bodies: &dyn BodySet, time: f64) -> Option<EnergyFlow> {
        let (entry, joint) = (self.entries.get(key)?, self.entries.joint(key)?);
        if self.broken.contains(&key) {
            return None;
        }
        let own = || self.entries.places(key.index).iter().map(|&body| bodies.body(body));
        let is_moved = own().any(|body| !body.mass.moves() && body.velocity != Velocity::default());
        if !self.is_driven(key, &entry.options, &mut scratch.laws) && !is_moved {
            return None;
        }
        let Scratch { poses, values, bias, limits, laws, blocks, .. } = scratch;
        poses.clear();
        poses.extend(own().map(|body| body.pose()));
        joint.write_laws(laws);
        joint.write_limits(limits);
        joint.write_position(poses, time, values);
        joint.write_bias(poses, time, bias);
        joint.write_jacobian(poses, time, blocks);
        let mut flow = EnergyFlow::default();
        for (row, law) in laws.iter().enumerate() {
            let Rates { dynamic, prescribed, k } = rates(&blocks[row * self.kernels.layout.bodies..], own());
            let Limits { lower, upper } = limits[row];
            let outside = values[row] - values[row].max(lower).min(upper);
            let max_force = law.max_force.unwrap_or(f64::INFINITY).min(double(entry.options.max_force));
            let wanted = bias[row].abs() + prescribed.abs();
            // Coupled rows share a stiffness matrix that depends on the pose. It is not the derivative of any energy.
            let is_coupled = laws.len() > 1
                && (entry.options.softness.is_some()
                    || laws.iter().filter(|other| other.first == law.first).count() > 1);
            let is_by_frequency = !matches!(law.action, Action::Spring { .. });
            let stiffness = match (law.action, entry.options.softness) {
                (Action::Soft { hertz, .. }, _) => stiffness(hertz, k),
                (Action::Spring { stiffness, .. }, _) => stiffness,
                (Action::Hold | Action::Within, Some(softness)) => stiffness(double(softness.hertz), k),
                // A row that holds does the work of the kinematic bodies and velocities that it is held by.
                (Action::Hold | Action::Within, None) => {
                    if wanted > 0.0 {
                        flow.power = UNBOUNDED;
                    }
                    continue;
                }
                (Action::Rate, _) => {
                    // A motor that is faster than it should be brakes.
                    let brakes = dynamic.abs() > FAST * wanted && max_force.is_finite();
                    if wanted > 0.0 && !brakes {
                        flow.power = (flow.power + max_force * wanted).min(UNBOUNDED);
                    }
                    continue;
                }
            };
            flow.elastic += elastic(stiffness, outside.abs(), max_force);
            if wanted > 0.0 || is_by_frequency && is_coupled {
                flow.power = UNBOUNDED;
            }
        }
        Some(flow)
    }
}

/// How many times as fast as it should be a motor may still do work within a step.
const FAST: f64 = 2.0;

/// The rates of one row.
struct Rates {
    /// J v of the dynamic bodies.
    dynamic: f64,
    /// J v of the kinematic bodies.
    prescribed: f64,
    /// J M⁻¹ Jᵀ.
    k: f64,
}

fn rates(blocks: &[Wrench<f64>], bodies: impl Iterator<Item = SolverBody>) -> Rates {
    let mut rates = Rates { dynamic: 0.0, prescribed: 0.0, k: 0.0 };
    for (block, body) in blocks.iter().zip(bodies) {
        let Velocity { x, y, angular } = body.velocity;
        let rate = block.x * double(x) + block.y * double(y) + block.angular * double(angular);
        let MassProperties { inverse_mass, inverse_inertia } = body.mass;
        rates.k += double(inverse_mass) * (block.x * block.x + block.y * block.y)
            + double(inverse_inertia) * block.angular * block.angular;
        *if body.mass.moves() { &mut rates.dynamic } else { &mut rates.prescribed } += rate;
    }
    rates
}

/// Energy of a spring that is stretched by `stretch` and pulls with at most `max_force`, J.
fn elastic(stiffness: f64, stretch: f64, max_force: f64) -> f64 {
    if stiffness * stretch <= max_force {
        return 0.5 * stiffness * stretch * stretch;
    }
    max_force * (stretch - 0.5 * max_force / stiffness)
}

/// Stiffness of a spring of this frequency, N/m: (2π f)² times the effective mass 1/`k`.
fn stiffness(hertz: f64, k: f64) -> f64 {
    if k > 0.0 { (core::f64::consts::TAU * hertz).powi(2) / k } else { 0.0 }
}

/// Whether a row has a spring or a motor.
fn is_active(law: &Law<f64>) -> bool {
    match law.action {
        Action::Hold | Action::Within => false,
        Action::Rate => law.max_force != Some(0.0),
        Action::Soft { hertz, .. } => hertz != 0.0,
        Action::Spring { stiffness, .. } => stiffness != 0.0,
    }
}

/// Whether the masses of the dynamic bodies differ by more than [`RISKY_RATIO`].
fn are_unlike(places: &[u32], bodies: &dyn BodySet) -> bool {
    let inverse_masses = || places.iter().map(|&place| bodies.body(place).mass).filter(|mass| mass.moves());
    let inverse_masses = || inverse_masses().map(|mass| double(mass.inverse_mass));
    inverse_masses().fold(0.0, f64::max) > RISKY_RATIO * inverse_masses().fold(f64::INFINITY, f64::min)
}

/// Whether the levers of a joint are longer than [`RISKY_LEVER`] for one of its dynamic bodies.
fn have_long_levers(blocks: &[Wrench<f64>], places: &[u32], bodies: &dyn BodySet) -> bool {
    places.iter().enumerate().any(|(side, &place)| {
        let MassProperties { inverse_mass, inverse_inertia } = bodies.body(place).mass;
        let rows = blocks.iter().skip(side).step_by(places.len()).filter(|row| row.x != 0.0 || row.y != 0.0);
        let (linear, angular) = rows.fold((0.0, 0.0), |(linear, angular), row| {
            (linear + row.x * row.x + row.y * row.y, angular + row.angular * row.angular)
        });
        angular * double(inverse_inertia) > RISKY_LEVER * linear * double(inverse_mass)
    })
}
