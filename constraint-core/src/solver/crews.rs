//! Twins: islands of the same form, one in each lane.
//!
//! A step does the same work on twins in the same order, each with its own numbers. So a *crew* of them stands side by side, body
//! beside body and joint beside joint, and nothing is gathered: what a joint reads of its bodies is in registers' order.
//! Islands do not act on each other, and what a step does within one is the same as outside of a crew: no bit of a motion
//! depends on crews.
//!
//! Islands of which many are only like each other are *kin*: a crew has one in each lane as well, the nth joint of each beside those
//! of the others. Where their bodies do not sit alike, they are picked from several seats (`seats.rs`).
//!
//! While bodies are in a crew, it has their motion, and the records of [`Motion`](super::Motion) are at rest.

mod crew;
mod form;
mod lineup;
mod load;
mod passes;
mod seats;

use crate::body::Body;
#[cfg(not(target_arch = "x86_64"))]
use crate::lanes::Simd128;
use crate::lanes::{Lanes as _, Width};
#[cfg(target_arch = "x86_64")]
use crate::lanes::{Simd256, Simd512};
use crate::math::{Scalar, Vec2};
use crate::slots::Slots;
use crate::solver::motion::Drift;

use crew::Stage;
pub(crate) use crew::{Crew, Seat};
use form::Joint;
pub(crate) use form::{Form, Found, Island, form_of};
pub(crate) use lineup::{Lineup, Row, by_groups};
pub(crate) use seats::Spot;

/// How many joints a crew has at most, unless one of each twin are more: a step goes through all substeps of a crew before it
/// takes the next one.
pub(crate) const MOST_JOINTS: usize = 400;

/// How many joints make a crew worth its while.
pub(crate) const ENOUGH: usize = 64;

/// Where an island stands in a crew.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Post {
    pub(crate) crew: u32,
    pub(crate) group: u32,
    pub(crate) lane: u32,
}

/// A crew of lanes as wide as the processor's registers.
///
/// Users compile what it does for each of their joints, in each of these widths: so there is none of 128 bits where
/// processors without wider registers are gone.
#[derive(Debug)]
pub(crate) enum AnyCrew {
    #[cfg(target_arch = "x86_64")]
    Simd512(Crew<Simd512>),
    #[cfg(target_arch = "x86_64")]
    Simd256(Crew<Simd256>),
    #[cfg(not(target_arch = "x86_64"))]
    Simd128(Crew<Simd128>),
}

/// Calls the same method whatever the width.
macro_rules! each_width {
    ($any:expr, $crew:ident => $call:expr) => {
        match $any {
            #[cfg(target_arch = "x86_64")]
            AnyCrew::Simd512($crew) => $call,
            #[cfg(target_arch = "x86_64")]
            AnyCrew::Simd256($crew) => $call,
            #[cfg(not(target_arch = "x86_64"))]
            AnyCrew::Simd128($crew) => $call,
        }
    };
}

impl AnyCrew {
    /// A crew of these islands. `None` where there are no [lanes](Crews::lanes) for it.
    fn new(width: Width, lineup: &Lineup<'_>) -> Option<Self> {
        match width {
            #[cfg(target_arch = "x86_64")]
            Width::Simd512 => Some(Self::Simd512(Crew::new(lineup))),
            #[cfg(target_arch = "x86_64")]
            Width::Simd256 => Some(Self::Simd256(Crew::new(lineup))),
            #[cfg(not(target_arch = "x86_64"))]
            Width::Simd128 => Some(Self::Simd128(Crew::new(lineup))),
            _ => None,
        }
    }

    pub(crate) fn load(&mut self, bodies: &Slots<Body>, gravity: Vec2, h: Scalar) {
        each_width!(self, crew => crew.load(bodies, gravity, h));
    }

    fn reload(&mut self, post: Post, place: u32, body: &Body, gravity: Vec2, h: Scalar) {
        each_width!(self, crew => crew.reload(post, place, body, gravity, h));
    }

    pub(crate) fn unload(&self, bodies: &mut Slots<Body>) {
        each_width!(self, crew => crew.unload(bodies));
    }

