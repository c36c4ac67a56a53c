//! From the emitted IR to the text of `impl Constraint`.
//!
//! In: what was read and the compiled joint. Out: tokens. The only decision here is which lines several functions share (`common.rs`).
//! [`fallback`] stands in for a joint with mistakes, and [`conditional`] guards what depends on fields that some builds leave out.

mod code;
mod common;
mod conditional;
mod derived;
mod fallback;
mod fast;
mod hooks;
mod joint;
mod kept;
mod laws;
mod memory;
mod own;
mod store;
mod text;
mod validate;

use constraint_symbolic::Compiled;
use constraint_symbolic::constraint::assemble::{Kind, Law};
use constraint_symbolic::constraint::dependence::{Angles, Dependence};
use proc_macro2::TokenStream;
use quote::quote;

use crate::parse::Parsed;
use common::Common;
pub(crate) use conditional::guarded;
pub(crate) use fallback::implementation as inert;
use joint::Joint;
pub(crate) use joint::{kept_apart, name_apart};
use text::{Text, quoted};

/// `impl Constraint for …` and the two structs of kept values.
pub(crate) fn implementation(parsed: &Parsed, compiled: &Compiled) -> TokenStream {
    let name = name_apart(&parsed.item.ident);
    let joint = &Joint::new(parsed, compiled);
    let (lines, mut code) = (&common::lines(joint)[..], Text::default());
    let common = &Common::new(lines);
    fast::structs(joint, &mut code);
    common.function(joint, &mut code);
    write!(code, "#[automatically_derived] impl core_::Constraint for {name} {{");
    header(joint, &mut code);
    memory::constant(joint, &mut code);
    table(&mut code);
    validate::function(joint, &mut code);
    derived::functions(joint, common, &mut code);
    laws::function(joint, &mut code);
    fast::functions(joint, &mut code);
    hooks::functions(joint, common, &mut code);
    code.push("}");
    let (imports, code, allowed) = (parsed.options.core.imports(), code.tokens(), Text::of(ALLOWED).tokens());
    let code = kept_apart(&parsed.item.ident, quote!(#allowed const _: () = { #imports #code };));
    if let Some(own) = own::methods(joint) { quote!(#allowed const _: () = { #own #code };) } else { code }
}

/// Code that a machine has written is nobody's style.
const ALLOWED: &str = "#[allow(clippy::all, clippy::nursery, refining_impl_trait)]";

/// Constants and types.
fn header(joint: &Joint<'_>, into: &mut Text) {
    let ((bodies, rows), setup, prepared) = (joint.counts(), joint.setup.ty(), joint.prepared.ty());
    write!(into, "const BODIES: usize = {bodies}; const ROWS: usize = {rows};");
    // What the joint reads that most do not, and whether all that it does is to hold, which can be solved together with
    // others of one body.
    let Dependence { place, angles, time } = joint.compiled.dependence;
    let is_held = |law: &Law| matches!(law.kind, Kind::Hold) && law.max_force.is_none();
    let is_rigid = |law: &Law| matches!(law.kind, Kind::Hold | Kind::Within);
    let yields = !joint.compiled.laws.iter().any(is_rigid);
    let springs = joint.compiled.laws.iter().all(|law| matches!(law.kind, Kind::Soft(..) | Kind::Spring(..)));
    let holds = joint.compiled.laws.iter().all(is_held) && !place && angles != Angles::Themselves && !time;
    if !joint.curves.is_empty() {
        write!(into, "const CURVES: usize = {};", joint.curves.len());
    }
    for (says, what) in [
        (place, "RELATIVE: bool = false"),
        (angles != Angles::Unread, "READS_ANGLE: bool = true"),
        (angles == Angles::Themselves, "READS_ANGLE_ITSELF: bool = true"),
        (time, "READS_TIME: bool = true"),
        (holds, "HOLDS: bool = true"),
        (yields, "RIGID: bool = false"),
        (springs, "RELAXES: bool = false"),
    ] {
        if says {
            write!(into, "const {what};");
        }
    }
    write!(
        into,
        "const DERIVATION: &'static str = {};\
        type Bodies<T: core_::Element> = [T; {bodies}];\
        type Rows<T: core_::Element> = [T; {rows}];\
        type Setup<S: core_::Real> = {setup};\
        type Prepared<S: core_::Real> = {prepared};",
        quoted(&joint.compiled.derivation)
    );
}

/// What a world solves the joint by. Its code is compiled in the crate that defines the joint, but that of the catalogue, of which
/// most users want little, where it is used.
fn table(into: &mut Text) {
    if std::env::var("CARGO_CRATE_NAME").is_ok_and(|name| name == "constraint_core") {
        into.push("#[inline]");
    }
    into.push("fn table() -> &'static core_::JointTable { core_::JointTable::of::<Self>() }");
}

/// The derivation as a part of the struct's documentation.
pub(crate) fn documentation(parsed: &Parsed, compiled: &Compiled) -> TokenStream {
    let link =
        parsed.options.core.in_documentation().map(|path| format!("[`DERIVATION`]({path}::Constraint::DERIVATION)"));
    let link = link.as_deref().unwrap_or("`Constraint::DERIVATION`");
    let mut lines = format!("\n # Derivation\n\n In the notation of {link}.\n\n ```text\n");
    // The struct's name stands above already.
    for line in compiled.derivation.lines().skip(2) {
        if !line.is_empty() {
            lines.push(' ');
            lines.push_str(line);
        }
        lines.push('\n');
    }
    lines.push_str(" ```");
    let mut attribute = Text::default();
    write!(attribute, "#[doc={}]", quoted(&lines));
    attribute.tokens()
}
