//! Prints the derivation of a joint of the catalogue: `cargo run --example derive -- wheel`. Lists them without a name.

use std::process::ExitCode;

use constraint_core::Constraint;
use constraint_core::joints::{
    AngleJoint, DampedRotarySpring, DampedSpring, DistanceJoint, DriveJoint, GroundPulleyJoint, LineJoint,
    LinearMotorJoint, MotorJoint, MouseJoint, PivotJoint, PrismaticJoint, PulleyJoint, RailJoint, RatchetJoint,
    RevoluteJoint, SliderJoint, SoftDistanceJoint, SoftRailJoint, StrutJoint, WeldJoint, WheelJoint,
};

const DERIVATIONS: [&str; 22] = [
    AngleJoint::DERIVATION,
    DampedRotarySpring::DERIVATION,
    DampedSpring::DERIVATION,
    DistanceJoint::DERIVATION,
    DriveJoint::DERIVATION,
    GroundPulleyJoint::DERIVATION,
    LineJoint::DERIVATION,
    LinearMotorJoint::DERIVATION,
    MotorJoint::DERIVATION,
    MouseJoint::DERIVATION,
    PivotJoint::DERIVATION,
    PrismaticJoint::DERIVATION,
    PulleyJoint::DERIVATION,
    RailJoint::DERIVATION,
    RatchetJoint::DERIVATION,
    RevoluteJoint::DERIVATION,
    SliderJoint::DERIVATION,
    SoftDistanceJoint::DERIVATION,
    SoftRailJoint::DERIVATION,
    StrutJoint::DERIVATION,
    WeldJoint::DERIVATION,
    WheelJoint::DERIVATION,
];

/// The joint's name, with which its derivation begins.
fn name(derivation: &str) -> &str {
    derivation.split(':').next().unwrap_or_default()
}

fn main() -> ExitCode {
    let Some(wanted) = std::env::args().nth(1) else {
        for derivation in DERIVATIONS {
            println!("{}", derivation.lines().next().unwrap_or_default());
        }
        return ExitCode::SUCCESS;
    };
    let plain = |name: &str| name.to_lowercase().replace(['_', '-', ' '], "").replace("joint", "");
    let Some(derivation) = DERIVATIONS.iter().find(|derivation| plain(name(derivation)) == plain(&wanted)) else {
        eprintln!("there is no joint `{wanted}`; without an argument, all are listed");
        return ExitCode::FAILURE;
    };
    println!("{derivation}");
    ExitCode::SUCCESS
}
