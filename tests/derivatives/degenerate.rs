//! Where a direction is lost or nothing can move: finite numbers, the last direction, zeros.

use constraint_core::joints::{AngleJoint, DistanceJoint, MouseJoint, PulleyJoint, WeldJoint};
use constraint_core::{
    Array, Constraint, MassProperties, Pass, Pose, Scalar, Softness, Step, Vec2, Velocity, constraint,
};

use crate::fast::{Run, soft_pass};
use crate::sample::{EXACT, State, flat, inverse_masses, largest, near};
use crate::{catalogue, odd};

fn body(inverse_mass: f64, inverse_inertia: f64) -> MassProperties<f64> {
    MassProperties { inverse_mass, inverse_inertia }
}

fn at(x: f64, y: f64) -> Pose<f64> {
    Pose::new(x, y, 0.0)
}

const AT_REST: Velocity<f64> = Velocity { x: 0.0, y: 0.0, angular: 0.0 };

fn finite(values: &[f64]) -> bool {
    values.iter().all(|value| value.is_finite())
}

const ROD: DistanceJoint =
    DistanceJoint { local_anchor_a: Vec2::ZERO, local_anchor_b: Vec2::ZERO, lower: 1.0, upper: 1.0 };

/// The direction along which a unit impulse of a rod acts on its second body.
fn direction(run: &Run<DistanceJoint>) -> (f64, f64) {
    let velocities = [AT_REST; 2];
    let mut run = Run { impulses: [1.0], velocities, ..*run };
    run.warm_start();
    (run.velocities[1].x, run.velocities[1].y)
}

fn rod() -> State<DistanceJoint> {
    State { poses: [at(0.0, 0.0), at(0.6, 0.8)], velocities: [AT_REST; 2], masses: [body(1.0, 1.0); 2] }
}

/// To four roundings of a unit vector.
#[track_caller]
fn points(found: (f64, f64), expected: (f64, f64)) {
    near("n.x", found.0, expected.0, 1e-15);
    near("n.y", found.1, expected.1, 1e-15);
}

#[test]
fn anchors_that_meet_keep_the_last_direction() {
    let mut run = Run::new(&ROD, &rod());
    points(direction(&run), (0.6, 0.8));
    let met = [at(2.0, 3.0); 2];
    for _ in 0..3 {
        run.prepare(&met);
        points(direction(&run), (0.6, 0.8));
    }
    run.prepare(&[at(0.0, 0.0), at(-5.0, 0.0)]);
    points(direction(&run), (-1.0, 0.0));
    run.prepare(&met);
    points(direction(&run), (-1.0, 0.0));
    // It pushes along that direction as it would at any other distance.
    run.velocities = [AT_REST; 2];
    run.impulses = [0.0];
    run.solve(Pass { bias_rate: 10.0, ..Pass::relax() });
    // b (1 − 0) shared by two equal masses.
    near("v", run.velocities[1].x, -5.0, 1e-13);
    near("y", run.velocities[1].y, 0.0, 0.0);
}

#[test]
fn anchors_that_never_were_apart_hold_along_x() {
    let met = State { poses: [at(2.0, 3.0); 2], ..rod() };
    let run = Run::new(&ROD, &met);
    let (x, y) = direction(&run);
    // Either way along it: the distance grows to both sides.
    points((x.abs(), y.abs()), (1.0, 0.0));
}

/// The derived mathematics has nothing to remember by, and stays finite.
#[test]
fn mathematics_at_a_lost_direction_is_finite() {
    let met = [at(2.0, 3.0); 2];
    let entries: Vec<f64> = ROD.jacobian(&met)[0].iter().flat_map(|w| [w.x, w.y, w.angular]).collect();
    assert!(finite(&entries));
    near("|n|", entries[3].hypot(entries[4]), 1.0, 1e-15);
    near("c", ROD.position(&met)[0], 0.0, 0.0);
    near("k", ROD.effective_mass(&met, &[body(1.0, 1.0); 2])[0][0], 2.0, 1e-15);
}

#[test]
fn each_side_of_a_pulley_remembers_its_own() {
    let joint = PulleyJoint {
        local_anchor_a: Vec2::ZERO,
        local_anchor_b: Vec2::ZERO,
        local_anchor_c: Vec2::ZERO,
        local_anchor_d: Vec2::ZERO,
        ratio: 2.0,
        lower: 0.0,
        upper: 1.0,
    };
    let apart = [at(0.0, 0.0), at(0.0, 2.0), at(1.0, 0.0), at(-2.0, 0.0)];
    let state = State { poses: apart, velocities: [AT_REST; 4], masses: [body(1.0, 1.0); 4] };
    let mut run = Run::new(&joint, &state);
    let met = [apart[0], apart[0], apart[2], apart[2]];
    // The second side remembers its direction as long as the ratio: another ratio, and it is as long as that.
    for (ratio, side) in [(2.0, -2.0), (2.0, -2.0), (3.0, -3.0)] {
        run.setup = PulleyJoint { ratio, ..joint }.setup(&state.masses);
        run.prepare(&met);
        (run.impulses, run.velocities) = ([1.0], state.velocities);
        run.warm_start();
        points((run.velocities[1].x, run.velocities[1].y), (0.0, 1.0));
        points((run.velocities[3].x, run.velocities[3].y), (side, 0.0));
    }
    run.solve(Pass { bias_rate: 60.0, ..Pass::relax() });
    assert!(finite(&flat(&run.velocities)) && run.impulses[0].is_finite());
}

