//! The bodies that a joint is given. By a bound of its own, what is said of other ones stands on these, and says what the joint has.

use crate::constraint::Constraint;
use crate::id::BodyId;

/// What [`World::add_joint`](crate::World::add_joint) takes as the bodies of a joint: `J::Bodies<BodyId>`, an array with one for each parameter of
/// its closure, and nothing else.
///
/// A function that is generic over the joint names it as a bound:
///
/// ```
/// use constraint_core::joints::{AngleJoint, PivotJoint};
/// use constraint_core::prelude::*;
/// use constraint_core::{BodiesOf, Error};
///
/// /// Adds a joint of any type between two bodies, and a motion of one second.
/// fn run<J: Constraint>(world: &mut World, bodies: [BodyId; 2], joint: J) -> Result<JointId<J>, Error>
/// where
///     [BodyId; 2]: BodiesOf<J>,
/// {
///     let id = world.add_joint(bodies, joint)?;
///     for _ in 0..60 {
///         world.step(1.0 / 60.0)?;
///     }
///     Ok(id)
/// }
///
/// let mut world = World::new();
/// let ground = world.add_body(Body::fixed())?;
/// let bob = world.add_body(Body::dynamic(1.0, 0.1))?;
/// let pin = PivotJoint { local_anchor_a: Vec2::ZERO, local_anchor_b: Vec2::ZERO };
/// let pin = run(&mut world, [ground, bob], pin)?;
/// assert!(world.position_error(pin)?[1].abs() < 1e-3);
/// # Ok::<(), Error>(())
/// ```
pub trait BodiesOf<J: Constraint> {
    /// The array.
    ///
    /// Not a method: every type implements this trait, so its name would be ambiguous wherever the trait is imported.
    fn array(bodies: Self) -> J::Bodies<BodyId>;
}

impl<J: Constraint, B> BodiesOf<J> for B
where
    J::Bodies<BodyId>: Are<B>,
{
    fn array(bodies: Self) -> J::Bodies<BodyId> {
        Are::are(bodies)
    }
}

/// What is given is what a joint has.
#[diagnostic::on_unimplemented(
    message = "this joint's bodies are `{Self}`, not `{B}`",
    label = "not this joint's bodies",
    note = "an array has one `BodyId` for each parameter of the joint's closure: `world.add_joint([a, b], joint)`"
)]
pub trait Are<B> {
    /// The same.
    fn are(bodies: B) -> Self;
}

impl<B> Are<B> for B {
    fn are(bodies: B) -> Self {
        bodies
    }
}
