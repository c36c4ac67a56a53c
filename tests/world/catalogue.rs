//! What each joint of the catalogue does to a world, against closed forms.

use constraint_core::joints::{AngleJoint, DistanceJoint, LineJoint, MotorJoint, PulleyJoint, WeldJoint};
use constraint_core::{Body, BodyId, JointId, Scalar, Vec2, World};

use crate::support::{DT, G, add, steps, weightless};
use crate::{H, WEIGHED, assert_near};

const INFINITY: Scalar = Scalar::INFINITY;

/// How far a rigid joint gives way under 1 m/s², m: 1/ω² with ω = 2π·0.2525/h = 2π·60.6 Hz.
const SAG: Scalar = 6.897_5e-6;

#[test]
fn a_weld_holds_a_cantilever() {
    let mut world = World::new();
    let wall = add(&mut world, Body::fixed().rotated(1.0));
    let beam = add(&mut world, Body::dynamic(2.0, 0.5).at(Vec2::X));
    let anchor = Vec2::new(Scalar::cos(1.0), -Scalar::sin(1.0)) * 0.5;
    let weld = WeldJoint { local_anchor_a: anchor, local_anchor_b: -Vec2::X * 0.5, reference_angle: -1.0 };
    let weld = world.add_joint([wall, beam], weld).unwrap();
    steps(&mut world, 240, DT);
    let body = world.body(beam).unwrap();
    // Its spring gives way by C = K λ/ω²h in each row: g/ω² down and nothing else, since the load is on the centre of mass.
    assert_near(body.position().y, -G * SAG, 2e-6);
    assert_near(body.position().x, 1.0, 1e-6);
    assert_near(body.angle(), 0.0, 1e-6);
    let [wall, held] = world.reaction(weld).unwrap();
    // The weight; about the centre of mass of the wall it has an arm of 0.5 m and a moment
    // of 0.5 m of its own.
    assert_near(held.y, 2.0 * G, WEIGHED);
    assert_near(held.angular, 0.0, WEIGHED);
    assert_near(wall.y, -2.0 * G, WEIGHED);
    assert_near(wall.angular, -2.0 * G, 2.0 * WEIGHED);
}

/// A wheel of 2 kg·m² whose angle is kept between −0.5 and 1 rad.
fn stopped(world: &mut World) -> (BodyId, JointId<AngleJoint>) {
    let ground = add(world, Body::fixed());
    let wheel = add(world, Body::dynamic(1.0, 2.0).spinning(3.0));
    let joint = AngleJoint { ratio: 1.0, lower: -0.5, upper: 1.0 };
    (wheel, world.add_joint([ground, wheel], joint).unwrap())
}

#[test]
fn an_angle_stops_at_its_limits() {
    let mut world = weightless();
    let (wheel, joint) = stopped(&mut world);
    // 0.3 s to the stop: until then it turns freely, without an impulse of any size.
    steps(&mut world, 18, DT);
    assert_eq!(world.impulse(joint).unwrap(), [0.0]);
    assert_eq!(world.body(wheel).unwrap().angular_velocity(), 3.0);
    let mut greatest: Scalar = 0.0;
    for _ in 0..42 {
        steps(&mut world, 1, DT);
        greatest = greatest.max(world.body(wheel).unwrap().angle());
    }
    // It is allowed to reach the stop within a substep, and no further: a rounding of 1.
    assert_near(greatest, 1.0, 1e-6);
    assert_near(world.body(wheel).unwrap().angle(), 1.0, 1e-6);
    assert_near(world.body(wheel).unwrap().angular_velocity(), 0.0, 1e-6);

    // The stop does not hold it back.
    world.body_mut(wheel).unwrap().set_angular_velocity(-3.0).unwrap();
    steps(&mut world, 6, DT);
    assert_eq!(world.body(wheel).unwrap().angular_velocity(), -3.0);
    steps(&mut world, 54, DT);
    assert_near(world.body(wheel).unwrap().angle(), -0.5, 1e-6);
    assert_near(world.body(wheel).unwrap().angular_velocity(), 0.0, 1e-6);
}

#[test]
fn a_stop_bears_a_torque() {
    let mut world = weightless();
    let (wheel, joint) = stopped(&mut world);
    world.body_mut(wheel).unwrap().set_torque(4.0).unwrap();
    steps(&mut world, 240, DT);
    // An equality would give way by α/ω² = 1.4e-5; a limit that is reached, not passed, does not.
    assert_near(world.body(wheel).unwrap().angle(), 1.0, 1e-6);
    let [ground, held] = world.reaction(joint).unwrap();
    // The rounding of a velocity of α h = 0.008 over h.
    assert_near(held.angular, -4.0, 1e-3);
    assert_near(ground.angular, 4.0, 1e-3);
    assert_eq!((held.x, held.y), (0.0, 0.0));
}

