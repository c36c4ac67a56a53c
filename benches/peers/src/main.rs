//! `constraint-core` against Box2D v3, Rapier and Chipmunk2D: see README.md.

mod arguments;
mod clock;
mod curve;
mod engine;
mod engines;
mod float_mode;
mod joint;
mod measures;
mod memory;
mod race;
mod report;
mod scene;
mod scenes;
mod statistics;
mod tangles;

use std::error::Error;
use std::fs;

use crate::arguments::{Arguments, USAGE};
use crate::engines::Contender;
use crate::float_mode::FloatMode;
use crate::race::{Length, race};
use crate::report::Race;
use crate::scene::Scene;
use crate::scenes::{PLANS, Plan};

/// Length of a step, s.
const DT: f32 = 1.0 / 60.0;

fn main() -> Result<(), Box<dyn Error>> {
    let Some(arguments) = Arguments::read() else {
        eprintln!("{USAGE}");
        std::process::exit(2);
    };
    fs::create_dir_all(&arguments.folder)?;
    clock::pin();
    let length = arguments.length();
    println!("{}", report::heading(length));

    let chosen = |plan: &&Plan| plan.quick || !arguments.quick;
    let races = run_races(PLANS.iter().filter(chosen), &arguments, length);
    let mut curves = Vec::new();
    if arguments.only.is_none() {
        println!("\nEvery joint, ns a joint and step:\n\n{}", report::zoo_table(&visit_zoo(length)));
        println!("With and without the cap on angular velocities:\n\n{}", lift_caps(arguments.quick, length));
        println!("Denormal numbers:\n\n{}", report::mode_table(&compare_modes(length)));
        curves = curve::curves(arguments.quick);
        println!("Cost against size:\n\n{}", report::curve_table(&curves));
        println!("Memory:\n\n{}", report::memory_table(&memory::footprints(arguments.quick)));
    }
    if arguments.only.as_ref().is_none_or(|name| "tangles".contains(name)) {
        println!(
            "Tangles that gain energy (a thousandfold):\n\n{}",
            report::tangle_table(&tangles::tangles(arguments.quick))
        );
    }
    report::write(&arguments.folder, &races, &curves)?;
    report::draw(&arguments.folder, &races, &curves, length)
}

/// A race between these contenders with flush-to-zero.
fn run(scene: &Scene, contenders: &[Contender], length: Length) -> Race {
    Race::new(scene, race(scene, contenders, length, FloatMode::Flush))
}

/// Prints each race as it ends.
fn run_races<'a>(plans: impl Iterator<Item = &'a Plan>, arguments: &Arguments, length: Length) -> Vec<Race> {
    println!("{}", report::race_table());
    let scenes = plans.map(|plan| (plan.scene)());
    let named = scenes.filter(|scene| arguments.only.as_ref().is_none_or(|name| scene.name.contains(name)));
    let races = named.map(|scene| {
        let race = run(&scene, &Contender::ENGINES, length);
        println!("{}", report::race_row(&race));
        race
    });
    races.collect()
}

/// Every joint of the catalogue in a scene of its own.
fn visit_zoo(length: Length) -> Vec<Race> {
    scenes::zoo().map(|scene| run(&scene, &Contender::ZOO, length)).collect()
}

/// Scenes in which bodies turn fast, as rows of a table.
fn lift_caps(quick: bool, length: Length) -> String {
    let mut scenes = vec![scenes::ropes(1), scenes::heavy_rope()];
    if !quick {
        scenes.push(scenes::grid(224));
    }
    let rows = scenes.iter().map(|scene| report::race_row(&run(scene, &Contender::CAPS, length)));
    [report::race_table()].into_iter().chain(rows).collect::<Vec<_>>().join("\n") + "\n"
}

/// A grid and ropes, with flush-to-zero and without.
fn compare_modes(length: Length) -> Vec<(FloatMode, Race)> {
    let scenes = [scenes::grid(71), scenes::ropes(10)];
    let run = |scene| {
        [FloatMode::Flush, FloatMode::Keep]
            .map(|mode| (mode, Race::new(scene, race(scene, &Contender::ENGINES, length, mode))))
    };
    scenes.iter().flat_map(run).collect()
}
