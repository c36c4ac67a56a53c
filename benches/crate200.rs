//! What a crate of two hundred joints takes to compile in a debug build, as its author waits for it: dependencies built.
//!
//! The crate is generated into the target folder, from the catalogue's structs over and over. No world has them; in
//! `user_build.rs` one has. `cargo check` is what an editor runs; what `cargo build` takes more is code generation.

#![forbid(unsafe_code)]

mod generated;

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::time::Instant;

use generated::{Crate, Outcome, repository, run};

/// How many structs, and how often each command is timed.
const STRUCTS: usize = 200;
const TIMES: usize = 3;

fn main() -> Outcome<()> {
    let generated = Crate::new("crate200")?;
    let path = generated.folder.join("src/lib.rs");
    fs::write(&path, source()?)?;
    println!("| {STRUCTS} structs | s | processor s |\n|---|---|---|");
    for command in ["check", "build"] {
        run(&mut generated.cargo(&[command]))?;
        let mut times = Vec::new();
        for _ in 0..TIMES {
            fs::write(&path, fs::read(&path)?)?;
            let start = Instant::now();
            let processor = run(&mut generated.cargo(&[command]))?;
            times.push((start.elapsed().as_secs_f64(), processor.unwrap_or_default()));
        }
        times.sort_by(|a, b| a.0.total_cmp(&b.0));
        println!("| cargo {command} | {:.1} | {:.1} |", times[0].0, times[0].1);
    }
    Ok(())
}

/// The catalogue's structs, renamed, until there are enough.
fn source() -> Outcome<String> {
    let folder = repository().join("constraint-core/src/joints");
    let mut files: Vec<PathBuf> = fs::read_dir(folder)?.map(|file| Ok(file?.path())).collect::<Outcome<_>>()?;
    files.retain(|file| fs::read_to_string(file).is_ok_and(|source| source.contains("#[constraint(")));
    files.sort();
    let mut source = String::from("//! Generated.\n");
    for number in 0..STRUCTS {
        let file = fs::read_to_string(&files[number % files.len()])?;
        // The pictures are the catalogue's own.
        let lines = file.lines().filter(|line| !line.starts_with("#[doc = include_str!("));
        let joint = lines.collect::<Vec<_>>().join("\n").replace("use crate::", "use constraint_core::");
        writeln!(source, "pub mod joint_{number} {{\n{joint}\n}}")?;
    }
    Ok(source)
}