/// At random, with anchors that meet or nearly meet: 1e-200 m is a direction still, and nothing overflows.
#[test]
fn distances_of_any_size_are_finite() {
    catalogue::DISTANCE.each(|joint, state, random| {
        let joint = DistanceJoint { local_anchor_a: Vec2::ZERO, local_anchor_b: Vec2::ZERO, ..*joint };
        for distance in [0.0, 1e-320, 1e-200, 1e-30, 1e-8, 1e8, 1e100] {
            let poses = [at(0.0, 0.0), at(distance, -distance)];
            let mut run = Run::new(&joint, &State { poses, ..*state });
            run.solve(soft_pass(random));
            assert!(finite(&flat(&run.velocities)), "{distance:e}: {:?}", run.velocities);
            assert!(finite(&run.impulses));
        }
    });
}

/// Bodies that cannot move leave every joint at zero.
fn inert<J: Constraint>(sample: &crate::sample::Sample<J>) {
    sample.each(|joint, state, random| {
        let masses = Array::from_fn(|_| MassProperties::default());
        let state = State { masses, poses: state.poses, velocities: state.velocities };
        let mut run = Run::new(joint, &state);
        run.solve(soft_pass(random));
        assert!(run.impulses.as_ref().iter().all(|&impulse| impulse == 0.0), "{}: {:?}", sample.name, run.impulses);
        assert_eq!(flat(run.velocities.as_ref()), flat(state.velocities.as_ref()), "{}", sample.name);
    });
}

#[test]
fn immovable_bodies_are_inert() {
    inert(&catalogue::PIVOT);
    inert(&catalogue::WELD);
    inert(&catalogue::ANGLE);
    inert(&catalogue::DISTANCE);
    inert(&catalogue::LINE);
    inert(&catalogue::MOTOR);
    inert(&catalogue::PULLEY);
    inert(&odd::BEAD);
    inert(&odd::SPRING);
    inert(&odd::BUSHING);
    inert(&odd::CLUTCH);
    inert(&odd::WHEEL);
}

/// Bodies that cannot rotate: rows of angles are idle, and the others hold as if they stood alone.
#[test]
fn bodies_that_cannot_rotate() {
    catalogue::WELD.each(|joint, state, _| {
        let masses = [body(0.5, 0.0), body(2.0, 0.0)];
        let state = State { masses, ..*state };
        let mut run = Run::new(joint, &state);
        run.solve(Pass::relax());
        near("λ of the angle", run.impulses[2], 0.0, 0.0);
        let left = WeldJoint::velocity(joint, &state.poses, &run.velocities);
        // Ten operations on velocities of up to 30.
        near("V.x", left[0], 0.0, 1e-13);
        near("V.y", left[1], 0.0, 1e-13);
        for (after, before) in run.velocities.iter().zip(&state.velocities) {
            near("ω", after.angular, before.angular, 0.0);
        }
    });
    catalogue::ANGLE.each(|joint, state, random| {
        let state = State { masses: [body(0.5, 0.0), body(2.0, 0.0)], ..*state };
        let mut run = Run::new(&AngleJoint { lower: 1.0, upper: 1.0, ..*joint }, &state);
        run.solve(soft_pass(random));
        near("impulse", run.impulses[0], 0.0, 0.0);
    });
}

/// The same row three times over: the first holds, the others have nothing left to do.
#[test]
fn duplicated_rows_hold_once() {
    #[constraint(|a, b| {
        let d = b.point(self.anchor) - a.position;
        (d, d.x, d.y * 2.0, b.angle - a.angle)
    }, allow(dependent_rows))]
    struct Twice {
        anchor: Vec2,
    }
    catalogue::PIVOT.each(|pivot, state, _| {
        let joint = Twice { anchor: pivot.local_anchor_b };
        let state = State { poses: state.poses, velocities: state.velocities, masses: state.masses };
        let mut run = Run::new(&joint, &state);
        run.solve(Pass::relax());
        assert!(finite(&run.impulses) && finite(&flat(&run.velocities)));
        near("λ of the repeated x", run.impulses[2], 0.0, 0.0);
        near("λ of the repeated y", run.impulses[3], 0.0, 0.0);
        let left = joint.velocity(&state.poses, &run.velocities);
        // As for a weld: velocities of up to 1e2, and two digits for the condition of K.
        assert!(largest(&left) < 1e4 * EXACT, "{left:?}");
    });
}

