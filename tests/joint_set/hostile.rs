//! What a driver may get wrong.

use constraint_core::joint_set::{JointSet, SolverBody};
use constraint_core::joints::{DistanceJoint, PivotJoint};
use constraint_core::prelude::*;
use constraint_core::{Error, MassProperties, Missing};

use crate::bodies::Bodies;

const DT: Scalar = 1.0 / 60.0;
const NAN: Scalar = Scalar::NAN;

type Spoil = fn(&mut SolverBody);

const PIVOT: PivotJoint = PivotJoint { local_anchor_a: Vec2::ZERO, local_anchor_b: Vec2::new(-1.0, 0.0) };

/// A ground, a bob that hangs from it, and a body that nothing holds.
fn pendulum() -> (JointSet, Bodies, JointId<PivotJoint>) {
    let mass = MassProperties { inverse_mass: 1.0, inverse_inertia: 10.0 };
    let bob = SolverBody { mass, centre: [1.0, 0.0], ..SolverBody::default() };
    let bodies = Bodies(vec![SolverBody::default(), bob, bob]);
    let mut set = JointSet::new();
    let pivot = set.add_joint(&bodies, [0, 1], PIVOT).unwrap();
    (set, bodies, pivot)
}

fn fall(bodies: &mut Bodies, h: Scalar) {
    bodies.0[1].velocity.y -= 9.81 * h;
}

fn advance(bodies: &mut Bodies, h: Scalar) {
    let SolverBody { centre, angle, velocity, .. } = &mut bodies.0[1];
    *centre = [centre[0] + f64::from(h * velocity.x), centre[1] + f64::from(h * velocity.y)];
    *angle += f64::from(h * velocity.angular);
}

fn step(set: &mut JointSet, bodies: &mut Bodies) -> Result<Vec<Event>, Error> {
    let h = 0.5 * DT;
    set.begin_step(bodies, DT, 2)?;
    for _ in 0..2 {
        fall(bodies, h);
        set.warm_start(bodies)?;
        set.solve(bodies)?;
        advance(bodies, h);
        set.relax(bodies)?;
    }
    Ok(set.end_step()?.to_vec())
}

/// Steps on, and finds the joint as good as ever.
#[track_caller]
fn goes_on(set: &mut JointSet, bodies: &mut Bodies, pivot: JointId<PivotJoint>) {
    for _ in 0..60 {
        step(set, bodies).unwrap();
    }
    let error = set.position_error(bodies, pivot).unwrap();
    // A pendulum of 1 m in substeps of 1/120 s: 2e-3 m was found.
    assert!(error.iter().all(|error| error.abs() < 5e-3), "{error:?}");
    assert!(set.impulse(pivot).unwrap() != [0.0; 2]);
}

#[test]
fn indices_that_there_are_not_are_refused() {
    let (mut set, mut bodies, pivot) = pendulum();
    for body in [3, u32::MAX] {
        assert_eq!(set.add_joint(&bodies, [0, body], PIVOT), Err(Error::BodyOutOfRange { body, count: 3 }));
    }
    assert_eq!(set.len(), 1);
    let more = set.add_joint(&bodies, [1, 2], PIVOT).unwrap();
    step(&mut set, &mut bodies).unwrap();
    let gone = bodies.0.pop().unwrap();
    let before = bodies.clone();
    assert_eq!(set.begin_step(&bodies, DT, 2), Err(Error::BodyOutOfRange { body: 2, count: 2 }));
    assert_eq!((set.warm_start(&mut bodies).is_err(), &bodies), (true, &before));
    assert_eq!(set.remove_body(2), [more]);
    goes_on(&mut set, &mut bodies, pivot);
    // The index has another body.
    bodies.0.push(gone);
    goes_on(&mut set, &mut bodies, pivot);
}

