use constraint_core::{Scalar, Vec2, constraint};

/// Documented.
#[constraint(|a, b| {
    let d = b.point(self.anchor) - a.position;
    d.length() - self.length
})]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[must_use]
struct Joint {
    /// Documented, too.
    anchor: Vec2,
    length: Scalar,
    #[cfg(any())]
    never: NoSuchType,
    #[cfg(all())]
    #[allow(dead_code)]
    always: Option<String2>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct String2;

fn main() {
    let joint = Joint::default();
    assert_eq!(joint, Joint { anchor: Vec2::ZERO, length: 0.0, always: None });
}
