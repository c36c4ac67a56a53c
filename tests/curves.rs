//! Joints that read a curve: their derived mathematics against differences, and worlds in which every joint has a curve of its own,
//! wherever the solver keeps it.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_lossless,
    clippy::unnecessary_cast,
    clippy::needless_range_loop
)] // the world's scalar is f32 or f64

use constraint_core::prelude::*;
use constraint_core::{BodyId, Error, Pose};

const DT: Scalar = 1.0 / 60.0;

/// A follower that slides along an axis of a frame, lifted by a cam that turns in it.
#[constraint(|frame, cam, follower| {
    let axis = frame.rotation * self.local_axis;
    let d = follower.position - cam.position;
    (axis.dot(d) - self.profile.at(cam.angle - frame.angle), axis.perp_dot(d))
})]
#[derive(Clone, Debug)]
struct CamFollower {
    local_axis: Vec2,
    profile: Curve,
}

/// A distance that depends on where the bodies are from each other: it holds, and reads no angle.
#[constraint(|a, b| {
    let d = b.position - a.position;
    d.length() - self.far.at(d.y)
})]
#[derive(Clone, Debug)]
struct Reach {
    far: Curve,
}

/// A lift that follows the time, and what it is multiplied with the place.
#[constraint(|a, b, t: Time| {
    let d = b.position - a.position;
    (d.y - self.profile.at(t) * self.profile.at(d.x), d.x)
})]
#[derive(Clone, Debug)]
struct Lift {
    profile: Curve,
}

/// A profile of some lobes, which is a closed form: r + e (1 − cos nθ).
fn lobes(radius: Scalar, lift: Scalar, count: Scalar) -> Curve {
    let point = |number: u8| {
        let angle = f64::from(number) * core::f64::consts::TAU / 96.0;
        (angle as Scalar, radius + lift * (1.0 - (count as f64 * angle).cos() as Scalar))
    };
    Curve::spline((0..96).map(point), Ends::Turn).expect("sorted, within a turn")
}

fn bits(world: &World, body: BodyId) -> [u64; 6] {
    let state = world.body(body).expect("it is there").state();
    let Vec2 { x, y } = state.position;
    let Vec2 { x: vx, y: vy } = state.linear_velocity;
    [x, y, state.angle, vx, vy, state.angular_velocity].map(|value| (value as f64).to_bits())
}

/// J is ∂C/∂x and V is dC/dt, by central differences in `f64`: their error is h² times a third derivative below 1e2, and rounding/h.
#[test]
fn a_joint_is_differentiated_by_the_slope_of_its_curve() {
    let h = 1e-5;
    let profile = lobes(0.5, 0.1, 2.0);
    let cam = CamFollower { local_axis: Vec2::new(0.6, 0.8), profile: profile.clone() };
    let lift = Lift { profile };
    for number in 0..50 {
        let value = |k: u32| f64::from((number * 31 + k * 17) % 40) / 10.0 - 2.0;
        let poses: [Pose<f64>; 3] = core::array::from_fn(|body| {
            let of = body as u32 * 3;
            Pose::new(value(of), value(of + 1), 4.0 * value(of + 2))
        });
        let moved = |body: usize, member: usize, by: f64| {
            let mut moved = poses;
            let Pose { x, y, angle, .. } = poses[body];
            let [x, y, angle] = core::array::from_fn(|own| [x, y, angle][own] + if own == member { by } else { 0.0 });
            moved[body] = Pose::new(x, y, angle);
            moved
        };
        let jacobian = cam.jacobian(&poses);
        for body in 0..3 {
            for member in 0..3 {
                let [above, below] = [h, -h].map(|by| cam.position(&moved(body, member, by)));
                for row in 0..2 {
                    let slope = (above[row] - below[row]) / (2.0 * h);
                    let wrench = jacobian[row][body];
                    let found = [wrench.x, wrench.y, wrench.angular][member];
                    assert!((found - slope).abs() < 1e-6, "row {row}, body {body}, member {member}: {found}, {slope}");
                }
            }
        }
        // Of the time, V is what is left where nothing moves.
        let (pair, time) = ([poses[0], poses[1]], 3.0 + value(9));
        let [above, below] = [h, -h].map(|by| lift.position_at(&pair, time + by));
        let rate = lift.velocity_at(&pair, &Default::default(), time);
        for row in 0..2 {
            let slope = (above[row] - below[row]) / (2.0 * h);
            assert!((rate[row] - slope).abs() < 1e-6, "row {row}: {}, {slope}", rate[row]);
        }
    }
}

