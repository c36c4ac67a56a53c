/// Two anchors that stay within a range of distances.
#[derive(Clone, Debug)]
///
/// # Derivation
///
/// In the notation of [`DERIVATION`](::constraint_core::Constraint::DERIVATION).
///
/// ```text
///   r_a = R_a local_anchor_a
///   r_b = R_b local_anchor_b
///   d = p_b + r_b − p_a − r_a
/// C = |d|, from min_length to max_length
///   n = d/|d|
/// V = n·(v_b + ω_b × r_b − v_a − ω_a × r_a)
/// J = a: [−n | −r_a × n]  b: [n | r_b × n]
/// K = m_a⁻¹ + m_b⁻¹ + i_a⁻¹ (r_a × n)² + i_b⁻¹ (r_b × n)²
/// Jᵀλ = a: [−λ n | −λ (r_a × n)]  b: [λ n | λ (r_b × n)]
///
/// linear momentum: conserved
/// angular momentum: conserved
/// operations: setup 3 + 2 choices, prepare 48 + 3 choices, warm start 12, iteration 33 + 3 choices
/// cached: 12 at setup, 16 at each pose
/// ```
pub struct DistanceJoint {
    pub local_anchor_a: Vec2,
    pub local_anchor_b: Vec2,
    pub min_length: Scalar,
    pub max_length: Scalar,
}
impl DistanceJoint {
    /// The joint's rows at the given bodies: the closure of its attribute, as plain Rust.
    #[allow(
        dead_code,
        unused_imports,
        unused_parens,
        clippy::imprecise_flops,
        clippy::many_single_char_names,
        clippy::missing_inline_in_public_items,
        clippy::must_use_candidate,
        clippy::similar_names,
        clippy::suboptimal_flops,
        clippy::too_many_arguments,
        clippy::trivially_copy_pass_by_ref,
        clippy::unused_self,
    )]
    pub fn rows(
        &self,
        a: &::constraint_core::__private0::BodyState,
        b: &::constraint_core::__private0::BodyState,
    ) -> impl ::constraint_core::__private0::Rows {
        use ::constraint_core::__private0::{Limited as _, Row as _};
        {
            let d = b.point(self.local_anchor_b) - a.point(self.local_anchor_a);
            d.length().within(self.min_length..=self.max_length)
        }
    }
}
#[allow(
    non_snake_case,
    unused_variables,
    unreachable_pub,
    missing_docs,
    clippy::all,
    clippy::pedantic,
    clippy::nursery
)]
const _: () = {
    use ::constraint_core::__private0 as core_;
    #[derive(Clone, Copy, Debug, Default)]
    pub struct Setup<S> {
        pub local_anchor_b_x: S,
        pub local_anchor_b_y: S,
        pub local_anchor_a_x: S,
        pub local_anchor_a_y: S,
        pub minus_inverse_mass_a: S,
        pub minus_inverse_inertia_a: S,
        pub inverse_mass_b: S,
        pub inverse_inertia_b: S,
        pub inverse_mass: S,
        pub slack: S,
        pub lower_bound: S,
        pub upper_bound: S,
    }
    #[derive(Clone, Copy, Debug)]
    pub struct Prepared<S> {
        pub n_x: S,
        pub n_y: S,
        pub minus_angular_a: S,
        pub angular_b: S,
        pub k: S,
        pub inverse_k: S,
        pub to_lower: S,
        pub reach_lower: S,
        pub to_upper: S,
        pub reach_upper: S,
        pub minus_n_x_per_mass_a: S,
        pub minus_n_y_per_mass_a: S,
        pub minus_angular_a_per_inertia_a: S,
        pub n_x_per_mass_b: S,
        pub n_y_per_mass_b: S,
        pub angular_b_per_inertia_b: S,
    }
    #[automatically_derived]
    impl<S: core_::Real> ::core::default::Default for Prepared<S> {
        fn default() -> Self {
            Self {
                n_x: S::from_f64(1f64),
                n_y: S::from_f64(0f64),
                minus_angular_a: S::from_f64(0f64),
                angular_b: S::from_f64(0f64),
                k: S::from_f64(0f64),
                inverse_k: S::from_f64(0f64),
                to_lower: S::from_f64(0f64),
                reach_lower: S::from_f64(0f64),
                to_upper: S::from_f64(0f64),
                reach_upper: S::from_f64(0f64),
                minus_n_x_per_mass_a: S::from_f64(0f64),
                minus_n_y_per_mass_a: S::from_f64(0f64),
                minus_angular_a_per_inertia_a: S::from_f64(0f64),
                n_x_per_mass_b: S::from_f64(0f64),
                n_y_per_mass_b: S::from_f64(0f64),
                angular_b_per_inertia_b: S::from_f64(0f64),
            }
        }
    }
    #[automatically_derived]
    impl core_::Constraint for DistanceJoint {
        const BODIES: usize = 2usize;
        const ROWS: usize = 1usize;
        const RELATIVE: bool = true;
        const READS_ANGLE: bool = false;
        const READS_TIME: bool = false;
        const DERIVATION: &'static str = "DistanceJoint: 2 bodies, 1 row\n\n  r_a = R_a local_anchor_a\n  r_b = R_b local_anchor_b\n  d = p_b + r_b − p_a − r_a\nC = |d|, from min_length to max_length\n  n = d/|d|\nV = n·(v_b + ω_b × r_b − v_a − ω_a × r_a)\nJ = a: [−n | −r_a × n]  b: [n | r_b × n]\nK = m_a⁻¹ + m_b⁻¹ + i_a⁻¹ (r_a × n)² + i_b⁻¹ (r_b × n)²\nJᵀλ = a: [−λ n | −λ (r_a × n)]  b: [λ n | λ (r_b × n)]\n\nlinear momentum: conserved\nangular momentum: conserved\noperations: setup 3 + 2 choices, prepare 48 + 3 choices, warm start 12, iteration 33 + 3 choices\ncached: 12 at setup, 16 at each pose\n";
        type Bodies<T: core_::Element> = [T; 2usize];
        type Rows<T: core_::Element> = [T; 1usize];
        type Setup<S: core_::Real> = Setup<S>;
        type Prepared<S: core_::Real> = Prepared<S>;
        fn validate(&self) -> ::core::result::Result<(), core_::InvalidParameter> {
            type S = f64;
            use core_::Real as _;
            let min_length = core_::number::<S>(self.min_length);
            let max_length = core_::number::<S>(self.max_length);
            core_::check::finite("local_anchor_b.x", self.local_anchor_b.x)?;
            core_::check::finite("local_anchor_b.y", self.local_anchor_b.y)?;
            core_::check::finite("local_anchor_a.x", self.local_anchor_a.x)?;
            core_::check::finite("local_anchor_a.y", self.local_anchor_a.y)?;
            core_::check::ordered("min_length..=max_length", min_length, max_length)?;
            ::core::result::Result::Ok(())
        }
        fn position_at<S: core_::Real>(
            &self,
            poses: &[core_::Pose<S>; 2usize],
            time: S,
        ) -> [S; 1usize] {
            let [a, b] = *poses;
            let local_anchor_b_x = core_::number::<S>(self.local_anchor_b.x);
            let local_anchor_b_y = core_::number::<S>(self.local_anchor_b.y);
            let local_anchor_a_x = core_::number::<S>(self.local_anchor_a.x);
            let local_anchor_a_y = core_::number::<S>(self.local_anchor_a.y);
            let r_b_x = local_anchor_b_x * b.cos - local_anchor_b_y * b.sin;
            let r_b_y = local_anchor_b_x * b.sin + local_anchor_b_y * b.cos;
            let r_a_x = local_anchor_a_x * a.cos - local_anchor_a_y * a.sin;
            let r_a_y = local_anchor_a_x * a.sin + local_anchor_a_y * a.cos;
            let d_x = b.x - a.x + r_b_x - r_a_x;
            let d_y = b.y - a.y + r_b_y - r_a_y;
            let c = (d_x * d_x + d_y * d_y).sqrt();
            [c]
        }
        fn limits<S: core_::Real>(&self) -> [core_::Limits<S>; 1usize] {
            let min_length = core_::number::<S>(self.min_length);
            let max_length = core_::number::<S>(self.max_length);
            [
                core_::Limits {
                    lower: min_length,
                    upper: max_length,
                },
            ]
        }
        fn velocity_at<S: core_::Real>(
            &self,
            poses: &[core_::Pose<S>; 2usize],
            velocities: &[core_::Velocity<S>; 2usize],
            time: S,
        ) -> [S; 1usize] {
            let [a, b] = *poses;
            let [velocity_a, velocity_b] = *velocities;
            let local_anchor_b_x = core_::number::<S>(self.local_anchor_b.x);
            let local_anchor_b_y = core_::number::<S>(self.local_anchor_b.y);
            let local_anchor_a_x = core_::number::<S>(self.local_anchor_a.x);
            let local_anchor_a_y = core_::number::<S>(self.local_anchor_a.y);
            let r_b_x = local_anchor_b_x * b.cos - local_anchor_b_y * b.sin;
            let r_b_y = local_anchor_b_x * b.sin + local_anchor_b_y * b.cos;
            let r_a_x = local_anchor_a_x * a.cos - local_anchor_a_y * a.sin;
            let r_a_y = local_anchor_a_x * a.sin + local_anchor_a_y * a.cos;
            let d_x = b.x - a.x + r_b_x - r_a_x;
            let d_y = b.y - a.y + r_b_y - r_a_y;
            let d_length = (d_x * d_x + d_y * d_y).sqrt();
            let d_length_recip = S::from_f64(1f64) / d_length;
            let condition = S::from_f64(0f64).less(d_length);
            let n_x = S::select(condition, d_x * d_length_recip, S::from_f64(1f64));
            let n_y = S::select(condition, d_y * d_length_recip, S::from_f64(0f64));
            let minus_angular_a = r_a_x * n_y - r_a_y * n_x;
            let angular_b = r_b_x * n_y - r_b_y * n_x;
            [
                velocity_b.angular * angular_b
                    - ((velocity_a.x - velocity_b.x) * n_x
                        + (velocity_a.y - velocity_b.y) * n_y
                        + velocity_a.angular * minus_angular_a),
            ]
        }
        fn jacobian_at<S: core_::Real>(
            &self,
            poses: &[core_::Pose<S>; 2usize],
            time: S,
        ) -> [[core_::Wrench<S>; 2usize]; 1usize] {
            let [a, b] = *poses;
            let local_anchor_b_x = core_::number::<S>(self.local_anchor_b.x);
            let local_anchor_b_y = core_::number::<S>(self.local_anchor_b.y);
            let local_anchor_a_x = core_::number::<S>(self.local_anchor_a.x);
            let local_anchor_a_y = core_::number::<S>(self.local_anchor_a.y);
            let r_b_x = local_anchor_b_x * b.cos - local_anchor_b_y * b.sin;
            let r_b_y = local_anchor_b_x * b.sin + local_anchor_b_y * b.cos;
            let r_a_x = local_anchor_a_x * a.cos - local_anchor_a_y * a.sin;
            let r_a_y = local_anchor_a_x * a.sin + local_anchor_a_y * a.cos;
            let d_x = b.x - a.x + r_b_x - r_a_x;
            let d_y = b.y - a.y + r_b_y - r_a_y;
            let d_length = (d_x * d_x + d_y * d_y).sqrt();
            let d_length_recip = S::from_f64(1f64) / d_length;
            let condition = S::from_f64(0f64).less(d_length);
            let n_x = S::select(condition, d_x * d_length_recip, S::from_f64(1f64));
            let n_y = S::select(condition, d_y * d_length_recip, S::from_f64(0f64));
            let minus_angular_a = r_a_x * n_y - r_a_y * n_x;
            let angular_b = r_b_x * n_y - r_b_y * n_x;
            [
                [
                    core_::Wrench {
                        x: -n_x,
                        y: -n_y,
                        angular: -minus_angular_a,
                    },
                    core_::Wrench {
                        x: n_x,
                        y: n_y,
                        angular: angular_b,
                    },
                ],
            ]
        }
        fn effective_mass_at<S: core_::Real>(
            &self,
            poses: &[core_::Pose<S>; 2usize],
            masses: &[core_::MassProperties<S>; 2usize],
            time: S,
        ) -> [[S; 1usize]; 1usize] {
            let [a, b] = *poses;
            let [mass_a, mass_b] = *masses;
            let local_anchor_b_x = core_::number::<S>(self.local_anchor_b.x);
            let local_anchor_b_y = core_::number::<S>(self.local_anchor_b.y);
            let local_anchor_a_x = core_::number::<S>(self.local_anchor_a.x);
            let local_anchor_a_y = core_::number::<S>(self.local_anchor_a.y);
            let r_b_x = local_anchor_b_x * b.cos - local_anchor_b_y * b.sin;
            let r_b_y = local_anchor_b_x * b.sin + local_anchor_b_y * b.cos;
            let r_a_x = local_anchor_a_x * a.cos - local_anchor_a_y * a.sin;
            let r_a_y = local_anchor_a_x * a.sin + local_anchor_a_y * a.cos;
            let d_x = b.x - a.x + r_b_x - r_a_x;
            let d_y = b.y - a.y + r_b_y - r_a_y;
            let d_length = (d_x * d_x + d_y * d_y).sqrt();
            let d_length_recip = S::from_f64(1f64) / d_length;
            let condition = S::from_f64(0f64).less(d_length);
            let n_x = S::select(condition, d_x * d_length_recip, S::from_f64(1f64));
            let n_y = S::select(condition, d_y * d_length_recip, S::from_f64(0f64));
            let minus_angular_a = r_a_x * n_y - r_a_y * n_x;
            let angular_b = r_b_x * n_y - r_b_y * n_x;
            let k = angular_b * (mass_b.inverse_inertia * angular_b)
                + (mass_a.inverse_mass + mass_b.inverse_mass
                    + minus_angular_a * (mass_a.inverse_inertia * minus_angular_a));
            [[k]]
        }
        fn impulse_at<S: core_::Real>(
            &self,
            poses: &[core_::Pose<S>; 2usize],
            impulses: &[S; 1usize],
            time: S,
        ) -> [core_::Wrench<S>; 2usize] {
            let [a, b] = *poses;
            let local_anchor_b_x = core_::number::<S>(self.local_anchor_b.x);
            let local_anchor_b_y = core_::number::<S>(self.local_anchor_b.y);
            let local_anchor_a_x = core_::number::<S>(self.local_anchor_a.x);
            let local_anchor_a_y = core_::number::<S>(self.local_anchor_a.y);
            let r_b_x = local_anchor_b_x * b.cos - local_anchor_b_y * b.sin;
            let r_b_y = local_anchor_b_x * b.sin + local_anchor_b_y * b.cos;
            let r_a_x = local_anchor_a_x * a.cos - local_anchor_a_y * a.sin;
            let r_a_y = local_anchor_a_x * a.sin + local_anchor_a_y * a.cos;
            let d_x = b.x - a.x + r_b_x - r_a_x;
            let d_y = b.y - a.y + r_b_y - r_a_y;
            let d_length = (d_x * d_x + d_y * d_y).sqrt();
            let d_length_recip = S::from_f64(1f64) / d_length;
            let condition = S::from_f64(0f64).less(d_length);
            let n_x = S::select(condition, d_x * d_length_recip, S::from_f64(1f64));
            let n_y = S::select(condition, d_y * d_length_recip, S::from_f64(0f64));
            let minus_angular_a = r_a_x * n_y - r_a_y * n_x;
            let angular_b = r_b_x * n_y - r_b_y * n_x;
            let product = impulses[0usize] * n_x;
            let product_2 = impulses[0usize] * n_y;
            [
                core_::Wrench {
                    x: -product,
                    y: -product_2,
                    angular: -(impulses[0usize] * minus_angular_a),
                },
                core_::Wrench {
                    x: product,
                    y: product_2,
                    angular: impulses[0usize] * angular_b,
                },
            ]
        }
        fn laws<S: core_::Real>(&self) -> [core_::Law<S>; 1usize] {
            [
                core_::Law {
                    action: core_::Action::Within,
                    max_force: ::core::option::Option::None,
                    first: 0usize,
                },
            ]
        }
        #[inline]
        fn setup<S: core_::Real>(
            &self,
            masses: &[core_::MassProperties<S>; 2usize],
        ) -> Setup<S> {
            let [mass_a, mass_b] = *masses;
            let local_anchor_b_x = core_::number::<S>(self.local_anchor_b.x);
            let local_anchor_b_y = core_::number::<S>(self.local_anchor_b.y);
            let local_anchor_a_x = core_::number::<S>(self.local_anchor_a.x);
            let local_anchor_a_y = core_::number::<S>(self.local_anchor_a.y);
            let min_length = core_::number::<S>(self.min_length);
            let max_length = core_::number::<S>(self.max_length);
            let slack = S::select(
                max_length.less_equal(min_length),
                S::from_f64(1000000000000000000000000000000f64),
                S::from_f64(0f64),
            );
            let lower_bound = min_length
                .max(S::from_f64(-1000000000000000000000000000000f64));
            let upper_bound = max_length
                .min(S::from_f64(1000000000000000000000000000000f64));
            Setup {
                local_anchor_b_x,
                local_anchor_b_y,
                local_anchor_a_x,
                local_anchor_a_y,
                minus_inverse_mass_a: -mass_a.inverse_mass,
                minus_inverse_inertia_a: -mass_a.inverse_inertia,
                inverse_mass_b: mass_b.inverse_mass,
                inverse_inertia_b: mass_b.inverse_inertia,
                inverse_mass: mass_a.inverse_mass + mass_b.inverse_mass,
                slack,
                lower_bound,
                upper_bound,
            }
        }
        fn zip_setups<S: core_::Real, T: core_::Real>(
            left: &mut Setup<S>,
            right: &mut Setup<T>,
            mut pair: impl FnMut(&mut S, &mut T),
        ) {
            pair(&mut left.local_anchor_b_x, &mut right.local_anchor_b_x);
            pair(&mut left.local_anchor_b_y, &mut right.local_anchor_b_y);
            pair(&mut left.local_anchor_a_x, &mut right.local_anchor_a_x);
            pair(&mut left.local_anchor_a_y, &mut right.local_anchor_a_y);
            pair(&mut left.minus_inverse_mass_a, &mut right.minus_inverse_mass_a);
            pair(&mut left.minus_inverse_inertia_a, &mut right.minus_inverse_inertia_a);
            pair(&mut left.inverse_mass_b, &mut right.inverse_mass_b);
            pair(&mut left.inverse_inertia_b, &mut right.inverse_inertia_b);
            pair(&mut left.inverse_mass, &mut right.inverse_mass);
            pair(&mut left.slack, &mut right.slack);
            pair(&mut left.lower_bound, &mut right.lower_bound);
            pair(&mut left.upper_bound, &mut right.upper_bound);
        }
        #[inline(always)]
        fn prepare<S: core_::Real>(
            setup: &Setup<S>,
            poses: &[core_::Pose<S>; 2usize],
            step: &core_::Step<S>,
            prepared: &mut Prepared<S>,
        ) {
            let [a, b] = *poses;
            let time = step.time;
            let r_b_x = setup.local_anchor_b_x * b.cos - setup.local_anchor_b_y * b.sin;
            let r_b_y = setup.local_anchor_b_x * b.sin + setup.local_anchor_b_y * b.cos;
            let r_a_x = setup.local_anchor_a_x * a.cos - setup.local_anchor_a_y * a.sin;
            let r_a_y = setup.local_anchor_a_x * a.sin + setup.local_anchor_a_y * a.cos;
            let d_x = b.x - a.x + r_b_x - r_a_x;
            let d_y = b.y - a.y + r_b_y - r_a_y;
            let c = (d_x * d_x + d_y * d_y).sqrt();
            let c_recip = S::from_f64(1f64) / c;
            let condition = S::from_f64(0f64).less(c);
            let n_x = S::select(condition, d_x * c_recip, prepared.n_x);
            let n_y = S::select(condition, d_y * c_recip, prepared.n_y);
            let minus_angular_a = r_a_x * n_y - r_a_y * n_x;
            let angular_b = r_b_x * n_y - r_b_y * n_x;
            let minus_angular_a_per_inertia_a = setup.minus_inverse_inertia_a
                * minus_angular_a;
            let angular_b_per_inertia_b = setup.inverse_inertia_b * angular_b;
            let k = angular_b * angular_b_per_inertia_b
                + (setup.inverse_mass - minus_angular_a * minus_angular_a_per_inertia_a);
            let inverse_k = k.recip_or_zero(S::from_f64(0f64));
            let to_lower = setup.lower_bound - c;
            let reach_lower = setup.slack + step.inverse_h * to_lower;
            let to_upper = setup.upper_bound - c;
            let reach_upper = step.inverse_h * to_upper - setup.slack;
            *prepared = Prepared {
                n_x,
                n_y,
                minus_angular_a,
                angular_b,
                k,
                inverse_k,
                to_lower,
                reach_lower,
                to_upper,
                reach_upper,
                minus_n_x_per_mass_a: setup.minus_inverse_mass_a * n_x,
                minus_n_y_per_mass_a: setup.minus_inverse_mass_a * n_y,
                minus_angular_a_per_inertia_a,
                n_x_per_mass_b: setup.inverse_mass_b * n_x,
                n_y_per_mass_b: setup.inverse_mass_b * n_y,
                angular_b_per_inertia_b,
            };
        }
        #[inline(always)]
        fn warm_start<S: core_::Real>(
            setup: &Setup<S>,
            prepared: &Prepared<S>,
            impulses: &[S; 1usize],
            velocities: &mut [core_::Velocity<S>; 2usize],
        ) {
            let [velocity_a, velocity_b] = velocities;
            velocity_a.x = velocity_a.x
                + impulses[0usize] * prepared.minus_n_x_per_mass_a;
            velocity_a.y = velocity_a.y
                + impulses[0usize] * prepared.minus_n_y_per_mass_a;
            velocity_a.angular = velocity_a.angular
                + impulses[0usize] * prepared.minus_angular_a_per_inertia_a;
            velocity_b.x = velocity_b.x + impulses[0usize] * prepared.n_x_per_mass_b;
            velocity_b.y = velocity_b.y + impulses[0usize] * prepared.n_y_per_mass_b;
            velocity_b.angular = velocity_b.angular
                + impulses[0usize] * prepared.angular_b_per_inertia_b;
        }
        #[inline(always)]
        fn solve<S: core_::Real>(
            setup: &Setup<S>,
            prepared: &Prepared<S>,
            pass: &core_::Pass<S>,
            impulses: &mut [S; 1usize],
            velocities: &mut [core_::Velocity<S>; 2usize],
        ) {
            let [velocity_a, velocity_b] = velocities;
            let free_rate = prepared.angular_b * velocity_b.angular
                - prepared.minus_angular_a * velocity_a.angular
                - prepared.k * impulses[0usize]
                + (prepared.n_x * (velocity_b.x - velocity_a.x)
                    + prepared.n_y * (velocity_b.y - velocity_a.y));
            let impulse = prepared.inverse_k
                * S::select(
                    S::from_f64(0f64).less(prepared.to_lower)
                        | prepared.to_upper.less(S::from_f64(0f64)),
                    pass.mass_scale,
                    S::from_f64(1f64),
                )
                * (free_rate
                    .max(prepared.reach_lower.min(prepared.to_lower * pass.bias_rate))
                    .min(prepared.reach_upper.max(pass.bias_rate * prepared.to_upper))
                    - free_rate);
            let change = impulse - impulses[0usize];
            impulses[0usize] = impulse;
            velocity_a.x = velocity_a.x + prepared.minus_n_x_per_mass_a * change;
            velocity_a.y = velocity_a.y + prepared.minus_n_y_per_mass_a * change;
            velocity_a.angular = velocity_a.angular
                + prepared.minus_angular_a_per_inertia_a * change;
            velocity_b.x = velocity_b.x + prepared.n_x_per_mass_b * change;
            velocity_b.y = velocity_b.y + prepared.n_y_per_mass_b * change;
            velocity_b.angular = velocity_b.angular
                + prepared.angular_b_per_inertia_b * change;
        }
        type Memory<T: core_::Element> = [T; 2usize];
        fn memory<S: core_::Real>(prepared: &Prepared<S>) -> [S; 2usize] {
            [prepared.n_x, prepared.n_y]
        }
        fn remember<S: core_::Real>(prepared: &mut Prepared<S>, memory: &[S; 2usize]) {
            prepared.n_x = memory[0usize];
            prepared.n_y = memory[1usize];
        }
        fn draw(
            &self,
            bodies: &[core_::BodyState; 2usize],
            canvas: &mut dyn core_::Canvas,
        ) {
            type S = core_::Scalar;
            use core_::Real as _;
            let [a, b] = bodies.map(|body| core_::Pose::from(&body));
            let local_anchor_b_x = core_::number::<S>(self.local_anchor_b.x);
            let local_anchor_b_y = core_::number::<S>(self.local_anchor_b.y);
            let local_anchor_a_x = core_::number::<S>(self.local_anchor_a.x);
            let local_anchor_a_y = core_::number::<S>(self.local_anchor_a.y);
            let r_b_x = local_anchor_b_x * b.cos - local_anchor_b_y * b.sin;
            let r_b_y = local_anchor_b_x * b.sin + local_anchor_b_y * b.cos;
            let d_x = b.x + r_b_x;
            let d_y = b.y + r_b_y;
            let r_a_x = local_anchor_a_x * a.cos - local_anchor_a_y * a.sin;
            let r_a_y = local_anchor_a_x * a.sin + local_anchor_a_y * a.cos;
            let d_x_2 = a.x + r_a_x;
            let d_y_2 = a.y + r_a_y;
            canvas.point(core_::Vec2::new(d_x, d_y));
            canvas.point(core_::Vec2::new(d_x_2, d_y_2));
            canvas.segment(core_::Vec2::new(d_x_2, d_y_2), core_::Vec2::new(d_x, d_y));
        }
    }
};
