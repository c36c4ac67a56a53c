//! Kernels by themselves, for `benches/kernels.rs`. Not a part of the public interface.

use crate::angle::Angle;
use crate::constraint::Constraint;
use crate::kernels::BodySlot;
use crate::kernels::{AnyJoint as _, Velocities};
use crate::kernels::{
    BatchPlace, BodyPlaces, HasKernels, ImpulsePass, JointTable, Phase as KernelPhase, Poses, Prepare, Span, Start,
};
use crate::kinematics::{MassProperties, Pose, Velocity};
use crate::lanes::{Simd128, Width};
#[cfg(target_arch = "x86_64")]
use crate::lanes::{Simd256, Simd512};
use crate::math::Scalar;
use crate::pass::{Pass, Step};

/// What a kernel does with all packs.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)] // as the kernels' phases
pub enum Phase {
    Prepare(Step<Scalar>),
    Solve(Pass<Scalar>),
    Apply,
}

/// Joint packs of one type, each with bodies of its own.
pub trait Packs {
    /// Calls the kernel of the joint type's table.
    fn run(&mut self, phase: Phase);
    /// Gives the bodies and the joints the velocities and impulses that they had at first.
    fn reset(&mut self);
    /// The velocities of all bodies and the impulses of all joints.
    fn results(&self) -> Vec<Scalar>;
}

/// So many packs of so many lanes, or of as many as the processor has. `number` gives the state, from −1 to 1.
pub fn packs<J: Constraint>(
    lanes: usize,
    count: usize,
    joint: impl FnMut() -> J,
    number: &mut dyn FnMut() -> Scalar,
) -> Box<dyn Packs> {
    match Width::at_most(lanes) {
        #[cfg(target_arch = "x86_64")]
        Width::Simd512 => Box::new(State::<Simd512>::new(count, joint, number)),
        #[cfg(target_arch = "x86_64")]
        Width::Simd256 => Box::new(State::<Simd256>::new(count, joint, number)),
        Width::Simd128 | Width::One => Box::new(State::<Simd128>::new(count, joint, number)),
    }
}

struct State<L: HasKernels> {
    table: &'static JointTable,
    setups: Vec<L>,
    setup: Vec<u32>,
    places: Vec<BatchPlace>,
    bases: Vec<[L; 2]>,
    angles: Vec<Angle>,
    poses: Vec<Pose<L>>,
    prepared: Vec<L>,
    first: (Vec<Velocity<L>>, Vec<L>),
    velocities: Vec<Velocity<L>>,
    impulses: Vec<L>,
}

impl<L: HasKernels> State<L> {
    fn new<J: Constraint>(count: usize, mut joint: impl FnMut() -> J, number: &mut dyn FnMut() -> Scalar) -> Self {
        let table = J::table();
        let (layout, bodies) = (table.layout, count * J::BODIES);
        let mut setups = vec![L::default(); count * layout.setup];
        for pack in setups.chunks_exact_mut(layout.setup) {
            for lane in 0..L::COUNT {
                let mut mass = || 1.05 + 0.95 * number();
                let masses: Vec<MassProperties<Scalar>> =
                    (0..J::BODIES).map(|_| MassProperties { inverse_mass: mass(), inverse_inertia: mass() }).collect();
                let mut own = vec![0.0; layout.setup];
                joint().write_setup(0, &masses, &mut own);
                pack.iter_mut().zip(own).for_each(|(lanes, value)| lanes.set(lane, value));
            }
        }
        let mut lanes = |size: Scalar| L::from_fn(|_| size * number());
        let poses = (0..bodies).map(|_| {
            let [x, y, angle] = [lanes(2.0), lanes(2.0), lanes(3.0)];
            Pose { x, y, angle, cos: angle.map(Scalar::cos), sin: angle.map(Scalar::sin) }
        });
        let poses = poses.collect();
        let velocities: Vec<Velocity<L>> =
            (0..bodies).map(|_| Velocity { x: lanes(3.0), y: lanes(3.0), angular: lanes(3.0) }).collect();
        let impulses: Vec<L> = (0..count * J::ROWS).map(|_| lanes(0.5)).collect();
        Self {
            table,
            setups,
            setup: (0..).take(count).collect(),
            places: (0..).map(|at| BatchPlace::slot(BodySlot::new(at, true))).take(bodies).collect(),
            bases: vec![[L::default(); 2]; bodies],
            angles: vec![Angle::ZERO; bodies * L::COUNT],
            poses,
            prepared: (0..count).flat_map(|_| layout.unprepared().map(L::splat)).collect(),
            first: (velocities.clone(), impulses.clone()),
            velocities,
            impulses,
        }
    }
}

impl<L: HasKernels> Packs for State<L> {
    fn run(&mut self, phase: Phase) {
        let mut span = Span {
            bodies: BodyPlaces::of_batch(&self.places, &[]),
            setup: &self.setup,
            setups: &self.setups,
            bases: &mut self.bases,
            prepared: &mut self.prepared,
            impulses: &mut self.impulses,
        };
        let velocities = Velocities::of_batch(&mut self.velocities);
        let joints = (self.table.parameters)();
        let mut phase = match phase {
            Phase::Prepare(step) => {
                let poses = Poses { moved: &[], turned: &[], in_lanes: &self.poses };
                KernelPhase::Prepare(Prepare {
                    poses,
                    step,
                    begin: Some(Start { angles: &self.angles, centres: &[] }),
                    joints: &*joints,
                })
            }
            Phase::Solve(pass) => KernelPhase::Pass(ImpulsePass::solve(velocities, &pass)),
            Phase::Apply => KernelPhase::Pass(ImpulsePass::apply(velocities, false)),
        };
        L::kernel(self.table)(&mut span, &mut phase);
    }

    fn reset(&mut self) {
        self.velocities.clone_from(&self.first.0);
        self.impulses.clone_from(&self.first.1);
    }

    fn results(&self) -> Vec<Scalar> {
        let velocities = self.velocities.iter().flat_map(|velocity| [velocity.x, velocity.y, velocity.angular]);
        let values = velocities.chain(self.impulses.iter().copied());
        values.flat_map(|value| (0..L::COUNT).map(move |lane| value.get(lane))).collect()
    }
}
