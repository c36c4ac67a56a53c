use constraint_core::{Scalar, constraint};

#[constraint(|größe, höhe| höhe.angle - self.übersetzun * größe.angle)]
struct Getriebe {
    übersetzung: Scalar,
}

fn main() {}
