//! What changes cost: steps of a world of many joints, with and without.

#![allow(clippy::cast_precision_loss, clippy::unnecessary_cast)] // the world's scalar is f32 or f64

use std::time::Instant;

use constraint_core::joints::PivotJoint;
use constraint_core::{Body, BodyId, Error, JointId, JointOptions, Scalar, Vec2, World};

use crate::churn::Random;

/// How many steps of each kind are timed.
const STEPS: usize = 40;

/// How many changes there are before a step that has some.
const CHANGES: usize = 10;

const LINK: PivotJoint = PivotJoint { local_anchor_a: Vec2::new(0.5, 0.0), local_anchor_b: Vec2::new(-0.5, 0.0) };

/// Ropes of ten links.
struct Ropes {
    world: World,
    bodies: Vec<BodyId>,
    /// Each with the number of the body that it hangs from; the next one hangs on it.
    links: Vec<(JointId<PivotJoint>, usize)>,
    random: Random,
}

impl Ropes {
    fn new(joints: usize) -> Result<Self, Error> {
        let (mut world, mut bodies, mut links) = (World::new(), Vec::new(), Vec::new());
        for place in 0..joints / 10 * 11 {
            let at = Vec2::new((place % 11) as Scalar, (place / 11 * 3) as Scalar);
            let body = if place % 11 == 0 { Body::fixed() } else { Body::dynamic(1.0, 0.1) };
            bodies.push(world.add_body(body.at(at))?);
            if place % 11 > 0 {
                links.push((world.add_joint([bodies[place - 1], bodies[place]], LINK)?, place - 1));
            }
        }
        Ok(Self { world, bodies, links, random: Random(2) })
    }

    /// A link is replaced, altered, disabled or enabled again, or the body below it becomes heavier.
    fn change(&mut self) -> Result<(), Error> {
        let Self { world, bodies, links, random } = self;
        let number = random.below(links.len());
        let (id, place) = links[number];
        match random.below(4) {
            0 => {
                world.remove_joint(id)?;
                links[number].0 = world.add_joint([bodies[place], bodies[place + 1]], LINK)?;
            }
            1 => world.joint_mut(id)?.local_anchor_a.y += 0.01,
            2 => {
                let enabled = !world.joint_options(id)?.enabled;
                world.set_joint_options(id, JointOptions { enabled, ..JointOptions::default() })?;
            }
            _ => {
                let mass = world.body(bodies[place + 1])?.mass();
                world.body_mut(bodies[place + 1])?.set_mass(mass * 1.01)?;
            }
        }
        Ok(())
    }
}

/// Milliseconds of a step, the median: without changes, and with ten, which are timed as well. In turns, so that what slows
/// the machine slows both.
pub(crate) fn frames(joints: usize) -> Result<[f64; 2], Error> {
    let mut ropes = Ropes::new(joints)?;
    let mut times = [Vec::new(), Vec::new()];
    for step in 0..2 * STEPS {
        let begin = Instant::now();
        for _ in 0..step % 2 * CHANGES {
            ropes.change()?;
        }
        ropes.world.step(1.0 / 60.0)?;
        times[step % 2].push(begin.elapsed().as_secs_f64() * 1e3);
    }
    Ok(times.map(|mut times| {
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    }))
}
