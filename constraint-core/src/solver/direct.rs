//! Direct stepping: an island is solved as a whole, by factorising one sparse symmetric matrix.
//!
//! In: an island's bodies and joints, the impulses of the last step. Out: poses and velocities after the step, impulses.
//!
//! The step is an energy-momentum rule (Simo, Tarnow; Gonzalez). The bodies have places and angles q, masses M and forces f. It solves
//!
//! ```text
//! M (Δq − h v₀ − ½ h² M⁻¹ f) = D̄ᵀ Γ        D̄ = ½ J(q₀ + s₁ Δq) + ½ J(q₀ + s₂ Δq),  s = ½ ∓ 1/√12
//! c(q₁) = goal, or within bounds            Γ = ½ h² times the force of each row
//! v₁ = 2 Δq/h − v₀
//! ```
//!
//! by Newton's method. The discrete gradient has D̄ Δq = c₁ − c₀, so joints that hold do no work, in steps of any length.
//!
//! | file | what it does |
//! |---|---|
//! | `order` | the order in which the matrix is eliminated |
//! | `factor` | sparse L D Lᵀ in a static order |
//! | `matrix` | the matrix of an island: masses, stiffness, rows |
//! | `system` | what the joints of an island are at given poses |
//! | `equations` | the equation and the bounds of each row |
//! | `pivoting` | which rows are at a bound: block principal pivoting |
//! | `newton` | one step by Newton's method |
//! | `velocities` | the projection of velocities after a step, and settling of position errors |
//! | `fallback` | one linear step where Newton's method fails |
//! | `step` | one step of an island: order two or four, halving |
//! | `islands` | which joints and bodies belong together, from step to step |

pub(crate) mod equations;
pub(crate) mod factor;
pub(crate) mod fallback;
pub(crate) mod islands;
pub(crate) mod matrix;
pub(crate) mod newton;
pub(crate) mod order;
pub(crate) mod pivoting;
pub(crate) mod step;
pub(crate) mod system;
pub(crate) mod velocities;

/// x, y and angle of a body, or their rates.
pub(crate) type Triple = [f64; 3];
