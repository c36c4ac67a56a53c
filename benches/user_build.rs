//! What it costs to compile a crate that defines joint types of its own, adds each to a world and steps it.
//!
//! ```text
//! cargo bench --bench user_build --profile dev          # 1, 2, 10 and 50 joint types: minutes
//! cargo bench --bench user_build --profile dev -- 1 2   # a short run
//! ```
//!
//! The crate is generated into the target folder. It is a library, and its code is in its `rlib`. The first table has the
//! processor time of Cargo and of the compiler for that crate alone, with its dependencies built before: from nothing,
//! after an edit of one closure, and after an edit of a function that has nothing to do with joints. The rows without
//! "incremental" have `CARGO_INCREMENTAL=0`. The second table has these budgets:
//!
//! | figure | budget |
//! |---|---|
//! | a joint type more, debug | 0.15 CPU-s |
//! | a joint type more, release | 0.5 CPU-s |
//! | code of a joint type more, release | 40 KB |
//! | the example of README.md, all dependencies built from nothing, debug | 14 CPU-s |
//! | the same, release | 18 CPU-s |
//!
//! The costs of a joint type are slopes between the crates of 2 and of 50 types. The code is the sum of the sections
//! `.text*` as `size` of binutils reports them. The processor times are read from `/proc`, so this needs Linux.

#![forbid(unsafe_code)]

mod generated;
#[path = "user_build/joint_types.rs"]
mod joint_types;

use std::path::Path;
use std::process::Command;
use std::{env, fs};

use generated::{Crate, Outcome, repository, run};
use joint_types::{Edits, source};

/// How many joint types the crates define, unless the arguments say it.
const COUNTS: [u32; 4] = [1, 2, 10, 50];
/// The least number of types that a slope begins with: the first joint type also brings code that all types share.
const SLOPE_FROM: u32 = 2;
const NAME: &str = "user_build";

/// A way to compile the crate.
struct Mode {
    name: &'static str,
    command: &'static [&'static str],
    /// Selects the profile in the other commands.
    profile: &'static [&'static str],
    incremental: bool,
    /// The folder of the `rlib`, in the target folder, if the code is counted.
    output: Option<&'static str>,
}

const CHECK: Mode = Mode { name: "check", command: &["check"], profile: &[], incremental: false, output: None };
const DEBUG: Mode =
    Mode { name: "debug", command: &["build"], profile: &[], incremental: false, output: Some("debug") };
const RELEASE: Mode = Mode {
    name: "release",
    command: &["build", "--release"],
    profile: &["--release"],
    incremental: false,
    output: Some("release"),
};
const CHECK_INCREMENTAL: Mode = Mode { name: "check, incremental", incremental: true, ..CHECK };
const DEBUG_INCREMENTAL: Mode = Mode { name: "debug, incremental", incremental: true, output: None, ..DEBUG };
const MODES: [Mode; 5] = [CHECK, DEBUG, RELEASE, CHECK_INCREMENTAL, DEBUG_INCREMENTAL];

/// What one crate took in one mode, in CPU-seconds, and the bytes of its code.
#[derive(Clone, Copy)]
struct Figures {
    clean: f64,
    closure: f64,
    unrelated: f64,
    code: Option<f64>,
}

fn main() -> Outcome<()> {
    let counts = counts()?;
    let user = Crate::new(NAME)?;
    remove(&user.folder.join("target"), |path| fs::remove_dir_all(path))?;
    let examples = [readme_example(&user, &DEBUG)?, readme_example(&user, &RELEASE)?];
    write_library(&user, counts[0], Edits::default())?;
    simulate(&user)?;
    // Compiles the dependencies in each mode.
    for mode in &MODES {
        build(&user, mode)?;
    }

    println!("CPU-seconds for a crate with joint types of its own:\n");
    println!("| joint types | build | clean | closure edited | unrelated edit |\n|---|---|---|---|---|");
    let mut measured = Vec::new();
    for &count in &counts {
        let mut figures = Vec::new();
        for mode in &MODES {
            figures.push(measure(&user, count, mode)?);
        }
        print_rows(&count.to_string(), &figures, 2);
        measured.push((count, figures));
    }
    let slopes = slopes(&measured);
    if let Some((name, figures)) = &slopes {
        print_rows(name, figures, 3);
    }
    print_budgets(examples, slopes.as_ref().map(|(_, figures)| figures.as_slice()));
    Ok(())
}

/// A row for each mode, with so many decimals.
fn print_rows(name: &str, figures: &[Figures], decimals: usize) {
    for (mode, Figures { clean, closure, unrelated, .. }) in MODES.iter().zip(figures) {
        println!("| {name} | {} | {clean:.decimals$} | {closure:.decimals$} | {unrelated:.decimals$} |", mode.name);
    }
}

/// The numbers of joint types, ascending: those of the arguments, if there are any.
fn counts() -> Outcome<Vec<u32>> {
    let mut counts = Vec::new();
    // Cargo itself passes `--bench`.
    for argument in env::args().skip(1).filter(|argument| argument != "--bench") {
        match argument.parse() {
            Ok(count @ 1..=joint_types::MOST) => counts.push(count),
            _ => {
                return Err(
                    format!("`{argument}` is not a number of joint types from 1 to {}", joint_types::MOST).into()
                );
            }
        }
    }
    if counts.is_empty() {
        counts.extend(COUNTS);
    }
    counts.sort_unstable();
    counts.dedup();
    Ok(counts)
}

