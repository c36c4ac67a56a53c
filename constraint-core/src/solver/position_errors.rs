//! How far a joint is from where it would have its bodies.

use crate::kernels::{AnyJoint, Layout};
use crate::kinematics::Pose;
use crate::law::Limits;
use crate::law::{Action, Law};
use crate::math::{Scalar, nearest};
use crate::real::Real;
use crate::solver::SolverBodies;

use crate::solver::packs::joint_data::norm;

/// Works out the position errors of joints of one type, one after another.
#[derive(Clone)]
pub(crate) struct PositionErrors {
    poses: Vec<Pose<f64>>,
    values: Vec<f64>,
    limits: Vec<Limits<f64>>,
    laws: Vec<Law<f64>>,
    rows: Vec<Scalar>,
}

impl PositionErrors {
    pub(crate) fn new(layout: &Layout) -> Self {
        let law = Law { action: Action::Hold, max_force: None, max_force_of: None, first: 0 };
        Self {
            poses: vec![Pose::default(); layout.bodies],
            values: vec![0.0; layout.rows],
            limits: vec![Limits { lower: 0.0, upper: 0.0 }; layout.rows],
            laws: vec![law; layout.rows],
            rows: vec![0.0; layout.rows],
        }
    }

    /// Takes the poses of a joint's bodies for what follows.
    pub(crate) fn at(&mut self, poses: impl Iterator<Item = Pose<f64>>) -> &mut Self {
        self.poses.iter_mut().zip(poses).for_each(|(own, pose)| *own = pose);
        self
    }

    /// As [`at`](Self::at), where a step has the bodies in these places.
    pub(crate) fn of_bodies(&mut self, bodies: impl Iterator<Item = u32>, motion: &SolverBodies) -> &mut Self {
        self.at(bodies.map(|body| motion.exact_pose(body as usize)))
    }

    pub(crate) fn poses(&self) -> &[Pose<f64>] {
        &self.poses
    }

    /// The error of each row. A motor and a spring without stiffness would have theirs nowhere.
    pub(crate) fn all(&mut self, joint: &dyn AnyJoint, time: f64) -> &mut [Scalar] {
        self.of(joint, time, |action| match action {
            Action::Hold | Action::Within => true,
            Action::Rate => false,
            Action::Soft { hertz: stiffness, .. } | Action::Spring { stiffness, .. } => stiffness != 0.0,
        })
    }

    /// The error of each row that has no spring of its own, which is what options bound.
    pub(crate) fn rigid(&mut self, joint: &dyn AnyJoint, time: f64) -> &mut [Scalar] {
        self.of(joint, time, |action| matches!(action, Action::Hold | Action::Within))
    }

    /// The norm of [`all`](Self::all).
    pub(crate) fn norm(&mut self, joint: &dyn AnyJoint, time: f64) -> Scalar {
        norm(self.all(joint, time))
    }

    /// The norm of [`rigid`](Self::rigid).
    pub(crate) fn rigid_norm(&mut self, joint: &dyn AnyJoint, time: f64) -> Scalar {
        norm(self.rigid(joint, time))
    }

    /// The error of the rows that act so, and zeros.
    fn of(&mut self, joint: &dyn AnyJoint, time: f64, counts: impl Fn(Action<f64>) -> bool) -> &mut [Scalar] {
        joint.write_position(&self.poses, time, &mut self.values);
        joint.write_limits(&mut self.limits);
        joint.write_laws(&mut self.laws);
        let rows = self.values.iter().zip(&self.limits).zip(&self.laws);
        for (error, ((&value, limit), law)) in self.rows.iter_mut().zip(rows) {
            let outside = value - Real::min(Real::max(value, limit.lower), limit.upper);
            *error = if counts(law.action) { nearest(outside) } else { 0.0 };
        }
        &mut self.rows
    }
}
