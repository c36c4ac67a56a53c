//! What a joint's solver reads of where its bodies are and of when it is, which has to be told precisely.

use crate::assemble::{Assembly, Planar};
use crate::graph::{Graph, Id, Input, Node, Type};
use crate::simplify::Simplifier;

/// What a joint depends on besides the differences of positions, rotations and velocities.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reads {
    /// A place in the world: the joint changes when all of its bodies are shifted together.
    pub place: bool,
    /// An unwrapped angle.
    pub angle: bool,
    /// The time.
    pub time: bool,
}

/// What the fast path of the joint reads. The value of a row that only holds a rate is none of that.
pub fn reads(assembly: &Assembly) -> Reads {
    let graph = &assembly.graph;
    let planar = |planar: &Planar| [planar.linear, planar.angular];
    let roots = assembly.blocks.iter().flat_map(|block| {
        let impulses = block.impulses.iter().map(|(_, id)| *id);
        impulses.chain(block.velocities.iter().flat_map(planar))
    });
    let roots: Vec<Id> = roots.collect();
    let (shifted, shifted_roots) = shifted(graph, &roots);
    Reads {
        place: finds(&shifted, &shifted_roots, |input| input == Input::Position(0)),
        angle: finds(graph, &roots, |input| matches!(input, Input::Angle(_))),
        time: finds(graph, &roots, |input| input == Input::Time),
    }
}

/// The same joint, with every position but the first measured from the first.
///
/// If what is left of the first one cancels, it can be anything, so that only the differences count. What the simplifier
/// fails to cancel is taken for a place, which costs precision far from the origin, but is never wrong.
fn shifted(graph: &Graph, roots: &[Id]) -> (Graph, Vec<Id>) {
    let mut written = Graph::new();
    let mut new: Vec<Id> = Vec::with_capacity(graph.len());
    for id in graph.ids() {
        let node = graph.node(id);
        new.push(match node {
            Node::Input(Input::Position(body)) if *body > 0 => {
                let (first, from_first) = (written.input(Input::Position(0)), written.intern(node.clone()));
                written.sum(Type::Vector, &[(1.0, first), (1.0, from_first)])
            }
            _ => written.intern(node.mapped(&|operand| new[operand.index()])),
        });
    }
    let roots: Vec<Id> = roots.iter().map(|root| new[root.index()]).collect();
    Simplifier::run(&written, &roots)
}

fn finds(graph: &Graph, roots: &[Id], wanted: impl Fn(Input) -> bool) -> bool {
    let reached = graph.reachable(roots.iter().copied());
    graph.ids().any(|id| reached[id.index()] && matches!(graph.node(id), Node::Input(input) if wanted(*input)))
}
