//! Straight-line code: locals, expressions, inputs.

use std::collections::BTreeSet;

use constraint_symbolic::Compiled;
use constraint_symbolic::graph::{Function as Call, Input, Type};
use constraint_symbolic::program::{Arithmetic, Expr, Function};
use constraint_symbolic::tape::{Lane, Leaf};
use proc_macro2::{Ident, Literal, Punct, Spacing, TokenStream};
use quote::{TokenStreamExt, quote};

use super::{count, ident, idents};
use crate::parse::{Opaque, Parsed};

const SUM: u8 = 1;
const PRODUCT: u8 = 2;
const UNARY: u8 = 3;
const ATOM: u8 = 4;

/// What the code of one function refers to.
pub(super) struct Code<'c> {
    parsed: &'c Parsed,
    compiled: &'c Compiled,
    locals: Vec<Ident>,
}

impl<'c> Code<'c> {
    /// The names of a function.
    pub(super) fn new(parsed: &'c Parsed, compiled: &'c Compiled, function: &Function) -> Self {
        Self { parsed, compiled, locals: idents(function.locals.iter().map(|local| &local.name)) }
    }

    /// `let` for each parameter that the function reads, as the function's scalar.
    pub(super) fn parameters(&self, function: &Function) -> TokenStream {
        let mut read = BTreeSet::new();
        for expr in function.locals.iter().map(|local| &local.value).chain(&function.outputs) {
            leaves(expr, &mut read);
        }
        let mut lets = TokenStream::new();
        for leaf in read {
            if let Input::Parameter(index, ty) = leaf.input {
                let (name, value) = (self.parameter(leaf), self.field(index as usize, ty, leaf.lane));
                lets.extend(quote!(let #name = S::of(#value);));
            }
        }
        lets
    }

    fn parameter(&self, leaf: Leaf) -> Ident {
        let index = if let Input::Parameter(index, _) = leaf.input { index } else { 0 };
        ident(&self.compiled.names.parameters[index as usize][usize::from(leaf.lane == Lane::Y)])
    }

    /// `self.field.member`
    pub(super) fn field(&self, index: usize, ty: Type, lane: Lane) -> TokenStream {
        let parameter = &self.compiled.parameters[index];
        let path = &parameter.path;
        let field = self.parsed.field(&path[0]).cloned().unwrap_or_else(|| ident(&path[0]));
        let members = path[1..].iter().map(|member| ident(member));
        let lane = match (ty, lane) {
            (Type::Vector, Lane::Y) => Some(ident("y")),
            (Type::Vector, _) => Some(ident("x")),
            (Type::Rotation, Lane::Y) => Some(ident("sin")),
            (Type::Rotation, _) => Some(ident("cos")),
            _ => None,
        };
        let members = members.chain(lane);
        if let Some(Opaque { ty, value }) =
            parameter.expression.and_then(|index| self.parsed.parameters.get(index as usize))
        {
            // The user's own expression, in a block of its own.
            return quote!({ let value: #ty = #value; value #(.#members)* });
        }
        quote!(self.#field #(.#members)*)
    }

    /// `let` for each local.
    pub(super) fn locals(&self, function: &Function) -> TokenStream {
        self.each_local(function).collect()
    }

    /// `let` for each local, one after another.
    pub(super) fn each_local<'f>(&'f self, function: &'f Function) -> impl Iterator<Item = TokenStream> + 'f {
        self.locals.iter().zip(&function.locals).map(|(name, local)| {
            let mut one = quote!(let #name =);
            self.write(&local.value, 0, &mut one);
            one.extend(quote!(;));
            one
        })
    }

    /// An expression.
    pub(super) fn expr(&self, expr: &Expr) -> TokenStream {
        let mut tokens = TokenStream::new();
        self.write(expr, 0, &mut tokens);
        tokens
    }

    /// Writes an expression, in parentheses where it binds less tightly than what it stands in.
    fn write(&self, expr: &Expr, outside: u8, into: &mut TokenStream) {
        if strength(expr) < outside {
            let inside = self.expr(expr);
            into.extend(quote!((#inside)));
        } else {
            self.write_bare(expr, into);
        }
    }

    fn write_bare(&self, expr: &Expr, into: &mut TokenStream) {
        match expr {
            Expr::Constant(value) => into.extend(constant(*value)),
            Expr::Given(leaf) => into.extend(self.leaf(*leaf)),
            Expr::Setup(index) => {
                let name = ident(&self.compiled.program.fast.setup_fields[*index]);
                into.extend(quote!(setup.#name));
            }
            Expr::Prepared(index) => {
                let name = ident(&self.compiled.program.fast.prepared_fields[*index]);
                into.extend(quote!(prepared.#name));
            }
            Expr::Local(index) => into.append(self.locals[*index].clone()),
            Expr::Negate(a) => {
                into.extend(quote!(-));
                self.write(a, UNARY, into);
            }
            Expr::Binary(op, a, b) => {
                // The right operand in parentheses at equal strength: the order of operations is the program's.
                let binds = strength(expr);
                self.write(a, binds, into);
                into.append(Punct::new(sign(*op), Spacing::Alone));
                self.write(b, binds + 1, into);
            }
            Expr::Call(function, arguments) => {
                self.write(&arguments[0], ATOM, into);
                let (name, rest) = (call(*function), arguments[1..].iter().map(|argument| self.expr(argument)));
                into.extend(quote!(.#name(#(#rest),*)));
            }
            Expr::Choose(condition, yes, no) => {
                let (condition, yes, no) = (self.expr(condition), self.expr(yes), self.expr(no));
                into.extend(quote!(S::select(#condition, #yes, #no)));
            }
            Expr::Pivot(d, scale) => {
                self.write(d, ATOM, into);
                let scale = self.expr(scale);
                into.extend(quote!(.recip_or_zero(#scale)));
            }
            // A truth as a mask: known conditions are simplified away, and what remains is written as a comparison.
            Expr::Truth(truth) => {
                let value = literal(if *truth { 1.0 } else { -1.0 });
                into.extend(quote!(S::of(0.0).less(S::of(#value))));
            }
            Expr::Less(a, b) => {
                self.write(a, ATOM, into);
                let b = self.expr(b);
                into.extend(quote!(.less(#b)));
            }
            Expr::LessEqual(a, b) => {
                self.write(a, ATOM, into);
                let b = self.expr(b);
                into.extend(quote!(.less_equal(#b)));
            }
            Expr::And(a, b) => {
                self.write(a, ATOM, into);
                into.extend(quote!(&));
                self.write(b, ATOM, into);
            }
            Expr::Or(a, b) => {
                self.write(a, ATOM, into);
                into.extend(quote!(|));
                self.write(b, ATOM, into);
            }
            Expr::Not(a) => {
                into.extend(quote!(!));
                self.write(a, ATOM, into);
            }
        }
    }

    /// A scalar input, by the names that the functions give to their arguments.
    pub(super) fn leaf(&self, leaf: Leaf) -> TokenStream {
        let is_y = leaf.lane == Lane::Y;
        let axis = || if is_y { ident("y") } else { ident("x") };
        let names = &self.compiled.names;
        let of_body = |names: &[String], body: u8| ident(&names[usize::from(body)]);
        match leaf.input {
            Input::Parameter(..) => {
                let name = self.parameter(leaf);
                quote!(#name)
            }
            Input::InverseMass(b) => {
                let mass = of_body(&names.masses, b);
                quote!(#mass.inverse_mass)
            }
            Input::InverseInertia(b) => {
                let mass = of_body(&names.masses, b);
                quote!(#mass.inverse_inertia)
            }
            Input::Position(b) => {
                let (body, axis) = (of_body(&names.bodies, b), axis());
                quote!(#body.#axis)
            }
            Input::Rotation(b) => {
                let (body, lane) = (of_body(&names.bodies, b), if is_y { ident("sin") } else { ident("cos") });
                quote!(#body.#lane)
            }
            Input::Angle(b) => {
                let body = of_body(&names.bodies, b);
                quote!(#body.angle)
            }
            Input::LinearVelocity(b) => {
                let (velocity, axis) = (of_body(&names.velocities, b), axis());
                quote!(#velocity.#axis)
            }
            Input::AngularVelocity(b) => {
                let velocity = of_body(&names.velocities, b);
                quote!(#velocity.angular)
            }
            Input::Memory(slot) => {
                let (x, y) = self.compiled.program.fast.memory[usize::from(slot)];
                let name = ident(&self.compiled.program.fast.prepared_fields[if is_y { y } else { x }]);
                quote!(prepared.#name)
            }
            Input::Impulse(row) => {
                let row = count(row.into());
                quote!(impulses[#row])
            }
            Input::Time => quote!(time),
            Input::StepLength => quote!(step.h),
            Input::InverseStepLength => quote!(step.inverse_h),
            Input::BiasRate => quote!(pass.bias_rate),
            Input::MassScale => quote!(pass.mass_scale),
            Input::ImpulseScale => quote!(pass.impulse_scale),
            Input::SpringScale => quote!(pass.spring_scale),
        }
    }
}

/// How tightly an expression binds.
fn strength(expr: &Expr) -> u8 {
    match expr {
        Expr::And(..) | Expr::Or(..) => 0,
        Expr::Binary(Arithmetic::Add | Arithmetic::Subtract, ..) => SUM,
        Expr::Binary(..) => PRODUCT,
        Expr::Negate(_) | Expr::Not(_) => UNARY,
        _ => ATOM,
    }
}

fn sign(op: Arithmetic) -> char {
    match op {
        Arithmetic::Add => '+',
        Arithmetic::Subtract => '-',
        Arithmetic::Multiply => '*',
        Arithmetic::Divide => '/',
    }
}

/// A number in every lane. A literal is finite.
fn constant(value: f64) -> TokenStream {
    let value = match value {
        f64::INFINITY => quote!(f64::INFINITY),
        f64::NEG_INFINITY => quote!(f64::NEG_INFINITY),
        value if value.is_nan() => quote!(f64::NAN),
        value => literal(value),
    };
    quote!(S::of(#value))
}

/// A finite number as one would write it: `-1.0`, `1e30`.
fn literal(value: f64) -> TokenStream {
    let size = value.abs();
    let short: Result<Literal, _> = format!("{size:?}").parse();
    let digits = short.unwrap_or_else(|_| Literal::f64_unsuffixed(size));
    if value.is_sign_negative() { quote!(-#digits) } else { quote!(#digits) }
}

/// The scalar inputs that an expression reads.
pub(super) fn leaves(expr: &Expr, into: &mut BTreeSet<Leaf>) {
    if let Expr::Given(leaf) = expr {
        into.insert(*leaf);
    }
    for operand in expr.operands() {
        leaves(operand, into);
    }
}

fn call(function: Call) -> Ident {
    ident(match function {
        Call::Sin => "sin",
        Call::Cos => "cos",
        Call::Tan => "tan",
        Call::Asin => "asin",
        Call::Acos => "acos",
        Call::Atan => "atan",
        Call::Atan2 => "atan2",
        Call::Sqrt => "sqrt",
        Call::Exp => "exp",
        Call::Ln => "ln",
        Call::Powf => "powf",
        Call::Abs => "abs",
        Call::Min => "min",
        Call::Max => "max",
    })
}
