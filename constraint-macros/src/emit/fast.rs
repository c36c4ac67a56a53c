//! The fast path: setup, prepare, warm start, solve, and what they keep.

use constraint_symbolic::Compiled;
use constraint_symbolic::assemble::Kind;
use constraint_symbolic::graph::Input;
use constraint_symbolic::program::{Expr, Function};
use constraint_symbolic::tape::{Lane, Leaf};
use proc_macro2::{Ident, Literal, TokenStream, TokenTree};
use quote::quote;

use super::code::{Code, leaves};
use super::kept::Kept;
use super::{count, ident, idents};
use crate::parse::Parsed;

/// The structs of what is kept, with a default that remembers the x axis.
pub(super) fn structs(parsed: &Parsed, compiled: &Compiled) -> TokenStream {
    let fast = &compiled.program.fast;
    let (setup, prepared) = (Kept::setup(parsed, fast), Kept::prepared(parsed, fast));
    let plain = quote!(Clone, Copy, Debug, Default);
    let remembers = !fast.memory.is_empty();
    let derives = if remembers { quote!(Clone, Copy, Debug) } else { plain.clone() };
    let default = remembers.then(|| remembering(&prepared, compiled));
    let setup = setup.structure(" What the parameters and the masses tell.", &plain);
    let prepared = prepared.structure(" What the poses tell.", &derives);
    quote!(#setup #prepared #default)
}

/// A default whose last normals are the x axis.
fn remembering(prepared: &Kept<'_>, compiled: &Compiled) -> TokenStream {
    let memory = &compiled.program.fast.memory;
    let (name, fields) = (prepared.name(), prepared.fields());
    let values = prepared.zeros_and_ones(|field| memory.iter().any(|&(x, _)| x == field));
    quote! {
        #[automatically_derived]
        impl<S: core_::Real> ::core::default::Default for #name<S> {
            /// The last normals are the x axis.
            fn default() -> Self {
                let zero = S::of(0.0);
                Self { #(#fields: #values),* }
            }
        }
    }
}

/// All functions of the fast path.
///
/// What a pass calls is inlined whatever it costs: a function apart would be compiled for the plainest processor, and so
/// would the lanes that it is generic over.
pub(super) fn functions(parsed: &Parsed, compiled: &Compiled) -> TokenStream {
    let fast = &compiled.program.fast;
    let types = Types {
        bodies: count(compiled.bodies.len()),
        rows: count(compiled.rows),
        setup: Kept::setup(parsed, fast).of("S"),
        prepared: Kept::prepared(parsed, fast).of("S"),
    };
    [
        setup(parsed, compiled, &types),
        zip_setups(parsed, compiled, &types),
        prepare(parsed, compiled, &types),
        warm_start(compiled, &types, &updates(parsed, compiled, &fast.warm_start, &[])),
        solve(compiled, &types, &blocks(parsed, compiled)),
    ]
    .into_iter()
    .collect()
}

/// What the functions are written with.
struct Types {
    bodies: Literal,
    rows: Literal,
    setup: TokenStream,
    prepared: TokenStream,
}

fn setup(parsed: &Parsed, compiled: &Compiled, Types { bodies, setup, .. }: &Types) -> TokenStream {
    let fast = &compiled.program.fast;
    let masses = idents(&compiled.names.masses);
    let (code, value) = kept(&Kept::setup(parsed, fast), parsed, compiled, &fast.setup);
    quote! {
        /// Whatever is known before the poses are.
        #[inline]
        fn setup<S: core_::Real>(&self, masses: &[core_::MassProperties<S>; #bodies]) -> #setup {
            let [#(#masses),*] = *masses;
            #code
            #value
        }
    }
}

fn zip_setups(parsed: &Parsed, compiled: &Compiled, Types { setup, .. }: &Types) -> TokenStream {
    let kept = Kept::setup(parsed, &compiled.program.fast);
    let (other, code) = (kept.of("T"), kept.zipped());
    quote! {
        /// Both setups, value by value.
        fn zip_setups<S: core_::Real, T: core_::Real>(
            left: &mut #setup,
            right: &mut #other,
            mut pair: impl FnMut(&mut S, &mut T),
        ) {
            #code
        }
    }
}

fn prepare(parsed: &Parsed, compiled: &Compiled, types: &Types) -> TokenStream {
    let Types { bodies, setup, prepared, .. } = types;
    let (poses, code) = (idents(&compiled.names.bodies), preparation(parsed, compiled));
    let time = compiled.reads.time.then(|| quote!(let time = step.time;));
    quote! {
        /// C, J and K⁻¹ at the poses.
        #[inline(always)]
        fn prepare<S: core_::Real>(
            setup: &#setup,
            poses: &[core_::Pose<S>; #bodies],
            step: &core_::Step<S>,
            prepared: &mut #prepared,
        ) {
            let [#(#poses),*] = *poses;
            #time
            #code
        }
    }
}

fn warm_start(compiled: &Compiled, Types { bodies, rows, setup, prepared }: &Types, code: &TokenStream) -> TokenStream {
    let velocities = idents(&compiled.names.velocities);
    quote! {
        /// v ← v + M⁻¹ Jᵀ λ
        #[inline(always)]
        fn warm_start<S: core_::Real>(
            setup: &#setup,
            prepared: &#prepared,
            impulses: &[S; #rows],
            velocities: &mut [core_::Velocity<S>; #bodies],
        ) {
            let [#(#velocities),*] = velocities;
            #code
        }
    }
}

fn solve(compiled: &Compiled, Types { bodies, rows, setup, prepared }: &Types, code: &TokenStream) -> TokenStream {
    let velocities = idents(&compiled.names.velocities);
    quote! {
        /// One iteration.
        #[inline(always)]
        fn solve<S: core_::Real>(
            setup: &#setup,
            prepared: &#prepared,
            pass: &core_::Pass<S>,
            impulses: &mut [S; #rows],
            velocities: &mut [core_::Velocity<S>; #bodies],
        ) {
            let [#(#velocities),*] = velocities;
            #code
        }
    }
}

/// The blocks of an iteration, each told what it solves.
fn blocks(parsed: &Parsed, compiled: &Compiled) -> TokenStream {
    let blocks = &compiled.program.fast.solve;
    let code = blocks.iter().map(|block| updates(parsed, compiled, &block.code, &block.rows));
    if blocks.len() == 1 {
        return quote!(#(#code)*);
    }
    let docs = blocks.iter().map(|block| format!(" {}", solved(compiled, &block.rows)));
    quote!(#(#[doc = #docs] { #code })*)
}

/// What a block of an iteration solves, in words, in the order in which it does.
fn solved(compiled: &Compiled, rows: &[usize]) -> String {
    let parts = rows.chunk_by(|a, b| acts(compiled, *a) == acts(compiled, *b)).map(|rows| {
        let numbers: Vec<String> = rows.iter().map(ToString::to_string).collect();
        let acts = acts(compiled, rows[0]);
        match &numbers[..] {
            [more @ .., last] if !more.is_empty() => format!("Rows {} and {last}: {acts}.", more.join(", ")),
            _ => format!("Row {}: {acts}.", numbers.concat()),
        }
    });
    parts.collect::<Vec<_>>().join(" ")
}

/// What a row does, in words.
fn acts(compiled: &Compiled, row: usize) -> String {
    let law = &compiled.laws[row];
    let acts = match law.kind {
        Kind::Hold => "held",
        Kind::Within => "kept within limits",
        Kind::Rate => "driven at a rate",
        Kind::Soft(..) | Kind::Spring(..) => "a spring",
    };
    let force = if law.max_force.is_some() { ", by a limited force" } else { "" };
    format!("{acts}{force}")
}

/// The code of `prepare`. What is kept is stored as soon as it is known: the guarded divisions are branches, and what waits
/// for a store beyond them is spilled, one by one. A joint that remembers reads what it overwrites, and stores all at once.
fn preparation(parsed: &Parsed, compiled: &Compiled) -> TokenStream {
    let fast = &compiled.program.fast;
    let kept_values = Kept::prepared(parsed, fast);
    if !fast.memory.is_empty() || kept_values.is_empty() {
        let (code, prepared) = kept(&kept_values, parsed, compiled, &fast.prepare);
        return quote!(#code *prepared = #prepared;);
    }
    let code = Code::new(parsed, compiled, &fast.prepare);
    let mut statements = code.parameters(&fast.prepare);
    let values = kept_values.outputs(&code, &fast.prepare.outputs);
    let stores = kept_values.fields().into_iter().zip(values).map(|(field, value)| quote!(prepared.#field = #value;));
    let outputs: Vec<(usize, TokenStream)> = fast.prepare.outputs.iter().map(locals_read).zip(stores).collect();
    for number in 0..fast.prepare.locals.len() {
        code.local(number, &fast.prepare, &mut statements);
        statements.extend(outputs.iter().filter(|(known, _)| *known == number + 1).map(|(_, store)| store.clone()));
    }
    // What needs no local.
    let at_once = outputs.iter().filter(|(known, _)| *known == 0).map(|(_, store)| store);
    quote!(#statements #(#at_once)*)
}

/// How many locals there have to be before an expression can be worked out.
fn locals_read(expr: &Expr) -> usize {
    let own = if let Expr::Local(index) = expr { index + 1 } else { 0 };
    expr.operands().into_iter().map(locals_read).max().unwrap_or(0).max(own)
}

/// The code of a function that keeps its outputs, and the struct of them.
fn kept(kept: &Kept<'_>, parsed: &Parsed, compiled: &Compiled, function: &Function) -> (TokenStream, TokenStream) {
    if kept.is_empty() {
        return (TokenStream::new(), quote!(()));
    }
    let code = Code::new(parsed, compiled, function);
    let (name, names) = (kept.name(), kept.fields());
    let values = names.iter().zip(kept.outputs(&code, &function.outputs)).map(|(field, value)| {
        // `Setup { n_x }` where the local has the field's name.
        if is_just(&value, field) { value } else { quote!(#field: #value) }
    });
    (code.lets(function), quote!(#name { #(#values),* }))
}

/// Whether an expression is nothing but that name.
fn is_just(value: &TokenStream, name: &Ident) -> bool {
    let mut tokens = value.clone().into_iter();
    matches!((tokens.next(), tokens.next()), (Some(TokenTree::Ident(only)), None) if only == *name)
}

/// The code of a function whose outputs are the impulses of `rows`, then the velocities.
fn updates(parsed: &Parsed, compiled: &Compiled, function: &Function, rows: &[usize]) -> TokenStream {
    let code = Code::new(parsed, compiled, function);
    let places = rows.iter().map(|&row| Leaf::whole(Input::Impulse(narrow(row))));
    let bodies = 0..compiled.bodies.len();
    let places = places.chain(bodies.flat_map(|body| velocity_places(narrow(body))));
    let changed: Vec<(Leaf, &Expr)> =
        places.zip(&function.outputs).filter(|(place, value)| **value != Expr::Given(*place)).collect();
    let mut early = code.lets(function);
    let mut assignments = TokenStream::new();
    for (index, &(place, value)) in changed.iter().enumerate() {
        let mut target = TokenStream::new();
        code.leaf(place, &mut target);
        let mut read = Vec::new();
        leaves(value, &mut read);
        let value = code.expr(value);
        // What reads a place that an assignment before it overwrites is worked out before all of them.
        if changed[..index].iter().any(|(overwritten, _)| read.contains(overwritten)) {
            let mut name = format!("next_{index}");
            while function.locals.iter().any(|local| local.name == name) {
                name.push('_');
            }
            let name = ident(&name);
            early.extend(quote!(let #name = #value;));
            assignments.extend(quote!(#target = #name;));
        } else {
            assignments.extend(quote!(#target = #value;));
        }
    }
    early.extend(assignments);
    early
}

fn velocity_places(body: u8) -> [Leaf; 3] {
    let linear = |lane: Lane| Leaf { input: Input::LinearVelocity(body), lane };
    [linear(Lane::X), linear(Lane::Y), Leaf::whole(Input::AngularVelocity(body))]
}

fn narrow(index: usize) -> u8 {
    u8::try_from(index).unwrap_or(u8::MAX)
}
