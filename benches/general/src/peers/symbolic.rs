//! By `symdiff`: a scalar function of a slice each row, and its gradient. It has no vectors, so that they are written out, and
//! C and J share nothing.

use symdiff::gradient;

use super::{Coordinates, Parameters};
use crate::Evaluated;

#[gradient(var = x, dim = 6)]
fn apart_x(x: &[f64], p: &[f64]) -> f64 {
    x[3] + (p[2] * x[5].cos() - p[3] * x[5].sin()) - x[0] - (p[0] * x[2].cos() - p[1] * x[2].sin())
}

#[gradient(var = x, dim = 6)]
fn apart_y(x: &[f64], p: &[f64]) -> f64 {
    x[4] + (p[2] * x[5].sin() + p[3] * x[5].cos()) - x[1] - (p[0] * x[2].sin() + p[1] * x[2].cos())
}

#[gradient(var = x, dim = 6)]
fn turned_apart(x: &[f64], p: &[f64]) -> f64 {
    x[5] - x[2] + 0.0 * p[0]
}

#[gradient(var = x, dim = 6)]
fn off_length(x: &[f64], p: &[f64]) -> f64 {
    let dx = x[3] + (p[2] * x[5].cos() - p[3] * x[5].sin()) - x[0] - (p[0] * x[2].cos() - p[1] * x[2].sin());
    let dy = x[4] + (p[2] * x[5].sin() + p[3] * x[5].cos()) - x[1] - (p[0] * x[2].sin() + p[1] * x[2].cos());
    (dx * dx + dy * dy).sqrt() - p[6]
}

#[gradient(var = x, dim = 6)]
fn off_line(x: &[f64], p: &[f64]) -> f64 {
    let dx = x[3] + (p[2] * x[5].cos() - p[3] * x[5].sin()) - x[0] - (p[0] * x[2].cos() - p[1] * x[2].sin());
    let dy = x[4] + (p[2] * x[5].sin() + p[3] * x[5].cos()) - x[1] - (p[0] * x[2].sin() + p[1] * x[2].cos());
    let nx = p[4] * x[2].cos() - p[5] * x[2].sin();
    let ny = p[4] * x[2].sin() + p[5] * x[2].cos();
    nx * dy - ny * dx
}

fn flat(p: &Parameters) -> [f64; 7] {
    [p.anchor_a.x, p.anchor_a.y, p.anchor_b.x, p.anchor_b.y, p.direction.x, p.direction.y, p.length]
}

pub(crate) fn pivot(x: &Coordinates, p: &Parameters) -> Evaluated<2> {
    let p = &flat(p);
    ([apart_x(x, p), apart_y(x, p)], [apart_x_gradient(x, p), apart_y_gradient(x, p)])
}

pub(crate) fn weld(x: &Coordinates, p: &Parameters) -> Evaluated<3> {
    let p = &flat(p);
    (
        [apart_x(x, p), apart_y(x, p), turned_apart(x, p)],
        [apart_x_gradient(x, p), apart_y_gradient(x, p), turned_apart_gradient(x, p)],
    )
}

pub(crate) fn distance(x: &Coordinates, p: &Parameters) -> Evaluated<1> {
    let p = &flat(p);
    ([off_length(x, p)], [off_length_gradient(x, p)])
}

pub(crate) fn line(x: &Coordinates, p: &Parameters) -> Evaluated<1> {
    let p = &flat(p);
    ([off_line(x, p)], [off_line_gradient(x, p)])
}
