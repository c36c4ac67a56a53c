//! The joints of one colour that have options, in packs; and the joints without a colour, which are few, with options or without.
//!
//! Within a colour no two joints share a moving body, and every lane computes what its joint would compute in a pack of its own. So
//! options that never act change no bit, and no result depends on which joints share a pack.

use core::ops::Range;

use super::breaks::{BreakCheck, Checked};
use super::lane_options::{PackOptions, find_poses, lanes_of, norms_beyond, read_velocities, write_velocities};
use super::member::Member;
use super::passes::{AT_HAND, Relaxation};
use super::series::Series;
use crate::angle::Angle;
use crate::constraint::Pass;
use crate::joint::JointOptions;
use crate::kinematics::Pose;
use crate::lanes::{Gather, Places};
use crate::math::Scalar;
use crate::slots::Key;
use crate::solver::Motion;
use crate::solver::crews::Seat;
use crate::solver::kernels::{
    Angles, Apply, BatchPlace, BodyPlaces, HasKernels, JointTable, Kernel, Phases, Poses, Prepare, Solve, Span,
    Velocities,
};
use crate::solver::motion::Moving;

/// Packs of joints, each of them with options of its own.
pub(super) struct OptionPacks<L: Gather> {
    pub(super) series: Series<L>,
    /// By joint.
    options: Vec<JointOptions>,
    /// By pack.
    packs: Vec<PackOptions<L>>,
    scratch: Scratch<L>,
}

/// What a pack is solved by.
struct Scratch<L: Gather> {
    /// Its bodies, of which only some lanes may be moved.
    places: Vec<Places<L>>,
    /// The impulses before an iteration, and after it.
    before: Vec<L>,
    after: Vec<L>,
    /// By body, the velocities before it.
    velocities: Vec<[L; 4]>,
    /// The bodies as springs see them: their slots, poses, and angles at the start of the step.
    slots: Vec<BatchPlace>,
    poses: Vec<Pose<L>>,
    angles: Vec<Angle>,
}

/// The owner's side.
impl<L: Gather> OptionPacks<L> {
    pub(super) const fn new(series: Series<L>) -> Self {
        Self { series, options: Vec::new(), packs: Vec::new(), scratch: Scratch::NEW }
    }

    pub(super) fn insert(&mut self, key: Key, member: &Member) -> usize {
        let at = self.series.insert(key, member);
        self.options.push(member.options);
        self.packs.resize(self.series.packs(), PackOptions::ordinary(0.0));
        self.clear_pack(at);
        at
    }

    /// Removes a joint. The last one takes its place: returns which.
    pub(super) fn remove(&mut self, at: usize) -> Option<Key> {
        let last = self.options.len().checked_sub(1)?;
        self.clear_pack(at);
        self.clear_pack(last);
        self.options.swap_remove(at);
        let moved = self.series.remove(at);
        self.packs.truncate(self.series.packs());
        moved
    }

    /// As [`Series::line_up`].
    pub(super) fn line_up(&mut self, moved: &mut dyn FnMut(Key, usize)) {
        let (Some(order), empty) = (self.series.order_in_runs(), self.series.emptied()) else { return };
        let old = core::mem::replace(self, Self::new(empty));
        for at in order {
            moved(old.series.keys[at], self.insert(old.series.keys[at], &old.member(at)));
        }
    }

    /// Gives one joint another setup and other options.
    pub(super) fn set_up(&mut self, at: usize, setup: &[Scalar], options: &JointOptions) {
        self.series.set_setup(at, setup);
        self.options[at] = *options;
        self.clear_pack(at);
    }

    pub(super) fn member(&self, at: usize) -> Member {
        Member { options: self.options[at], ..self.series.member(at) }
    }

    /// Calls `act` with each joint's name, and the joint.
    pub(super) fn each(&self, act: &mut dyn FnMut(Key, &Member)) {
        self.series.keys.iter().enumerate().for_each(|(at, &key)| act(key, &self.member(at)));
    }

    /// As if no step had been.
    pub(super) fn forget(&mut self) {
        self.series.forget();
        self.packs.fill(PackOptions::ordinary(0.0));
    }

    /// The options of the joint's pack are put into lanes again before it is prepared.
    fn clear_pack(&mut self, at: usize) {
        self.packs[self.series.pack(at)] = PackOptions::ordinary(0.0);
    }
}

/// The passes' side.
impl<L: HasKernels> OptionPacks<L> {
    /// One iteration that takes out position errors.
    pub(super) fn solve(&mut self, table: &JointTable, motion: &mut Motion, pass: &Pass<Scalar>) {
        let (kernel, mut rest) = (L::kernel(table), 0..self.packs.len());
        while let Some(packs) = self.next_run(&mut rest, PackOptions::take_any_pass) {
            let own = &self.packs[packs.start];
            if own.take_any_pass() {
                let solve = Solve { velocities: Velocities::of_world(&mut motion.velocities), pass: pass.splat() };
                kernel(&mut self.series.span(packs), &mut Phases::solve(solve));
            } else {
                let (pass, broken) = (own.pass(pass), own.broken);
                self.solve_pack(packs.start, kernel, pass, broken, &mut motion.velocities);
            }
        }
    }

