use constraint_core::{Scalar, Time, constraint};

const PITCH: Scalar = 0.25;

fn f(of: Scalar) -> Scalar {
    of
}

#[allow(unused_macros)]
macro_rules! double {
    ($x:expr) => {
        2.0 * $x
    };
}

// Each of these has a type, but mentions more than fields.
#[constraint(|a, b, t: Time| {
    let total = self.mass + 1.0;
    let offset = b.angle - a.angle;
    let first: Scalar = self.masses[0] / total;
    let second: Scalar = self.masses[0] * b.angle;
    let third: Scalar = self.masses[0] * t;
    let pitch: Scalar = PITCH * total;
    let count: Scalar = total * self.teeth as Scalar;
    let teeth: Scalar = total * self.teeth;
    let part: Scalar = total * f(self.mass);
    let own: Scalar = offset * self.lookup(self.mass);
    // Parameters: a field of that name is no variable.
    let total_of_fields: Scalar = self.masses[0] + self.total;
    offset * first * second * third * pitch * count * teeth * part * own * total_of_fields
})]
struct Beside {
    mass: Scalar,
    total: Scalar,
    masses: [Scalar; 2],
    teeth: u32,
}

// Functions of a variable of the closure.
#[constraint(|a, b| {
    let k = 2.0 * self.ratio;
    let gain: Scalar = f(k * self.ratio);
    let twice: Scalar = double!(k);
    let row: Scalar = self.table[k];
    b.angle - (gain + twice + row) * a.angle - f(k) - self.lookup(k)
})]
struct Inside {
    ratio: Scalar,
    table: [Scalar; 2],
}

// Functions of what changes with a body or the time.
#[constraint(|a, b, t: Time| {
    let offset = b.angle - a.angle;
    let macros: Scalar = double!(a.angle);
    (self.lookup(a.angle), f(offset), f(t), macros)
})]
struct OfBodies {
    table: [Scalar; 2],
}

impl OfBodies {
    fn lookup(&self, x: Scalar) -> Scalar {
        self.table[0] * x
    }
}

fn main() {}
