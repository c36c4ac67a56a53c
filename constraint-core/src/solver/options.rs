//! The joints of one colour that have options, in packs; and the joints without a colour, which are few, with options or without.
//!
//! Within a colour no two joints share a moving body, and every lane computes what its joint would compute in a pack of its own. So
//! options that never act change no bit, and no result depends on which joints share a pack.

pub(crate) mod lane_options;
use core::ops::Range;

use crate::angle::Angle;
use crate::joint_options::JointOptions;
use crate::kernels::BodySlot;
use crate::kernels::records::VelocityRecord;
use crate::kernels::{
    BatchPlace, BodyPlaces, HasKernels, ImpulsePass, JointTable, Kernel, Phase, Poses, Prepare, Span, Start, Turns,
    Velocities,
};
use crate::kinematics::Pose;
use crate::lanes::{Gather, Places};
use crate::math::Scalar;
use crate::pass::Pass;
use crate::slots::Key;
use crate::solver::SolverBodies;
use crate::solver::break_check::{BreakCheck, Checked};
use crate::solver::options::lane_options::{
    PackOptions, find_poses, lanes_of, norms_beyond, read_velocities, write_velocities,
};
use crate::solver::packs::bucket::Bucket;
use crate::solver::packs::joint_data::JointData;
use crate::solver::relaxation::{PACKS_AT_ONCE, Relaxation};

/// Packs of joints, each of them with options of its own.
#[derive(Clone)]
pub(crate) struct OptionPacks<L: Gather> {
    pub(crate) bucket: Bucket<L>,
    /// By joint.
    options: Vec<JointOptions>,
    /// By pack.
    packs: Vec<PackOptions<L>>,
    scratch: Scratch<L>,
}

/// What a pack is solved by.
#[derive(Clone)]
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
    pub(crate) const fn new(bucket: Bucket<L>) -> Self {
        Self { bucket, options: Vec::new(), packs: Vec::new(), scratch: Scratch::NEW }
    }

    pub(crate) fn insert(&mut self, key: Key, data: &JointData) -> usize {
        let at = self.bucket.insert(key, data);
        self.options.push(data.options);
        self.packs.resize(self.bucket.packs(), PackOptions::ordinary(0.0));
        self.clear_pack(at);
        at
    }

    /// Removes a joint. The last one takes its place: returns which.
    pub(crate) fn remove(&mut self, at: usize) -> Option<Key> {
        let last = self.options.len().checked_sub(1)?;
        self.clear_pack(at);
        self.clear_pack(last);
        self.options.swap_remove(at);
        let moved = self.bucket.remove(at);
        self.packs.truncate(self.bucket.packs());
        moved
    }

    /// As [`Bucket::line_up`].
    pub(crate) fn line_up(&mut self, moved: &mut dyn FnMut(Key, usize)) {
        let (Some(order), empty) = (self.bucket.order_in_runs(), self.bucket.emptied()) else { return };
        let old = core::mem::replace(self, Self::new(empty));
        for at in order {
            moved(old.bucket.keys[at], self.insert(old.bucket.keys[at], &old.data(at)));
        }
    }

    /// Gives one joint another setup and other options. By how much a number of its setup has changed at most.
    pub(crate) fn set_up(&mut self, at: usize, setup: &[Scalar], options: &JointOptions) -> Scalar {
        self.options[at] = *options;
        self.clear_pack(at);
        self.bucket.set_setup(at, setup)
    }

    pub(crate) fn data(&self, at: usize) -> JointData {
        JointData { options: self.options[at], ..self.bucket.data(at) }
    }

    /// Calls `act` with each joint's name, and the joint.
    pub(crate) fn each(&self, act: &mut dyn FnMut(Key, &JointData)) {
        self.bucket.keys.iter().enumerate().for_each(|(at, &key)| act(key, &self.data(at)));
    }

    /// As if no step had been.
    pub(crate) fn forget(&mut self) {
        self.bucket.forget();
        self.packs.fill(PackOptions::ordinary(0.0));
    }

    /// The options of the joint's pack are put into lanes again before it is prepared.
    fn clear_pack(&mut self, at: usize) {
        self.packs[self.bucket.pack(at)] = PackOptions::ordinary(0.0);
    }
}

