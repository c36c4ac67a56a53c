//! A world, and what a testbed has to know of it: outlines of bodies, names and derivations of joints.

use std::any::type_name;

use constraint_core::joints::PivotJoint;
use constraint_core::prelude::*;
use constraint_core::{Action, AnyJointId, BodiesOf, Error};

use crate::geometry::Shape;

/// What a scene builds.
pub struct Stage {
    /// The world that is stepped.
    pub world: World,
    /// A fixed body at the origin.
    pub ground: BodyId,
    /// Outlines, in the order in which they are drawn.
    pub figures: Vec<Figure>,
    /// All joints that the scene made and that have not broken.
    pub joints: Vec<JointEntry>,
    /// Lines that only decorate, in the world, m.
    pub scenery: Vec<Vec<Vec2>>,
    /// What the camera shows first.
    pub view: View,
    /// The body that the camera follows along x.
    pub follow: Option<BodyId>,
    /// What moves the scene by the arrow keys. Called before each step.
    pub control: Option<Control>,
}

/// Called before each step with the arrow keys.
pub type Control = Box<dyn FnMut(&mut World, Steer) -> Result<(), Error>>;

/// The arrow keys that are held: −1, 0 or 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Steer {
    /// Right is 1, left is −1.
    pub x: Scalar,
    /// Up is 1, down is −1.
    pub y: Scalar,
}

/// A rectangle of the world.
#[derive(Clone, Copy, Debug)]
pub struct View {
    /// m
    pub centre: Vec2,
    /// Width and height, m.
    pub size: Vec2,
}

/// The outline of a body.
#[derive(Clone, Debug)]
pub struct Figure {
    /// Which body.
    pub body: BodyId,
    /// In the body's frame.
    pub shape: Shape,
    /// The colour.
    pub tint: Tint,
}

/// The colours of bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tint {
    /// Fixed parts.
    Grey,
    /// Frames and levers.
    Blue,
    /// Loads.
    Red,
    /// Wheels and gears.
    Yellow,
    /// Links and limbs.
    Green,
    /// What drives.
    Violet,
}

/// A joint of any type.
#[derive(Clone, Debug)]
pub struct JointEntry {
    /// Which joint.
    pub id: AnyJointId,
    /// The name of its type, without the path.
    pub name: &'static str,
    /// [`Constraint::DERIVATION`] of its type.
    pub derivation: &'static str,
    /// The bodies that it holds.
    pub bodies: Vec<BodyId>,
    error: fn(&World, AnyJointId) -> Option<Scalar>,
}

impl JointEntry {
    /// The position error: the norm over rows that hold or limit, m, with rad for an angle. Springs and motors do not count.
    pub fn error(&self, world: &World) -> Scalar {
        (self.error)(world, self.id).unwrap_or_default()
    }
}

impl Stage {
    /// An empty world with a ground.
    pub fn new(view: View) -> Result<Self, Error> {
        let mut world = World::new();
        let ground = world.add_body(Body::fixed())?;
        Ok(Self {
            world,
            ground,
            figures: Vec::new(),
            joints: Vec::new(),
            scenery: Vec::new(),
            view,
            follow: None,
            control: None,
        })
    }

    /// Adds a body that looks like `shape`.
    pub fn add(&mut self, body: Body, shape: Shape, tint: Tint) -> Result<BodyId, Error> {
        let body = self.world.add_body(body)?;
        self.figures.push(Figure { body, shape, tint });
        Ok(body)
    }

    /// Adds a joint.
    pub fn join<J: Constraint>(&mut self, bodies: impl BodiesOf<J>, joint: J) -> Result<JointId<J>, Error> {
        let id = self.world.add_joint(bodies, joint)?;
        let name = type_name::<J>();
        self.joints.push(JointEntry {
            id: id.into(),
            name: name.rsplit("::").next().unwrap_or(name),
            derivation: J::DERIVATION,
            bodies: self.world.joint_bodies(id)?.as_ref().to_vec(),
            error: error_of::<J>,
        });
        Ok(id)
    }

    /// Pins two bodies together at a point of the world.
    pub fn pin(&mut self, [a, b]: [BodyId; 2], at: Vec2) -> Result<JointId<PivotJoint>, Error> {
        let [local_anchor_a, local_anchor_b] = [self.local(a, at)?, self.local(b, at)?];
        self.join([a, b], PivotJoint { local_anchor_a, local_anchor_b })
    }

    /// Where a point of the world is in a body's frame.
    pub fn local(&self, body: BodyId, at: Vec2) -> Result<Vec2, Error> {
        let state = self.world.body(body)?.state();
        Ok(state.rotation.inverse() * (at - state.position))
    }

    /// The greatest position error of the joints: m, with rad for an angle.
    pub fn joint_error(&self) -> Scalar {
        self.joints.iter().map(|joint| joint.error(&self.world)).fold(0.0, Scalar::max)
    }

    /// The mass of all that is joined to a body directly or through others, kg. Fixed bodies part mechanisms.
    pub fn connected_mass(&self, body: BodyId) -> Scalar {
        let mass = |id: &BodyId| self.world.body(*id).map_or(0.0, Body::mass);
        let mut reached = std::collections::HashSet::from([body]);
        loop {
            let before = reached.len();
            for joint in &self.joints {
                if joint.bodies.iter().any(|body| reached.contains(body)) {
                    reached.extend(joint.bodies.iter().filter(|body| mass(body).is_finite()));
                }
            }
            if reached.len() == before {
                return reached.iter().map(mass).sum();
            }
        }
    }
}

fn error_of<J: Constraint>(world: &World, id: AnyJointId) -> Option<Scalar> {
    let id = id.downcast::<J>()?;
    let (errors, laws) = (world.position_error(id).ok()?, world.joint(id).ok()?.laws::<Scalar>());
    let rows = errors.as_ref().iter().zip(laws.as_ref());
    let held = rows.filter(|(_, law)| matches!(law.action, Action::Hold | Action::Within));
    Some(held.map(|(error, _)| error * error).sum::<Scalar>().sqrt())
}
