//! What the attribute writes, pretty-printed and compared with `snapshots/`: a change of the output is seen in review.
//!
//! `UPDATE_SNAPSHOTS=1 cargo test -p constraint-macros` takes the present output for right.

use std::path::Path;
use std::{env, fs};

use proc_macro2::TokenStream;

use crate::expand::expand;

/// The expansion, as rustfmt would lay it out. It has to parse: if it does not, the fault is ours.
fn printed(attribute: &str, item: &str) -> String {
    let tokens = |source: &str| source.parse::<TokenStream>().expect("tokens");
    let expansion = expand(&tokens(attribute), &tokens(item));
    match syn::parse2(expansion.clone()) {
        Ok(file) => prettyplease::unparse(&file),
        Err(error) => panic!("the expansion does not parse, which is a bug of this crate: {error}\n{expansion}"),
    }
}

fn check(name: &str, attribute: &str, item: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("snapshots").join(name).with_extension("rs");
    let found = printed(attribute, item);
    if env::var_os("UPDATE_SNAPSHOTS").is_some() {
        fs::write(&path, found).expect("a snapshot that can be written");
        return;
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        kept == found,
        "{} is not what the attribute writes now; run with UPDATE_SNAPSHOTS=1 and read the difference",
        path.display()
    );
}

#[test]
fn pivot_joint() {
    check(
        "pivot_joint",
        "|a, b| b.point(self.local_anchor_b) - a.point(self.local_anchor_a)",
        "/// Two anchors, one on each body, held together.
        #[derive(Clone, Debug)]
        pub struct PivotJoint {
            pub local_anchor_a: Vec2,
            pub local_anchor_b: Vec2,
        }",
    );
}

#[test]
fn wheel_joint() {
    check(
        "wheel_joint",
        "|a, b| {
            let axis = a.rotation * self.local_axis_a;
            let d = b.point(self.local_anchor_b) - a.point(self.local_anchor_a);
            (
                (b.angle - a.angle).at_rate(self.motor_speed).max_force(self.max_motor_torque),
                axis.dot(d).soft(self.suspension),
                axis.dot(d).within(self.lower..=self.upper),
                axis.perp_dot(d),
            )
        }",
        "/// A wheel on a car: it turns by a motor, and moves along an axis of the car by a suspension between stops.
        #[derive(Clone, Debug)]
        pub struct WheelJoint {
            pub local_anchor_a: Vec2,
            pub local_anchor_b: Vec2,
            pub local_axis_a: Vec2,
            pub suspension: Softness,
            pub motor_speed: Scalar,
            pub max_motor_torque: Scalar,
            pub lower: Scalar,
            pub upper: Scalar,
        }",
    );
}

#[test]
fn distance_joint() {
    check(
        "distance_joint",
        "|a, b| {
            let d = b.point(self.local_anchor_b) - a.point(self.local_anchor_a);
            d.length().within(self.min_length..=self.max_length)
        }",
        "/// Two anchors that stay within a range of distances.
        #[derive(Clone, Debug)]
        pub struct DistanceJoint {
            pub local_anchor_a: Vec2,
            pub local_anchor_b: Vec2,
            pub min_length: Scalar,
            pub max_length: Scalar,
        }",
    );
}

#[test]
fn a_joint_with_mistakes() {
    check("with_mistakes", "|a, b| { let mut d = b.angle; d as f32 }", "struct Broken { length: Scalar }");
}
