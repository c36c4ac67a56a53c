//! What is probably wrong with a joint, as its values at random states tell, and the texts: each with the name by which
//! its author says that it is meant.

use crate::ir::map_vec::MapVec as _;
use std::fmt;

/// Something that no right joint was seen to do.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)] // each variant's text, below, is its documentation
pub enum Lint {
    IdleRow,
    IdleBody {
        name: String,
        has_rate: bool,
    },
    /// The other rows: their places in the closure's value, and their names if they have any.
    DependentRow(Vec<(usize, Option<String>)>),
    NeverFinite,
    IdleLimit,
}

impl Lint {
    /// The names of all, as `allow(…)` takes them.
    pub const NAMES: [&str; 5] = ["idle_row", "idle_body", "dependent_rows", "never_finite", "idle_limit"];

    /// Its name.
    pub fn name(&self) -> &'static str {
        match self {
            Self::IdleRow => "idle_row",
            Self::IdleBody { .. } => "idle_body",
            Self::DependentRow(_) => "dependent_rows",
            Self::NeverFinite => "never_finite",
            Self::IdleLimit => "idle_limit",
        }
    }
}

impl fmt::Display for Lint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::IdleRow => {
                write!(f, "no motion of a body changes this row, so no impulse can hold it: look for terms that cancel")
            }
            Self::IdleBody { name, has_rate: true } => write!(
                f,
                "no row acts on the body `{name}`: a row that names a velocity is a row of velocities, where a position is only a number; write the position in a row of its own, damped by `.soft(…)`, or name the velocity of `{name}`"
            ),
            Self::IdleBody { name, has_rate: false } => {
                write!(
                    f,
                    "no row changes with the body `{name}`, wherever it is: leave it out, or look for a lost term"
                )
            }
            Self::DependentRow(others) if others.is_empty() => write!(
                f,
                "the two components of this row follow from each other, so K is singular everywhere: make it a scalar row"
            ),
            Self::DependentRow(others) => write!(
                f,
                "this row follows from {}, so K is singular everywhere: leave it out, or let it give way by `.soft(…)` or `.max_force(…)`",
                listed(others)
            ),
            Self::NeverFinite => write!(
                f,
                "this row is finite at no state that was tried: look for a division by zero, or the root or the logarithm of what is negative"
            ),
            Self::IdleLimit => write!(
                f,
                "nothing brings this row to its limits, wherever the bodies are: look for a wrong sign, or leave the row out"
            ),
        }?;
        write!(f, "; if it is meant, write `allow({})` after the closure", self.name())
    }
}

/// Rows as a reader counts them, and by the closure's own names for them.
fn listed(rows: &[(usize, Option<String>)]) -> String {
    let told = |(row, name): &(usize, Option<String>)| match name {
        Some(name) => format!("{} (`{name}`)", row + 1),
        None => (row + 1).to_string(),
    };
    match rows {
        [row] => format!("row {}", told(row)),
        [before @ .., last] => {
            let before: Vec<String> = before.map_vec(told);
            format!("rows {} and {}", before.join(", "), told(last))
        }
        [] => String::new(),
    }
}
