//! The user's functions that a joint calls, how it is drawn without one, and how it is copied.

use constraint_symbolic::ir::emitted::Expr;

use super::common::Common;
use super::joint::Joint;
use super::text::Text;
use crate::parse::Struct;
use crate::parse::item::Written;

/// `fn update` where there is one, `fn draw` and `fn duplicate`.
pub(super) fn functions(joint: &Joint<'_>, common: &Common<'_>, into: &mut Text) {
    let (bodies, _) = joint.counts();
    if joint.parsed.options.update.is_some() {
        write!(
            into,
            "const UPDATES: bool = true;\
            /// What the joint's own function changes between steps.\n\
            #[inline]\
            fn update(&mut self, bodies: &[core_::BodyState; {bodies}]) {{ {}::update(self, bodies); }}",
            joint.own
        );
    }
    draw(joint, common, into);
    duplicate(&joint.parsed.item, into);
}

/// A copy, field by field: the struct need not derive `Clone`.
fn duplicate(item: &Struct, into: &mut Text) {
    into.push("/// A copy for a world that is cloned.\nfn duplicate(&self) -> Self { Self {");
    for Written { ident, conditions, .. } in &item.fields {
        for condition in conditions {
            write!(into, "#[cfg({condition})]");
        }
        write!(into, "{ident}: core_::clone_field_of_joint(&self.{ident}),");
    }
    into.push("} }");
}

/// The user's drawing, or the world points of the closure and the vectors between them.
fn draw(joint: &Joint<'_>, common: &Common<'_>, into: &mut Text) {
    let (bodies, _) = joint.counts();
    let is_own = joint.parsed.options.draw.is_some();
    into.push(if is_own {
        "/// Draws it by its own function.\n"
    } else {
        "/// Draws the points that the closure names, and the vectors between them.\n"
    });
    write!(into, "fn draw(&self, bodies: &[core_::BodyState; {bodies}], canvas: &mut dyn core_::Canvas) {{");
    if is_own {
        write!(into, "{}::draw(self, bodies, canvas);", joint.own);
    } else {
        sketch(joint, common, into);
    }
    into.push("}");
}

/// Draws points, and vectors between points.
fn sketch(joint: &Joint<'_>, common: &Common<'_>, into: &mut Text) {
    let sketch = &joint.compiled.program.derived.sketch;
    into.push("type S = core_::Scalar; use core_::Real as _; let poses=&core_::poses(bodies);");
    if joint.compiled.dependence.time {
        // Nobody tells a drawing the time. Not all points depend on it.
        into.push("let time:S=0.0;let _=time;");
    }
    into.take_apart(&joint.bodies, "poses");
    let Some(code) = common.lets(sketch, "poses,0.0", into) else { return };
    let mut draw = |what: &str, ends: &[Expr]| {
        into.push(what);
        into.separated(ends.chunks(2), ",", &|end, into| code.call("core_::Vec2::new", end, into));
        into.push(");");
    };
    let (points, segments) = sketch.outputs.split_at(2 * joint.compiled.points);
    points.chunks(2).for_each(|point| draw("canvas.point(", point));
    segments.chunks(4).for_each(|ends| draw("canvas.segment(", ends));
}
