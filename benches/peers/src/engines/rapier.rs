//! Rapier, with its default parameters: 4 solver iterations, joints of the impulse kind.

use constraint_core::{Body, BodyKind, Vec2};
use rapier2d::prelude as rapier;
use rapier2d::prelude::{PhysicsWorld, RigidBodyBuilder, RigidBodyHandle, Vector};

use super::Lacking;
use crate::DT;
use crate::engine::{Engine, State};
use crate::joint::{Joint, Kind};
use crate::scene::Scene;

/// A world of Rapier: one thread, no sleep.
pub struct Rapier {
    world: PhysicsWorld,
    bodies: Vec<RigidBodyHandle>,
}

impl Rapier {
    /// The scene as a world of Rapier.
    pub fn new(scene: &Scene) -> Result<Self, Lacking> {
        let gravity = Vector::new(0.0, scene.gravity());
        let mut world = PhysicsWorld { gravity, ..PhysicsWorld::default() };
        world.integration_parameters.dt = DT;
        let bodies = scene.bodies.iter().map(|body| world.bodies.insert(definition(body))).collect();
        let mut engine = Self { world, bodies };
        scene.joints.iter().try_for_each(|joint| engine.add_joint(joint))?;
        Ok(engine)
    }

    fn add_joint(&mut self, joint: &Joint) -> Result<(), Lacking> {
        let data: rapier::GenericJoint = match joint.kind {
            Kind::Pivot(pivot) => revolute(pivot.local_anchor_a, pivot.local_anchor_b).into(),
            Kind::Hinge(hinge) => {
                revolute(hinge.local_anchor_a, hinge.local_anchor_b).limits([hinge.lower, hinge.upper]).into()
            }
            Kind::Weld(weld) => {
                let (a, b) = (vector(weld.local_anchor_a), vector(weld.local_anchor_b));
                rapier::FixedJointBuilder::new().local_anchor1(a).local_anchor2(b).into()
            }
            Kind::Slider(slider) => {
                let (a, b) = (vector(slider.local_anchor_a), vector(slider.local_anchor_b));
                rapier::PrismaticJointBuilder::new(vector(slider.local_axis_a)).local_anchor1(a).local_anchor2(b).into()
            }
            Kind::Rail(rail) => slot(rail.local_direction_a, rail.local_anchor_a, rail.local_anchor_b).into(),
            Kind::Line(line) => {
                let slot = slot(line.local_direction_a, line.local_anchor_a, line.local_anchor_b);
                slot.limits([line.lower, line.upper]).into()
            }
            Kind::DampedSpring(spring) => {
                let (a, b) = (vector(spring.local_anchor_a), vector(spring.local_anchor_b));
                let coil = rapier::SpringJointBuilder::new(spring.rest_length, spring.stiffness, spring.damping);
                coil.local_anchor1(a).local_anchor2(b).into()
            }
            _ => return Err(Lacking),
        };
        let [a, b, ..] = joint.bodies;
        self.world.impulse_joints.insert(self.bodies[a], self.bodies[b], data, true);
        Ok(())
    }
}

impl Engine for Rapier {
    fn step(&mut self) -> bool {
        self.world.step();
        true
    }

    fn states(&self, states: &mut Vec<State>) {
        states.clear();
        states.extend(self.bodies.iter().map(|&handle| {
            let body = &self.world.bodies[handle];
            let (position, rotation, velocity) = (body.translation(), body.rotation(), body.linvel());
            State {
                position: [position.x.into(), position.y.into()],
                cos: rotation.cos().into(),
                sin: rotation.sin().into(),
                velocity: [velocity.x.into(), velocity.y.into()],
                angular_velocity: body.angvel().into(),
            }
        }));
    }
}

fn definition(body: &Body) -> RigidBodyBuilder {
    let builder = match body.kind() {
        BodyKind::Fixed => RigidBodyBuilder::fixed(),
        BodyKind::Kinematic => RigidBodyBuilder::kinematic_velocity_based(),
        BodyKind::Dynamic => RigidBodyBuilder::dynamic().additional_mass_properties(rapier::MassProperties::new(
            Vector::ZERO,
            body.mass(),
            body.inertia(),
        )),
    };
    let placed = builder.translation(vector(body.position())).rotation(body.angle());
    placed.linvel(vector(body.linear_velocity())).angvel(body.angular_velocity()).can_sleep(false)
}

fn revolute(anchor_a: Vec2, anchor_b: Vec2) -> rapier::RevoluteJointBuilder {
    rapier::RevoluteJointBuilder::new().local_anchor1(vector(anchor_a)).local_anchor2(vector(anchor_b))
}

/// A point of the second body on a line of the first: what Rapier calls a pin in a slot.
fn slot(direction: Vec2, anchor_a: Vec2, anchor_b: Vec2) -> rapier::PinSlotJointBuilder {
    rapier::PinSlotJointBuilder::new(vector(direction)).local_anchor1(vector(anchor_a)).local_anchor2(vector(anchor_b))
}

const fn vector(v: Vec2) -> Vector {
    Vector::new(v.x, v.y)
}
