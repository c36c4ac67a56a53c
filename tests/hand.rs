//! The joints that are written by hand, for the benches, mean what the generated ones mean.

use constraint_core::joints::{
    AngleJoint, DampedRotarySpring, DampedSpring, DistanceJoint, DriveJoint, GroundPulleyJoint, LineJoint,
    LinearMotorJoint, MotorJoint, MouseJoint, PivotJoint, PrismaticJoint, PulleyJoint, RailJoint, RatchetJoint,
    RevoluteJoint, SliderJoint, SoftDistanceJoint, SoftRailJoint, StrutJoint, WeldJoint, WheelJoint,
};
use constraint_core::math::{Scalar, Vec2};
use constraint_core::{Array, Constraint, MassProperties, Pass, Pose, Softness, Step, Velocity};

#[path = "../benches/hand/mod.rs"]
mod hand;
mod joint_state;

use hand::{ByHand, Dice};

/// Double precision shows a wrong sign or factor through any rounding.
type Float = f64;

/// K of the random states has a condition below 1e4, and each value comes of some 50 operations: 1e-16 · 1e4 · 50.
const TOLERANCE: Float = 1e-10;

fn close<J>(what: &str, ours: Float, theirs: Float) {
    let joint = std::any::type_name::<J>();
    let are_close = (ours - theirs).abs() <= TOLERANCE * (1.0 + theirs.abs());
    assert!(are_close, "{joint}, {what}: {ours} by hand, {theirs} generated");
}

/// A joint in the middle of a step, generated and by hand.
struct Both<J: ByHand> {
    setup: J::Setup<Float>,
    known: J::Known,
    prepared: J::Prepared<Float>,
    kept: J::Kept,
    impulses: [J::Rows<Float>; 2],
    velocities: [J::Bodies<Velocity<Float>>; 2],
}

/// What a joint finds.
type State<J> = joint_state::State<J, Float>;

const STEP: Step<Float> = Step { h: 1.0 / 240.0, inverse_h: 240.0, time: 0.0 };

#[allow(clippy::useless_conversion)] // not with the feature `f64` off
fn random<J: Constraint>(dice: &mut Dice) -> State<J> {
    State::random(|low, high| dice.between(low.into(), high.into()).into())
}

impl<J: Constraint> State<J> {
    /// With other masses; what these cannot move is at rest.
    fn with_masses(mut self, mass: impl Fn(usize, MassProperties<Float>) -> MassProperties<Float>) -> Self {
        for (body, (properties, velocity)) in self.masses.as_mut().iter_mut().zip(self.velocities.as_mut()).enumerate()
        {
            *properties = mass(body, *properties);
            if properties.inverse_mass == 0.0 {
                (velocity.x, velocity.y) = (0.0, 0.0);
            }
            if properties.inverse_inertia == 0.0 {
                velocity.angular = 0.0;
            }
        }
        self
    }
}

impl<J: ByHand> Both<J> {
    fn new(joint: &J, state: &State<J>) -> Self {
        Self::begun(joint, state, &J::Bodies::from_fn(|_| 0.0))
    }

    /// In a step that began with the bodies at these angles, since which they have turned by those of the state.
    fn begun(joint: &J, state: &State<J>, angles: &J::Bodies<f64>) -> Self {
        let mut both = Self {
            setup: joint.setup(&state.masses),
            known: joint.known(&state.masses),
            prepared: J::Prepared::default(),
            kept: J::Kept::default(),
            impulses: [state.impulses; 2],
            velocities: [state.velocities; 2],
        };
        <J as Constraint>::begin(&both.setup, angles, &mut both.prepared);
        <J as ByHand>::begin(&both.known, angles, &mut both.kept);
        both.prepare(&state.poses);
        both
    }

    fn prepare(&mut self, poses: &J::Bodies<Pose<Float>>) {
        <J as Constraint>::prepare(&self.setup, poses, &STEP, &mut self.prepared);
        <J as ByHand>::prepare(&self.known, poses, &STEP, &mut self.kept);
    }

    fn warm_start(&mut self) {
        let ([their_impulses, our_impulses], [theirs, ours]) = (&self.impulses, &mut self.velocities);
        <J as Constraint>::warm_start(&self.setup, &self.prepared, their_impulses, theirs);
        <J as ByHand>::warm_start(&self.known, &self.kept, our_impulses, ours);
        self.same_velocities("warm start");
    }

