//! The formulas that the papers have wrong, in the order of the documents.

mod chipmunk;
mod nape;
mod page;
mod rotary;
mod sheet;
mod sheet_continued;

use crate::table::Wrong;

/// E12 … E80.
pub fn all() -> impl Iterator<Item = &'static Wrong> {
    let tables = [nape::ROWS, chipmunk::ROWS, rotary::ROWS, page::ROWS, sheet::ROWS, sheet_continued::ROWS];
    tables.into_iter().flatten()
}
