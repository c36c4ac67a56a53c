//! By `num-dual`: numbers with a derivative for each of the six coordinates.

use constraint_core::Vec2;
use nalgebra::{SMatrix, SVector};
use num_dual::{DualNum, DualSVec64, jacobian};

use super::{Coordinates, Parameters};
use crate::Evaluated;

type Dual = DualSVec64<6>;

/// C and J as they come.
pub(crate) type Matrices<const ROWS: usize> = (SVector<f64, ROWS>, SMatrix<f64, ROWS, 6>);

fn evaluate<const ROWS: usize>(
    x: &Coordinates,
    rows: impl Fn(SVector<Dual, 6>) -> SVector<Dual, ROWS>,
) -> Matrices<ROWS> {
    jacobian(rows, &SVector::from(*x))
}

/// The same by rows.
pub(crate) fn by_rows<const ROWS: usize>((value, slopes): &Matrices<ROWS>) -> Evaluated<ROWS> {
    let row = |row: usize| std::array::from_fn(|column| slopes[(row, column)]);
    (std::array::from_fn(|row| value[row]), std::array::from_fn(row))
}

/// R v, by the cosine and the sine of R.
fn turned((cos, sin): (Dual, Dual), v: Vec2) -> (Dual, Dual) {
    (cos * v.x - sin * v.y, sin * v.x + cos * v.y)
}

fn rotation(angle: Dual) -> (Dual, Dual) {
    let (sin, cos) = angle.sin_cos();
    (cos, sin)
}

/// From the anchor of the first body to that of the second.
fn apart(x: &SVector<Dual, 6>, parameters: &Parameters) -> (Dual, Dual) {
    let (ra, rb) = (turned(rotation(x[2]), parameters.anchor_a), turned(rotation(x[5]), parameters.anchor_b));
    ((x[3] + rb.0) - (x[0] + ra.0), (x[4] + rb.1) - (x[1] + ra.1))
}

pub(crate) fn pivot(x: &Coordinates, parameters: &Parameters) -> Matrices<2> {
    evaluate(x, |x| {
        let d = apart(&x, parameters);
        SVector::from([d.0, d.1])
    })
}

pub(crate) fn weld(x: &Coordinates, parameters: &Parameters) -> Matrices<3> {
    evaluate(x, |x| {
        let d = apart(&x, parameters);
        SVector::from([d.0, d.1, x[5] - x[2]])
    })
}

pub(crate) fn distance(x: &Coordinates, parameters: &Parameters) -> Matrices<1> {
    evaluate(x, |x| {
        let d = apart(&x, parameters);
        SVector::from([(d.0 * d.0 + d.1 * d.1).sqrt() - parameters.length])
    })
}

pub(crate) fn line(x: &Coordinates, parameters: &Parameters) -> Matrices<1> {
    evaluate(x, |x| {
        let rotation = rotation(x[2]);
        let (n, ra) = (turned(rotation, parameters.direction), turned(rotation, parameters.anchor_a));
        let rb = turned(self::rotation(x[5]), parameters.anchor_b);
        let d = ((x[3] + rb.0) - (x[0] + ra.0), (x[4] + rb.1) - (x[1] + ra.1));
        SVector::from([n.0 * d.1 - n.1 * d.0])
    })
}
