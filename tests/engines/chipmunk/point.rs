//! The joints of two rows: the pivot, and the groove, which is a pivot at a place that slides.
//!
//! A groove is [`LineJoint`]: its C tells where along the groove the second body is, its J which way the groove runs. The
//! engine does not differentiate that place. In each step it takes the point of the first body that is there for the anchor
//! of a pivot, and then lets go of what of the impulse the groove does not bear. While the second body is beside the groove,
//! that moves otherwise than the exact derivative of C would: by the error times the angular velocity.

use constraint_core::joints::{LineJoint, PivotJoint};
use constraint_core::{Vec2, Wrench};

use super::clamp::{Reach, clamp_length, dot};
use super::pair::{Body, Pair};
use super::space::Joint;

#[derive(Clone, Debug)]
pub(super) struct Point {
    pivot: Pair<PivotJoint>,
    groove: Option<Groove>,
    reach: Reach,
    bias: [f64; 2],
    /// K⁻¹.
    mass: [[f64; 2]; 2],
    impulse: [f64; 2],
}

impl Point {
    pub(super) fn pivot(joint: PivotJoint, bodies: [usize; 2], reach: Reach) -> Self {
        let pivot = Pair::new(joint, bodies);
        Self { pivot, groove: None, reach, bias: [0.0; 2], mass: [[0.0; 2]; 2], impulse: [0.0; 2] }
    }

    pub(super) fn groove(ends: [Vec2; 2], local_anchor_b: Vec2, bodies: [usize; 2], reach: Reach) -> Self {
        let pivot = PivotJoint { local_anchor_a: ends[0], local_anchor_b };
        Self { groove: Some(Groove::new(ends, local_anchor_b, bodies)), ..Self::pivot(pivot, bodies, reach) }
    }
}

impl Joint for Point {
    fn pre_step(&mut self, bodies: &mut [Body], dt: f64) {
        if let Some(groove) = &mut self.groove {
            self.pivot.joint.local_anchor_a = groove.find(bodies);
        }
        self.pivot.check(bodies);
        self.mass = inverse(self.pivot.effective_mass(bodies));
        self.bias = self.reach.bias_vector(self.pivot.position(bodies), dt);
    }

    fn apply_cached(&mut self, bodies: &mut [Body]) {
        self.pivot.push(bodies, &self.impulse);
    }

    fn iterate(&mut self, bodies: &mut [Body], dt: f64) {
        let velocity = self.pivot.velocity(bodies);
        let change = [self.bias[0] - velocity[0], self.bias[1] - velocity[1]];
        let before = self.impulse;
        let wanted = [before[0] + dot(self.mass[0], change), before[1] + dot(self.mass[1], change)];
        let borne = self.groove.as_ref().map_or(wanted, |groove| groove.bear(wanted));
        self.impulse = clamp_length(borne, self.reach.max_force * dt);
        self.pivot.push(bodies, &[self.impulse[0] - before[0], self.impulse[1] - before[1]]);
    }

    fn impulse(&self) -> Vec<f64> {
        self.impulse.to_vec()
    }
}

/// Which way a groove pushes back along itself.
#[derive(Clone, Copy, Debug, PartialEq)]
enum End {
    First,
    Second,
}

#[derive(Clone, Debug)]
struct Groove {
    /// The line, its place measured from each end: at an end the place is exactly zero.
    from: [Pair<LineJoint>; 2],
    /// The end at which the second body is.
    at: Option<End>,
    /// The groove's normal and its direction, in the world.
    axes: [[f64; 2]; 2],
}

impl Groove {
    fn new(ends: [Vec2; 2], local_anchor_b: Vec2, bodies: [usize; 2]) -> Self {
        let line = |local_anchor_a, lower, upper| {
            let local_direction_a = ends[1] - ends[0];
            Pair::new(LineJoint { local_anchor_a, local_direction_a, local_anchor_b, lower, upper }, bodies)
        };
        let from = [line(ends[0], 0.0, f64::INFINITY), line(ends[1], f64::NEG_INFINITY, 0.0)];
        Self { from, at: None, axes: [[0.0; 2]; 2] }
    }

    /// The point of the first body at which the groove holds the second, in its frame.
    fn find(&mut self, bodies: &[Body]) -> Vec2 {
        let [first, second] = &self.from;
        first.check(bodies);
        self.axes = first.jacobian(bodies).map(|[_, Wrench { x, y, .. }]| [x, y]);
        let [_, place] = first.position(bodies);
        let [_, beyond] = second.position(bodies);
        if place <= first.limits()[1].lower {
            self.at = Some(End::First);
            first.joint.local_anchor_a
        } else if beyond >= second.limits()[1].upper {
            self.at = Some(End::Second);
            second.joint.local_anchor_a
        } else {
            self.at = None;
            first.joint.local_anchor_a + place * first.joint.local_direction_a.normalize()
        }
    }

    /// All of the impulse that an end pushes back, otherwise what is across the groove.
    fn bear(&self, impulse: [f64; 2]) -> [f64; 2] {
        let [across, along] = self.axes.map(|axis| dot(impulse, axis));
        let pushed = match self.at {
            Some(End::First) => along > 0.0,
            Some(End::Second) => along < 0.0,
            None => false,
        };
        if pushed { impulse } else { self.axes[0].map(|it| it * across) }
    }
}

fn inverse([[k11, k12], [k21, k22]]: [[f64; 2]; 2]) -> [[f64; 2]; 2] {
    let det = (k11 * k22 - k12 * k21).recip();
    [[k22 * det, -k12 * det], [-k21 * det, k11 * det]]
}
