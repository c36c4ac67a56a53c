//! Records gathered and scattered: every pattern of places and of moving lanes, runs and what is nearly one.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::STRIDE;
use crate::lanes::{Find, Gather, Places, Record, WIDEST};
use crate::math::Scalar;

#[derive(Clone, Copy, Debug, PartialEq)]
struct Four([Scalar; 4]);

impl Record for Four {
    fn scalars(&self) -> &[Scalar; 4] {
        &self.0
    }

    fn scalars_mut(&mut self) -> &mut [Scalar; 4] {
        &mut self.0
    }
}

/// All of it.
pub(super) fn check<L: Gather>() {
    gathers_and_scatters::<L>();
    gathers_and_scatters_runs::<L>();
    gathers_and_scatters_pieces::<L>();
    finds_runs_again::<L>();
    has_a_lane_for_each_record::<L>();
    shares_places::<L>();
    refuses_places_that_are_not_there::<L>();
    loads_and_stores::<L>();
}

/// So many records that the places below reach from the first to the last.
const RECORDS: usize = 50;

fn records() -> Vec<Four> {
    (0..50_u8).map(|i| Four([0.0, 0.25, 0.5, 0.75].map(|part| Scalar::from(i) + part))).collect()
}

/// Gathers from these places, adds 100, and scatters to those that move; both against one record after another, and if the
/// places are a run, as one, too. Returns the stride of that, or 0.
fn moves_records<L: Gather>(at: impl Fn(usize) -> usize, moving: usize) -> u8 {
    let records = records();
    let mut places = Places::<L>::reading(0);
    let mut expected = records.clone();
    for lane in 0..L::COUNT {
        let moves = moving >> lane & 1 == 1;
        places.set(lane, u32::try_from(at(lane)).unwrap(), moves);
        if moves {
            expected[at(lane)] = Four(records[at(lane)].0.map(|value| value + 100.0));
        }
    }
    finds_records(&places, &places, &records, &expected);
    if places.are_run(1) {
        finds_records(&places.run::<1>(), &places, &records, &expected);
        return 1;
    }
    if places.are_run(2) {
        finds_records(&places.run::<2>(), &places, &records, &expected);
        return 2;
    }
    0
}

/// Finds the records at these places in one of two ways.
fn finds_records<L: Gather>(by: &impl Find<L>, places: &Places<L>, records: &[Four], expected: &[Four]) {
    let gathered = by.gather(records);
    for lane in 0..L::COUNT {
        let record = records[places.get(lane) as usize];
        assert_eq!(gathered.map(|value| value.get(lane)), record.0, "lane {lane} of {places:?} by {by:?}");
    }
    let mut written = records.to_vec();
    by.scatter(gathered.map(|value| value + L::splat(100.0)), &mut written);
    assert_eq!(written, expected, "{places:?} by {by:?}");
}

/// Every set of moving lanes; of sixteen, every 61st, by which each lane moves with and without each other one, and all of them.
fn sets_of_lanes<L: Gather>() -> impl Iterator<Item = usize> {
    let all = (1 << L::COUNT) - 1;
    let stride = if L::COUNT > 8 { 61 } else { STRIDE };
    (0..all).step_by(stride).chain([all])
}

/// These sets over places in order, scattered, and at both ends of the slice.
fn gathers_and_scatters<L: Gather>() {
    for moving in sets_of_lanes::<L>() {
        for first in [0, 1, 2, RECORDS - L::COUNT] {
            moves_records::<L>(|lane| first + lane, moving);
            moves_records::<L>(|lane| RECORDS - 1 - first % 3 - lane, moving);
        }
        moves_records::<L>(|lane| 1 + 2 * lane, moving);
        // 17 and 50 have no common factor: no place comes twice, and the first and the last do come.
        moves_records::<L>(|lane| (17 * lane + 49) % RECORDS, moving);
    }
}