    fn solve(&mut self, pass: &Pass<Float>) {
        let ([their_impulses, our_impulses], [theirs, ours]) = (&mut self.impulses, &mut self.velocities);
        <J as Constraint>::solve(&self.setup, &self.prepared, pass, their_impulses, theirs);
        <J as ByHand>::solve(&self.known, &self.kept, pass, our_impulses, ours);
        self.same_velocities("solve");
    }

    /// The passes of a step, with their impulses.
    fn agree(&mut self) {
        self.warm_start();
        for pass in [Softness::new(60.0, 2.0).pass(STEP.h), Pass::relax(), Softness::new(15.0, 1.0).pass(STEP.h)] {
            self.solve(&pass);
            self.same_impulses();
        }
    }

    fn same_velocities(&self, what: &str) {
        let [theirs, ours] = &self.velocities;
        for (ours, theirs) in ours.as_ref().iter().zip(theirs.as_ref()) {
            close::<J>(what, ours.x, theirs.x);
            close::<J>(what, ours.y, theirs.y);
            close::<J>(what, ours.angular, theirs.angular);
        }
    }

    fn same_impulses(&self) {
        let [theirs, ours] = &self.impulses;
        for (&ours, &theirs) in ours.as_ref().iter().zip(theirs.as_ref()) {
            close::<J>("impulse", ours, theirs);
        }
    }
}

fn agree<J: ByHand>() {
    for seed in 0..500 {
        let mut dice = Dice(seed);
        let joint = J::sample(&mut dice);
        Both::new(&joint, &random(&mut dice)).agree();
    }
}

/// Bodies that nothing moves, bodies that do not turn, and one body of all.
fn agree_where_little_moves<J: ByHand>() {
    let fixed = |_, _| MassProperties::default();
    let unturned = |_, mass| MassProperties { inverse_inertia: 0.0, ..mass };
    let only_the_first = |body, mass| if body == 0 { mass } else { MassProperties::default() };
    for seed in 0..100 {
        let mut dice = Dice(seed);
        let joint = J::sample(&mut dice);
        let mut state = || random(&mut dice);
        Both::new(&joint, &state().with_masses(fixed)).agree();
        Both::new(&joint, &state().with_masses(unturned)).agree();
        Both::new(&joint, &state().with_masses(only_the_first)).agree();
    }
}

/// Bodies so heavy that the squares of their inverse masses are zero.
fn agree_between_planets<J: ByHand>() {
    let heavy = |_, mass: MassProperties<Float>| MassProperties {
        inverse_mass: 1e-200 * mass.inverse_mass,
        inverse_inertia: 1e-200 * mass.inverse_inertia,
    };
    for seed in 0..100 {
        let mut dice = Dice(seed);
        let joint = J::sample(&mut dice);
        Both::new(&joint, &random(&mut dice).with_masses(heavy)).agree();
    }
}

/// Bodies that only turn: K of an anchor has rank one where one of them does. What can be moved is moved alike, without an
/// error of the position, which could not be taken out. Impulses in which nothing gives way are nobody's to compare.
fn agree_where_bodies_only_turn<J: ByHand>(sample: impl Fn(&mut Dice) -> J) {
    let turning = |mass: MassProperties<Float>| MassProperties { inverse_mass: 0.0, ..mass };
    for seed in 0..100 {
        let mut dice = Dice(seed);
        let joint = sample(&mut dice);
        let mut state = || random(&mut dice);
        let only_last = |body, mass| if body + 1 == J::BODIES { turning(mass) } else { MassProperties::default() };
        for state in [state().with_masses(|_, mass| turning(mass)), state().with_masses(only_last)] {
            let mut both = Both::new(&joint, &state);
            both.warm_start();
            both.solve(&Pass::relax());
            both.solve(&Pass::relax());
        }
    }
}

#[test]
fn anchors_between_planets() {
    agree_between_planets::<PivotJoint>();
    agree_between_planets::<RevoluteJoint>();
    agree_between_planets::<DriveJoint>();
    agree_between_planets::<MouseJoint>();
    agree_between_planets::<WheelJoint>();
    agree_between_planets::<StrutJoint>();
    agree_between_planets::<SliderJoint>();
    agree_between_planets::<PrismaticJoint>();
    agree_between_planets::<WeldJoint>();
}