/// A frame, a cam that turns, and what it lifts, at a place by itself.
fn add_cam(world: &mut World, number: u8, profile: Curve) -> Result<([BodyId; 3], JointId<CamFollower>), Error> {
    let at = Vec2::new(10.0 * Scalar::from(number), 0.0);
    let frame = world.add_body(Body::dynamic(1e3, 1e3).at(at))?;
    let cam = world.add_body(Body::dynamic(2.0, 0.5).at(at).spinning(3.0 + 0.1 * Scalar::from(number)))?;
    let follower = world.add_body(Body::dynamic(0.5, 0.1).at(at + Vec2::Y * profile.at(0.0)))?;
    world.add_joint(
        [frame, cam],
        constraint_core::joints::PivotJoint { local_anchor_a: Vec2::ZERO, local_anchor_b: Vec2::ZERO },
    )?;
    let joint = world.add_joint([frame, cam, follower], CamFollower { local_axis: Vec2::Y, profile })?;
    Ok(([frame, cam, follower], joint))
}

fn profile(number: u8) -> Curve {
    lobes(0.3 + 0.01 * Scalar::from(number), 0.05, Scalar::from(1 + number % 4))
}

/// Forty islands that are alike fill packs; each moves as it does in a world by itself, whose joints stand in other lanes.
#[test]
fn each_joint_of_a_pack_follows_its_own_curve() -> Result<(), Error> {
    let mut all = World::new();
    let mut own = Vec::new();
    for number in 0..40 {
        let (bodies, joint) = add_cam(&mut all, number, profile(number))?;
        let mut alone = World::new();
        let (same, _) = add_cam(&mut alone, number, profile(number))?;
        own.push((bodies, joint, alone, same));
    }
    let mut far: Scalar = 0.0;
    for step in 0..120 {
        all.step(DT)?;
        if step == 40 {
            // A curve that changes, and a joint that goes: others may take its lane.
            let (_, joint, alone, _) = &mut own[7];
            all.joint_mut(*joint)?.profile = profile(30);
            let other = alone.joints::<CamFollower>().next().map(|(id, _)| id).expect("it has one");
            alone.step(DT)?;
            alone.joint_mut(other)?.profile = profile(30);
            for (number, (_, _, alone, _)) in own.iter_mut().enumerate() {
                if number != 7 {
                    alone.step(DT)?;
                }
            }
        } else {
            for (_, _, alone, _) in &mut own {
                alone.step(DT)?;
            }
        }
        for (number, (bodies, joint, alone, same)) in own.iter().enumerate() {
            for (body, same) in bodies.iter().zip(same) {
                assert_eq!(bits(&all, *body), bits(alone, *same), "island {number}, step {step}");
            }
            far = all.position_error(*joint)?.iter().fold(far, |far, error| far.max(error.abs()));
        }
        if step == 60 {
            let (bodies, joint, mut alone, same) = own.remove(3);
            all.remove_joint(joint)?;
            bodies.iter().try_for_each(|&body| all.remove_body(body).map(|_| ()))?;
            same.iter().try_for_each(|&body| alone.remove_body(body).map(|_| ()))?;
        }
    }
    // A substep is 4 ms; a follower that is 0.05 m high at 4 lobes and 3 rad/s has 7 m/s² (g/ω² of 60 Hz), and the profile that was
    // changed jumped by 0.23 m.
    assert!(far > 0.1 && far < 0.3, "{far}");
    for (_, joint, ..) in &own {
        let error = all.position_error(*joint)?;
        assert!(error.iter().all(|error| error.abs() < 2e-3), "{error:?}");
    }
    Ok(())
}

