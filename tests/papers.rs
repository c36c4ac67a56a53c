//! The papers against the compiler: what they have right is what we derive, and what they have wrong is not.
//!
//! Two tables, a row for each formula: C01 … C68 are those that were found right, E12 … E80 the wrong ones that give wrong
//! numbers. A row writes the formula as it is printed and compares it at random states with the code that the attribute
//! generated from a closure. Nothing here is derived by hand.

#![allow(unreachable_pub)] // the modules are a program's
#![allow(missing_docs)] // the papers define the symbols

#[path = "papers/derived.rs"]
mod derived;
#[path = "papers/forms.rs"]
mod forms;
#[path = "papers/joints.rs"]
mod joints;
#[path = "papers/right/mod.rs"]
mod right;
#[path = "papers/state.rs"]
mod state;
#[path = "papers/table.rs"]
mod table;

fn none(faults: impl Iterator<Item = String>) {
    let faults: Vec<_> = faults.collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_formula_has_one_row() {
    let numbers: Vec<_> = right::all().map(|row| row.number).collect();
    assert_eq!(numbers, (1..=68).collect::<Vec<_>>());
}

#[test]
fn what_the_papers_have_right_is_derived() {
    none(right::all().filter_map(table::Right::faults));
}