/// Where each lane is if the nth joint of a block has the `nth` of these places.
fn in_order<L: Gather>(nth: impl Fn(usize) -> usize) -> [usize; WIDEST] {
    let mut at = [0; WIDEST];
    (0..L::COUNT).for_each(|joint| at[L::lane_of(joint)] = nth(joint));
    at
}

/// Runs of each stride from each place on, with every set of moving lanes; and those that a single lane, or the direction, keeps
/// from being one.
fn gathers_and_scatters_runs<L: Gather>() {
    let all = (1 << L::COUNT) - 1;
    for (stride, found) in [(1, 1), (2, 2), (3, 0)] {
        // One joint is a run by itself.
        let found = if L::COUNT == 1 { 1 } else { found };
        let Some(last) = RECORDS.checked_sub((L::COUNT - 1) * stride + 1) else { continue };
        for first in 0..=last {
            let run = in_order::<L>(|joint| first + stride * joint);
            for moving in sets_of_lanes::<L>().filter(|moving| *moving != all) {
                assert_eq!(moves_records::<L>(|lane| run[lane], moving), 0);
            }
            assert_eq!(moves_records::<L>(|lane| run[lane], all), found);
            moves_records::<L>(|lane| in_order::<L>(|joint| first + stride * (L::COUNT - 1 - joint))[lane], all);
            let elsewhere = (0..L::COUNT).flat_map(|odd| (0..RECORDS).map(move |place| (odd, place)));
            for (odd, place) in elsewhere.step_by(STRIDE) {
                if !run[..L::COUNT].contains(&place) {
                    moves_records::<L>(|lane| if lane == odd { place } else { run[lane] }, all);
                }
            }
        }
    }
}

/// Runs with a second piece that begins anywhere, before or after the first one.
fn gathers_and_scatters_pieces<L: Gather>() {
    let piece = Places::<L>::PIECE;
    if piece == L::COUNT {
        return;
    }
    for stride in [1, 2] {
        let length = stride * (piece - 1) + 1;
        let firsts = (0..=RECORDS - length).flat_map(|one| (0..=RECORDS - length).map(move |other| [one, other]));
        for [one, other] in firsts.filter(|[one, other]| one.abs_diff(*other) >= length) {
            let begins = |joint: usize| if joint < piece { one } else { other };
            let run = in_order::<L>(|joint| begins(joint) + stride * (joint % piece));
            assert_eq!(usize::from(moves_records::<L>(|lane| run[lane], (1 << L::COUNT) - 1)), stride);
        }
    }
}

/// A run of which one lane has other places in between, or does not move for a while, ends and begins again.
fn finds_runs_again<L: Gather>() {
    let records = records();
    let run = in_order::<L>(|joint| 3 + joint);
    let mut places = Places::<L>::reading(0);
    let put = |places: &mut Places<L>, lane: usize| places.set(lane, u32::try_from(run[lane]).unwrap(), true);
    (0..L::COUNT).for_each(|lane| put(&mut places, lane));
    for (lane, &own) in run.iter().enumerate().take(L::COUNT) {
        for (place, moves) in [(0, true), (30, true), (own, false)] {
            assert!(places.are_run(1), "before lane {lane}");
            places.set(lane, u32::try_from(place).unwrap(), moves);
            // One that moves is a run by itself.
            assert_eq!(places.are_run(1), L::COUNT == 1 && moves, "lane {lane} at {place}");
            let gathered = L::gather(&places, &records);
            assert_eq!(gathered.map(|value| value.get(lane)), records[place].0);
            put(&mut places, lane);
        }
    }
}

/// Each record has a lane of its own.
fn has_a_lane_for_each_record<L: Gather>() {
    let mut lanes: Vec<usize> = (0..L::COUNT).map(L::lane_of).collect();
    let numbers = L::from_records(|nth| records()[nth].0[0]);
    assert!(lanes.iter().enumerate().all(|(nth, &lane)| numbers.get(lane) == records()[nth].0[0]));
    lanes.sort_unstable();
    assert!(lanes.into_iter().eq(0..L::COUNT));
}

