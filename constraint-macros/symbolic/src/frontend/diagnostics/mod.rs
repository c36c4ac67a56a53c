//! Mistakes in a user's joint: collected, each on its own place.

pub mod lint;
pub mod problem;
pub mod type_error;

use std::cell::RefCell;

use crate::frontend::diagnostics::problem::Problem;
use crate::frontend::syntax::Span;

/// A mistake and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnostic {
    /// Where it stands.
    pub span: Span,
    /// What is wrong, and what to write instead.
    pub problem: Problem,
}

/// Collects mistakes, so that one run reports all of them.
///
/// Dropping it unread is a bug of the compiler, and panics in a debug build: no mistake is lost by forgetting to ask.
#[derive(Debug)]
pub struct Diagnostics {
    found: RefCell<Option<Vec<Diagnostic>>>,
}

impl Default for Diagnostics {
    fn default() -> Self {
        Self::new()
    }
}

impl Diagnostics {
    /// Nothing wrong yet.
    pub fn new() -> Self {
        Self { found: RefCell::new(Some(Vec::new())) }
    }

    /// Notes a mistake and goes on.
    pub fn report(&self, span: Span, problem: Problem) {
        if let Some(found) = self.found.borrow_mut().as_mut() {
            let diagnostic = Diagnostic { span, problem };
            if !found.contains(&diagnostic) {
                found.push(diagnostic);
            }
        }
    }

    /// How much was reported so far, to [`rewind`](Self::rewind) to.
    pub fn mark(&self) -> usize {
        self.found.borrow().as_ref().map_or(0, Vec::len)
    }

    /// Takes back what was reported since the mark.
    pub fn rewind(&self, mark: usize) {
        if let Some(found) = self.found.borrow_mut().as_mut() {
            found.truncate(mark);
        }
    }

    /// Puts other problems in the place of those that were reported since the mark.
    pub fn replace_since(&self, mark: usize, other: impl Fn(Problem) -> Problem) {
        for diagnostic in self.found.borrow_mut().iter_mut().flatten().skip(mark) {
            let problem = std::mem::replace(&mut diagnostic.problem, Problem::EmptyBody);
            diagnostic.problem = other(problem);
        }
    }

    /// Whether nothing was reported so far.
    pub fn is_empty(&self) -> bool {
        self.found.borrow().as_ref().is_none_or(Vec::is_empty)
    }

    /// The value, unless anything was reported.
    ///
    /// # Errors
    /// All mistakes, in the order in which they were found.
    pub fn finish<T>(self, value: T) -> Result<T, Vec<Diagnostic>> {
        match self.found.take() {
            Some(found) if !found.is_empty() => Err(found),
            _ => Ok(value),
        }
    }
}

impl Drop for Diagnostics {
    fn drop(&mut self) {
        let unread = self.found.borrow().is_some();
        debug_assert!(!unread || std::thread::panicking(), "diagnostics were dropped without being read");
    }
}