#[test]
fn anchors_of_bodies_that_only_turn() {
    agree_where_bodies_only_turn(PivotJoint::sample);
    agree_where_bodies_only_turn(RevoluteJoint::sample);
    agree_where_bodies_only_turn(WeldJoint::sample);
    agree_where_bodies_only_turn(SliderJoint::sample);
    agree_where_bodies_only_turn(PrismaticJoint::sample);
    // A greatest force would cut impulses of other lengths, and most velocities are out of reach.
    let (max_velocity_force, linear_velocity) = (Scalar::INFINITY, Vec2::ZERO);
    let unlimited = |dice: &mut Dice| DriveJoint { max_velocity_force, linear_velocity, ..DriveJoint::sample(dice) };
    agree_where_bodies_only_turn(unlimited);
}

/// A body that only turns, held by a point of it where that point is.
#[test]
fn mouse_of_a_body_that_only_turns() {
    for seed in 0..100 {
        let mut dice = Dice(seed);
        let sample = MouseJoint::sample(&mut dice);
        let joint = MouseJoint { target: sample.local_anchor, max_force: Scalar::INFINITY, ..sample };
        let mut state = random(&mut dice).with_masses(|_, mass| MassProperties { inverse_mass: 0.0, ..mass });
        state.poses = [Pose::new(0.0, 0.0, 0.0)];
        state.impulses = [0.0; 2];
        let mut both = Both::new(&joint, &state);
        both.solve(&Softness::new(60.0, 2.0).pass(STEP.h));
    }
}

/// Ropes of no length keep their last direction, and have none if they never had one.
fn agree_without_length<J: ByHand>(without_anchors: impl Fn(J) -> J) {
    for seed in 0..100 {
        let mut dice = Dice(seed);
        let joint = without_anchors(J::sample(&mut dice));
        let state = random::<J>(&mut dice);
        let together = J::Bodies::from_fn(|body| Pose { x: 0.5, y: -0.5, ..state.poses.as_ref()[body] });
        let mut both = Both::new(&joint, &state);
        both.prepare(&together);
        both.agree();
        Both::new(&joint, &State { poses: together, ..state }).agree();
    }
}

#[test]
fn distances_of_no_length() {
    let (local_anchor_a, local_anchor_b) = (Vec2::ZERO, Vec2::ZERO);
    agree_without_length(|joint| DistanceJoint { local_anchor_a, local_anchor_b, ..joint });
    agree_without_length(|joint| DampedSpring { local_anchor_a, local_anchor_b, ..joint });
    agree_without_length(|joint| SoftDistanceJoint { local_anchor_a, local_anchor_b, ..joint });
    agree_without_length(|joint| StrutJoint { local_anchor_a, local_anchor_b, ..joint });
    let (local_anchor_c, local_anchor_d) = (Vec2::ZERO, Vec2::ZERO);
    agree_without_length(|joint| PulleyJoint {
        local_anchor_a,
        local_anchor_b,
        local_anchor_c,
        local_anchor_d,
        ..joint
    });
    let (ground_a, ground_b) = (Vec2::new(0.5, -0.5), Vec2::new(0.5, -0.5));
    agree_without_length(|joint| GroundPulleyJoint { local_anchor_a, local_anchor_b, ground_a, ground_b, ..joint });
}

/// Bodies that have turned far, together and one against the other, are moved as those that have not, to the bit: the angles are
/// powers of two, and what joints have of them is exact, so that nothing is rounded but what `prepare` is told.
#[allow(clippy::useless_conversion)] // with the feature `f64`
fn keeps_digits<J: ByHand>(joint: impl Fn(&mut Dice, [Scalar; 2]) -> J) {
    // Rad: the next `f64` is 2e-10 away, which is 5e-8 rad/s in a substep.
    let far: Scalar = 1_048_576.0;
    for seed in 0..100 {
        let moved = |angles: [Scalar; 2]| {
            let mut dice = Dice(seed);
            let joint = joint(&mut dice, angles);
            let mut state = random::<J>(&mut dice);
            // Of more digits than those of single precision.
            state.poses.as_mut().iter_mut().for_each(|pose| pose.angle /= 3.0);
            let mut both = Both::begun(&joint, &state, &J::Bodies::from_fn(|body| angles[body].into()));
            both.agree();
            both.velocities
        };
        let [_, near] = moved([0.0, 0.0]);
        for angles in [[far, far], [0.0, far], [-far, far]] {
            let [_, turned] = moved(angles);
            assert_eq!(turned.as_ref(), near.as_ref(), "{} at {angles:?} rad", std::any::type_name::<J>());
        }
    }
}

