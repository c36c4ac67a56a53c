#![deny(warnings)]
use constraint_core::constraint;

/// A name that importing the attribute leaves free.
mod constraint {
    pub(crate) fn name() -> &'static str {
        "constraint"
    }
}

#[constraint(|a, b| b.angle - a.angle)]
pub struct Joint {}

fn main() {
    assert_eq!(constraint::name(), "constraint");
}