#[test]
fn bodies_that_mean_nothing_are_refused() {
    let (mut set, mut bodies, pivot) = pendulum();
    step(&mut set, &mut bodies).unwrap();
    let spoil: [(&str, Spoil); 8] = [
        ("inverse mass", |body| body.mass.inverse_mass = NAN),
        ("inverse mass", |body| body.mass.inverse_mass = -1.0),
        ("inverse inertia", |body| body.mass.inverse_inertia = Scalar::INFINITY),
        ("position", |body| body.centre[1] = f64::NAN),
        // Beyond what any scalar holds, if that is an `f32`.
        ("position", |body| body.centre[0] = f64::from(Scalar::MAX) * 4.0),
        ("angle", |body| body.angle = f64::NEG_INFINITY),
        ("velocity", |body| body.velocity.x = NAN),
        ("angular velocity", |body| body.velocity.angular = Scalar::INFINITY),
    ];
    for (wrong, spoil) in spoil {
        let sound = bodies.clone();
        spoil(&mut bodies.0[1]);
        let refused = set.begin_step(&bodies, DT, 2);
        assert!(
            matches!(refused, Err(Error::InvalidBody { body: 1, quantity, .. }) if quantity == wrong),
            "{wrong}: {refused:?}"
        );
        bodies = sound;
    }
    // Nobody asks for what no joint holds.
    bodies.0[2].velocity.x = NAN;
    goes_on(&mut set, &mut bodies, pivot);
}

/// A velocity or a pose that is spoiled within the step: the phase changes nothing, the step is over, and the next one goes on.
#[test]
fn what_is_spoiled_within_a_step_ends_it() {
    let (mut set, mut bodies, pivot) = pendulum();
    step(&mut set, &mut bodies).unwrap();
    for at in 0..5 {
        let sound = bodies.clone();
        let (mut outcomes, mut spoiled) = (vec![set.begin_step(&bodies, DT, 2)], Vec::new());
        for number in 0..2 {
            for phase in 0..3 {
                if 3 * number + phase == at {
                    match phase {
                        2 => bodies.0[1].centre[0] = f64::NAN,
                        _ => bodies.0[1].velocity.y = NAN,
                    }
                    spoiled = vec![bodies.0[1].velocity.x];
                }
                outcomes.push(match phase {
                    0 => set.warm_start(&mut bodies),
                    1 => set.solve(&mut bodies),
                    _ => set.relax(&mut bodies),
                });
            }
        }
        assert!(outcomes[..=at].iter().all(Result::is_ok), "{outcomes:?}");
        assert!(matches!(outcomes[at + 1], Err(Error::InvalidBody { body: 1, .. })), "{outcomes:?}");
        assert!(outcomes[at + 2..].iter().all(|late| matches!(late, Err(Error::OutOfTurn { .. }))), "{outcomes:?}");
        assert_eq!(bodies.0[1].velocity.x, spoiled[0]);
        assert!(set.end_step().is_err());
        bodies = sound;
    }
    goes_on(&mut set, &mut bodies, pivot);
}

#[test]
fn phases_have_their_turn() {
    let (mut set, mut bodies, pivot) = pendulum();
    let late = |called, expected| Err(Error::OutOfTurn { called, expected });
    assert_eq!(set.warm_start(&mut bodies), late("warm_start", "begin_step"));
    for (dt, substeps) in [(NAN, 2), (0.0, 2), (-DT, 2), (Scalar::INFINITY, 2), (DT, 0)] {
        assert!(set.begin_step(&bodies, dt, substeps).is_err(), "{dt} {substeps}");
    }
    set.begin_step(&bodies, DT, 1).unwrap();
    assert_eq!(set.solve(&mut bodies), late("solve", "warm_start"));
    // What was out of turn has done nothing.
    set.warm_start(&mut bodies).unwrap();
    assert_eq!(set.end_step().map(<[_]>::len), late("end_step", "solve` or `relax").map(|()| 0));
    // Several iterations are as good as one.
    set.solve(&mut bodies).unwrap();
    set.solve(&mut bodies).unwrap();
    set.relax(&mut bodies).unwrap();
    assert_eq!(set.relax(&mut bodies), late("relax", "end_step"));
    set.end_step().unwrap();
    // A step may be begun again, and a joint that is removed within one ends it.
    set.begin_step(&bodies, DT, 2).unwrap();
    set.begin_step(&bodies, DT, 2).unwrap();
    let other = set.add_joint(&bodies, [1, 2], PIVOT).unwrap();
    set.warm_start(&mut bodies).unwrap();
    set.remove_joint(other).unwrap();
    assert_eq!(set.solve(&mut bodies), late("solve", "begin_step"));
    goes_on(&mut set, &mut bodies, pivot);
}

