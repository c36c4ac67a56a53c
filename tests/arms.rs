//! Rigid joints are told of the arcs that their anchors are about to move along; what yields sees arms as long as they are.

use constraint_core::joints::{DampedSpring, DistanceJoint, PivotJoint, SoftDistanceJoint};
use constraint_core::{Array as _, Body, BodyId, Constraint, JointOptions, Scalar, Softness, Vec2, World};

const DT: Scalar = 1.0 / 60.0;
/// Substeps of a step.
const SUBSTEPS: u8 = 4;

/// A world without gravity, with something that stands still at `place`.
fn world(place: Vec2) -> (World, BodyId) {
    let mut world = World::new();
    world.set_gravity(Vec2::ZERO).unwrap();
    let ground = world.add_body(Body::fixed().at(place)).unwrap();
    (world, ground)
}

/// A rod of 1 m and 1 kg whose centre is at x.
fn rod(x: Scalar, spin: Scalar) -> Body {
    let at = Vec2::new(x, 0.0);
    Body::dynamic(1.0, 1.0 / 12.0).at(at).spinning(spin).moving(at.perp() * spin)
}

/// Rods end to end that spin about the first one's end.
fn whirl(rods: u8, spin: Scalar) -> World {
    let (mut world, mut last) = world(Vec2::ZERO);
    for rod_number in 0..rods {
        let next = world.add_body(rod(Scalar::from(rod_number) + 0.5, spin)).unwrap();
        let local_anchor_a = if rod_number == 0 { Vec2::ZERO } else { Vec2::new(0.5, 0.0) };
        world.add_joint([last, next], PivotJoint { local_anchor_a, local_anchor_b: Vec2::new(-0.5, 0.0) }).unwrap();
        last = next;
    }
    world
}

/// The largest distance between the anchors of a joint after any of so many steps, m.
fn largest_error(world: &mut World, steps: usize) -> Scalar {
    let mut largest: Scalar = 0.0;
    for _ in 0..steps {
        world.step(DT).unwrap();
        for (id, _) in world.joints::<PivotJoint>() {
            let [x, y] = world.position_error(id).unwrap();
            largest = largest.max(x.hypot(y));
        }
    }
    largest
}

/// J v = 0 leads an anchor along the tangent, from which its arc departs by the sagitta, (h ω)²/2 of the arm, in each substep. The
/// soft pass takes back .29 of C: if it were not told, C would be 3.4 times the sagitta. The first
/// substep of a step is not told, and leaves a part of its sagitta (0.48 and 0.51 at 2 and 5 rad/s, 0.62 at 10).
#[test]
fn a_rod_that_spins_keeps_to_its_arc() {
    for spin in [2.0, 5.0, 10.0] {
        let turn = spin * DT / Scalar::from(SUBSTEPS);
        let sagitta = 0.5 * turn * turn * 0.5;
        let error = largest_error(&mut whirl(1, spin), 600);
        assert!(error < 0.75 * sagitta, "{} sagittas at {spin} rad/s", error / sagitta);
    }
}

/// Where a body of 1 kg is, m, that hangs by an arm of half a metre on a post 3 m away and has spun for a second.
fn hung<J: Constraint>(spin: Scalar, length: Scalar, joint: J, softness: Option<Softness>) -> Vec2 {
    let (mut world, post) = world(Vec2::new(3.0, 0.0));
    let body = world.add_body(Body::dynamic(1.0, 0.5).spinning(spin)).unwrap();
    let joint = world.add_joint::<J>(J::Bodies::from_fn(|which| [post, body][which]), joint).unwrap();
    world.set_joint_options(joint, JointOptions { softness, ..JointOptions::default() }).unwrap();
    let mut time = 0.0;
    while time < 1.0 - 0.5 * length {
        world.step(length).unwrap();
        time += length;
    }
    world.body(body).unwrap().position()
}

const HERE: Vec2 = Vec2::ZERO;
const THERE: Vec2 = Vec2::new(0.5, 0.0);

/// With the arms that rigid joints are told of, the spring moves the body by 4.9 and 3.3 mm more than it should.
#[test]
fn a_spring_sees_the_arms_that_there_are() {
    for spin in [10.0, 20.0] {
        let place = |length| {
            let (local_anchor_a, local_anchor_b) = (HERE, THERE);
            let spring =
                DampedSpring { local_anchor_a, local_anchor_b, rest_length: 2.5, stiffness: 40.0, damping: 0.0 };
            hung(spin, length, spring, None)
        };
        let error = place(DT).distance(place(DT / 64.0));
        // What the step leaves: 0.2 and 0.03 mm in `f32`.
        assert!(error < 5e-4, "{error} m at {spin} rad/s");
    }
}

/// So does a joint that an option makes a spring of: the same as one that is a spring by itself.
#[test]
fn a_softened_joint_sees_them_too() {
    let (local_anchor_a, local_anchor_b, length) = (HERE, THERE, 2.0);
    for spin in [10.0, 20.0] {
        let rigid = DistanceJoint { local_anchor_a, local_anchor_b, lower: length, upper: length };
        let softness = Softness::new(1.0, 0.1);
        let softened = hung(spin, DT, rigid, Some(softness));
        let soft = SoftDistanceJoint { local_anchor_a, local_anchor_b, rest_length: length, softness };
        let error = softened.distance(hung(spin, DT, soft, None));
        // Rounding: 1.4e-6 m in `f32`. With the arms of a rigid joint it is 2.5 and 16.7 mm.
        assert!(error < 1e-5, "{error} m at {spin} rad/s");
    }
}

/// However far they turn in a substep. At 240 rad/s that is a radian, of which no tangent tells; arms must not be told as short as that
/// would need.
#[test]
fn rods_that_are_whirled_gain_nothing() {
    for (rods, spin) in [(1, 200.0), (2, 120.0), (2, 1000.0), (4, 60.0), (4, 500.0)] {
        let mut world = whirl(rods, spin);
        let start = world.kinetic_energy();
        for step in 0..600 {
            world.step(DT).unwrap();
            let energy = world.kinetic_energy();
            assert!(energy < start, "{rods} rods at {spin} rad/s: {} of their energy in step {step}", energy / start);
        }
    }
}

/// So short a substep takes next to nothing of C back, and its arcs are no longer than what rounding leaves of them. Were all arms as
/// short as they may be told, the rod would keep 0.98 of its energy.
#[test]
fn a_step_of_next_to_no_time_changes_nothing() {
    for length in [1e-20, 1e-23, 1e-30] {
        let mut world = whirl(1, 5.0);
        for _ in 0..60 {
            world.step(DT).unwrap();
        }
        let before = world.kinetic_energy();
        world.step(length).unwrap();
        let kept = world.kinetic_energy() / before;
        // Rounding, of a few velocities of 2.5 m/s.
        assert!((kept - 1.0).abs() < 1e-5, "{kept} of the energy after {length} s");
    }
}
