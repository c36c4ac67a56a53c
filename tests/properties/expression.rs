//! Expressions at random, of the type that is asked for: every operator, every method of the compiler's table.

use constraint_symbolic::frontend::builtins;
use constraint_symbolic::frontend::syntax::{BinaryOp, Expr, ExprKind, Let, Name, Span};
use constraint_symbolic::ir::vector::{Id, Input, Type, VectorIr};
use proptest::strategy::{BoxedStrategy, Just, Strategy, Union};

/// The strategies of one depth, by type.
#[derive(Clone)]
pub(crate) struct Level {
    pub(crate) scalar: BoxedStrategy<Expr>,
    pub(crate) vector: BoxedStrategy<Expr>,
    pub(crate) rotation: BoxedStrategy<Expr>,
    pub(crate) condition: BoxedStrategy<Expr>,
}

pub(crate) fn name(text: &str) -> Name {
    Name { text: text.to_owned(), span: Span::default() }
}

pub(crate) fn expr(kind: ExprKind) -> Expr {
    Expr { kind, span: Span::default() }
}

pub(crate) fn path(segments: &[&str]) -> Expr {
    expr(ExprKind::Path(segments.iter().map(|&segment| name(segment)).collect()))
}

pub(crate) fn field(base: Expr, of: &str) -> Expr {
    expr(ExprKind::Field(Box::new(base), name(of)))
}

pub(crate) fn parameter(of: &str) -> Expr {
    field(expr(ExprKind::SelfValue), of)
}

pub(crate) fn method(receiver: Expr, of: &str, arguments: Vec<Expr>) -> Expr {
    expr(ExprKind::Method(Box::new(receiver), name(of), arguments))
}

pub(crate) fn binary(op: BinaryOp, a: Expr, b: Expr) -> Expr {
    expr(ExprKind::Binary(op, Box::new(a), Box::new(b)))
}

fn negative(a: Expr) -> Expr {
    expr(ExprKind::Negate(Box::new(a)))
}

/// What an expression may name.
#[derive(Clone, Default)]
pub(crate) struct Scope {
    pub(crate) bodies: Vec<&'static str>,
    pub(crate) scalars: Vec<&'static str>,
    pub(crate) vectors: Vec<&'static str>,
    pub(crate) rotations: Vec<&'static str>,
    pub(crate) conditions: Vec<&'static str>,
}

fn one_of(all: Vec<BoxedStrategy<Expr>>) -> BoxedStrategy<Expr> {
    Union::new(all).boxed()
}

fn one_just(all: Vec<Expr>) -> BoxedStrategy<Expr> {
    one_of(all.into_iter().map(|expr| Just(expr).boxed()).collect())
}

/// A literal as users write them: quarters, and none that is negative.
fn literal() -> BoxedStrategy<Expr> {
    (0_u8..=8).prop_map(|quarters| expr(ExprKind::Float(f64::from(quarters) / 4.0))).boxed()
}

impl Scope {
    fn bodies_members(&self, member: &str) -> Vec<Expr> {
        self.bodies.iter().map(|body| field(path(&[body]), member)).collect()
    }

    /// Expressions without operands.
    pub(crate) fn leaves(&self) -> Level {
        let named = |names: &[&str]| names.iter().map(|name| path(&[name])).collect::<Vec<_>>();
        let mut scalars = named(&self.scalars);
        scalars.extend(self.bodies_members("angle"));
        scalars.extend(self.bodies_members("position").into_iter().map(|v| field(v, "x")));
        scalars.extend(self.bodies_members("position").into_iter().map(|v| field(v, "y")));
        scalars.extend(self.bodies_members("rotation").into_iter().map(|r| field(r, "cos")));
        scalars.extend([parameter("k"), parameter("l"), field(parameter("u"), "x")]);
        let constants =
            builtins::CONSTANTS.iter().map(|(constant, _)| path(&["std", "f64", "consts", constant])).collect();
        let mut vectors = named(&self.vectors);
        vectors.extend(self.bodies_members("position"));
        let points = builtins::BODY_METHODS.iter().map(|(point, _)| *point);
        let of_body =
            |body: &&'static str| points.clone().map(|point| method(path(&[body]), point, vec![parameter("u")]));
        vectors.extend(self.bodies.iter().flat_map(of_body));
        vectors.extend([parameter("u"), parameter("w")]);
        let axes = builtins::VECTOR_CONSTANTS.iter().map(|(axis, ..)| path(&["Vec2", axis])).collect();
        let mut rotations = named(&self.rotations);
        rotations.extend(self.bodies_members("rotation"));
        rotations.extend([parameter("q"), path(&["Rot2", "IDENTITY"])]);
        let mut conditions = named(&self.conditions);
        conditions.extend([true, false].map(|truth| expr(ExprKind::Bool(truth))));
        Level {
            scalar: one_of(vec![one_just(scalars.clone()), one_just(scalars), literal(), one_just(constants)]),
            vector: one_of(vec![one_just(vectors.clone()), one_just(vectors), one_just(axes)]),
            rotation: one_just(rotations),
            condition: one_just(conditions),
        }
    }

