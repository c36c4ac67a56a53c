//! Islands are moved a few at a time, and nothing depends on which: worlds of many islands that are linked, cut, grown and
//! put to sleep, in segments of every size.

#![allow(clippy::cast_possible_truncation, clippy::cast_precision_loss, clippy::unnecessary_cast)] // the world's scalar is f32 or f64

mod random;

use constraint_core::joints::{DistanceJoint, PivotJoint};
use constraint_core::{
    Body, BodyId, JointId, JointOptions, Scalar, SequentialImpulses, Sleep, Softness, Stepping, Vec2, World,
};

use random::Random;

const DT: Scalar = 1.0 / 60.0;

/// A world that is changed at random, and its random numbers.
struct Changing {
    world: World,
    random: Random,
    bodies: Vec<BodyId>,
    ropes: Vec<JointId<DistanceJoint>>,
    spokes: Vec<JointId<PivotJoint>>,
}

impl Changing {
    /// Chains from a common ground; `joints` is what is enough for a segment.
    fn new(joints: usize) -> Self {
        let mut world = World::new();
        world.set_partition(joints);
        let ground = world.add_body(Body::fixed()).unwrap();
        let mut changing =
            Self { world, random: Random(1), bodies: vec![ground], ropes: Vec::new(), spokes: Vec::new() };
        for _ in 0..40 {
            changing.add_chain();
        }
        changing
    }

    fn add_chain(&mut self) {
        let (at, length) = (self.random.below(100) as Scalar, 3 + self.random.below(7));
        let mut above = self.bodies[0];
        for link in 1..=length {
            let body = Body::dynamic(1.0, 0.1).at(Vec2::new(at, -(link as Scalar))).damped(0.5, 0.5);
            let below = self.world.add_body(body.moving(Vec2::X)).unwrap();
            let local_anchor_a = if link == 1 { Vec2::new(at, -0.5) } else { Vec2::Y * -0.5 };
            let pivot = PivotJoint { local_anchor_a, local_anchor_b: Vec2::Y * 0.5 };
            self.world.add_joint([above, below], pivot).unwrap();
            self.bodies.push(below);
            above = below;
        }
    }

    fn body(&mut self) -> BodyId {
        self.bodies[self.random.below(self.bodies.len())]
    }

    /// Has this body hold five wheels that are heavier than it is: a hub, whose joints are solved at once.
    fn add_wheels(&mut self, hub: usize) {
        let hub = self.bodies[hub];
        let state = self.world.body(hub).unwrap().state();
        for number in 0..5_u8 {
            let arm = Vec2::from_angle(Scalar::from(number) * 1.2) * 0.4;
            let wheel = Body::dynamic(5.0, 1.0).at(state.position + state.rotation * arm).damped(0.5, 0.5);
            let wheel = self.world.add_body(wheel.moving(state.linear_velocity)).unwrap();
            let spoke = PivotJoint { local_anchor_a: arm, local_anchor_b: Vec2::ZERO };
            self.spokes.push(self.world.add_joint([hub, wheel], spoke).unwrap());
            self.bodies.push(wheel);
        }
    }

    /// Links two bodies, mostly of different chains; unlinks two; or adds a chain, wheels, or a lift that holds a body; or takes a
    /// wheel away.
    fn change(&mut self) {
        let (local_anchor_a, local_anchor_b) = (Vec2::ZERO, Vec2::ZERO);
        match self.random.below(10) {
            0..3 => {
                let ends = [self.body(), self.body()];
                let rope = DistanceJoint { local_anchor_a, local_anchor_b, lower: 0.0, upper: 60.0 };
                self.ropes.push(self.world.add_joint(ends, rope).unwrap());
            }
            3..5 if !self.ropes.is_empty() => {
                let rope = self.ropes.swap_remove(self.random.below(self.ropes.len()));
                self.world.remove_joint(rope).unwrap();
            }
            5 => self.add_chain(),
            8 => {
                let hub = self.random.below(self.bodies.len());
                self.add_wheels(hub);
            }
            9 if !self.spokes.is_empty() => {
                let spoke = self.spokes.swap_remove(self.random.below(self.spokes.len()));
                self.world.remove_joint(spoke).unwrap();
            }
            6 => {
                let held = self.body();
                let above = self.world.body(held).unwrap().position() + Vec2::Y;
                let lift = Body::kinematic().at(above).moving(Vec2::new(0.1, 0.5)).spinning(0.2);
                let lift = self.world.add_body(lift).unwrap();
                let rope = DistanceJoint { local_anchor_a, local_anchor_b, lower: 0.0, upper: 1.0 };
                self.ropes.push(self.world.add_joint([lift, held], rope).unwrap());
            }
            _ => {
                let body = self.body();
                self.world.body_mut(body).unwrap().set_angle(0.1).unwrap();
            }
        }
    }

    fn bits(&self) -> String {
        let states: Vec<_> = self.world.bodies().map(|(_, body)| (body.centre(), body.state())).collect();
        // `Debug` of a float is exact: it reads back as the same one.
        format!("{states:?}")
    }
}