#[test]
fn ids_outlive_their_joints() {
    let (mut set, mut bodies, pivot) = pendulum();
    let (mut others, ..) = pendulum();
    let unknown = |missing| Err(Error::UnknownJoint { joint: pivot.into(), missing });
    assert_eq!(others.remove_joint(pivot).map(|_| ()), unknown(Missing::OtherWorld));
    step(&mut set, &mut bodies).unwrap();
    assert_eq!(set.remove_joint(pivot).map(|_| ()), Ok(()));
    assert_eq!(set.remove_joint(pivot).map(|_| ()), unknown(Missing::Removed));
    assert_eq!(set.joint(pivot).map(|_| ()), unknown(Missing::Removed));
    assert_eq!(set.set_joint_options(pivot, JointOptions::default()), unknown(Missing::Removed));
    assert!(set.is_empty() && set.remove_body(1).is_empty());
    step(&mut set, &mut bodies).unwrap();
}

#[test]
fn spoiled_parameters_are_found_before_anything_moves() {
    let (mut set, mut bodies, pivot) = pendulum();
    step(&mut set, &mut bodies).unwrap();
    set.joint_mut(pivot).unwrap().local_anchor_a.x = NAN;
    assert!(matches!(set.begin_step(&bodies, DT, 2), Err(Error::InvalidJoint { id: Some(id), .. }) if id == pivot));
    set.joint_mut(pivot).unwrap().local_anchor_a.x = 0.0;
    goes_on(&mut set, &mut bodies, pivot);
}

/// A row that divides by zero where its body is: no velocity becomes NaN for it, and without it the others go on.
#[constraint(|body| self.gain / body.position.x)]
#[derive(Clone, Debug)]
struct Reciprocal {
    gain: Scalar,
}

#[test]
fn what_joints_would_make_of_a_velocity_is_checked() {
    let (mut set, mut bodies, pivot) = pendulum();
    step(&mut set, &mut bodies).unwrap();
    bodies.0[2].centre = [0.0; 2];
    let reciprocal = set.add_joint(&bodies, [2], Reciprocal { gain: 1.0 }).unwrap();
    let refused = step(&mut set, &mut bodies);
    assert!(matches!(refused, Err(Error::InvalidBody { body: 2, .. })), "{refused:?}");
    assert!(bodies.0.iter().all(|body| body.velocity.x.is_finite()));
    set.remove_joint(reciprocal).unwrap();
    goes_on(&mut set, &mut bodies, pivot);
}

#[test]
fn a_joint_breaks_at_the_end_of_a_step() {
    let (mut set, mut bodies, pivot) = pendulum();
    // It holds m g i/(i + m r²) = 0.89 N at first.
    let options = JointOptions { break_force: 0.5, ..JointOptions::default() };
    set.set_joint_options(pivot, options).unwrap();
    let events = step(&mut set, &mut bodies).unwrap();
    assert!(matches!(events[..], [Event::Broken { joint, removed: true, .. }] if joint == pivot), "{events:?}");
    // Still there to be read.
    assert!(set.joint(pivot).is_ok());
    assert_eq!(step(&mut set, &mut bodies).unwrap(), []);
    assert!(set.joint(pivot).is_err());
}

#[test]
fn joints_of_sleepers_rest_with_their_impulses() {
    let (mut set, mut bodies, pivot) = pendulum();
    let rope = DistanceJoint { local_anchor_a: Vec2::ZERO, local_anchor_b: Vec2::ZERO, lower: 0.0, upper: 1.0 };
    set.add_joint(&bodies, [0, 1], rope).unwrap();
    let mut held = Vec::new();
    set.each_joint_of(1, &mut |bodies| held.push(bodies.to_vec()));
    assert_eq!(held, [[0, 1], [0, 1]]);
    step(&mut set, &mut bodies).unwrap();
    let impulse = set.impulse(pivot).unwrap();
    bodies.0[1].is_asleep = true;
    let before = bodies.clone();
    set.begin_step(&bodies, DT, 1).unwrap();
    set.warm_start(&mut bodies).unwrap();
    set.solve(&mut bodies).unwrap();
    set.relax(&mut bodies).unwrap();
    set.end_step().unwrap();
    assert_eq!(bodies, before);
    // The impulse of another substep, of the same force: twice as long.
    assert_eq!(set.impulse(pivot).unwrap(), impulse.map(|impulse| 2.0 * impulse));
    bodies.0[1].is_asleep = false;
    goes_on(&mut set, &mut bodies, pivot);
}
