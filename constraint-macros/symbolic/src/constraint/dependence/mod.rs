//! What a joint's solver reads of where its bodies are and of when it is, which has to be told precisely.

mod angles;

use crate::constraint::assemble::Assembly;
use crate::ir::fast_map::SecondaryMap;
use crate::ir::map_vec::MapVec as _;
use crate::ir::vector::{Id, Input, Node, Type, VectorIr};
use crate::simplify::Simplifier;

/// What a joint depends on besides the differences of positions, rotations and velocities.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dependence {
    /// A place in the world: the joint changes when all of its bodies are shifted together.
    pub place: bool,
    /// Unwrapped angles.
    pub angles: Angles,
    /// The time.
    pub time: bool,
}

/// How a joint reads unwrapped angles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Angles {
    /// Not at all.
    Unread,
    /// In rows that are sums of angles, which lose no digit where a step begins.
    AddedUp,
    /// In another way.
    Themselves,
}

/// What the fast path of the joint reads. The value of a row that only holds a rate is none of that.
///
/// `is_exact` tells of a parameter whether the solver's scalar has all of its digits.
pub fn analyse(assembly: &Assembly, is_exact: &dyn Fn(u32) -> bool) -> Dependence {
    let graph = &assembly.graph;
    let mut roots: Vec<Id> = Vec::new();
    for block in &assembly.blocks {
        for &(_, impulse) in &block.impulses {
            roots.push(impulse);
        }
        for planar in &block.velocities {
            roots.extend_from_slice(&[planar.linear, planar.angular]);
        }
    }
    let angles = if !finds(graph, &roots, |input| matches!(input, Input::Angle(_))) {
        Angles::Unread
    } else if angles::are_added_up(assembly, is_exact) {
        Angles::AddedUp
    } else {
        Angles::Themselves
    };
    Dependence {
        place: !stays(graph, &roots) && reads_place(graph, &roots),
        angles,
        time: finds(graph, &roots, |input| input == Input::Time),
    }
}

/// Whether it is plain that nothing changes when all bodies are shifted together: positions meet only in sums, in which they
/// cancel. The simplifier would find that, too, but takes longer.
fn stays(graph: &VectorIr, roots: &[Id]) -> bool {
    // How often each expression moves with the shift; NaN where it changes in another way.
    let mut moves: Vec<f64> = Vec::with_capacity(graph.len());
    for id in graph.ids() {
        let mut times = 0.0;
        match graph.node(id) {
            Node::Input(Input::Position(_)) => times = 1.0,
            Node::Sum(Type::Vector, terms) => {
                for &(c, term) in terms {
                    times += c.get() * moves[term.index()];
                }
            }
            node => node.each_operand(|operand| {
                if moves[operand.index()] != 0.0 {
                    times = f64::NAN;
                }
            }),
        }
        moves.push(times);
    }
    roots.iter().all(|root| moves[root.index()] == 0.0)
}

fn reads_place(graph: &VectorIr, roots: &[Id]) -> bool {
    let (shifted, roots) = shifted(graph, roots);
    finds(&shifted, &roots, |input| input == Input::Position(0))
}

/// The same joint, with every position but the first measured from the first.
///
/// If what is left of the first one cancels, it can be anything, so that only the differences count. What the simplifier
/// fails to cancel is taken for a place, which costs precision far from the origin, but is never wrong.
fn shifted(graph: &VectorIr, roots: &[Id]) -> (VectorIr, Vec<Id>) {
    let mut written = VectorIr::new();
    let mut new: SecondaryMap<Id, Id> = SecondaryMap::default();
    for id in graph.reached(roots.iter().copied()) {
        let node = graph.node(id);
        let shifted = match node {
            Node::Input(Input::Position(body)) if *body > 0 => {
                let (first, from_first) = (written.input(Input::Position(0)), written.intern(node.clone()));
                written.sum(Type::Vector, &[(1.0, first), (1.0, from_first)])
            }
            _ => written.intern(node.map_operands(&|operand| new[operand])),
        };
        new.insert(id, shifted);
    }
    let roots: Vec<Id> = roots.map_vec(|&root| new[root]);
    Simplifier::run(&written, &roots)
}

fn finds(graph: &VectorIr, roots: &[Id], wanted: impl Fn(Input) -> bool) -> bool {
    let is_wanted = |&id: &Id| matches!(graph.node(id), Node::Input(input) if wanted(*input));
    graph.reached(roots.iter().copied()).iter().any(is_wanted)
}
