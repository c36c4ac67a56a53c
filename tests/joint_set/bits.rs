//! The very bits of a world.

use constraint_core::joint_set::JointSet;
use constraint_core::joints::{
    AngleJoint, DampedRotarySpring, DampedSpring, DistanceJoint, DriveJoint, GroundPulleyJoint, LineJoint,
    LinearMotorJoint, MotorJoint, MouseJoint, PivotJoint, PrismaticJoint, PulleyJoint, RailJoint, RatchetJoint,
    RevoluteJoint, SliderJoint, SoftDistanceJoint, SoftRailJoint, StrutJoint, WeldJoint, WheelJoint,
};
use constraint_core::prelude::*;
use constraint_core::{AnyJointId, Array};

use super::driver::Parts;

const DT: Scalar = 1.0 / 60.0;
const SPRING: Softness = Softness::new(2.0, 0.3);

/// A world and a set with the same joints.
struct Pair {
    world: World,
    ids: Vec<BodyId>,
    set: JointSet,
    parts: Parts,
}

impl Pair {
    /// With these bodies, of which the world solves islands as the set does: one joint after another, not side by side.
    fn new(bodies: impl IntoIterator<Item = Body>) -> Self {
        let mut world = World::new();
        world.set_batching(usize::MAX);
        // A set has no guard.
        world.set_energy_guard(false);
        let ids = bodies.into_iter().map(|body| world.add_body(body).unwrap()).collect();
        let parts = Parts::of(&world);
        Self { world, ids, set: JointSet::new(), parts }
    }

    fn join<J: Constraint + Clone>(&mut self, held: &[usize], joint: &J) -> (JointId<J>, JointId<J>) {
        let ids = J::Bodies::from_fn(|body| self.ids[held[body]]);
        let indices = J::Bodies::from_fn(|body| held[body] as u32);
        let own = self.set.add_joint(&self.parts, indices, joint.clone()).unwrap();
        (self.world.add_joint::<J>(ids, joint.clone()).unwrap(), own)
    }

    fn join_with<J: Constraint + Clone>(&mut self, held: &[usize], joint: &J, options: JointOptions) {
        let (theirs, own) = self.join(held, joint);
        self.world.set_joint_options(theirs, options).unwrap();
        self.set.set_joint_options(own, options).unwrap();
    }

    /// Steps both; in each step they have the same bits.
    #[track_caller]
    fn agree(mut self, steps: u32, dt: impl Fn(u32) -> Scalar, mut and: impl FnMut(u32, &mut Self)) -> Self {
        for step in 0..steps {
            and(step, &mut self);
            self.world.step(dt(step)).unwrap();
            let broken = self.parts.step(&mut self.set, dt(step), 4).unwrap();
            assert_eq!(broken, self.world.events().count(), "step {step}");
            for (place, ((_, body), part)) in self.world.bodies().zip(&self.parts.0).enumerate() {
                let (state, own) = (body.state(), &part.body);
                let velocity = [own.velocity.x, own.velocity.y, own.velocity.angular];
                let theirs = [state.linear_velocity.x, state.linear_velocity.y, state.angular_velocity];
                assert_eq!(body.centre().map(f64::to_bits), own.centre.map(f64::to_bits), "step {step}, body {place}");
                assert_eq!(state.angle.to_bits(), (own.angle as Scalar).to_bits(), "step {step}, body {place}");
                assert_eq!(theirs.map(Scalar::to_bits), velocity.map(Scalar::to_bits), "step {step}, body {place}");
            }
        }
        assert_eq!(self.world.max_position_error(), self.set.max_position_error(&self.parts));
        assert_eq!(self.world.time(), self.set.time());
        self
    }

    fn agree_steadily(self) -> Self {
        self.agree(600, |_| DT, |_, _| {})
    }
}

fn pivot(local_anchor_a: Vec2, local_anchor_b: Vec2) -> PivotJoint {
    PivotJoint { local_anchor_a, local_anchor_b }
}

fn scalar(number: usize) -> Scalar {
    number as Scalar
}