#[test]
fn equal_limits_make_a_gear() {
    let mut world = weightless();
    let pinion = add(&mut world, Body::dynamic(1.0, 0.5).pushed(Vec2::ZERO, 2.0));
    let wheel = add(&mut world, Body::dynamic(1.0, 3.0));
    // 3 θ_wheel = θ_pinion
    let joint = world.add_joint([pinion, wheel], AngleJoint { ratio: 3.0, lower: 0.0, upper: 0.0 }).unwrap();
    steps(&mut world, 600, DT);
    // (9 I_p + I_w) α_w = 3 τ, for 10 s; 2,400 sums of up to 24 rad/s round by 1e-6 each, at random.
    let acceleration = 3.0 * 2.0 / (9.0 * 0.5 + 3.0);
    let (pinion, wheel) = (world.body(pinion).unwrap(), world.body(wheel).unwrap());
    assert_near(wheel.angular_velocity(), acceleration * 10.0, 2e-4);
    // Locked to the rounding of 24 rad/s, and of 120 rad (7.6e-6).
    assert_near(pinion.angular_velocity(), 3.0 * wheel.angular_velocity(), 1e-5);
    assert_near(world.position_error(joint).unwrap()[0], 0.0, 5e-5);
}

#[test]
fn a_rope_is_slack_then_taut() {
    let mut world = World::new();
    let ground = add(&mut world, Body::fixed());
    let ball = || Body::dynamic(2.0, 0.1).at(-Vec2::Y);
    let (held, free) = (add(&mut world, ball()), add(&mut world, ball()));
    let rope = DistanceJoint { local_anchor_a: Vec2::ZERO, local_anchor_b: Vec2::ZERO, lower: 0.0, upper: 2.0 };
    let rope = world.add_joint([ground, held], rope).unwrap();
    // It falls 1 m in 0.4515 s: 27.1 steps. Until then it falls as if there were no rope.
    steps(&mut world, 26, DT);
    assert_eq!(world.impulse(rope).unwrap(), [0.0]);
    assert_eq!(world.body(held).unwrap(), world.body(free).unwrap());
    assert_eq!(world.position_error(rope).unwrap(), [0.0]);
    let mut longest: Scalar = 0.0;
    for _ in 0..120 {
        steps(&mut world, 1, DT);
        longest = longest.max(-world.body(held).unwrap().position().y);
    }
    // It may reach its end within a substep, and no further; an end does not sag: a rounding of 2 m and of g h.
    assert_near(longest, 2.0, 1e-6);
    assert_near(world.body(held).unwrap().linear_velocity().y, 0.0, 1e-5);
    assert_near(world.reaction(rope).unwrap()[1].y, 2.0 * G, WEIGHED);
    // A rope does not push.
    world.body_mut(held).unwrap().set_linear_velocity(Vec2::Y).unwrap();
    steps(&mut world, 2, DT);
    assert_eq!(world.impulse(rope).unwrap(), [0.0]);
}

#[test]
fn a_strut_keeps_apart() {
    let mut world = weightless();
    let [a, b] = [-1.0, 1.0].map(|x| {
        let body = Body::dynamic(1.0, 0.1).at(Vec2::X * (2.0 * x)).moving(-Vec2::X * x);
        add(&mut world, body)
    });
    let strut = DistanceJoint { local_anchor_a: Vec2::ZERO, local_anchor_b: Vec2::ZERO, lower: 3.0, upper: INFINITY };
    let strut = world.add_joint([a, b], strut).unwrap();
    // They meet its end after 0.5 s, and then stand.
    steps(&mut world, 120, DT);
    assert_near(world.body(b).unwrap().position().x - world.body(a).unwrap().position().x, 3.0, 1e-6);
    assert_near(world.body(b).unwrap().linear_velocity().x, 0.0, 1e-6);
    assert_near(world.position_error(strut).unwrap()[0], 0.0, 1e-6);
    world.body_mut(b).unwrap().set_linear_velocity(Vec2::X).unwrap();
    steps(&mut world, 60, DT);
    assert_eq!(world.body(b).unwrap().linear_velocity(), Vec2::X);
}

