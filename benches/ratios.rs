//! The table of instructions that the last `cargo bench --bench joints` has counted.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// Where gungraun leaves callgrind's output, below Cargo's target directory.
fn home() -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| PathBuf::from("target"), PathBuf::from);
    target.join("gungraun").join("constraint-suite").join("joints")
}

/// The instructions in the one callgrind output of a benchmark.
fn instructions(group: &Path, benchmark: &str) -> Option<u64> {
    let files = fs::read_dir(group.join(benchmark)).ok()?.filter_map(Result::ok);
    let mut outputs = files.map(|file| file.path()).filter(|path| path.extension().is_some_and(|end| end == "out"));
    let text = fs::read_to_string(outputs.next()?).ok()?;
    let total = text.lines().find_map(|line| line.strip_prefix("totals:").or(line.strip_prefix("summary:")))?;
    total.split_whitespace().next()?.parse().ok()
}

#[allow(clippy::cast_precision_loss)] // hundreds
fn main() {
    let home = home();
    let mut groups: Vec<PathBuf> =
        fs::read_dir(&home).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    groups.sort();
    if groups.is_empty() {
        println!("nothing in {}: run `cargo bench --bench joints` first", home.display());
    }
    println!("| joint | prepare: generated / by hand | | warm start | | solve | |\n|---|---|---|---|---|---|---|");
    let (mut all, mut above) = (0, 0);
    for group in groups {
        let mut line = format!("| {}", group.file_name().unwrap_or_default().to_string_lossy());
        for function in ["prepare", "warm_start", "solve"] {
            let generated = instructions(&group, &format!("{function}.generated"));
            let hand = instructions(&group, &format!("{function}_by_hand.hand"));
            let (Some(generated), Some(hand)) = (generated, hand) else {
                line += " | | ";
                continue;
            };
            let _ = write!(line, " | {generated} / {hand} | {:.2}", generated as f64 / hand as f64);
            all += 1;
            above += usize::from(generated > hand);
        }
        println!("{line} |");
    }
    println!("\n{above} of {all} above 1.00");
}