/// Several chains from one ground, which is the body 0.
fn ropes(count: usize, links: usize) -> Pair {
    let place = |rope: usize, link: usize| Vec2::new(scalar(link) + 0.5, 3.0 * scalar(rope));
    let rods =
        (0..count * links).map(|rod| Body::dynamic(1.0, 0.1).at(place(rod / links, rod % links)).damped(0.1, 0.2));
    let mut pair = Pair::new(core::iter::once(Body::fixed()).chain(rods));
    for rod in 0..count * links {
        let (rope, link) = (rod / links, rod % links);
        let (above, from) = if link == 0 { (0, Vec2::Y * 3.0 * scalar(rope)) } else { (rod, Vec2::X * 0.5) };
        pair.join(&[above, rod + 1], &pivot(from, Vec2::X * -0.5));
    }
    pair
}

#[test]
fn ropes_have_the_bits_of_a_world() {
    ropes(7, 20).agree_steadily();
}

/// More joints than fill one partition.
#[test]
fn a_grid_has_the_bits_of_a_world() {
    let side = 30;
    let body = |at: usize| {
        let place = Vec2::new(scalar(at % side), -scalar(at / side));
        if at == 0 || at == side - 1 { Body::fixed().at(place) } else { Body::dynamic(1.0, 0.1).at(place) }
    };
    let mut pair = Pair::new((0..side * side).map(body));
    for at in 0..side * side {
        if at % side > 0 {
            pair.join(&[at - 1, at], &pivot(Vec2::X * 0.5, Vec2::X * -0.5));
        }
        if at >= side {
            pair.join(&[at - side, at], &pivot(Vec2::Y * -0.5, Vec2::Y * 0.5));
        }
    }
    pair.agree(60, |_| DT, |_, _| {});
}

/// A body with more joints than there are colours, of a type that is solved at once and of one that overflows.
#[test]
fn a_hub_has_the_bits_of_a_world() {
    let rim = |spoke: usize| Vec2::from_angle(0.15 * scalar(spoke));
    let spokes = 40;
    let rods = (0..spokes).map(|spoke| Body::dynamic(1.0, 0.1).at(rim(spoke) * 1.5));
    let mut pair = Pair::new([Body::fixed(), Body::dynamic(20.0, 20.0)].into_iter().chain(rods));
    pair.join(&[0, 1], &pivot(Vec2::ZERO, Vec2::ZERO));
    for spoke in 0..spokes {
        let local_anchor_a = rim(spoke);
        pair.join(&[1, spoke + 2], &pivot(local_anchor_a, local_anchor_a * -0.5));
        let rope = DistanceJoint { local_anchor_a, local_anchor_b: Vec2::ZERO, lower: 0.0, upper: 0.6 };
        pair.join(&[1, spoke + 2], &rope);
    }
    pair.agree_steadily();
}

