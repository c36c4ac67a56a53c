//! The fast path: setup, prepare, warm start, solve, and what they keep.

mod begin;

use constraint_symbolic::constraint::assemble::Kind;
use constraint_symbolic::ir::emitted::{Expr, Function};
use constraint_symbolic::ir::scalar::{Lane, Leaf};
use constraint_symbolic::ir::vector::Input;

use super::code::{Code, leaves};
use super::joint::Joint;
use super::kept::Kept;
use super::text::Text;

/// The structs of what is kept, with a default that remembers the x axis.
pub(super) fn structs(joint: &Joint<'_>, into: &mut Text) {
    let remembers = !joint.compiled.program.fast.memory.is_empty();
    let (copied, plain) = (
        "::core::marker::Copy, ::core::fmt::Debug",
        "::core::marker::Copy, ::core::fmt::Debug, ::core::default::Default",
    );
    joint.setup.structure("Values of the parameters and the masses, computed when one of these changes.", plain, into);
    joint.setup.numbers(into);
    joint.prepared.structure(
        "Values of the poses: J, K⁻¹ and what else an iteration reads.",
        if remembers { copied } else { plain },
        into,
    );
    if remembers {
        remembering(joint, into);
    }
    joint.prepared.numbers(into);
}

/// A default whose last normals are the x axis.
fn remembering(joint: &Joint<'_>, into: &mut Text) {
    let (memory, Kept { name, .. }) = (&joint.compiled.program.fast.memory, &joint.prepared);
    write!(
        into,
        "#[automatically_derived]\
        impl<S: core_::Real> ::core::default::Default for {name}<S> {{\
            /// The last normals are the x axis.\n\
            fn default() -> Self {{\
                let zero = S::of(0.0);\
                Self {{"
    );
    joint.prepared.zeros_and_ones(|field| memory.iter().any(|&(x, _)| x == field), into);
    into.push("} } }");
}

/// All functions of the fast path.
///
/// What a pass calls is inlined whatever it costs: a function apart would be compiled for the plainest processor, and so
/// would the lanes that it is generic over.
pub(super) fn functions(joint: &Joint<'_>, into: &mut Text) {
    setup(joint, into);
    begin::function(joint, into);
    prepare(joint, into);
    warm_start(joint, into);
    solve(joint, into);
}

fn setup(joint: &Joint<'_>, into: &mut Text) {
    let ((bodies, _), setup) = (joint.counts(), joint.setup.ty());
    write!(
        into,
        "/// Computes what does not depend on the poses.\n\
        #[inline]\
        fn setup<S: core_::Real>(&self, masses: &[core_::MassProperties<S>; {bodies}]) -> {setup} {{"
    );
    into.take_apart(&joint.masses, "masses");
    let setup = &joint.compiled.program.fast.setup;
    kept(&Code::new(joint, setup), setup, &joint.setup, "", into);
    into.push("}");
}

fn prepare(joint: &Joint<'_>, into: &mut Text) {
    let ((bodies, _), setup, prepared) = (joint.counts(), joint.setup.ty(), joint.prepared.ty());
    let (name, curves) = if joint.curves.is_empty() {
        ("prepare<", "")
    } else {
        // Without curves, they are taken for zero.
        write!(
            into,
            "fn prepare<S: core_::Real>(\
                setup: &{setup},\
                poses: &[core_::Pose<S>; {bodies}],\
                step: &core_::Step<S>,\
                prepared: &mut {prepared},\
            ) {{ Self::prepare_along(&|_,_|::core::option::Option::None,setup,poses,step,prepared) }}"
        );
        let curves = "curves: &impl ::core::ops::Fn(usize, usize) -> ::core::option::Option<&'c core_::Curve>,";
        ("prepare_along<'c, ", curves)
    };
    write!(
        into,
        "/// C, J and K⁻¹ at the poses.\n\
        #[inline(always)]\
        fn {name}S: core_::Real>(\
            {curves}\
            setup: &{setup},\
            poses: &[core_::Pose<S>; {bodies}],\
            step: &core_::Step<S>,\
            prepared: &mut {prepared},\
        ) {{"
    );
    into.take_apart(&joint.bodies, "poses");
    if joint.compiled.dependence.time {
        into.push("let time=step.time;");
    }
    preparation(joint, into);
    into.push("}");
    curve(joint, into);
}

