//! The mathematics for any engine: C, limits, V, J, K and the impulses.

use constraint_symbolic::ir::emitted::{Expr, Function};

use super::code::Code;
use super::common::Common;
use super::joint::Joint;
use super::text::{Name, Text};

/// All functions of the derived mathematics.
pub(super) fn functions(joint: &Joint<'_>, common: &Common<'_>, into: &mut Text) {
    let derived = &joint.compiled.program.derived;
    position_at(joint, common, &derived.position, into);
    // Equalities are what a joint has unless it says something else.
    if derived.limits.outputs.iter().any(|bound| *bound != Expr::Constant(0.0)) {
        limits(joint, &derived.limits, into);
    }
    velocity_at(joint, common, &derived.velocity, into);
    jacobian_at(joint, common, &derived.jacobian, into);
    effective_mass_at(joint, common, &derived.effective_mass, into);
    impulse_at(joint, common, &derived.impulse, into);
    if derived.stiffness.outputs.iter().any(|entry| *entry != Expr::Constant(0.0)) {
        stiffness_at(joint, &derived.stiffness, into);
    }
}

/// Writes a function's body: its arguments taken apart, its locals, and what `value` makes of its outputs.
fn body(
    common: &Common<'_>,
    function: &Function,
    arguments: &[(&[Name<'_>], &str)],
    value: &dyn Fn(&Code<'_>, &[Expr], &mut Text),
    into: &mut Text,
) {
    into.push(" {");
    for &(names, argument) in arguments {
        into.take_apart(names, argument);
    }
    if let Some(code) = common.lets(function, "poses,time", into) {
        value(code, &function.outputs, into);
    }
    into.push("}");
}

fn position_at(joint: &Joint<'_>, common: &Common<'_>, function: &Function, into: &mut Text) {
    let (bodies, rows) = joint.counts();
    write!(
        into,
        "/// C: the value of each row.\n\
        #[inline]\
        fn position_at<S: core_::Real>(&self, poses: &[core_::Pose<S>; {bodies}], time: S) -> [S; {rows}]"
    );
    body(common, function, &[(&joint.bodies, "poses")], &values, into);
}

fn limits(joint: &Joint<'_>, function: &Function, into: &mut Text) {
    let (_, rows) = joint.counts();
    write!(
        into,
        "/// Between which values each row's c has to stay.\n\
        #[inline]\
        fn limits<S: core_::Real>(&self) -> [core_::Limits<S>; {rows}] {{"
    );
    let code = Code::new(joint, function);
    code.lets(function, into);
    records(&code, "core_::limits", function.outputs.chunks(2), into);
    into.push("}");
}

fn velocity_at(joint: &Joint<'_>, common: &Common<'_>, function: &Function, into: &mut Text) {
    let (bodies, rows) = joint.counts();
    write!(
        into,
        "/// V = J v + β\n\
        #[inline]\
        fn velocity_at<S: core_::Real>(\
            &self,\
            poses: &[core_::Pose<S>; {bodies}],\
            velocities: &[core_::Velocity<S>; {bodies}],\
            time: S,\
        ) -> [S; {rows}]"
    );
    body(common, function, &[(&joint.bodies, "poses"), (&joint.velocities, "velocities")], &values, into);
}

fn jacobian_at(joint: &Joint<'_>, common: &Common<'_>, function: &Function, into: &mut Text) {
    let (bodies, rows) = joint.counts();
    write!(
        into,
        "/// J: a block for each row and body.\n\
        #[inline]\
        fn jacobian_at<S: core_::Real>(\
            &self,\
            poses: &[core_::Pose<S>; {bodies}],\
            time: S,\
        ) -> [[core_::Wrench<S>; {bodies}]; {rows}]"
    );
    let blocks = |code: &Code<'_>, values: &[Expr], into: &mut Text| {
        into.list(values.chunks(3 * bodies), &|row, into| records(code, "core_::wrench", row.chunks(3), into));
    };
    body(common, function, &[(&joint.bodies, "poses")], &blocks, into);
}

fn effective_mass_at(joint: &Joint<'_>, common: &Common<'_>, function: &Function, into: &mut Text) {
    let (bodies, rows) = joint.counts();
    write!(
        into,
        "/// K = J M⁻¹ Jᵀ\n\
        #[inline]\
        fn effective_mass_at<S: core_::Real>(\
            &self,\
            poses: &[core_::Pose<S>; {bodies}],\
            masses: &[core_::MassProperties<S>; {bodies}],\
            time: S,\
        ) -> [[S; {rows}]; {rows}]"
    );
    let entries = |code: &Code<'_>, entries: &[Expr], into: &mut Text| {
        into.list(entries.chunks(rows), &|row, into| values(code, row, into));
    };
    body(common, function, &[(&joint.bodies, "poses"), (&joint.masses, "masses")], &entries, into);
}

fn impulse_at(joint: &Joint<'_>, common: &Common<'_>, function: &Function, into: &mut Text) {
    let (bodies, rows) = joint.counts();
    write!(
        into,
        "/// Jᵀλ: the impulse on each body.\n\
        #[inline]\
        fn impulse_at<S: core_::Real>(\
            &self,\
            poses: &[core_::Pose<S>; {bodies}],\
            impulses: &[S; {rows}],\
            time: S,\
        ) -> [core_::Wrench<S>; {bodies}]"
    );
    let impulses =
        |code: &Code<'_>, values: &[Expr], into: &mut Text| records(code, "core_::wrench", values.chunks(3), into);
    body(common, function, &[(&joint.bodies, "poses")], &impulses, into);
}

fn stiffness_at(joint: &Joint<'_>, function: &Function, into: &mut Text) {
    let (bodies, rows) = joint.counts();
    write!(
        into,
        "/// H = ∂(Jᵀλ)/∂x: the lower triangle.\n\
        fn stiffness_at<S: core_::Real>(\
            &self,\
            poses: &[core_::Pose<S>; {bodies}],\
            impulses: &[S; {rows}],\
            time: S,\
            entries: &mut [S],\
        ) {{"
    );
    into.take_apart(&joint.bodies, "poses");
    let code = Code::new(joint, function);
    code.lets(function, into);
    into.push("*core_::numbers_mut(entries)=");
    values(&code, &function.outputs, into);
    into.push(";}");
}

/// `[a, b, …]`
fn values(code: &Code<'_>, values: &[Expr], into: &mut Text) {
    into.list(values, &|value, into| code.write(value, 0, into));
}

/// `[path(a, b), …]`
fn records<'v>(code: &Code<'_>, path: &str, parts: impl IntoIterator<Item = &'v [Expr]>, into: &mut Text) {
    into.list(parts, &|part, into| code.call(path, part, into));
}
