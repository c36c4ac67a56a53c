//! What a crate of two hundred joints takes to compile in a debug build, as its author waits for it: dependencies built.
//!
//! The crate is generated into the target folder, from the catalogue's structs over and over. `cargo check` is what an
//! editor runs; what `cargo build` takes more is code generation. Processor time is the children's own, which other work
//! on the machine lengthens less than it does the clock's.

#![forbid(unsafe_code)]

use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;
use std::{env, fs};

type Outcome<T> = Result<T, Box<dyn Error>>;

/// How many structs, and how often each command is timed.
const STRUCTS: usize = 200;
const TIMES: usize = 3;

fn main() -> Outcome<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let folder = target.join("crate200");
    generate(root, &folder)?;
    println!("| {STRUCTS} structs | s | processor s |\n|---|---|---|");
    for command in ["check", "build"] {
        run(&folder, command)?;
        let mut times = Vec::new();
        for _ in 0..TIMES {
            let source = folder.join("src/lib.rs");
            fs::write(&source, fs::read(&source)?)?;
            let (start, before) = (Instant::now(), processor_time());
            run(&folder, command)?;
            times.push((start.elapsed().as_secs_f64(), processor_time() - before));
        }
        times.sort_by(|a, b| a.0.total_cmp(&b.0));
        println!("| cargo {command} | {:.1} | {:.1} |", times[0].0, times[0].1);
    }
    Ok(())
}

/// A crate with the catalogue's structs, renamed, until there are enough.
fn generate(root: &Path, folder: &Path) -> Outcome<()> {
    fs::create_dir_all(folder.join("src"))?;
    let core = root.join("constraint-core");
    let manifest = format!(
        "[workspace]\n[package]\nname = \"crate200\"\nedition = \"2024\"\n[features]\nserde = []\n\
         [dependencies]\nconstraint-core = {{ path = '{}' }}\n",
        core.display()
    );
    fs::write(folder.join("Cargo.toml"), manifest)?;
    fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock"))?;
    let mut files: Vec<PathBuf> =
        fs::read_dir(core.join("src/joints"))?.map(|file| Ok(file?.path())).collect::<Outcome<_>>()?;
    files.sort();
    let mut source = String::from("//! Generated.\n");
    for number in 0..STRUCTS {
        let joint = fs::read_to_string(&files[number % files.len()])?.replace("use crate::", "use constraint_core::");
        writeln!(source, "pub mod joint_{number} {{\n{joint}\n}}")?;
    }
    fs::write(folder.join("src/lib.rs"), source)?;
    Ok(())
}

fn run(folder: &Path, command: &str) -> Outcome<()> {
    let target = folder.join("target");
    let done = Command::new(env!("CARGO"))
        .args([command, "--quiet", "--offline"])
        .current_dir(folder)
        .env("CARGO_TARGET_DIR", target)
        .status()?;
    if done.success() { Ok(()) } else { Err(format!("cargo {command} failed in {}", folder.display()).into()) }
}

/// What children that have ended took of the processor, in seconds; 0 where the system does not tell.
fn processor_time() -> f64 {
    // The 16th and 17th field of what Linux tells of a process, in hundredths of a second; the 2nd is a name in brackets.
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    fields.skip(13).take(2).filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / 100.0
}