/// 150 steps of worlds in segments of at least 1, 20 and 100 joints, and of one in a single segment.
fn agree(set_up: impl Fn(&mut World), mut and: impl FnMut(usize, &mut Changing)) {
    let mut worlds = [1, 20, 100, usize::MAX / 4].map(Changing::new);
    for changing in &mut worlds {
        set_up(&mut changing.world);
    }
    for step in 0..150 {
        for changing in &mut worlds {
            if step % 3 == 0 {
                changing.change();
            }
            and(step, changing);
            changing.world.step(DT).unwrap();
        }
        let states = worlds.each_ref().map(Changing::bits);
        assert!(states.iter().all(|state| *state == states[3]), "step {step}");
    }
}

#[test]
fn motion_is_independent_of_partitions() {
    agree(|_| {}, |_, _| {});
}

#[test]
fn motion_by_sequential_impulses_is_independent_of_partitions() {
    agree(|world| world.set_stepping(Stepping::SequentialImpulses(SequentialImpulses::default())).unwrap(), |_, _| {});
}

#[test]
fn sleep_is_independent_of_partitions() {
    let sleep = Sleep { linear_speed: 0.5, angular_speed: 0.5, time: 0.1 };
    agree(|world| world.set_sleep(Some(sleep)).unwrap(), |_, _| {});
}

#[test]
fn nor_do_joints_without_a_lane() {
    agree(
        |_| {},
        |step, changing| {
            // Springs for a while: they are solved by themselves, whatever the segments.
            let softness = (step % 40 < 20).then_some(Softness::new(2.0, 1.0));
            for rope in changing.ropes.iter().take(3) {
                changing.world.set_joint_options(*rope, JointOptions { softness, ..JointOptions::default() }).unwrap();
            }
        },
    );
}

/// Hubs among chains, of which each may be a segment by itself; wheels come off where no body is touched, and another one takes the lane.
#[test]
fn hubs_move_with_their_segment() {
    let mut worlds = [1, 20, usize::MAX / 4].map(|joints| {
        let mut changing = Changing::new(joints);
        changing.world.set_batching(usize::MAX);
        for _ in 0..10 {
            changing.add_chain();
            let last = changing.bodies.len() - 1;
            changing.add_wheels(last);
        }
        changing
    });
    for step in 0..90 {
        for changing in &mut worlds {
            if step % 10 == 5 {
                let spoke = changing.spokes.remove(step / 2 % changing.spokes.len());
                changing.world.remove_joint(spoke).unwrap();
            }
            changing.world.step(DT).unwrap();
        }
        let states = worlds.each_ref().map(Changing::bits);
        assert!(states.iter().all(|state| *state == states[2]), "step {step}");
    }
}

/// A lift that stands last, and moves a chain that stands first.
#[test]
fn a_lift_moves_with_what_it_holds() {
    let mut worlds = [1, usize::MAX / 4].map(Changing::new);
    for step in 0..60 {
        for changing in &mut worlds {
            if step == 1 {
                let held = changing.bodies[1];
                let above = changing.world.body(held).unwrap().position() + Vec2::Y;
                let lift = changing.world.add_body(Body::kinematic().at(above).moving(Vec2::new(0.1, 0.5))).unwrap();
                let (local_anchor_a, local_anchor_b) = (Vec2::ZERO, Vec2::ZERO);
                let rod = DistanceJoint { local_anchor_a, local_anchor_b, lower: 1.0, upper: 1.0 };
                changing.world.add_joint([lift, held], rod).unwrap();
            }
            changing.world.step(DT).unwrap();
        }
        assert_eq!(worlds[0].bits(), worlds[1].bits(), "step {step}");
    }
}

/// A lift that holds what is far away: when it lets go, none of the bodies near it is touched, and a joint there takes the lane.
#[test]
fn who_takes_a_lane_that_is_left_is_prepared() {
    let told = |is_made_anew: bool| {
        let mut world = World::new();
        world.set_partition(8);
        world.set_batching(usize::MAX);
        let ground = world.add_body(Body::fixed()).unwrap();
        let lift = world.add_body(Body::kinematic().moving(Vec2::Y)).unwrap();
        let bobs: Vec<BodyId> = (0..40).map(|_| world.add_body(Body::dynamic(1.0, 1.0)).unwrap()).collect();
        let pivot = |x: Scalar| PivotJoint { local_anchor_a: Vec2::Y * x, local_anchor_b: Vec2::X };
        for &bob in &bobs[1..39] {
            world.add_joint([ground, bob], pivot(1.0)).unwrap();
        }
        world.step(DT).unwrap();
        let far = world.add_joint([lift, bobs[39]], pivot(0.5)).unwrap();
        world.step(DT).unwrap();
        world.add_joint([ground, bobs[0]], pivot(2.0)).unwrap();
        world.step(DT).unwrap();
        world.remove_joint(far).unwrap();
        if is_made_anew {
            world.set_lanes(usize::MAX);
        }
        world.step(DT).unwrap();
        format!("{:?}", world.bodies().map(|(_, body)| (body.centre(), body.state())).collect::<Vec<_>>())
    };
    assert_eq!(told(false), told(true));
}
