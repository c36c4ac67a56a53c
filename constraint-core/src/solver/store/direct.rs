//! What direct stepping reads and writes of the joints. It keeps their impulses as those of joints that are not solved.

use crate::body_set::BodySet;
use crate::event::Cause;
use crate::kernels::AnyJoint;
use crate::math::{Scalar, saturated};
use crate::slots::Key;
use crate::solver::direct::islands::{Member, rows};
use crate::solver::direct::system::Row;
use crate::solver::packs::joint_data::{WarmStartCache, norm};
use crate::solver::store::JointStore;

impl JointStore {
    /// Lists the enabled joints; this store has a number.
    pub(crate) fn list_members(&self, store: usize, members: &mut Vec<Member>) {
        let rows = self.kernels.layout.rows;
        let member = |key: Key| Member { store, key, bodies: self.entries.places(key.index).to_vec(), rows };
        members.extend(self.entries.enabled().map(|(key, _)| member(key)));
    }

    /// A joint with its rows; no rows if it is not one for direct steps.
    pub(crate) fn direct_joint(&self, key: Key) -> Option<(&dyn AnyJoint, Option<Vec<Row>>)> {
        let (entry, joint) = (self.entries.get(key)?, self.entries.joint(key)?);
        Some((joint, rows(joint, &entry.options, self.kernels.layout.rows)))
    }

    /// The impulses of the last step, as of one of length `h`.
    pub(crate) fn last_impulses(&self, key: Key, h: Scalar) -> Option<Vec<Scalar>> {
        let entry = self.entries.get(key)?;
        let active = || {
            let longer = if self.h > 0.0 { h / self.h } else { 1.0 };
            let impulses = self.active.impulses(entry.place?)?;
            Some(impulses.into_iter().map(|impulse| impulse * longer).collect())
        };
        entry.sleeping(h).or_else(active)
    }

    /// Sets the impulses of a step of length `h`, unless the joint takes part in the substeps.
    pub(crate) fn set_impulses(&mut self, key: Key, impulses: Vec<Scalar>, h: Scalar) {
        let layout = &self.kernels.layout;
        let Some(entry) = self.entries.get_mut(key).filter(|entry| entry.place.is_none()) else { return };
        match &mut entry.sleeping {
            Some(kept) => (kept.0.impulses, kept.1) = (impulses, h),
            None => entry.sleeping = Some(Box::new((WarmStartCache { impulses, ..WarmStartCache::new(layout) }, h))),
        }
    }

    /// Breaks a joint for which a step of length `h` was too much.
    pub(crate) fn check_break(&mut self, key: Key, impulses: &[Scalar], h: Scalar, bodies: &dyn BodySet, time: f64) {
        let Self { entries, errors, breaking, .. } = self;
        let (Some(entry), Some(joint)) = (entries.get(key), entries.joint(key)) else { return };
        let force = norm(impulses) / h;
        if force > entry.options.break_force {
            breaking.push((key, Cause::Force(saturated(force))));
        } else if entry.options.break_error < Scalar::INFINITY {
            let error = errors.at(entries.poses(key.index, bodies)).norm(joint, time);
            if error > entry.options.break_error {
                breaking.push((key, Cause::Error(saturated(error))));
            }
        }
    }
}