/// The CPU-seconds of the example of README.md with all dependencies. It is a program, so this includes the linker.
///
/// The target folder must have nothing of the profile yet. Debug and release builds share nothing.
fn readme_example(user: &Crate, mode: &Mode) -> Outcome<f64> {
    let readme = fs::read_to_string(repository().join("README.md"))?;
    let (_, rest) = readme.split_once("```rust\n").ok_or("README.md has no example in Rust")?;
    let (example, _) = rest.split_once("```").ok_or("the example of README.md has no end")?;
    let program = user.folder.join("src/main.rs");
    remove(&user.folder.join("src/lib.rs"), |path| fs::remove_file(path))?;
    fs::write(&program, example)?;
    let seconds = build(user, mode)?;
    fs::remove_file(program)?;
    Ok(seconds)
}

/// Removes what may be absent.
fn remove(path: &Path, how: impl FnOnce(&Path) -> std::io::Result<()>) -> Outcome<()> {
    if path.exists() {
        how(path)?;
    }
    Ok(())
}

fn write_library(user: &Crate, count: u32, edits: Edits) -> Outcome<()> {
    Ok(fs::write(user.folder.join("src/lib.rs"), source(count, edits))?)
}

/// Runs the simulation of the generated crate once, which shows that the world accepts its joints.
fn simulate(user: &Crate) -> Outcome<()> {
    fs::create_dir_all(user.folder.join("examples"))?;
    let program = "fn main() -> Result<(), constraint_core::Error> {\n    user_build::simulate()\n}\n";
    fs::write(user.folder.join("examples/simulate.rs"), program)?;
    run(user.cargo(&["run", "--example", "simulate"]).env("CARGO_INCREMENTAL", "0"))?;
    Ok(())
}

/// Compiles the crate of so many joint types from nothing and after each edit. Its dependencies must be compiled already.
fn measure(user: &Crate, count: u32, mode: &Mode) -> Outcome<Figures> {
    write_library(user, count, Edits::default())?;
    let clean = [["clean", "--package", NAME].as_slice(), mode.profile].concat();
    run(with_mode(user, &mut user.cargo(&clean), mode))?;
    let clean = build(user, mode)?;
    let code = mode.output.and_then(|output| code_size(&user.folder.join("target").join(output)));
    write_library(user, count, Edits { closure: true, unrelated: false })?;
    let closure = build(user, mode)?;
    write_library(user, count, Edits { closure: true, unrelated: true })?;
    let unrelated = build(user, mode)?;
    Ok(Figures { clean, closure, unrelated, code })
}

/// Compiles what is out of date and returns the CPU-seconds.
fn build(user: &Crate, mode: &Mode) -> Outcome<f64> {
    let seconds = run(with_mode(user, &mut user.cargo(mode.command), mode))?;
    seconds.ok_or_else(|| "this system has no processor times in /proc/self/stat".into())
}

/// Incremental compilation has a target folder of its own, because Cargo builds the dependencies by path differently.
fn with_mode<'command>(user: &Crate, command: &'command mut Command, mode: &Mode) -> &'command mut Command {
    if mode.incremental {
        command.env("CARGO_TARGET_DIR", user.folder.join("incremental")).env("CARGO_INCREMENTAL", "1")
    } else {
        command.env("CARGO_INCREMENTAL", "0")
    }
}

/// The bytes of code in the library of the crate; `None` if `size` of binutils cannot tell it.
fn code_size(folder: &Path) -> Option<f64> {
    let output = Command::new("size").arg("-A").arg(folder.join(format!("lib{NAME}.rlib"))).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    // A line has the name of a section, its size and its address.
    let sizes = text.lines().filter(|line| line.starts_with(".text")).filter_map(|line| line.split_whitespace().nth(1));
    let total: f64 = sizes.filter_map(|size| size.parse::<f64>().ok()).sum();
    (output.status.success() && total > 0.0).then_some(total)
}

/// What each joint type adds in each mode, and the name of these figures, if two of the crates can be compared.
fn slopes(measured: &[(u32, Vec<Figures>)]) -> Option<(String, Vec<Figures>)> {
    let (few, before) = measured.iter().find(|(count, _)| *count >= SLOPE_FROM)?;
    let (many, after) = measured.last().filter(|(count, _)| count > few)?;
    let types = f64::from(many - few);
    let slope = |(before, after): (&Figures, &Figures)| Figures {
        clean: (after.clean - before.clean) / types,
        closure: (after.closure - before.closure) / types,
        unrelated: (after.unrelated - before.unrelated) / types,
        code: before.code.zip(after.code).map(|(before, after)| (after - before) / types),
    };
    Some((format!("each, {few} to {many}"), before.iter().zip(after).map(slope).collect()))
}

fn print_budgets([debug_example, release_example]: [f64; 2], slopes: Option<&[Figures]>) {
    println!("\n| figure | measured | budget |\n|---|---|---|");
    println!("| example of README.md with dependencies, debug, CPU-s | {debug_example:.1} | 14 |");
    println!("| example of README.md with dependencies, release, CPU-s | {release_example:.1} | 18 |");
    let Some([_, debug, release, ..]) = slopes else {
        println!("\nThe cost of a joint type needs two crates, with at least {SLOPE_FROM} joint types.");
        return;
    };
    println!("| joint type, debug, CPU-s | {:.3} | 0.15 |", debug.clean);
    println!("| joint type, release, CPU-s | {:.3} | 0.5 |", release.clean);
    for (name, figures, budget) in [("debug", debug, "none"), ("release", release, "40")] {
        match figures.code {
            Some(bytes) => println!("| code of a joint type, {name}, KB | {:.1} | {budget} |", bytes / 1000.0),
            None => println!(
                "| code of a joint type, {name}, KB | unknown: `size` of binutils is absent or failed | {budget} |"
            ),
        }
    }
}