    /// The first place of a body that would be at NaN or infinity.
    pub(crate) fn lost(&self) -> Option<u32> {
        each_width!(self, crew => crew.lost())
    }

    /// Tells of each body whose angle has come far or back: its place, and the angle.
    pub(crate) fn crossed(&mut self, tell: impl FnMut(u32, crate::angle::Angle)) {
        each_width!(self, crew => crew.crossed(tell));
    }

    /// The bodies of an island.
    pub(crate) fn bodies(&self, post: Post) -> Vec<u32> {
        each_width!(self, crew => crew.bodies(post))
    }

    /// An island goes.
    fn dismiss(&mut self, post: Post) {
        each_width!(self, crew => crew.dismiss(post));
    }

    /// Whether so many islands have gone that the others should find new posts.
    fn is_thin(&self) -> bool {
        each_width!(self, crew => crew.is_thin())
    }

    /// Where its islands stand.
    pub(crate) fn posts(&self, number: u32) -> Vec<Post> {
        each_width!(self, crew => crew.posts(number))
    }

    /// Begins a step, with what the crew before it has no longer use for.
    pub(crate) fn enter(&mut self, stage: &mut AnyStage) {
        match (self, core::mem::take(stage)) {
            #[cfg(target_arch = "x86_64")]
            (Self::Simd512(crew), AnyStage::Simd512(stage)) => crew.enter(stage),
            #[cfg(target_arch = "x86_64")]
            (Self::Simd256(crew), AnyStage::Simd256(stage)) => crew.enter(stage),
            #[cfg(not(target_arch = "x86_64"))]
            (Self::Simd128(crew), AnyStage::Simd128(stage)) => crew.enter(stage),
            (any, _) => each_width!(any, crew => crew.enter(Stage::default())),
        }
    }

    /// Ends a step.
    pub(crate) fn leave(&mut self) -> AnyStage {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Simd512(crew) => AnyStage::Simd512(crew.leave()),
            #[cfg(target_arch = "x86_64")]
            Self::Simd256(crew) => AnyStage::Simd256(crew.leave()),
            #[cfg(not(target_arch = "x86_64"))]
            Self::Simd128(crew) => AnyStage::Simd128(crew.leave()),
        }
    }

    pub(crate) fn integrate_velocities(&mut self) {
        each_width!(self, crew => crew.integrate_velocities());
    }

    pub(crate) fn integrate_poses(&mut self, drift: Drift<Scalar>) {
        each_width!(self, crew => crew.integrate_poses(drift));
    }

    /// With the crew whose step comes next.
    pub(crate) fn settle(&mut self, drift: Drift<Scalar>, next: Option<&Self>) {
        match (self, next) {
            #[cfg(target_arch = "x86_64")]
            (Self::Simd512(crew), Some(Self::Simd512(next))) => crew.settle(drift, Some(next)),
            #[cfg(target_arch = "x86_64")]
            (Self::Simd256(crew), Some(Self::Simd256(next))) => crew.settle(drift, Some(next)),
            (any, _) => each_width!(any, crew => crew.settle(drift, None)),
        }
    }

    pub(crate) fn check(&mut self) {
        each_width!(self, crew => crew.check());
    }
}

/// What crews of one width lend to each other.
#[derive(Debug, Default)]
pub(crate) enum AnyStage {
    #[default]
    None,
    #[cfg(target_arch = "x86_64")]
    Simd512(Stage<Simd512>),
    #[cfg(target_arch = "x86_64")]
    Simd256(Stage<Simd256>),
    #[cfg(not(target_arch = "x86_64"))]
    Simd128(Stage<Simd128>),
}

/// All crews, by their numbers.
#[derive(Debug, Default)]
pub(crate) struct Crews {
    all: Vec<Option<AnyCrew>>,
    /// Where a body's island stands, by its place.
    posts: Vec<Option<Post>>,
    stage: AnyStage,
}