/// The passes' side.
impl<L: HasKernels> OptionPacks<L> {
    /// One iteration that takes out position errors.
    pub(crate) fn solve(&mut self, table: &JointTable, motion: &mut SolverBodies, pass: &Pass<Scalar>) {
        let (kernel, mut rest) = (L::kernel(table), 0..self.packs.len());
        while let Some(packs) = self.next_run(&mut rest, PackOptions::take_any_pass) {
            let own = &self.packs[packs.start];
            if own.take_any_pass() {
                let solve = ImpulsePass::solve(Velocities::of_world(&mut motion.velocities), pass);
                kernel(&mut self.bucket.span(packs), &mut Phase::Pass(solve));
            } else {
                let (pass, broken) = (own.pass(pass), own.broken);
                self.solve_pack(packs.start, kernel, pass, broken, &mut motion.velocities);
            }
        }
    }

    /// See [`Relaxation`]. Breaks the joints for which the substep was too much.
    pub(crate) fn relax(
        &mut self,
        table: &JointTable,
        motion: &mut SolverBodies,
        relaxation: Relaxation<'_>,
        check: &mut BreakCheck<'_>,
    ) {
        let (kernel, all) = (L::kernel(table), self.packs.len());
        self.put_into_lanes(relaxation.step.h);
        for first in (0..all).step_by(PACKS_AT_ONCE) {
            let packs = first..all.min(first + PACKS_AT_ONCE);
            let mut rest = packs.clone();
            while let Some(packs) = self.next_run(&mut rest, PackOptions::relax_as_any) {
                if self.packs[packs.start].relax_as_any() {
                    let packs_at_once = if self.bucket.capacity == 1 { 1 } else { PACKS_AT_ONCE };
                    let [prepare, solve, _] = relaxation.phases(motion);
                    let phases: &mut [_] =
                        if relaxation.solves(table) { &mut [prepare, solve] } else { &mut [prepare] };
                    Turns::of(packs_at_once).run(kernel, &table.layout, &mut self.bucket.span(packs), phases);
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
                let apply = ImpulsePass::apply(Velocities::of_world(&mut motion.warm_start_delta), true);
                let broken = self.packs[packs.start].broken;
                kernel(&mut self.span_without(packs, broken), &mut Phase::Pass(apply));
            }
        }
    }

    /// Breaks the joints for which the substep that has just ended was too much.
    pub(crate) fn check_breaks(&mut self, motion: &SolverBodies, inverse_h: Scalar, check: &mut BreakCheck<'_>) {
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
        let Self { bucket, options, packs, .. } = self;
        for (pack, own) in packs.iter_mut().enumerate().filter(|(_, own)| !own.are_for(h)) {
            *own = PackOptions::new(h, bucket.joints(pack).map(|(at, lane)| (lane, &options[at])));
        }
    }

    /// Prepares a pack and relaxes it, but for what does not move in it.
    fn relax_pack(&mut self, pack: usize, table: &JointTable, motion: &mut SolverBodies, relaxation: Relaxation) {
        let (kernel, PackOptions { soft, broken, .. }) = (L::kernel(table), self.packs[pack]);
        let (prepare, velocities, _) = motion.phases(relaxation.step, relaxation.begins_step, relaxation.joints);
        self.prepare_pack(pack, table, prepare);
        if relaxation.solves(table) {
            self.solve_pack(pack, kernel, Pass::relax().splat(), soft | broken, velocities);
        }
    }

    /// Some packs as kernels take them, of which the joints in these lanes move nothing.
    fn span_without(&mut self, packs: Range<usize>, lanes: u16) -> Span<'_, L> {
        let Self { bucket, scratch: Scratch { places, .. }, .. } = self;
        if lanes == 0 {
            return bucket.span(packs);
        }
        places.clear();
        places.extend(bucket.places(packs.clone()).iter().map(|places| places.without(lanes)));
        let mut span = bucket.span(packs);
        span.bodies = BodyPlaces::of_world(places);
        span
    }

    fn prepare_pack(&mut self, pack: usize, table: &JointTable, prepare: Prepare<'_, L>) {
        let Self { bucket, packs, scratch: Scratch { slots, poses, angles, .. }, .. } = self;
        let (soft, kernel) = (packs[pack].soft, L::kernel(table));
        if soft == 0 {
            return Phase::Prepare(prepare).run(kernel, &table.layout, &mut bucket.span(pack..pack + 1));
        }
        let Prepare { poses: seen, step, begin, joints } = prepare;
        if let Some(start) = begin {
            bucket.span(pack..pack + 1).find_bases(&table.layout, start.centres);
        }
        let places = bucket.places(pack..pack + 1);
        find_poses(places, &seen, soft, poses);
        slots.clear();
        slots.extend((0..).map(|slot| BatchPlace::slot(BodySlot::new(slot, false))).take(places.len()));
        if let Some(Start { angles: all, .. }) = begin {
            angles.clear();
            let places = places.iter().flat_map(|places| (0..L::COUNT).map(|lane| places.get(lane)));
            angles.extend(places.map(|place| all[place as usize]));
        }
        let poses = Poses { moved: &[], turned: &[], in_lanes: poses };
        let prepare = Prepare { poses, step, begin: begin.map(|_| Start { angles, centres: &[] }), joints };
        let mut span = bucket.span(pack..pack + 1);
        span.bodies = BodyPlaces::of_batch(slots, &[]);
        kernel(&mut span, &mut Phase::Prepare(prepare));
    }

