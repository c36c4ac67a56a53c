//! Which joints hold a body.

/// For each body a list of the joints that hold it, linked through the joints. Adding and removing take constant time.
///
/// A *hold* is one place of a joint's bodies: joint `i` of `n` bodies has the holds `n i` to `n i + n − 1`.
#[derive(Clone, Debug)]
pub(crate) struct Adjacency {
    /// How many bodies a joint has.
    bodies: usize,
    /// The first hold on each body, by the body's place.
    first: Vec<u32>,
    /// By hold, its neighbours in the list of its body.
    links: Vec<Link>,
}

#[derive(Clone, Copy, Debug)]
struct Link {
    before: u32,
    after: u32,
}

/// No hold.
const NONE: u32 = u32::MAX;

impl Adjacency {
    pub(crate) const fn new(bodies: usize) -> Self {
        Self { bodies, first: Vec::new(), links: Vec::new() }
    }

    /// The joint in this place holds these bodies from now on.
    pub(crate) fn insert(&mut self, joint: u32, bodies: &[u32]) {
        for (hold, &body) in self.holds(joint).zip(bodies) {
            let (at, body) = (hold as usize, body as usize);
            self.first.resize(self.first.len().max(body + 1), NONE);
            self.links.resize(self.links.len().max(at + 1), Link { before: NONE, after: NONE });
            let after = core::mem::replace(&mut self.first[body], hold);
            self.links[at] = Link { before: NONE, after };
            if after != NONE {
                self.links[after as usize].before = hold;
            }
        }
    }

    /// The joint in this place, which held these bodies, holds them no longer.
    pub(crate) fn remove(&mut self, joint: u32, bodies: &[u32]) {
        for (hold, &body) in self.holds(joint).zip(bodies) {
            let Link { before, after } = self.links[hold as usize];
            if before == NONE {
                self.first[body as usize] = after;
            } else {
                self.links[before as usize].after = after;
            }
            if after != NONE {
                self.links[after as usize].before = before;
            }
        }
    }

    /// The places of the joints that hold this body: one twice, if it does so in two places.
    pub(crate) fn joints(&self, body: u32) -> impl Iterator<Item = u32> {
        let mut next = self.first.get(body as usize).copied().unwrap_or(NONE);
        core::iter::from_fn(move || {
            let hold = next;
            next = self.links.get(hold as usize)?.after;
            Some(self.joint(hold))
        })
    }

    /// The bodies that any joint holds.
    pub(crate) fn bodies(&self) -> impl Iterator<Item = u32> {
        (0..).zip(&self.first).filter(|(_, first)| **first != NONE).map(|(body, _)| body)
    }

    fn holds(&self, joint: u32) -> impl Iterator<Item = u32> + use<> {
        let bodies = self.bodies;
        let first = joint as usize * bodies;
        let hold = move |body| u32::try_from(first + body).expect("2^32 holds do not fit into memory");
        (0..bodies).map(hold)
    }

    #[allow(clippy::cast_possible_truncation)] // less than the hold
    const fn joint(&self, hold: u32) -> u32 {
        (hold as usize / self.bodies) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joints(adjacency: &Adjacency, body: u32) -> Vec<u32> {
        let mut joints: Vec<u32> = adjacency.joints(body).collect();
        joints.sort_unstable();
        joints
    }

    #[test]
    fn joints_come_and_go() {
        let mut adjacency = Adjacency::new(2);
        let bodies = [[0, 1], [1, 2], [2, 0], [1, 1], [7, 1]];
        for (joint, bodies) in (0..).zip(&bodies) {
            adjacency.insert(joint, bodies);
        }
        assert_eq!(joints(&adjacency, 1), [0, 1, 3, 3, 4]);
        assert_eq!(
            (joints(&adjacency, 0), joints(&adjacency, 5), joints(&adjacency, 99)),
            (vec![0, 2], vec![], vec![])
        );
        // The last of the list, one in its middle, its first.
        for (joint, left) in [(0, [1, 3, 3, 4].as_slice()), (3, &[1, 4]), (4, &[1]), (1, &[])] {
            adjacency.remove(joint, &bodies[joint as usize]);
            assert_eq!(joints(&adjacency, 1), left);
        }
        assert_eq!((joints(&adjacency, 0), joints(&adjacency, 2), joints(&adjacency, 7)), (vec![2], vec![2], vec![]));
        // The place is used again.
        adjacency.insert(0, &[2, 1]);
        assert_eq!((joints(&adjacency, 1), joints(&adjacency, 2)), (vec![0], vec![0, 2]));
    }
}
