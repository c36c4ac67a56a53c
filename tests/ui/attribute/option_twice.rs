use constraint_core::{Scalar, constraint};

#[constraint(|a, b| b.angle - self.ratio * a.angle, validate = Self::check, validate = Self::check, draw)]
struct Joint {
    ratio: Scalar,
}

impl Joint {
    fn check(&self) -> Result<(), &'static str> {
        Ok(())
    }
}

fn main() {}
