//! The joints of the catalogue, and their C written out a second time, by components.

use constraint_core::joints::{AngleJoint, DistanceJoint, LineJoint, MotorJoint, PivotJoint, PulleyJoint, WeldJoint};
use constraint_core::{Constraint, Pose, Scalar, Vec2};
use num_dual::{Dual64, DualNum};

use crate::random::Random;
use crate::sample::{EXACT, Sample, jacobian, largest, near};

/// Numbers of which C is made here.
trait Number: DualNum<Primitive = f64> + Copy {}
impl<D: DualNum<Primitive = f64> + Copy> Number for D {}

/// A joint's C by components, of x, y and angle of each body.
trait Written: Constraint {
    fn written<D: Number>(&self, bodies: &[[D; 3]]) -> Vec<D>;
}

#[allow(clippy::useless_conversion)] // not with the feature `f64` off
fn number(value: Scalar) -> f64 {
    value.into()
}

/// The world place of a local point.
fn point<D: Number>([x, y, angle]: [D; 3], local: Vec2) -> (D, D) {
    let (u, v) = (number(local.x), number(local.y));
    let (sin, cos) = angle.sin_cos();
    (x + cos * u - sin * v, y + sin * u + cos * v)
}

fn between<D: Number>(a: (D, D), b: (D, D)) -> (D, D) {
    (b.0 - a.0, b.1 - a.1)
}

fn length<D: Number>((x, y): (D, D)) -> D {
    (x * x + y * y).sqrt()
}

impl Written for PivotJoint {
    fn written<D: Number>(&self, bodies: &[[D; 3]]) -> Vec<D> {
        let d = between(point(bodies[0], self.local_anchor_a), point(bodies[1], self.local_anchor_b));
        vec![d.0, d.1]
    }
}

impl Written for WeldJoint {
    fn written<D: Number>(&self, bodies: &[[D; 3]]) -> Vec<D> {
        let d = between(point(bodies[0], self.local_anchor_a), point(bodies[1], self.local_anchor_b));
        vec![d.0, d.1, bodies[1][2] - bodies[0][2] - number(self.reference_angle)]
    }
}

impl Written for AngleJoint {
    fn written<D: Number>(&self, bodies: &[[D; 3]]) -> Vec<D> {
        vec![bodies[1][2] * number(self.ratio) - bodies[0][2]]
    }
}

impl Written for DistanceJoint {
    fn written<D: Number>(&self, bodies: &[[D; 3]]) -> Vec<D> {
        vec![length(between(point(bodies[0], self.local_anchor_a), point(bodies[1], self.local_anchor_b)))]
    }
}

impl Written for LineJoint {
    fn written<D: Number>(&self, bodies: &[[D; 3]]) -> Vec<D> {
        let d = between(point(bodies[0], self.local_anchor_a), point(bodies[1], self.local_anchor_b));
        let (u, v) = (number(self.local_direction_a.x), number(self.local_direction_a.y));
        let heading = bodies[0][2] + v.atan2(u);
        let (sin, cos) = heading.sin_cos();
        vec![cos * d.1 - sin * d.0, cos * d.0 + sin * d.1]
    }
}

impl Written for MotorJoint {
    fn written<D: Number>(&self, bodies: &[[D; 3]]) -> Vec<D> {
        vec![bodies[1][2] * number(self.ratio) - bodies[0][2]]
    }
}

impl Written for PulleyJoint {
    fn written<D: Number>(&self, bodies: &[[D; 3]]) -> Vec<D> {
        let first = between(point(bodies[0], self.local_anchor_a), point(bodies[1], self.local_anchor_b));
        let second = between(point(bodies[2], self.local_anchor_c), point(bodies[3], self.local_anchor_d));
        vec![length(first) + length(second) * number(self.ratio)]
    }
}

/// C and J against what is written above, to rounding of the value and of the row's largest entry.
fn as_written<J: Written>(sample: &Sample<J>) {
    sample.each(|joint, state, _| {
        let plain: Vec<[f64; 3]> =
            state.poses.as_ref().iter().map(|pose: &Pose<f64>| [pose.x, pose.y, pose.angle]).collect();
        let position = joint.position(&state.poses);
        let written = joint.written(&plain);
        assert_eq!(written.len(), J::ROWS);
        for (row, (&found, expected)) in position.as_ref().iter().zip(written).enumerate() {
            near(&format!("{} C[{row}] as written", sample.name), found, expected, EXACT * expected.abs().max(1.0));
        }
        let jacobian = jacobian(joint, &state.poses);
        for column in 0..3 * J::BODIES {
            let mut bodies: Vec<[Dual64; 3]> = plain.iter().map(|body| body.map(Dual64::from_re)).collect();
            bodies[column / 3][column % 3].eps = 1.0;
            for (row, expected) in joint.written(&bodies).into_iter().enumerate() {
                let what = format!("{} J[{row}][{column}] as written", sample.name);
                near(&what, jacobian[row][column], expected.eps, EXACT * largest(&jacobian[row]).max(1.0));
            }
        }
    });
}

