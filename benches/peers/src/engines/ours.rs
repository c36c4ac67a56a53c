//! This crate, by its public interface alone.

use core::f32::consts::FRAC_PI_4;

use constraint_core::{BodyId, Vec2, World};

use crate::DT;
use crate::engine::{Engine, State};
use crate::scene::Scene;

/// A world of `constraint-core` with its default stepping: 4 substeps. Nothing spins faster than Box2D lets it by default.
pub struct Ours {
    world: World,
    bodies: Vec<BodyId>,
}

impl Ours {
    /// The scene as a world.
    pub fn new(scene: &Scene) -> Self {
        let mut ours = Self::without_joints(scene);
        scene.joints.iter().for_each(|joint| joint.add_to(&mut ours.world, &ours.bodies));
        ours
    }

    /// The scene as a world that solves one joint at a time: what a scalar solver would be.
    pub fn one_at_a_time(scene: &Scene) -> Self {
        let mut ours = Self::new(scene);
        ours.world.set_lanes(1);
        ours
    }

    /// The scene as a world in which bodies spin as fast as they do.
    pub fn any_spin(scene: &Scene) -> Self {
        let mut ours = Self::new(scene);
        ours.world.set_max_angular_speed(None).expect("none is as good as any");
        ours
    }

    /// The bodies of the scene: what a world costs before its first joint.
    pub fn without_joints(scene: &Scene) -> Self {
        let mut world = World::new();
        // An eighth of a turn in a step.
        world.set_max_angular_speed(Some(FRAC_PI_4 / DT)).expect("it is above zero");
        world.set_gravity(Vec2::new(0.0, scene.gravity())).expect("gravity is finite");
        let add = |body: &constraint_core::Body| world.add_body(body.clone()).expect("bodies of scenes are sound");
        let bodies = scene.bodies.iter().map(add).collect();
        Self { world, bodies }
    }
}

impl Engine for Ours {
    fn step(&mut self) -> bool {
        self.world.step(DT).is_ok()
    }

    fn states(&self, states: &mut Vec<State>) {
        states.clear();
        states.extend(self.bodies.iter().map(|&id| {
            let state = self.world.body(id).expect("no body is removed").state();
            State {
                position: [state.position.x.into(), state.position.y.into()],
                cos: state.rotation.cos.into(),
                sin: state.rotation.sin.into(),
                velocity: [state.linear_velocity.x.into(), state.linear_velocity.y.into()],
                angular_velocity: state.angular_velocity.into(),
            }
        }));
    }
}
