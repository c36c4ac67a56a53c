//! The bodies and joints of an island for the length of a step, and what the joints are at given poses.

use crate::kernels::AnyJoint;
use crate::kinematics::{Pose, Wrench};
use crate::solver::direct::Triple;

/// Where a joint of an island has its bodies, its rows and its numbers.
#[derive(Clone, Debug)]
pub(crate) struct IslandJoint {
    /// Numbers of its bodies in the island.
    pub(crate) bodies: Vec<usize>,
    pub(crate) rows: usize,
    /// Its first row in the island.
    pub(crate) first_row: usize,
    /// Where its block of J begins: row by row, three numbers for each body.
    pub(crate) block: usize,
}

/// How a row acts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Action {
    /// c is held at this value.
    Hold(f64),
    /// c stays between these.
    Within(f64, f64),
    /// V is zero.
    Rate,
    /// A spring by its frequency, Hz, and its damping ratio.
    Soft(f64, f64),
    /// A spring by its stiffness and its damping.
    Spring(f64, f64),
}

/// A row: how it acts, and its greatest force.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Row {
    pub(crate) action: Action,
    pub(crate) max_force: f64,
}

/// An island for the length of a step.
pub(crate) struct System<'a> {
    pub(crate) joints: &'a [IslandJoint],
    pub(crate) parameters: &'a [&'a dyn AnyJoint],
    pub(crate) rows: Vec<Row>,
    /// Mass, mass and inertia of each body that impulses move: these come first. Infinite for what does not turn.
    pub(crate) masses: Vec<Triple>,
    /// The acceleration of each by gravity and forces.
    pub(crate) accelerations: Vec<Triple>,
}

/// Where the bodies of an island are, how they move, when.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct State {
    /// Places and angles of all bodies.
    pub(crate) places: Vec<Triple>,
    pub(crate) velocities: Vec<Triple>,
    pub(crate) time: f64,
}

/// All poses between two: `from` and a share of `by`.
pub(crate) fn poses_between(from: &[Triple], by: &[Triple], share: f64) -> Vec<Pose<f64>> {
    let pose = |(q, d): (&Triple, &Triple)| Pose::new(q[0] + share * d[0], q[1] + share * d[1], q[2] + share * d[2]);
    from.iter().zip(by).map(pose).collect()
}

/// These poses.
pub(crate) fn poses(places: &[Triple]) -> Vec<Pose<f64>> {
    places.iter().map(|q| Pose::new(q[0], q[1], q[2])).collect()
}