    /// Solves a pack but for the joints in the `idle` lanes. The norm of a joint's impulses does not exceed what its options allow.
    fn solve_pack(
        &mut self,
        pack: usize,
        kernel: Kernel<L>,
        pass: Pass<L>,
        idle: u16,
        velocities: &mut [VelocityRecord],
    ) {
        let PackOptions { joints, bounded, .. } = self.packs[pack];
        let Self { bucket, scratch, .. } = self;
        let bounded = bounded & !idle;
        if joints & !idle == 0 {
            return;
        }
        scratch.before.clear();
        if idle | bounded != 0 {
            scratch.before.extend_from_slice(bucket.impulses_of_packs(pack..pack + 1));
        }
        if bounded != 0 {
            read_velocities(bucket.places(pack..pack + 1), velocities, &mut scratch.velocities);
        }
        let solve = ImpulsePass::solve_by_lane(Velocities::of_world(velocities), &pass);
        kernel(&mut self.span_without(pack..pack + 1, idle), &mut Phase::Pass(solve));
        let Self { bucket, scratch, .. } = self;
        let impulses = bucket.impulses_mut(pack..pack + 1);
        for (impulse, before) in impulses.iter_mut().zip(&scratch.before) {
            lanes_of(idle).for_each(|lane| impulse.set(lane, before.read(lane)));
        }
        if bounded != 0 {
            self.bound_force(pack, kernel, bounded, velocities);
        }
    }

    /// Rescales the impulses of the joints in these lanes whose norm exceeds its bound, and solves them again from the velocities
    /// before: taking back what was too much would leave its rounding behind.
    fn bound_force(&mut self, pack: usize, kernel: Kernel<L>, bounded: u16, velocities: &mut [VelocityRecord]) {
        let Self { bucket, packs, scratch, .. } = &mut *self;
        let bounds = packs[pack].max_impulse;
        let impulses = bucket.impulses_mut(pack..pack + 1);
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
        write_velocities(bucket.places(pack..pack + 1), beyond, &scratch.velocities, velocities);
        let apply = ImpulsePass::apply(Velocities::of_world(velocities), false);
        kernel(&mut self.span_without(pack..pack + 1, !beyond), &mut Phase::Pass(apply));
        let Self { bucket, scratch, .. } = self;
        bucket.impulses_mut(pack..pack + 1).copy_from_slice(&scratch.after);
    }

    /// Finds how much of their position errors joints act on.
    fn bound_errors(&mut self, pack: usize, motion: &SolverBodies, check: &mut BreakCheck<'_>) {
        let bounded = self.packs[pack].bounded_error;
        for (at, lane) in self.bucket.joints(pack).filter(|(_, lane)| bounded >> lane & 1 == 1) {
            let share = check.share(self.checked(at), motion);
            self.packs[pack].share.set(lane, share);
        }
    }

    /// As [`check_breaks`](Self::check_breaks), for one pack.
    fn check_pack(&mut self, pack: usize, motion: &SolverBodies, inverse_h: Scalar, check: &mut BreakCheck<'_>) {
        let PackOptions { broken, breakable, breakable_error, break_force, .. } = self.packs[pack];
        if breakable | breakable_error == 0 {
            return;
        }
        let forces = norms_beyond(self.bucket.impulses_of_packs(pack..pack + 1), inverse_h, break_force);
        if forces.is_none() && breakable_error == 0 {
            return;
        }
        for (at, lane) in self.bucket.joints(pack).filter(|(_, lane)| broken >> lane & 1 == 0) {
            let force = forces.map_or(0.0, |forces| forces.read(lane));
            if check.breaks(self.checked(at), force, motion) {
                self.packs[pack].broken |= 1 << lane;
            }
        }
    }

    fn checked(&self, at: usize) -> Checked<'_, impl Iterator<Item = u32>> {
        Checked { key: self.bucket.keys[at], options: &self.options[at], bodies: self.bucket.bodies(at) }
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
