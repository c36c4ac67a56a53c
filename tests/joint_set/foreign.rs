//! Bodies in a form of their own, against closed forms.

use constraint_core::joint_set::{BodySet, JointSet, MovingBodySet, SolverBody};
use constraint_core::joints::{PivotJoint, PulleyJoint};
use constraint_core::prelude::*;
use constraint_core::{MassProperties, Velocity};

/// All in `f64`, one list for each quantity, and speeds in km/h.
#[derive(Default)]
struct Lists {
    x: Vec<f64>,
    y: Vec<f64>,
    degrees: Vec<f64>,
    speeds: Vec<[f64; 3]>,
    masses: Vec<f64>,
}

const KMH: f64 = 1.0 / 3.6;
const G: f64 = 9.81;

impl Lists {
    fn add(&mut self, x: f64, y: f64, mass: f64) -> u32 {
        self.x.push(x);
        self.y.push(y);
        self.degrees.push(0.0);
        self.speeds.push([0.0; 3]);
        self.masses.push(mass);
        self.x.len() as u32 - 1
    }

    fn moves(&self, at: usize) -> bool {
        self.masses[at] < f64::INFINITY
    }
}

impl BodySet for Lists {
    fn count(&self) -> usize {
        self.x.len()
    }

    fn body(&self, index: u32) -> SolverBody {
        let at = index as usize;
        let inverse = self.masses[at].recip() as Scalar;
        let [x, y, angular] = self.speeds[at].map(|speed| (speed * KMH) as Scalar);
        SolverBody {
            mass: MassProperties { inverse_mass: inverse, inverse_inertia: inverse },
            centre: [self.x[at], self.y[at]],
            angle: self.degrees[at].to_radians(),
            velocity: Velocity { x, y, angular },
            is_asleep: false,
        }
    }

    fn set_velocity(&mut self, index: u32, velocity: Velocity<Scalar>) {
        self.speeds[index as usize] = [velocity.x, velocity.y, velocity.angular].map(|speed| f64::from(speed) / KMH);
    }
}

impl MovingBodySet for Lists {
    fn acceleration(&self, _: u32) -> Velocity<Scalar> {
        Velocity { x: 0.0, y: -G as Scalar, angular: 0.0 }
    }

    fn set_pose(&mut self, index: u32, centre: [f64; 2], angle: f64) {
        let at = index as usize;
        [self.x[at], self.y[at]] = centre;
        self.degrees[at] = angle.to_degrees();
    }
}

/// Atwood's machine, 200 km from the origin: how far the weight of 3 kg has come down in a second by `step`, against the one of 2 kg.
fn fall(mut step: impl FnMut(&mut JointSet, &mut Lists)) -> (f64, Scalar) {
    let (mut lists, far) = (Lists::default(), 200_000.0);
    let beam = lists.add(far, 10.0, f64::INFINITY);
    let (left, right) = (lists.add(far - 2.0, 0.0, 2.0), lists.add(far + 2.0, 0.0, 3.0));
    let mut set = JointSet::new();
    let pulley = PulleyJoint {
        local_anchor_a: Vec2::X * -2.0,
        local_anchor_b: Vec2::ZERO,
        local_anchor_c: Vec2::X * 2.0,
        local_anchor_d: Vec2::ZERO,
        ratio: 1.0,
        lower: 0.0,
        upper: 20.0,
    };
    let rope = set.add_joint(&lists, [beam, left, beam, right], pulley).unwrap();
    for _ in 0..60 {
        step(&mut set, &mut lists);
    }
    assert_eq!(set.joint_bodies(rope).unwrap(), [beam, left, beam, right]);
    let [_, hold, ..] = set.reaction(&lists, rope).unwrap();
    (lists.y[right as usize], hold.y)
}

/// By semi-implicit Euler a body at rest comes down by ½ a t (t + h), with a = g/5; the rope holds 2 kg (g + a).
fn is_exact((y, hold): (f64, Scalar)) {
    let (a, h) = (G / 5.0, 1.0 / 240.0);
    // Speeds are f32: in each of 240 substeps four roundings by 1.2e-7 m/s, all to one side, are 1.2e-4 m/s at the end of a second.
    assert!((y + 0.5 * a * (1.0 + h)).abs() < 6e-5, "{y}");
    // The soft pass leaves the rope a little longer than it is, by the stretch that its force takes: found 2e-4 of it.
    assert!((f64::from(hold) / (2.0 * (G + a)) - 1.0).abs() < 1e-3, "{hold}");
}

/// A step phase by phase.
fn by_phases(set: &mut JointSet, lists: &mut Lists) {
    let substeps = 4;
    let h = 1.0 / 240.0;
    set.begin_step(lists, 1.0 / 60.0, substeps).unwrap();
    for _ in 0..substeps {
        for at in (0..lists.x.len()).filter(|&at| lists.moves(at)).collect::<Vec<_>>() {
            lists.speeds[at][1] -= G * h / KMH;
        }
        set.warm_start(lists).unwrap();
        set.solve(lists).unwrap();
        for at in 0..lists.x.len() {
            let [x, y, angular] = lists.speeds[at].map(|speed| speed * KMH * h);
            lists.x[at] += x;
            lists.y[at] += y;
            lists.degrees[at] += angular.to_degrees();
        }
        set.relax(lists).unwrap();
    }
    set.end_step().unwrap();
}

/// The same at once.
fn at_once(set: &mut JointSet, lists: &mut Lists) {
    set.step(lists, 1.0 / 60.0, 4).unwrap();
}

#[test]
fn bodies_of_another_form_obey_phase_by_phase() {
    is_exact(fall(by_phases));
}

#[test]
fn bodies_of_another_form_obey_whole_steps() {
    is_exact(fall(at_once));
}

/// Bodies side by side, each on a pivot of its own to the first one. One after another they are frozen and let go.
fn frozen_and_let_go(step: impl Fn(&mut JointSet, &mut Lists)) {
    let mut lists = Lists::default();
    let beam = lists.add(0.0, 0.0, f64::INFINITY);
    let mut set = JointSet::new();
    for x in 1..=20_u8 {
        let bob = lists.add(f64::from(x), -1.0, f64::INFINITY);
        let anchor = Vec2::new(Scalar::from(x), 0.0);
        let pivot = PivotJoint { local_anchor_a: anchor, local_anchor_b: Vec2::Y };
        set.add_joint(&lists, [beam, bob], pivot).unwrap();
    }
    for round in 0..40 {
        let bob = 1 + round % 20;
        // Impulses begin to move it, or cease to.
        lists.masses[bob] = if round < 20 { 2.0 } else { f64::INFINITY };
        lists.speeds[bob] = if round < 20 { [0.5, 0.0, 0.0] } else { [0.0; 3] };
        for _ in 0..5 {
            step(&mut set, &mut lists);
        }
        assert!(set.max_position_error(&lists) < 2e-4, "round {round}: {}", set.max_position_error(&lists));
    }
}

#[test]
fn bodies_begin_and_cease_to_be_moved() {
    frozen_and_let_go(by_phases);
    frozen_and_let_go(at_once);
}
