//! The mistakes of the guide's first page.

use constraint_core::prelude::*;

#[constraint(|wire, bead| (bead.position - wire.position) - self.radius)]
struct VectorLessScalar {
    radius: Scalar,
}

#[constraint(|wire, bead| bead.position.distance(wire.position) - 2 * self.radius)]
struct Integer {
    radius: Scalar,
}

#[constraint(|wire, bead| (bead.pos - wire.position).length() - self.radius)]
struct AnotherName {
    radius: Scalar,
}

#[constraint(|wire, bead| bead.position.length() - self.radius)]
struct ForgottenBody {
    radius: Scalar,
}

#[constraint(|a, b| (b.angle - a.angle, (b.angle - a.angle).at_rate(self.rate)))]
struct Turntable {
    rate: Scalar,
}

fn main() {}
