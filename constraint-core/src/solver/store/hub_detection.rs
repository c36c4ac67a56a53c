//! Which bodies hold so many joints of a type that these are solved [at once](crate::solver::hub).
//!
//! It follows from the joints that there are and from the masses of their bodies, not from what came first: a world that is loaded
//! finds the same. Only bodies whose joints have changed are looked at.

use std::collections::BTreeSet;

use core::array::from_fn;

use crate::kinematics::{MassProperties, Pose, Wrench};
use crate::math::{Scalar, double};
use crate::slots::Key;
use crate::solver::SolverBodies;
use crate::solver::hub;
use crate::solver::packs::joint_data;
use crate::solver::packs::joint_data::moves;
use crate::solver::partition::colours::{COLOURS, spoke};
use crate::solver::store::JointStore;
use crate::solver::store::coupling::{POSES, Shares};

/// How many joints may [share](JointStore::share) a body whole when one pass takes them one after another: of hubs with 2 to 8 wheels or
/// welded arms none gained energy below 3.6, all did above 4.
const MOST_SHARED: u64 = 3 * UNIT as u64;

/// The fewest joints that can share more, each of them the body whole.
const LEAST: usize = 4;

/// More joints than there are colours.
#[allow(clippy::cast_possible_truncation)] // 33
const CROWD: u8 = COLOURS as u8 + 1;

/// Beyond this ratio a row of the joint holds the hub alone, or as good as that.
const MOST_RATIO: f64 = 1e6;

/// Shares are summed as integers: the order of the sum does not matter.
const UNIT: u32 = 1 << 31;

/// How much more a joint may [share](JointStore::share) than its eigenvalues say.
const MARGIN: f64 = 1.2;

/// Of what order inverse masses have to be, 1/kg or 1/(kg m²), unless they are zero, for a hub's to be taken for a far smaller one.
const ORDERS: core::ops::RangeInclusive<Scalar> = 1e-12..=1e12;

/// Bodies by how many joints of a type they hold.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hubs {
    /// By place.
    states: Vec<State>,
    /// How many are hubs.
    count: usize,
    /// Bodies whose joints have gone since the last step, each once: what comes and goes between two steps must not pile up.
    touched: BTreeSet<u32>,
    shares: Shares,
    /// Room for the bodies of the listed joints.
    listed: Vec<u32>,
}

/// What a body is for the joints of a type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct State {
    /// How many joints it holds, if these are too many for one pass: as many as [`CROWD`] or more count alike. Otherwise 0.
    crowd: u8,
    /// Whether its spokes are solved at once. The hub of a joint between two crowded bodies is the more crowded one. In a
    /// net, where all are alike, no body is a hub.
    is_hub: bool,
}

impl Hubs {
    /// A joint of these bodies has gone.
    pub(crate) fn touch(&mut self, bodies: &[u32]) {
        // Before the first is crowded, none can change by losing joints.
        if !self.states.is_empty() {
            self.touched.extend(bodies);
        }
    }

    fn state(&self, body: u32) -> State {
        self.states.get(body as usize).copied().unwrap_or_default()
    }

    /// Whether that is something new.
    fn set(&mut self, body: u32, state: State) -> bool {
        let old = self.state(body);
        if old != state {
            self.states.resize(self.states.len().max(body as usize + 1), State::default());
            self.states[body as usize] = state;
            self.count += usize::from(state.is_hub);
            self.count -= usize::from(old.is_hub);
        }
        old != state
    }

    /// Whether a joint of both could be a spoke of the first.
    fn goes_before(&self, hub: u32, other: u32) -> bool {
        let rank = |body: u32| (self.state(body).crowd, core::cmp::Reverse(body));
        rank(hub) > rank(other)
    }
}

impl JointStore {
    /// Finds out which bodies of the listed joints are hubs now, and notes the joints that are solved in another way for it.
    pub(crate) fn find_hubs(&mut self, motion: &SolverBodies) {
        let gone = core::mem::take(&mut self.hubs.touched);
        if !self.can_be_spokes() || gone.is_empty() && self.dirty_joints.is_empty() {
            return;
        }
        let mut all = core::mem::take(&mut self.hubs.listed);
        all.clear();
        all.extend(gone);
        for &key in &self.dirty_joints {
            if self.entries.get(key).is_some() {
                self.hubs.shares.forget(key);
                all.extend(self.entries.places(key.index));
            }
        }
        // What takes no time first: nearly no body is a hub.
        let mut touched = Vec::new();
        for &body in &all {
            let is_new = self.hubs.shares.look_at(body);
            if is_new && (self.hubs.state(body).crowd > 0 || self.may_be_crowded(body, motion)) {
                touched.push(body);
            }
        }
        self.hubs.shares.forget_looks(&all);
        touched.sort_unstable();
        // Only beside hubs other bodies matter.
        if self.hubs.count > 0 || !touched.is_empty() {
            sort(&mut all);
            self.find_hubs_among(&touched, &all, motion);
        }
        self.hubs.listed = all;
    }