/// Each joint of the catalogue between bodies of its own, and one with a body in two places.
#[test]
#[allow(clippy::too_many_lines)] // a list
fn the_catalogue_has_the_bits_of_a_world() {
    let (local_anchor_a, local_anchor_b) = (Vec2::new(0.5, 0.25), Vec2::new(-0.5, 0.125));
    let groups = 24;
    let body = |at: usize| {
        let place = Vec2::new(1.5 * scalar(at % 4) + 10.0 * scalar(at / 4), 0.5 * scalar(at % 3));
        Body::dynamic(1.0 + scalar(at % 3), 0.3)
            .at(place)
            .rotated(0.1 * scalar(at % 4))
            .moving(Vec2::Y * 0.3)
            .spinning(0.4)
    };
    let mut pair = Pair::new((0..4 * groups).map(body));
    let mut group = 0..groups;
    macro_rules! add {
        ($($joint:expr),* $(,)?) => {$({
            let first = 4 * group.next().unwrap();
            pair.join(&[first, first + 1, first + 2, first + 3], &$joint);
        })*};
    }
    let a = local_anchor_a;
    let pulley = PulleyJoint {
        local_anchor_a,
        local_anchor_b,
        local_anchor_c: a,
        local_anchor_d: local_anchor_b,
        ratio: 0.7,
        lower: 0.0,
        upper: 3.0,
    };
    add!(
        pivot(local_anchor_a, local_anchor_b),
        WeldJoint { local_anchor_a, local_anchor_b, reference_angle: 0.2 },
        SliderJoint { local_anchor_a, local_anchor_b, local_axis_a: a, reference_angle: 0.2 },
        RailJoint { local_anchor_a, local_anchor_b, local_direction_a: a },
        GroundPulleyJoint {
            ground_a: Vec2::Y * 3.0,
            ground_b: Vec2::new(2.0, 3.0),
            local_anchor_a,
            local_anchor_b,
            ratio: 0.7,
            length: 4.0,
        },
        AngleJoint { ratio: 1.5, lower: 0.4, upper: 0.9 },
        DistanceJoint { local_anchor_a, local_anchor_b, lower: 0.4, upper: 0.9 },
        LineJoint { local_anchor_a, local_direction_a: a, local_anchor_b, lower: 0.7, upper: 0.7 },
        pulley,
        RatchetJoint { pitch: 0.3, tooth: 0.3 },
        DampedSpring { local_anchor_a, local_anchor_b, rest_length: 0.3, stiffness: 40.0, damping: 1.0 },
        DampedRotarySpring { rest_angle: 0.3, stiffness: 4.0, damping: 0.1 },
        SoftDistanceJoint { local_anchor_a, local_anchor_b, rest_length: 0.3, softness: SPRING },
        SoftRailJoint { local_anchor_a, local_anchor_b, local_direction_a: a, softness: SPRING },
        MouseJoint { local_anchor: a, target: Vec2::new(3.0, 4.0), softness: SPRING, max_force: 5.0 },
        MotorJoint { ratio: 1.5, rate: 2.0, max_torque: 0.1 },
        LinearMotorJoint { local_anchor_a, local_direction_a: a, local_anchor_b, speed: 1.5, max_force: 2.0 },
        WheelJoint {
            local_anchor_a,
            local_anchor_b,
            local_axis_a: Vec2::Y,
            suspension: SPRING,
            motor_speed: 3.0,
            max_motor_torque: 0.2,
            lower: -0.1,
            upper: 0.1,
        },
        PrismaticJoint {
            local_anchor_a,
            local_anchor_b,
            local_axis_a: Vec2::X,
            reference_angle: 0.1,
            target_translation: 0.5,
            spring: SPRING,
            motor_speed: 0.5,
            max_motor_force: 2.0,
            lower: 0.1,
            upper: 0.8,
        },
        RevoluteJoint {
            local_anchor_a,
            local_anchor_b,
            reference_angle: 0.1,
            target_angle: 0.5,
            spring: SPRING,
            motor_speed: 0.5,
            max_motor_torque: 2.0,
            lower: -0.1,
            upper: 0.8,
        },
        StrutJoint {
            local_anchor_a,
            local_anchor_b,
            length: 0.7,
            spring: SPRING,
            motor_speed: 0.5,
            max_motor_force: 2.0,
            lower: 0.5,
            upper: 1.2,
        },
        DriveJoint {
            local_anchor_a,
            local_anchor_b,
            reference_angle: 0.1,
            angular_spring: SPRING,
            max_spring_torque: 1.0,
            angular_velocity: 0.5,
            max_velocity_torque: 0.1,
            linear_spring: SPRING,
            max_spring_force: 5.0,
            linear_velocity: Vec2::new(0.3, -0.2),
            max_velocity_force: 0.5,
        },
    );
    let twice = 4 * group.next().unwrap();
    pair.join(&[twice, twice + 1, twice, twice + 1], &pulley);
    pair.agree_steadily();
}