    /// See [`Relaxation`]. Breaks the joints for which the substep was too much.
    pub(super) fn relax(
        &mut self,
        table: &JointTable,
        motion: &mut Motion,
        relaxation: Relaxation,
        check: &mut BreakCheck<'_>,
    ) {
        let (kernel, all) = (L::kernel(table), self.packs.len());
        self.put_into_lanes(relaxation.step.h);
        if relaxation.begins_step {
            self.series.find_bases(0..all, &motion.seen());
        }
        for first in (0..all).step_by(AT_HAND) {
            let packs = first..all.min(first + AT_HAND);
            let mut rest = packs.clone();
            while let Some(packs) = self.next_run(&mut rest, PackOptions::relax_as_any) {
                if self.packs[packs.start].relax_as_any() {
                    let at_hand = if self.series.capacity == 1 { 1 } else { AT_HAND };
                    let mut phases = Phases { apply: None, at_hand, ..relaxation.phases(table, motion) };
                    kernel(&mut self.series.span(packs), &mut phases);
                } else {
                    self.relax_pack(packs.start, table, motion, relaxation);
                }
            }
            for pack in packs.clone() {
                if relaxation.solves {
                    self.check_pack(pack, motion, relaxation.step.inverse_h, check);
                }
                self.bound_errors(pack, motion, check);
            }
            let mut rest = packs;
            while let Some(packs) = self.next_run(&mut rest, |own| own.broken == 0) {
                let apply = Apply { velocities: Velocities::of_world(&mut motion.carried), carries: true };
                let broken = self.packs[packs.start].broken;
                kernel(&mut self.span_without(packs, broken), &mut Phases::apply(apply));
            }
        }
    }

    /// Breaks the joints for which the substep that has just ended was too much.
    pub(super) fn check_breaks(&mut self, motion: &Motion, inverse_h: Scalar, check: &mut BreakCheck<'_>) {
        (0..self.packs.len()).for_each(|pack| self.check_pack(pack, motion, inverse_h, check));
    }

    /// Takes the next packs off the rest: as many as `are_alike`, or one that is not.
    fn next_run(&self, rest: &mut Range<usize>, are_alike: impl Fn(&PackOptions<L>) -> bool) -> Option<Range<usize>> {
        let count = self.packs[rest.clone()].iter().take_while(|own| are_alike(own)).count();
        let run = rest.start..rest.end.min(rest.start + count.max(1));
        rest.start = run.end;
        Some(run).filter(|run| !run.is_empty())
    }

    fn put_into_lanes(&mut self, h: Scalar) {
        let Self { series, options, packs, .. } = self;
        for (pack, own) in packs.iter_mut().enumerate().filter(|(_, own)| !own.are_for(h)) {
            *own = PackOptions::new(h, series.joints(pack).map(|(at, lane)| (lane, &options[at])));
        }
    }

    /// Prepares a pack and relaxes it, but for what does not move in it.
    fn relax_pack(&mut self, pack: usize, table: &JointTable, motion: &mut Motion, relaxation: Relaxation) {
        let (kernel, PackOptions { soft, broken, .. }) = (L::kernel(table), self.packs[pack]);
        let Phases { prepare, solve, .. } = relaxation.phases(table, motion);
        if let Some(prepare) = prepare {
            self.prepare_pack(pack, kernel, prepare);
        }
        if let Some(Solve { velocities, pass }) = solve {
            self.solve_pack(pack, kernel, pass, soft | broken, velocities.records);
        }
    }

