//! What a substep does to the bodies of a crew: what [`Motion`](crate::solver::Motion) does to its own, operation by operation.

use super::Crew;
use crate::kinematics::{Pose, Velocity};
use crate::lanes::{Kernel, Lanes, rotation};
use crate::math::{Scalar, double, nearest};
use crate::solver::motion::{rotated, that_moves};

impl<L: Lanes> Crew<L> {
    pub(super) fn carry_nothing(&mut self) {
        self.carried.fill(Velocity::default());
    }

    pub(super) fn integrate_velocities(&mut self) {
        L::run(IntegrateVelocities(self));
    }

    pub(super) fn integrate_poses(&mut self, h: Scalar) {
        L::run(IntegratePoses(self, h));
    }

    pub(super) fn settle(&mut self) {
        L::run(Settle(self));
    }
}

/// v ← (v + h·a) / (1 + h·damping) + M⁻¹ Jᵀ λ
struct IntegrateVelocities<'a, L>(&'a mut Crew<L>);

impl<L: Lanes> Kernel for IntegrateVelocities<'_, L> {
    #[inline(always)]
    #[allow(clippy::inline_always)] // see `Lanes::run`
    fn run(self) {
        let Crew { velocities, carried, drives, .. } = self.0;
        for ((velocity, carried), [gain, keep]) in velocities.iter_mut().zip(carried).zip(drives) {
            velocity.x = that_moves((velocity.x + gain.x) * keep.x + carried.x);
            velocity.y = that_moves((velocity.y + gain.y) * keep.y + carried.y);
            velocity.angular = that_moves((velocity.angular + gain.angular) * keep.angular + carried.angular);
            *carried = Velocity::default();
        }
    }
}

/// x ← x + h·v
struct IntegratePoses<'a, L>(&'a mut Crew<L>, Scalar);

impl<L: Lanes> Kernel for IntegratePoses<'_, L> {
    #[inline(always)]
    #[allow(clippy::inline_always)] // see `Lanes::run`
    fn run(self) {
        let (Crew { moved, turned, velocities, .. }, h) = (self.0, L::splat(self.1));
        for ((moved, turned), velocity) in moved.iter_mut().zip(turned).zip(velocities) {
            let [.., angle, by] = turned;
            *by += h * that_moves(velocity.angular);
            let angle = *angle + *by;
            let [cos, sin] = rotated(*turned);
            *moved = Pose {
                x: moved.x + h * that_moves(velocity.x),
                y: moved.y + h * that_moves(velocity.y),
                angle,
                cos,
                sin,
            };
        }
    }
}

/// What has been the motion of a step becomes the start of the next one.
struct Settle<'a, L>(&'a mut Crew<L>);

impl<L: Lanes> Kernel for Settle<'_, L> {
    #[inline(always)]
    #[allow(clippy::inline_always)] // see `Lanes::run`
    fn run(self) {
        let Crew { centres, angles, far, crossed, splits, moved, turned, velocities, .. } = self.0;
        let mut has_crossed = 0;
        let zero = L::default();
        let mut nothing = zero;
        for seat in 0..centres.len() {
            let (Pose { x, y, .. }, by) = (moved[seat], turned[seat][3]);
            let [centre_x, centre_y] = &mut centres[seat];
            let ([near_x, rest_x], [near_y, rest_y]) = (shift(centre_x, x), shift(centre_y, y));
            splits[seat] = [near_x, near_y, rest_x, rest_y];
            let angles = &mut angles[seat];
            for (lane, angle) in angles[..L::COUNT].iter_mut().enumerate() {
                *angle = angle.turned(by.get(lane));
            }
            let are_far = (0..L::COUNT).fold(0, |are_far, lane| are_far | u8::from(angles[lane].is_far()) << lane);
            crossed[seat] = core::mem::replace(&mut far[seat], are_far) ^ are_far;
            has_crossed |= crossed[seat];
            let angle = L::from_fn(|lane| angles[lane].radians());
            let [cos, sin] = rotation(L::from_fn(|lane| angles[lane].within_turn()));
            // As any sum of an angle and how far it has turned: +0 where it was −0.
            moved[seat] = Pose { x: zero, y: zero, angle: angle + zero, cos, sin };
            turned[seat] = [cos, sin, angle, zero];
            let velocity = velocities[seat];
            // 0, or NaN of what is not finite, for ever.
            let here = near_x * zero + near_y * zero + angle * zero;
            nothing += here + velocity.x * zero + velocity.y * zero + velocity.angular * zero;
        }
        self.0.has_crossed = has_crossed != 0;
        self.0.is_finite = !L::any(!nothing.less_equal(zero));
    }
}

/// Moves a coordinate of the centres. As lanes take it: the nearest scalars, and what they lack.
#[inline(always)]
#[allow(clippy::inline_always)] // a kernel's
fn shift<L: Lanes>(centres: &mut [f64], by: L) -> [L; 2] {
    for (lane, centre) in centres[..L::COUNT].iter_mut().enumerate() {
        *centre += double(by.get(lane));
    }
    let near = L::from_fn(|lane| nearest(centres[lane]));
    [near, L::from_fn(|lane| nearest(centres[lane] - double(near.get(lane))))]
}