impl System<'_> {
    /// Number of numbers of J.
    fn blocks(&self) -> usize {
        self.joints.last().map_or(0, |joint| joint.block + joint.len())
    }

    fn each(&self, poses: &[Pose<f64>], mut act: impl FnMut(&IslandJoint, &dyn AnyJoint, &[Pose<f64>])) {
        let mut own = Vec::new();
        for (joint, parameters) in self.joints.iter().zip(self.parameters) {
            own.clear();
            own.extend(joint.bodies.iter().map(|&body| poses[body]));
            act(joint, *parameters, &own);
        }
    }

    /// c of each row.
    pub(crate) fn positions(&self, poses: &[Pose<f64>], time: f64) -> Vec<f64> {
        let mut values = vec![0.0; self.rows.len()];
        self.each(poses, |joint, parameters, poses| {
            parameters.write_position(poses, time, &mut values[joint.own_rows()]);
        });
        values
    }

    /// β of each row.
    pub(crate) fn biases(&self, poses: &[Pose<f64>], time: f64) -> Vec<f64> {
        let mut values = vec![0.0; self.rows.len()];
        self.each(poses, |joint, parameters, poses| {
            parameters.write_bias(poses, time, &mut values[joint.own_rows()]);
        });
        values
    }

    /// J of all joints, block after block.
    pub(crate) fn jacobian(&self, poses: &[Pose<f64>], time: f64) -> Vec<f64> {
        let mut values = vec![0.0; self.blocks()];
        self.add_jacobian(poses, time, 1.0, &mut values);
        values
    }

    /// D̄: the mean of J at the two Gauss points between `from` and `from + by`.
    pub(crate) fn discrete_gradient(&self, from: &[Triple], by: &[Triple], [time, h]: [f64; 2]) -> Vec<f64> {
        let mut values = vec![0.0; self.blocks()];
        for share in GAUSS {
            self.add_jacobian(&poses_between(from, by, share), time + share * h, 0.5, &mut values);
        }
        values
    }

    fn add_jacobian(&self, poses: &[Pose<f64>], time: f64, weight: f64, values: &mut [f64]) {
        let mut wrenches = Vec::new();
        self.each(poses, |joint, parameters, poses| {
            wrenches.clear();
            wrenches.resize(joint.rows * joint.bodies.len(), Wrench::default());
            parameters.write_jacobian(poses, time, &mut wrenches);
            let numbers = wrenches.iter().flat_map(|wrench| [wrench.x, wrench.y, wrench.angular]);
            for (sum, number) in values[joint.block..].iter_mut().zip(numbers) {
                *sum += weight * number;
            }
        });
    }

    /// −G: the weighted sum of −H at the Gauss points, for these impulses. The lower triangle of each joint, one after another.
    pub(crate) fn stiffness(&self, from: &[Triple], by: &[Triple], [time, h]: [f64; 2], impulses: &[f64]) -> Vec<f64> {
        let mut values = vec![0.0; self.joints.iter().map(IslandJoint::triangle).sum()];
        let mut entries = Vec::new();
        for share in GAUSS {
            let mut start = 0;
            self.each(&poses_between(from, by, share), |joint, parameters, poses| {
                let own = &mut values[start..start + joint.triangle()];
                start += own.len();
                let impulses = &impulses[joint.own_rows()];
                if impulses.iter().all(|impulse| *impulse == 0.0) {
                    return;
                }
                entries.clear();
                entries.resize(own.len(), 0.0);
                parameters.write_stiffness(poses, impulses, time + share * h, &mut entries);
                // Only convergence depends on H: where it is not finite, zero will do.
                let finite = own.iter_mut().zip(&entries).filter(|(_, entry)| entry.is_finite());
                finite.for_each(|(sum, entry)| *sum -= 0.5 * share * entry);
            });
        }
        values
    }

    /// Whether the body of this number is moved by impulses.
    pub(crate) fn moves(&self, body: usize) -> bool {
        body < self.masses.len()
    }

    /// Adds Jᵀλ to what acts on each body that moves.
    pub(crate) fn add_impulses(&self, jacobian: &[f64], impulses: &[f64], sums: &mut [Triple]) {
        for joint in self.joints {
            for (row, block) in joint.blocks(jacobian) {
                let impulse = impulses[row];
                if impulse != 0.0 {
                    for (&body, part) in joint.bodies.iter().zip(block.chunks_exact(3)) {
                        if self.moves(body) {
                            (0..3).for_each(|axis| sums[body][axis] += part[axis] * impulse);
                        }
                    }
                }
            }
        }
    }

    /// J v of each row.
    pub(crate) fn rates(&self, jacobian: &[f64], velocities: &[Triple]) -> Vec<f64> {
        let mut rates = vec![0.0; self.rows.len()];
        for joint in self.joints {
            for (row, block) in joint.blocks(jacobian) {
                let parts = joint.bodies.iter().zip(block.chunks_exact(3));
                rates[row] = parts.map(|(&body, part)| dot(part, &velocities[body])).sum();
            }
        }
        rates
    }

    /// The diagonal of K = J M⁻¹ Jᵀ; a tiny number where it is zero.
    pub(crate) fn effective_masses(&self, jacobian: &[f64]) -> Vec<f64> {
        let mut masses = vec![0.0; self.rows.len()];
        for joint in self.joints {
            for (row, block) in joint.blocks(jacobian) {
                for (&body, part) in joint.bodies.iter().zip(block.chunks_exact(3)) {
                    if let Some(mass) = self.masses.get(body) {
                        masses[row] += (0..3).map(|axis| part[axis] * part[axis] / mass[axis]).sum::<f64>();
                    }
                }
            }
        }
        for mass in &mut masses {
            *mass = f64::max(*mass, 1e-12);
        }
        masses
    }

    /// T = ½ v M v
    pub(crate) fn kinetic_energy(&self, velocities: &[Triple]) -> f64 {
        let of = |(mass, v): (&Triple, &Triple)| -> f64 {
            (0..3).filter(|&axis| mass[axis].is_finite()).map(|axis| 0.5 * mass[axis] * v[axis] * v[axis]).sum()
        };
        self.masses.iter().zip(velocities).map(of).sum()
    }
}

/// The Gauss points of a step.
const GAUSS: [f64; 2] = [0.5 - 0.288_675_134_594_812_9, 0.5 + 0.288_675_134_594_812_9];

fn dot(a: &[f64], b: &Triple) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

impl IslandJoint {
    pub(crate) fn own_rows(&self) -> core::ops::Range<usize> {
        self.first_row..self.first_row + self.rows
    }

    /// Number of numbers of its block of J.
    pub(crate) fn len(&self) -> usize {
        3 * self.rows * self.bodies.len()
    }

    /// Number of entries of the lower triangle of its H.
    pub(crate) fn triangle(&self) -> usize {
        let n = 3 * self.bodies.len();
        n * (n + 1) / 2
    }

    /// Its rows, each with its part of J.
    pub(crate) fn blocks<'j>(&self, jacobian: &'j [f64]) -> impl Iterator<Item = (usize, &'j [f64])> + use<'j> {
        let width = 3 * self.bodies.len();
        (self.first_row..).zip(jacobian[self.block..][..self.len()].chunks_exact(width.max(1)))
    }
}