    /// Some packs as kernels take them, of which the joints in these lanes move nothing.
    fn span_without(&mut self, packs: Range<usize>, lanes: u16) -> Span<'_, L> {
        let Self { series, scratch: Scratch { places, .. }, .. } = self;
        if lanes == 0 {
            return series.span(packs);
        }
        places.clear();
        places.extend(series.places(packs.clone()).iter().map(|places| places.without(lanes)));
        let mut span = series.span(packs);
        span.bodies = BodyPlaces::of_world(places);
        span
    }

    fn prepare_pack(&mut self, pack: usize, kernel: Kernel<L>, prepare: Prepare<'_, L>) {
        let Self { series, packs, scratch: Scratch { slots, poses, angles, .. }, .. } = self;
        let soft = packs[pack].soft;
        if soft == 0 {
            return kernel(&mut series.span(pack..pack + 1), &mut Phases::prepare(prepare));
        }
        let Prepare { poses: seen, step, begin } = prepare;
        let places = series.places(pack..pack + 1);
        find_poses(places, &seen, soft, poses);
        slots.clear();
        slots.extend((0..).map(|slot| BatchPlace::slot(Seat::new(slot, false))).take(places.len()));
        if let Some(Angles(all)) = begin {
            angles.clear();
            let places = places.iter().flat_map(|places| (0..L::COUNT).map(|lane| places.get(lane)));
            angles.extend(places.map(|place| all[place as usize]));
        }
        let poses = Poses { moved: &[], turned: &[], in_lanes: poses };
        let prepare = Prepare { poses, step, begin: begin.map(|_| Angles(angles)) };
        let mut span = series.span(pack..pack + 1);
        span.bodies = BodyPlaces::of_batch(slots, &[]);
        kernel(&mut span, &mut Phases::prepare(prepare));
    }

    /// Solves a pack but for the joints in the `idle` lanes. The norm of a joint's impulses does not exceed what its options allow.
    fn solve_pack(&mut self, pack: usize, kernel: Kernel<L>, pass: Pass<L>, idle: u16, velocities: &mut [Moving]) {
        let PackOptions { joints, bounded, .. } = self.packs[pack];
        let Self { series, scratch, .. } = self;
        let bounded = bounded & !idle;
        if joints & !idle == 0 {
            return;
        }
        scratch.before.clear();
        if idle | bounded != 0 {
            scratch.before.extend_from_slice(series.impulses_of_packs(pack..pack + 1));
        }
        if bounded != 0 {
            read_velocities(series.places(pack..pack + 1), velocities, &mut scratch.velocities);
        }
        let solve = Solve { velocities: Velocities::of_world(velocities), pass };
        kernel(&mut self.span_without(pack..pack + 1, idle), &mut Phases::solve(solve));
        let Self { series, scratch, .. } = self;
        let impulses = series.impulses_mut(pack..pack + 1);
        for (impulse, before) in impulses.iter_mut().zip(&scratch.before) {
            lanes_of(idle).for_each(|lane| impulse.set(lane, before.read(lane)));
        }
        if bounded != 0 {
            self.bound_force(pack, kernel, bounded, velocities);
        }
    }

    /// Rescales the impulses of the joints in these lanes whose norm exceeds its bound, and solves them again from the velocities
    /// before: taking back what was too much would leave its rounding behind.
    fn bound_force(&mut self, pack: usize, kernel: Kernel<L>, bounded: u16, velocities: &mut [Moving]) {
        let Self { series, packs, scratch, .. } = &mut *self;
        let bounds = packs[pack].max_impulse;
        let impulses = series.impulses_mut(pack..pack + 1);
        let Some(norms) = norms_beyond(impulses, 1.0, bounds) else { return };
        let is_beyond = |lane: &usize| norms.read(*lane) > bounds.read(*lane);
        let beyond = lanes_of(bounded).filter(is_beyond).fold(0, |lanes, lane| lanes | 1 << lane);
        scratch.after.clear();
        for (impulse, before) in impulses.iter_mut().zip(&scratch.before) {
            for lane in lanes_of(beyond) {
                impulse.set(lane, impulse.read(lane) * (bounds.read(lane) / norms.read(lane)));
            }
            scratch.after.push(*impulse);
            *impulse -= *before;
        }
        write_velocities(series.places(pack..pack + 1), beyond, &scratch.velocities, velocities);
        let apply = Apply { velocities: Velocities::of_world(velocities), carries: false };
        kernel(&mut self.span_without(pack..pack + 1, !beyond), &mut Phases::apply(apply));
        let Self { series, scratch, .. } = self;
        series.impulses_mut(pack..pack + 1).copy_from_slice(&scratch.after);
    }

    /// Finds how much of their position errors joints act on.
    fn bound_errors(&mut self, pack: usize, motion: &Motion, check: &mut BreakCheck<'_>) {
        let bounded = self.packs[pack].bounded_error;
        for (at, lane) in self.series.joints(pack).filter(|(_, lane)| bounded >> lane & 1 == 1) {
            let share = check.share(self.checked(at), motion);
            self.packs[pack].share.set(lane, share);
        }
    }

    /// As [`check_breaks`](Self::check_breaks), for one pack.
    fn check_pack(&mut self, pack: usize, motion: &Motion, inverse_h: Scalar, check: &mut BreakCheck<'_>) {
        let PackOptions { broken, breakable, breakable_error, break_force, .. } = self.packs[pack];
        if breakable | breakable_error == 0 {
            return;
        }
        let forces = norms_beyond(self.series.impulses_of_packs(pack..pack + 1), inverse_h, break_force);
        if forces.is_none() && breakable_error == 0 {
            return;
        }
        for (at, lane) in self.series.joints(pack).filter(|(_, lane)| broken >> lane & 1 == 0) {
            let force = forces.map_or(0.0, |forces| forces.read(lane));
            if check.breaks(self.checked(at), force, motion) {
                self.packs[pack].broken |= 1 << lane;
            }
        }
    }

    fn checked(&self, at: usize) -> Checked<'_, impl Iterator<Item = u32>> {
        Checked { key: self.series.keys[at], options: &self.options[at], bodies: self.series.bodies(at) }
    }
}

impl<L: Gather> Scratch<L> {
    const NEW: Self = Self {
        places: Vec::new(),
        before: Vec::new(),
        after: Vec::new(),
        velocities: Vec::new(),
        slots: Vec::new(),
        poses: Vec::new(),
        angles: Vec::new(),
    };
}
