//! What impulses do to the velocities: v + M⁻¹ Jᵀ λ.

use super::{Assembler, Planar};
use crate::ir::map_vec::MapVec as _;
use crate::ir::vector::{Id, Input, Type};

/// Rows that are solved together, and their impulses.
pub type Together = Vec<(usize, Id)>;

/// How angular impulses meet M⁻¹.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turning {
    /// Each row's by itself: M⁻¹Jᵀ is known before λ is.
    Rows,
    /// Their sum.
    Torque,
}

impl Assembler {
    /// v + M⁻¹ Jᵀ λ for some of the rows, given as they are solved.
    ///
    /// The angular impulse of several rows between bodies is added up before it meets M⁻¹: it takes an operation more, but all
    /// velocities change alike then, by a mass times an impulse, and nothing is kept for it besides J.
    pub(super) fn accelerated(&mut self, groups: &[Together]) -> Vec<Planar> {
        let turning = if self.bodies.len() > 1 { Turning::Torque } else { Turning::Rows };
        // Among others, a row beside those that only turn the bodies pushes them as one that is by itself does.
        let mut apart = Vec::new();
        for group in groups {
            let pushing = group.iter().filter(|&&(row, _)| !self.is_lean(row));
            if groups.len() == 1 || pushing.count() > 1 {
                apart.push(group.clone());
            } else {
                apart.extend(group.iter().map(|&row| vec![row]));
            }
        }
        self.accelerated_by(turning, &apart)
    }

    pub fn accelerated_by(&mut self, way: Turning, groups: &[Together]) -> Vec<Planar> {
        self.body_indices()
            .map(|body| Planar { linear: self.pushed(body, groups), angular: self.turned(way, body, groups) })
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

    /// ω + i Σ h λ. i stands with h, so that their product can be known before λ is, but for what is added up first: rows that
    /// are solved together, and with them torques that need no arm.
    fn turned(&mut self, way: Turning, body: u8, groups: &[Together]) -> Id {
        let is_torque = |group: &Together| matches!(group[..], [(row, _)] if self.is_lean(row));
        let adds_up = way == Turning::Torque && groups.iter().any(|group| group.len() > 1);
        let added_up: Vec<bool> = groups.map_vec(|group| adds_up && (group.len() > 1 || is_torque(group)));
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
