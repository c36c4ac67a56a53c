//! How much memory a body and a joint take.

use peak_alloc::PeakAlloc;

use crate::engine::Engine;
use crate::engines::{Box2d, Contender};
use crate::scene::Scene;
use crate::scenes::grid;

#[global_allocator]
static ALLOCATED: PeakAlloc = PeakAlloc;

/// Bytes that an engine takes.
pub struct Footprint {
    /// Who.
    pub contender: Contender,
    /// For a body without joints, after a step.
    pub body: f64,
    /// For a pivot of a grid, after a step: what the world takes more than its bodies alone.
    pub joint: f64,
}

/// Of the engines that can tell: Rust's by a counting allocator, Box2D's by its own count.
pub fn footprints(quick: bool) -> Vec<Footprint> {
    let full = grid(if quick { 71 } else { 224 });
    let bare = Scene { joints: Vec::new(), bodies: full.bodies.clone(), ..Scene::new("bodies alone") };
    [Contender::Ours, Contender::Box2d, Contender::Rapier]
        .into_iter()
        .filter_map(|contender| {
            let (bodies, all) = (bytes(contender, &bare)?, bytes(contender, &full)?);
            let body = bodies / full.bodies.len() as f64;
            Some(Footprint { contender, body, joint: (all - bodies) / full.joints.len() as f64 })
        })
        .collect()
}

/// What the engine holds for the scene after a step.
fn bytes(contender: Contender, scene: &Scene) -> Option<f64> {
    let count = || if contender == Contender::Box2d { Box2d::bytes() } else { ALLOCATED.current_usage() };
    let before = count();
    let mut engine: Box<dyn Engine> = contender.build(scene).ok()??;
    engine.step().then(|| count() as f64 - before as f64)
}
