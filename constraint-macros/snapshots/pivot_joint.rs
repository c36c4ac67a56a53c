/// Two anchors, one on each body, held together.
/**
 # Derivation

 In the notation of [`DERIVATION`](::constraint_core::Constraint::DERIVATION).

 ```text
   r_a = R_a local_anchor_a
   r_b = R_b local_anchor_b
 C = p_b + r_b − p_a − r_a
 V = v_b + ω_b × r_b − v_a − ω_a × r_a
 J = a: [−1 | −perp(r_a)]  b: [1 | perp(r_b)]
 K = (m_a⁻¹ + m_b⁻¹) 1 + i_a⁻¹ perp(r_a) perp(r_a)ᵀ + i_b⁻¹ perp(r_b) perp(r_b)ᵀ
 Jᵀλ = a: [−λ | −r_a × λ]  b: [λ | r_b × λ]

 linear momentum: conserved
 angular momentum: conserved where C = 0
 operations: setup 15, prepare 36 + 5 choices, warm start 18, iteration 46
 cached: 16 at setup, 9 at each pose
 ```*/
#[derive(Clone, Debug)]
pub struct PivotJoint {
    pub local_anchor_a: Vec2,
    pub local_anchor_b: Vec2,
}
impl PivotJoint {
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
        b.point(self.local_anchor_b) - a.point(self.local_anchor_a)
    }
}
#[allow(clippy::all, clippy::nursery, refining_impl_trait)]
const _: () = {
    use ::constraint_core::__private0 as core_;
    use ::core::primitive::{bool, f64, str, usize};
    /// Values of the parameters and the masses, computed when one of these changes.
    #[derive(::core::marker::Copy, ::core::fmt::Debug, ::core::default::Default)]
    pub struct Setup<S: core_::Real> {
        minus_inverse_mass_a: S,
        inverse_inertia_a: S,
        minus_inverse_inertia_b: S,
        inverse_mass_b: S,
        least_inverse_k: S,
        minus_least_inverse_k_per_inertia_a: S,
        least_inverse_k_per_inertia_b: S,
        least_inverse_k_over_mass: S,
        local_anchor_a_x: S,
        local_anchor_a_y: S,
        local_anchor_b_x: S,
        local_anchor_b_y: S,
        local_anchor_a_y_copy: S::Again,
        minus_local_anchor_a_x_copy: S::Again,
        local_anchor_b_y_copy: S::Again,
        minus_local_anchor_b_x_copy: S::Again,
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
            let &[minus_inverse_mass_a, inverse_inertia_a, minus_inverse_inertia_b,
            inverse_mass_b, least_inverse_k, minus_least_inverse_k_per_inertia_a,
            least_inverse_k_per_inertia_b, least_inverse_k_over_mass, local_anchor_a_x,
            local_anchor_a_y, local_anchor_b_x, local_anchor_b_y] = core_::numbers(
                numbers,
            );
            Setup {
                minus_inverse_mass_a,
                inverse_inertia_a,
                minus_inverse_inertia_b,
                inverse_mass_b,
                least_inverse_k,
                minus_least_inverse_k_per_inertia_a,
                least_inverse_k_per_inertia_b,
                least_inverse_k_over_mass,
                local_anchor_a_x,
                local_anchor_a_y,
                local_anchor_b_x,
                local_anchor_b_y,
                local_anchor_a_y_copy: S::again(local_anchor_a_y),
                minus_local_anchor_a_x_copy: S::again(-local_anchor_a_x),
                local_anchor_b_y_copy: S::again(local_anchor_b_y),
                minus_local_anchor_b_x_copy: S::again(-local_anchor_b_x),
            }
        }
        #[inline(always)]
        fn store(&self, numbers: &mut [S]) {
            *core_::numbers_mut(numbers) = [
                self.minus_inverse_mass_a,
                self.inverse_inertia_a,
                self.minus_inverse_inertia_b,
                self.inverse_mass_b,
                self.least_inverse_k,
                self.minus_least_inverse_k_per_inertia_a,
                self.least_inverse_k_per_inertia_b,
                self.least_inverse_k_over_mass,
                self.local_anchor_a_x,
                self.local_anchor_a_y,
                self.local_anchor_b_x,
                self.local_anchor_b_y,
            ];
        }
    }
    /// Values of the poses: J, K⁻¹ and what else an iteration reads.
    #[derive(::core::marker::Copy, ::core::fmt::Debug, ::core::default::Default)]
    pub struct Prepared<S: core_::Real> {
        r_a_y: S,
        minus_r_a_x: S,
        r_b_y: S,
        minus_r_b_x: S,
        d_x: S,
        d_y: S,
        inverse_k_00: S,
        inverse_k_11: S,
        inverse_k_01: S,
    }
    #[automatically_derived]
    impl<S: core_::Real> ::core::clone::Clone for Prepared<S> {
        fn clone(&self) -> Self {
            *self
        }
    }
    impl<S: core_::Real> core_::Values<S> for Prepared<S> {
        const COUNT: usize = 9;
        #[inline(always)]
        fn load(numbers: &[S]) -> Self {
            let &[r_a_y, minus_r_a_x, r_b_y, minus_r_b_x, d_x, d_y, inverse_k_00,
            inverse_k_11, inverse_k_01] = core_::numbers(numbers);
            Prepared {
                r_a_y,
                minus_r_a_x,
                r_b_y,
                minus_r_b_x,
                d_x,
                d_y,
                inverse_k_00,
                inverse_k_11,
                inverse_k_01,
            }
        }
        #[inline(always)]
        fn store(&self, numbers: &mut [S]) {
            *core_::numbers_mut(numbers) = [
                self.r_a_y,
                self.minus_r_a_x,
                self.r_b_y,
                self.minus_r_b_x,
                self.d_x,
                self.d_y,
                self.inverse_k_00,
                self.inverse_k_11,
                self.inverse_k_01,
            ];
        }
    }
    type __Joint = PivotJoint;
    /// Values of the poses that several functions need.
    #[inline(always)]
    fn common_values<S: core_::Real>(
        joint: &__Joint,
        poses: &[core_::Pose<S>; 2],
        time: S,
    ) -> [S; 4] {
        let [a, b] = *poses;
        let local_anchor_b_x = S::of(joint.local_anchor_b.x);
        let local_anchor_b_y = S::of(joint.local_anchor_b.y);
        let local_anchor_a_x = S::of(joint.local_anchor_a.x);
        let local_anchor_a_y = S::of(joint.local_anchor_a.y);
        let r_b_x = local_anchor_b_x * b.cos - local_anchor_b_y * b.sin;
        let r_b_y = local_anchor_b_x * b.sin + local_anchor_b_y * b.cos;
        let r_a_x = local_anchor_a_x * a.cos - local_anchor_a_y * a.sin;
        let r_a_y = local_anchor_a_x * a.sin + local_anchor_a_y * a.cos;
        [r_b_x, r_b_y, r_a_x, r_a_y]
    }
    #[automatically_derived]
    impl core_::Constraint for PivotJoint {
        const BODIES: usize = 2;
        const ROWS: usize = 2;
        const HOLDS: bool = true;
        const DERIVATION: &'static str = r#"PivotJoint: 2 bodies, 2 rows

  r_a = R_a local_anchor_a
  r_b = R_b local_anchor_b
C = p_b + r_b − p_a − r_a
V = v_b + ω_b × r_b − v_a − ω_a × r_a
J = a: [−1 | −perp(r_a)]  b: [1 | perp(r_b)]
K = (m_a⁻¹ + m_b⁻¹) 1 + i_a⁻¹ perp(r_a) perp(r_a)ᵀ + i_b⁻¹ perp(r_b) perp(r_b)ᵀ
Jᵀλ = a: [−λ | −r_a × λ]  b: [λ | r_b × λ]

linear momentum: conserved
angular momentum: conserved where C = 0
operations: setup 15, prepare 36 + 5 choices, warm start 18, iteration 46
cached: 16 at setup, 9 at each pose
"#;
        type Bodies<T: core_::Element> = [T; 2];
        type Rows<T: core_::Element> = [T; 2];
        type Setup<S: core_::Real> = Setup<S>;
        type Prepared<S: core_::Real> = Prepared<S>;
        fn table() -> &'static core_::JointTable {
            core_::JointTable::of::<Self>()
        }
        /// Checks the parameters.
        fn validate(&self) -> ::core::result::Result<(), core_::InvalidParameter> {
            core_::check::finite("local_anchor_b.x", self.local_anchor_b.x)?;
            core_::check::finite("local_anchor_b.y", self.local_anchor_b.y)?;
            core_::check::finite("local_anchor_a.x", self.local_anchor_a.x)?;
            core_::check::finite("local_anchor_a.y", self.local_anchor_a.y)?;
            ::core::result::Result::Ok(())
        }
        /// C: the value of each row.
        #[inline]
        fn position_at<S: core_::Real>(
            &self,
            poses: &[core_::Pose<S>; 2],
            time: S,
        ) -> [S; 2] {
            let [a, b] = *poses;
            let [r_b_x, r_b_y, r_a_x, r_a_y] = common_values(self, poses, time);
            let d_x = b.x - a.x + r_b_x - r_a_x;
            let d_y = b.y - a.y + r_b_y - r_a_y;
            [d_x, d_y]
        }
        /// V = J v + β
        #[inline]
        fn velocity_at<S: core_::Real>(
            &self,
            poses: &[core_::Pose<S>; 2],
            velocities: &[core_::Velocity<S>; 2],
            time: S,
        ) -> [S; 2] {
            let [a, b] = *poses;
            let [velocity_a, velocity_b] = *velocities;
            let [r_b_x, r_b_y, r_a_x, r_a_y] = common_values(self, poses, time);
            [
                velocity_a.angular * r_a_y
                    - (velocity_a.x - velocity_b.x + velocity_b.angular * r_b_y),
                velocity_b.angular * r_b_x
                    - (velocity_a.y - velocity_b.y + velocity_a.angular * r_a_x),
            ]
        }
        /// J: a block for each row and body.
        #[inline]
        fn jacobian_at<S: core_::Real>(
            &self,
            poses: &[core_::Pose<S>; 2],
            time: S,
        ) -> [[core_::Wrench<S>; 2]; 2] {
            let [a, b] = *poses;
            let [r_b_x, r_b_y, r_a_x, r_a_y] = common_values(self, poses, time);
            [
                [
                    core_::wrench(S::of(-1.0), S::of(0.0), r_a_y),
                    core_::wrench(S::of(1.0), S::of(0.0), -r_b_y),
                ],
                [
                    core_::wrench(S::of(0.0), S::of(-1.0), -r_a_x),
                    core_::wrench(S::of(0.0), S::of(1.0), r_b_x),
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
        ) -> [[S; 2]; 2] {
            let [a, b] = *poses;
            let [mass_a, mass_b] = *masses;
            let [r_b_x, r_b_y, r_a_x, r_a_y] = common_values(self, poses, time);
            let inverse_mass = mass_a.inverse_mass + mass_b.inverse_mass;
            let k_00 = inverse_mass + mass_a.inverse_inertia * r_a_y * r_a_y
                + mass_b.inverse_inertia * r_b_y * r_b_y;
            let r_a_x_per_inertia_a = mass_a.inverse_inertia * r_a_x;
            let r_b_x_per_inertia_b = mass_b.inverse_inertia * r_b_x;
            let minus_k_01 = r_a_x_per_inertia_a * r_a_y + r_b_x_per_inertia_b * r_b_y;
            let k_11 = inverse_mass + r_a_x_per_inertia_a * r_a_x
                + r_b_x_per_inertia_b * r_b_x;
            [[k_00, -minus_k_01], [-minus_k_01, k_11]]
        }
        /// Jᵀλ: the impulse on each body.
        #[inline]
        fn impulse_at<S: core_::Real>(
            &self,
            poses: &[core_::Pose<S>; 2],
            impulses: &[S; 2],
            time: S,
        ) -> [core_::Wrench<S>; 2] {
            let [a, b] = *poses;
            let [r_b_x, r_b_y, r_a_x, r_a_y] = common_values(self, poses, time);
            [
                core_::wrench(
                    -impulses[0],
                    -impulses[1],
                    impulses[0] * r_a_y - impulses[1] * r_a_x,
                ),
                core_::wrench(
                    impulses[0],
                    impulses[1],
                    impulses[1] * r_b_x - impulses[0] * r_b_y,
                ),
            ]
        }
        /// How each row acts.
        fn laws<S: core_::Real>(&self) -> [core_::Law<S>; 2] {
            [core_::law(0, core_::Action::Hold), core_::law(0, core_::Action::Hold)]
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
            let inverse_mass = mass_a.inverse_mass + mass_b.inverse_mass;
            let greatest_k = inverse_mass
                + mass_a.inverse_inertia
                    * (local_anchor_a_x * local_anchor_a_x
                        + local_anchor_a_y * local_anchor_a_y)
                + mass_b.inverse_inertia
                    * (local_anchor_b_x * local_anchor_b_x
                        + local_anchor_b_y * local_anchor_b_y);
            let least_inverse_k = greatest_k.recip_or_zero(S::of(0.0));
            Setup {
                minus_inverse_mass_a: -mass_a.inverse_mass,
                inverse_inertia_a: mass_a.inverse_inertia,
                minus_inverse_inertia_b: -mass_b.inverse_inertia,
                inverse_mass_b: mass_b.inverse_mass,
                least_inverse_k,
                minus_least_inverse_k_per_inertia_a: -(mass_a.inverse_inertia
                    * least_inverse_k),
                least_inverse_k_per_inertia_b: mass_b.inverse_inertia * least_inverse_k,
                least_inverse_k_over_mass: least_inverse_k * inverse_mass,
                local_anchor_a_x,
                local_anchor_a_y,
                local_anchor_b_x,
                local_anchor_b_y,
                local_anchor_a_y_copy: S::again(local_anchor_a_y),
                minus_local_anchor_a_x_copy: S::again(-local_anchor_a_x),
                local_anchor_b_y_copy: S::again(local_anchor_b_y),
                minus_local_anchor_b_x_copy: S::again(-local_anchor_b_x),
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
            let minus_r_b_x = b.cos
                * S::reread(setup.minus_local_anchor_b_x_copy, -setup.local_anchor_b_x)
                + setup.local_anchor_b_y * b.sin;
            prepared.minus_r_b_x = minus_r_b_x;
            let r_b_y = b.cos
                * S::reread(setup.local_anchor_b_y_copy, setup.local_anchor_b_y)
                + setup.local_anchor_b_x * b.sin;
            prepared.r_b_y = r_b_y;
            let minus_r_a_x = a.cos
                * S::reread(setup.minus_local_anchor_a_x_copy, -setup.local_anchor_a_x)
                + setup.local_anchor_a_y * a.sin;
            prepared.minus_r_a_x = minus_r_a_x;
            let r_a_y = a.cos
                * S::reread(setup.local_anchor_a_y_copy, setup.local_anchor_a_y)
                + setup.local_anchor_a_x * a.sin;
            prepared.r_a_y = r_a_y;
            let d_x = b.x - a.x + minus_r_a_x - minus_r_b_x;
            prepared.d_x = d_x;
            let d_y = b.y - a.y + r_b_y - r_a_y;
            prepared.d_y = d_y;
            let minus_turning_a = setup.minus_least_inverse_k_per_inertia_a * r_a_y;
            let minus_turning_b = setup.least_inverse_k_per_inertia_b * r_b_y;
            let minus_scaled_k_01 = minus_turning_a * minus_r_a_x
                - minus_turning_b * minus_r_b_x;
            let scaled_k_00_part = minus_turning_b * r_b_y - minus_turning_a * r_a_y;
            let scaled_k_00 = setup.least_inverse_k_over_mass + scaled_k_00_part;
            let scaled_k_11 = S::of(1.0) - scaled_k_00_part;
            let determinant = scaled_k_00 * scaled_k_11
                - minus_scaled_k_01 * minus_scaled_k_01;
            let condition = S::of(1.0).rounding().less(determinant);
            let over_determinant = S::usually(
                condition,
                setup.least_inverse_k / determinant,
                setup.least_inverse_k,
            );
            let inverse_k_01 = over_determinant
                * S::usually(condition, minus_scaled_k_01, -minus_scaled_k_01);
            prepared.inverse_k_01 = inverse_k_01;
            let inverse_k_00 = over_determinant
                * S::usually(condition, scaled_k_11, scaled_k_00);
            prepared.inverse_k_00 = inverse_k_00;
            let inverse_k_11 = over_determinant
                * S::usually(condition, scaled_k_00, scaled_k_11);
            prepared.inverse_k_11 = inverse_k_11;
        }
        /// v ← v + M⁻¹ Jᵀ λ
        #[inline(always)]
        fn warm_start<S: core_::Real>(
            setup: &Setup<S>,
            prepared: &Prepared<S>,
            impulses: &[S; 2],
            velocities: &mut [core_::Velocity<S>; 2],
        ) {
            let [velocity_a, velocity_b] = velocities;
            velocity_a.x = velocity_a.x + setup.minus_inverse_mass_a * impulses[0];
            velocity_a.y = velocity_a.y + setup.minus_inverse_mass_a * impulses[1];
            velocity_a.angular = velocity_a.angular
                + setup.inverse_inertia_a
                    * (prepared.r_a_y * impulses[0]
                        + prepared.minus_r_a_x * impulses[1]);
            velocity_b.x = velocity_b.x + setup.inverse_mass_b * impulses[0];
            velocity_b.y = velocity_b.y + setup.inverse_mass_b * impulses[1];
            velocity_b.angular = velocity_b.angular
                + setup.minus_inverse_inertia_b
                    * (prepared.r_b_y * impulses[0]
                        + prepared.minus_r_b_x * impulses[1]);
        }
        /// One iteration.
        #[inline(always)]
        fn solve<S: core_::Real>(
            setup: &Setup<S>,
            prepared: &Prepared<S>,
            pass: &core_::Pass<S>,
            impulses: &mut [S; 2],
            velocities: &mut [core_::Velocity<S>; 2],
        ) {
            let [velocity_a, velocity_b] = velocities;
            let wanted_0 = pass.mass_scale
                * (velocity_a.x - velocity_b.x + prepared.r_b_y * velocity_b.angular
                    - (prepared.r_a_y * velocity_a.angular
                        + prepared.d_x * pass.bias_rate));
            let wanted_1 = pass.mass_scale
                * (velocity_a.y - velocity_b.y
                    + prepared.minus_r_b_x * velocity_b.angular
                    - (prepared.minus_r_a_x * velocity_a.angular
                        + prepared.d_y * pass.bias_rate));
            let change_0 = prepared.inverse_k_00 * wanted_0
                - impulses[0] * pass.impulse_scale + prepared.inverse_k_01 * wanted_1;
            let change_1 = prepared.inverse_k_11 * wanted_1
                - impulses[1] * pass.impulse_scale + prepared.inverse_k_01 * wanted_0;
            impulses[0] = impulses[0] + change_0;
            impulses[1] = impulses[1] + change_1;
            velocity_a.x = velocity_a.x + setup.minus_inverse_mass_a * change_0;
            velocity_a.y = velocity_a.y + setup.minus_inverse_mass_a * change_1;
            velocity_a.angular = velocity_a.angular
                + setup.inverse_inertia_a
                    * (prepared.r_a_y * change_0 + prepared.minus_r_a_x * change_1);
            velocity_b.x = velocity_b.x + setup.inverse_mass_b * change_0;
            velocity_b.y = velocity_b.y + setup.inverse_mass_b * change_1;
            velocity_b.angular = velocity_b.angular
                + setup.minus_inverse_inertia_b
                    * (prepared.r_b_y * change_0 + prepared.minus_r_b_x * change_1);
        }
        /// Draws the points that the closure names, and the vectors between them.
        fn draw(&self, bodies: &[core_::BodyState; 2], canvas: &mut dyn core_::Canvas) {
            type S = core_::Scalar;
            use core_::Real as _;
            let poses = &core_::poses(bodies);
            let [a, b] = *poses;
            let [r_b_x, r_b_y, r_a_x, r_a_y] = common_values(self, poses, 0.0);
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
            }
        }
    }
};
