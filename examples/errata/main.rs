//! What the papers on joints have wrong, and what happens to a solver that believes them.
//!
//! Each erratum that gives wrong numbers is printed with its correction, then a small scene is run by both: by the printed
//! rule, and by the code that the attribute generated. Every number is an error: small is right.
//!
//! ```sh
//! cargo run --release --example errata
//! ```
//!
//! The rows are those of `tests/papers.rs`, which also compares every formula with the derived one at random states.

#![allow(missing_docs, dead_code, unreachable_pub)] // the modules are a test's, which shows more than is printed here

#[path = "../../tests/papers/derived.rs"]
mod derived;
#[path = "../../tests/papers/forms.rs"]
mod forms;
#[path = "../../tests/papers/outcome/mod.rs"]
mod outcome;
#[path = "../../tests/papers/right/mod.rs"]
mod right;
#[path = "../../tests/papers/state.rs"]
mod state;
#[path = "../../tests/papers/table.rs"]
mod table;
#[path = "../../tests/papers/wrong/mod.rs"]
mod wrong;

use std::process::ExitCode;

use table::{Outcome, Wrong};

/// A number as it is read: rounding is zero, what has exploded has an exponent.
fn shown(value: f64) -> String {
    match value.abs() {
        size if size <= outcome::ROUNDING * 100.0 => "0".to_owned(),
        size if (1e-3..1e4).contains(&size) => format!("{value:.3}"),
        _ => format!("{value:.1e}"),
    }
}

fn print(row: &Wrong) -> bool {
    let Wrong { number, place, printed, correct, .. } = row;
    let outcome @ Outcome { what, printed: wrong, right, .. } = (row.outcome)();
    println!("E{number}  paper {place}");
    println!("     printed  {printed}");
    println!("     correct  {correct}");
    println!("     {what}:");
    println!("     {} by the paper, {} by the derived code\n", shown(wrong), shown(right));
    outcome.convicts()
}

fn main() -> ExitCode {
    println!(
        "Papers 000: Nape Constraints (Deltodesco, 2012); 001: User-defined Constraints in Nape (Deltodesco, 2012);"
    );
    println!("002: Software Requirements Specification for Constraints in Chipmunk2D (Halliwushka, 2016);");
    println!("003: a page of the web on the line joint; 004: a derivation sheet.\n");
    let convicted = wrong::all().filter(|row| print(row)).count();
    let [x, y, angle] = outcome::sheet::weld_rows().map(shown);
    println!("E70 row by row: C' after one solve is ({x}, {y}, {angle}) times C' before, where it should be zero.");
    println!("{convicted} formulas of {} go wrong when they are believed.", wrong::all().count());
    if convicted == wrong::all().count() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