/// Fifty joints of one light hub, a chain, and joints with options: each holds what its own curve says.
#[test]
fn curves_are_read_wherever_joints_are_kept() -> Result<(), Error> {
    let mut world = World::new();
    let hub = world.add_body(Body::dynamic(0.2, 0.1))?;
    let mut joints = Vec::new();
    let far = |number: u8| {
        let radius = 1.0 + 0.02 * Scalar::from(number);
        Curve::monotone([(-2.0, radius), (0.0, radius + 0.2), (2.0, radius)], Ends::Straight).expect("sorted")
    };
    for number in 0..50_u8 {
        let curve = far(number);
        let angle = Scalar::from(number) * 0.7;
        let at = Vec2::from_angle(angle) * curve.at(0.5);
        let body =
            world.add_body(Body::dynamic(1.0 + 0.1 * Scalar::from(number), 0.1).at(at).moving(Vec2::new(0.0, 0.3)))?;
        joints.push(world.add_joint([hub, body], Reach { far: curve })?);
    }
    // A chain that hangs.
    let mut last = world.add_body(Body::fixed().at(Vec2::new(20.0, 0.0)))?;
    let mut height: Scalar = 0.0;
    for number in 0..20_u8 {
        let curve = far(number);
        // The fixed point of y = far(−y).
        let length = (0..50).fold(1.0, |length: Scalar, _| curve.at(-length));
        height -= length;
        let next = world.add_body(Body::dynamic(1.0, 0.1).at(Vec2::new(20.0, height)))?;
        let joint = world.add_joint([last, next], Reach { far: curve })?;
        if number % 5 == 0 {
            // Solved alone, in a pack of its own.
            let options = JointOptions { max_force: 1e6, ..JointOptions::default() };
            world.set_joint_options(joint, options)?;
        }
        joints.push(joint);
        last = next;
    }
    world.set_gravity(Vec2::new(0.0, -1.0))?;
    for _ in 0..600 {
        world.step(DT)?;
    }
    let mut worst: Scalar = 0.0;
    for joint in &joints {
        let error = world.position_error(*joint)?[0];
        // Gravity stretches a joint that bears 20 bodies by 20 g/ω², 1.4e-4 m at 60 Hz; how the hub is turned round adds to that.
        worst = worst.max(error.abs());
    }
    assert!(worst < 4e-3, "{worst}");
    Ok(())
}

/// A joint that changes its own curve before a step does as one of which the owner changes it there.
#[test]
fn an_update_that_changes_a_curve_is_noticed() -> Result<(), Error> {
    #[constraint(|cam, follower| follower.position.y - cam.position.y - self.profile.at(cam.angle), update = Self::swap)]
    #[derive(Clone, Debug)]
    struct Swapping {
        profile: Curve,
        other: Curve,
        steps: u8,
    }

    impl Swapping {
        fn swap(&mut self, _: &BodyState, _: &BodyState) {
            self.steps += 1;
            if self.steps.is_multiple_of(20) {
                core::mem::swap(&mut self.profile, &mut self.other);
            }
        }
    }

    #[constraint(|cam, follower| follower.position.y - cam.position.y - self.profile.at(cam.angle))]
    #[derive(Clone, Debug)]
    struct Plain {
        profile: Curve,
    }

    let (first, second) = (lobes(0.3, 0.05, 1.0), lobes(0.32, 0.04, 3.0));
    let (mut swaps, mut told) = (World::new(), World::new());
    let mut bodies = Vec::new();
    for world in [&mut swaps, &mut told] {
        let cam = world.add_body(Body::dynamic(2.0, 0.5).spinning(3.0))?;
        let follower = world.add_body(Body::dynamic(0.5, 0.1).at(Vec2::new(0.0, 0.3)))?;
        bodies.push([cam, follower]);
    }
    swaps.add_joint(bodies[0], Swapping { profile: first.clone(), other: second.clone(), steps: 0 })?;
    let plain = told.add_joint(bodies[1], Plain { profile: first.clone() })?;
    for step in 1..=100_u8 {
        if step % 20 == 0 {
            told.joint_mut(plain)?.profile = if step / 20 % 2 == 1 { second.clone() } else { first.clone() };
        }
        swaps.step(DT)?;
        told.step(DT)?;
        for (a, b) in bodies[0].iter().zip(&bodies[1]) {
            assert_eq!(bits(&swaps, *a), bits(&told, *b), "step {step}");
        }
    }
    Ok(())
}

/// The derivation calls a curve by its field, and its slope by a prime.
#[test]
fn a_derivation_names_curves() {
    let text = CamFollower::DERIVATION;
    assert!(text.contains("profile(θ_cam − θ_frame)") && text.contains("profile′(θ_cam − θ_frame)"), "{text}");
}
