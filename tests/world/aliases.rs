//! One moving body in several places of a joint: its cross terms count.

use constraint_core::joints::{PivotJoint, PulleyJoint, WeldJoint};
use constraint_core::{Body, BodyId, Constraint, JointOptions, Scalar, Sleep, Softness, Vec2, World, constraint};

use crate::support::{DT, G, add, steps, weightless};
use crate::{H, WEIGHED, assert_near};

/// A rope whose wheels hang on one body: what a `PulleyJoint` between a, b, a and d is, written with three bodies.
#[constraint(|a, b, d| {
    let first = b.point(self.local_anchor_b) - a.point(self.local_anchor_a);
    let second = d.point(self.local_anchor_d) - a.point(self.local_anchor_c);
    (first.length() + self.ratio * second.length()).within(self.lower..=self.upper)
})]
struct OnOneBody {
    local_anchor_a: Vec2,
    local_anchor_b: Vec2,
    local_anchor_c: Vec2,
    local_anchor_d: Vec2,
    ratio: Scalar,
    lower: Scalar,
    upper: Scalar,
}

/// The same between two bodies: a, b, a and b.
#[constraint(|a, b| {
    let first = b.point(self.local_anchor_b) - a.point(self.local_anchor_a);
    let second = b.point(self.local_anchor_d) - a.point(self.local_anchor_c);
    (first.length() + self.ratio * second.length()).within(self.lower..=self.upper)
})]
struct BetweenTwo {
    local_anchor_a: Vec2,
    local_anchor_b: Vec2,
    local_anchor_c: Vec2,
    local_anchor_d: Vec2,
    ratio: Scalar,
    lower: Scalar,
    upper: Scalar,
}

/// A rope from `a` to `b`, and on from `c` to `d`, no longer than `upper`.
const fn rope(anchors: [Vec2; 4], ratio: Scalar, upper: Scalar) -> PulleyJoint {
    let [local_anchor_a, local_anchor_b, local_anchor_c, local_anchor_d] = anchors;
    PulleyJoint { local_anchor_a, local_anchor_b, local_anchor_c, local_anchor_d, ratio, lower: 0.0, upper }
}

const ANCHORS: [Vec2; 4] = [Vec2::new(-1.0, 0.1), Vec2::new(0.1, 0.2), Vec2::new(1.0, 0.2), Vec2::new(-0.2, 0.1)];

/// Three bodies on the move, without gravity, their joint, and how it is to be solved.
fn thrown<J: Constraint>(joint: J, options: JointOptions, places: fn([BodyId; 3]) -> J::Bodies<BodyId>) -> World {
    let mut world = weightless();
    let wheels = Body::dynamic(3.0, 2.0).spinning(0.3).moving(Vec2::new(0.1, 0.5));
    let first = Body::dynamic(1.0, 0.1).at(Vec2::new(-1.0, -2.0)).moving(Vec2::new(0.4, -0.5)).spinning(1.0);
    let second = Body::dynamic(2.0, 0.2).at(Vec2::new(1.0, -1.0)).moving(Vec2::new(-0.3, 0.2)).spinning(-2.0);
    let bodies = [wheels, first, second].map(|body| add(&mut world, body));
    let joint = world.add_joint(places(bodies), joint).unwrap();
    world.set_joint_options(joint, options).unwrap();
    world
}

/// The largest difference of the two worlds in a position, an angle or a velocity over 300 steps.
fn difference(worlds: &mut [World; 2]) -> Scalar {
    let states = |world: &World| {
        let of = |body: &Body| {
            let (p, v) = (body.position(), body.linear_velocity());
            [p.x, p.y, body.angle(), v.x, v.y, body.angular_velocity()]
        };
        world.bodies().flat_map(|(_, body)| of(body)).collect::<Vec<_>>()
    };
    let mut worst: Scalar = 0.0;
    for _ in 0..300 {
        for world in &mut *worlds {
            steps(world, 1, DT);
        }
        let [a, b] = &*worlds;
        worst = states(a).iter().zip(states(b)).map(|(a, b)| (a - b).abs()).fold(worst, Scalar::max);
    }
    worst
}

/// Rigid, soft, weak, slow to come together, and brittle.
fn all_options() -> [JointOptions; 5] {
    let default = JointOptions::default();
    let soft = JointOptions { softness: Some(Softness::new(2.0, 0.3)), ..default };
    let (weak, slow) = (JointOptions { max_force: 0.5, ..default }, JointOptions { max_error: 0.02, ..default });
    [default, soft, weak, slow, JointOptions { break_force: 3.0, ..default }]
}

