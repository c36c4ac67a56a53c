//! The generated joints with the parameters of recorded ones.

use constraint_core::Vec2;
use constraint_core::joints::{AngleJoint, DistanceJoint, LineJoint, MotorJoint, PivotJoint, PulleyJoint, WeldJoint};

use super::builtin::{Builtin, Kind};
use super::derived::Derived;
use super::joint::{Base, Step};
use super::user::{Listing, User};
use crate::oracle::Joint;

/// What the engine calls a user constraint, before the name of the joint that it is.
const USER: &str = "User";
/// Between the name of a joint and that of the paper whose listing ran.
const AS_PRINTED: &str = "_as_printed_";

pub(crate) fn build(joint: &Joint) -> Box<dyn Step> {
    let Some((name, listing)) = user(joint) else {
        let (kind, derived) = derive(joint, &joint.kind);
        return Box::new(Builtin::new(kind, Base::new(derived, joint)));
    };
    let (kind, derived) = derive(joint, name);
    let listing = match (kind, listing) {
        (_, None) => Listing::Derived,
        (Kind::Pivot, Some("001")) => Listing::PivotOf001,
        (Kind::Angle, Some("000")) => Listing::AngleOf000,
        _ => panic!("{}: no such listing is known", joint.kind),
    };
    Box::new(User::new(listing, kind == Kind::Motor, Base::new(derived, joint)))
}

/// Of a user constraint, the name of the joint that it is, and of the paper whose listing ran.
fn user(joint: &Joint) -> Option<(&str, Option<&str>)> {
    let name = joint.kind.strip_prefix(USER)?;
    Some(name.split_once(AS_PRINTED).map_or((name, None), |(name, paper)| (name, Some(paper))))
}

fn derive(joint: &Joint, name: &str) -> (Kind, Box<dyn Derived>) {
    let anchor = |name| Vec2::from(joint.numbers::<2>(name));
    let (lower, upper) = (joint.lower("min"), joint.upper("max"));
    match name {
        "PivotJoint" => (
            Kind::Pivot,
            Box::new(PivotJoint { local_anchor_a: anchor("anchor_a"), local_anchor_b: anchor("anchor_b") }),
        ),
        "WeldJoint" => (
            Kind::Weld,
            Box::new(WeldJoint {
                local_anchor_a: anchor("anchor_a"),
                local_anchor_b: anchor("anchor_b"),
                reference_angle: joint.number("phase"),
            }),
        ),
        "AngleJoint" => (Kind::Angle, Box::new(AngleJoint { ratio: joint.number("ratio"), lower, upper })),
        "DistanceJoint" => (
            Kind::Distance,
            Box::new(DistanceJoint {
                local_anchor_a: anchor("anchor_a"),
                local_anchor_b: anchor("anchor_b"),
                lower,
                upper,
            }),
        ),
        "LineJoint" => (
            Kind::Line,
            Box::new(LineJoint {
                local_anchor_a: anchor("anchor_a"),
                local_direction_a: anchor("direction"),
                local_anchor_b: anchor("anchor_b"),
                lower,
                upper,
            }),
        ),
        "MotorJoint" => (
            Kind::Motor,
            Box::new(MotorJoint {
                ratio: joint.number("ratio"),
                rate: joint.number("rate"),
                max_torque: joint.upper("max_force"),
            }),
        ),
        "PulleyJoint" => (
            Kind::Pulley,
            Box::new(PulleyJoint {
                local_anchor_a: anchor("anchor_a"),
                local_anchor_b: anchor("anchor_b"),
                local_anchor_c: anchor("anchor_c"),
                local_anchor_d: anchor("anchor_d"),
                ratio: joint.number("ratio"),
                lower,
                upper,
            }),
        ),
        _ => panic!("{name} is no joint of Nape"),
    }
}