    /// Expressions whose operands are those of `inner`.
    pub(crate) fn level(&self, inner: &Level) -> Level {
        let leaves = self.leaves();
        let mut level = Collected::default();
        level.operators(inner);
        level.methods(inner);
        level.functions(inner);
        level.choices(inner);
        if !self.bodies.is_empty() {
            level.points(&self.bodies, inner);
        }
        if self.scalars.contains(&"s") {
            level.blocks(inner);
        }
        Level {
            scalar: one_of([level.scalar, vec![leaves.scalar; 3]].concat()),
            vector: one_of([level.vector, vec![leaves.vector; 3]].concat()),
            rotation: one_of([level.rotation, vec![leaves.rotation; 2]].concat()),
            condition: one_of(level.condition),
        }
    }

    /// Sums of angles, multiples of them and parameters, of the given depth.
    pub(crate) fn angles(&self, depth: u32) -> BoxedStrategy<Expr> {
        let named = self.scalars.iter().map(|name| path(&[name]));
        let angles = one_just(self.bodies_members("angle").into_iter().chain(named).collect());
        let known = one_just(vec![parameter("k"), parameter("l"), field(parameter("u"), "x")]);
        let known = one_of(vec![known.clone(), known, literal()]);
        let mut sums = angles.clone();
        for _ in 0..depth {
            let two = |op: BinaryOp, a: &BoxedStrategy<Expr>, b: &BoxedStrategy<Expr>| {
                (a.clone(), b.clone()).prop_map(move |(a, b)| binary(op, a, b)).boxed()
            };
            sums = one_of(vec![
                angles.clone(),
                two(BinaryOp::Add, &sums, &sums),
                two(BinaryOp::Subtract, &sums, &sums),
                two(BinaryOp::Add, &sums, &known),
                two(BinaryOp::Subtract, &known, &sums),
                two(BinaryOp::Multiply, &known, &sums),
                two(BinaryOp::Divide, &sums, &known),
                sums.prop_map(negative).boxed(),
            ]);
        }
        sums
    }

    /// Expressions of the given depth.
    pub(crate) fn expressions(&self, depth: u32) -> Level {
        (0..depth).fold(self.leaves(), |inner, _| self.level(&inner))
    }
}

/// Alternatives, as they are found.
#[derive(Default)]
struct Collected {
    scalar: Vec<BoxedStrategy<Expr>>,
    vector: Vec<BoxedStrategy<Expr>>,
    rotation: Vec<BoxedStrategy<Expr>>,
    condition: Vec<BoxedStrategy<Expr>>,
}

impl Level {
    fn of(&self, ty: Type) -> BoxedStrategy<Expr> {
        match ty {
            Type::Scalar => self.scalar.clone(),
            Type::Vector => self.vector.clone(),
            Type::Rotation => self.rotation.clone(),
            Type::Truth => self.condition.clone(),
        }
    }
}

/// The type that the table's `build` gives.
fn result(types: &[Type], build: fn(&mut VectorIr, &[Id]) -> Id) -> Type {
    let mut graph = VectorIr::new();
    let operands: Vec<Id> = types.iter().map(|&ty| graph.input(Input::Parameter(0, ty))).collect();
    let id = build(&mut graph, &operands);
    graph.ty(id)
}

impl Collected {
    fn of(&mut self, ty: Type) -> &mut Vec<BoxedStrategy<Expr>> {
        match ty {
            Type::Scalar => &mut self.scalar,
            Type::Vector => &mut self.vector,
            Type::Rotation => &mut self.rotation,
            Type::Truth => &mut self.condition,
        }
    }

