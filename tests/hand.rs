//! The joints that are written by hand, for the benches, mean what the generated ones mean.

use constraint_core::joints::{
    AngleJoint, DampedRotarySpring, DampedSpring, DistanceJoint, DriveJoint, GroundPulleyJoint, LineJoint,
    LinearMotorJoint, MotorJoint, MouseJoint, PivotJoint, PrismaticJoint, PulleyJoint, RailJoint, RatchetJoint,
    RevoluteJoint, SliderJoint, SoftDistanceJoint, SoftRailJoint, StrutJoint, WeldJoint, WheelJoint,
};
use constraint_core::{Array, Constraint, MassProperties, Pass, Pose, Softness, Step, Velocity};

#[path = "../benches/hand/mod.rs"]
mod hand;

use hand::{ByHand, Dice};

/// Double precision shows a wrong sign or factor through any rounding.
type Float = f64;

/// K of the random states has a condition below 1e4, and each value comes of some 50 operations: 1e-16 · 1e4 · 50.
const TOLERANCE: Float = 1e-10;

fn close(what: &str, ours: Float, theirs: Float) {
    assert!((ours - theirs).abs() <= TOLERANCE * (1.0 + theirs.abs()), "{what}: {ours} by hand, {theirs} generated");
}

fn same_velocities<J: ByHand>(what: &str, ours: &J::Bodies<Velocity<Float>>, theirs: &J::Bodies<Velocity<Float>>) {
    for (ours, theirs) in ours.as_ref().iter().zip(theirs.as_ref()) {
        close(what, ours.x, theirs.x);
        close(what, ours.y, theirs.y);
        close(what, ours.angular, theirs.angular);
    }
}

#[allow(clippy::useless_conversion)] // not with the feature `f64` off
fn agree<J: ByHand>() {
    for seed in 0..500 {
        let mut dice = Dice(seed);
        let joint = J::sample(&mut dice);
        let mut number = |low: f32, high: f32| -> Float { dice.between(low.into(), high.into()).into() };
        let masses = J::Bodies::from_fn(|_| MassProperties {
            inverse_mass: number(0.1, 2.0),
            inverse_inertia: number(0.1, 2.0),
        });
        let poses = J::Bodies::from_fn(|_| Pose::new(number(-2.0, 2.0), number(-2.0, 2.0), number(-4.0, 4.0)));
        let start =
            J::Bodies::from_fn(|_| Velocity { x: number(-3.0, 3.0), y: number(-3.0, 3.0), angular: number(-3.0, 3.0) });
        let impulses = J::Rows::from_fn(|_| number(-0.5, 0.5));
        let h = 1.0 / 240.0;
        let step = Step { h, inverse_h: 1.0 / h, time: 0.0 };

        let (setup, known) = (joint.setup(&masses), joint.known(&masses));
        let (mut prepared, mut kept) = (J::Prepared::default(), J::Kept::default());
        <J as Constraint>::prepare(&setup, &poses, &step, &mut prepared);
        <J as ByHand>::prepare(&known, &poses, &step, &mut kept);

        let (mut theirs, mut ours) = (start, start);
        <J as Constraint>::warm_start(&setup, &prepared, &impulses, &mut theirs);
        <J as ByHand>::warm_start(&known, &kept, &impulses, &mut ours);
        same_velocities::<J>("warm start", &ours, &theirs);

        let (mut their_impulses, mut our_impulses) = (impulses, impulses);
        for pass in [Softness::new(60.0, 2.0).pass(h), Pass::relax(), Softness::new(15.0, 1.0).pass(h)] {
            <J as Constraint>::solve(&setup, &prepared, &pass, &mut their_impulses, &mut theirs);
            <J as ByHand>::solve(&known, &kept, &pass, &mut our_impulses, &mut ours);
            same_velocities::<J>("solve", &ours, &theirs);
            for (&ours, &theirs) in our_impulses.as_ref().iter().zip(their_impulses.as_ref()) {
                close("impulse", ours, theirs);
            }
        }
    }
}

macro_rules! joints {
    ($($name:ident: $joint:ty),* $(,)?) => {$(
        #[test]
        fn $name() {
            agree::<$joint>();
        }
    )*};
}

joints! {
    angle: AngleJoint,
    damped_rotary_spring: DampedRotarySpring,
    damped_spring: DampedSpring,
    distance: DistanceJoint,
    drive: DriveJoint,
    ground_pulley: GroundPulleyJoint,
    line: LineJoint,
    linear_motor: LinearMotorJoint,
    motor: MotorJoint,
    mouse: MouseJoint,
    pivot: PivotJoint,
    prismatic: PrismaticJoint,
    pulley: PulleyJoint,
    rail: RailJoint,
    ratchet: RatchetJoint,
    revolute: RevoluteJoint,
    slider: SliderJoint,
    soft_distance: SoftDistanceJoint,
    soft_rail: SoftRailJoint,
    strut: StrutJoint,
    weld: WeldJoint,
    wheel: WheelJoint,
}
