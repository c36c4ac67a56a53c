//! The kernels of a joint type: loops over packs that call what the attribute has derived.
//!
//! All of it is inlined into one function for each width: see [`Lanes::run`](crate::lanes::Lanes::run).

#![allow(clippy::inline_always)]

use core::marker::PhantomData;

use super::{Angles, BodyPlaces, Kernels, Poses, Setups, Span, Velocities};
use crate::constraint::{Array as _, Constraint, Pass, Step, Values as _};
use crate::kinematics::{Pose, Velocity};
use crate::lanes::{Gather, Kernel};
use crate::math::Scalar;
use crate::solver::motion::as_long;

impl<L: Gather> Kernels<L> {
    /// Those of the joints of type `J`.
    pub(super) const fn of<J: Constraint>() -> Self {
        Self {
            begin: |span, angles| {
                if J::READS_ANGLE {
                    L::run(Begin::<J, L> { span, angles, joint: PhantomData });
                }
            },
            prepare: |span, poses, step| L::run(Prepare::<J, L> { span, poses, step, joint: PhantomData }),
            solve: |span, velocities, pass| L::run(Solve::<J, L> { span, velocities, pass, joint: PhantomData }),
            apply: |span, velocities| L::run(Apply::<J, L> { span, velocities, joint: PhantomData }),
        }
    }
}

/// Does the same for each body of a joint, one after another in the code: what it does to their places is too long for the
/// compiler to take a loop apart by itself, and the bodies would go through memory.
macro_rules! each_body {
    ($body:ident => $act:expr) => {
        each_body!(0, $body => $act);
        each_body!(1, $body => $act);
        each_body!(2, $body => $act);
        each_body!(3, $body => $act);
        for $body in 4..J::BODIES {
            $act;
        }
    };
    ($number:literal, $body:ident => $act:expr) => {
        if J::BODIES > $number {
            let $body = $number;
            $act;
        }
    };
}

struct Begin<'a, J, L: Gather> {
    span: Span<'a, L>,
    angles: Angles<'a>,
    joint: PhantomData<J>,
}

impl<J: Constraint, L: Gather> Kernel for Begin<'_, J, L> {
    #[inline(always)]
    fn run(self) {
        let Span { packs, bodies, setups, prepared, .. } = self.span;
        for pack in 0..packs {
            let mut angles = J::Bodies::repeat(L::Double::default());
            each_body!(body => angles.as_mut()[body] = bodies.angle(pack * J::BODIES + body, self.angles));
            let numbers = of_pack_mut(prepared, pack, J::Prepared::<L>::COUNT);
            let mut prepared = J::Prepared::load(numbers);
            J::begin(&setup_of::<J, L>(&setups, pack), &angles, &mut prepared);
            prepared.store(numbers);
        }
    }
}

struct Prepare<'a, J, L: Gather> {
    span: Span<'a, L>,
    poses: &'a Poses<'a, L>,
    step: &'a Step<Scalar>,
    joint: PhantomData<J>,
}

impl<J: Constraint, L: Gather> Kernel for Prepare<'_, J, L> {
    #[inline(always)]
    fn run(self) {
        let Span { packs, bodies, setups, bases, prepared, .. } = self.span;
        let Step { h, inverse_h, time } = *self.step;
        let step = Step { h: L::splat(h), inverse_h: L::splat(inverse_h), time: L::splat(time) };
        for pack in 0..packs {
            let bases = &bases[pack * J::BODIES..][..J::BODIES];
            let mut poses = J::Bodies::repeat(Pose::default());
            each_body!(body => {
                let mut pose = bodies.pose(pack * J::BODIES + body, self.poses, J::READS_ANGLE);
                if !J::RIGID {
                    pose = as_long(pose);
                }
                // Where places are relative to that of the first body, its own is zero.
                if body > 0 || !J::RELATIVE {
                    let [x, y] = bases[body];
                    (pose.x, pose.y) = (x + pose.x, y + pose.y);
                }
                poses.as_mut()[body] = pose;
            });
            let numbers = of_pack_mut(prepared, pack, J::Prepared::<L>::COUNT);
            let mut prepared = J::Prepared::load(numbers);
            J::prepare(&setup_of::<J, L>(&setups, pack), &poses, &step, &mut prepared);
            prepared.store(numbers);
        }
    }
}

