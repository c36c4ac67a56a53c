//! The user's functions that a joint calls, and how it is drawn without one.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::code::Code;
use super::count;
use super::joint::Joint;

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
    let count = count(bodies.len());
    let (doc, drawing) = if joint.parsed.options.draw.is_some() {
        (" Draws it by its own function.", quote!(__Own::draw(self, bodies, canvas);))
    } else {
        let sketch = &joint.compiled.program.derived.sketch;
        let code = Code::new(joint, sketch);
        let mut lets = TokenStream::new();
        code.lets(sketch, &mut lets);
        let outputs: Vec<TokenStream> = sketch.outputs.iter().map(|output| code.expr(output)).collect();
        let (points, segments) = outputs.split_at(2 * joint.compiled.points);
        let points = points.chunks(2).map(|point| {
            let (x, y) = (&point[0], &point[1]);
            quote!(canvas.point(core_::Vec2::new(#x, #y));)
        });
        let segments = segments.chunks(4).map(|ends| {
            let (ax, ay, bx, by) = (&ends[0], &ends[1], &ends[2], &ends[3]);
            quote!(canvas.segment(core_::Vec2::new(#ax, #ay), core_::Vec2::new(#bx, #by));)
        });
        let drawing = quote! {
            type S = core_::Scalar;
            use core_::Real as _;
            let [#(#bodies),*] = bodies.map(|body| core_::Pose::from(&body));
            #lets
            #(#points)*
            #(#segments)*
        };
        (" Draws the points that the closure names, and the vectors between them.", drawing)
    };
    quote! {
        #[doc = #doc]
        fn draw(&self, bodies: &[core_::BodyState; #count], canvas: &mut dyn core_::Canvas) {
            #drawing
        }
    }
}
