//! What the compiler is given: the closure as an untyped tree, and the fields of the struct.
//!
//! Plain data. Whoever builds it (the attribute from tokens, a test by hand) keeps the places that a [`Span`] stands for.

/// A place in the user's source: an index into the table of whoever built the tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span(pub u32);

/// A name and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Name {
    /// The identifier, without `r#`.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// An annotated struct.
#[derive(Clone, Debug, PartialEq)]
pub struct Joint {
    /// The struct's name.
    pub name: String,
    /// The struct's fields, in order.
    pub fields: Vec<Field>,
    /// The closure's parameters, in order.
    pub bodies: Vec<Name>,
    /// The closure's parameter for the time, if there is one.
    pub time: Option<Name>,
    /// The closure's body.
    pub body: Expr,
}

/// A field of the struct: a parameter of the joint once the closure names it.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// Its name.
    pub name: Name,
    /// Its type, as far as it is one of the language's.
    pub kind: FieldKind,
    /// Its type as written, for messages.
    pub written: String,
}

/// The types that a parameter can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FieldKind {
    /// `f32`, `f64`, `Scalar`.
    Scalar,
    /// `Vec2`, `DVec2`.
    Vector,
    /// `Rot2`.
    Rotation,
    /// `Softness`.
    Softness,
    /// `Curve`.
    Curve,
    /// Anything else, which the closure may not name.
    Other,
}

/// An expression and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it stands.
    pub span: Span,
}

impl Expr {
    /// Calls `see` with each expression that this one is directly made of.
    pub fn each_part<'e>(&'e self, see: &mut dyn FnMut(&'e Self)) {
        let mut all = |parts: &[&'e Self]| parts.iter().for_each(|part| see(part));
        match &self.kind {
            ExprKind::Field(inner, _) | ExprKind::Negate(inner) | ExprKind::Not(inner) => all(&[inner]),
            ExprKind::Method(receiver, _, arguments) => {
                all(&[receiver]);
                arguments.iter().for_each(see);
            }
            ExprKind::Call(_, parts) | ExprKind::Tuple(parts) => parts.iter().for_each(see),
            ExprKind::Struct(_, fields) => fields.iter().for_each(|(_, value)| see(value)),
            ExprKind::Binary(_, left, right) => all(&[left, right]),
            ExprKind::Range { start, end, .. } => start.iter().chain(end).for_each(|end| see(end)),
            ExprKind::If(condition, then, otherwise) => all(&[condition, then, otherwise]),
            ExprKind::Block(lets, tail) => {
                lets.iter().map(|bound| &bound.value).for_each(&mut *see);
                see(tail);
            }
            ExprKind::Float(_)
            | ExprKind::Integer(_)
            | ExprKind::Bool(_)
            | ExprKind::Path(_)
            | ExprKind::Constant(..)
            | ExprKind::SelfValue
            | ExprKind::Invalid => {}
        }
    }

    /// Calls `see` with each name without a path that the expression reads, in order.
    pub fn each_variable<'e>(&'e self, see: &mut dyn FnMut(&'e Name)) {
        if let ExprKind::Path(path) = &self.kind
            && let [name] = &path[..]
        {
            see(name);
        }
        self.each_part(&mut |part| part.each_variable(see));
    }
}

/// The expressions of the language, before anything is known of their types.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// A literal with a point, an exponent or a float suffix.
    Float(f64),
    /// A literal without one, as written. An argument of `powi`; a mistake elsewhere.
    Integer(String),
    /// `true`, `false`.
    Bool(bool),
    /// A variable, a body or a constant: `d`, `PI`, `Vec2::X`, `std::f32::consts::TAU`. Segments as written.
    Path(Vec<Name>),
    /// A constant of the user's, as written, and its place among the expressions that only Rust understands. A scalar.
    Constant(Name, u32),
    /// `self`.
    SelfValue,
    /// `base.name`.
    Field(Box<Expr>, Name),
    /// `receiver.name(arguments)`.
    Method(Box<Expr>, Name, Vec<Expr>),
    /// `Vec2::new(x, y)`: a path, called.
    Call(Vec<Name>, Vec<Expr>),
    /// `Softness { hertz: …, damping_ratio: … }`: a path and its fields.
    Struct(Vec<Name>, Vec<(Name, Expr)>),
    /// `-x`.
    Negate(Box<Expr>),
    /// `!x`.
    Not(Box<Expr>),
    /// `x + y`.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `lower..=upper`, either end absent; `inclusive` tells `..=` from `..`.
    Range {
        /// The lower end.
        start: Option<Box<Expr>>,
        /// The upper end.
        end: Option<Box<Expr>>,
        /// Whether the upper end belongs to it.
        inclusive: bool,
    },
    /// `if condition { then } else { otherwise }`.
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `{ let name = value; …; tail }`.
    Block(Vec<Let>, Box<Expr>),
    /// `(x, y, …)`.
    Tuple(Vec<Expr>),
    /// What was already reported; nothing more is said of it.
    Invalid,
}

/// `let name: kind = value;`
#[derive(Clone, Debug, PartialEq)]
pub struct Let {
    /// The name; `_` for none.
    pub name: Name,
    /// The type, where one is written, and where it stands.
    pub annotation: Option<(FieldKind, Span)>,
    /// The value.
    pub value: Expr,
    /// Where the value mentions nothing of the closure: its place among the expressions that can be taken as parameters,
    /// whatever they are, since their type is declared.
    pub parameter: Option<u32>,
}

/// The operators between two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum BinaryOp {
    Add,
    Subtract,
    Multiply,
    Divide,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    NotEqual,
    And,
    Or,
}
