//! The user's functions that a joint calls, and how it is drawn without one.

use constraint_symbolic::program::Expr;
use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::code::Code;
use super::count;
use super::joint::Joint;
use super::tokens::{Tokens, braces, separated};

/// `fn update` where there is one, and `fn draw`.
pub(super) fn functions(joint: &Joint<'_>) -> TokenStream {
    let bodies = &joint.bodies;
    let update = joint.parsed.options.update.as_ref().map(|_| {
        let count = count(bodies.len());
        quote! {
            const UPDATES: bool = true;
            /// What the joint's own function changes between steps.
            #[inline]
            fn update(&mut self, bodies: &[core_::BodyState; #count]) {
                __Own::update(self, bodies);
            }
        }
    });
    let draw = draw(joint, bodies);
    quote!(#update #draw)
}

/// The user's drawing, or the world points of the closure and the vectors between them.
fn draw(joint: &Joint<'_>, bodies: &[Ident]) -> TokenStream {
    let (count, mut body) = (count(bodies.len()), Tokens::default());
    let doc = if joint.parsed.options.draw.is_some() {
        body.extend(quote!(__Own::draw(self, bodies, canvas);));
        " Draws it by its own function."
    } else {
        sketch(joint, bodies, &mut body);
        " Draws the points that the closure names, and the vectors between them."
    };
    let body = braces(body);
    quote! {
        #[doc = #doc]
        fn draw(&self, bodies: &[core_::BodyState; #count], canvas: &mut dyn core_::Canvas) #body
    }
}

/// Draws points, and vectors between points.
fn sketch(joint: &Joint<'_>, bodies: &[Ident], into: &mut Tokens) {
    let sketch = &joint.compiled.program.derived.sketch;
    let code = Code::new(joint, sketch);
    into.extend(quote! {
        type S = core_::Scalar;
        use core_::Real as _;
        let [#(#bodies),*] = bodies.map(|body| core_::Pose::from(&body));
    });
    code.lets(sketch, into);
    let mut draw = |what: &str, ends: &[Expr]| {
        let ends = separated(ends.chunks(2), &|end, into| code.call(&["core_", "Vec2", "new"], end, into));
        into.word("canvas");
        into.method(what, ends);
        into.sign(';');
    };
    let (points, segments) = sketch.outputs.split_at(2 * joint.compiled.points);
    points.chunks(2).for_each(|point| draw("point", point));
    segments.chunks(4).for_each(|ends| draw("segment", ends));
}
