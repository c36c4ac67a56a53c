//! How Box2D solves a row, a limit and a block: its softness and its clamps, around what was generated.

use constraint_core::{Constraint, Pass, Scalar, Softness};

use super::float::{Float, clamped};
use super::generated::{Generated, Pair};

/// A sub-step, and how its passes treat a joint.
#[derive(Clone, Copy, Debug)]
pub(super) struct Substep<S> {
    /// Length of the sub-step, s.
    pub(super) h: S,
    /// Its inverse, 1/s.
    pub(super) inverse_h: S,
    /// The softness of rows that are to be rigid.
    pub(super) rigid: Pass<S>,
    /// Whether the pass removes position errors; if not, it relaxes.
    pub(super) biased: bool,
}

impl<S: Float> Substep<S> {
    /// How this pass treats a row that is to be rigid.
    pub(super) fn pass(&self) -> Pass<S> {
        if self.biased { self.rigid } else { Pass::relax() }
    }
}

/// The coefficients of a spring. One of 0 Hz does nothing at all, not even forget its impulse.
pub(super) fn soft<S: Float>(softness: Softness, h: S) -> Pass<S> {
    if softness.hertz > 0.0 {
        softness.pass(h)
    } else {
        Pass { bias_rate: S::ZERO, mass_scale: S::ZERO, impulse_scale: S::ZERO, ..Pass::relax() }
    }
}

pub(super) fn infinity<S: Float>() -> S {
    S::from_f64(f64::INFINITY)
}

/// A parameter in the scalar of the run.
#[allow(clippy::useless_conversion)] // not without the feature `f64`
pub(super) fn real<S: Float>(parameter: Scalar) -> S {
    S::from_f64(parameter.into())
}

/// Between which values an impulse has to stay.
pub(super) type Bounds<S> = [S; 2];

/// No bounds.
pub(super) fn free<S: Float>() -> Bounds<S> {
    [-infinity::<S>(), infinity()]
}

/// A force on both sides over a sub-step.
pub(super) fn within<S: Float>(force: S, h: S) -> Bounds<S> {
    [-(force * h), force * h]
}

/// How far from a limit the engine looks ahead.
#[derive(Clone, Copy, Debug)]
pub(super) struct Foresight<S> {
    /// A limit farther off than this is left alone.
    pub(super) distance: S,
    /// A gap counts as this at most.
    pub(super) gap: S,
}

impl<S: Float> Foresight<S> {
    pub(super) fn unbounded() -> Self {
        Self { distance: infinity(), gap: infinity() }
    }
}

/// How one row is solved.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pull<S> {
    /// The position error.
    pub(super) error: S,
    pub(super) pass: Pass<S>,
    pub(super) bounds: Bounds<S>,
}

/// How two rows are solved at once.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block<S> {
    pub(super) rows: [usize; 2],
    pub(super) k: [[S; 2]; 2],
    /// The position errors.
    pub(super) error: [S; 2],
    pub(super) pass: Pass<S>,
    /// The greatest length of the impulse.
    pub(super) most: S,
}

impl<J: Constraint> Generated<J> {
    /// A row, with its accumulated impulse.
    pub(super) fn solve_row<S: Float>(
        &self,
        pair: &mut Pair<S>,
        row: usize,
        mass: S,
        Pull { error, pass, bounds: [least, most] }: Pull<S>,
        lambda: &mut S,
    ) {
        let velocity = self.velocity(pair, row) + pass.bias_rate * error;
        let before = *lambda;
        let change = -pass.mass_scale * mass * velocity - pass.impulse_scale * before;
        *lambda = clamped(before + change, least, most);
        self.push(pair, row, *lambda - before);
    }

    /// A rate that is held as far as `bounds` allow.
    pub(super) fn solve_motor<S: Float>(
        &self,
        pair: &mut Pair<S>,
        row: usize,
        mass: S,
        bounds: Bounds<S>,
        lambda: &mut S,
    ) {
        self.solve_row(pair, row, mass, Pull { error: S::ZERO, pass: Pass::relax(), bounds }, lambda);
    }

    /// The lower and the upper limit of a row, each with an impulse that only pushes. A gap may be closed in one sub-step,
    /// but not faster.
    pub(super) fn solve_limits<S: Float>(
        &self,
        pair: &mut Pair<S>,
        row: usize,
        mass: S,
        (step, foresight): (&Substep<S>, Foresight<S>),
        lambda: &mut [S; 2],
    ) {
        let limits = self.limits::<S>(row);
        let value = self.position(pair, row);
        let sides = [(value - limits.lower, S::ONE), (limits.upper - value, -S::ONE)];
        for ((gap, sign), lambda) in sides.into_iter().zip(lambda) {
            if gap >= foresight.distance {
                *lambda = S::ZERO;
                continue;
            }
            let (pass, bias) = if gap > S::ZERO {
                (Pass::relax(), gap.min(foresight.gap) * step.inverse_h)
            } else {
                (step.pass(), step.pass().bias_rate * gap)
            };
            let velocity = sign * self.velocity(pair, row);
            let before = *lambda;
            let change = -pass.mass_scale * mass * (velocity + bias) - pass.impulse_scale * before;
            *lambda = (before + change).max(S::ZERO);
            self.push(pair, row, sign * (*lambda - before));
        }
    }

    /// Two rows at once.
    pub(super) fn solve_block<S: Float>(&self, pair: &mut Pair<S>, block: &Block<S>, lambda: &mut [S; 2]) {
        let pass = block.pass;
        let [x, y] = block.rows.map(|row| self.velocity(pair, row));
        let [x, y] = solve22(block.k, [x + pass.bias_rate * block.error[0], y + pass.bias_rate * block.error[1]]);
        let before = *lambda;
        *lambda = [
            before[0] + (-pass.mass_scale * x - pass.impulse_scale * before[0]),
            before[1] + (-pass.mass_scale * y - pass.impulse_scale * before[1]),
        ];
        let length_squared = lambda[0] * lambda[0] + lambda[1] * lambda[1];
        if length_squared > block.most * block.most {
            let scale = block.most / length_squared.sqrt();
            *lambda = lambda.map(|it| it * scale);
        }
        for i in 0..2 {
            self.push(pair, block.rows[i], lambda[i] - before[i]);
        }
    }
}

/// K⁻¹ v by Cramer's rule; zero where K is singular.
fn solve22<S: Float>([[xx, xy], [yx, yy]]: [[S; 2]; 2], [x, y]: [S; 2]) -> [S; 2] {
    let determinant = xx * yy - xy * yx;
    let inverse = if determinant == S::ZERO { S::ZERO } else { S::ONE / determinant };
    [inverse * (yy * x - xy * y), inverse * (xx * y - yx * x)]
}