    /// Finds out which of the `touched` bodies, which may be crowded, are hubs now. Joints of `all` these bodies have changed.
    fn find_hubs_among(&mut self, touched: &[u32], all: &[u32], motion: &SolverBodies) {
        let mut changed = Vec::new();
        for &body in touched {
            let (count, are_many) = self.weigh(body, motion, |_, _| true);
            let crowd = if are_many { count } else { 0 };
            let state = State { crowd, is_hub: self.hubs.state(body).is_hub && crowd > 0 };
            if self.hubs.set(body, state) {
                changed.push(body);
            }
        }
        let mut near = touched.to_vec();
        near.extend(changed.iter().flat_map(|&body| self.neighbours(body)).map(|(_, other)| other));
        sort(&mut near);
        near.retain(|&body| self.hubs.state(body).crowd > 0);
        for body in near {
            let (spokes, are_many) = self.weigh(body, motion, |key, other| self.is_spoke(key, [body, other], motion));
            let state = self.hubs.state(body);
            let is_hub = are_many || spokes + 1 >= state.crowd;
            if self.hubs.set(body, State { is_hub, ..state }) {
                changed.push(body);
            }
        }
        // A joint beside another one of the same bodies is no spoke: when the one goes or comes, the other changes.
        let beside = all.iter().flat_map(|&body| self.neighbours(body).map(move |(key, other)| (key, [body, other])));
        let beside =
            beside.filter(|(_, [body, other])| self.hubs.state(*other).is_hub && self.hubs.goes_before(*other, *body));
        let mut dirty_joints: Vec<Key> = beside.map(|(key, _)| key).collect();
        dirty_joints.extend(changed.iter().flat_map(|&body| self.neighbours(body)).map(|(key, _)| key));
        for key in dirty_joints {
            self.mark(key);
        }
    }

    /// What a joint has in place of a colour if it is a spoke.
    pub(crate) fn spoke(&self, key: Key, motion: &SolverBodies) -> Option<u32> {
        if self.hubs.count == 0 {
            return None;
        }
        let [a, b] = self.pair(key)?;
        let is_spoke = |hub: u32, other: u32| {
            self.hubs.state(hub).is_hub
                && self.share(key, hub, motion).is_some()
                && self.is_spoke(key, [hub, other], motion)
        };
        if is_spoke(a, b) {
            Some(spoke(a, 0))
        } else if is_spoke(b, a) {
            Some(spoke(b, 1))
        } else {
            None
        }
    }

    /// Whether a joint, which can be a spoke, is one if the first of its bodies is a hub: that is the more crowded one, and nothing
    /// else holds both.
    fn is_spoke(&self, key: Key, [hub, other]: [u32; 2], motion: &SolverBodies) -> bool {
        let is_beside = |beside: Key| beside != key && self.share(beside, hub, motion).is_some();
        self.hubs.goes_before(hub, other)
            && !self.neighbours(other).any(|(beside, end)| end == hub && is_beside(beside))
    }

    /// Whether a body may hold more than one pass can settle: `false` of nearly all bodies, in no time.
    fn may_be_crowded(&mut self, body: u32, motion: &SolverBodies) -> bool {
        let Self { adjacency, entries, hubs, kernels, .. } = self;
        if !moves(motion.masses[body as usize]) || adjacency.joints(body).nth(LEAST - 1).is_none() {
            return false;
        }
        let (mut count, mut shared) = (0, 0.0);
        adjacency.joints(body).any(|joint| {
            let side = usize::from(entries.places(joint)[0] != body);
            let share = hubs.shares.of(joint, &kernels.layout, entries, &motion.masses)[side];
            (count, shared) = (count + 1, shared + f64::from(share));
            count >= usize::from(CROWD) || count >= LEAST && MARGIN * shared > 3.0
        })
    }

    /// How many joints a body holds, of those that can be spokes of it, and of which the test holds; and whether they are more than
    /// there are colours, or share more of it than one pass can settle.
    fn weigh(&self, body: u32, motion: &SolverBodies, test: impl Fn(Key, u32) -> bool) -> (u8, bool) {
        let (mut count, mut shared) = (0, 0);
        // What takes no time first: most bodies hold few joints, and the ground is no hub.
        if !is_of_order(motion.masses[body as usize]) || self.neighbours(body).nth(LEAST - 1).is_none() {
            return (count, false);
        }
        for (key, other) in self.neighbours(body) {
            if let Some(share) = self.share(key, body, motion).filter(|_| test(key, other)) {
                (count, shared) = (CROWD.min(count + 1), shared + share);
            }
            if count == CROWD && self.kernels.layout.holds {
                break;
            }
        }
        (count, self.kernels.layout.holds && count == CROWD || shared > MOST_SHARED)
    }

