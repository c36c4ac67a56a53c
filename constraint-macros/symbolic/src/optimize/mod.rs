//! Passes over the scalar IR, and the layout of what it caches.
//!
//! In: the scalars that an [`Assembly`](crate::constraint::assemble::Assembly) was lowered to. Out: the same values in fewer operations,
//! as many of these as possible in an early function.
//!
//! TABLE

mod common_factors;
mod common_products;
mod common_sums;
mod common_terms;
mod constants;
mod factoring;
mod hoist;
mod quotients;
pub(crate) mod signs;
pub(crate) mod slp;
mod strength_reduction;
mod usage;

use crate::ir::scalar::{ScalarIr, Slot};
use crate::passes::{Pass, run};

/// Optimizes code that runs in phases.
pub fn share(ir: &mut ScalarIr, roots: &[Slot]) {
    share_remembered(ir, &mut roots.to_vec());
}

/// Optimizes code that runs in phases. Last normals among the roots may become multiples of themselves.
pub(crate) fn share_remembered(ir: &mut ScalarIr, roots: &mut [Slot]) {
    run(Pass::ConstantsEarly, || constants::constants_early(ir, roots));
    wholes(ir, roots);
    run(Pass::Hoist, || hoist::hoist(ir, roots));
    run(Pass::ScaleEarly, || constants::scale_early(ir, roots));
    parts(ir, roots);
    ir.settle(roots);
}

/// Optimizes code that runs as a whole.
pub fn share_in_place(ir: &mut ScalarIr, roots: &[Slot]) {
    let before = ir.replacements();
    wholes(ir, &mut roots.to_vec());
    parts(ir, roots);
    if ir.replacements() > before {
        ir.settle(roots);
    }
}

/// The passes that look at all readers of a value. They run before any reader is taken apart.
fn wholes(ir: &mut ScalarIr, roots: &mut [Slot]) {
    run(Pass::CommonProducts, || common_products::products_within_products(ir, roots));
    run(Pass::StrengthReduction, || strength_reduction::scaled_units(ir, roots));
    run(Pass::Unguarded, || quotients::unguarded(ir, roots));
}

/// The passes that give parts of sums and products slots of their own.
fn parts(ir: &mut ScalarIr, roots: &[Slot]) {
    let before = ir.replacements();
    run(Pass::CommonSums, || common_sums::sums_within_sums(ir, roots));
    run(Pass::Reciprocals, || quotients::reciprocals(ir, roots));
    run(Pass::CommonFactors, || common_factors::common_pairs(ir, roots));
    run(Pass::Quotients, || quotients::quotients(ir, roots));
    run(Pass::CommonTerms, || common_terms::common_terms(ir, roots));
    run(Pass::Factoring, || factoring::factor(ir, roots));
    // What a factor was taken out of may be a part of other sums.
    if ir.replacements() > before {
        run(Pass::CommonSums, || common_sums::sums_within_sums(ir, roots));
    }
}
