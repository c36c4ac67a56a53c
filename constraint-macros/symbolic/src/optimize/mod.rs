//! Passes over the scalar IR, and the layout of what it caches.
//!
//! In: the scalars that an [`Assembly`](crate::constraint::assemble::Assembly) was lowered to. Out: the same values in fewer operations,
//! as many of these as possible in an early function.
//!
//! # Passes
//!
//! What each pass saves is measured by turning it off (`cargo bench --bench passes`): operations over the catalogue, and scalar
//! instructions of the catalogue as callgrind counts them. A minus stands for a loss. "Of the 553" are those of the sixteen joints that
//! `tests/opcounts.rs` counts. A pass without operations arranges scalar code for LLVM; SIMD kernels do not profit by it.
//!
//! | pass | where | what it does | before | after | operations, % | scalar instructions, % |
//! |---|---|---|---|---|---|---|
//! | `FrameInvariance` | `simplify::bilinear` | forms of two vectors of one frame | ⟨R u, R v⟩ | ⟨u, v⟩ | 2.6 | 2.4 |
//! | `TermByTerm` | `simplify::bilinear` | the same for single terms of a sum | ⟨n, p + R u⟩, n = R a | ⟨n, p⟩ + ⟨a, u⟩ | 1.8 | 1.3 |
//! | `MergeForms` | `simplify::sum` | forms that share an operand | ⟨u, v⟩ + ⟨u, w⟩ | ⟨u, v + w⟩ | 0.0, of odd joints 1.4 | 0.3 |
//! | `FrameNorm` | `simplify::frame` | the second square of a frame by the first | i ⟨r, e₂⟩² | i \|r\|² − i ⟨r, e₁⟩² | 0.1; 14 of the 553 | 0.2 |
//! | `Chain` | `assemble::chain` | rates after earlier rows, without moving the bodies | v += M⁻¹Jᵀ Δ₀; r₁ = J₁ v | r₁ += k₁₀ Δ₀ | 6.0 | 3.8 |
//! | `Lean` | `assemble::factor` | rows that only turn bodies are eliminated first | d = k₁₁ − k₀₁²/k₀₀ | d from k₀₀, known at setup | 0.4 | 3.7 |
//! | `Pair` | `assemble::factor` | K⁻¹ of two rows in place of its factors | L D Lᵀ x = b | x = K⁻¹ b | −0.6 | 3.9 |
//! | `Lever` | `assemble::pair` | K⁻¹ of two rows on one lever by its eigenvectors | adj K / det K | α (1 + κ p⊥ p⊥ᵀ) | 0.5 | 0.3 |
//! | `Levers` | `assemble::pair` | K⁻¹ of two rows on a lever each, scaled by its trace | adj K / det K | the same of K / tr K | −0.5; precision | −0.4 |
//! | `LoneSpring` | `assemble::block` | one division for a spring and its row | 1/K, 1/(1 + a) | W = 1/((1 + a) K) | 0; precision: `tests/hand.rs` | 0.1 |
//! | `LargeAngles` | `lower::large_angles` | sums of angles since the start of the step | θ_b − θ_a | start + (Δθ_b − Δθ_a) | 0; precision | −0.1 |
//! | `ConstantsEarly` | `constants` | constants go to factors known at setup | 2 (f x) | (2 f) x | 0.7 | 0.3 |
//! | `StrengthReduction` | `strength_reduction` | multiples of unit vectors | s (d/\|d\|) | d (s/\|d\|) | 0.2; 11 of the 553 | 0.2 |
//! | `Unguarded` | `quotients` | one guard for a division | 0 < d ? x pivot(d) : y | 0 < d ? x/d : y | 0.1; 3 of the 553 | 0.5 |
//! | `Hoist` | `hoist` | parts known in an earlier phase | m_a + m_b + i r² | m + i r² | 0.8 | 1.3 |
//! | `ScaleEarly` | `constants` | constants go to the earliest factor | 2 x y | (2 x) y | 0.3, of odd joints 0.5 | 0.2 |
//! | `CommonSums` | `common_sums` | sums within sums | a + b + c, where a + b is there | (a + b) + c | 1.2 | 3.3 |
//! | `Reciprocals` | `quotients` | one division for each divisor | x/d, y/d | r = 1/d; x r, y r | −0.2 | 0.2; fewer divisions |
//! | `CommonFactors` | `common_factors` | pairs of factors | x y z, x y w | p = x y; p z, p w | 2.3 | 3.0 |
//! | `Quotients` | `quotients` | a reciprocal that is read once | x (1/d) | x/d | 0.1; 3 of the 553 | 0.1 |
//! | `CommonTerms` | `common_terms` | pairs of terms | a + b + c, a + b + d | s = a + b; s + c, s + d | 0.7 | 0.9 |
//! | `Factoring` | `factoring` | common factors | a b + a c | a (b + c) | 0.6 | 0.6 |
//! | `Columns` | `slp::columns` | M⁻¹Jᵀ in the order of the velocities | fields in any order | x, y, angular of each body | 0 | 9.7 |
//! | `Rates` | `slp::rates` | J v in the order of the velocities | n · (v_b − v_a) | Σ Jᵢ vᵢ, two by two | −2.2 | 4.5 |
//! | `Bounds` | `signs::bounds` | a bound cached with both signs | max(−b, x) | max(b′, x) | 0 | 0.4 |
//! | `LimitSides` | `slp::limit_sides` | both sides of a limit beside each other | lower … upper | lower, upper | 0 | 0.9 |
//! | `Rotations` | `slp::rotations` | a vector beside its quarter turn | (x, y) | (x, y, −y, x) | 0 | 4.2 |
//! | `Neighbours` | `slp::neighbours` | what is read together lies together | k₀₀ … k₁₁ | k₀₀, k₁₁ | 0 | 2.2 |
//! | `Signs` | `signs` | signs in which values are cached | v − (−x) λ | v + x′ λ | 0 | 13.3 |
//! | `SignsAlike` | `signs::alike` | one sign in the sums of x and of y | x + r ω, y − s ω | x + r ω, y + s′ ω | 0 | 1.0 |
//! | `SignsLanes` | `signs::lanes` | one sign for both components of a vector | (x, −y) | (x, y′) | 0 | 4.4 |
//! | `SignsDifferences` | `signs::differences` | a cached number is subtracted, not subtracted from | cached − x | x − cached | 0 | 0.6 |
//! | `ReadyFirst` | `codegen::schedule` | sums of what is ready first | (a + late) + b | (a + b) + late | 0 | 0.9 |
//! | `SimilarSums` | `codegen::schedule` | sums of x and of y in one order | (a + b) − c, (e − g) + f | (a + b) − c, (e + f) − g | 0; precision: `tests/exact.rs` | 0.1 |
//! | `Update` | `codegen::schedule` | velocities take up whole rows last | v + (row + m λ) | (v + m λ) + row | 0 | 0.4 |

mod common_factors;
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
