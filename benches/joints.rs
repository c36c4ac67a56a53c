//! How many instructions a joint takes, generated and by hand: `cargo bench --bench joints`, then `cargo bench --bench ratios`.
//!
//! Needs valgrind and `gungraun-runner`. The state of a joint is always the same one, and nothing but the function is counted.

use constraint_core::joints::{
    AngleJoint, DampedRotarySpring, DampedSpring, DistanceJoint, DriveJoint, GroundPulleyJoint, LineJoint,
    LinearMotorJoint, MotorJoint, MouseJoint, PivotJoint, PrismaticJoint, PulleyJoint, RailJoint, RatchetJoint,
    RevoluteJoint, SliderJoint, SoftDistanceJoint, SoftRailJoint, StrutJoint, WeldJoint, WheelJoint,
};
use constraint_core::math::Scalar;
use constraint_core::{Array, Constraint, MassProperties, Pass, Pose, Softness, Step, Velocity};
use gungraun::{library_benchmark, library_benchmark_group, main};

mod hand;

use hand::{ByHand, Dice};

type Float = Scalar;

/// A joint in the middle of a step.
struct State<J: ByHand> {
    setup: J::Setup<Float>,
    known: J::Known,
    prepared: J::Prepared<Float>,
    kept: J::Kept,
    poses: J::Bodies<Pose<Float>>,
    step: Step<Float>,
    pass: Pass<Float>,
    impulses: J::Rows<Float>,
    velocities: J::Bodies<Velocity<Float>>,
}

fn state<J: ByHand>() -> &'static mut State<J> {
    let mut dice = Dice(1);
    let joint = J::sample(&mut dice);
    let masses = J::Bodies::from_fn(|_| MassProperties {
        inverse_mass: dice.between(0.1, 2.0),
        inverse_inertia: dice.between(0.1, 2.0),
    });
    let poses =
        J::Bodies::from_fn(|_| Pose::new(dice.between(-2.0, 2.0), dice.between(-2.0, 2.0), dice.between(-4.0, 4.0)));
    let step = Step { h: 1.0 / 240.0, inverse_h: 240.0, time: 0.0 };
    let (setup, known) = (joint.setup(&masses), joint.known(&masses));
    let (mut prepared, mut kept) = (J::Prepared::default(), J::Kept::default());
    // Once a step.
    <J as Constraint>::begin(&setup, &J::Bodies::from_fn(|_| 0.0), &mut prepared);
    <J as ByHand>::begin(&known, &J::Bodies::from_fn(|_| 0.0), &mut kept);
    <J as Constraint>::prepare(&setup, &poses, &step, &mut prepared);
    <J as ByHand>::prepare(&known, &poses, &step, &mut kept);
    Box::leak(Box::new(State {
        setup,
        known,
        prepared,
        kept,
        poses,
        step,
        pass: Softness::new(60.0, 2.0).pass(step.h),
        impulses: J::Rows::from_fn(|_| dice.between(-0.5, 0.5)),
        velocities: J::Bodies::from_fn(|_| Velocity {
            x: dice.between(-3.0, 3.0),
            y: dice.between(-3.0, 3.0),
            angular: dice.between(-3.0, 3.0),
        }),
    }))
}

macro_rules! joints {
    ($($name:ident in $module:ident: $joint:ty),* $(,)?) => {
        $(
            mod $module {
                use super::*;

                #[library_benchmark]
                #[bench::generated(state::<$joint>())]
                fn prepare(s: &'static mut State<$joint>) {
                    <$joint as Constraint>::prepare(&s.setup, &s.poses, &s.step, &mut s.prepared);
                }

                #[library_benchmark]
                #[bench::hand(state::<$joint>())]
                fn prepare_by_hand(s: &'static mut State<$joint>) {
                    <$joint as ByHand>::prepare(&s.known, &s.poses, &s.step, &mut s.kept);
                }

                #[library_benchmark]
                #[bench::generated(state::<$joint>())]
                fn warm_start(s: &'static mut State<$joint>) {
                    <$joint as Constraint>::warm_start(&s.setup, &s.prepared, &s.impulses, &mut s.velocities);
                }

                #[library_benchmark]
                #[bench::hand(state::<$joint>())]
                fn warm_start_by_hand(s: &'static mut State<$joint>) {
                    <$joint as ByHand>::warm_start(&s.known, &s.kept, &s.impulses, &mut s.velocities);
                }

                #[library_benchmark]
                #[bench::generated(state::<$joint>())]
                fn solve(s: &'static mut State<$joint>) {
                    <$joint as Constraint>::solve(&s.setup, &s.prepared, &s.pass, &mut s.impulses, &mut s.velocities);
                }

                #[library_benchmark]
                #[bench::hand(state::<$joint>())]
                fn solve_by_hand(s: &'static mut State<$joint>) {
                    <$joint as ByHand>::solve(&s.known, &s.kept, &s.pass, &mut s.impulses, &mut s.velocities);
                }

                library_benchmark_group!(
                    name = $name,
                    benchmarks = [prepare, prepare_by_hand, warm_start, warm_start_by_hand, solve, solve_by_hand]
                );
            }
            use $module::$name;
        )*
        main!(library_benchmark_groups = [$($name),*]);
    };
}

joints! {
    angle in angle_joint: AngleJoint,
    damped_rotary_spring in damped_rotary_spring_joint: DampedRotarySpring,
    damped_spring in damped_spring_joint: DampedSpring,
    distance in distance_joint: DistanceJoint,
    drive in drive_joint: DriveJoint,
    ground_pulley in ground_pulley_joint: GroundPulleyJoint,
    line in line_joint: LineJoint,
    linear_motor in linear_motor_joint: LinearMotorJoint,
    motor in motor_joint: MotorJoint,
    mouse in mouse_joint: MouseJoint,
    pivot in pivot_joint: PivotJoint,
    prismatic in prismatic_joint: PrismaticJoint,
    pulley in pulley_joint: PulleyJoint,
    rail in rail_joint: RailJoint,
    ratchet in ratchet_joint: RatchetJoint,
    revolute in revolute_joint: RevoluteJoint,
    slider in slider_joint: SliderJoint,
    soft_distance in soft_distance_joint: SoftDistanceJoint,
    soft_rail in soft_rail_joint: SoftRailJoint,
    strut in strut_joint: StrutJoint,
    weld in weld_joint: WeldJoint,
    wheel in wheel_joint: WheelJoint,
}