/// Lanes that hold the same body: they all read it, and at most one of them may write. So are the ground, and lanes without a
/// joint.
fn shares_places<L: Gather>() {
    for place in 0..RECORDS {
        moves_records::<L>(|_| place, 0);
        for writer in 0..L::COUNT {
            moves_records::<L>(|_| place, 1 << writer);
            // The others share a neighbour, which none of them writes.
            moves_records::<L>(|lane| if lane == writer { place } else { (place + 1) % RECORDS }, 1 << writer);
        }
    }
}

/// In every lane, a place behind the last is neither read nor written.
fn refuses_places_that_are_not_there<L: Gather>() {
    let places = |lane: usize, moves: bool| {
        let mut places = Places::<L>::reading(0);
        places.set(lane, u32::try_from(RECORDS).unwrap(), moves);
        places
    };
    for lane in 0..L::COUNT {
        let read = || L::gather(&places(lane, false), &records());
        assert!(catch_unwind(read).is_err(), "lane {lane} was read");
        let write = || L::scatter([L::default(); 4], &places(lane, true), &mut records());
        assert!(catch_unwind(write).is_err(), "lane {lane} was written");
    }
    // Runs that go beyond by their last place alone, and by all but the first.
    refuses_run::<L, 1>(1);
    refuses_run::<L, 1>((L::COUNT - 1).max(1));
    refuses_run::<L, 2>(1);
    refuses_run::<L, 2>((2 * (L::COUNT - 1)).max(1));
    // And by one of their pieces alone.
    for second_is_there in [true, false] {
        let begins = |joint: usize| if (joint < Places::<L>::PIECE) == second_is_there { RECORDS - 1 } else { 0 };
        let run = in_order::<L>(|joint| begins(joint) + joint % Places::<L>::PIECE);
        if Places::<L>::PIECE < L::COUNT {
            refuses_at::<L, 1>(&run);
        }
    }
}

/// A run with its last place this far beyond the last one that exists.
fn refuses_run<L: Gather, const STRIDE: usize>(beyond: usize) {
    let first = RECORDS - 1 + beyond - STRIDE * (L::COUNT - 1);
    refuses_at::<L, STRIDE>(&in_order::<L>(|joint| first + STRIDE * joint));
}

fn refuses_at<L: Gather, const STRIDE: usize>(run: &[usize]) {
    let mut places = Places::<L>::reading(0);
    (0..L::COUNT).for_each(|lane| places.set(lane, u32::try_from(run[lane]).unwrap(), true));
    refuses(&places);
    refuses(&places.run::<STRIDE>());
}

fn refuses<L: Gather>(places: &impl Find<L>) {
    let read = || places.gather(&records());
    assert!(catch_unwind(AssertUnwindSafe(read)).is_err(), "{places:?} were read");
    let write = || places.scatter([L::default(); 4], &mut records());
    assert!(catch_unwind(AssertUnwindSafe(write)).is_err(), "{places:?} were written");
}

/// Records that stand side by side.
fn loads_and_stores<L: Gather>() {
    let mut records: Vec<Four> =
        (0..20_u8).map(|i| Four([0.0, 0.25, 0.5, 0.75].map(|part| Scalar::from(i) + part))).collect();
    let old = records.clone();
    let values = L::load(&records[1..]);
    for nth in 0..L::COUNT {
        assert_eq!(values.map(|value| value.get(L::lane_of(nth))), old[1 + nth].0);
    }
    L::store(values.map(|value| value + L::splat(100.0)), &mut records[1..]);
    for (index, (new, old)) in records.iter().zip(&old).enumerate() {
        let is_stored = (1..=L::COUNT).contains(&index);
        assert_eq!(new.0, if is_stored { old.0.map(|value| value + 100.0) } else { old.0 }, "record {index}");
    }
}