impl Crews {
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u32, &AnyCrew)> {
        (0..).zip(&self.all).filter_map(|(number, crew)| Some((number, crew.as_ref()?)))
    }

    /// Has each crew take a step by `advance`, which is told of the next crew, too.
    pub(crate) fn step(&mut self, mut advance: impl FnMut(u32, &mut AnyCrew, Option<&AnyCrew>)) {
        let mut stage = core::mem::take(&mut self.stage);
        let (mut rest, mut numbers) = (&mut self.all[..], 0..);
        while let (Some((crew, after)), Some(number)) = (rest.split_first_mut(), numbers.next()) {
            if let Some(crew) = crew {
                crew.enter(&mut stage);
                advance(number, crew, after.first().and_then(Option::as_ref));
                stage = crew.leave();
            }
            rest = after;
        }
        self.stage = stage;
    }

    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = (u32, &mut AnyCrew)> {
        (0..).zip(&mut self.all).filter_map(|(number, crew)| Some((number, crew.as_mut()?)))
    }

    pub(crate) fn get_mut(&mut self, number: u32) -> Option<&mut AnyCrew> {
        self.all.get_mut(number as usize)?.as_mut()
    }

    /// Takes in one body, which stands at this post, in this place.
    pub(crate) fn reload(&mut self, post: Post, place: u32, body: &Body, gravity: Vec2, h: Scalar) {
        self.get_mut(post.crew).into_iter().for_each(|crew| crew.reload(post, place, body, gravity, h));
    }

    /// Whether a crew has the body in this place.
    #[inline]
    pub(crate) fn have(&self, place: usize) -> bool {
        self.post(place).is_some()
    }

    #[inline]
    pub(crate) fn post(&self, place: usize) -> Option<Post> {
        self.posts.get(place).copied().flatten()
    }

    /// How many islands stand side by side; 1 if there are no crews of this width.
    pub(crate) const fn lanes(width: Width) -> usize {
        match width {
            #[cfg(target_arch = "x86_64")]
            Width::Simd512 => Simd512::COUNT,
            #[cfg(target_arch = "x86_64")]
            Width::Simd256 => Simd256::COUNT,
            #[cfg(not(target_arch = "x86_64"))]
            Width::Simd128 => Simd128::COUNT,
            _ => 1,
        }
    }

    /// Adds a crew of these islands. Returns its number.
    pub(crate) fn add(&mut self, width: Width, lineup: &Lineup<'_>) -> Option<u32> {
        let crew = AnyCrew::new(width, lineup)?;
        let free = self.all.iter().position(Option::is_none).unwrap_or(self.all.len());
        let number = u32::try_from(free).ok()?;
        for post in crew.posts(number) {
            for place in crew.bodies(post) {
                let place = place as usize;
                self.posts.resize(self.posts.len().max(place + 1), None);
                self.posts[place] = Some(post);
            }
        }
        if free == self.all.len() {
            self.all.push(None);
        }
        self.all[free] = Some(crew);
        Some(number)
    }

    /// The island at this post leaves its crew. Returns its bodies.
    pub(crate) fn dismiss(&mut self, post: Post) -> Vec<u32> {
        let Some(Some(crew)) = self.all.get_mut(post.crew as usize) else { return Vec::new() };
        let bodies = crew.bodies(post);
        for &place in &bodies {
            self.posts[place as usize] = None;
        }
        crew.dismiss(post);
        bodies
    }

    /// The posts of what is left of crews that are too thin.
    pub(crate) fn thinned(&self) -> Vec<Post> {
        self.iter().filter(|(_, crew)| crew.is_thin()).flat_map(|(number, crew)| crew.posts(number)).collect()
    }

    /// The posts of all islands.
    pub(crate) fn all_posts(&self) -> Vec<Post> {
        self.iter().flat_map(|(number, crew)| crew.posts(number)).collect()
    }

    /// Forgets the crews that have no island left. Returns their numbers, which may be given again.
    pub(crate) fn disband(&mut self) -> Vec<u32> {
        let empty: Vec<u32> =
            self.iter().filter(|(number, crew)| crew.posts(*number).is_empty()).map(|(number, _)| number).collect();
        for &number in &empty {
            self.all[number as usize] = None;
        }
        empty
    }
}
