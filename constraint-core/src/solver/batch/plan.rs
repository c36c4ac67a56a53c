//! Which islands stand side by side in a batch, and which of their joints.

use std::collections::VecDeque;

use crate::kernels::BodySlot;
use crate::solver::batch::{Island, Joint, Signature};

/// Islands that a batch is made of, group after group, one for each lane; the last group may have lanes left. They are identical islands, or
/// similar islands: of forms that are near each other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BatchPlan<'a> {
    islands: &'a [(&'a Signature, &'a Island)],
    lanes: usize,
    /// How many bodies the greatest islands have that move, and that are fixed: so many body slots are in each group.
    moving: u32,
    fixed: u32,
}

/// Joints of one type that are solved side by side, the nth of each island of a group.
#[derive(Debug)]
pub(crate) struct BatchPack {
    pub(crate) group: u32,
    /// By lane, their places among the joints of their type. `None` where an island has none any more.
    pub(crate) joints: Vec<Option<u32>>,
    /// By body of a joint and lane, where it sits.
    pub(crate) body_slots: Vec<Vec<Option<BodySlot>>>,
}

impl<'a> BatchPlan<'a> {
    pub(crate) fn new(islands: &'a [(&'a Signature, &'a Island)], lanes: usize) -> Self {
        let most = |count: fn(&Signature) -> u32| islands.iter().map(|(form, _)| count(form)).max().unwrap_or(0);
        Self { islands, lanes, moving: most(|form| form.moving), fixed: most(|form| form.fixed) }
    }

    /// How many body slots a group has.
    pub(crate) const fn size(&self) -> usize {
        (self.moving + self.fixed) as usize
    }

    /// How many of them are for bodies that move: the first ones.
    pub(crate) const fn moving(&self) -> usize {
        self.moving as usize
    }

    pub(crate) const fn len(&self) -> usize {
        self.islands.len()
    }

    pub(crate) fn joints(&self) -> usize {
        self.islands.iter().map(|(form, _)| form.joints.len()).sum()
    }

    /// The places of all bodies that move.
    pub(crate) fn movers(&self) -> impl Iterator<Item = u32> {
        self.islands.iter().flat_map(|(form, island)| &island.bodies[..form.moving as usize]).copied()
    }

    /// By group, which bodies are in a body slot: the place of each lane's, if it has one.
    pub(crate) fn bodies(&self) -> impl Iterator<Item = impl Iterator<Item = Vec<Option<u32>>>> {
        let groups = self.islands.chunks(self.lanes);
        groups.map(|group| {
            let body_slots = 0..self.moving + self.fixed;
            body_slots.map(|body_slot| group.iter().map(|(form, island)| self.body(form, island, body_slot)).collect())
        })
    }

    /// The body of an island in a body slot.
    fn body(&self, form: &Signature, island: &Island, body_slot: u32) -> Option<u32> {
        let (body, end) = match body_slot.checked_sub(self.moving) {
            None => (body_slot, form.moving),
            Some(fixed) => (form.moving + fixed, form.bodies()),
        };
        island.bodies.get(body as usize).copied().filter(|_| body < end)
    }

    /// The body slot of a body in a group.
    const fn body_slot(&self, form: &Signature, body: u32, group: u32) -> BodySlot {
        let moves = body < form.moving;
        let own = if moves { body } else { body - form.moving + self.moving };
        BodySlot::new(group * (self.moving + self.fixed) + own, moves)
    }

    /// The joints of a type: of each island in its order.
    pub(crate) fn rows(&self, store: usize) -> Vec<BatchPack> {
        let of_store = |&(form, island): &(&'a Signature, &'a Island)| {
            let [first, end] = [store, store + 1].map(|store| form.joints.partition_point(|joint| joint.store < store));
            (form, &form.joints[first..end], &island.joints[first..end])
        };
        let all: Vec<(&Signature, &[Joint], &[u32])> = self.islands.iter().map(of_store).collect();
        let most = all.iter().map(|(_, joints, _)| joints.len()).max().unwrap_or(0);
        let groups = || (0..).zip(all.chunks(self.lanes));
        let rows = (0..most).flat_map(|nth| groups().map(move |group| (nth, group)));
        let rows = rows.filter_map(|(nth, (group, islands))| {
            let bodies = islands.iter().find_map(|(_, joints, _)| Some(joints.get(nth)?.bodies.len()))?;
            let body_slot = |body: usize| {
                islands
                    .iter()
                    .map(move |(form, joints, _)| Some(self.body_slot(form, joints.get(nth)?.bodies[body], group)))
            };
            Some(BatchPack {
                group,
                joints: islands.iter().map(|(.., places)| places.get(nth).copied()).collect(),
                body_slots: (0..bodies).map(|body| body_slot(body).collect()).collect(),
            })
        });
        rows.collect()
    }

    /// What it takes to solve their joints, of so many types, side by side, and what it takes where their bodies are gathered.
    pub(crate) fn costs(&self, stores: usize) -> [usize; 2] {
        let of_row = |row: BatchPack| ROW + OTHER_BODY_SLOT * row.others();
        let rows = (0..stores).flat_map(|store| self.rows(store));
        [rows.map(of_row).sum(), GATHERED * self.joints() / self.lanes]
    }
}

/// The times of joints in all lanes, by comparison: of identical islands; more for each body slot that similar islands have beside those; and of gathered ones.
const ROW: usize = 6;
const OTHER_BODY_SLOT: usize = 1;
const GATHERED: usize = 11;

impl BatchPack {
    /// How many body slots there are beside one for each body.
    fn others(&self) -> usize {
        let others = self.body_slots.iter().map(|body_slots| {
            let mut body_slots: Vec<&BodySlot> = body_slots.iter().flatten().collect();
            body_slots.sort_unstable();
            body_slots.dedup();
            body_slots.len() - 1
        });
        others.sum()
    }

    /// The body slots of their bodies, if all islands have the same: lanes without an island may do what the others do.
    pub(crate) fn alike(&self) -> Option<Vec<BodySlot>> {
        let one = |body_slots: &Vec<Option<BodySlot>>| {
            body_slots[0].filter(|_| body_slots.iter().all(|body_slot| *body_slot == body_slots[0]))
        };
        self.body_slots.iter().map(one).collect()
    }
}

/// How many islands are compared with a group that looks for one more.
const COMPARED: usize = 32;

/// Sorts the islands, in which neighbours have similar signatures, into groups that have many body slots in common.
pub(crate) fn by_groups<'a>(
    islands: Vec<(&'a Signature, &'a Island)>,
    lanes: usize,
) -> Vec<(&'a Signature, &'a Island)> {
    let mut rest = VecDeque::from(islands);
    let mut ordered = Vec::with_capacity(rest.len());
    while let Some((first, _)) = rest.front() {
        let size = first.bodies() as usize;
        let places = |form: &'a Signature| {
            let bodies = (0..).zip(form.joints.iter().flat_map(|joint| &joint.bodies));
            bodies.map(move |(nth, body): (usize, _)| nth * size + *body as usize)
        };
        let mut known = vec![false; size * first.joints.iter().map(|joint| joint.bodies.len()).sum::<usize>()];
        for _ in 0..lanes {
            let others = |form: &'a Signature| places(form).filter(|&place| known.get(place) != Some(&true)).count();
            let next = (0..rest.len().min(COMPARED)).min_by_key(|&at| others(rest[at].0));
            let Some(next) = next.and_then(|next| rest.remove(next)) else { break };
            places(next.0).for_each(|place| known.get_mut(place).into_iter().for_each(|known| *known = true));
            ordered.push(next);
        }
    }
    ordered
}