/// A bead of 2 kg on a slope of 3 down in 5, which begins at the origin. Its direction is not a unit vector, and the body
/// that it is fixed to is turned.
fn on_a_slope(world: &mut World) -> (BodyId, JointId<LineJoint>) {
    let slope = add(world, Body::fixed().rotated(1.0));
    let bead = add(world, Body::dynamic(2.0, 0.1));
    let (sin, cos) = Scalar::sin_cos(1.0);
    let line = LineJoint {
        local_anchor_a: Vec2::ZERO,
        local_direction_a: Vec2::new(cos * 8.0 - sin * 6.0, -sin * 8.0 - cos * 6.0),
        local_anchor_b: Vec2::ZERO,
        lower: -INFINITY,
        upper: 2.0,
    };
    (bead, world.add_joint([slope, bead], line).unwrap())
}

#[test]
fn a_bead_slides_to_the_end_of_its_line() {
    let mut world = World::new();
    let (bead, line) = on_a_slope(&mut world);
    steps(&mut world, 30, DT);
    // 0.6 g along the slope, n substeps of h: a h² n(n + 1)/2. Across it gives way by 0.8 g/ω² = 5.5e-5.
    let along = Vec2::new(0.8, -0.6);
    let position = world.body(bead).unwrap().position();
    assert_near(position.dot(along), 0.6 * G * H * H * 120.0 * 121.0 / 2.0, 1e-5);
    assert_near(along.perp_dot(position), -0.8 * G * SAG, 3e-6);
    assert_near(world.impulse(line).unwrap()[1], 0.0, 0.0);

    // 2 m are done after 0.82 s. Where rounding takes it beyond, the end gives way as every joint does, by 0.6 g/ω².
    steps(&mut world, 210, DT);
    let beyond = world.body(bead).unwrap().position().dot(along) - 2.0;
    assert!((-1e-6..0.6 * G * SAG + 1e-6).contains(&beyond), "{beyond} m");
    let [_, held] = world.reaction(line).unwrap();
    // Both rows together bear the weight.
    assert_near(held.x, 0.0, WEIGHED);
    assert_near(held.y, 2.0 * G, WEIGHED);
    assert!(world.position_error(line).unwrap().iter().all(|error| error.abs() < G * SAG));
}

#[test]
fn a_line_has_an_end_on_either_side() {
    let mut world = weightless();
    let ground = add(&mut world, Body::fixed());
    let bead = add(&mut world, Body::dynamic(1.0, 1.0).moving(-Vec2::X * 2.0));
    let (local_anchor_a, local_anchor_b) = (Vec2::ZERO, Vec2::ZERO);
    let line = LineJoint { local_anchor_a, local_direction_a: Vec2::X, local_anchor_b, lower: -1.0, upper: 1.0 };
    world.add_joint([ground, bead], line).unwrap();
    steps(&mut world, 60, DT);
    assert_near(world.body(bead).unwrap().position().x, -1.0, 1e-6);
    world.body_mut(bead).unwrap().set_linear_velocity(Vec2::X * 2.0).unwrap();
    steps(&mut world, 30, DT);
    assert_near(world.body(bead).unwrap().position().x, 0.0, 1e-5);
    steps(&mut world, 60, DT);
    assert_near(world.body(bead).unwrap().position().x, 1.0, 1e-6);
}

#[test]
fn a_motor_reaches_its_rate_as_fast_as_its_torque_allows() {
    let mut world = weightless();
    let case = add(&mut world, Body::dynamic(1.0, 6.0));
    let shaft = add(&mut world, Body::dynamic(1.0, 3.0));
    let motor = world.add_joint([case, shaft], MotorJoint { ratio: 1.0, rate: 8.0, max_torque: 4.0 }).unwrap();
    steps(&mut world, 60, DT);
    let rates = |world: &World| [case, shaft].map(|id| world.body(id).unwrap().angular_velocity());
    // τ/I for 1 s either way; 240 roundings of 1e-7.
    let [against, with] = rates(&world);
    assert_near(against, -4.0 / 6.0, 3e-5);
    assert_near(with, 4.0 / 3.0, 3e-5);
    assert_near(world.reaction(motor).unwrap()[1].angular, 4.0, 1e-5);
    // At 2 rad/s² it is there after 4 s.
    steps(&mut world, 240, DT);
    let [against, with] = rates(&world);
    assert_near(with - against, 8.0, 2e-6);
    // The angular momentum is what it was: 1,200 roundings of 16 N·m·s.
    assert_near(world.angular_momentum(), 0.0, 5e-4);
    assert_near(world.reaction(motor).unwrap()[1].angular, 0.0, 1e-3);
}