/// Joints with each of the options, which break in the course of it, below a lift that moves and turns.
#[test]
fn options_below_a_lift_have_the_bits_of_a_world() {
    let lift = Body::kinematic().moving(Vec2::new(0.3, 0.1)).spinning(0.7);
    let links = 24;
    let rods = (0..links).map(|link| Body::dynamic(1.0, 0.1).at(Vec2::X * (scalar(link) + 0.5)));
    let mut pair = Pair::new(core::iter::once(lift).chain(rods));
    let options = JointOptions::default();
    for link in 0..links {
        let from = if link == 0 { Vec2::ZERO } else { Vec2::X * 0.5 };
        let weld = WeldJoint { local_anchor_a: from, local_anchor_b: Vec2::X * -0.5, reference_angle: 0.0 };
        let options = match link % 6 {
            0 => options,
            1 => JointOptions { softness: Some(SPRING), ..options },
            2 => JointOptions { max_force: 150.0, ..options },
            3 => JointOptions { max_error: 0.01, ..options },
            4 => JointOptions { break_force: 100.0, on_break: OnBreak::Disable, ..options },
            _ => JointOptions { break_error: 0.5, ..options },
        };
        pair.join_with(&[link, link + 1], &weld, options);
    }
    let pair = pair.agree_steadily();
    // Some did break.
    let left = pair.set.joints::<WeldJoint>().filter(|(id, _)| pair.set.joint_options(*id).unwrap().enabled).count();
    assert!(left < links, "{left}");
}

/// Joints come and go, change, and steps are of several lengths.
#[test]
fn changes_have_the_bits_of_a_world() {
    let mut extra: Vec<(AnyJointId, AnyJointId)> = Vec::new();
    ropes(5, 8).agree(
        300,
        |step| [DT, 0.5 * DT, 1.7 * DT][step as usize / 40 % 3],
        |step, pair| match step % 17 {
            3 => {
                let held = [step as usize % 40 + 1, (step as usize * 7) % 40 + 1];
                let rope =
                    DistanceJoint { local_anchor_a: Vec2::ZERO, local_anchor_b: Vec2::ZERO, lower: 0.0, upper: 9.0 };
                let (theirs, own) = pair.join(&held, &rope);
                extra.push((theirs.into(), own.into()));
            }
            9 if step > 40 => {
                let (theirs, own) = extra.remove(0);
                pair.world.remove_joint(theirs.downcast::<DistanceJoint>().unwrap()).unwrap();
                pair.set.remove_joint(own.downcast::<DistanceJoint>().unwrap()).unwrap();
            }
            13 => {
                let at = step as usize % 40 + 1;
                let mass = 1.0 + scalar(step as usize % 5);
                pair.world.body_mut(pair.ids[at]).unwrap().set_mass(mass).unwrap();
                pair.parts.0[at].body.mass.inverse_mass = mass.recip();
            }
            _ => {}
        },
    );
}

/// A step at once gives the bits of a step phase by phase, whether islands are solved side by side or not, and whatever comes and goes.
#[test]
fn whole_steps_have_the_bits_of_phases() {
    let mut pairs = [(); 2].map(|()| ropes(40, 5));
    for step in 0..120 {
        for Pair { set, parts, .. } in &mut pairs {
            match step {
                0 => parts.0.iter_mut().for_each(|part| part.damping = [0.0; 2]),
                // The last four ropes, and their indices.
                60 => {
                    assert_eq!((181..201).flat_map(|body| set.remove_body(body)).count(), 20);
                    parts.0.truncate(181);
                }
                65 => {
                    let other = parts.0[1];
                    parts.0.resize(201, other);
                    for body in 181..201 {
                        set.add_joint(parts, [0, body], pivot(Vec2::ZERO, Vec2::X * -0.5)).unwrap();
                    }
                }
                // The ground sets out.
                90 => parts.0[0].body.velocity.x = 0.5,
                _ => {}
            }
        }
        let [phases, whole] = &mut pairs;
        phases.parts.step(&mut phases.set, DT, 4).unwrap();
        // Now and then the other way.
        if step % 40 < 30 {
            whole.set.step(&mut whole.parts, DT, 4).unwrap();
        } else {
            whole.parts.step(&mut whole.set, DT, 4).unwrap();
        }
        for (place, (one, other)) in phases.parts.0.iter().zip(&whole.parts.0).enumerate() {
            assert_eq!(one.body, other.body, "step {step}, body {place}");
        }
    }
}
