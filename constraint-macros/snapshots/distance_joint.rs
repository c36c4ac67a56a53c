/// Two anchors that stay within a range of distances.
/**
 # Derivation

 In the notation of [`DERIVATION`](::constraint_core::Constraint::DERIVATION).

 ```text
   r_a = R_a local_anchor_a
   r_b = R_b local_anchor_b
   d = p_b + r_b − p_a − r_a
 C = |d|, from min_length to max_length
   n = d/|d|
 V = n·(v_b + ω_b × r_b − v_a − ω_a × r_a)
 J = a: [−n | −r_a × n]  b: [n | r_b × n]
 K = m_a⁻¹ + m_b⁻¹ + i_a⁻¹ (r_a × n)² + i_b⁻¹ (r_b × n)²
 Jᵀλ = a: [−λ n | −λ (r_a × n)]  b: [λ n | λ (r_b × n)]

 linear momentum: conserved
 angular momentum: conserved
 operations: setup 3 + 2 choices, prepare 52 + 3 choices, warm start 12, iteration 37
 cached: 19 at setup, 19 at each pose
 ```*/
#[derive(Clone, Debug)]
pub struct DistanceJoint {
    pub local_anchor_a: Vec2,
    pub local_anchor_b: Vec2,
    pub min_length: Scalar,
    pub max_length: Scalar,
}
impl DistanceJoint {
    /// The joint's rows at the given bodies: the closure of its attribute, as plain Rust.
    #[allow(
        unused_parens,
        clippy::imprecise_flops,
        clippy::suboptimal_flops,
        clippy::too_many_arguments
    )]
    pub fn rows(
        &self,
        a: &::constraint_core::__private0::BodyState,
        b: &::constraint_core::__private0::BodyState,
    ) -> impl ::constraint_core::__private0::Rows {
        use ::constraint_core::__private0::{Limited as _, Row as _};
        let d = b.point(self.local_anchor_b) - a.point(self.local_anchor_a);
        d.length().within(self.min_length..=self.max_length)
    }
}
#[allow(clippy::all, clippy::nursery, refining_impl_trait)]
const _: () = {
    use ::constraint_core::__private0 as core_;
    use ::core::primitive::{bool, f64, str, usize};
    /// Values of the parameters and the masses, computed when one of these changes.
    #[derive(::core::marker::Copy, ::core::fmt::Debug, ::core::default::Default)]
    pub struct Setup<S: core_::Real> {
        inverse_mass_a: S,
        inverse_mass_a_copy: S::Again,
        inverse_inertia_a: S,
        inverse_mass_b: S,
        inverse_mass_b_copy: S::Again,
        inverse_inertia_b: S,
        inverse_mass: S,
        lower_bound: S,
        upper_bound: S,
        slack: S,
        minus_slack_copy: S::Again,
        local_anchor_b_x: S,
        local_anchor_b_x_copy: S::Again,
        local_anchor_b_y: S,
        minus_local_anchor_b_y_copy: S::Again,
        local_anchor_a_x: S,
        local_anchor_a_x_copy: S::Again,
        local_anchor_a_y: S,
        minus_local_anchor_a_y_copy: S::Again,
    }
    #[automatically_derived]
    impl<S: core_::Real> ::core::clone::Clone for Setup<S> {
        fn clone(&self) -> Self {
            *self
        }
    }
    impl<S: core_::Real> core_::Values<S> for Setup<S> {
        const COUNT: usize = 12;
        #[inline(always)]
        fn load(numbers: &[S]) -> Self {
            let &[inverse_mass_a, inverse_inertia_a, inverse_mass_b, inverse_inertia_b,
            inverse_mass, lower_bound, upper_bound, slack, local_anchor_b_x,
            local_anchor_b_y, local_anchor_a_x, local_anchor_a_y] = core_::numbers(
                numbers,
            );
            Setup {
                inverse_mass_a,
                inverse_mass_a_copy: S::again(inverse_mass_a),
                inverse_inertia_a,
                inverse_mass_b,
                inverse_mass_b_copy: S::again(inverse_mass_b),
                inverse_inertia_b,
                inverse_mass,
                lower_bound,
                upper_bound,
                slack,
                minus_slack_copy: S::again(-slack),
                local_anchor_b_x,
                local_anchor_b_x_copy: S::again(local_anchor_b_x),
                local_anchor_b_y,
                minus_local_anchor_b_y_copy: S::again(-local_anchor_b_y),
                local_anchor_a_x,
                local_anchor_a_x_copy: S::again(local_anchor_a_x),
                local_anchor_a_y,
                minus_local_anchor_a_y_copy: S::again(-local_anchor_a_y),
            }
        }
        #[inline(always)]
        fn store(&self, numbers: &mut [S]) {
            *core_::numbers_mut(numbers) = [
                self.inverse_mass_a,
                self.inverse_inertia_a,
                self.inverse_mass_b,
                self.inverse_inertia_b,
                self.inverse_mass,
                self.lower_bound,
                self.upper_bound,
                self.slack,
                self.local_anchor_b_x,
                self.local_anchor_b_y,
                self.local_anchor_a_x,
                self.local_anchor_a_y,
            ];
        }
    }
    /// Values of the poses: J, K⁻¹ and what else an iteration reads.
    #[derive(::core::marker::Copy, ::core::fmt::Debug)]
    pub struct Prepared<S: core_::Real> {
        minus_jacobian_a_x: S::Again,
        minus_jacobian_a_y: S::Again,
        minus_r_a_cross_n: S,
        n_x: S,
        n_y: S,
        r_b_cross_n: S,
        minus_jacobian_a_x_per_mass_a: S,
        minus_jacobian_a_y_per_mass_a: S,
        minus_r_a_cross_n_per_inertia_a: S,
        n_x_per_mass_b: S,
        n_y_per_mass_b: S,
        r_b_cross_n_per_inertia_b: S,
        k: S,
        inverse_k: S,
        minus_beyond_lower: S,
        minus_beyond_upper: S,
        reach_lower: S,
        reach_upper: S,
        rigid_share: S,
    }
    #[automatically_derived]
    impl<S: core_::Real> ::core::clone::Clone for Prepared<S> {
        fn clone(&self) -> Self {
            *self
        }
    }
    #[automatically_derived]
    impl<S: core_::Real> ::core::default::Default for Prepared<S> {
        /// The last normals are the x axis.
        fn default() -> Self {
            let zero = S::of(0.0);
            Self {
                minus_jacobian_a_x: S::again(S::of(-1.0)),
                minus_jacobian_a_y: S::again(zero),
                minus_r_a_cross_n: zero,
                n_x: S::of(1.0),
                n_y: zero,
                r_b_cross_n: zero,
                minus_jacobian_a_x_per_mass_a: zero,
                minus_jacobian_a_y_per_mass_a: zero,
                minus_r_a_cross_n_per_inertia_a: zero,
                n_x_per_mass_b: zero,
                n_y_per_mass_b: zero,
                r_b_cross_n_per_inertia_b: zero,
                k: zero,
                inverse_k: zero,
                minus_beyond_lower: zero,
                minus_beyond_upper: zero,
                reach_lower: zero,
                reach_upper: zero,
                rigid_share: zero,
            }
        }
    }
    impl<S: core_::Real> core_::Values<S> for Prepared<S> {
        const COUNT: usize = 17;
        #[inline(always)]
        fn load(numbers: &[S]) -> Self {
            let &[minus_r_a_cross_n, n_x, n_y, r_b_cross_n,
            minus_jacobian_a_x_per_mass_a, minus_jacobian_a_y_per_mass_a,
            minus_r_a_cross_n_per_inertia_a, n_x_per_mass_b, n_y_per_mass_b,
            r_b_cross_n_per_inertia_b, k, inverse_k, minus_beyond_lower,
            minus_beyond_upper, reach_lower, reach_upper, rigid_share] = core_::numbers(
                numbers,
            );
            Prepared {
                minus_jacobian_a_x: S::again(-n_x),
                minus_jacobian_a_y: S::again(-n_y),
                minus_r_a_cross_n,
                n_x,
                n_y,
                r_b_cross_n,
                minus_jacobian_a_x_per_mass_a,
                minus_jacobian_a_y_per_mass_a,
                minus_r_a_cross_n_per_inertia_a,
                n_x_per_mass_b,
                n_y_per_mass_b,
                r_b_cross_n_per_inertia_b,
                k,
                inverse_k,
                minus_beyond_lower,
                minus_beyond_upper,
                reach_lower,
                reach_upper,
                rigid_share,
            }
        }
        #[inline(always)]
        fn store(&self, numbers: &mut [S]) {
            *core_::numbers_mut(numbers) = [
                self.minus_r_a_cross_n,
                self.n_x,
                self.n_y,
                self.r_b_cross_n,
                self.minus_jacobian_a_x_per_mass_a,
                self.minus_jacobian_a_y_per_mass_a,
                self.minus_r_a_cross_n_per_inertia_a,
                self.n_x_per_mass_b,
                self.n_y_per_mass_b,
                self.r_b_cross_n_per_inertia_b,
                self.k,
                self.inverse_k,
                self.minus_beyond_lower,
                self.minus_beyond_upper,
                self.reach_lower,
                self.reach_upper,
                self.rigid_share,
            ];
        }
    }
    type __Joint = DistanceJoint;
    /// Values of the poses that several functions need.
    #[inline(always)]
    fn common_values<S: core_::Real>(
        joint: &__Joint,
        poses: &[core_::Pose<S>; 2],
        time: S,
    ) -> [S; 7] {
        let [a, b] = *poses;
        let local_anchor_b_x = S::of(joint.local_anchor_b.x);
        let local_anchor_b_y = S::of(joint.local_anchor_b.y);
        let local_anchor_a_x = S::of(joint.local_anchor_a.x);
        let local_anchor_a_y = S::of(joint.local_anchor_a.y);
        let r_b_x = local_anchor_b_x * b.cos - local_anchor_b_y * b.sin;
        let r_b_y = local_anchor_b_x * b.sin + local_anchor_b_y * b.cos;
        let r_a_x = local_anchor_a_x * a.cos - local_anchor_a_y * a.sin;
        let r_a_y = local_anchor_a_x * a.sin + local_anchor_a_y * a.cos;
        let d_x = b.x - a.x + r_b_x - r_a_x;
        let d_y = b.y - a.y + r_b_y - r_a_y;
        let c = (d_x * d_x + d_y * d_y).sqrt();
        let inverse_c = S::of(1.0) / c;
        let condition = S::of(0.0).less(c);
        let n_x = S::select(condition, inverse_c * d_x, S::of(1.0));
        let n_y = S::select(condition, inverse_c * d_y, S::of(0.0));
        [c, r_b_x, r_b_y, r_a_x, r_a_y, n_x, n_y]
    }
    #[automatically_derived]
    impl core_::Constraint for DistanceJoint {
        const BODIES: usize = 2;
        const ROWS: usize = 1;
        const DERIVATION: &'static str = r#"DistanceJoint: 2 bodies, 1 row

  r_a = R_a local_anchor_a
  r_b = R_b local_anchor_b
  d = p_b + r_b − p_a − r_a
C = |d|, from min_length to max_length
  n = d/|d|
V = n·(v_b + ω_b × r_b − v_a − ω_a × r_a)
J = a: [−n | −r_a × n]  b: [n | r_b × n]
K = m_a⁻¹ + m_b⁻¹ + i_a⁻¹ (r_a × n)² + i_b⁻¹ (r_b × n)²
Jᵀλ = a: [−λ n | −λ (r_a × n)]  b: [λ n | λ (r_b × n)]

linear momentum: conserved
angular momentum: conserved
operations: setup 3 + 2 choices, prepare 52 + 3 choices, warm start 12, iteration 37
cached: 19 at setup, 19 at each pose
"#;
        type Bodies<T: core_::Element> = [T; 2];
        type Rows<T: core_::Element> = [T; 1];
        type Setup<S: core_::Real> = Setup<S>;
        type Prepared<S: core_::Real> = Prepared<S>;
        /// The last normals.
        const MEMORY: &'static [usize] = &[1, 2];
        fn table() -> &'static core_::JointTable {
            core_::JointTable::of::<Self>()
        }
        /// Checks the parameters.
        fn validate(&self) -> ::core::result::Result<(), core_::InvalidParameter> {
            type S = f64;
            use core_::Real as _;
            let min_length = S::of(self.min_length);
            let max_length = S::of(self.max_length);
            core_::check::finite("local_anchor_b.x", self.local_anchor_b.x)?;
            core_::check::finite("local_anchor_b.y", self.local_anchor_b.y)?;
            core_::check::finite("local_anchor_a.x", self.local_anchor_a.x)?;
            core_::check::finite("local_anchor_a.y", self.local_anchor_a.y)?;
            core_::check::ordered("min_length..=max_length", min_length, max_length)?;
            ::core::result::Result::Ok(())
        }
        /// C: the value of each row.
        #[inline]
        fn position_at<S: core_::Real>(
            &self,
            poses: &[core_::Pose<S>; 2],
            time: S,
        ) -> [S; 1] {
            let [a, b] = *poses;
            let [c, ..] = common_values(self, poses, time);
            [c]
        }
        /// Between which values each row's c has to stay.
        #[inline]
        fn limits<S: core_::Real>(&self) -> [core_::Limits<S>; 1] {
            let min_length = S::of(self.min_length);
            let max_length = S::of(self.max_length);
            [core_::limits(min_length, max_length)]
        }
        /// V = J v + β
        #[inline]
        fn velocity_at<S: core_::Real>(
            &self,
            poses: &[core_::Pose<S>; 2],
            velocities: &[core_::Velocity<S>; 2],
            time: S,
        ) -> [S; 1] {
            let [a, b] = *poses;
            let [velocity_a, velocity_b] = *velocities;
            let [_, r_b_x, r_b_y, r_a_x, r_a_y, n_x, n_y] = common_values(
                self,
                poses,
                time,
            );
            [
                velocity_b.angular * (n_y * r_b_x - n_x * r_b_y)
                    - (n_x * (velocity_a.x - velocity_b.x)
                        + n_y * (velocity_a.y - velocity_b.y)
                        + velocity_a.angular * (n_y * r_a_x - n_x * r_a_y)),
            ]
        }
        /// J: a block for each row and body.
        #[inline]
        fn jacobian_at<S: core_::Real>(
            &self,
            poses: &[core_::Pose<S>; 2],
            time: S,
        ) -> [[core_::Wrench<S>; 2]; 1] {
            let [a, b] = *poses;
            let [_, r_b_x, r_b_y, r_a_x, r_a_y, n_x, n_y] = common_values(
                self,
                poses,
                time,
            );
            [
                [
                    core_::wrench(-n_x, -n_y, n_x * r_a_y - n_y * r_a_x),
                    core_::wrench(n_x, n_y, n_y * r_b_x - n_x * r_b_y),
                ],
            ]
        }
        /// K = J M⁻¹ Jᵀ
        #[inline]
        fn effective_mass_at<S: core_::Real>(
            &self,
            poses: &[core_::Pose<S>; 2],
            masses: &[core_::MassProperties<S>; 2],
            time: S,
        ) -> [[S; 1]; 1] {
            let [a, b] = *poses;
            let [mass_a, mass_b] = *masses;
            let [_, r_b_x, r_b_y, r_a_x, r_a_y, n_x, n_y] = common_values(
                self,
                poses,
                time,
            );
            let r_a_cross_n = n_y * r_a_x - n_x * r_a_y;
            let r_b_cross_n = n_y * r_b_x - n_x * r_b_y;
            let k = mass_a.inverse_mass + mass_b.inverse_mass
                + mass_a.inverse_inertia * r_a_cross_n * r_a_cross_n
                + mass_b.inverse_inertia * r_b_cross_n * r_b_cross_n;
            [[k]]
        }
        /// Jᵀλ: the impulse on each body.
        #[inline]
        fn impulse_at<S: core_::Real>(
            &self,
            poses: &[core_::Pose<S>; 2],
            impulses: &[S; 1],
            time: S,
        ) -> [core_::Wrench<S>; 2] {
            let [a, b] = *poses;
            let [_, r_b_x, r_b_y, r_a_x, r_a_y, n_x, n_y] = common_values(
                self,
                poses,
                time,
            );
            let linear_impulse_b_x = impulses[0] * n_x;
            let linear_impulse_b_y = impulses[0] * n_y;
            [
                core_::wrench(
                    -linear_impulse_b_x,
                    -linear_impulse_b_y,
                    impulses[0] * (n_x * r_a_y - n_y * r_a_x),
                ),
                core_::wrench(
                    linear_impulse_b_x,
                    linear_impulse_b_y,
                    impulses[0] * (n_y * r_b_x - n_x * r_b_y),
                ),
            ]
        }
        /// How each row acts.
        fn laws<S: core_::Real>(&self) -> [core_::Law<S>; 1] {
            [core_::law(0, core_::Action::Within)]
        }
        /// Computes what does not depend on the poses.
        #[inline]
        fn setup<S: core_::Real>(
            &self,
            masses: &[core_::MassProperties<S>; 2],
        ) -> Setup<S> {
            let [mass_a, mass_b] = *masses;
            let local_anchor_b_x = S::of(self.local_anchor_b.x);
            let local_anchor_b_y = S::of(self.local_anchor_b.y);
            let local_anchor_a_x = S::of(self.local_anchor_a.x);
            let local_anchor_a_y = S::of(self.local_anchor_a.y);
            let min_length = S::of(self.min_length);
            let max_length = S::of(self.max_length);
            let slack = S::select(
                max_length.less_equal(min_length),
                S::of(1e30),
                S::of(0.0),
            );
            let lower_bound = min_length.max(S::of(-1e30));
            let upper_bound = max_length.min(S::of(1e30));
            Setup {
                inverse_mass_a: mass_a.inverse_mass,
                inverse_mass_a_copy: S::again(mass_a.inverse_mass),
                inverse_inertia_a: mass_a.inverse_inertia,
                inverse_mass_b: mass_b.inverse_mass,
                inverse_mass_b_copy: S::again(mass_b.inverse_mass),
                inverse_inertia_b: mass_b.inverse_inertia,
                inverse_mass: mass_a.inverse_mass + mass_b.inverse_mass,
                lower_bound,
                upper_bound,
                slack,
                minus_slack_copy: S::again(-slack),
                local_anchor_b_x,
                local_anchor_b_x_copy: S::again(local_anchor_b_x),
                local_anchor_b_y,
                minus_local_anchor_b_y_copy: S::again(-local_anchor_b_y),
                local_anchor_a_x,
                local_anchor_a_x_copy: S::again(local_anchor_a_x),
                local_anchor_a_y,
                minus_local_anchor_a_y_copy: S::again(-local_anchor_a_y),
            }
        }
        /// C, J and K⁻¹ at the poses.
        #[inline(always)]
        fn prepare<S: core_::Real>(
            setup: &Setup<S>,
            poses: &[core_::Pose<S>; 2],
            step: &core_::Step<S>,
            prepared: &mut Prepared<S>,
        ) {
            let [a, b] = *poses;
            let r_b_x = setup.local_anchor_b_x * b.cos
                + b.sin
                    * S::reread(
                        setup.minus_local_anchor_b_y_copy,
                        -setup.local_anchor_b_y,
                    );
            let r_b_y = setup.local_anchor_b_y * b.cos
                + b.sin * S::reread(setup.local_anchor_b_x_copy, setup.local_anchor_b_x);
            let r_a_x = setup.local_anchor_a_x * a.cos
                + a.sin
                    * S::reread(
                        setup.minus_local_anchor_a_y_copy,
                        -setup.local_anchor_a_y,
                    );
            let r_a_y = setup.local_anchor_a_y * a.cos
                + a.sin * S::reread(setup.local_anchor_a_x_copy, setup.local_anchor_a_x);
            let d_x = b.x - a.x + r_b_x - r_a_x;
            let d_y = b.y - a.y + r_b_y - r_a_y;
            let c = (d_x * d_x + d_y * d_y).sqrt();
            let inverse_c = S::of(1.0) / c;
            let condition = S::of(0.0).less(c);
            let n_x = S::usually(condition, inverse_c * d_x, prepared.n_x);
            let n_y = S::usually(condition, inverse_c * d_y, prepared.n_y);
            let minus_r_a_cross_n = n_x * r_a_y - n_y * r_a_x;
            let r_b_cross_n = n_y * r_b_x - n_x * r_b_y;
            let minus_r_a_cross_n_per_inertia_a = setup.inverse_inertia_a
                * minus_r_a_cross_n;
            let r_b_cross_n_per_inertia_b = setup.inverse_inertia_b * r_b_cross_n;
            let k = setup.inverse_mass
                + minus_r_a_cross_n_per_inertia_a * minus_r_a_cross_n
                + r_b_cross_n_per_inertia_b * r_b_cross_n;
            let inverse_k = k.recip_usually(S::of(0.0));
            let minus_beyond_lower = setup.lower_bound - c;
            let reach_lower = setup.slack + step.inverse_h * minus_beyond_lower;
            let minus_beyond_upper = setup.upper_bound - c;
            let reach_upper = S::reread(setup.minus_slack_copy, -setup.slack)
                + step.inverse_h * minus_beyond_upper;
            let inside = (S::of(-1e30) * minus_beyond_lower)
                .min(S::of(1e30) * minus_beyond_upper);
            let rigid_share = S::of(1.0) + inside;
            *prepared = Prepared {
                minus_jacobian_a_x: S::again(-n_x),
                minus_jacobian_a_y: S::again(-n_y),
                minus_r_a_cross_n,
                n_x,
                n_y,
                r_b_cross_n,
                minus_jacobian_a_x_per_mass_a: setup.inverse_mass_a * -n_x,
                minus_jacobian_a_y_per_mass_a: S::reread(
                    setup.inverse_mass_a_copy,
                    setup.inverse_mass_a,
                ) * -n_y,
                minus_r_a_cross_n_per_inertia_a,
                n_x_per_mass_b: setup.inverse_mass_b * n_x,
                n_y_per_mass_b: S::reread(
                    setup.inverse_mass_b_copy,
                    setup.inverse_mass_b,
                ) * n_y,
                r_b_cross_n_per_inertia_b,
                k,
                inverse_k,
                minus_beyond_lower,
                minus_beyond_upper,
                reach_lower,
                reach_upper,
                rigid_share,
            };
        }
        /// v ← v + M⁻¹ Jᵀ λ
        #[inline(always)]
        fn warm_start<S: core_::Real>(
            setup: &Setup<S>,
            prepared: &Prepared<S>,
            impulses: &[S; 1],
            velocities: &mut [core_::Velocity<S>; 2],
        ) {
            let [velocity_a, velocity_b] = velocities;
            velocity_a.x = velocity_a.x
                + impulses[0] * prepared.minus_jacobian_a_x_per_mass_a;
            velocity_a.y = velocity_a.y
                + impulses[0] * prepared.minus_jacobian_a_y_per_mass_a;
            velocity_a.angular = velocity_a.angular
                + impulses[0] * prepared.minus_r_a_cross_n_per_inertia_a;
            velocity_b.x = velocity_b.x + impulses[0] * prepared.n_x_per_mass_b;
            velocity_b.y = velocity_b.y + impulses[0] * prepared.n_y_per_mass_b;
            velocity_b.angular = velocity_b.angular
                + impulses[0] * prepared.r_b_cross_n_per_inertia_b;
        }
        /// One iteration.
        #[inline(always)]
        fn solve<S: core_::Real>(
            setup: &Setup<S>,
            prepared: &Prepared<S>,
            pass: &core_::Pass<S>,
            impulses: &mut [S; 1],
            velocities: &mut [core_::Velocity<S>; 2],
        ) {
            let [velocity_a, velocity_b] = velocities;
            let free_rate = velocity_a.x
                * S::reread(prepared.minus_jacobian_a_x, -prepared.n_x)
                + prepared.n_y * velocity_b.y
                + prepared.minus_r_a_cross_n * velocity_a.angular
                + (velocity_a.y * S::reread(prepared.minus_jacobian_a_y, -prepared.n_y)
                    + prepared.r_b_cross_n * velocity_b.angular
                    + prepared.n_x * velocity_b.x) - prepared.k * impulses[0];
            let impulse = (free_rate
                .max(
                    (prepared.minus_beyond_lower * pass.bias_rate)
                        .min(prepared.reach_lower),
                )
                .min(
                    (pass.bias_rate * prepared.minus_beyond_upper)
                        .max(prepared.reach_upper),
                ) - free_rate)
                * (prepared.inverse_k
                    * pass.mass_scale.max(prepared.rigid_share).min(S::of(1.0)));
            let change = impulse - impulses[0];
            impulses[0] = impulse;
            velocity_a.x = velocity_a.x
                + prepared.minus_jacobian_a_x_per_mass_a * change;
            velocity_a.y = velocity_a.y
                + prepared.minus_jacobian_a_y_per_mass_a * change;
            velocity_a.angular = velocity_a.angular
                + prepared.minus_r_a_cross_n_per_inertia_a * change;
            velocity_b.x = velocity_b.x + prepared.n_x_per_mass_b * change;
            velocity_b.y = velocity_b.y + prepared.n_y_per_mass_b * change;
            velocity_b.angular = velocity_b.angular
                + prepared.r_b_cross_n_per_inertia_b * change;
        }
        /// Draws the points that the closure names, and the vectors between them.
        fn draw(&self, bodies: &[core_::BodyState; 2], canvas: &mut dyn core_::Canvas) {
            type S = core_::Scalar;
            use core_::Real as _;
            let poses = &core_::poses(bodies);
            let [a, b] = *poses;
            let [_, r_b_x, r_b_y, r_a_x, r_a_y, ..] = common_values(self, poses, 0.0);
            let point_b_x = b.x + r_b_x;
            let point_b_y = b.y + r_b_y;
            let point_a_x = a.x + r_a_x;
            let point_a_y = a.y + r_a_y;
            canvas.point(core_::Vec2::new(point_b_x, point_b_y));
            canvas.point(core_::Vec2::new(point_a_x, point_a_y));
            canvas
                .segment(
                    core_::Vec2::new(point_a_x, point_a_y),
                    core_::Vec2::new(point_b_x, point_b_y),
                );
        }
        /// A copy for a world that is cloned.
        fn duplicate(&self) -> Self {
            Self {
                local_anchor_a: core_::clone_field_of_joint(&self.local_anchor_a),
                local_anchor_b: core_::clone_field_of_joint(&self.local_anchor_b),
                min_length: core_::clone_field_of_joint(&self.min_length),
                max_length: core_::clone_field_of_joint(&self.max_length),
            }
        }
    }
};
