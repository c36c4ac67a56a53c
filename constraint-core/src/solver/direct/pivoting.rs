//! Which rows are at a bound of their impulse: block principal pivoting (Portugal, Júdice, Vicente 1994).

/// Where a row is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Set {
    /// Its impulse is between its bounds, and its equation holds.
    Free,
    /// Its impulse is at the lower bound.
    Lower,
    /// Its impulse is at the upper bound.
    Upper,
}

/// How many rounds may pass without fewer rows in the wrong set, before one row at a time is swapped.
const PATIENCE: u32 = 8;

/// After so many rounds there is no solution to be found.
const MOST_ROUNDS: u32 = 200;

/// Swaps rows that are in the wrong set: all of them while that helps, else the last one only, which always ends.
pub(crate) struct Pivoting {
    fewest: usize,
    patience: u32,
    pub(crate) rounds: u32,
}

/// What a round comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Round {
    /// All rows are in the right set.
    Done,
    /// Rows were swapped: factorise and solve again.
    Again,
    /// It does not end.
    GivenUp,
}

impl Pivoting {
    pub(crate) const fn new() -> Self {
        Self { fewest: usize::MAX, patience: PATIENCE, rounds: 0 }
    }

    /// Swaps the `wrong` rows, each to the set that it is to be in.
    pub(crate) fn round(&mut self, wrong: &[(usize, Set)], sets: &mut [Set]) -> Round {
        let Some(&(last, to)) = wrong.last() else { return Round::Done };
        self.rounds += 1;
        if self.rounds > MOST_ROUNDS {
            return Round::GivenUp;
        }
        if wrong.len() < self.fewest {
            (self.fewest, self.patience) = (wrong.len(), PATIENCE);
        } else {
            self.patience = self.patience.saturating_sub(1);
        }
        if self.patience > 0 {
            for &(row, to) in wrong {
                sets[row] = to;
            }
        } else {
            sets[last] = to;
        }
        Round::Again
    }
}

/// The equation of a row in one linear problem: J x + residual + compliance·λ = 0, with λ between its bounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Equation {
    pub(crate) residual: f64,
    pub(crate) compliance: f64,
    pub(crate) lower: f64,
    pub(crate) upper: f64,
}

impl Equation {
    /// A row that does nothing.
    pub(crate) const NONE: Self = Self { residual: 0.0, compliance: 1.0, lower: 0.0, upper: 0.0 };

    pub(crate) fn is_none(&self) -> bool {
        self.lower >= self.upper
    }

    /// Whether any impulse will do.
    pub(crate) fn is_unbounded(&self) -> bool {
        self.lower == f64::NEG_INFINITY && self.upper == f64::INFINITY
    }

    /// The impulse at the bound at which a row is, if it is at one.
    pub(crate) fn at(&self, set: Set) -> Option<f64> {
        match set {
            Set::Free => None,
            Set::Lower => Some(self.lower),
            Set::Upper => Some(self.upper),
        }
    }

    /// In which set a row begins with this impulse. One at its bound is taken to stay there.
    pub(crate) fn set_of(&self, impulse: f64) -> Set {
        let is_lowest = self.lower.is_finite() && impulse <= self.lower + 1e-6 * self.lower.abs();
        if self.is_none() || is_lowest {
            Set::Lower
        } else if self.upper.is_finite() && impulse >= self.upper - 1e-6 * self.upper.abs() {
            Set::Upper
        } else {
            Set::Free
        }
    }

    /// A row that may not go on in this set: one-sided rows that have changed their side are at the other bound.
    pub(crate) fn checked(&self, set: Set) -> Set {
        match set {
            Set::Lower if self.lower == f64::NEG_INFINITY => Set::Upper,
            Set::Upper if self.upper == f64::INFINITY => Set::Lower,
            Set::Free if self.is_none() => Set::Lower,
            _ if self.is_unbounded() => Set::Free,
            _ => set,
        }
    }

    /// The set to which a row belongs that is in a wrong one. `impulse` is that of a free row, `residual` that of one at a bound;
    /// smaller amounts than these two are rounding.
    pub(crate) fn wanted(&self, set: Set, impulse: f64, residual: f64, [tiny, small]: [f64; 2]) -> Option<Set> {
        if self.is_none() || self.is_unbounded() {
            return None;
        }
        match set {
            Set::Free if impulse < self.lower - tiny => Some(Set::Lower),
            Set::Free if impulse > self.upper + tiny => Some(Set::Upper),
            // At a lower bound, c may only be too large; at an upper one, too small.
            Set::Lower if residual < -small => Some(Set::Free),
            Set::Upper if residual > small => Some(Set::Free),
            _ => None,
        }
    }
}
