//! The staged program: plain data that is printed as code, executed, or counted.

use crate::ir::scalar::{Lane, Leaf};
use crate::ir::vector::Function as Call;
use crate::ir::vector::Input;

/// A joint's program.
#[derive(Clone, Debug)]
pub struct EmittedIr {
    /// The fast path.
    pub fast: FastPath,
    /// The derived mathematics, each from the parameters and what it is given.
    pub derived: Derived,
}

/// What the solver runs, and what is kept from one function to the next.
#[derive(Clone, Debug)]
pub struct FastPath {
    /// What `setup` keeps: names, in the order of its outputs.
    pub setup_fields: Vec<String>,
    /// What `prepare` keeps: names, in the order of its outputs.
    pub prepared_fields: Vec<String>,
    /// What `begin` keeps beside these: the names of sums of angles.
    pub start_fields: Vec<String>,
    /// For each field of setup, whether it is kept a second time.
    pub setup_duplicates: Vec<Option<Duplicate>>,
    /// For each prepared field, whether it is kept a second time.
    pub prepared_duplicates: Vec<Option<Duplicate>>,
    /// For each slot of memory, the prepared fields that hold its x and y.
    pub memory: Vec<(usize, usize)>,
    /// From parameters and masses.
    pub setup: Function,
    /// Sums of angles as a step begins, from the angles, all in `f64`.
    pub begin: Function,
    /// From poses, in which the angles are those since the step began.
    pub prepare: Function,
    /// The velocities, x, y and angular of each body.
    pub warm_start: Function,
    /// The blocks of an iteration.
    pub solve: Vec<Block>,
}

/// A field that has the value of an earlier one, beside others with which it is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Duplicate {
    /// The field that has the value first, in the same struct.
    pub first: usize,
    /// Whether the two have opposite signs.
    pub is_opposite: bool,
}

/// A block of an iteration: outputs are the rows' impulses, then the velocities, x, y and angular of each body.
#[derive(Clone, Debug)]
pub struct Block {
    /// The rows whose impulses come first.
    pub rows: Vec<usize>,
    /// The code.
    pub code: Function,
}

/// The mathematics for any engine.
#[derive(Clone, Debug)]
pub struct Derived {
    /// c of each row.
    pub position: Function,
    /// Lower and upper limit of each row.
    pub limits: Function,
    /// V of each row.
    pub velocity: Function,
    /// Row by row, body by body: x, y, angular.
    pub jacobian: Function,
    /// Row by row.
    pub effective_mass: Function,
    /// Body by body: x, y, angular.
    pub impulse: Function,
    /// The lower triangle of the geometric stiffness, row by row, in the order x, y, angle of each body. Empty unless the feature
    /// `direct` asks for it.
    pub stiffness: Function,
    /// The values of the rows' laws, row after row: the two of a spring, then the greatest force.
    pub laws: Function,
    /// The values that the checks of the parameters look at.
    pub checks: Function,
    /// x and y of each point of the drawing, then of both ends of each of its segments.
    pub sketch: Function,
}

/// Straight-line code.
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    /// What is worked out on the way.
    pub locals: Vec<Local>,
    /// The values.
    pub outputs: Vec<Expr>,
}

/// `let name = value;`
#[derive(Clone, Debug, PartialEq)]
pub struct Local {
    /// Its name, unique in the joint.
    pub name: String,
    /// Its value.
    pub value: Expr,
}

/// An expression of two-operand arithmetic.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum Expr {
    Constant(f64),
    Given(Leaf),
    /// A field that setup keeps.
    Setup(usize),
    /// A field that prepare keeps.
    Prepared(usize),
    /// A field that begin keeps, and what that is if all angles are 0 then.
    AngleAtStart(u16, Box<Expr>),
    Local(usize),
    Negate(Box<Expr>),
    Binary(Arithmetic, Box<Expr>, Box<Expr>),
    Call(Call, Vec<Expr>),
    Choose(Box<Expr>, Box<Expr>, Box<Expr>),
    /// 1/d, or 0 where d is no more than a rounding.
    Pivot(Box<Expr>, Box<Expr>),
    /// What rounding can be of a value of this size.
    Rounding(Box<Expr>),
    Truth(bool),
    Less(Box<Expr>, Box<Expr>),
    LessEqual(Box<Expr>, Box<Expr>),
    And(Box<Expr>, Box<Expr>),
    Or(Box<Expr>, Box<Expr>),
    Not(Box<Expr>),
}

/// The four operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Arithmetic {
    Add,
    Subtract,
    Multiply,
    Divide,
}

/// How many operations some code takes. Signs are free.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Operations {
    /// Additions and subtractions, multiplications, divisions, square roots, minima and maxima.
    pub arithmetic: usize,
    /// Comparisons and choices.
    pub choices: usize,
    /// Sines, exponentials and the like.
    pub functions: usize,
}

impl std::ops::AddAssign for Operations {
    fn add_assign(&mut self, other: Self) {
        self.arithmetic += other.arithmetic;
        self.choices += other.choices;
        self.functions += other.functions;
    }
}

impl Function {
    /// How many operations it takes.
    pub fn operations(&self) -> Operations {
        let mut total = Operations::default();
        for local in &self.locals {
            local.value.count(&mut total);
        }
        for output in &self.outputs {
            output.count(&mut total);
        }
        total
    }
}

impl FastPath {
    /// How many operations an iteration takes.
    pub fn iteration(&self) -> Operations {
        let mut total = Operations::default();
        for block in &self.solve {
            total += block.code.operations();
        }
        total
    }
}

impl Expr {
    /// Its parts.
    pub fn operands(&self) -> Vec<&Self> {
        let mut operands = Vec::new();
        self.each_operand(|operand| operands.push(operand));
        operands
    }

    /// Its parts, one after another: no list of them is made.
    pub fn each_operand<'e>(&'e self, mut see: impl FnMut(&'e Self)) {
        match self {
            Self::Constant(_)
            | Self::Given(_)
            | Self::Setup(_)
            | Self::Prepared(_)
            | Self::Local(_)
            | Self::Truth(_) => {}
            Self::Negate(a) | Self::Not(a) | Self::Rounding(a) | Self::AngleAtStart(_, a) => see(a),
            Self::Binary(_, a, b)
            | Self::Pivot(a, b)
            | Self::Less(a, b)
            | Self::LessEqual(a, b)
            | Self::And(a, b)
            | Self::Or(a, b) => {
                see(a);
                see(b);
            }
            Self::Call(_, arguments) => {
                for argument in arguments {
                    see(argument);
                }
            }
            Self::Choose(a, b, c) => {
                see(a);
                see(b);
                see(c);
            }
        }
    }

    fn count(&self, total: &mut Operations) {
        match self {
            Self::Binary(..)
            | Self::Pivot(..)
            | Self::Rounding(_)
            | Self::Call(Call::Sqrt | Call::Min | Call::Max | Call::Abs, _) => {
                total.arithmetic += 1;
            }
            // A field, whatever it is worked out from; and what is worked out of a last normal, which it hardly ever is.
            Self::AngleAtStart(..) | Self::Call(Call::AsLong, _) => return,
            Self::Call(..) => total.functions += 1,
            Self::Choose(..) | Self::Less(..) | Self::LessEqual(..) => total.choices += 1,
            _ => {}
        }
        self.each_operand(|operand| operand.count(total));
    }
}

impl Leaf {
    /// A scalar input.
    pub fn whole(input: Input) -> Self {
        Self { input, lane: Lane::Whole }
    }
}
