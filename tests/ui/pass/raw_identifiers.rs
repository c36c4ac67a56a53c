#![deny(warnings)]
#![allow(non_camel_case_types)]
use constraint_core::{Scalar, constraint};

#[constraint(|r#in, r#type| {
    let r#let = r#type.angle - r#in.angle;
    r#let - self.r#fn
})]
struct r#struct {
    r#fn: Scalar,
}

fn main() {
    let _ = r#struct { r#fn: 0.0 };
}
