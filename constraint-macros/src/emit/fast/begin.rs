//! The beginning of a step: sums of angles, in `f64` whatever the scalar is.

use constraint_symbolic::ir::emitted::Expr;
use constraint_symbolic::ir::scalar::Leaf;
use constraint_symbolic::ir::vector::Input;

use crate::emit::code::{Code, sign, strength};
use crate::emit::joint::Joint;
use crate::emit::text::Text;

/// `fn begin`, where the joint reads angles.
pub(super) fn function(joint: &Joint<'_>, into: &mut Text) {
    let fast = &joint.compiled.program.fast;
    if fast.start_fields.is_empty() {
        return;
    }
    let ((bodies, _), setup, prepared) = (joint.counts(), joint.setup.ty(), joint.prepared.ty());
    write!(
        into,
        "/// Sums of the angles at which a step begins.\n\
        #[inline(always)]\
        fn begin<S: core_::Real>(setup: &{setup}, angles: &[S::Double; {bodies}], prepared: &mut {prepared}) {{"
    );
    into.take_apart(&joint.bodies, "angles");
    let code = Code::new(joint, &fast.begin);
    for (number, value) in fast.begin.outputs.iter().enumerate() {
        joint.prepared.member(fast.prepared_fields.len() + number, into);
        into.push("=S::nearest(");
        write(&code, joint, value, 0, into);
        into.push(");");
    }
    into.push("}");
}

/// Writes an expression of doubles: of the angles, and of what setup keeps.
fn write(code: &Code<'_>, joint: &Joint<'_>, expr: &Expr, outside: u8, into: &mut Text) {
    let binds = strength(expr);
    if binds < outside {
        into.push("(");
        write(code, joint, expr, 0, into);
        return into.push(")");
    }
    match expr {
        Expr::Given(Leaf { input: Input::Angle(body), .. }) => into.push(&joint.bodies[usize::from(*body)]),
        Expr::Negate(a) => {
            into.push(" -");
            write(code, joint, a, binds, into);
        }
        Expr::Binary(op, a, b) => {
            write(code, joint, a, binds, into);
            into.push(sign(*op));
            write(code, joint, b, binds + 1, into);
        }
        known => {
            code.write(known, binds, into);
            into.push(".double()");
        }
    }
}
