//! A saved `JointSet` goes on bit for bit, over bodies that its driver keeps.

use constraint_core::joint_set::{JointSet, SolverBody};
use constraint_core::joints::{DistanceJoint, PivotJoint};
use constraint_core::{Error, JointOptions, MassProperties, Softness, Vec2};

use crate::bodies::Bodies;
use crate::registry;

impl Bodies {
    #[allow(clippy::useless_conversion)] // not with the feature `f64` off
    fn step(&mut self, set: &mut JointSet) {
        let h = 1.0 / 240.0;
        set.begin_step(self, 1.0 / 60.0, 4).unwrap();
        for _ in 0..4 {
            for body in self.0.iter_mut().filter(|body| body.mass.inverse_mass > 0.0) {
                body.velocity.y -= 9.81 * h;
            }
            set.warm_start(self).unwrap();
            set.solve(self).unwrap();
            for SolverBody { centre, angle, velocity, .. } in &mut self.0 {
                centre[0] += f64::from(h * velocity.x);
                centre[1] += f64::from(h * velocity.y);
                *angle += f64::from(h * velocity.angular);
            }
            set.relax(self).unwrap();
        }
        set.end_step().unwrap();
    }
}

/// A chain that swings, and a soft rope from its end to the wall. A joint has been removed before.
fn swinging() -> (Bodies, JointSet) {
    let mass = MassProperties { inverse_mass: 1.0, inverse_inertia: 6.0 };
    let link = |at: u8| SolverBody { mass, centre: [0.5 + f64::from(at), 0.0], ..SolverBody::default() };
    let bodies = Bodies(core::iter::once(SolverBody::default()).chain((0..6).map(link)).collect());
    let mut set = JointSet::new();
    let gone = set.add_joint(&bodies, [0, 1], PivotJoint { local_anchor_a: Vec2::ZERO, local_anchor_b: Vec2::ZERO });
    for at in 0..6 {
        let offset = if at == 0 { 0.0 } else { 0.5 };
        let pivot = PivotJoint { local_anchor_a: Vec2::X * offset, local_anchor_b: Vec2::X * -0.5 };
        set.add_joint(&bodies, [at, at + 1], pivot).unwrap();
    }
    set.remove_joint(gone.unwrap()).unwrap();
    let rope = DistanceJoint { lower: 0.0, upper: 4.0, ..DistanceJoint::default() };
    let rope = set.add_joint(&bodies, [0, 6], rope).unwrap();
    let softness = Some(Softness::new(3.0, 0.4));
    set.set_joint_options(rope, JointOptions { softness, ..JointOptions::default() }).unwrap();
    (bodies, set)
}

#[test]
fn a_saved_joint_set_goes_on_bit_for_bit() {
    let (mut bodies, mut set) = swinging();
    for _ in 0..50 {
        bodies.step(&mut set);
    }
    let text = serde_json::to_string(&registry().save_joints(&set).unwrap()).unwrap();
    let mut others = bodies.clone();
    let mut loaded = registry().load_joints(&others, &mut serde_json::Deserializer::from_str(&text)).unwrap();
    assert!(loaded.joint_ids().eq(set.joint_ids()));
    assert_eq!(loaded.time().to_bits(), set.time().to_bits());
    for step in 0..60 {
        bodies.step(&mut set);
        others.step(&mut loaded);
        assert_eq!(others.0, bodies.0, "step {step}");
    }
    let (id, _) = set.joints::<DistanceJoint>().next().unwrap();
    assert_eq!(loaded.impulse(id), set.impulse(id));
}

#[test]
fn joint_sets_that_mean_nothing_are_refused() {
    let (mut bodies, mut set) = swinging();
    bodies.step(&mut set);
    let none = constraint_core::saved::Registry::new();
    assert!(matches!(none.save_joints(&set), Err(Error::UnregisteredJoint { .. })));
    let text = serde_json::to_string(&registry().save_joints(&set).unwrap()).unwrap();
    let load = |text: &str, bodies: &Bodies| {
        let joints = registry().load_joints(bodies, &mut serde_json::Deserializer::from_str(text));
        joints.map(drop).map_err(|error| error.to_string())
    };
    load(&text, &bodies).unwrap();
    let few = Bodies(bodies.0[..6].to_vec());
    assert!(load(&text, &few).unwrap_err().contains("holds a body that is not there"));
    for (from, to, told) in [
        ("\"version\":1", "\"version\":9", "the joints were saved in version 9, not 1"),
        ("\"generation\":0}]", "\"generation\":1}]", "holds a body that is not there"),
        ("\"push_out_speed\":3.0", "\"push_out_speed\":-3.0", "push-out speed"),
        ("[\"pivot\"", "[\"other\"", "no type of joint is called `other`"),
        ("28.274333882308138", "28.27433388230814", "does not keep every bit"),
    ] {
        assert!(text.contains(from), "{from}");
        let error = load(&text.replacen(from, to, 1), &bodies).unwrap_err();
        assert!(error.contains(told), "{error}");
    }
}
