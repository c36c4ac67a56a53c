/// A wheel on a car: it turns by a motor, and moves along an axis of the car by a suspension between stops.
/**
 # Derivation

 In the notation of [`DERIVATION`](::constraint_core::Constraint::DERIVATION).

 ```text
 C₀ = θ_b − θ_a, at rate motor_speed, torque ≤ max_motor_torque
   axis = R_a local_axis_a
   r_a = R_a local_anchor_a
   r_b = R_b local_anchor_b
   d = p_b + r_b − p_a − r_a
 C₁ = axis·d, soft (suspension)
 C₂ = axis·d, from lower to upper
 C₃ = axis × d
 V₀ = ω_b − ω_a − motor_speed
   d′ = v_b + ω_b × r_b − v_a − ω_a × r_a
 V₁ = V₂ = axis·d′ + ω_a (axis × d)
 V₃ = axis × d′ − ω_a (axis·d)
 β₀ = −motor_speed
 J₀ = a: [0 | −1]  b: [0 | 1]
 J₁ = J₂ = a: [−axis | −(r_a + d) × axis]  b: [axis | r_b × axis]
 J₃ = a: [−perp(axis) | −axis·(r_a + d)]  b: [perp(axis) | axis·r_b]
 K₀₀ = i_a⁻¹ + i_b⁻¹
 K₀₁ = K₀₂ = i_a⁻¹ ((r_a + d) × axis) + i_b⁻¹ (r_b × axis)
 K₀₃ = i_a⁻¹ (axis·(r_a + d)) + i_b⁻¹ (axis·r_b)
 K₁₁ = K₁₂ = K₂₂ = (m_a⁻¹ + m_b⁻¹) |axis|² + i_a⁻¹ ((r_a + d) × axis)² + i_b⁻¹ (r_b × axis)²
 K₁₃ = K₂₃ = i_a⁻¹ ((r_a + d) × axis) (axis·(r_a + d)) + i_b⁻¹ (r_b × axis) (axis·r_b)
 K₃₃ = (m_a⁻¹ + m_b⁻¹) |axis|² + i_a⁻¹ (axis·(r_a + d))² + i_b⁻¹ (axis·r_b)²
 Jᵀλ = a: [−(λ₁ + λ₂) axis − λ₃ perp(axis) | −λ₀ − (λ₁ + λ₂) ((r_a + d) × axis)
          − λ₃ (axis·(r_a + d))]
       b: [(λ₁ + λ₂) axis + λ₃ perp(axis) | λ₀ + (λ₁ + λ₂) (r_b × axis) + λ₃ (axis·r_b)]

 linear momentum: conserved
 angular momentum: conserved
 operations: setup 21 + 2 choices, prepare 74, warm start 29, iteration 91
 cached: 29 at setup, 41 at each pose
 ```*/
