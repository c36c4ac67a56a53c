//! The order in which the unknowns of an island are eliminated.

use std::collections::BTreeSet;

/// A body or a joint: a node of the graph that is eliminated.
pub(crate) struct Node {
    /// Number of its unknowns.
    pub(crate) size: usize,
    /// Whether it has a pivot of its own. A joint has none until one of its bodies is eliminated: its block is nearly zero before.
    pub(crate) is_ready: bool,
}

/// Minimum degree, by the number of unknowns. A joint waits until one of its bodies is eliminated.
pub(crate) fn order(nodes: &[Node], edges: &[(usize, usize)]) -> Vec<usize> {
    let mut graph = Graph::new(nodes, edges);
    let mut order = Vec::with_capacity(nodes.len());
    while let Some((_, node)) = graph.queue.pop_first() {
        order.push(node);
        graph.eliminate(node);
    }
    // Joints between bodies that nothing moves, and joints of none.
    let is_left: Vec<bool> = order.iter().fold(vec![true; nodes.len()], |mut left, &node| {
        left[node] = false;
        left
    });
    order.extend((0..nodes.len()).filter(|&node| is_left[node]));
    order
}

struct Graph<'a> {
    nodes: &'a [Node],
    neighbours: Vec<BTreeSet<usize>>,
    ready: Vec<bool>,
    /// Number of unknowns beside each node.
    degrees: Vec<usize>,
    /// The ready nodes, by degree.
    queue: BTreeSet<(usize, usize)>,
}

impl<'a> Graph<'a> {
    fn new(nodes: &'a [Node], edges: &[(usize, usize)]) -> Self {
        let mut neighbours = vec![BTreeSet::new(); nodes.len()];
        for &(a, b) in edges.iter().filter(|(a, b)| a != b) {
            neighbours[a].insert(b);
            neighbours[b].insert(a);
        }
        let degree = |set: &BTreeSet<usize>| set.iter().map(|&node| nodes[node].size).sum();
        let degrees: Vec<usize> = neighbours.iter().map(degree).collect();
        let ready: Vec<bool> = nodes.iter().map(|node| node.is_ready).collect();
        let queue = (0..nodes.len()).filter(|&node| ready[node]).map(|node| (degrees[node], node)).collect();
        Self { nodes, neighbours, ready, degrees, queue }
    }

    /// Joins all neighbours of a node with each other, and removes it.
    fn eliminate(&mut self, node: usize) {
        let around: Vec<usize> = core::mem::take(&mut self.neighbours[node]).into_iter().collect();
        for &neighbour in &around {
            self.queue.remove(&(self.degrees[neighbour], neighbour));
            self.neighbours[neighbour].remove(&node);
            self.degrees[neighbour] -= self.nodes[node].size;
            // A body makes the joints beside it ready; a body itself always is.
            self.ready[neighbour] = true;
        }
        for (at, &a) in around.iter().enumerate() {
            for &b in &around[at + 1..] {
                if self.neighbours[a].insert(b) {
                    self.neighbours[b].insert(a);
                    self.degrees[a] += self.nodes[b].size;
                    self.degrees[b] += self.nodes[a].size;
                }
            }
        }
        self.queue.extend(around.iter().map(|&neighbour| (self.degrees[neighbour], neighbour)));
    }
}
