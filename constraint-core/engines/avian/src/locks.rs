//! Bodies with one locked axis: the solver of joints knows one mass for both axes, so a hidden joint holds the body on the axis.

use std::collections::BTreeMap;

use constraint_core::joint_set::BodySet;
use constraint_core::{Error, JointId, JointSet, Scalar, Vec2, constraint};

use crate::bodies::{BodyTable, LockedAxis};

/// A body stays where it is along an axis.
#[constraint(|body| body.position.dot(self.axis) - self.at)]
#[derive(Clone, Debug, PartialEq)]
struct AxisLock {
    axis: Vec2,
    at: Scalar,
}

/// The hidden joints, by the numbers of their bodies.
#[derive(Default)]
pub(crate) struct Locks(BTreeMap<u32, JointId<AxisLock>>);

impl Locks {
    /// Brings the hidden joints up to date with the bodies, before a step.
    pub(crate) fn update(&mut self, set: &mut JointSet, table: &BodyTable, bodies: &impl BodySet) -> Result<(), Error> {
        for (number, held) in (0..).zip(&table.all) {
            let Some(axis) = held.as_ref().and_then(|held| held.locked).map(LockedAxis::direction) else {
                self.remove(set, number);
                continue;
            };
            #[allow(clippy::cast_possible_truncation)] // to the precision of the joints
            let [x, y] = bodies.body(number).centre.map(|at| at as Scalar);
            let lock = AxisLock { axis, at: axis.dot(Vec2::new(x, y)) };
            match self.0.get(&number).map(|id| (*id, set.joint(*id))) {
                Some((_, Ok(old))) if *old == lock => {}
                Some((id, Ok(_))) => *set.joint_mut(id)? = lock,
                // New, or its joint has gone with another body of this number.
                _ => drop(self.0.insert(number, set.add_joint(bodies, [number], lock)?)),
            }
        }
        Ok(())
    }

    /// Removes the hidden joint of a body, if it has one.
    pub(crate) fn remove(&mut self, set: &mut JointSet, number: u32) {
        if let Some(id) = self.0.remove(&number) {
            // It may have gone with its body.
            drop(set.remove_joint(id));
        }
    }
}
