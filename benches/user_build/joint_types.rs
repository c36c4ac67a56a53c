//! The source of a crate with joint types of its own.

use std::fmt::Write as _;

/// The greatest number of joint types: their constants stay below 10, so that every type is as long as before an edit.
pub(crate) const MOST: u32 = 800;

/// What has been edited since the first version of the source.
#[derive(Clone, Copy, Default)]
pub(crate) struct Edits {
    /// The constant in the closure of the first joint type.
    pub(crate) closure: bool,
    /// A function that has nothing to do with joints.
    pub(crate) unrelated: bool,
}

/// A closure, the fields that it reads, and a value of each field. `GAIN` stands for a constant that differs in each type
/// and remains in the Jacobian, so no two types have functions that could be merged.
struct Shape {
    closure: &'static str,
    fields: &'static [(&'static str, &'static str, &'static str)],
}

const ANCHOR_A: (&str, &str, &str) = ("local_anchor_a", "Vec2", "Vec2::new(0.5, 0.0)");
const ANCHOR_B: (&str, &str, &str) = ("local_anchor_b", "Vec2", "Vec2::new(-0.5, 0.0)");
const AXIS: (&str, &str, &str) = ("local_axis_a", "Vec2", "Vec2::Y");
const LOWER: (&str, &str, &str) = ("lower", "Scalar", "-0.25");
const UPPER: (&str, &str, &str) = ("upper", "Scalar", "0.25");
const SOFTNESS: (&str, &str, &str) = ("softness", "Softness", "Softness::new(4.0, 0.7)");
const RATE: (&str, &str, &str) = ("rate", "Scalar", "1.0");
const MAX_TORQUE: (&str, &str, &str) = ("max_torque", "Scalar", "10.0");
const MAX_FORCE: (&str, &str, &str) = ("max_force", "Scalar", "1.0e4");

const SHAPES: [Shape; 5] = [
    // A pivot.
    Shape {
        closure: "GAIN * (b.point(self.local_anchor_b) - a.point(self.local_anchor_a))",
        fields: &[ANCHOR_A, ANCHOR_B],
    },
    // A rope of limited length, which winds up on a drum.
    Shape {
        closure: "(a.point(self.local_anchor_a).distance(b.point(self.local_anchor_b)) + GAIN * (b.angle - a.angle))\
            .within(self.lower..=self.upper)",
        fields: &[ANCHOR_A, ANCHOR_B, LOWER, UPPER],
    },
    // A wheel: motor, suspension, stops, and a row that is held.
    Shape {
        closure: "{
        let axis = a.rotation * self.local_axis_a;
        let d = b.point(self.local_anchor_b) - a.point(self.local_anchor_a);
        (
            (GAIN * b.angle - a.angle).at_rate(self.rate).max_force(self.max_torque),
            axis.dot(d).soft(self.softness),
            axis.dot(d).within(self.lower..=self.upper),
            axis.perp_dot(d),
        )
    }",
        fields: &[ANCHOR_A, ANCHOR_B, AXIS, RATE, MAX_TORQUE, SOFTNESS, LOWER, UPPER],
    },
    // A geared stop.
    Shape { closure: "(GAIN * b.angle - a.angle).within(self.lower..=self.upper)", fields: &[LOWER, UPPER] },
    // A spring of a limited force along an axis, which turns a screw.
    Shape {
        closure: "{
        let axis = a.rotation * self.local_axis_a.normalize();
        let d = b.point(self.local_anchor_b) - a.point(self.local_anchor_a);
        (axis.dot(d) - GAIN * (b.angle - a.angle)).soft(self.softness).max_force(self.max_force)
    }",
        fields: &[ANCHOR_A, ANCHOR_B, AXIS, SOFTNESS, MAX_FORCE],
    },
];

/// The library: joint types, a function that adds one of each to a world and steps it, and a function that does neither.
pub(crate) fn source(count: u32, edits: Edits) -> String {
    let mut text = String::from("//! Generated.\n\nuse constraint_core::prelude::*;\n");
    let mut additions = String::new();
    for (number, shape) in (0..count).zip(SHAPES.iter().cycle()) {
        add_type(&mut text, number, shape, edits.closure && number == 0);
        add_line(&mut additions, format_args!("    JointType{number}::add(&mut world, {number}.0)?;"));
    }
    add_line(
        &mut text,
        format_args!(
            "
pub fn simulate() -> Result<(), constraint_core::Error> {{
    let mut world = World::new();
{additions}    for _ in 0..60 {{
        world.step(1.0 / 60.0)?;
    }}
    Ok(())
}}

pub fn unrelated(number: u32) -> u32 {{
    number + {}
}}",
            u32::from(edits.unrelated)
        ),
    );
    text
}

/// A joint type, with a function that adds two bodies and the joint to a world.
fn add_type(text: &mut String, number: u32, shape: &Shape, is_edited: bool) {
    let gain = 1.01 + 0.01 * f64::from(number) + if is_edited { 0.005 } else { 0.0 };
    let closure = shape.closure.replace("GAIN", &format!("{gain:.3}"));
    let (mut fields, mut values) = (String::new(), String::new());
    for (field, kind, value) in shape.fields {
        add_line(&mut fields, format_args!("    pub {field}: {kind},"));
        add_line(&mut values, format_args!("            {field}: {value},"));
    }
    add_line(
        text,
        format_args!(
            "
#[constraint(|a, b| {closure})]
#[derive(Clone, Debug)]
pub struct JointType{number} {{
{fields}}}

impl JointType{number} {{
    fn add(world: &mut World, x: Scalar) -> Result<(), constraint_core::Error> {{
        let a = world.add_body(Body::dynamic(1.0, 0.1).at(Vec2::new(x, 0.0)))?;
        let b = world.add_body(Body::dynamic(2.0, 0.2).at(Vec2::new(x + 1.0, 0.0)))?;
        let joint = Self {{
{values}        }};
        world.add_joint([a, b], joint)?;
        Ok(())
    }}
}}"
        ),
    );
}

/// Writing to a string does not fail.
fn add_line(text: &mut String, line: std::fmt::Arguments<'_>) {
    let _ = writeln!(text, "{line}");
}
