//! The processor's treatment of numbers too small to be normal.
//!
//! A denormal operand costs some hundred cycles, and decaying impulses become denormal, so that a time measured with
//! flush-to-zero says nothing beside one measured without. A library that gcc has built with `-ffast-math` even sets the
//! mode of the thread that loads it. So every step of every contender is called with the mode set for this call alone.
//!
//! Rust takes the mode for its default everywhere, so that it may not be changed around Rust code. Here it never is, as far
//! as Rust can see: one block of assembly sets it, calls, and sets it back. What the compiled code of the two Rust engines
//! does inside of that call is outside of the language's promises. It does the same arithmetic; only what the compiler
//! has folded to a denormal constant would differ, and nothing here folds to one. The errors printed in both modes show it.
#![allow(unsafe_code)]

use core::arch::asm;

/// What becomes of denormal numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FloatMode {
    /// They are read and written as zero.
    Flush,
    /// They are computed with.
    Keep,
}

impl FloatMode {
    /// The control word: all exceptions masked, round to nearest; bits 15 and 6 flush results and operands to zero.
    const fn word(self) -> u32 {
        match self {
            Self::Flush => 0x1f80 | 1 << 15 | 1 << 6,
            Self::Keep => 0x1f80,
        }
    }

    /// As reports call it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Flush => "flush-to-zero on",
            Self::Keep => "flush-to-zero off",
        }
    }

    /// Calls `work` in this mode.
    #[cfg(target_arch = "x86_64")]
    pub fn run<F: FnMut()>(self, mut work: F) {
        let (wanted, mut before) = (self.word(), 0_u32);
        // SAFETY: the two words and the closure outlive the block. The mode before is restored by the time it ends. Registers
        // that a C call may change are declared as changed; r12 to r14 are those that a callee has to keep. A panic cannot
        // leave `enter`, since it is `extern "C"`.
        unsafe {
            asm!(
                "stmxcsr [r12]",
                "ldmxcsr [r13]",
                "call r14",
                "ldmxcsr [r12]",
                in("r12") &raw mut before,
                in("r13") &raw const wanted,
                in("r14") enter::<F> as extern "C" fn(*mut F),
                in("rdi") &raw mut work,
                clobber_abi("C"),
            );
        }
    }
}

/// A closure as C can call it.
extern "C" fn enter<F: FnMut()>(work: *mut F) {
    // SAFETY: `run` passes a closure that is alive and that nothing else uses.
    unsafe { (*work)() }
}
