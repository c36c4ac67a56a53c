//! The checks of a joint's parameters.

use constraint_symbolic::constraint::assemble::Check;
use constraint_symbolic::ir::scalar::Lane;
use constraint_symbolic::ir::vector::Type;

use super::code::Code;
use super::joint::Joint;
use super::text::Text;

/// `fn validate`
pub(super) fn function(joint: &Joint<'_>, into: &mut Text) {
    let function = &joint.compiled.program.derived.checks;
    let code = Code::new(joint, function);
    into.push(
        "/// Refuses parameters with which the joint means nothing.\n\
        fn validate(&self) -> ::core::result::Result<(), core_::InvalidParameter> {",
    );
    if !function.outputs.is_empty() {
        into.push("type S = f64; use core_::Real as _;");
    }
    code.lets(function, into);
    let mut values = &function.outputs[..];
    for (check, label) in &joint.compiled.checks {
        let (name, count) = match *check {
            Check::Finite(index) => {
                finite(&code, joint, index as usize, label, into);
                continue;
            }
            Check::Ordered(..) => ("ordered", 2),
            Check::NotNan(_) => ("not_nan", 1),
            Check::NotNegative(_) => ("not_negative", 1),
        };
        let (own, others) = values.split_at(count.min(values.len()));
        write!(into, "core_::check::{name}({label:?}");
        for value in own {
            into.push(",");
            code.write(value, 0, into);
        }
        into.push(")?;");
        values = others;
    }
    if joint.parsed.options.validate.is_some() {
        write!(into, "{}::validate(self)?;", joint.own);
    }
    into.push("::core::result::Result::Ok(()) }");
}

/// A test for each scalar of a parameter.
fn finite(code: &Code<'_>, joint: &Joint<'_>, index: usize, label: &str, into: &mut Text) {
    let ty = joint.compiled.parameters[index].ty;
    let scalars: &[(Lane, &str)] = match ty {
        Type::Vector => &[(Lane::X, ".x"), (Lane::Y, ".y")],
        Type::Rotation => &[(Lane::X, ".cos"), (Lane::Y, ".sin")],
        Type::Scalar | Type::Truth => &[(Lane::Whole, "")],
    };
    for &(lane, suffix) in scalars {
        write!(into, "core_::check::finite({:?},", format!("{label}{suffix}"));
        code.field(index, ty, lane, "self", into);
        into.push(")?;");
    }
}
