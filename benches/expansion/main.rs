//! What the attribute takes to expand in the compiler, from its tokens to its tokens.
//!
//! ```text
//! cargo bench --bench expansion                # optimized
//! cargo bench --bench expansion --profile dev  # as Cargo builds procedural macros of a debug build
//! ```
//!
//! A crate of joints is generated into the target folder and compiled with a macro, `timed.rs`, that runs the whole pipeline
//! many times over. The time of a joint is the mean of its runs, in time of the processor where the system tells it (Linux):
//! other work on the machine is not in it.

#![forbid(unsafe_code)]

#[path = "../../constraint-macros/src/tests/lengthy.rs"]
mod lengthy;

mod joints;

use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use joints::Joint;

type Outcome<T> = Result<T, Box<dyn Error>>;

fn main() -> Outcome<()> {
    println!("| joint | tokens | ms |\n|---|---|---|");
    table("catalogue", &joints::catalogue())?;
    table("counted", &joints::counted())?;
    table("lengthy", &joints::lengthy())
}

fn table(title: &str, joints: &[Joint]) -> Outcome<()> {
    let (told, mut most) = (told(joints)?, 0.0);
    for (joint, (tokens, time)) in joints.iter().zip(told) {
        println!("| {} | {tokens} | {time:.2} |", joint.name);
        most = f64::max(most, time);
    }
    println!("| **{title}: {} joints, the dearest** | | **{most:.2}** |", joints.len());
    Ok(())
}

/// How many tokens the expansion of each joint has, and its time in milliseconds, as the macro tells while a crate of these
/// joints is compiled.
fn told(joints: &[Joint]) -> Outcome<Vec<(usize, f64)>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let folder = target.join("expansion");
    generate(root, &folder, joints)?;
    let done = Command::new(env!("CARGO"))
        .args(["build", "--quiet", "--offline"])
        .current_dir(&folder)
        .env("CARGO_TARGET_DIR", folder.join("target"))
        .output()?;
    let said = String::from_utf8_lossy(&done.stderr);
    let mut told = Vec::new();
    for numbers in said.lines().filter_map(|line| line.strip_prefix("expanded: ")) {
        let (tokens, time) = numbers.split_once(' ').ok_or("two numbers")?;
        told.push((tokens.parse()?, time.parse()?));
    }
    if done.status.success() && told.len() == joints.len() { Ok(told) } else { Err(said.into()) }
}

/// A crate with these joints, and the macro that it is compiled with.
fn generate(root: &Path, folder: &Path, joints: &[Joint]) -> Outcome<()> {
    // As the bench is built, so is the macro.
    let optimized = if cfg!(debug_assertions) {
        ""
    } else {
        "opt-level = 3\ncodegen-units = 16\ndebug-assertions = false\noverflow-checks = false\n"
    };
    let manifest = format!(
        "[workspace]\nmembers = ['timed']\n[package]\nname = 'joints'\nedition = '2024'\n[features]\nserde = []\n\
         [dependencies]\ntimed = {{ path = 'timed' }}\n[profile.dev.build-override]\n{optimized}"
    );
    let timed = format!(
        "[package]\nname = 'timed'\nedition = '2024'\n[lib]\nproc-macro = true\npath = '{}'\n\
         [dependencies]\nconstraint-symbolic = {{ path = '{}' }}\nproc-macro2 = '1'\nquote = '1'\n\
         syn = {{ version = '3', default-features = false, features = ['parsing'] }}\n",
        root.join("benches/expansion/timed.rs").display(),
        root.join("constraint-macros/symbolic").display(),
    );
    let mut source = String::from("//! Generated.\n");
    for (number, Joint { attribute, item, .. }) in joints.iter().enumerate() {
        writeln!(source, "pub mod joint_{number} {{\n#[timed::timed({attribute})]\n{item}\n}}")?;
    }
    for (path, text) in [("Cargo.toml", manifest), ("timed/Cargo.toml", timed), ("src/lib.rs", source)] {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap_or(folder))?;
        fs::write(path, text)?;
    }
    fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock"))?;
    Ok(())
}
