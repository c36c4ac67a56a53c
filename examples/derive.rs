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

/// A name without what nobody wants to type: `WheelJoint`, `wheel-joint` and `wheel` are one.
fn plain(name: &str) -> String {
    name.to_lowercase().replace(['_', '-', ' '], "").trim_end_matches("joint").to_owned()
}

/// How many letters have to be added, removed or exchanged to make one name of the other.
fn distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (i, letter) in from.chars().enumerate() {
        let mut corner = std::mem::replace(&mut row[0], i + 1);
        for (j, &other) in to.iter().enumerate() {
            let exchanged = corner + usize::from(letter != other);
            corner = row[j + 1];
            row[j + 1] = exchanged.min(row[j] + 1).min(corner + 1);
        }
    }
    row[to.len()]
}

/// The joints that could be meant: those whose names hold what was typed, or those that are spelt most alike.
fn near(wanted: &str) -> Vec<&'static str> {
    let names = || DERIVATIONS.iter().map(|derivation| name(derivation));
    let holding: Vec<&str> = names().filter(|name| plain(name).contains(wanted)).collect();
    if !holding.is_empty() && !wanted.is_empty() {
        return holding;
    }
    let least = names().map(|name| distance(&plain(name), wanted)).min();
    names().filter(|name| Some(distance(&plain(name), wanted)) == least).collect()
}

fn main() -> ExitCode {
    let wanted = std::env::args().skip(1).collect::<Vec<_>>().join(" ");
    if wanted.is_empty() {
        for derivation in DERIVATIONS {
            println!("{}", derivation.lines().next().unwrap_or_default());
        }
        return ExitCode::SUCCESS;
    }
    let Some(derivation) = DERIVATIONS.iter().find(|derivation| plain(name(derivation)) == plain(&wanted)) else {
        eprintln!("there is no joint `{wanted}`; did you mean {}?", near(&plain(&wanted)).join(" or "));
        return ExitCode::FAILURE;
    };
    print!("{derivation}");
    ExitCode::SUCCESS
}
