//! The work of the passes grows in proportion to the joint.

use super::names::{Given, Glossary, Names};
use super::schedule::schedule;
use crate::ir::cached_fields::CachedFields;
use crate::ir::scalar::{ScalarIr, Slot};
use crate::ir::vector::{Function, Id, Input, Type, VectorIr};
use crate::ir::visit_counter;
use crate::optimize::share;

/// A chain of sums, products, roots and choices, each made of the two before it; products that have ever more factors in
/// common, as derivatives of nested functions have; and a sum of all of them, some of whose terms
/// share factors.
fn chain(length: usize) -> (VectorIr, Vec<Id>) {
    let mut graph = VectorIr::new();
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
    let (mut ir, slots) = ScalarIr::new(&graph);
    let roots: Vec<Slot> = roots.iter().map(|root| slots[*root]).collect();
    visit_counter::take();
    share(&mut ir, &roots);
    let (bodies, glossary) = (["a".to_owned(), "b".to_owned()], Glossary::default());
    let given = Given::new(&bodies, &[], &glossary);
    let mut names = Names::new(&bodies, &given, &ir, &ir.order(&roots, &|_| false), &glossary);
    schedule(&ir, &roots, &CachedFields::default(), &mut names);
    visit_counter::take()
}

#[test]
fn eight_times_the_expressions_are_eight_times_the_visits() {
    let (few, many) = (visits(100), visits(800));
    // Quadratic work would be 64 times as much. A quarter more is for what the ends of the chain spare.
    assert!(few > 1000, "{few} visits: nothing was counted");
    assert!(many < 10 * few, "{few} visits, and {many}");
}