/// A row whose J vanishes here, as of a bead at the centre of its wire, does nothing and harms nothing.
#[test]
fn vanishing_gradients_are_idle() {
    let joint = odd::Bead { radii: Vec2::new(2.0, 1.0) };
    let velocities = [Velocity { x: 1.0, y: -2.0, angular: 3.0 }; 2];
    let state = State { poses: [at(1.0, 1.0); 2], velocities, masses: [body(1.0, 1.0); 2] };
    let mut run = Run::new(&joint, &state);
    run.solve(Pass { bias_rate: 60.0, ..Pass::relax() });
    near("impulse", run.impulses[0], 0.0, 0.0);
    assert_eq!(run.velocities, velocities);
}

/// One heavy body and one light one, 1e6 to 1: the block still takes V to zero, to the condition of K.
#[test]
fn unequal_masses() {
    catalogue::WELD.each(|joint, state, _| {
        let state = State { masses: [body(1e-3, 1e-3), body(1e3, 1e3)], ..*state };
        let mut run = Run::new(joint, &state);
        run.solve(Pass::relax());
        let left = WeldJoint::velocity(joint, &state.poses, &run.velocities);
        let size = largest(&inverse_masses(&state.masses)) * largest(&run.impulses);
        assert!(largest(&left) <= EXACT * size.max(1.0), "{left:?}");
    });
}

/// A lever that is nothing but rounding: in single precision its fourth power is zero, and what it divides infinite.
#[test]
fn no_lever_is_too_short() {
    let step = Step { h: 0.01_f32, inverse_h: 100.0, time: 0.0 };
    for length in [0.0, 1e-19, 1e-15, 1e-12, 1e-10, 1e-9, 1e-8, 1e-7, 1e-3] {
        let local_anchor = Vec2::new(length, -0.7 * length);
        let (softness, max_force) = (Softness::new(5.0, 1.0), Scalar::INFINITY);
        let joint = MouseJoint { local_anchor, target: Vec2::new(1.0, 1.0), softness, max_force };
        for masses in [[0.0_f32, 1.0], [0.0, 1e-3], [0.0, 1e3], [1e-20, 1.0], [1.0, 1.0]] {
            let [inverse_mass, inverse_inertia] = masses;
            let setup = joint.setup(&[MassProperties { inverse_mass, inverse_inertia }]);
            let mut prepared = <MouseJoint as Constraint>::Prepared::default();
            MouseJoint::prepare(&setup, &[Pose::new(0.0_f32, 0.0, 0.5)], &step, &mut prepared);
            let (mut impulses, mut velocities) = ([0.0_f32; 2], [Velocity { x: 1.0_f32, y: 2.0, angular: 3.0 }]);
            MouseJoint::solve(&setup, &prepared, &Pass::relax(), &mut impulses, &mut velocities);
            let [Velocity { x, y, angular }] = velocities;
            let found = [impulses[0], impulses[1], x, y, angular].map(f64::from);
            assert!(finite(&found), "a lever of {length} m, {masses:?}: {found:?}");
        }
    }
}

/// A row that only turns a body which cannot rotate holds nothing, and takes nothing from the rows that are solved with it.
#[test]
fn idle_rows_of_angles_leave_the_others_whole() {
    #[constraint(|a, b| (a.angle, b.point(self.anchor) - self.target))]
    struct Pinned {
        anchor: Vec2,
        target: Vec2,
    }
    #[constraint(|a, b| (a.angle - self.angle, b.angle))]
    struct Upright {
        angle: Scalar,
    }
    #[constraint(|a, b| (b.angle - self.ratio * a.angle, b.point(self.anchor) - a.position))]
    struct Geared {
        ratio: Scalar,
        anchor: Vec2,
    }
    fn relaxes<J: Constraint>(joint: &J, state: &State<J>) {
        let mut run = Run::new(joint, state);
        run.solve(Pass::relax());
        // Ten operations on velocities of up to 1e2.
        let left = joint.velocity(&state.poses, &run.velocities);
        for (row, &left) in left.as_ref().iter().enumerate().skip(1) {
            near(&format!("V[{row}]"), left, 0.0, 1e-12);
        }
    }
    catalogue::PIVOT.each(|pivot, state, random| {
        let (anchor, target) = (pivot.local_anchor_b, random.vector(2.0));
        let State { poses, velocities, masses: [a, b] } = *state;
        let upright = MassProperties { inverse_inertia: 0.0, ..a };
        relaxes(&Pinned { anchor, target }, &State { poses, velocities, masses: [upright, b] });
        relaxes(&Upright { angle: 1.0 }, &State { poses, velocities, masses: [upright, b] });
        relaxes(&Geared { ratio: 0.0, anchor }, &State { poses, velocities, masses: [b, upright] });
    });
}
