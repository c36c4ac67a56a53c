//! Which bodies belong to which island.

use super::Island;

/// The islands of a world: dynamic bodies that enabled joints hold together.
#[derive(Clone, Debug, Default)]
pub(crate) struct Partition {
    pub(crate) islands: Vec<Island>,
    /// By place of a body, its island; [`NONE`] for none.
    of_body: Vec<u32>,
    /// The places of the bodies, island after island.
    bodies: Vec<u32>,
}

const NONE: u32 = u32::MAX;

/// A joint as the partition takes it.
#[derive(Clone, Copy, Debug)]
#[allow(clippy::struct_excessive_bools)] // independent of each other
pub(crate) struct Link<'a> {
    /// The places of its bodies.
    pub(crate) bodies: &'a [u32],
    /// Whether it can do work on its bodies.
    pub(crate) is_driven: bool,
    /// Whether it changes its own parameters.
    pub(crate) is_animated: bool,
    /// Whether it holds bodies to the world itself.
    pub(crate) is_anchor: bool,
}

/// Calls a function with each joint.
pub(crate) type EachLink<'a> = &'a dyn Fn(&mut dyn FnMut(Link<'_>));

/// What a body is for an island.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Dynamic,
    Fixed,
    Kinematic,
    /// There is none in this place.
    Nobody,
}

impl Partition {
    /// Finds the islands of these bodies, by place, and of the joints that `each` gives.
    pub(crate) fn find(roles: &[Role], each: EachLink<'_>) -> Self {
        let mut parents: Vec<u32> = (0..).take(roles.len()).collect();
        let is_dynamic = |body: u32| roles[body as usize] == Role::Dynamic;
        each(&mut |link| {
            let mut dynamic = link.bodies.iter().copied().filter(|&body| is_dynamic(body));
            let Some(first) = dynamic.next() else { return };
            let mut root = root_of(&mut parents, first);
            for other in dynamic {
                let other = root_of(&mut parents, other);
                // The first body of an island stands for it.
                parents[root.max(other) as usize] = root.min(other);
                root = root.min(other);
            }
        });
        let mut partition = Self { of_body: vec![NONE; roles.len()], ..Self::default() };
        each(&mut |link| {
            let Some(&body) = link.bodies.iter().find(|&&body| is_dynamic(body)) else { return };
            let is = |role| link.bodies.iter().any(|&body| roles[body as usize] == role);
            let island = partition.at(root_of(&mut parents, body));
            island.is_held |= link.is_anchor || is(Role::Fixed);
            island.is_driven |= link.is_driven || is(Role::Kinematic);
            island.is_animated |= link.is_animated;
        });
        for place in (0..).take(roles.len()).filter(|&place| is_dynamic(place)) {
            let root = root_of(&mut parents, place);
            partition.of_body[place as usize] = partition.of_body[root as usize];
        }
        partition.list_bodies();
        partition
    }

    /// The island that this body stands for.
    fn at(&mut self, root: u32) -> &mut Island {
        let number = &mut self.of_body[root as usize];
        if *number == NONE {
            *number = u32::try_from(self.islands.len()).unwrap_or(NONE);
            self.islands.push(Island::default());
        }
        &mut self.islands[*number as usize]
    }

    /// Lists the bodies of each island, in the order of their places.
    fn list_bodies(&mut self) {
        let mut counts = vec![0; self.islands.len()];
        self.of_body.iter().filter(|&&island| island != NONE).for_each(|&island| counts[island as usize] += 1);
        let mut end = 0;
        for (island, count) in self.islands.iter_mut().zip(counts) {
            island.bodies = end..end;
            end += count;
        }
        self.bodies = vec![0; end];
        for (place, &island) in (0..).zip(&self.of_body) {
            if let Some(island) = self.islands.get_mut(island as usize) {
                self.bodies[island.bodies.end] = place;
                island.bodies.end += 1;
            }
        }
    }

    /// The number of the island of the body in this place.
    pub(crate) fn number(&self, place: u32) -> Option<usize> {
        self.of_body.get(place as usize).map(|&island| island as usize).filter(|&island| island < self.islands.len())
    }

    /// The places of the bodies of an island.
    pub(crate) fn bodies(&self, island: usize) -> &[u32] {
        &self.bodies[self.islands[island].bodies.clone()]
    }

    /// Takes over what another partition knows of islands with the same bodies.
    pub(crate) fn inherit(&mut self, old: &Self) -> Vec<usize> {
        let mut new = Vec::new();
        for number in 0..self.islands.len() {
            let before = self.bodies(number).first().and_then(|&first| old.number(first));
            let before = before.filter(|&before| old.bodies(before) == self.bodies(number));
            match before {
                Some(before) => self.islands[number].inherit(&old.islands[before]),
                None => new.push(number),
            }
        }
        new
    }
}

/// The place that stands for all that have been joined to this one.
fn root_of(parents: &mut [u32], mut place: u32) -> u32 {
    while parents[place as usize] != place {
        let parent = parents[place as usize];
        parents[place as usize] = parents[parent as usize];
        place = parent;
    }
    place
}

/// As data.
#[cfg(feature = "serde")]
impl Partition {
    pub(super) fn into_saved(self) -> (Vec<u32>, Vec<Island>) {
        (self.of_body, self.islands)
    }

    /// `None` if it means nothing.
    pub(super) fn from_saved(of_body: Vec<u32>, islands: Vec<Island>, places: usize) -> Option<Self> {
        let is_sound = |&island: &u32| island == NONE || (island as usize) < islands.len();
        if of_body.len() > places || !of_body.iter().all(is_sound) {
            return None;
        }
        let mut partition = Self { islands, of_body, bodies: Vec::new() };
        partition.list_bodies();
        Some(partition)
    }
}
