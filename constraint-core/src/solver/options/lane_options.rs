//! The options of the joints of one pack, in lanes.

use crate::joint_options::JointOptions;
use crate::kernels::records::VelocityRecord;
use crate::kernels::records::as_long;
use crate::kernels::{Poses, gather, scatter};
use crate::kinematics::Pose;
use crate::lanes::{Gather, Kernel, Places};
use crate::math::Scalar;
use crate::pass::Pass;

/// What the options of a pack's joints ask of a substep of one length. Which lanes ask for it is a bit for each.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PackOptions<L> {
    /// Length of the substep, s; zero where options have changed since.
    h: Scalar,
    /// All joints.
    pub(crate) joints: u16,
    /// Joints that options make springs of.
    pub(crate) soft: u16,
    /// Joints that have broken in this step.
    pub(crate) broken: u16,
    /// Joints of bounded force.
    pub(crate) bounded: u16,
    /// Joints that act on a bounded error.
    pub(crate) bounded_error: u16,
    /// Joints that a force can break.
    pub(crate) breakable: u16,
    /// Joints that an error can break.
    pub(crate) breakable_error: u16,
    spring: Pass<L>,
    /// The share of its position error on which each joint acts.
    pub(crate) share: L,
    /// N·s.
    pub(crate) max_impulse: L,
    /// N.
    pub(crate) break_force: L,
}

impl<L: Gather> PackOptions<L> {
    /// Of joints without options, or before their options are put into lanes: for substeps of length `h`.
    pub(crate) fn ordinary(h: Scalar) -> Self {
        let infinite = L::splat(Scalar::INFINITY);
        Self {
            h,
            joints: 0,
            soft: 0,
            broken: 0,
            bounded: 0,
            bounded_error: 0,
            breakable: 0,
            breakable_error: 0,
            spring: Pass::relax(),
            share: L::splat(1.0),
            max_impulse: infinite,
            break_force: infinite,
        }
    }

    /// Of these joints, each in its lane.
    pub(crate) fn new<'a>(h: Scalar, joints: impl Iterator<Item = (usize, &'a JointOptions)>) -> Self {
        let mut own = Self::ordinary(h);
        for (lane, options) in joints {
            let bit = |is_set: bool| u16::from(is_set) << lane;
            let is_bound = |bound: Scalar| bit(bound < Scalar::INFINITY);
            own.joints |= bit(true);
            if let Some(softness) = options.softness {
                own.soft |= bit(true);
                let Pass { bias_rate, mass_scale, impulse_scale, spring_scale } = softness.pass(h);
                own.spring.bias_rate.set(lane, bias_rate);
                own.spring.mass_scale.set(lane, mass_scale);
                own.spring.impulse_scale.set(lane, impulse_scale);
                own.spring.spring_scale.set(lane, spring_scale);
            }
            own.bounded |= is_bound(options.max_force);
            own.bounded_error |= is_bound(options.max_error);
            own.breakable |= is_bound(options.break_force);
            own.breakable_error |= is_bound(options.break_error);
            own.max_impulse.set(lane, options.max_force * h);
            own.break_force.set(lane, options.break_force);
        }
        own
    }

    /// Whether they are for substeps of this length.
    #[allow(clippy::float_cmp)] // a change by any bit is one
    pub(crate) fn are_for(&self, h: Scalar) -> bool {
        self.h == h
    }

    /// Whether all joints are solved by whatever pass there is.
    pub(crate) const fn take_any_pass(&self) -> bool {
        self.relax_as_any() && self.bounded_error == 0
    }

    /// Whether all joints are relaxed, as rigid ones are.
    pub(crate) const fn relax_as_any(&self) -> bool {
        self.soft | self.broken | self.bounded == 0
    }

    /// The pass as each joint sees it: its own spring, and its error bounded.
    pub(crate) fn pass(&self, pass: &Pass<Scalar>) -> Pass<L> {
        let Self { soft, spring, share, .. } = self;
        let mut found = *spring;
        L::run(Once(|| {
            let soft = L::mask(*soft);
            found = Pass {
                bias_rate: L::select(soft, spring.bias_rate, L::splat(pass.bias_rate)) * *share,
                mass_scale: L::select(soft, spring.mass_scale, L::splat(pass.mass_scale)),
                impulse_scale: L::select(soft, spring.impulse_scale, L::splat(pass.impulse_scale)),
                spring_scale: L::select(soft, spring.spring_scale, L::splat(pass.spring_scale)),
            };
        }));
        found
    }
}

/// A few operations on lanes.
struct Once<F>(F);

impl<F: FnOnce()> Kernel for Once<F> {
    #[inline(always)]
    #[allow(clippy::inline_always)] // see `Lanes::run`
    fn run(self) {
        self.0();
    }
}

/// The lanes of a mask.
pub(crate) fn lanes_of(mask: u16) -> impl Iterator<Item = usize> {
    (0..16).filter(move |lane| mask >> lane & 1 == 1)
}

/// The norms of the impulses of a pack's joints, times a factor, if one exceeds its bound.
pub(crate) fn norms_beyond<L: Gather>(impulses: &[L], factor: Scalar, bounds: L) -> Option<L> {
    let (mut norms, mut is_beyond) = (L::default(), false);
    L::run(Once(|| {
        let squares = impulses.iter().map(|&impulse| impulse * impulse);
        norms = squares.fold(L::default(), |sum, square| sum + square).sqrt() * L::splat(factor);
        is_beyond = L::any(bounds.less(norms));
    }));
    is_beyond.then_some(norms)
}

/// Reads the velocities of a pack's bodies.
pub(crate) fn read_velocities<L: Gather>(places: &[Places<L>], velocities: &[VelocityRecord], into: &mut Vec<[L; 4]>) {
    into.resize(places.len(), [L::default(); 4]);
    L::run(Once(|| places.iter().zip(into).for_each(|(place, own)| *own = gather(place, velocities))));
}

/// Writes the velocities of the bodies that the joints in some lanes of a pack move.
pub(crate) fn write_velocities<L: Gather>(
    places: &[Places<L>],
    lanes: u16,
    from: &[[L; 4]],
    velocities: &mut [VelocityRecord],
) {
    L::run(Once(|| {
        for (place, &own) in places.iter().zip(from) {
            scatter(own, &place.without(!lanes), velocities);
        }
    }));
}

/// The poses of a pack's bodies. In the `soft` lanes arms are as long as they are: the shorter ones are for rigid joints alone.
pub(crate) fn find_poses<L: Gather>(places: &[Places<L>], seen: &Poses<'_, L>, soft: u16, poses: &mut Vec<Pose<L>>) {
    poses.resize(places.len(), Pose::default());
    L::run(Once(|| {
        let soft = L::mask(soft);
        for (place, pose) in places.iter().zip(poses) {
            let [x, y, cos, sin] = gather(place, seen.moved);
            let [.., angle] = gather(place, seen.turned);
            let seen = Pose { x, y, angle, cos, sin };
            let long = as_long(seen);
            *pose = Pose { cos: L::select(soft, long.cos, cos), sin: L::select(soft, long.sin, sin), ..seen };
        }
    }));
}
