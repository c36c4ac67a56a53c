//! Maps whose keys are the compiler's own: a hash that nobody can be made to collide with costs more than the rest of them.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

/// A map by [`Quick`].
pub type QuickMap<K, V> = HashMap<K, V, BuildHasherDefault<Quick>>;
/// A set by [`Quick`].
pub type QuickSet<K> = HashSet<K, BuildHasherDefault<Quick>>;

/// Multiplies and rotates, as `rustc`'s own hash does: for small numbers, and structures of them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Quick(u64);

impl Quick {
    fn add(&mut self, word: u64) {
        // An odd constant without pattern: the digits of π.
        self.0 = (self.0 ^ word).wrapping_mul(0x2439_f6a8_885a_308d).rotate_left(26);
    }
}

impl Hasher for Quick {
    fn write(&mut self, bytes: &[u8]) {
        for part in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..part.len()].copy_from_slice(part);
            self.add(u64::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, n: u8) {
        self.add(u64::from(n));
    }

    fn write_u32(&mut self, n: u32) {
        self.add(u64::from(n));
    }

    fn write_i32(&mut self, n: i32) {
        self.add(u64::from(n.cast_unsigned()));
    }

    fn write_u64(&mut self, n: u64) {
        self.add(n);
    }

    fn write_usize(&mut self, n: usize) {
        self.add(n as u64);
    }

    fn write_isize(&mut self, n: isize) {
        self.add(n.cast_unsigned() as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
