//! A joint's rows at one state.

use super::state::State;
use crate::constraint::assemble::Assembly;
use crate::ir::evaluate::{Order, Value};
use crate::ir::map_vec::MapVec as _;
use crate::ir::vector::{Id, VectorIr};

/// Evaluates the rows of a joint.
pub(super) struct Sampler<'j> {
    graph: &'j VectorIr,
    order: Order,
    /// Of each row, whether it has a lower and an upper limit.
    limits: Vec<(bool, bool)>,
    bodies: usize,
}

/// The rows at a state.
pub(super) struct Sample {
    pub(super) rows: Vec<SampledRow>,
}

/// A scalar row at a state.
pub(super) struct SampledRow {
    pub(super) value: f64,
    pub(super) lower: Option<f64>,
    pub(super) upper: Option<f64>,
    /// x, y and angular, body by body.
    pub(super) jacobian: Vec<[f64; 3]>,
}

impl<'j> Sampler<'j> {
    pub(super) fn new(assembly: &'j Assembly, bodies: usize) -> Self {
        let mut roots: Vec<Id> = Vec::new();
        for row in &assembly.rows {
            roots.push(row.value);
            roots.extend(row.limits.0);
            roots.extend(row.limits.1);
            for block in &row.jacobian {
                roots.extend_from_slice(&[block.linear, block.angular]);
            }
        }
        let limits = assembly.rows.map_vec(|row| (row.limits.0.is_some(), row.limits.1.is_some()));
        Self { graph: &assembly.graph, order: Order::new(&assembly.graph, &roots), limits, bodies }
    }

    /// How many expressions one state takes.
    pub(super) fn len(&self) -> usize {
        self.order.len()
    }

    /// Whether rows or their slopes have branches.
    pub(super) fn chooses(&self) -> bool {
        self.order.chooses(self.graph)
    }

    pub(super) fn at(&self, state: &State) -> Sample {
        let mut values = self.order.evaluate(self.graph, &|input| state.input(input)).into_iter();
        let mut next = || values.next().unwrap_or(Value::Scalar(f64::NAN));
        let mut row = |&(has_lower, has_upper): &(bool, bool)| SampledRow {
            value: next().scalar(),
            lower: has_lower.then(|| next().scalar()),
            upper: has_upper.then(|| next().scalar()),
            jacobian: (0..self.bodies)
                .map(|_| {
                    let (x, y) = next().pair();
                    [x, y, next().scalar()]
                })
                .collect(),
        };
        Sample { rows: self.limits.map_vec(&mut row) }
    }
}

impl SampledRow {
    pub(super) fn is_finite(&self) -> bool {
        self.value.is_finite() && self.jacobian.iter().flatten().all(|slope| slope.is_finite())
    }

    /// Whether it changes with any body.
    pub(super) fn has_slope(&self) -> bool {
        self.jacobian.iter().flatten().any(|&slope| slope != 0.0)
    }

    /// Whether a limit has something to take back.
    pub(super) fn is_outside(&self) -> bool {
        let is_ordered = self.lower.zip(self.upper).is_none_or(|(lower, upper)| lower <= upper);
        let is_below = self.lower.is_some_and(|lower| self.value < lower);
        let is_above = self.upper.is_some_and(|upper| self.value > upper);
        is_ordered && self.value.is_finite() && (is_below || is_above)
    }

    /// How far a row that is held is from where: its limits are equal.
    pub(super) fn error(&self) -> f64 {
        self.value - self.lower.unwrap_or(0.0)
    }

    /// Its slopes in one list.
    pub(super) fn slopes(&self) -> Vec<f64> {
        self.jacobian.concat()
    }
}
