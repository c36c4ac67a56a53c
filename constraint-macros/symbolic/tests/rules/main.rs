//! Each rule of the compiler with its proof: the form that it reaches, and the value, which stays.

mod bench;
mod chains;
mod derivatives;
mod frames;
mod gates;
mod hoists;
mod late;
mod lean;
mod leftovers;
mod once;
mod pairs;
mod pivots;
mod scalars;
mod schedules;
mod shares;
mod units;
mod vectors;