    fn operators(&mut self, inner: &Level) {
        use BinaryOp::{
            Add, And, Divide, Equal, Greater, GreaterEqual, Less, LessEqual, Multiply, NotEqual, Or, Subtract,
        };
        use Type::{Rotation, Scalar, Truth, Vector};
        let mut operator = |op: BinaryOp, a: Type, b: Type, result: Type| {
            let both = (inner.of(a), inner.of(b)).prop_map(move |(a, b)| binary(op, a, b)).boxed();
            self.of(result).push(both);
        };
        // Sums and products are most of what formulas are made of.
        for _ in 0..3 {
            operator(Add, Scalar, Scalar, Scalar);
            operator(Subtract, Scalar, Scalar, Scalar);
            operator(Multiply, Scalar, Scalar, Scalar);
            operator(Add, Vector, Vector, Vector);
            operator(Subtract, Vector, Vector, Vector);
            operator(Multiply, Rotation, Vector, Vector);
        }
        operator(Divide, Scalar, Scalar, Scalar);
        operator(Multiply, Scalar, Vector, Vector);
        operator(Multiply, Vector, Scalar, Vector);
        operator(Divide, Vector, Scalar, Vector);
        operator(Multiply, Rotation, Rotation, Rotation);
        for op in [Less, LessEqual, Greater, GreaterEqual, Equal, NotEqual] {
            operator(op, Scalar, Scalar, Truth);
        }
        for op in [And, Or] {
            operator(op, Truth, Truth, Truth);
        }
        self.scalar.push(inner.scalar.clone().prop_map(negative).boxed());
        self.vector.push(inner.vector.clone().prop_map(negative).boxed());
        let not = |a: Expr| expr(ExprKind::Not(Box::new(a)));
        self.condition.push(inner.condition.clone().prop_map(not).boxed());
        for member in ["x", "y"] {
            self.scalar.push(inner.vector.clone().prop_map(move |v| field(v, member)).boxed());
        }
        for member in ["cos", "sin"] {
            self.scalar.push(inner.rotation.clone().prop_map(move |r| field(r, member)).boxed());
        }
    }

    fn methods(&mut self, inner: &Level) {
        for entry in builtins::METHODS {
            let types: Vec<Type> = std::iter::once(entry.receiver).chain(entry.arguments.iter().copied()).collect();
            let arguments: Vec<BoxedStrategy<Expr>> = entry.arguments.iter().map(|&ty| inner.of(ty)).collect();
            let call = (inner.of(entry.receiver), arguments)
                .prop_map(|(receiver, arguments)| method(receiver, entry.name, arguments));
            self.of(result(&types, entry.build)).push(call.boxed());
        }
        let power = (inner.scalar.clone(), -2_i32..=4).prop_map(|(base, exponent)| {
            let digits = expr(ExprKind::Integer(exponent.unsigned_abs().to_string()));
            method(base, "powi", vec![if exponent < 0 { negative(digits) } else { digits }])
        });
        self.scalar.push(power.boxed());
        self.scalar.push(inner.scalar.clone().prop_map(|x| method(parameter("f"), "at", vec![x])).boxed());
    }

    fn functions(&mut self, inner: &Level) {
        for function in builtins::PATH_FUNCTIONS {
            let arguments: Vec<BoxedStrategy<Expr>> = function.arguments.iter().map(|&ty| inner.of(ty)).collect();
            let (owner, called) = function.path;
            let call =
                arguments.prop_map(move |arguments| expr(ExprKind::Call(vec![name(owner), name(called)], arguments)));
            self.of(result(function.arguments, function.build)).push(call.boxed());
        }
    }

    fn choices(&mut self, inner: &Level) {
        for ty in [Type::Scalar, Type::Vector, Type::Rotation, Type::Truth] {
            let choice = (inner.condition.clone(), inner.of(ty), inner.of(ty));
            let choice = choice.prop_map(|(c, a, b)| expr(ExprKind::If(Box::new(c), Box::new(a), Box::new(b))));
            self.of(ty).push(choice.boxed());
        }
    }

    fn points(&mut self, bodies: &[&'static str], inner: &Level) {
        for &body in bodies {
            for (point, _) in builtins::BODY_METHODS {
                let point = inner.vector.clone().prop_map(move |of| method(path(&[body]), point, vec![of]));
                self.vector.push(point.boxed());
            }
        }
    }

    /// A block with a variable that hides an outer one.
    fn blocks(&mut self, inner: &Level) {
        let block = |(value, tail): (Expr, Expr)| {
            expr(ExprKind::Block(
                vec![Let { name: name("s"), annotation: None, value, parameter: None }],
                Box::new(tail),
            ))
        };
        self.scalar.push((inner.scalar.clone(), inner.scalar.clone()).prop_map(block).boxed());
        self.vector.push((inner.scalar.clone(), inner.vector.clone()).prop_map(block).boxed());
    }
}
