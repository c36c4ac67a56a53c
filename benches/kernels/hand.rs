//! A hand-written joint as a joint type of its own: its mathematics is that of the generated one, its fast path is by hand.

use constraint_core::__private0::{Canvas, JointTable};
use constraint_core::{
    BodyState, Constraint, Element, InvalidParameter, Law, MassProperties, Pass, Pose, Real, Step, Values, Velocity,
    Wrench,
};

/// The fast path of a joint, by hand, for scalars and for lanes. [`Constraint`] says what the functions mean.
pub(crate) trait ByHand: Constraint {
    type Known<S: Real>: Values<S>;
    type Kept<S: Real>: Values<S>;
    const REMEMBERS: &'static [usize] = &[];

    fn known<S: Real>(&self, masses: &Self::Bodies<MassProperties<S>>) -> Self::Known<S>;
    fn begin<S: Real>(_: &Self::Known<S>, _: &Self::Bodies<S::Double>, _: &mut Self::Kept<S>) {}
    fn prepare<S: Real>(
        known: &Self::Known<S>,
        poses: &Self::Bodies<Pose<S>>,
        step: &Step<S>,
        kept: &mut Self::Kept<S>,
    );
    fn warm_start<S: Real>(
        known: &Self::Known<S>,
        kept: &Self::Kept<S>,
        impulses: &Self::Rows<S>,
        velocities: &mut Self::Bodies<Velocity<S>>,
    );
    fn solve<S: Real>(
        known: &Self::Known<S>,
        kept: &Self::Kept<S>,
        pass: &Pass<S>,
        impulses: &mut Self::Rows<S>,
        velocities: &mut Self::Bodies<Velocity<S>>,
    );
}

/// The joint with the fast path that is written by hand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hand<J>(pub(crate) J);

impl<J: ByHand> Constraint for Hand<J> {
    const BODIES: usize = J::BODIES;
    const ROWS: usize = J::ROWS;
    const RELATIVE: bool = J::RELATIVE;
    const READS_ANGLE: bool = J::READS_ANGLE;
    const HOLDS: bool = J::HOLDS;
    const RIGID: bool = J::RIGID;
    const RELAXES: bool = J::RELAXES;
    const DERIVATION: &'static str = "by hand";
    const MEMORY: &'static [usize] = J::REMEMBERS;

    type Bodies<T: Element> = J::Bodies<T>;
    type Rows<T: Element> = J::Rows<T>;
    type Setup<S: Real> = J::Known<S>;
    type Prepared<S: Real> = J::Kept<S>;

    fn table() -> &'static JointTable {
        JointTable::of::<Self>()
    }

    fn duplicate(&self) -> Self {
        Self(self.0.duplicate())
    }

    fn validate(&self) -> Result<(), InvalidParameter> {
        self.0.validate()
    }

    fn position_at<S: Real>(&self, poses: &J::Bodies<Pose<S>>, time: S) -> J::Rows<S> {
        self.0.position_at(poses, time)
    }

    fn laws<S: Real>(&self) -> J::Rows<Law<S>> {
        self.0.laws()
    }

    fn velocity_at<S: Real>(
        &self,
        poses: &J::Bodies<Pose<S>>,
        velocities: &J::Bodies<Velocity<S>>,
        time: S,
    ) -> J::Rows<S> {
        self.0.velocity_at(poses, velocities, time)
    }

    fn jacobian_at<S: Real>(&self, poses: &J::Bodies<Pose<S>>, time: S) -> J::Rows<J::Bodies<Wrench<S>>> {
        self.0.jacobian_at(poses, time)
    }

    fn effective_mass_at<S: Real>(
        &self,
        poses: &J::Bodies<Pose<S>>,
        masses: &J::Bodies<MassProperties<S>>,
        time: S,
    ) -> J::Rows<J::Rows<S>> {
        self.0.effective_mass_at(poses, masses, time)
    }

    fn impulse_at<S: Real>(&self, poses: &J::Bodies<Pose<S>>, lambda: &J::Rows<S>, time: S) -> J::Bodies<Wrench<S>> {
        self.0.impulse_at(poses, lambda, time)
    }

    fn setup<S: Real>(&self, masses: &J::Bodies<MassProperties<S>>) -> J::Known<S> {
        self.0.known(masses)
    }

    #[inline(always)]
    fn begin<S: Real>(setup: &J::Known<S>, angles: &J::Bodies<S::Double>, prepared: &mut J::Kept<S>) {
        <J as ByHand>::begin(setup, angles, prepared);
    }

    #[inline(always)]
    fn prepare<S: Real>(setup: &J::Known<S>, poses: &J::Bodies<Pose<S>>, step: &Step<S>, prepared: &mut J::Kept<S>) {
        <J as ByHand>::prepare(setup, poses, step, prepared);
    }

    #[inline(always)]
    fn warm_start<S: Real>(
        setup: &J::Known<S>,
        prepared: &J::Kept<S>,
        impulses: &J::Rows<S>,
        velocities: &mut J::Bodies<Velocity<S>>,
    ) {
        <J as ByHand>::warm_start(setup, prepared, impulses, velocities);
    }

    #[inline(always)]
    fn solve<S: Real>(
        setup: &J::Known<S>,
        prepared: &J::Kept<S>,
        pass: &Pass<S>,
        impulses: &mut J::Rows<S>,
        velocities: &mut J::Bodies<Velocity<S>>,
    ) {
        <J as ByHand>::solve(setup, prepared, pass, impulses, velocities);
    }

    fn draw(&self, bodies: &J::Bodies<BodyState>, canvas: &mut dyn Canvas) {
        self.0.draw(bodies, canvas);
    }
}

/// Structs of numbers, which the solver stores one after another.
macro_rules! values {
    ($(struct $name:ident { $($field:ident),* $(,)? })*) => {$(
        #[derive(Clone, Copy, Debug, Default)]
        pub(crate) struct $name<S> {
            $($field: S),*
        }

        impl<S: Real> Values<S> for $name<S> {
            const COUNT: usize = [$(stringify!($field)),*].len();

            #[inline(always)]
            fn load(values: &[S]) -> Self {
                let [$($field),*] = *numbers(values);
                Self { $($field),* }
            }

            #[inline(always)]
            fn store(&self, values: &mut [S]) {
                *numbers_mut(values) = [$(self.$field),*];
            }
        }
    )*};
}
pub(crate) use values;