/// 1,200 substeps of a few roundings each, which a rope that is slack now and taut then makes more of.
const TO_ROUNDING: Scalar = 4e4 * Scalar::EPSILON;

#[test]
fn a_pulley_of_three_bodies_is_the_one_written_with_three() {
    for options in all_options() {
        let three = OnOneBody {
            local_anchor_a: ANCHORS[0],
            local_anchor_b: ANCHORS[1],
            local_anchor_c: ANCHORS[2],
            local_anchor_d: ANCHORS[3],
            ratio: 0.7,
            lower: 0.0,
            upper: 3.0,
        };
        let four = thrown(rope(ANCHORS, 0.7, 3.0), options, |[a, b, d]| [a, b, a, d]);
        let difference = difference(&mut [four, thrown(three, options, |bodies| bodies)]);
        assert!(difference < TO_ROUNDING, "{difference:e} with {options:?}");
    }
}

#[test]
fn a_pulley_of_two_bodies_is_the_one_written_with_two() {
    for options in all_options() {
        let two = BetweenTwo {
            local_anchor_a: ANCHORS[0],
            local_anchor_b: ANCHORS[1],
            local_anchor_c: ANCHORS[2],
            local_anchor_d: ANCHORS[3],
            ratio: 0.7,
            lower: 0.0,
            upper: 4.0,
        };
        let four = thrown(rope(ANCHORS, 0.7, 4.0), options, |[a, b, _]| [a, b, a, b]);
        let difference = difference(&mut [four, thrown(two, options, |[a, b, _]| [a, b])]);
        assert!(difference < TO_ROUNDING, "{difference:e} with {options:?}");
    }
}

#[test]
fn momentum_is_kept() {
    let all_places: [fn([BodyId; 3]) -> [BodyId; 4]; 3] =
        [|[a, b, d]| [a, b, a, d], |[a, b, _]| [a, b, a, b], |[a, b, d]| [a, b, b, d]];
    for places in all_places {
        let mut world = thrown(rope(ANCHORS, 0.7, 2.5), JointOptions::default(), places);
        // The rope starts too long. What the guard takes of the energy of shortening it moves bodies by 1e-8 m.
        world.set_energy_guard(false);
        let (linear, angular) = (world.linear_momentum(), world.angular_momentum());
        steps(&mut world, 300, DT);
        // 1,200 substeps of three solves, each off by a rounding of 2 N·s or less, at random; about the origin with an arm of
        // up to 5 m.
        assert!((world.linear_momentum() - linear).length() < 300.0 * Scalar::EPSILON, "{}", world.linear_momentum());
        assert_near(world.angular_momentum(), angular, 1000.0 * Scalar::EPSILON);
    }
}

/// Wheels of mass M on a beam that is pulled up by F, with a weight on either side.
#[test]
fn an_atwood_machine_in_a_lift_of_its_own() {
    let mut world = World::new();
    let beam = add(&mut world, Body::dynamic(2.0, Scalar::INFINITY).pushed(Vec2::Y * 80.0, 0.0));
    let [light, heavy] =
        [(-1.0, 1.0), (1.0, 3.0)].map(|(x, mass)| add(&mut world, Body::dynamic(mass, 0.1).at(Vec2::new(x, -2.0))));
    let anchors = [-Vec2::X, Vec2::ZERO, Vec2::X, Vec2::ZERO];
    let joint = world.add_joint([beam, light, beam, heavy], rope(anchors, 1.0, 4.0)).unwrap();
    steps(&mut world, 30, DT);
    // T (1/m₁ + 1/m₂ + 4/M) = 2F/M
    let tension = 2.0 * 80.0 / 2.0 / (1.0 + 1.0 / 3.0 + 4.0 / 2.0);
    // n substeps of h: a h² n(n + 1)/2. The rope gives way by K T/ω² = 80/(2π·60)² = 5.6e-4 m, which the three share.
    let way = |acceleration: Scalar| acceleration * H * H * 120.0 * 121.0 / 2.0;
    let height = |id: BodyId| world.body(id).unwrap().position().y;
    assert_near(height(beam), way(40.0 - G - tension), 6e-4);
    assert_near(height(light), -2.0 + way(tension - G), 6e-4);
    assert_near(height(heavy), -2.0 + way(tension / 3.0 - G), 6e-4);
    // The force in each place; a body in two of them feels both. The rounding of 40 m/s² h over h, of 3 kg.
    let [first, light, second, heavy] = world.reaction(joint).unwrap();
    assert_near(light.y, tension, 2.0 * WEIGHED);
    assert_near(heavy.y, tension, 2.0 * WEIGHED);
    assert_near(first.y + second.y, -2.0 * tension, 4e-2);
}