#[derive(Clone, Debug)]
pub struct WheelJoint {
    pub local_anchor_a: Vec2,
    pub local_anchor_b: Vec2,
    pub local_axis_a: Vec2,
    pub suspension: Softness,
    pub motor_speed: Scalar,
    pub max_motor_torque: Scalar,
    pub lower: Scalar,
    pub upper: Scalar,
}
impl WheelJoint {
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
        let axis = a.rotation * self.local_axis_a;
        let d = b.point(self.local_anchor_b) - a.point(self.local_anchor_a);
        (
            (b.angle - a.angle)
                .at_rate(self.motor_speed)
                .max_force(self.max_motor_torque),
            axis.dot(d).soft(self.suspension),
            axis.dot(d).within(self.lower..=self.upper),
            axis.perp_dot(d),
        )
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
        inverse_inertia_a_copy: S::Again,
        inverse_mass_b: S,
        inverse_mass_b_copy: S::Again,
        inverse_inertia_b_copy: S::Again,
        motor_speed: S,
        local_axis_a_dot_local_anchor_a: S,
        local_axis_a_cross_local_anchor_a: S,
        minus_inverse_inertia_a: S,
        inverse_inertia_b: S,
        local_axis_a_length_squared_over_mass: S,
        inverse_k_0: S,
        finite_max_motor_torque: S,
        omega_1: S,
        twice_suspension_damping_ratio: S,
        omega_squared_1: S,
        to_lower_part: S,
        to_upper_part: S,
        slack: S,
        minus_slack_copy: S::Again,
        local_axis_a_x: S,
        local_axis_a_x_copy: S::Again,
        local_axis_a_y: S,
        minus_local_axis_a_y_copy: S::Again,
        local_anchor_b_x: S,
        local_anchor_b_x_copy: S::Again,
        local_anchor_b_y: S,
        minus_local_anchor_b_y_copy: S::Again,
    }
    #[automatically_derived]
    impl<S: core_::Real> ::core::clone::Clone for Setup<S> {
        fn clone(&self) -> Self {
            *self
        }
    }
    impl<S: core_::Real> core_::Values<S> for Setup<S> {
        const COUNT: usize = 20;
        #[inline(always)]
        fn load(numbers: &[S]) -> Self {
            let &[inverse_mass_a, inverse_mass_b, motor_speed,
            local_axis_a_dot_local_anchor_a, local_axis_a_cross_local_anchor_a,
            minus_inverse_inertia_a, inverse_inertia_b,
            local_axis_a_length_squared_over_mass, inverse_k_0, finite_max_motor_torque,
            omega_1, twice_suspension_damping_ratio, omega_squared_1, to_lower_part,
            to_upper_part, slack, local_axis_a_x, local_axis_a_y, local_anchor_b_x,
            local_anchor_b_y] = core_::numbers(numbers);
            Setup {
                inverse_mass_a,
                inverse_mass_a_copy: S::again(inverse_mass_a),
                inverse_inertia_a_copy: S::again(-minus_inverse_inertia_a),
                inverse_mass_b,
                inverse_mass_b_copy: S::again(inverse_mass_b),
                inverse_inertia_b_copy: S::again(inverse_inertia_b),
                motor_speed,
                local_axis_a_dot_local_anchor_a,
                local_axis_a_cross_local_anchor_a,
                minus_inverse_inertia_a,
                inverse_inertia_b,
                local_axis_a_length_squared_over_mass,
                inverse_k_0,
                finite_max_motor_torque,
                omega_1,
                twice_suspension_damping_ratio,
                omega_squared_1,
                to_lower_part,
                to_upper_part,
                slack,
                minus_slack_copy: S::again(-slack),
                local_axis_a_x,
                local_axis_a_x_copy: S::again(local_axis_a_x),
                local_axis_a_y,
                minus_local_axis_a_y_copy: S::again(-local_axis_a_y),
                local_anchor_b_x,
                local_anchor_b_x_copy: S::again(local_anchor_b_x),
                local_anchor_b_y,
                minus_local_anchor_b_y_copy: S::again(-local_anchor_b_y),
            }
        }
        #[inline(always)]
        fn store(&self, numbers: &mut [S]) {
            *core_::numbers_mut(numbers) = [
                self.inverse_mass_a,
                self.inverse_mass_b,
                self.motor_speed,
                self.local_axis_a_dot_local_anchor_a,
                self.local_axis_a_cross_local_anchor_a,
                self.minus_inverse_inertia_a,
                self.inverse_inertia_b,
                self.local_axis_a_length_squared_over_mass,
                self.inverse_k_0,
                self.finite_max_motor_torque,
                self.omega_1,
                self.twice_suspension_damping_ratio,
                self.omega_squared_1,
                self.to_lower_part,
                self.to_upper_part,
                self.slack,
                self.local_axis_a_x,
                self.local_axis_a_y,
                self.local_anchor_b_x,
                self.local_anchor_b_y,
            ];
        }
    }
    /// Values of the poses: J, K⁻¹ and what else an iteration reads.
    #[derive(::core::marker::Copy, ::core::fmt::Debug, ::core::default::Default)]
    pub struct Prepared<S: core_::Real> {
        jacobian_1_a_x: S::Again,
        jacobian_1_a_y: S::Again,
        axis_cross_arm_a: S,
        axis_x: S,
        axis_y: S,
        minus_axis_cross_r_b: S,
        minus_jacobian_3_a_x: S::Again,
        minus_jacobian_3_a_y: S::Again,
        minus_axis_dot_arm_a: S,
        minus_jacobian_3_b_x: S::Again,
        minus_jacobian_3_b_y: S::Again,
        axis_dot_r_b: S,
        jacobian_1_a_x_per_mass_a: S,
        jacobian_1_a_y_per_mass_a: S,
        axis_cross_arm_a_per_inertia_a: S,
        axis_x_per_mass_b: S,
        axis_y_per_mass_b: S,
        minus_axis_cross_r_b_per_inertia_b: S,
        minus_jacobian_1_a_y_per_mass_a_copy: S::Again,
        jacobian_1_a_x_per_mass_a_copy: S::Again,
        minus_axis_dot_arm_a_per_inertia_a: S,
        minus_axis_y_per_mass_b_copy: S::Again,
        axis_x_per_mass_b_copy: S::Again,
        axis_dot_r_b_per_inertia_b: S,
        minus_c_3: S,
        k_01: S,
        minus_k_03: S,
        k_11: S,
        minus_k_13: S,
        max_impulse_0: S,
        minus_max_impulse_0_copy: S::Again,
        inverse_k_1: S,
        soft_impulse_scale_1: S,
        spring_impulse_1: S,
        soft_inverse_k_1: S,
        to_lower: S,
        to_upper: S,
        reach_lower: S,
        minus_reach_upper: S,
        rigid_share: S,
        inverse_k_3: S,
    }
    #[automatically_derived]
    impl<S: core_::Real> ::core::clone::Clone for Prepared<S> {
        fn clone(&self) -> Self {
            *self
        }
    }
    impl<S: core_::Real> core_::Values<S> for Prepared<S> {
        const COUNT: usize = 30;
        #[inline(always)]
        fn load(numbers: &[S]) -> Self {
            let &[axis_cross_arm_a, axis_x, axis_y, minus_axis_cross_r_b,
            minus_axis_dot_arm_a, axis_dot_r_b, jacobian_1_a_x_per_mass_a,
            jacobian_1_a_y_per_mass_a, axis_cross_arm_a_per_inertia_a, axis_x_per_mass_b,
            axis_y_per_mass_b, minus_axis_cross_r_b_per_inertia_b,
            minus_axis_dot_arm_a_per_inertia_a, axis_dot_r_b_per_inertia_b, minus_c_3,
            k_01, minus_k_03, k_11, minus_k_13, max_impulse_0, inverse_k_1,
            soft_impulse_scale_1, spring_impulse_1, soft_inverse_k_1, to_lower, to_upper,
            reach_lower, minus_reach_upper, rigid_share, inverse_k_3] = core_::numbers(
                numbers,
            );
            Prepared {
                jacobian_1_a_x: S::again(-axis_x),
                jacobian_1_a_y: S::again(-axis_y),
                axis_cross_arm_a,
                axis_x,
                axis_y,
                minus_axis_cross_r_b,
                minus_jacobian_3_a_x: S::again(axis_y),
                minus_jacobian_3_a_y: S::again(-axis_x),
                minus_axis_dot_arm_a,
                minus_jacobian_3_b_x: S::again(-axis_y),
                minus_jacobian_3_b_y: S::again(axis_x),
                axis_dot_r_b,
                jacobian_1_a_x_per_mass_a,
                jacobian_1_a_y_per_mass_a,
                axis_cross_arm_a_per_inertia_a,
                axis_x_per_mass_b,
                axis_y_per_mass_b,
                minus_axis_cross_r_b_per_inertia_b,
                minus_jacobian_1_a_y_per_mass_a_copy: S::again(
                    -jacobian_1_a_y_per_mass_a,
                ),
                jacobian_1_a_x_per_mass_a_copy: S::again(jacobian_1_a_x_per_mass_a),
                minus_axis_dot_arm_a_per_inertia_a,
                minus_axis_y_per_mass_b_copy: S::again(-axis_y_per_mass_b),
                axis_x_per_mass_b_copy: S::again(axis_x_per_mass_b),
                axis_dot_r_b_per_inertia_b,
                minus_c_3,
                k_01,
                minus_k_03,
                k_11,
                minus_k_13,
                max_impulse_0,
                minus_max_impulse_0_copy: S::again(-max_impulse_0),
                inverse_k_1,
                soft_impulse_scale_1,
                spring_impulse_1,
                soft_inverse_k_1,
                to_lower,
                to_upper,
                reach_lower,
                minus_reach_upper,
                rigid_share,
                inverse_k_3,
            }
        }
        #[inline(always)]
        fn store(&self, numbers: &mut [S]) {
            *core_::numbers_mut(numbers) = [
                self.axis_cross_arm_a,
                self.axis_x,
                self.axis_y,
                self.minus_axis_cross_r_b,
                self.minus_axis_dot_arm_a,
                self.axis_dot_r_b,
                self.jacobian_1_a_x_per_mass_a,
                self.jacobian_1_a_y_per_mass_a,
                self.axis_cross_arm_a_per_inertia_a,
                self.axis_x_per_mass_b,
                self.axis_y_per_mass_b,
                self.minus_axis_cross_r_b_per_inertia_b,
                self.minus_axis_dot_arm_a_per_inertia_a,
                self.axis_dot_r_b_per_inertia_b,
                self.minus_c_3,
                self.k_01,
                self.minus_k_03,
                self.k_11,
                self.minus_k_13,
                self.max_impulse_0,
                self.inverse_k_1,
                self.soft_impulse_scale_1,
                self.spring_impulse_1,
                self.soft_inverse_k_1,
                self.to_lower,
                self.to_upper,
                self.reach_lower,
                self.minus_reach_upper,
                self.rigid_share,
                self.inverse_k_3,
            ];
        }
    }
    type __Joint = WheelJoint;
    /// Values of the poses that several functions need.
    #[inline(always)]
    fn common_values<S: core_::Real>(
        joint: &__Joint,
        poses: &[core_::Pose<S>; 2],
        time: S,
    ) -> [S; 11] {
        let [a, b] = *poses;
        let local_axis_a_x = S::of(joint.local_axis_a.x);
        let local_axis_a_y = S::of(joint.local_axis_a.y);
        let local_anchor_b_x = S::of(joint.local_anchor_b.x);
        let local_anchor_b_y = S::of(joint.local_anchor_b.y);
        let local_anchor_a_x = S::of(joint.local_anchor_a.x);
        let local_anchor_a_y = S::of(joint.local_anchor_a.y);
        let axis_x = a.cos * local_axis_a_x - a.sin * local_axis_a_y;
        let axis_y = a.sin * local_axis_a_x + a.cos * local_axis_a_y;
        let r_b_x = local_anchor_b_x * b.cos - local_anchor_b_y * b.sin;
        let r_b_y = local_anchor_b_x * b.sin + local_anchor_b_y * b.cos;
        let arm_a_x = r_b_x + (b.x - a.x);
        let arm_a_y = r_b_y + (b.y - a.y);
        let axis_cross_arm_a = arm_a_y * axis_x - arm_a_x * axis_y;
        [
            local_axis_a_x,
            local_axis_a_y,
            local_anchor_a_x,
            local_anchor_a_y,
            axis_x,
            axis_y,
            arm_a_x,
            arm_a_y,
            r_b_x,
            r_b_y,
            axis_cross_arm_a,
        ]
    }
    #[automatically_derived]
    impl core_::Constraint for WheelJoint {
        const BODIES: usize = 2;
        const ROWS: usize = 4;
        const DERIVATION: &'static str = r#"WheelJoint: 2 bodies, 4 rows

C₀ = θ_b − θ_a, at rate motor_speed, torque ≤ max_motor_torque
  axis = R_a local_axis_a
  r_a = R_a local_anchor_a
  r_b = R_b local_anchor_b
  d = p_b + r_b − p_a − r_a
C₁ = axis·d, soft (suspension)
C₂ = axis·d, from lower to upper
C₃ = axis × d
V₀ = ω_b − ω_a − motor_speed
  d′ = v_b + ω_b × r_b − v_a − ω_a × r_a
V₁ = V₂ = axis·d′ + ω_a (axis × d)
V₃ = axis × d′ − ω_a (axis·d)
β₀ = −motor_speed
J₀ = a: [0 | −1]  b: [0 | 1]
J₁ = J₂ = a: [−axis | −(r_a + d) × axis]  b: [axis | r_b × axis]
J₃ = a: [−perp(axis) | −axis·(r_a + d)]  b: [perp(axis) | axis·r_b]
K₀₀ = i_a⁻¹ + i_b⁻¹
K₀₁ = K₀₂ = i_a⁻¹ ((r_a + d) × axis) + i_b⁻¹ (r_b × axis)
K₀₃ = i_a⁻¹ (axis·(r_a + d)) + i_b⁻¹ (axis·r_b)
K₁₁ = K₁₂ = K₂₂ = (m_a⁻¹ + m_b⁻¹) |axis|² + i_a⁻¹ ((r_a + d) × axis)² + i_b⁻¹ (r_b × axis)²
K₁₃ = K₂₃ = i_a⁻¹ ((r_a + d) × axis) (axis·(r_a + d)) + i_b⁻¹ (r_b × axis) (axis·r_b)
K₃₃ = (m_a⁻¹ + m_b⁻¹) |axis|² + i_a⁻¹ (axis·(r_a + d))² + i_b⁻¹ (axis·r_b)²
Jᵀλ = a: [−(λ₁ + λ₂) axis − λ₃ perp(axis) | −λ₀ − (λ₁ + λ₂) ((r_a + d) × axis)
         − λ₃ (axis·(r_a + d))]
      b: [(λ₁ + λ₂) axis + λ₃ perp(axis) | λ₀ + (λ₁ + λ₂) (r_b × axis) + λ₃ (axis·r_b)]

linear momentum: conserved
angular momentum: conserved
operations: setup 21 + 2 choices, prepare 74, warm start 29, iteration 91
cached: 29 at setup, 41 at each pose
"#;
        type Bodies<T: core_::Element> = [T; 2];
        type Rows<T: core_::Element> = [T; 4];
        type Setup<S: core_::Real> = Setup<S>;
        type Prepared<S: core_::Real> = Prepared<S>;
        fn table() -> &'static core_::JointTable {
            core_::JointTable::of::<Self>()
        }
        /// Checks the parameters.
        fn validate(&self) -> ::core::result::Result<(), core_::InvalidParameter> {
            type S = f64;
            use core_::Real as _;
            let max_motor_torque = S::of(self.max_motor_torque);
            let suspension_hertz = S::of(self.suspension.hertz);
            let suspension_damping_ratio = S::of(self.suspension.damping_ratio);
            let lower = S::of(self.lower);
            let upper = S::of(self.upper);
            core_::check::finite("local_axis_a.x", self.local_axis_a.x)?;
            core_::check::finite("local_axis_a.y", self.local_axis_a.y)?;
            core_::check::finite("local_anchor_b.x", self.local_anchor_b.x)?;
            core_::check::finite("local_anchor_b.y", self.local_anchor_b.y)?;
            core_::check::finite("local_anchor_a.x", self.local_anchor_a.x)?;
            core_::check::finite("local_anchor_a.y", self.local_anchor_a.y)?;
            core_::check::finite("motor_speed", self.motor_speed)?;
            core_::check::finite("suspension.hertz", self.suspension.hertz)?;
            core_::check::finite(
                "suspension.damping_ratio",
                self.suspension.damping_ratio,
            )?;
            core_::check::not_negative("max_motor_torque", max_motor_torque)?;
            core_::check::not_negative("suspension.hertz", suspension_hertz)?;
            core_::check::not_negative(
                "suspension.damping_ratio",
                suspension_damping_ratio,
            )?;
            core_::check::ordered("lower..=upper", lower, upper)?;
            ::core::result::Result::Ok(())
        }
        /// C: the value of each row.
        #[inline]
        fn position_at<S: core_::Real>(
            &self,
            poses: &[core_::Pose<S>; 2],
            time: S,
        ) -> [S; 4] {
            let [a, b] = *poses;
            let [local_axis_a_x, local_axis_a_y, local_anchor_a_x, local_anchor_a_y,
            axis_x, axis_y, arm_a_x, arm_a_y, ..] = common_values(self, poses, time);
            let c_0 = b.angle - a.angle;
            let minus_c_1 = local_axis_a_x * local_anchor_a_x
                + local_axis_a_y * local_anchor_a_y
                - (arm_a_x * axis_x + arm_a_y * axis_y);
            let minus_c_3 = local_axis_a_x * local_anchor_a_y
                - local_axis_a_y * local_anchor_a_x
                - (arm_a_y * axis_x - arm_a_x * axis_y);
            [c_0, -minus_c_1, -minus_c_1, -minus_c_3]
        }
        /// Between which values each row's c has to stay.
        #[inline]
        fn limits<S: core_::Real>(&self) -> [core_::Limits<S>; 4] {
            let lower = S::of(self.lower);
            let upper = S::of(self.upper);
            [
                core_::limits(S::of(f64::NEG_INFINITY), S::of(f64::INFINITY)),
                core_::limits(S::of(0.0), S::of(0.0)),
                core_::limits(lower, upper),
                core_::limits(S::of(0.0), S::of(0.0)),
            ]
        }
        /// V = J v + β
        #[inline]
        fn velocity_at<S: core_::Real>(
            &self,
            poses: &[core_::Pose<S>; 2],
            velocities: &[core_::Velocity<S>; 2],
            time: S,
        ) -> [S; 4] {
            let [a, b] = *poses;
            let [velocity_a, velocity_b] = *velocities;
            let [_, _, _, _, axis_x, axis_y, arm_a_x, arm_a_y, r_b_x, r_b_y, ..] = common_values(
                self,
                poses,
                time,
            );
            let motor_speed = S::of(self.motor_speed);
            let wanted_0 = motor_speed + velocity_a.angular - velocity_b.angular;
            let relative_velocity_x = velocity_a.x - velocity_b.x;
            let relative_velocity_y = velocity_a.y - velocity_b.y;
            let rate_1 = velocity_a.angular * (arm_a_y * axis_x - arm_a_x * axis_y)
                - (axis_x * relative_velocity_x + axis_y * relative_velocity_y
                    + velocity_b.angular * (axis_x * r_b_y - axis_y * r_b_x));
            [
                -wanted_0,
                rate_1,
                rate_1,
                velocity_b.angular * (axis_x * r_b_x + axis_y * r_b_y)
                    - (axis_x * relative_velocity_y - axis_y * relative_velocity_x)
                    - velocity_a.angular * (arm_a_x * axis_x + arm_a_y * axis_y),
            ]
        }
        /// J: a block for each row and body.
        #[inline]
        fn jacobian_at<S: core_::Real>(
            &self,
            poses: &[core_::Pose<S>; 2],
            time: S,
        ) -> [[core_::Wrench<S>; 2]; 4] {
            let [a, b] = *poses;
            let [_, _, _, _, axis_x, axis_y, arm_a_x, arm_a_y, r_b_x, r_b_y,
            axis_cross_arm_a] = common_values(self, poses, time);
            let angular_1_b = axis_y * r_b_x - axis_x * r_b_y;
            [
                [
                    core_::wrench(S::of(0.0), S::of(0.0), S::of(-1.0)),
                    core_::wrench(S::of(0.0), S::of(0.0), S::of(1.0)),
                ],
                [
                    core_::wrench(-axis_x, -axis_y, axis_cross_arm_a),
                    core_::wrench(axis_x, axis_y, angular_1_b),
                ],
                [
                    core_::wrench(-axis_x, -axis_y, axis_cross_arm_a),
                    core_::wrench(axis_x, axis_y, angular_1_b),
                ],
                [
                    core_::wrench(
                        axis_y,
                        -axis_x,
                        -(arm_a_x * axis_x + arm_a_y * axis_y),
                    ),
                    core_::wrench(-axis_y, axis_x, axis_x * r_b_x + axis_y * r_b_y),
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
        ) -> [[S; 4]; 4] {
            let [a, b] = *poses;
            let [mass_a, mass_b] = *masses;
            let [local_axis_a_x, local_axis_a_y, _, _, axis_x, axis_y, arm_a_x, arm_a_y,
            r_b_x, r_b_y, axis_cross_arm_a] = common_values(self, poses, time);
            let axis_dot_arm_a = arm_a_x * axis_x + arm_a_y * axis_y;
            let axis_cross_r_b = axis_x * r_b_y - axis_y * r_b_x;
            let axis_dot_r_b = axis_x * r_b_x + axis_y * r_b_y;
            let k_00 = mass_a.inverse_inertia + mass_b.inverse_inertia;
            let axis_cross_arm_a_per_inertia_a = mass_a.inverse_inertia
                * axis_cross_arm_a;
            let axis_cross_r_b_per_inertia_b = mass_b.inverse_inertia * axis_cross_r_b;
            let minus_k_01 = axis_cross_arm_a_per_inertia_a
                + axis_cross_r_b_per_inertia_b;
            let axis_dot_arm_a_per_inertia_a = mass_a.inverse_inertia * axis_dot_arm_a;
            let axis_dot_r_b_per_inertia_b = mass_b.inverse_inertia * axis_dot_r_b;
            let k_03 = axis_dot_arm_a_per_inertia_a + axis_dot_r_b_per_inertia_b;
            let local_axis_a_length_squared_over_mass = (local_axis_a_x * local_axis_a_x
                + local_axis_a_y * local_axis_a_y)
                * (mass_a.inverse_mass + mass_b.inverse_mass);
            let k_11 = local_axis_a_length_squared_over_mass
                + axis_cross_r_b_per_inertia_b * axis_cross_r_b
                + axis_cross_arm_a_per_inertia_a * axis_cross_arm_a;
            let minus_k_13 = axis_dot_arm_a_per_inertia_a * axis_cross_arm_a
                + axis_cross_r_b_per_inertia_b * axis_dot_r_b;
            let k_33 = local_axis_a_length_squared_over_mass
                + axis_dot_r_b_per_inertia_b * axis_dot_r_b
                + axis_dot_arm_a_per_inertia_a * axis_dot_arm_a;
            [
                [k_00, -minus_k_01, -minus_k_01, k_03],
                [-minus_k_01, k_11, k_11, -minus_k_13],
                [-minus_k_01, k_11, k_11, -minus_k_13],
                [k_03, -minus_k_13, -minus_k_13, k_33],
            ]
        }
        /// Jᵀλ: the impulse on each body.
        #[inline]
        fn impulse_at<S: core_::Real>(
            &self,
            poses: &[core_::Pose<S>; 2],
            impulses: &[S; 4],
            time: S,
        ) -> [core_::Wrench<S>; 2] {
            let [a, b] = *poses;
            let [_, _, _, _, axis_x, axis_y, arm_a_x, arm_a_y, r_b_x, r_b_y, ..] = common_values(
                self,
                poses,
                time,
            );
            let impulse_12 = impulses[1] + impulses[2];
            let linear_impulse_b_x = axis_x * impulse_12 - impulses[3] * axis_y;
            let linear_impulse_b_y = impulses[3] * axis_x + axis_y * impulse_12;
            [
                core_::wrench(
                    -linear_impulse_b_x,
                    -linear_impulse_b_y,
                    (arm_a_y * axis_x - arm_a_x * axis_y) * impulse_12
                        - (impulses[0]
                            + impulses[3] * (arm_a_x * axis_x + arm_a_y * axis_y)),
                ),
                core_::wrench(
                    linear_impulse_b_x,
                    linear_impulse_b_y,
                    impulses[0] + impulses[3] * (axis_x * r_b_x + axis_y * r_b_y)
                        - (axis_x * r_b_y - axis_y * r_b_x) * impulse_12,
                ),
            ]
        }
        /// How each row acts.
        fn laws<S: core_::Real>(&self) -> [core_::Law<S>; 4] {
            let max_motor_torque = S::of(self.max_motor_torque);
            let suspension_hertz = S::of(self.suspension.hertz);
            let suspension_damping_ratio = S::of(self.suspension.damping_ratio);
            [
                core_::forced(core_::law(0, core_::Action::Rate), max_motor_torque),
                core_::law(1, core_::soft(suspension_hertz, suspension_damping_ratio)),
                core_::law(2, core_::Action::Within),
                core_::law(3, core_::Action::Hold),
            ]
        }
        /// Computes what does not depend on the poses.
        #[inline]
        fn setup<S: core_::Real>(
            &self,
            masses: &[core_::MassProperties<S>; 2],
        ) -> Setup<S> {
            let [mass_a, mass_b] = *masses;
            let local_axis_a_x = S::of(self.local_axis_a.x);
            let local_axis_a_y = S::of(self.local_axis_a.y);
            let local_anchor_b_x = S::of(self.local_anchor_b.x);
            let local_anchor_b_y = S::of(self.local_anchor_b.y);
            let local_anchor_a_x = S::of(self.local_anchor_a.x);
            let local_anchor_a_y = S::of(self.local_anchor_a.y);
            let motor_speed = S::of(self.motor_speed);
            let max_motor_torque = S::of(self.max_motor_torque);
            let suspension_hertz = S::of(self.suspension.hertz);
            let suspension_damping_ratio = S::of(self.suspension.damping_ratio);
            let lower = S::of(self.lower);
            let upper = S::of(self.upper);
            let local_axis_a_dot_local_anchor_a = local_axis_a_x * local_anchor_a_x
                + local_axis_a_y * local_anchor_a_y;
            let k_00 = mass_a.inverse_inertia + mass_b.inverse_inertia;
            let inverse_k_0 = k_00.recip_or_zero(S::of(0.0));
            let omega_1 = S::of(6.283185307179586) * suspension_hertz;
            let slack = S::select(upper.less_equal(lower), S::of(1e30), S::of(0.0));
            let lower_bound = lower.max(S::of(-1e30));
            let upper_bound = upper.min(S::of(1e30));
            Setup {
                inverse_mass_a: mass_a.inverse_mass,
                inverse_mass_a_copy: S::again(mass_a.inverse_mass),
                inverse_inertia_a_copy: S::again(mass_a.inverse_inertia),
                inverse_mass_b: mass_b.inverse_mass,
                inverse_mass_b_copy: S::again(mass_b.inverse_mass),
                inverse_inertia_b_copy: S::again(mass_b.inverse_inertia),
                motor_speed,
                local_axis_a_dot_local_anchor_a,
                local_axis_a_cross_local_anchor_a: local_axis_a_x * local_anchor_a_y
                    - local_axis_a_y * local_anchor_a_x,
                minus_inverse_inertia_a: -mass_a.inverse_inertia,
                inverse_inertia_b: mass_b.inverse_inertia,
                local_axis_a_length_squared_over_mass: (local_axis_a_x * local_axis_a_x
                    + local_axis_a_y * local_axis_a_y)
                    * (mass_a.inverse_mass + mass_b.inverse_mass),
                inverse_k_0,
                finite_max_motor_torque: max_motor_torque.min(S::of(1e30)),
                omega_1,
                twice_suspension_damping_ratio: S::of(2.0) * suspension_damping_ratio,
                omega_squared_1: omega_1 * omega_1,
                to_lower_part: local_axis_a_dot_local_anchor_a + lower_bound,
                to_upper_part: local_axis_a_dot_local_anchor_a + upper_bound,
                slack,
                minus_slack_copy: S::again(-slack),
                local_axis_a_x,
                local_axis_a_x_copy: S::again(local_axis_a_x),
                local_axis_a_y,
                minus_local_axis_a_y_copy: S::again(-local_axis_a_y),
                local_anchor_b_x,
                local_anchor_b_x_copy: S::again(local_anchor_b_x),
                local_anchor_b_y,
                minus_local_anchor_b_y_copy: S::again(-local_anchor_b_y),
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
            let axis_x = a.cos * setup.local_axis_a_x
                + a.sin
                    * S::reread(setup.minus_local_axis_a_y_copy, -setup.local_axis_a_y);
            prepared.jacobian_1_a_x = S::again(-axis_x);
            prepared.axis_x = axis_x;
            prepared.minus_jacobian_3_a_y = S::again(-axis_x);
            prepared.minus_jacobian_3_b_y = S::again(axis_x);
            let axis_y = a.cos * setup.local_axis_a_y
                + a.sin * S::reread(setup.local_axis_a_x_copy, setup.local_axis_a_x);
            prepared.jacobian_1_a_y = S::again(-axis_y);
            prepared.axis_y = axis_y;
            prepared.minus_jacobian_3_a_x = S::again(axis_y);
            prepared.minus_jacobian_3_b_x = S::again(-axis_y);
            let r_b_x = setup.local_anchor_b_x * b.cos
                + b.sin
                    * S::reread(
                        setup.minus_local_anchor_b_y_copy,
                        -setup.local_anchor_b_y,
                    );
            let r_b_y = setup.local_anchor_b_y * b.cos
                + b.sin * S::reread(setup.local_anchor_b_x_copy, setup.local_anchor_b_x);
            let minus_arm_a_x = a.x - b.x - r_b_x;
            let minus_arm_a_y = a.y - b.y - r_b_y;
            let minus_axis_dot_arm_a = minus_arm_a_x * axis_x + minus_arm_a_y * axis_y;
            prepared.minus_axis_dot_arm_a = minus_axis_dot_arm_a;
            let minus_c_1 = setup.local_axis_a_dot_local_anchor_a + minus_axis_dot_arm_a;
            let axis_cross_arm_a = minus_arm_a_x * axis_y - minus_arm_a_y * axis_x;
            prepared.axis_cross_arm_a = axis_cross_arm_a;
            let minus_c_3 = setup.local_axis_a_cross_local_anchor_a - axis_cross_arm_a;
            prepared.minus_c_3 = minus_c_3;
            let minus_axis_cross_r_b = axis_y * r_b_x - axis_x * r_b_y;
            prepared.minus_axis_cross_r_b = minus_axis_cross_r_b;
            let axis_dot_r_b = axis_x * r_b_x + axis_y * r_b_y;
            prepared.axis_dot_r_b = axis_dot_r_b;
            let axis_cross_arm_a_per_inertia_a = S::reread(
                setup.inverse_inertia_a_copy,
                -setup.minus_inverse_inertia_a,
            ) * axis_cross_arm_a;
            prepared.axis_cross_arm_a_per_inertia_a = axis_cross_arm_a_per_inertia_a;
            let minus_axis_cross_r_b_per_inertia_b = S::reread(
                setup.inverse_inertia_b_copy,
                setup.inverse_inertia_b,
            ) * minus_axis_cross_r_b;
            prepared.minus_axis_cross_r_b_per_inertia_b = minus_axis_cross_r_b_per_inertia_b;
            let k_01 = minus_axis_cross_r_b_per_inertia_b
                - axis_cross_arm_a_per_inertia_a;
            prepared.k_01 = k_01;
            let minus_axis_dot_arm_a_per_inertia_a = S::reread(
                setup.inverse_inertia_a_copy,
                -setup.minus_inverse_inertia_a,
            ) * minus_axis_dot_arm_a;
            prepared.minus_axis_dot_arm_a_per_inertia_a = minus_axis_dot_arm_a_per_inertia_a;
            let axis_dot_r_b_per_inertia_b = S::reread(
                setup.inverse_inertia_b_copy,
                setup.inverse_inertia_b,
            ) * axis_dot_r_b;
            prepared.axis_dot_r_b_per_inertia_b = axis_dot_r_b_per_inertia_b;
            let k_03 = axis_dot_r_b_per_inertia_b - minus_axis_dot_arm_a_per_inertia_a;
            prepared.minus_k_03 = -k_03;
            let k_11 = setup.local_axis_a_length_squared_over_mass
                + minus_axis_cross_r_b_per_inertia_b * minus_axis_cross_r_b
                + axis_cross_arm_a_per_inertia_a * axis_cross_arm_a;
            prepared.k_11 = k_11;
            let k_13 = minus_axis_dot_arm_a_per_inertia_a * axis_cross_arm_a
                + minus_axis_cross_r_b_per_inertia_b * axis_dot_r_b;
            prepared.minus_k_13 = -k_13;
            let k_33 = setup.local_axis_a_length_squared_over_mass
                + axis_dot_r_b_per_inertia_b * axis_dot_r_b
                + minus_axis_dot_arm_a_per_inertia_a * minus_axis_dot_arm_a;
            let jacobian_1_a_x_per_mass_a = setup.inverse_mass_a * -axis_x;
            prepared.jacobian_1_a_x_per_mass_a = jacobian_1_a_x_per_mass_a;
            prepared.jacobian_1_a_x_per_mass_a_copy = S::again(
                jacobian_1_a_x_per_mass_a,
            );
            let jacobian_1_a_y_per_mass_a = S::reread(
                setup.inverse_mass_a_copy,
                setup.inverse_mass_a,
            ) * -axis_y;
            prepared.jacobian_1_a_y_per_mass_a = jacobian_1_a_y_per_mass_a;
            prepared.minus_jacobian_1_a_y_per_mass_a_copy = S::again(
                -jacobian_1_a_y_per_mass_a,
            );
            let axis_x_per_mass_b = setup.inverse_mass_b * axis_x;
            prepared.axis_x_per_mass_b = axis_x_per_mass_b;
            prepared.axis_x_per_mass_b_copy = S::again(axis_x_per_mass_b);
            let axis_y_per_mass_b = S::reread(
                setup.inverse_mass_b_copy,
                setup.inverse_mass_b,
            ) * axis_y;
            prepared.axis_y_per_mass_b = axis_y_per_mass_b;
            prepared.minus_axis_y_per_mass_b_copy = S::again(-axis_y_per_mass_b);
            let max_impulse_0 = step.h * setup.finite_max_motor_torque;
            prepared.max_impulse_0 = max_impulse_0;
            prepared.minus_max_impulse_0_copy = S::again(-max_impulse_0);
            let inverse_k_1 = k_11.recip_or_zero(S::of(0.0));
            prepared.inverse_k_1 = inverse_k_1;
            let h_omega_1 = step.h * setup.omega_1;
            let effective_damping_1 = setup.twice_suspension_damping_ratio + h_omega_1;
            let implicit_stiffness_1 = effective_damping_1 * h_omega_1;
            let soft_impulse_scale_1 = S::of(1.0) / (S::of(1.0) + implicit_stiffness_1);
            prepared.soft_impulse_scale_1 = soft_impulse_scale_1;
            let soft_impulse_scale_1_over_k_1 = inverse_k_1 * soft_impulse_scale_1;
            prepared.spring_impulse_1 = soft_impulse_scale_1_over_k_1
                * (step.h * setup.omega_squared_1 * minus_c_1);
            prepared.soft_inverse_k_1 = soft_impulse_scale_1_over_k_1
                * implicit_stiffness_1;
            let to_lower = setup.to_lower_part + minus_axis_dot_arm_a;
            prepared.to_lower = to_lower;
            let reach_lower = setup.slack + step.inverse_h * to_lower;
            prepared.reach_lower = reach_lower;
            let to_upper = setup.to_upper_part + minus_axis_dot_arm_a;
            prepared.to_upper = to_upper;
            let minus_reach_upper = S::reread(setup.minus_slack_copy, -setup.slack)
                + step.inverse_h * to_upper;
            prepared.minus_reach_upper = minus_reach_upper;
            let inside = (S::of(-1e30) * to_lower).min(S::of(1e30) * to_upper);
            let rigid_share = S::of(1.0) + inside;
            prepared.rigid_share = rigid_share;
            let inverse_k_3 = k_33.recip_or_zero(S::of(0.0));
            prepared.inverse_k_3 = inverse_k_3;
        }
        /// v ← v + M⁻¹ Jᵀ λ
        #[inline(always)]
        fn warm_start<S: core_::Real>(
            setup: &Setup<S>,
            prepared: &Prepared<S>,
            impulses: &[S; 4],
            velocities: &mut [core_::Velocity<S>; 2],
        ) {
            let [velocity_a, velocity_b] = velocities;
            let impulse_12 = impulses[1] + impulses[2];
            velocity_a.x = velocity_a.x
                + S::reread(
                    prepared.minus_jacobian_1_a_y_per_mass_a_copy,
                    -prepared.jacobian_1_a_y_per_mass_a,
                ) * impulses[3] + prepared.jacobian_1_a_x_per_mass_a * impulse_12;
            velocity_a.y = velocity_a.y
                + S::reread(
                    prepared.jacobian_1_a_x_per_mass_a_copy,
                    prepared.jacobian_1_a_x_per_mass_a,
                ) * impulses[3] + prepared.jacobian_1_a_y_per_mass_a * impulse_12;
            velocity_a.angular = velocity_a.angular
                + setup.minus_inverse_inertia_a * impulses[0]
                + prepared.minus_axis_dot_arm_a_per_inertia_a * impulses[3]
                + prepared.axis_cross_arm_a_per_inertia_a * impulse_12;
            velocity_b.x = velocity_b.x
                + S::reread(
                    prepared.minus_axis_y_per_mass_b_copy,
                    -prepared.axis_y_per_mass_b,
                ) * impulses[3] + prepared.axis_x_per_mass_b * impulse_12;
            velocity_b.y = velocity_b.y
                + S::reread(prepared.axis_x_per_mass_b_copy, prepared.axis_x_per_mass_b)
                    * impulses[3] + prepared.axis_y_per_mass_b * impulse_12;
            velocity_b.angular = velocity_b.angular
                + setup.inverse_inertia_b * impulses[0]
                + prepared.axis_dot_r_b_per_inertia_b * impulses[3]
                + prepared.minus_axis_cross_r_b_per_inertia_b * impulse_12;
        }
        /// One iteration.
        #[inline(always)]
        fn solve<S: core_::Real>(
            setup: &Setup<S>,
            prepared: &Prepared<S>,
            pass: &core_::Pass<S>,
            impulses: &mut [S; 4],
            velocities: &mut [core_::Velocity<S>; 2],
        ) {
            let [velocity_a, velocity_b] = velocities;
            let wanted_0 = setup.motor_speed + velocity_a.angular - velocity_b.angular;
            let free_change_0 = setup.inverse_k_0 * wanted_0;
            let free_impulse_0 = impulses[0] + free_change_0;
            let impulse_0 = free_impulse_0
                .max(
                    S::reread(prepared.minus_max_impulse_0_copy, -prepared.max_impulse_0),
                )
                .min(prepared.max_impulse_0);
            let change_0 = impulse_0 - impulses[0];
            let updated_rate_1 = prepared.k_01 * change_0
                + (velocity_a.x * S::reread(prepared.jacobian_1_a_x, -prepared.axis_x)
                    + prepared.axis_y * velocity_b.y
                    + prepared.axis_cross_arm_a * velocity_a.angular
                    + (velocity_a.y
                        * S::reread(prepared.jacobian_1_a_y, -prepared.axis_y)
                        + prepared.minus_axis_cross_r_b * velocity_b.angular
                        + prepared.axis_x * velocity_b.x));
            let change_1 = pass.spring_scale
                * (prepared.spring_impulse_1
                    - impulses[1] * prepared.soft_impulse_scale_1
                    - prepared.soft_inverse_k_1 * updated_rate_1);
            let impulse_2_minus_change_1 = impulses[2] - change_1;
            let free_rate = updated_rate_1 - prepared.k_11 * impulse_2_minus_change_1;
            let impulse_2 = (free_rate
                .max((prepared.to_lower * pass.bias_rate).min(prepared.reach_lower))
                .min(
                    (pass.bias_rate * prepared.to_upper).max(prepared.minus_reach_upper),
                ) - free_rate)
                * (prepared.inverse_k_1
                    * pass.mass_scale.max(prepared.rigid_share).min(S::of(1.0)));
            let change_12 = impulse_2 - impulse_2_minus_change_1;
            let change_3 = (prepared.minus_k_13 * change_12
                + (prepared.minus_c_3 * pass.bias_rate
                    - (velocity_a.x
                        * S::reread(prepared.minus_jacobian_3_a_x, prepared.axis_y)
                        + velocity_b.y
                            * S::reread(prepared.minus_jacobian_3_b_y, prepared.axis_x)
                        + prepared.minus_axis_dot_arm_a * velocity_a.angular
                        + (velocity_a.y
                            * S::reread(prepared.minus_jacobian_3_a_y, -prepared.axis_x)
                            + prepared.axis_dot_r_b * velocity_b.angular
                            + velocity_b.x
                                * S::reread(
                                    prepared.minus_jacobian_3_b_x,
                                    -prepared.axis_y,
                                ))) + prepared.minus_k_03 * change_0))
                * (pass.mass_scale * prepared.inverse_k_3)
                - impulses[3] * pass.impulse_scale;
            impulses[0] = impulse_0;
            impulses[1] = impulses[1] + change_1;
            impulses[2] = impulse_2;
            impulses[3] = impulses[3] + change_3;
            velocity_a.x = S::reread(
                prepared.minus_jacobian_1_a_y_per_mass_a_copy,
                -prepared.jacobian_1_a_y_per_mass_a,
            ) * change_3
                + (velocity_a.x + prepared.jacobian_1_a_x_per_mass_a * change_12);
            velocity_a.y = S::reread(
                prepared.jacobian_1_a_x_per_mass_a_copy,
                prepared.jacobian_1_a_x_per_mass_a,
            ) * change_3
                + (velocity_a.y + prepared.jacobian_1_a_y_per_mass_a * change_12);
            velocity_a.angular = prepared.minus_axis_dot_arm_a_per_inertia_a * change_3
                + (velocity_a.angular + setup.minus_inverse_inertia_a * change_0
                    + prepared.axis_cross_arm_a_per_inertia_a * change_12);
            velocity_b.x = S::reread(
                prepared.minus_axis_y_per_mass_b_copy,
                -prepared.axis_y_per_mass_b,
            ) * change_3 + (velocity_b.x + prepared.axis_x_per_mass_b * change_12);
            velocity_b.y = S::reread(
                prepared.axis_x_per_mass_b_copy,
                prepared.axis_x_per_mass_b,
            ) * change_3 + (velocity_b.y + prepared.axis_y_per_mass_b * change_12);
            velocity_b.angular = prepared.axis_dot_r_b_per_inertia_b * change_3
                + (velocity_b.angular + setup.inverse_inertia_b * change_0
                    + prepared.minus_axis_cross_r_b_per_inertia_b * change_12);
        }
        /// Draws the points that the closure names, and the vectors between them.
        fn draw(&self, bodies: &[core_::BodyState; 2], canvas: &mut dyn core_::Canvas) {
            type S = core_::Scalar;
            use core_::Real as _;
            let poses = &core_::poses(bodies);
            let [a, b] = *poses;
            let [_, _, local_anchor_a_x, local_anchor_a_y, _, _, _, _, r_b_x, r_b_y, ..,
            ] = common_values(self, poses, 0.0);
            let point_b_x = b.x + r_b_x;
            let point_b_y = b.y + r_b_y;
            let r_a_x = a.cos * local_anchor_a_x - a.sin * local_anchor_a_y;
            let r_a_y = a.sin * local_anchor_a_x + a.cos * local_anchor_a_y;
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
                local_axis_a: core_::clone_field_of_joint(&self.local_axis_a),
                suspension: core_::clone_field_of_joint(&self.suspension),
                motor_speed: core_::clone_field_of_joint(&self.motor_speed),
                max_motor_torque: core_::clone_field_of_joint(&self.max_motor_torque),
                lower: core_::clone_field_of_joint(&self.lower),
                upper: core_::clone_field_of_joint(&self.upper),
            }
        }
    }
};
