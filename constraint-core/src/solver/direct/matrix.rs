//! The matrix of an island: `[M − G, Jᵀ; J, −Σ]`, factorised in an order that is chosen once for its pattern.

use crate::solver::direct::Triple;
use crate::solver::direct::factor::Factor;
use crate::solver::direct::order::{Node, order};
use crate::solver::direct::pivoting::Set;
use crate::solver::direct::system::{IslandJoint, System};

/// No entry: of a body that nothing moves.
const NONE: usize = usize::MAX;

/// The pattern and the numbers of the matrix. Unknowns are x, y and angle of each body that moves, then a number for each row.
#[derive(Clone, Debug)]
pub(crate) struct Matrix {
    factor: Factor,
    /// In which place each unknown is eliminated.
    places: Vec<u32>,
    /// For each joint the entries of its lower triangle: over its bodies' unknowns, then its rows.
    slots: Vec<Vec<usize>>,
    /// The diagonal entries of the bodies.
    diagonal: Vec<usize>,
    room: Vec<f64>,
}

#[allow(clippy::cast_possible_truncation)] // unknowns are numbered in 32 bits
impl Matrix {
    /// The pattern of these joints between bodies, of which as many as `moving` are moved.
    pub(crate) fn new(joints: &[IslandJoint], moving: usize, rows: usize) -> Self {
        let places = places(joints, moving, rows);
        let n = places.len();
        let unknowns: Vec<Vec<Option<u32>>> = joints
            .iter()
            .map(|joint| {
                let of_body = |&body: &usize| (0..3).map(move |axis| (body < moving).then_some(3 * body + axis));
                let of_bodies = joint.bodies.iter().flat_map(of_body);
                let all = of_bodies.chain(joint.own_rows().map(|row| Some(3 * moving + row)));
                all.map(|unknown| unknown.map(|unknown| places[unknown])).collect()
            })
            .collect();
        let mut columns: Vec<Vec<u32>> = vec![Vec::new(); n];
        for own in &unknowns {
            for (at, &a) in own.iter().enumerate() {
                for &b in &own[..at] {
                    if let (Some(a), Some(b)) = (a, b)
                        && a != b
                    {
                        columns[a.max(b) as usize].push(a.min(b));
                    }
                }
            }
        }
        for column in &mut columns {
            column.sort_unstable();
            column.dedup();
        }
        let factor = Factor::new(&columns);
        let slot = |a: Option<u32>, b: Option<u32>| a.zip(b).and_then(|(a, b)| factor.slot(a, b)).unwrap_or(NONE);
        let triangle = |own: &Vec<Option<u32>>| {
            let pairs = (0..own.len()).flat_map(|x| (0..=x).map(move |y| (x, y)));
            pairs.map(|(x, y)| slot(own[x], own[y])).collect()
        };
        let slots = unknowns.iter().map(triangle).collect();
        let diagonal = (0..3 * moving).map(|unknown| slot(Some(places[unknown]), Some(places[unknown]))).collect();
        Self { slots, diagonal, room: vec![0.0; n], places, factor }
    }

    /// Puts the masses, the stiffness and the rows in, and factorises. A row that is at a bound is switched off in place: its part of J
    /// is zero and its diagonal entry −1. False where the matrix is singular.
    pub(crate) fn factorise(
        &mut self,
        system: &System<'_>,
        jacobian: &[f64],
        compliance: &[f64],
        sets: &[Set],
        stiffness: Option<&[f64]>,
    ) -> bool {
        self.factor.numbers.fill(0.0);
        for (slot, mass) in self.diagonal.iter().zip(system.masses.iter().flatten()) {
            self.factor.numbers[*slot] = if mass.is_finite() { *mass } else { 1.0 };
        }
        let mut start = 0;
        for (joint, slots) in system.joints.iter().zip(&self.slots) {
            let own = stiffness.map(|all| &all[start..start + joint.triangle()]);
            start += joint.triangle();
            let numbers = &mut self.factor.numbers;
            if let Some(own) = own {
                add_stiffness(system, joint, slots, own, numbers);
            }
            add_rows(system, joint, &slots[joint.triangle()..], jacobian, compliance, sets, numbers);
        }
        self.factor.factorise()
    }