/// A rope from the ceiling to a block, and on from the block to a weight, counted ρ times.
fn through_a_block(ratio: Scalar) -> (World, [BodyId; 2]) {
    let mut world = World::new();
    let ceiling = add(&mut world, Body::fixed());
    let [block, weight] =
        [(-2.0, 2.0), (-4.0, 3.0)].map(|(y, mass)| add(&mut world, Body::dynamic(mass, 0.1).at(Vec2::Y * y)));
    let joint = rope([Vec2::ZERO; 4], ratio, 2.0 + 2.0 * ratio);
    world.add_joint([ceiling, block, block, weight], joint).unwrap();
    (world, [block, weight])
}

#[test]
fn a_rope_through_a_block_leaves_it_free() {
    // Its two stretches pull the block up and down alike: it falls as if there were no rope, and the weight hangs.
    let (mut world, [block, weight]) = through_a_block(1.0);
    steps(&mut world, 20, DT);
    assert_near(world.body(block).unwrap().position().y, -2.0 - G * H * H * 80.0 * 81.0 / 2.0, 1e-5);
    assert_near(world.body(weight).unwrap().position().y, -4.0, 1e-5);
}

#[test]
fn a_rope_counted_double_throws_the_block() {
    let (mut world, [block, weight]) = through_a_block(2.0);
    steps(&mut world, 15, DT);
    // a_b = 2 a_w, m_b a_b = −m_b g − T, m_w a_w = −m_w g + 2T
    let tension = G / (1.0 / 2.0 + 4.0 / 3.0);
    let way = |acceleration: Scalar| acceleration * H * H * 60.0 * 61.0 / 2.0;
    // Once a rounding has passed its end, the rope gives way as every joint does: by K T/ω² = g/ω² = 6.9e-5 m, which the
    // two share.
    assert_near(world.body(block).unwrap().position().y, -2.0 + way(-G - tension / 2.0), 7e-5);
    assert_near(world.body(weight).unwrap().position().y, -4.0 + way(-G + tension * 2.0 / 3.0), 7e-5);
}

#[test]
fn what_hangs_on_it_sleeps_and_wakes_as_it_was() {
    let run = |sleep: Option<Sleep>| {
        let (mut world, [block, weight]) = through_a_block(1.0);
        let ceiling = world.bodies().next().unwrap().0;
        let (local_anchor_a, local_anchor_b) = (Vec2::NEG_Y * 2.0, Vec2::ZERO);
        world.add_joint([ceiling, block], PivotJoint { local_anchor_a, local_anchor_b }).unwrap();
        world.set_sleep(sleep).unwrap();
        steps(&mut world, 240, DT);
        assert_eq!(world.body(weight).unwrap().is_asleep(), sleep.is_some());
        let rope = world.joints::<PulleyJoint>().next().unwrap().0;
        let impulse = world.impulse(rope).unwrap()[0];
        world.wake(weight).unwrap();
        steps(&mut world, 1, DT);
        (impulse, world.body(weight).unwrap().position().y)
    };
    let ((asleep, woken), (awake, moved)) = (run(Some(Sleep::default())), run(None));
    // The rope bears the weight of 3 kg asleep as awake: the rounding of g h over h.
    assert_near(asleep / H, -3.0 * G, WEIGHED);
    assert_near(asleep, awake, 1e-5);
    // It goes on with that impulse, and does not give way anew: g h² = 1.7e-4 would be seen.
    assert_near(woken, moved, 1e-6);
}

#[test]
fn a_body_cannot_be_joined_to_itself() {
    let mut world = World::new();
    let body = add(&mut world, Body::dynamic(1.0, 1.0).spinning(1.0));
    let pivot = PivotJoint { local_anchor_a: Vec2::X, local_anchor_b: Vec2::X };
    let pivot = world.add_joint([body, body], pivot).unwrap();
    let weld = WeldJoint { local_anchor_a: Vec2::X, local_anchor_b: Vec2::Y, reference_angle: 0.0 };
    let weld = world.add_joint([body, body], weld).unwrap();
    steps(&mut world, 60, DT);
    // Nothing within a body moves against it: K is zero. Two anchors that are apart turn it, if with no force.
    assert_eq!(world.impulse(pivot).unwrap(), [0.0, 0.0]);
    assert!(world.impulse(weld).unwrap().iter().all(|impulse| impulse.is_finite()));
    assert_near(world.body(body).unwrap().linear_velocity().y, -G, 2e-4);
}
