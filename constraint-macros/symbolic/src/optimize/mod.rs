//! Passes over the scalar IR, and the layout of what it caches.
//!
//! In: the scalars that an [`Assembly`](crate::constraint::assemble::Assembly) was lowered to. Out: the same values in fewer operations,
//! as many of these as possible in an early function.
//!
//! # Passes
//!
//! `cargo bench --bench passes -- code` measures what each pass saves: it turns the pass off and tells by how many percent the rest is
//! more, over the 22 joints of the catalogue. Odd joints are 516 of tests, examples and benches. Expansion is time of the compiler behind
//! the attribute. Scalar instructions are executed (callgrind); those of the AVX2 and AVX-512 kernels are counted as they stand there. A
//! minus is a loss, a dot was not measured.
//!
//! A pass stays if it saves 0.3 % in one of these columns, or for what the last column says. "Of the 553" are operations of the sixteen
//! joints that `tests/opcounts.rs` counts. A pass without operations arranges scalar code for LLVM; SIMD kernels do not profit by it.
//!
//! | pass | where | what it does | before | after | operations | of odd joints | expansion | scalar | AVX2 | AVX-512 | kept for |
//! |---|---|---|---|---|---|---|---|---|---|---|---|
//! | `FrameInvariance` | `simplify::bilinear` | forms of two vectors of one frame | ⟨R u, R v⟩ | ⟨u, v⟩ | 2.48 | 0.92 | 4.35 | 2.18 | 0.26 | 0.46 |  |
//! | `TermByTerm` | `simplify::bilinear` | the same for single terms of a sum | ⟨n, p + R u⟩, n = R a | ⟨n, p⟩ + ⟨a, u⟩ | 1.76 | 0.18 | −2.85 | 0.90 | 0.31 | 0.21 |  |
//! | `MergeForms` | `simplify::sum` | forms that share an operand | ⟨u, v⟩ + ⟨u, w⟩ | ⟨u, v + w⟩ | 0.00 | 1.50 | 1.57 | 0.13 | 0.02 | 0.01 |  |
//! | `FrameNorm` | `simplify::frame` | the second square of a frame by the first | i ⟨r, e₂⟩² | i \|r\|² − i ⟨r, e₁⟩² | −0.03 | 0.17 | −2.24 | 0.13 | 0.15 | 0.14 | 14 of the 553 |
//! | `Chain` | `assemble::chain` | rates after earlier rows, without moving the bodies | v += M⁻¹Jᵀ Δ₀; r₁ = J₁ v | r₁ += k₁₀ Δ₀ | 5.99 | 0.19 | −0.42 | 3.65 | 0.28 | 0.30 |  |
//! | `Lean` | `assemble::factor` | rows that only turn bodies are eliminated first | d = k₁₁ − k₀₁²/k₀₀ | d from k₀₀, known at setup | 0.29 | 0.41 | −1.28 | 3.84 | 0.10 | 0.12 |  |
//! | `Pair` | `assemble::factor` | K⁻¹ of two rows in place of its factors | L D Lᵀ x = b | x = K⁻¹ b | −0.46 | −0.13 | −2.53 | 4.31 | 0.00 | 0.02 | fewer instructions |
//! | `Lever` | `assemble::pair` | K⁻¹ of two rows on one lever by its eigenvectors | adj K / det K | α (1 + κ p⊥ p⊥ᵀ) | 0.55 | 0.25 | −0.95 | 0.59 | 0.07 | 0.05 |  |
//! | `Levers` | `assemble::pair` | K⁻¹ of two rows on a lever each, scaled by its trace | adj K / det K | the same of K / tr K | −0.55 | −0.10 | −2.43 | −0.48 | −0.03 | −0.01 | one division less to wait for: a pivot's prepare |
//! | `LoneSpring` | `assemble::block` | one division for a spring and its row | 1/K, 1/(1 + a) | W = 1/((1 + a) K) | 0.00 | −0.04 | −2.08 | −0.22 | 0.00 | 0.01 | one division less |
//! | `LargeAngles` | `lower::large_angles` | sums of angles since the start of the step | θ_b − θ_a | start + (Δθ_b − Δθ_a) | 0.00 | −0.59 | −3.79 | −0.22 | −6.38 | −11.23 | precision: `tests/passes.rs` |
//! | `ConstantsEarly` | `constants` | constants go to factors known at setup | 2 (f x) | (2 f) x | 0.06 | 0.40 | 0.55 | −0.15 | −0.05 | 0.09 |  |
//! | `StrengthReduction` | `strength_reduction` | multiples of unit vectors | s (d/\|d\|) | d (s/\|d\|) | 0.29 | 0.08 | −2.71 | 0.23 | −0.33 | −0.37 | 11 of the 553 |
//! | `Unguarded` | `quotients` | one guard for a division | 0 < d ? x pivot(d) : y | 0 < d ? x/d : y | 0.06 | 0.06 | −1.83 | 0.05 | 0.04 | −0.00 | 3 of the 553 |
//! | `Hoist` | `hoist` | parts known in an earlier phase | m_a + m_b + i r² | m + i r² | 0.75 | −0.00 | 0.97 | 1.41 | 0.23 | 0.03 |  |
//! | `ScaleEarly` | `constants` | constants go to the earliest factor | 2 x y | (2 x) y | 0.26 | 0.68 | 0.52 | −0.12 | 0.04 | 0.05 |  |
//! | `CommonSums` | `common_sums` | sums within sums | a + b + c, where a + b is there | (a + b) + c | 1.21 | 1.16 | −2.58 | 3.05 | 0.16 | 0.21 |  |
//! | `Reciprocals` | `quotients` | one division for each divisor | x/d, y/d | r = 1/d; x r, y r | −0.23 | 0.72 | −1.29 | 0.2 | · | · | fewer divisions |
//! | `CommonFactors` | `common_factors` | pairs of factors | x y z, x y w | p = x y; p z, p w | 3.57 | 6.22 | −2.33 | 3.0 | · | · |  |
//! | `Quotients` | `quotients` | a reciprocal that is read once | x (1/d) | x/d | 0.06 | 0.03 | −0.37 | 0.1 | · | · | 3 of the 553 |
//! | `CommonTerms` | `common_terms` | pairs of terms | a + b + c, a + b + d | s = a + b; s + c, s + d | 0.72 | 0.45 | −2.14 | 0.9 | · | · |  |
//! | `Factoring` | `factoring` | common factors | a b + a c | a (b + c) | 0.55 | 2.61 | −0.97 | 0.6 | · | · |  |
//! | `Columns` | `slp::columns` | M⁻¹Jᵀ in the order of the velocities | fields in any order | x, y, angular of each body | 0.00 | 0.00 | −1.22 | 9.7 | · | · |  |
//! | `Rates` | `slp::rates` | J v in the order of the velocities | n · (v_b − v_a) | Σ Jᵢ vᵢ, two by two | −2.07 | −0.24 | −3.11 | 4.5 | · | · |  |
//! | `Bounds` | `signs::bounds` | a bound cached with both signs | max(−b, x) | max(b′, x) | 0.00 | 0.00 | −0.49 | 0.4 | · | · |  |
//! | `LimitSides` | `slp::limit_sides` | both sides of a limit beside each other | lower … upper | lower, upper | 0.00 | 0.00 | −1.62 | 0.9 | · | · |  |
//! | `Rotations` | `slp::rotations` | a vector beside its quarter turn | (x, y) | (x, y, −y, x) | 0.00 | 0.00 | −1.20 | 4.2 | · | · |  |
//! | `Neighbours` | `slp::neighbours` | what is read together lies together | k₀₀ … k₁₁ | k₀₀, k₁₁ | 0.00 | 0.00 | 0.49 | 2.2 | · | · |  |
//! | `Signs` | `signs` | signs in which values are cached | v − (−x) λ | v + x′ λ | 0.00 | 0.00 | −6.19 | 13.3 | · | · |  |
//! | `SignsAlike` | `signs::alike` | one sign in the sums of x and of y | x + r ω, y − s ω | x + r ω, y + s′ ω | 0.00 | 0.00 | −0.30 | 1.0 | · | · |  |
//! | `SignsLanes` | `signs::lanes` | one sign for both components of a vector | (x, −y) | (x, y′) | 0.00 | 0.00 | −0.45 | 4.4 | · | · |  |
//! | `SignsDifferences` | `signs::differences` | a cached number is subtracted, not subtracted from | cached − x | x − cached | 0.00 | 0.00 | 0.09 | 0.6 | · | · |  |
//! | `ReadyFirst` | `codegen::schedule` | sums of what is ready first | (a + late) + b | (a + b) + late | 0.00 | 0.00 | −0.67 | 0.9 | · | · |  |
//! | `SimilarSums` | `codegen::schedule` | sums of x and of y in one order | (a + b) − c, (e − g) + f | (a + b) − c, (e + f) − g | 0.00 | 0.00 | −1.76 | 0.1 | · | · | precision: `tests/exact.rs` |
//! | `Update` | `codegen::schedule` | velocities take up whole rows last | v + (row + m λ) | (v + m λ) + row | 0.00 | 0.00 | −0.63 | 0.4 | · | · |  |

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
