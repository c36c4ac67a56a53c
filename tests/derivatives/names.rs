//! Names that a user may give, and that generated code has a use for itself.

use constraint_core::{Constraint, Pass, Rot2, Rows, Scalar, Vec2, constraint};

use crate::fast::Run;
use crate::sample::{EXACT, Sample, near};

/// A field, a body and variables of one name.
#[constraint(|a, b| {
    let d = b.point(self.b) - a.point(self.b);
    let b = d.x * self.a;
    let a = b + d.y * self.a;
    let d = a * a + b;
    d - self.a
})]
struct OneName {
    a: Scalar,
    b: Vec2,
}

const ONE_NAME: Sample<OneName> = Sample {
    name: "OneName",
    make: |r| OneName { a: r.scalar(-2.0, 2.0), b: r.vector(2.0) },
    rows: |j, s| j.rows(&s[0], &s[1]).to_vec(),
    bias: |_| vec![0.0],
    tolerance: EXACT,
};

/// Bodies called what generated functions call their arguments, and what they call other bodies' values.
#[constraint(|setup, mass_setup, pass, velocities, prepared, poses| {
    let step = mass_setup.position - setup.position;
    let impulses = self.velocity_pass * step.x + self.masses.dot(step);
    let core_ = impulses * pass.angle;
    let next_0 = velocities.position - prepared.position;
    let next_1 = core_ + next_0.length();
    (next_1 * next_1, impulses, poses.angle - self.next_2.sin * pass.angle)
})]
struct Arguments {
    velocity_pass: Scalar,
    masses: Vec2,
    next_2: Rot2,
}

const ARGUMENTS: Sample<Arguments> = Sample {
    name: "Arguments",
    make: |r| Arguments {
        velocity_pass: r.scalar(-2.0, 2.0),
        masses: r.vector(2.0),
        next_2: Rot2::from_angle(r.scalar(-3.0, 3.0)),
    },
    rows: |j, s| j.rows(&s[0], &s[1], &s[2], &s[3], &s[4], &s[5]).to_vec(),
    bias: |_| vec![0.0; 3],
    tolerance: EXACT,
};

/// Keywords, a field per name of a component, a value without a name.
#[constraint(|r#in, r#type| {
    let r#loop = r#type.position - r#in.position;
    let _ = r#loop.length() * self.loop_x;
    let r#fn = r#loop.length() * self.loop_x;
    let r#fn = r#fn * self.r#match.x + r#fn;
    (r#fn * r#fn, r#loop)
}, allow(dependent_rows))]
#[allow(non_camel_case_types)]
struct r#struct {
    loop_x: Scalar,
    r#match: Vec2,
}

const KEYWORDS: Sample<r#struct> = Sample {
    name: "struct",
    make: |r| r#struct { loop_x: r.scalar(-2.0, 2.0), r#match: r.vector(2.0) },
    rows: |j, s| j.rows(&s[0], &s[1]).to_vec(),
    bias: |_| vec![0.0; 3],
    tolerance: EXACT,
};

/// Joints called as the structs of what is kept, and as the scalar.
mod kept {
    use super::{Scalar, constraint};

    #[constraint(|a, b| a.position.distance(b.position) - self.rest)]
    pub(super) struct Setup {
        pub(super) rest: Scalar,
    }

    #[constraint(|a, b| a.position.distance(b.position) - self.rest)]
    pub(super) struct Prepared {
        pub(super) rest: Scalar,
    }

    #[constraint(|a, b| a.position.distance(b.position) - self.rest)]
    pub(super) struct S {
        pub(super) rest: Scalar,
    }
}

const SETUP: Sample<kept::Setup> = Sample {
    name: "Setup",
    make: |r| kept::Setup { rest: r.scalar(0.0, 2.0) },
    rows: |j, s| j.rows(&s[0], &s[1]).to_vec(),
    bias: |_| vec![0.0],
    tolerance: EXACT,
};

const PREPARED: Sample<kept::Prepared> = Sample {
    name: "Prepared",
    make: |r| kept::Prepared { rest: r.scalar(0.0, 2.0) },
    rows: |j, s| j.rows(&s[0], &s[1]).to_vec(),
    bias: |_| vec![0.0],
    tolerance: EXACT,
};

const SCALAR: Sample<kept::S> = Sample {
    name: "S",
    make: |r| kept::S { rest: r.scalar(0.0, 2.0) },
    rows: |j, s| j.rows(&s[0], &s[1]).to_vec(),
    bias: |_| vec![0.0],
    tolerance: EXACT,
};

/// A body at rest relative to nothing: J is constant, and no field is kept at a pose.
#[constraint(|a| a.angle.at_rate(1.0))]
struct Spin {}

/// Nothing kept at setup that is not a mass, and no field at all.
#[constraint(|a, b| a.angle - b.angle)]
struct Lock {}

const SPIN: Sample<Spin> = Sample {
    name: "Spin",
    make: |_| Spin {},
    rows: |j, s| j.rows(&s[0]).to_vec(),
    bias: |_| vec![-1.0],
    tolerance: EXACT,
};

const LOCK: Sample<Lock> = Sample {
    name: "Lock",
    make: |_| Lock {},
    rows: |j, s| j.rows(&s[0], &s[1]).to_vec(),
    bias: |_| vec![0.0],
    tolerance: EXACT,
};

/// C, J, V, K as everywhere, and an iteration that takes V to zero.
fn holds<J: Constraint>(sample: &Sample<J>) {
    sample.derived();
    sample.each(|joint, state, _| {
        let mut run = Run::new(joint, state);
        run.solve(Pass::relax());
        for &left in joint.velocity(&state.poses, &run.velocities).as_ref() {
            // Velocities reach 1e2, K's condition 1e4.
            near(&format!("{} V", sample.name), left, 0.0, 1e2 * EXACT);
        }
    });
}

#[test]
fn names_of_arguments() {
    ARGUMENTS.derived();
    crate::fast::by_impulses(&ARGUMENTS);
}

#[test]
fn keywords() {
    KEYWORDS.derived();
    crate::fast::by_impulses(&KEYWORDS);
}

#[test]
fn names_of_types() {
    holds(&SETUP);
    holds(&PREPARED);
    holds(&SCALAR);
}

#[test]
fn nothing_to_keep() {
    holds(&SPIN);
    holds(&LOCK);
}

#[test]
fn a_field_a_body_and_a_variable_of_one_name() {
    holds(&ONE_NAME);
}