    /// Solves for the bodies' and the rows' unknowns, in place.
    pub(crate) fn solve(&mut self, bodies: &mut [Triple], rows: &mut [f64]) {
        let Self { room, places, factor, .. } = self;
        for (&place, &value) in places.iter().zip(bodies.iter().flatten().chain(&*rows)) {
            room[place as usize] = value;
        }
        factor.solve(room);
        for (&place, value) in places.iter().zip(bodies.iter_mut().flatten().chain(rows)) {
            *value = room[place as usize];
        }
    }
}

/// In which place each unknown is eliminated.
#[allow(clippy::cast_possible_truncation)]
fn places(joints: &[IslandJoint], moving: usize, rows: usize) -> Vec<u32> {
    let mut nodes: Vec<Node> = (0..moving).map(|_| Node { size: 3, is_ready: true }).collect();
    let mut edges = Vec::new();
    for joint in joints {
        let own = nodes.len();
        let moved: Vec<usize> = joint.bodies.iter().copied().filter(|&body| body < moving).collect();
        nodes.push(Node { size: joint.rows, is_ready: moved.is_empty() });
        for (at, &a) in moved.iter().enumerate() {
            edges.push((own, a));
            // The stiffness joins the bodies.
            edges.extend(moved[..at].iter().map(|&b| (a, b)));
        }
    }
    let mut places = vec![0; 3 * moving + rows];
    let mut place = 0;
    for node in order(&nodes, &edges) {
        let first = if node < moving { 3 * node } else { 3 * moving + joints[node - moving].first_row };
        for own in &mut places[first..first + nodes[node].size] {
            *own = place;
            place += 1;
        }
    }
    places
}

/// The unknowns of a joint's bodies that are fixed take no part: no row of J acts on an infinite inertia.
fn is_finite(system: &System<'_>, joint: &IslandJoint, unknown: usize) -> bool {
    system.masses.get(joint.bodies[unknown / 3]).is_some_and(|mass| mass[unknown % 3].is_finite())
}

fn add_stiffness(system: &System<'_>, joint: &IslandJoint, slots: &[usize], own: &[f64], numbers: &mut [f64]) {
    let pairs = (0..3 * joint.bodies.len()).flat_map(|x| (0..=x).map(move |y| (x, y)));
    for ((&slot, &entry), (x, y)) in slots.iter().zip(own).zip(pairs) {
        if slot != NONE && entry != 0.0 && is_finite(system, joint, x) && is_finite(system, joint, y) {
            // One body in two places: two entries of the triangle are one of the diagonal.
            let is_twice = x != y && x % 3 == y % 3 && joint.bodies[x / 3] == joint.bodies[y / 3];
            numbers[slot] += if is_twice { 2.0 * entry } else { entry };
        }
    }
}

/// The rows of a joint. `slots` are those of the triangle below the bodies' unknowns.
fn add_rows(
    system: &System<'_>,
    joint: &IslandJoint,
    slots: &[usize],
    jacobian: &[f64],
    compliance: &[f64],
    sets: &[Set],
    numbers: &mut [f64],
) {
    let mut start = 0;
    for (number, (row, block)) in joint.blocks(jacobian).enumerate() {
        let own = &slots[start..=start + block.len() + number];
        start += own.len();
        let diagonal = own[own.len() - 1];
        if sets[row] == Set::Free {
            for (unknown, (&slot, &entry)) in own.iter().zip(block).enumerate() {
                if slot != NONE && is_finite(system, joint, unknown) {
                    numbers[slot] += entry;
                }
            }
            numbers[diagonal] -= compliance[row];
        } else {
            numbers[diagonal] -= 1.0;
        }
    }
}
