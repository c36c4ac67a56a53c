//! A lane computes what a scalar would: the kernel of each width against the joint's own functions, to the bit.

use super::*;
use crate::angle::Angle;
use crate::array::Array as _;
use crate::kernels::BodySlot;
use crate::kernels::records::as_long;
use crate::kernels::{
    AnyJoint as _, BatchPlace, BodyPlaces, HasKernels, ImpulsePass, Layout, Phase, Poses, Prepare, Span, Start,
    Velocities,
};
use crate::kinematics::{MassProperties, Pose, Velocity};
use crate::lanes::Simd128;
use crate::lanes::Width;
#[cfg(target_arch = "x86_64")]
use crate::lanes::{Simd256, Simd512};
use crate::math::Scalar;
use crate::pass::{Pass, Step};

const STEP: Step<Scalar> = Step { h: 0.004, inverse_h: 250.0, time: 0.7 };
const PASS: Pass<Scalar> = Pass { bias_rate: 60.0, mass_scale: 0.9, impulse_scale: 0.1, spring_scale: 1.0 };

/// Numbers from −1 to 1, the same in each run.
struct Numbers(u32);

impl Numbers {
    #[allow(clippy::cast_possible_truncation)] // the upper half
    fn next(&mut self) -> Scalar {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        Scalar::from((self.0 >> 16) as u16) / 32_768.0 - 1.0
    }
}

/// The bodies of one joint.
struct State<J: Constraint> {
    masses: J::Bodies<MassProperties<Scalar>>,
    angles: J::Bodies<f64>,
    poses: J::Bodies<Pose<Scalar>>,
    velocities: J::Bodies<Velocity<Scalar>>,
}

impl<J: Constraint> State<J> {
    fn new(numbers: &mut Numbers) -> Self {
        let mut next = || numbers.next();
        Self {
            masses: J::Bodies::from_fn(|_| MassProperties {
                inverse_mass: next().abs() + 0.1,
                inverse_inertia: next().abs() + 0.1,
            }),
            angles: J::Bodies::from_fn(|_| crate::math::double(3.0 * next())),
            poses: J::Bodies::from_fn(|_| Pose::new(2.0 * next(), 2.0 * next(), 0.1 * next())),
            velocities: J::Bodies::from_fn(|_| Velocity { x: next(), y: next(), angular: next() }),
        }
    }

    /// The velocities and impulses after two iterations and a warm start, by the joint's own functions.
    fn active(&self, joint: &J) -> Vec<Scalar> {
        let (setup, mut prepared) = (joint.setup(&self.masses), J::Prepared::default());
        J::begin(&setup, &self.angles, &mut prepared);
        // A joint without a rigid row sees arms as long as they are, whatever it is told: here they are.
        let poses =
            J::Bodies::from_fn(
                |body| if J::RIGID { self.poses.as_ref()[body] } else { as_long(self.poses.as_ref()[body]) },
            );
        J::prepare_along(&|number, _| joint.curve(number), &setup, &poses, &STEP, &mut prepared);
        let (mut impulses, mut velocities) = (J::Rows::repeat(0.0), self.velocities);
        for pass in [PASS, Pass::relax()] {
            J::solve(&setup, &prepared, &pass, &mut impulses, &mut velocities);
        }
        J::warm_start(&setup, &prepared, &impulses, &mut velocities);
        let own = velocities.as_ref().iter().flat_map(|velocity| [velocity.x, velocity.y, velocity.angular]);
        own.chain(impulses.as_ref().iter().copied()).collect()
    }
}

