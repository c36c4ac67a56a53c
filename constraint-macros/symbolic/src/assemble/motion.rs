//! What impulses do to the velocities: v + M⁻¹ Jᵀ λ.

use super::{Assembler, Planar};
use crate::graph::{Id, Input, Type};

/// Rows that are solved together, and their impulses.
pub(super) type Together = Vec<(usize, Id)>;

impl Assembler {
    /// v + M⁻¹ Jᵀ λ for some of the rows, given as they are solved.
    pub(super) fn accelerated(&mut self, groups: &[Together]) -> Vec<Planar> {
        self.body_indices()
            .map(|body| Planar { linear: self.pushed(body, groups), angular: self.turned(body, groups) })
            .collect()
    }

    /// v + m Σ n λ. m stands with n, so that their product can be known before λ is; but the linear impulse of rows that are
    /// solved together is one vector, which bodies that it drives apart share.
    fn pushed(&mut self, body: u8, groups: &[Together]) -> Id {
        let g = &mut self.graph;
        let (m, v) = (g.input(Input::InverseMass(body)), g.input(Input::LinearVelocity(body)));
        let mut velocity = vec![(1.0, v)];
        for group in groups {
            let mut impulse = Vec::new();
            for &(row, lambda) in group {
                let direction = self.rows[row].jacobian[usize::from(body)].linear;
                let g = &mut self.graph;
                let light = if group.len() == 1 { g.mul(m, lambda) } else { lambda };
                impulse.push((1.0, g.scale(light, direction)));
            }
            let g = &mut self.graph;
            let impulse = g.sum(Type::Vector, &impulse);
            velocity.push((1.0, if group.len() == 1 { impulse } else { g.scale(m, impulse) }));
        }
        self.graph.sum(Type::Vector, &velocity)
    }

    /// ω + i Σ h λ. i stands with h; but where a torque, which needs no arm, comes together with an impulse of several rows,
    /// which has one, they are added up first: one product for each body.
    fn turned(&mut self, body: u8, groups: &[Together]) -> Id {
        let is_torque = |group: &Together| matches!(group[..], [(row, _)] if self.is_lean(row));
        let adds_up = groups.iter().any(|group| group.len() > 1) && groups.iter().any(is_torque);
        let added_up: Vec<bool> = groups.iter().map(|group| adds_up && (group.len() > 1 || is_torque(group))).collect();
        let g = &mut self.graph;
        let (i, w) = (g.input(Input::InverseInertia(body)), g.input(Input::AngularVelocity(body)));
        let (mut velocity, mut torque) = (vec![(1.0, w)], Vec::new());
        for (group, added_up) in groups.iter().zip(added_up) {
            for &(row, lambda) in group {
                let arm = self.rows[row].jacobian[usize::from(body)].angular;
                let g = &mut self.graph;
                if added_up {
                    torque.push((1.0, g.mul(arm, lambda)));
                } else {
                    let easy = g.mul(i, arm);
                    velocity.push((1.0, g.mul(easy, lambda)));
                }
            }
        }
        let g = &mut self.graph;
        if !torque.is_empty() {
            let torque = g.sum(Type::Scalar, &torque);
            velocity.push((1.0, g.mul(i, torque)));
        }
        g.sum(Type::Scalar, &velocity)
    }
}
