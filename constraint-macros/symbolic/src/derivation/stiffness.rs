//! H = ∂(Jᵀλ)/∂x, pair of bodies by pair of bodies.

use super::algebra::Algebra;
use super::piece::Piece;
use super::tangent::Motion;
use crate::ir::vector::Id;

/// `a b: [∂F_a/∂p_b | ∂F_a/∂θ_b | ∂τ_a/∂θ_b]` for each pair that has a part, from the force and the torque on each body. Of one body
/// with another, `∂τ_a/∂p_b` comes last, as a row. H is symmetric, so each pair stands once.
pub(super) fn stiffness(algebra: &mut Algebra, impulses: &[(Id, Id)]) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for a in 0..impulses.len() {
        for b in a..impulses.len() {
            pair(algebra, impulses, [a, b], &mut pieces);
        }
    }
    if pieces.is_empty() { vec![Piece::Text("0")] } else { pieces }
}

fn pair(algebra: &mut Algebra, impulses: &[(Id, Id)], [a, b]: [usize; 2], pieces: &mut Vec<Piece>) {
    let (force, torque) = impulses[a];
    let moved = u8::try_from(b).unwrap_or(u8::MAX);
    let by_place = algebra.rate(force, Motion::Position(moved));
    let by_place = algebra.matrix(by_place);
    let by_angle = algebra.rate(force, Motion::Angle(moved));
    let turned = algebra.rate(torque, Motion::Angle(moved));
    let turned = algebra.gathered(turned);
    let row = algebra.rate(torque, Motion::Position(moved));
    let row = algebra.row(row);
    let has_row = a != b && !algebra.is_zero(row);
    if by_place.0.is_empty() && algebra.is_zero(by_angle) && algebra.is_zero(turned) && !has_row {
        return;
    }
    if !pieces.is_empty() {
        pieces.push(Piece::Gap);
    }
    let name = format!("{} {}", algebra.bodies[a], algebra.bodies[b]);
    pieces.extend([Piece::Name(name), Piece::Text(": ["), Piece::Matrix(by_place), Piece::Text(" | ")]);
    pieces.extend([Piece::Value(by_angle), Piece::Text(" | "), Piece::Value(turned)]);
    if has_row {
        pieces.extend([Piece::Text(" | "), Piece::Value(row)]);
    }
    pieces.push(Piece::Text("]"));
}
