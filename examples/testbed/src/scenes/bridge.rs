//! A bridge of planks. Its pins break under too much force.

use crate::prelude::*;

const PLANKS: u8 = 20;
/// m
const PLANK: Scalar = 1.0;
/// N
const BREAK_FORCE: Scalar = 20_000.0;
/// How far the middle hangs below the ends, m.
const SAG: Scalar = 1.5;
/// The plank that the truck hangs from.
const TRUCK: u8 = 10;
/// How fast the load grows while the key is held, N/s.
const LOADING: Scalar = 4000.0;

pub(super) fn build() -> Result<Stage> {
    let length = Scalar::from(PLANKS) * PLANK;
    let mut stage = Stage::new(View { centre: Vec2::new(0.0, -2.5), size: Vec2::new(length + 5.0, 13.0) })?;
    stage.world.set_substeps(8)?;
    let end = 0.5 * length;
    // The ends of the planks lie on a parabola.
    let node = |nth: u8| {
        let x = Scalar::from(nth) * PLANK - end;
        Vec2::new(x, SAG * ((x / end).powi(2) - 1.0))
    };
    for side in [-1.0, 1.0] {
        let cliff = Shape::Rectangle(Vec2::new(2.0, 4.0));
        stage.add(Body::fixed().at(Vec2::new(side * (end + 2.0), -3.9)), cliff, Tint::Grey)?;
    }
    let mut planks = Vec::new();
    for nth in 0..PLANKS {
        let (from, to) = (node(nth), node(nth + 1));
        let shape = Shape::bar(from.distance(to), 0.22);
        // Damped a little, or it would swing for minutes.
        let body = shape.of_mass(20.0).at(from.midpoint(to)).rotated((to - from).to_angle()).damped(0.1, 0.1);
        planks.push(stage.add(body, shape, Tint::Green)?);
    }
    let breaks = JointOptions { break_force: BREAK_FORCE, ..JointOptions::default() };
    let chain = [&[stage.ground], planks.as_slice(), &[stage.ground]].concat();
    for (nth, pair) in (0u8..).zip(chain.windows(2)) {
        let pin = stage.pin([pair[0], pair[1]], node(nth))?;
        stage.world.set_joint_options(pin, breaks)?;
    }
    // Loads on ropes. The one in the middle is the truck.
    let mut truck = None;
    for (plank, mass, half) in [(4_u8, 40.0, 0.35), (TRUCK, 80.0, 0.55), (15, 40.0, 0.35)] {
        let above = node(plank).midpoint(node(plank + 1));
        let shape = Shape::Rectangle(Vec2::splat(half));
        let at = above - Vec2::new(0.0, 1.5 + half);
        let load = stage.add(shape.of_mass(mass).at(at).damped(0.1, 0.1), shape, Tint::Red)?;
        let rope =
            DistanceJoint { local_anchor_a: Vec2::ZERO, local_anchor_b: Vec2::new(0.0, half), lower: 0.0, upper: 1.5 };
        stage.join([planks[usize::from(plank)], load], rope)?;
        if plank == TRUCK {
            truck = Some(load);
        }
    }
    let mut weight = 0.0;
    stage.control = Some(Box::new(move |world, steer| {
        let Some(truck) = truck else { return Ok(()) };
        let next = (weight - steer.y * LOADING / 60.0).max(0.0);
        if next == weight {
            return Ok(());
        }
        weight = next;
        world.body_mut(truck)?.set_force(Vec2::new(0.0, -weight))
    }));
    Ok(stage)
}
