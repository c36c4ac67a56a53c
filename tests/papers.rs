//! The papers against the compiler: what they have right is what we derive, and what they have wrong is not.
//!
//! Two tables, a row for each formula: C01 … C68 are those that were found right, E12 … E80 the wrong ones that give wrong
//! numbers. A row writes the formula as it is printed and compares it at random states with the code that the attribute
//! generated from a closure. Nothing here is derived by hand.
//!
//! A place begins with the paper's number: 000 is *Nape Constraints*, 001 *User-defined Constraints in Nape* (both
//! L. Deltodesco, 2012), 002 *Software Requirements Specification for Constraints in Chipmunk2D* (A. Halliwushka, 2016), 003 a page
//! of the web on the line joint, 004 a derivation sheet, half of it in Hungarian.

#![allow(unreachable_pub)] // the modules are a program's
#![allow(missing_docs)] // the papers define the symbols

#[path = "papers/derived.rs"]
mod derived;
#[path = "papers/forms.rs"]
mod forms;
#[path = "papers/outcome/mod.rs"]
mod outcome;
#[path = "papers/right/mod.rs"]
mod right;
#[path = "papers/state.rs"]
mod state;
#[path = "papers/table.rs"]
mod table;
#[path = "papers/wrong/mod.rs"]
mod wrong;

fn none(faults: impl Iterator<Item = String>) {
    let faults: Vec<_> = faults.collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The errata that give wrong numbers; those between them are about words, units and the text's quality.
const WRONG: [u8; 35] = [
    12, 13, 16, 17, 18, 19, 24, 33, 34, 35, 36, 37, 39, 41, 42, 43, 44, 45, 46, 47, 50, 51, 52, 61, 62, 63, 66, 68, 70,
    71, 74, 76, 77, 79, 80,
];

#[test]
fn every_formula_has_one_row() {
    assert_eq!(right::all().map(|row| row.number).collect::<Vec<_>>(), (1..=68).collect::<Vec<_>>());
    assert_eq!(wrong::all().map(|row| row.number).collect::<Vec<_>>(), WRONG);
}

#[test]
fn what_the_papers_have_right_is_derived() {
    none(right::all().filter_map(table::Right::faults));
}

#[test]
fn what_the_papers_have_wrong_is_not_derived_and_its_correction_is() {
    none(wrong::all().filter_map(table::Wrong::faults));
}

#[test]
fn who_believes_the_papers_goes_wrong() {
    none(wrong::all().filter_map(table::Wrong::acquittal));
}

/// C' after one solve over C' before: the anchors' error doubles, the angle's goes.
#[test]
fn the_printed_weld_doubles_its_velocity_error() {
    for (ratio, expected) in outcome::sheet::weld_rows().into_iter().zip([2.0, 2.0, 0.0]) {
        assert!((ratio - expected).abs() <= outcome::ROUNDING, "{ratio} instead of {expected}");
    }
}
