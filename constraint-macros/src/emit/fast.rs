//! The fast path: setup, prepare, warm start, solve, and what they keep.

use std::collections::BTreeSet;

use constraint_symbolic::Compiled;
use constraint_symbolic::graph::Input;
use constraint_symbolic::program::{Expr, Function};
use constraint_symbolic::tape::{Lane, Leaf};
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::quote;

use super::code::{Code, leaves};
use super::{ident, idents};
use crate::parse::Parsed;

/// The structs of what is kept, with a default that remembers the x axis.
pub(super) fn structs(parsed: &Parsed, compiled: &Compiled) -> TokenStream {
    let fast = &compiled.program.fast;
    let prepared_name = kept_name(parsed, "Prepared");
    let setup = structure(&kept_name(parsed, "Setup"), &fast.setup_fields, &quote!(Clone, Copy, Debug, Default));
    let prepared = structure(&prepared_name, &fast.prepared_fields, &quote!(Clone, Copy, Debug));
    let fields = idents(&fast.prepared_fields);
    let values = (0..fields.len()).map(|field| {
        let is_x = fast.memory.iter().any(|&(x, _)| x == field);
        let value = if is_x { 1.0 } else { 0.0 };
        quote!(S::from_f64(#value))
    });
    let default = (!fields.is_empty()).then(|| {
        quote! {
            #[automatically_derived]
            impl<S: core_::Real> ::core::default::Default for #prepared_name<S> {
                fn default() -> Self {
                    Self { #(#fields: #values),* }
                }
            }
        }
    });
    quote!(#setup #prepared #default)
}

/// The name of a struct of what is kept, which must not hide the user's own.
fn kept_name(parsed: &Parsed, name: &str) -> Ident {
    if parsed.item.ident == name { ident(&format!("{name}_")) } else { ident(name) }
}

fn structure(name: &Ident, fields: &[String], derives: &TokenStream) -> Option<TokenStream> {
    let fields = idents(fields);
    (!fields.is_empty()).then(|| {
        quote! {
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
    let (bodies, rows) = (compiled.bodies.len(), compiled.rows);
    let names = &compiled.names;
    let (poses, masses, velocities) = (idents(&names.bodies), idents(&names.masses), idents(&names.velocities));
    let (setup_type, prepared_type) =
        (kept_type(parsed, &fast.setup_fields, "Setup"), kept_type(parsed, &fast.prepared_fields, "Prepared"));
    let (fields, other_setup) = (idents(&fast.setup_fields), kept_of(parsed, &fast.setup_fields, "Setup", "T"));
    let (setup_code, setup) = kept(parsed, compiled, &fast.setup, &fast.setup_fields, "Setup");
    let (prepare_code, prepared) = kept(parsed, compiled, &fast.prepare, &fast.prepared_fields, "Prepared");
    let warm_start = updates(parsed, compiled, &fast.warm_start, &[]);
    let solve = fast.solve.iter().map(|block| updates(parsed, compiled, &block.code, &block.rows));
    quote! {
        #[inline]
        fn setup<S: core_::Real>(&self, masses: &[core_::MassProperties<S>; #bodies]) -> #setup_type {
            let [#(#masses),*] = *masses;
            #setup_code
            #setup
        }
        fn zip_setups<S: core_::Real, T: core_::Real>(
            left: &mut #setup_type,
            right: &mut #other_setup,
            mut pair: impl FnMut(&mut S, &mut T),
        ) {
            #(pair(&mut left.#fields, &mut right.#fields);)*
        }
        #[inline(always)]
        fn prepare<S: core_::Real>(
            setup: &#setup_type,
            poses: &[core_::Pose<S>; #bodies],
            step: &core_::Step<S>,
            prepared: &mut #prepared_type,
        ) {
            let [#(#poses),*] = *poses;
            let time = step.time;
            #prepare_code
            *prepared = #prepared;
        }
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
        #[inline(always)]
        fn solve<S: core_::Real>(
            setup: &#setup_type,
            prepared: &#prepared_type,
            pass: &core_::Pass<S>,
            impulses: &mut [S; #rows],
            velocities: &mut [core_::Velocity<S>; #bodies],
        ) {
            let [#(#velocities),*] = velocities;
            #(#solve)*
        }
    }
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
    let (parameters, locals) = (code.parameters(function), code.locals(function));
    let (name, names) = (kept_name(parsed, name), idents(fields));
    let values = names.iter().zip(&function.outputs).map(|(field, output)| {
        let value = code.expr(output);
        // `Setup { n_x }` where the local has the field's name.
        if is_just(&value, field) { value } else { quote!(#field: #value) }
    });
    (quote!(#parameters #locals), quote!(#name { #(#values),* }))
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
    let locals = code.locals(function);
    let mut early = TokenStream::new();
    let mut assignments = TokenStream::new();
    for (index, &(place, value)) in changed.iter().enumerate() {
        let target = code.leaf(place);
        let mut read = BTreeSet::new();
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
    quote!(#locals #early #assignments)
}

fn velocity_places(body: u8) -> [Leaf; 3] {
    let linear = |lane: Lane| Leaf { input: Input::LinearVelocity(body), lane };
    [linear(Lane::X), linear(Lane::Y), Leaf::whole(Input::AngularVelocity(body))]
}

fn narrow(index: usize) -> u8 {
    u8::try_from(index).unwrap_or(u8::MAX)
}
