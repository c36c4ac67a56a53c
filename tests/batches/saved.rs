//! What a saved world has kept of identical and similar islands is what one has kept whose islands are by themselves.

use constraint_core::World;
use constraint_core::joints::{
    AngleJoint, DampedSpring, DistanceJoint, MotorJoint, PivotJoint, RatchetJoint, RevoluteJoint,
};
use constraint_core::saved::Registry;

use super::puppets::{begun, change};
use super::random::Random;
use super::similar::trees;
use super::{DT, expected, told};

fn are_saved(mut world: World) {
    let registry = Registry::new()
        .with::<PivotJoint>("pivot")
        .with::<DistanceJoint>("distance")
        .with::<RevoluteJoint>("revolute")
        .with::<DampedSpring>("spring")
        .with::<MotorJoint>("motor")
        .with::<AngleJoint>("angle")
        .with::<RatchetJoint>("ratchet");
    for step in 0..40 {
        change(&mut world, &mut Random(step));
        world.step(DT).unwrap();
        let text = serde_json::to_string(&registry.save(&world).unwrap()).unwrap();
        let mut again = registry.load(&mut serde_json::Deserializer::from_str(&text)).unwrap();
        let was_batched = world.joints_in_batches();
        world.step(DT).unwrap();
        again.step(DT).unwrap();
        assert!(was_batched >= expected(1) && told(&world) == told(&again), "step {step}");
    }
}

#[test]
fn identical_islands_are_saved() {
    are_saved(begun(30));
}

#[test]
fn similar_islands_are_saved() {
    are_saved(trees(60, true));
}
