struct Broken {
    length: Scalar,
}
#[allow(unexpected_cfgs)]
const _: () = {
    #[cfg(rust_analyzer)]
    ::constraint_core::__private0::as_written! {
        impl Broken { #[doc =
        r" The joint's rows at the given bodies: the closure of its attribute, as plain Rust."]
        #[allow(unused_parens, clippy::imprecise_flops, clippy::suboptimal_flops,
        clippy::too_many_arguments)] fn rows(& self, a : &
        ::constraint_core::__private0::BodyState, b : &
        ::constraint_core::__private0::BodyState,) -> impl
        ::constraint_core::__private0::Rows { use ::constraint_core::__private0:: {
        Limited as _, Row as _ }; let mut d = b.angle; d as f32 } }
    }
    #[cfg(not(rust_analyzer))]
    impl Broken {
        #[allow(dead_code, clippy::all, clippy::pedantic, clippy::nursery, missing_docs)]
        fn rows(
            &self,
            _: &::constraint_core::__private0::BodyState,
            _: &::constraint_core::__private0::BodyState,
        ) -> impl ::constraint_core::__private0::Rows {
            <::constraint_core::__private0::Vec2 as ::core::default::Default>::default()
        }
    }
};
::core::compile_error! {
    "a variable cannot change here: bind a new name with `let` instead of `let mut`"
}
::core::compile_error! {
    "`as` is not part of the constraint language: every number here is a `Scalar`; give the field that type, or convert it before, as in `let count: Scalar = self.count as Scalar;`"
}
const _: () = {
    use ::constraint_core::__private0 as core_;
    use ::core::primitive::{bool, f64, str, usize};
    #[automatically_derived]
    impl core_::Constraint for Broken {
        const BODIES: usize = 2;
        const ROWS: usize = 0;
        const DERIVATION: &'static str = "";
        type Bodies<T: core_::Element> = [T; 2];
        type Rows<T: core_::Element> = [T; 0];
        type Setup<S: core_::Real> = ();
        type Prepared<S: core_::Real> = ();
        fn table() -> &'static core_::JointTable {
            core_::JointTable::of::<Self>()
        }
        fn duplicate(&self) -> Self {
            loop {}
        }
        fn validate(&self) -> ::core::result::Result<(), core_::InvalidParameter> {
            ::core::result::Result::Ok(())
        }
        fn position_at<S: core_::Real>(&self, _: &[core_::Pose<S>; 2], _: S) -> [S; 0] {
            []
        }
        fn laws<S: core_::Real>(&self) -> [core_::Law<S>; 0] {
            []
        }
        fn velocity_at<S: core_::Real>(
            &self,
            _: &[core_::Pose<S>; 2],
            _: &[core_::Velocity<S>; 2],
            _: S,
        ) -> [S; 0] {
            []
        }
        fn jacobian_at<S: core_::Real>(
            &self,
            _: &[core_::Pose<S>; 2],
            _: S,
        ) -> [[core_::Wrench<S>; 2]; 0] {
            []
        }
        fn effective_mass_at<S: core_::Real>(
            &self,
            _: &[core_::Pose<S>; 2],
            _: &[core_::MassProperties<S>; 2],
            _: S,
        ) -> [[S; 0]; 0] {
            []
        }
        fn impulse_at<S: core_::Real>(
            &self,
            _: &[core_::Pose<S>; 2],
            _: &[S; 0],
            _: S,
        ) -> [core_::Wrench<S>; 2] {
            [core_::wrench(S::of(0.0), S::of(0.0), S::of(0.0)); 2]
        }
        fn draw(&self, _: &[core_::BodyState; 2], _: &mut dyn core_::Canvas) {}
        fn setup<S: core_::Real>(&self, _: &[core_::MassProperties<S>; 2]) {}
        fn prepare<S: core_::Real>(
            _: &(),
            _: &[core_::Pose<S>; 2],
            _: &core_::Step<S>,
            _: &mut (),
        ) {}
        fn warm_start<S: core_::Real>(
            _: &(),
            _: &(),
            _: &[S; 0],
            _: &mut [core_::Velocity<S>; 2],
        ) {}
        fn solve<S: core_::Real>(
            _: &(),
            _: &(),
            _: &core_::Pass<S>,
            _: &mut [S; 0],
            _: &mut [core_::Velocity<S>; 2],
        ) {}
    }
};