/// `fn curve`, where the joint reads any.
fn curve(joint: &Joint<'_>, into: &mut Text) {
    if joint.curves.is_empty() {
        return;
    }
    into.push("fn curve(&self, number: usize) -> ::core::option::Option<&core_::Curve> { match number {");
    for (number, field) in joint.curves.iter().enumerate() {
        write!(into, "{number}=>::core::option::Option::Some(&self.{field}),");
    }
    into.push("_=>::core::option::Option::None, } }");
}

fn warm_start(joint: &Joint<'_>, into: &mut Text) {
    let ((bodies, rows), setup, prepared) = (joint.counts(), joint.setup.ty(), joint.prepared.ty());
    write!(
        into,
        "/// v ← v + M⁻¹ Jᵀ λ\n\
        #[inline(always)]\
        fn warm_start<S: core_::Real>(\
            setup: &{setup},\
            prepared: &{prepared},\
            impulses: &[S; {rows}],\
            velocities: &mut [core_::Velocity<S>; {bodies}],\
        ) {{ let "
    );
    into.names(&joint.velocities);
    into.push("=velocities;");
    updates(joint, &joint.compiled.program.fast.warm_start, &[], into);
    into.push("}");
}

fn solve(joint: &Joint<'_>, into: &mut Text) {
    let ((bodies, rows), setup, prepared) = (joint.counts(), joint.setup.ty(), joint.prepared.ty());
    write!(
        into,
        "/// One iteration.\n\
        #[inline(always)]\
        fn solve<S: core_::Real>(\
            setup: &{setup},\
            prepared: &{prepared},\
            pass: &core_::Pass<S>,\
            impulses: &mut [S; {rows}],\
            velocities: &mut [core_::Velocity<S>; {bodies}],\
        ) {{ let "
    );
    into.names(&joint.velocities);
    into.push("=velocities;");
    blocks(joint, into);
    into.push("}");
}

/// The blocks of an iteration, each told what it solves.
fn blocks(joint: &Joint<'_>, into: &mut Text) {
    let blocks = &joint.compiled.program.fast.solve;
    if let [only] = &blocks[..] {
        return updates(joint, &only.code, &only.rows, into);
    }
    for block in blocks {
        write!(into, "/// {}\n{{\n", solved(joint, &block.rows));
        updates(joint, &block.code, &block.rows, into);
        into.push("}");
    }
}

/// What a block of an iteration solves, in words, in the order in which it does.
fn solved(joint: &Joint<'_>, rows: &[usize]) -> String {
    let parts = rows.chunk_by(|a, b| acts(joint, *a) == acts(joint, *b)).map(|rows| {
        let numbers: Vec<String> = rows.iter().map(ToString::to_string).collect();
        let acts = acts(joint, rows[0]);
        match &numbers[..] {
            [more @ .., last] if !more.is_empty() => format!("Rows {} and {last}: {acts}.", more.join(", ")),
            _ => format!("Row {}: {acts}.", numbers.concat()),
        }
    });
    parts.collect::<Vec<_>>().join(" ")
}

/// What a row does, in words.
fn acts(joint: &Joint<'_>, row: usize) -> String {
    let law = &joint.compiled.laws[row];
    let acts = match law.kind {
        Kind::Hold => "held",
        Kind::Within => "kept within limits",
        Kind::Rate => "driven at a rate",
        Kind::Soft(..) | Kind::Spring(..) => "a spring",
    };
    let force = match (law.max_force, law.force_of) {
        (Some(_), Some(row)) => format!(", by a force that row {row} bounds"),
        (Some(_), None) => ", by a limited force".to_owned(),
        (None, _) => String::new(),
    };
    format!("{acts}{force}")
}