    /// The joints of a body to others, and these.
    fn neighbours(&self, body: u32) -> impl Iterator<Item = (Key, u32)> {
        let joints = self.adjacency.joints(body).filter_map(|joint| self.entries.at(joint));
        joints.filter_map(move |(key, _)| {
            let [a, b] = self.pair(key)?;
            (a != b).then_some((key, if a == body { b } else { a }))
        })
    }

    /// Whether joints of this type can be solved together with others of one body.
    const fn can_be_spokes(&self) -> bool {
        self.kernels.layout.bodies == 2
    }

    /// The places of both bodies.
    fn pair(&self, key: Key) -> Option<[u32; 2]> {
        self.entries.get(key)?;
        self.entries.places(key.index).try_into().ok()
    }

    /// How much of what the joint pushes and turns is this body's, which its other joints push and turn as well: the greatest
    /// eigenvalue of K⁻¹ J M⁻¹ Jᵀ, with M of the body, in [`UNIT`]s. `None` if it cannot be a spoke of the body: it has to be solved by
    /// generated code, between two bodies that move, and hold the other one by all of its rows even where this one gives way to
    /// nothing.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // from 0 to 1
    fn share(&self, key: Key, body: u32, motion: &SolverBodies) -> Option<u64> {
        let options = self.entries.get(key)?.options_to_solve();
        let bodies = self.entries.places(key.index);
        let are_fit = bodies.iter().all(|&body| is_of_order(motion.masses[body as usize]));
        let is_fit = options.enabled && options.is_ordinary() && are_fit;
        let side = bodies.iter().position(|&place| place == body)?;
        if !is_fit {
            return None;
        }
        if !self.kernels.layout.holds {
            return Some((self.largest_share(key, side, motion)? * f64::from(UNIT)) as u64);
        }
        let ratio = self.ratio(key, side, motion)?;
        (ratio < MOST_RATIO).then_some((ratio / (1.0 + ratio) * f64::from(UNIT)) as u64)
    }

    /// How much of the effective mass of a row is this body's, of the row of which most is: for a joint with limits, motors or springs,
    /// which does not answer alike to all velocities. At the poses of [`ratio`](Self::ratio).
    fn largest_share(&self, key: Key, side: usize, motion: &SolverBodies) -> Option<f64> {
        let (layout, bodies) = (&self.kernels.layout, self.entries.places(key.index));
        let mut blocks = vec![Wrench::default(); layout.rows * layout.bodies];
        self.entries.joint(key)?.write_jacobian(&POSES, 0.0, &mut blocks);
        let shares = blocks.chunks_exact(layout.bodies).map(|row| {
            let masses = bodies.iter().map(|&body| motion.masses[body as usize]);
            let parts = row.iter().zip(masses).map(|(block, masses)| {
                double(masses.inverse_mass) * (block.x * block.x + block.y * block.y)
                    + double(masses.inverse_inertia) * block.angular * block.angular
            });
            let parts: Vec<f64> = parts.collect();
            parts[side] / parts.iter().sum::<f64>()
        });
        Some(shares.filter(|share| share.is_finite()).fold(0.0, f64::max))
    }

    /// What the joint would take from the body's velocity, of what there is, if it were rigid and the body ever so heavy: the
    /// greatest eigenvalue of D⁻¹ J M⁻¹ Jᵀ, with D the K of the other body alone, and by a seventh more at most.
    ///
    /// At some poses that are the same for all joints, in which both bodies are turned alike, as they mostly are where a joint is
    /// made: so no world finds another answer than one that is saved, loaded and goes on.
    fn ratio(&self, key: Key, side: usize, motion: &SolverBodies) -> Option<f64> {
        let (layout, bodies) = (&self.kernels.layout, self.entries.places(key.index));
        let joint = self.entries.joint(key)?;
        let setup = joint_data::setup(layout, key.index, joint, bodies, &motion.masses, Some(side));
        let poses = [Pose::new(0.4, -0.2, 0.0), Pose::new(-0.6, 0.8, 0.0)];
        let response = hub::response_of_one(self.kernels, self.entries.joints(), setup, side, poses);
        let mut power = response.map(|column| column.map(|taken| -taken));
        for _ in 0..3 {
            power = product(&power, &power);
        }
        Some((power[0][0] + power[1][1] + power[2][2]).sqrt().sqrt().sqrt())
    }
}

/// The product of two matrices by column.
fn product(a: &[[f64; 3]; 3], b: &[[f64; 3]; 3]) -> [[f64; 3]; 3] {
    b.map(|column| from_fn(|row| (0..3).map(|inner| a[inner][row] * column[inner]).sum()))
}

fn is_of_order(masses: MassProperties<Scalar>) -> bool {
    let is = |inverse: Scalar| inverse == 0.0 || ORDERS.contains(&inverse);
    moves(masses) && is(masses.inverse_mass) && is(masses.inverse_inertia)
}

fn sort(places: &mut Vec<u32>) {
    places.sort_unstable();
    places.dedup();
}
