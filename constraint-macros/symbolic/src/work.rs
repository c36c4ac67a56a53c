//! How much work staging takes, counted in visits of the tape: no clock is asked.

use std::cell::Cell;

use crate::graph::{Function, Graph, Id, Input, Type};
use crate::names::{Given, Glossary, Names};
use crate::schedule::{Kept, schedule};
use crate::share::share;
use crate::tape::{Slot, Tape};

thread_local! {
    static VISITS: Cell<usize> = const { Cell::new(0) };
}

/// Counts a look at what a slot holds, or at one expression or term beside others.
pub(crate) fn visit() {
    VISITS.set(VISITS.get() + 1);
}

/// A chain of sums, products, roots and choices, each made of the two before it; products that have ever more factors in
/// common, as derivatives of nested functions have; and a sum of all of them, some of whose terms
/// share factors.
fn chain(length: usize) -> (Graph, Vec<Id>) {
    let mut graph = Graph::new();
    let (angle, spin) = (graph.input(Input::Angle(0)), graph.input(Input::AngularVelocity(0)));
    let (mass, other) = (graph.input(Input::InverseMass(0)), graph.input(Input::Angle(1)));
    let (mut before, mut last) = (angle, other);
    let (mut roots, mut all) = (Vec::new(), Vec::new());
    for link in 0..length {
        let next = match link % 4 {
            0 => graph.sum(Type::Scalar, &[(1.0, last), (2.0, before), (1.0, mass), (1.0, spin)]),
            1 => graph.mul(last, before),
            2 => graph.call(Function::Sqrt, &[last]),
            _ => {
                let is_less = graph.less(last, before);
                graph.choose(is_less, last, angle)
            }
        };
        (before, last) = (last, next);
        let (once, twice) = (graph.mul(last, mass), graph.mul(before, mass));
        roots.push(graph.sum(Type::Scalar, &[(1.0, once), (1.0, twice), (1.0, last)]));
        all.push((1.0, if link % 3 == 0 { graph.mul(once, before) } else { graph.mul(next, spin) }));
    }
    roots.push(graph.sum(Type::Scalar, &all));
    (graph, roots)
}

fn visits(length: usize) -> usize {
    let (graph, roots) = chain(length);
    let (mut tape, slots) = Tape::new(&graph);
    let roots: Vec<Slot> = roots.iter().map(|root| slots[*root]).collect();
    VISITS.set(0);
    share(&mut tape, &roots);
    let (bodies, glossary) = (["a".to_owned(), "b".to_owned()], Glossary::default());
    let given = Given::new(&bodies, &[], &glossary);
    let mut names = Names::new(&bodies, &given, &tape, &tape.order(&roots, &|_| false), &glossary);
    schedule(&tape, &roots, &Kept::default(), &mut names);
    VISITS.get()
}

#[test]
fn eight_times_the_expressions_are_eight_times_the_visits() {
    let (few, many) = (visits(100), visits(800));
    // Quadratic work would be 64 times as much. A quarter more is for what the ends of the chain spare.
    assert!(few > 1000, "{few} visits: nothing was counted");
    assert!(many < 10 * few, "{few} visits, and {many}");
}