#[test]
fn a_motor_counts_by_its_ratio_and_a_brake_slips() {
    let mut world = weightless();
    let ground = add(&mut world, Body::fixed());
    let geared = add(&mut world, Body::dynamic(1.0, 3.0));
    world.add_joint([ground, geared], MotorJoint { ratio: -4.0, rate: 8.0, max_torque: INFINITY }).unwrap();
    let braked = add(&mut world, Body::dynamic(1.0, 3.0).pushed(Vec2::ZERO, 7.0));
    let brake = MotorJoint { ratio: 1.0, rate: 0.0, max_torque: 4.0 };
    let brake = world.add_joint([ground, braked], brake).unwrap();
    steps(&mut world, 60, DT);
    assert_near(world.body(geared).unwrap().angular_velocity(), -2.0, 1e-6);
    // It gives way to what is above its torque, and stands when there is nothing above.
    assert_near(world.body(braked).unwrap().angular_velocity(), 1.0, 3e-5);
    world.body_mut(braked).unwrap().set_torque(3.0).unwrap();
    steps(&mut world, 240, DT);
    assert_near(world.body(braked).unwrap().angular_velocity(), 0.0, 1e-6);
    assert_near(world.reaction(brake).unwrap()[1].angular, -3.0, 1e-3);
}

/// Two weights on a rope over two wheels: each hangs 2 m below its own, 2 m apart.
fn pulley(world: &mut World, masses: [Scalar; 2], ratio: Scalar) -> ([BodyId; 2], JointId<PulleyJoint>) {
    let ground = add(world, Body::fixed());
    let [b, d] = [(-1.0, masses[0]), (1.0, masses[1])]
        .map(|(x, mass)| add(world, Body::dynamic(mass, 0.1).at(Vec2::new(x, -2.0))));
    let joint = PulleyJoint {
        local_anchor_a: -Vec2::X,
        local_anchor_b: Vec2::ZERO,
        local_anchor_c: Vec2::X,
        local_anchor_d: Vec2::ZERO,
        ratio,
        lower: 0.0,
        upper: 2.0 + 2.0 * ratio,
    };
    ([b, d], world.add_joint([ground, b, ground, d], joint).unwrap())
}

#[test]
fn two_weights_on_a_pulley_accelerate_as_atwood_found() {
    let mut world = World::new();
    let ([light, heavy], rope) = pulley(&mut world, [1.0, 3.0], 1.0);
    steps(&mut world, 30, DT);
    // (m₂ − m₁)/(m₁ + m₂) g = g/2, for 120 substeps.
    let fallen = 0.5 * G * H * H * 120.0 * 121.0 / 2.0;
    // The rope takes a few substeps to stretch by T K/ω² = 1.5 g/ω², of which either side gives its share.
    assert_near(world.body(heavy).unwrap().position().y, -2.0 - fallen, 2e-4);
    assert_near(world.body(light).unwrap().position().y, -2.0 + fallen, 2e-4);
    // Its tension: 2 m₁ m₂/(m₁ + m₂) g. The two bodies stay below their wheels.
    let [_, light, _, heavy] = world.reaction(rope).unwrap();
    assert_near(light.y, 1.5 * G, 2.0 * WEIGHED);
    assert_near(heavy.y, 1.5 * G, 2.0 * WEIGHED);
}

#[test]
fn a_block_and_tackle_lifts_double() {
    let mut world = World::new();
    let ([light_body, heavy_body], rope) = pulley(&mut world, [1.0, 2.0], 2.0);
    steps(&mut world, 240, DT);
    // In balance, but for the stretch: g/ω² (1/m₁ + ρ²/m₂) T/g, which each side gives according to its mass.
    assert_near(world.body(light_body).unwrap().position().y, -2.0, 3e-4);
    assert_near(world.body(heavy_body).unwrap().position().y, -2.0, 3e-4);
    let [first, light, second, heavy] = world.reaction(rope).unwrap();
    assert_near(light.y, G, WEIGHED);
    assert_near(heavy.y, 2.0 * G, 2.0 * WEIGHED);
    assert_near(first.y + second.y, -3.0 * G, 3e-2);
    // A rope does not push: thrown up, both fly freely.
    for id in [light_body, heavy_body] {
        world.body_mut(id).unwrap().set_linear_velocity(Vec2::Y).unwrap();
    }
    steps(&mut world, 6, DT);
    assert_eq!(world.impulse(rope).unwrap(), [0.0]);
    assert_near(world.body(light_body).unwrap().linear_velocity().y, 1.0 - 0.1 * G, 1e-5);
}
