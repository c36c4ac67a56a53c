//! The formulas that the papers have right, in the order of the documents.

mod algebra;
pub mod chipmunk;
pub mod nape;
mod pulley;
pub mod sheet;
pub mod sheet_continued;

use crate::table::Right;

/// C01 … C68.
pub fn all() -> impl Iterator<Item = &'static Right> {
    let tables = [
        algebra::ROWS,
        nape::PIVOT,
        nape::LIMITS,
        nape::LINE,
        pulley::ROWS,
        chipmunk::LINEAR,
        chipmunk::ROTARY,
        sheet::ROWS,
        sheet_continued::ROWS,
    ];
    tables.into_iter().flatten()
}