/// Limits at random: both, one, none, or equal.
pub(crate) fn limits(random: &mut Random) -> (Scalar, Scalar) {
    let (lower, upper) = (random.scalar(-1.0, 2.0), random.scalar(2.0, 5.0));
    if random.once_in(4) {
        (lower, lower)
    } else {
        (
            if random.once_in(4) { Scalar::NEG_INFINITY } else { lower },
            if random.once_in(4) { Scalar::INFINITY } else { upper },
        )
    }
}

pub(crate) const PIVOT: Sample<PivotJoint> = Sample {
    name: "PivotJoint",
    make: |random| PivotJoint { local_anchor_a: random.vector(2.0), local_anchor_b: random.vector(2.0) },
    rows: |joint, s| constraint_core::Rows::to_vec(joint.rows(&s[0], &s[1])),
    bias: |_| vec![0.0; 2],
    tolerance: EXACT,
};

pub(crate) const WELD: Sample<WeldJoint> = Sample {
    name: "WeldJoint",
    make: |random| WeldJoint {
        local_anchor_a: random.vector(2.0),
        local_anchor_b: random.vector(2.0),
        reference_angle: random.scalar(-3.0, 3.0),
    },
    rows: |joint, s| constraint_core::Rows::to_vec(joint.rows(&s[0], &s[1])),
    bias: |_| vec![0.0; 3],
    tolerance: EXACT,
};

pub(crate) const ANGLE: Sample<AngleJoint> = Sample {
    name: "AngleJoint",
    make: |random| {
        let (lower, upper) = limits(random);
        AngleJoint { ratio: random.scalar(-3.0, 3.0), lower, upper }
    },
    rows: |joint, s| constraint_core::Rows::to_vec(joint.rows(&s[0], &s[1])),
    bias: |_| vec![0.0],
    tolerance: EXACT,
};

pub(crate) const DISTANCE: Sample<DistanceJoint> = Sample {
    name: "DistanceJoint",
    make: |random| {
        let (lower, upper) = limits(random);
        DistanceJoint { local_anchor_a: random.vector(2.0), local_anchor_b: random.vector(2.0), lower, upper }
    },
    rows: |joint, s| constraint_core::Rows::to_vec(joint.rows(&s[0], &s[1])),
    bias: |_| vec![0.0],
    tolerance: EXACT,
};

pub(crate) const LINE: Sample<LineJoint> = Sample {
    name: "LineJoint",
    make: |random| {
        let (lower, upper) = limits(random);
        let (local_anchor_a, local_anchor_b) = (random.vector(2.0), random.vector(2.0));
        LineJoint { local_anchor_a, local_direction_a: random.vector(2.0), local_anchor_b, lower, upper }
    },
    rows: |joint, s| constraint_core::Rows::to_vec(joint.rows(&s[0], &s[1])),
    bias: |_| vec![0.0; 2],
    tolerance: EXACT,
};

pub(crate) const MOTOR: Sample<MotorJoint> = Sample {
    name: "MotorJoint",
    make: |random| MotorJoint {
        ratio: random.scalar(-3.0, 3.0),
        rate: random.scalar(-3.0, 3.0),
        max_torque: if random.once_in(4) { Scalar::INFINITY } else { random.scalar(0.0, 9.0) },
    },
    rows: |joint, s| constraint_core::Rows::to_vec(joint.rows(&s[0], &s[1])),
    bias: |joint| vec![-number(joint.rate)],
    tolerance: EXACT,
};

pub(crate) const PULLEY: Sample<PulleyJoint> = Sample {
    name: "PulleyJoint",
    make: |random| {
        let (lower, upper) = limits(random);
        PulleyJoint {
            local_anchor_a: random.vector(2.0),
            local_anchor_b: random.vector(2.0),
            local_anchor_c: random.vector(2.0),
            local_anchor_d: random.vector(2.0),
            ratio: random.scalar(0.2, 3.0),
            lower,
            upper,
        }
    },
    rows: |joint, s| constraint_core::Rows::to_vec(joint.rows(&s[0], &s[1], &s[2], &s[3])),
    bias: |_| vec![0.0],
    tolerance: EXACT,
};

macro_rules! tests {
    ($($name:ident: $sample:expr),* $(,)?) => {$(
        #[test]
        fn $name() {
            $sample.derived();
            as_written(&$sample);
        }
    )*};
}
tests! {
    pivot: PIVOT,
    weld: WELD,
    angle: ANGLE,
    distance: DISTANCE,
    line: LINE,
    motor: MOTOR,
    pulley: PULLEY,
}