#[test]
fn bodies_that_have_turned_far() {
    keeps_digits(|_, [a, b]| {
        let c = 2.0 * b - a;
        AngleJoint { ratio: 2.0, lower: c - 0.25, upper: c + 0.5 }
    });
    keeps_digits(|dice, [a, b]| DampedRotarySpring { rest_angle: b - a + 0.25, ..DampedRotarySpring::sample(dice) });
    keeps_digits(|dice, [a, b]| RatchetJoint { tooth: b - a + 0.25, ..RatchetJoint::sample(dice) });
    keeps_digits(|dice, [a, b]| WeldJoint { reference_angle: b - a, ..WeldJoint::sample(dice) });
    keeps_digits(|dice, [a, b]| SliderJoint { reference_angle: b - a, ..SliderJoint::sample(dice) });
    keeps_digits(|dice, [a, b]| PrismaticJoint { reference_angle: b - a, ..PrismaticJoint::sample(dice) });
    keeps_digits(|dice, [a, b]| RevoluteJoint { reference_angle: b - a, ..RevoluteJoint::sample(dice) });
    keeps_digits(|dice, [a, b]| DriveJoint { reference_angle: b - a, ..DriveJoint::sample(dice) });
}

/// Limits and forces of one side, of none, and equal ones.
#[allow(clippy::useless_conversion)] // not with the feature `f64` off
fn agree_within<J: ByHand>(limited: impl Fn(J, [Scalar; 2]) -> J) {
    let infinity = Scalar::INFINITY;
    for seed in 0..100 {
        let mut dice = Dice(seed);
        let place = dice.between(0.1, 2.0);
        for limits in [[-infinity, infinity], [place, infinity], [-infinity, place], [place, place]] {
            let joint = limited(J::sample(&mut dice), limits);
            Both::new(&joint, &random(&mut dice)).agree();
        }
    }
}

#[test]
fn limits_at_infinity_and_equal_ones() {
    let max_motor_force = Scalar::INFINITY;
    agree_within(|joint, [lower, upper]| AngleJoint { lower, upper, ..joint });
    agree_within(|joint, [lower, upper]| DistanceJoint { lower, upper, ..joint });
    agree_within(|joint, [lower, upper]| LineJoint { lower, upper, ..joint });
    agree_within(|joint, [lower, upper]| PulleyJoint { lower, upper, ..joint });
    agree_within(|joint, [lower, upper]| StrutJoint { lower, upper, max_motor_force, ..joint });
    agree_within(|joint, [lower, upper]| PrismaticJoint { lower, upper, max_motor_force, ..joint });
    agree_within(|joint, [lower, upper]| WheelJoint { lower, upper, max_motor_torque: max_motor_force, ..joint });
    agree_within(|joint, [lower, upper]| RevoluteJoint { lower, upper, max_motor_torque: max_motor_force, ..joint });
    agree_within(|joint, [max_force, _]| MouseJoint { max_force: max_force.abs(), ..joint });
    agree_within(|joint, [max_torque, _]| MotorJoint { max_torque: max_torque.abs(), ..joint });
    agree_within(|joint, [max_force, _]| LinearMotorJoint { max_force: max_force.abs(), ..joint });
    agree_within(|joint, [force, _]| DriveJoint {
        max_spring_torque: force.abs(),
        max_velocity_torque: force.abs(),
        max_spring_force: force.abs(),
        max_velocity_force: force.abs(),
        ..joint
    });
}

macro_rules! joints {
    ($($name:ident: $joint:ty),* $(,)?) => {$(
        mod $name {
            use super::*;

            #[test]
            fn means_the_same() {
                agree::<$joint>();
            }

            #[test]
            fn means_the_same_where_little_moves() {
                agree_where_little_moves::<$joint>();
            }
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