/// The same by the kernel, lane by lane.
fn in_lanes<J: Constraint + Clone, L: HasKernels>(joints: &[J], states: &[State<J>]) -> Vec<Vec<Scalar>> {
    let (table, lanes) = (J::table(), |value: &dyn Fn(&State<J>) -> Scalar| L::from_fn(|lane| value(&states[lane])));
    let Layout { bodies, rows, setup, prepared, .. } = table.layout;
    let mut setups = vec![L::default(); setup];
    for ((lane, state), (slot, joint)) in states.iter().enumerate().take(L::COUNT).zip((0..).zip(joints).cycle()) {
        let mut own = vec![0.0; setup];
        joint.write_setup(slot, state.masses.as_ref(), &mut own);
        setups.iter_mut().zip(own).for_each(|(lanes, value)| lanes.set(lane, value));
    }
    let mut numbers: Vec<L> = table.layout.unprepared().map(L::splat).collect();
    assert_eq!(numbers.len(), prepared);
    // The base has the place, and the pose that the body has moved by is nothing but its rotation.
    let of = |body: usize| (lanes(&|state| state.poses.as_ref()[body].x), lanes(&|state| state.poses.as_ref()[body].y));
    let mut bases: Vec<[L; 2]> = (0..bodies).map(|body| [of(body).0, of(body).1]).collect();
    let poses: Vec<Pose<L>> = (0..bodies)
        .map(|body| Pose {
            // The first body of a joint that is relative has no base.
            x: if body == 0 && J::RELATIVE { of(body).0 } else { L::default() },
            y: if body == 0 && J::RELATIVE { of(body).1 } else { L::default() },
            angle: lanes(&|state| state.poses.as_ref()[body].angle),
            cos: lanes(&|state| state.poses.as_ref()[body].cos),
            sin: lanes(&|state| state.poses.as_ref()[body].sin),
        })
        .collect();
    let angles: Vec<Angle> = (0..bodies)
        .flat_map(|body| (0..L::COUNT).map(move |lane| (body, lane)))
        .map(|(body, lane)| Angle::ZERO.turned(crate::math::nearest(states[lane].angles.as_ref()[body])))
        .collect();
    let mut velocities: Vec<Velocity<L>> = (0..bodies)
        .map(|body| Velocity {
            x: lanes(&|state| state.velocities.as_ref()[body].x),
            y: lanes(&|state| state.velocities.as_ref()[body].y),
            angular: lanes(&|state| state.velocities.as_ref()[body].angular),
        })
        .collect();
    let places: Vec<BatchPlace> = (0..).map(|at| BatchPlace::slot(BodySlot::new(at, true))).take(bodies).collect();
    let mut impulses = vec![L::default(); rows];
    let mut run = |phase: &mut Phase<'_, L>| {
        let mut span = Span {
            bodies: BodyPlaces::of_batch(&places, &[]),
            setup: &[0],
            setups: &setups,
            bases: &mut bases,
            prepared: &mut numbers,
            impulses: &mut impulses,
        };
        L::kernel(table)(&mut span, phase);
    };
    let poses = Poses { moved: &[], turned: &[], in_lanes: &poses };
    let joints = Typed(joints.iter().cloned().map(Some).collect());
    run(&mut Phase::Prepare(Prepare {
        poses,
        step: STEP,
        begin: Some(Start { angles: &angles, centres: &[] }),
        joints: &joints,
    }));
    for pass in [PASS, Pass::relax()] {
        run(&mut Phase::Pass(ImpulsePass::solve(Velocities::of_batch(&mut velocities), &pass)));
    }
    run(&mut Phase::Pass(ImpulsePass::apply(Velocities::of_batch(&mut velocities), false)));
    let of_lane = |lane: usize| {
        let own = velocities.iter().flat_map(|velocity| [velocity.x, velocity.y, velocity.angular]);
        own.chain(impulses.iter().copied()).map(|value| value.read(lane)).collect()
    };
    (0..L::COUNT).map(of_lane).collect()
}

/// Compares all widths that the processor has with scalars, at some states. The joints stand in the lanes by turns.
pub(crate) fn agree_with_scalars<J: Constraint + Clone>(joints: &[J]) {
    let mut numbers = Numbers(1);
    for _ in 0..8 {
        let mut states: Vec<State<J>> = (0..16).map(|_| State::new(&mut numbers)).collect();
        // What the kernel is told as an angle is one that a body can have.
        for state in &mut states {
            let exactly = |angle: f64| Angle::ZERO.turned(crate::math::nearest(angle)).exactly();
            state.angles = J::Bodies::from_fn(|body| exactly(state.angles.as_ref()[body]));
        }
        let expected: Vec<Vec<Scalar>> =
            states.iter().zip(joints.iter().cycle()).map(|(state, joint)| state.active(joint)).collect();
        let mut widths = vec![in_lanes::<J, Simd128>(joints, &states)];
        #[cfg(target_arch = "x86_64")]
        {
            if matches!(Width::at_most(16), Width::Simd512 | Width::Simd256) {
                widths.push(in_lanes::<J, Simd256>(joints, &states));
            }
            if Width::at_most(16) == Width::Simd512 {
                widths.push(in_lanes::<J, Simd512>(joints, &states));
            }
        }
        for lanes in widths {
            let bits = |values: &[Scalar]| values.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
            for (lane, (found, expected)) in lanes.iter().zip(&expected).enumerate() {
                let name = core::any::type_name::<J>();
                assert_eq!(
                    bits(found),
                    bits(expected),
                    "{name}, lane {lane} of {}: {found:?}, {expected:?}",
                    lanes.len()
                );
            }
        }
    }
}