/// The code of `prepare`. What is kept is stored as soon as it is known: the guarded divisions are branches, and what waits
/// for a store beyond them is spilled, one by one. A joint that remembers reads what it overwrites, and stores all at once.
fn preparation(joint: &Joint<'_>, into: &mut Text) {
    let fast = &joint.compiled.program.fast;
    if !fast.memory.is_empty() || joint.prepared.fields.is_empty() {
        kept(&Code::in_lanes(joint, &fast.prepare), &fast.prepare, &joint.prepared, "*prepared = ", into);
        return into.push(";");
    }
    let code = Code::in_lanes(joint, &fast.prepare);
    // Which values can be stored once there are so many locals.
    let mut known = vec![Vec::new(); fast.prepare.locals.len() + 1];
    for (index, value) in fast.prepare.outputs.iter().enumerate() {
        known[locals_read(value)].push(index);
    }
    let store = |locals: usize, into: &mut Text| {
        for &index in &known[locals] {
            joint.prepared.assign(index, &code, &fast.prepare.outputs[index], into);
        }
    };
    code.parameters(&fast.prepare, into);
    for number in 0..fast.prepare.locals.len() {
        code.local(number, &fast.prepare, into);
        store(number + 1, into);
    }
    // What needs no local.
    store(0, into);
}

/// How many locals there have to be before an expression can be worked out.
fn locals_read(expr: &Expr) -> usize {
    let mut most = if let Expr::Local(index) = expr { index + 1 } else { 0 };
    expr.each_operand(|operand| most = most.max(locals_read(operand)));
    most
}

/// Writes the code of a function that keeps its outputs, and, after `target`, the struct of them.
fn kept(code: &Code<'_>, function: &Function, kept: &Kept<'_>, target: &str, into: &mut Text) {
    if kept.fields.is_empty() {
        into.push(target);
        return into.push("()");
    }
    code.lets(function, into);
    write!(into, "{target}{}{{", kept.name);
    into.separated(function.outputs.iter().enumerate(), ",", &|(index, value), into| {
        kept.initialize(index, code, value, into);
    });
    if function.outputs.len() < kept.fields.len() {
        into.push(",");
        kept.left(function.outputs.len(), into);
    }
    into.push("}");
}

/// Writes the code of a function whose outputs are the impulses of `rows`, then the velocities.
fn updates(joint: &Joint<'_>, function: &Function, rows: &[usize], into: &mut Text) {
    let code = Code::new(joint, function);
    let places = rows.iter().map(|&row| Leaf::whole(Input::Impulse(narrow(row))));
    let bodies = 0..joint.compiled.bodies.len();
    let places = places.chain(bodies.flat_map(|body| velocity_places(narrow(body))));
    let changed: Vec<(Leaf, &Expr)> =
        places.zip(&function.outputs).filter(|(place, value)| **value != Expr::Given(*place)).collect();
    let mut assignments = Text::default();
    code.lets(function, into);
    for (index, &(place, value)) in changed.iter().enumerate() {
        code.leaf(place, &mut assignments);
        assignments.push("=");
        let mut read = Vec::new();
        leaves(value, &mut read);
        // What reads a place that an assignment before it overwrites is worked out before all of them.
        if changed[..index].iter().any(|(overwritten, _)| read.contains(overwritten)) {
            let mut name = format!("next_{index}");
            while function.locals.iter().any(|local| local.name == name) {
                name.push('_');
            }
            write!(into, "let {name}=");
            code.write(value, 0, into);
            into.push(";");
            assignments.push(&name);
        } else {
            code.write(value, 0, &mut assignments);
        }
        assignments.push(";");
    }
    into.append(&assignments);
}

fn velocity_places(body: u8) -> [Leaf; 3] {
    let linear = |lane: Lane| Leaf { input: Input::LinearVelocity(body), lane };
    [linear(Lane::X), linear(Lane::Y), Leaf::whole(Input::AngularVelocity(body))]
}

fn narrow(index: usize) -> u8 {
    u8::try_from(index).unwrap_or(u8::MAX)
}
