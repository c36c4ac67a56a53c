//! How each row acts, as a value.

use constraint_symbolic::constraint::assemble::{Kind, Law};
use constraint_symbolic::ir::emitted::Expr;

use super::code::Code;
use super::joint::Joint;
use super::text::Text;

/// `fn laws`
pub(super) fn function(joint: &Joint<'_>, into: &mut Text) {
    let function = &joint.compiled.program.derived.laws;
    let code = Code::new(joint, function);
    let (_, rows) = joint.counts();
    write!(into, "/// How each row acts.\nfn laws<S: core_::Real>(&self) -> [core_::Law<S>; {rows}] {{");
    code.lets(function, into);
    into.push("[");
    let mut values = &function.outputs[..];
    for law in &joint.compiled.laws {
        literal(law, &code, &mut values, into);
        into.push(",");
    }
    into.push("] }");
}

/// `core_::law(first, action)`, `core_::forced` by a greatest force or `core_::forced_by` a factor of a row's: by the next of the values.
fn literal(law: &Law, code: &Code<'_>, values: &mut &[Expr], into: &mut Text) {
    let mut take = |count: usize| {
        let (own, others) = values.split_at(count.min(values.len()));
        *values = others;
        own
    };
    into.push(match (law.max_force, law.force_of) {
        (Some(_), Some(_)) => "core_::forced_by(",
        (Some(_), None) => "core_::forced(",
        (None, _) => "",
    });
    write!(into, "core_::law({},", law.first);
    match law.kind {
        Kind::Hold => into.push("core_::Action::Hold"),
        Kind::Within => into.push("core_::Action::Within"),
        Kind::Rate => into.push("core_::Action::Rate"),
        Kind::Soft(..) => code.call("core_::soft", take(2), into),
        Kind::Spring(..) => code.call("core_::spring", take(2), into),
    }
    into.push(")");
    for force in take(usize::from(law.max_force.is_some())) {
        into.push(",");
        code.write(force, 0, into);
        if let Some(row) = law.force_of {
            write!(into, ",{row}");
        }
        into.push(")");
    }
}