struct Solve<'a, J, L: Gather> {
    span: Span<'a, L>,
    velocities: Velocities<'a, L>,
    pass: &'a Pass<Scalar>,
    joint: PhantomData<J>,
}

impl<J: Constraint, L: Gather> Kernel for Solve<'_, J, L> {
    #[inline(always)]
    fn run(self) {
        let Self { span: Span { packs, bodies, setups, prepared, impulses, .. }, mut velocities, pass, .. } = self;
        let pass = Pass {
            bias_rate: L::splat(pass.bias_rate),
            mass_scale: L::splat(pass.mass_scale),
            impulse_scale: L::splat(pass.impulse_scale),
            spring_scale: L::splat(pass.spring_scale),
        };
        for pack in 0..packs {
            let mut own = velocities_of::<J, L>(&bodies, pack, &velocities);
            let impulses = of_pack_mut(impulses, pack, J::ROWS);
            let mut lambda = impulses_of::<J, L>(impulses);
            let prepared = prepared_of::<J, L>(prepared, pack);
            J::solve(&setup_of::<J, L>(&setups, pack), &prepared, &pass, &mut lambda, &mut own);
            impulses.copy_from_slice(lambda.as_ref());
            each_body!(body => {
                bodies.set_velocity(pack * J::BODIES + body, own.as_ref()[body], &mut velocities);
            });
        }
    }
}

struct Apply<'a, J, L: Gather> {
    span: Span<'a, L>,
    velocities: Velocities<'a, L>,
    joint: PhantomData<J>,
}

impl<J: Constraint, L: Gather> Kernel for Apply<'_, J, L> {
    #[inline(always)]
    fn run(self) {
        let Self { span: Span { packs, bodies, setups, prepared, impulses, .. }, mut velocities, .. } = self;
        for pack in 0..packs {
            let mut own = velocities_of::<J, L>(&bodies, pack, &velocities);
            let lambda = impulses_of::<J, L>(of_pack_mut(impulses, pack, J::ROWS));
            let prepared = prepared_of::<J, L>(prepared, pack);
            J::warm_start(&setup_of::<J, L>(&setups, pack), &prepared, &lambda, &mut own);
            each_body!(body => {
                bodies.set_velocity(pack * J::BODIES + body, own.as_ref()[body], &mut velocities);
            });
        }
    }
}

#[inline(always)]
fn velocities_of<J: Constraint, L: Gather>(
    bodies: &BodyPlaces<'_, L>,
    pack: usize,
    velocities: &Velocities<'_, L>,
) -> J::Bodies<Velocity<L>> {
    let mut own = J::Bodies::repeat(Velocity::default());
    each_body!(body => own.as_mut()[body] = bodies.velocity(pack * J::BODIES + body, velocities));
    own
}

#[inline(always)]
fn setup_of<J: Constraint, L: Gather>(setups: &Setups<'_, L>, pack: usize) -> J::Setup<L> {
    J::Setup::load(setups.of(pack, J::Setup::<L>::COUNT))
}

#[inline(always)]
fn prepared_of<J: Constraint, L: Gather>(prepared: &mut [L], pack: usize) -> J::Prepared<L> {
    J::Prepared::load(of_pack_mut(prepared, pack, J::Prepared::<L>::COUNT))
}

#[inline(always)]
fn impulses_of<J: Constraint, L: Gather>(impulses: &[L]) -> J::Rows<L> {
    let mut lambda = J::Rows::repeat(L::default());
    lambda.as_mut().copy_from_slice(impulses);
    lambda
}

/// The numbers of one pack.
#[inline(always)]
fn of_pack_mut<T>(numbers: &mut [T], pack: usize, count: usize) -> &mut [T] {
    &mut numbers[pack * count..][..count]
}
