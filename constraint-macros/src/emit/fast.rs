//! The fast path: setup, prepare, warm start, solve, and what they keep.

use constraint_symbolic::Compiled;
use constraint_symbolic::assemble::Kind;
use constraint_symbolic::graph::Input;
use constraint_symbolic::program::{Expr, Function};
use constraint_symbolic::tape::{Lane, Leaf};
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{TokenStreamExt as _, quote};

use super::code::{Code, leaves, let_be};
use super::{count, ident, idents, tokens};
use crate::parse::Parsed;

/// The structs of what is kept, with a default that remembers the x axis.
pub(super) fn structs(parsed: &Parsed, compiled: &Compiled) -> TokenStream {
    let fast = &compiled.program.fast;
    let prepared_name = kept_name(parsed, "Prepared");
    let remembers = !fast.memory.is_empty();
    let derives = if remembers { quote!(Clone, Copy, Debug) } else { quote!(Clone, Copy, Debug, Default) };
    let setup = structure(
        &kept_name(parsed, "Setup"),
        " What the parameters and the masses tell.",
        &fast.setup_fields,
        &quote!(Clone, Copy, Debug, Default),
    );
    let prepared = structure(&prepared_name, " What the poses tell.", &fast.prepared_fields, &derives);
    let default = remembers.then(|| remembering(&prepared_name, compiled));
    quote!(#setup #prepared #default)
}

/// A default whose last normals are the x axis.
fn remembering(name: &Ident, compiled: &Compiled) -> TokenStream {
    let fast = &compiled.program.fast;
    let fields = idents(&fast.prepared_fields);
    let values = (0..fields.len()).map(|field| {
        let is_x = fast.memory.iter().any(|&(x, _)| x == field);
        if is_x { quote!(S::of(1.0)) } else { quote!(zero) }
    });
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

/// The name of a struct of what is kept, which must not hide the user's own.
fn kept_name(parsed: &Parsed, name: &str) -> Ident {
    if parsed.item.ident == name { ident(&format!("{name}_")) } else { ident(name) }
}

fn structure(name: &Ident, doc: &str, fields: &[String], derives: &TokenStream) -> Option<TokenStream> {
    let fields = idents(fields);
    (!fields.is_empty()).then(|| {
        quote! {
            #[doc = #doc]
            #[derive(#derives)]
            pub struct #name<S> { #(pub #fields: S),* }
        }
    })
}

/// The type of what is kept: nothing where there are no fields.
pub(super) fn kept_type(parsed: &Parsed, fields: &[String], name: &str) -> TokenStream {
    kept_of(parsed, fields, name, "S")
}

/// That type with another scalar.
fn kept_of(parsed: &Parsed, fields: &[String], name: &str, scalar: &str) -> TokenStream {
    let (name, scalar) = (kept_name(parsed, name), ident(scalar));
    if fields.is_empty() { quote!(()) } else { quote!(#name<#scalar>) }
}

/// All functions of the fast path.
///
/// What a pass calls is inlined whatever it costs: a function apart would be compiled for the plainest processor, and so
/// would the lanes that it is generic over.
pub(super) fn functions(parsed: &Parsed, compiled: &Compiled) -> TokenStream {
    let fast = &compiled.program.fast;
    let (bodies, rows) = (count(compiled.bodies.len()), count(compiled.rows));
    let names = &compiled.names;
    let (poses, masses, velocities) = (idents(&names.bodies), idents(&names.masses), idents(&names.velocities));
    let (setup_type, prepared_type) =
        (kept_type(parsed, &fast.setup_fields, "Setup"), kept_type(parsed, &fast.prepared_fields, "Prepared"));
    let (fields, other_setup) = (idents(&fast.setup_fields), kept_of(parsed, &fast.setup_fields, "Setup", "T"));
    let (setup_code, setup) = kept(parsed, compiled, &fast.setup, &fast.setup_fields, "Setup");
    let prepare = prepare(parsed, compiled);
    let warm_start = updates(parsed, compiled, &fast.warm_start, &[]);
    let solve = solve(parsed, compiled);
    let time = compiled.reads.time.then(|| quote!(let time = step.time;));
    quote! {
        /// Whatever is known before the poses are.
        #[inline]
        fn setup<S: core_::Real>(&self, masses: &[core_::MassProperties<S>; #bodies]) -> #setup_type {
            let [#(#masses),*] = *masses;
            #setup_code
            #setup
        }
        /// Both setups, value by value.
        fn zip_setups<S: core_::Real, T: core_::Real>(
            left: &mut #setup_type,
            right: &mut #other_setup,
            mut pair: impl FnMut(&mut S, &mut T),
        ) {
            #(pair(&mut left.#fields, &mut right.#fields);)*
        }
        /// C, J and K⁻¹ at the poses.
        #[inline(always)]
        fn prepare<S: core_::Real>(
            setup: &#setup_type,
            poses: &[core_::Pose<S>; #bodies],
            step: &core_::Step<S>,
            prepared: &mut #prepared_type,
        ) {
            let [#(#poses),*] = *poses;
            #time
            #prepare
        }
        /// v ← v + M⁻¹ Jᵀ λ
        #[inline(always)]
        fn warm_start<S: core_::Real>(
            setup: &#setup_type,
            prepared: &#prepared_type,
            impulses: &[S; #rows],
            velocities: &mut [core_::Velocity<S>; #bodies],
        ) {
            let [#(#velocities),*] = velocities;
            #warm_start
        }
        /// One iteration.
        #[inline(always)]
        fn solve<S: core_::Real>(
            setup: &#setup_type,
            prepared: &#prepared_type,
            pass: &core_::Pass<S>,
            impulses: &mut [S; #rows],
            velocities: &mut [core_::Velocity<S>; #bodies],
        ) {
            let [#(#velocities),*] = velocities;
            #solve
        }
    }
}

/// The blocks of an iteration, each told what it solves.
fn solve(parsed: &Parsed, compiled: &Compiled) -> TokenStream {
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
fn prepare(parsed: &Parsed, compiled: &Compiled) -> TokenStream {
    let fast = &compiled.program.fast;
    if !fast.memory.is_empty() || fast.prepared_fields.is_empty() {
        let (code, prepared) = kept(parsed, compiled, &fast.prepare, &fast.prepared_fields, "Prepared");
        return quote!(#code *prepared = #prepared;);
    }
    let code = Code::new(parsed, compiled, &fast.prepare);
    let mut statements = code.parameters(&fast.prepare);
    let outputs: Vec<(usize, TokenStream)> = idents(&fast.prepared_fields)
        .iter()
        .zip(&fast.prepare.outputs)
        .map(|(field, value)| {
            let (known, value) = (locals_read(value), code.expr(value));
            (known, quote!(prepared.#field = #value;))
        })
        .collect();
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
fn kept(
    parsed: &Parsed,
    compiled: &Compiled,
    function: &Function,
    fields: &[String],
    name: &str,
) -> (TokenStream, TokenStream) {
    if fields.is_empty() {
        return (TokenStream::new(), quote!(()));
    }
    let code = Code::new(parsed, compiled, function);
    let (name, names) = (kept_name(parsed, name), idents(fields));
    let values = names.iter().zip(&function.outputs).map(|(field, output)| {
        let value = code.expr(output);
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
        let mut read = Vec::new();
        leaves(value, &mut read);
        code.leaf(place, &mut assignments);
        tokens::sign(&mut assignments, '=');
        // What reads a place that an assignment before it overwrites is worked out before all of them.
        if changed[..index].iter().any(|(overwritten, _)| read.contains(overwritten)) {
            let mut name = format!("next_{index}");
            while function.locals.iter().any(|local| local.name == name) {
                name.push('_');
            }
            let name = ident(&name);
            let_be(&mut early, name.clone());
            code.write(value, &mut early);
            tokens::sign(&mut early, ';');
            assignments.append(name);
        } else {
            code.write(value, &mut assignments);
        }
        tokens::sign(&mut assignments, ';');
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
