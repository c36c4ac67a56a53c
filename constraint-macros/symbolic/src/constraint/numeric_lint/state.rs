//! Random states of a joint.

use std::hash::{Hash, Hasher};

use crate::ir::evaluate::Value;
use crate::ir::vector::{Input, Type};

/// A number from whatever is hashed into it, after a seed: FNV-1a, the same on every machine.
struct Seed(u64);

impl Hasher for Seed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, mut bytes: &[u8]) {
        while let &[byte, ref rest @ ..] = bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
            bytes = rest;
        }
    }

    fn write_usize(&mut self, value: usize) {
        self.write_u64(value as u64);
    }
}

/// How far the numbers of a state reach.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Reach {
    /// Metres and radians, of either sign.
    Near,
    /// The same, with parameters above zero: lengths, ratios, radii.
    Positive,
    /// From millimetres to kilometres, each number by itself.
    Apart,
    /// From micrometres to what no length is: limits may lie anywhere.
    Far,
    /// Near, but the bodies in one place and at one angle up to a share of that: a clamp of their difference is open there.
    Together(f64),
    /// A share of near, parameters and all: what a joint at rest is.
    Small(f64),
}

/// x, y and angle, and how far each is from zero where the state is a near one.
const AXES: [(u8, f64); 3] = [(0, 2.0), (1, 2.0), (2, 3.0)];

/// The states have these in turn, the shares of a metre and a radian in turn too.
const REACHES: u64 = 6;
const SHARES: [f64; 4] = [1e-1, 1e-2, 1e-3, 1e-4];

impl Reach {
    /// That of the state of that number.
    fn of(number: u64) -> Self {
        let share = SHARES[usize::try_from(number / REACHES % 4).unwrap_or(0)];
        match number % REACHES {
            0 => Self::Positive,
            1 => Self::Near,
            2 => Self::Apart,
            3 => Self::Far,
            4 => Self::Together(share),
            _ => Self::Small(share),
        }
    }
}

/// A state of a joint and its bodies: everything that an expression starts from.
#[derive(Clone, Debug)]
pub(crate) struct State {
    seed: u64,
    reach: Reach,
    /// x, y and angle of each body.
    pub(super) poses: Vec<[f64; 3]>,
}

impl State {
    /// The state of that number.
    pub(super) fn new(seed: u64, number: u64, bodies: usize) -> Self {
        Self::reaching(seed, number, bodies, Reach::of(number))
    }

    /// A state of metres and radians.
    pub(crate) fn near(seed: u64, number: u64, bodies: usize) -> Self {
        Self::reaching(seed, number, bodies, if number.is_multiple_of(2) { Reach::Positive } else { Reach::Near })
    }

    fn reaching(seed: u64, number: u64, bodies: usize, reach: Reach) -> Self {
        let mut state = Self { seed: mixed(seed ^ mixed(number)), reach, poses: Vec::new() };
        let coordinate = |body, (axis, most)| state.number(("pose", body, axis), most);
        let pose = |body| AXES.map(|axis| coordinate(body, axis));
        let beside = |body, share| AXES.map(|axis| coordinate(0, axis) + share * coordinate(body, axis));
        state.poses = match reach {
            Reach::Together(share) => (1..=bodies).map(|body| beside(body, share)).collect(),
            _ => (0..bodies).map(pose).collect(),
        };
        state
    }

    /// From 0 to 1, by what it is for.
    fn share(&self, what: impl Hash) -> f64 {
        let mut hasher = Seed(self.seed);
        what.hash(&mut hasher);
        #[allow(clippy::cast_precision_loss)] // 53 bits fit
        let share = (mixed(hasher.finish()) >> 11) as f64 / (1_u64 << 53) as f64;
        share
    }

    /// A number of either sign; up to `most` where the state is a near one.
    fn number(&self, what: impl Hash, most: f64) -> f64 {
        let share = self.share(("size", &what));
        let size = match self.reach {
            Reach::Near | Reach::Positive | Reach::Together(_) => most * share,
            Reach::Small(part) => part * most * share,
            Reach::Apart => 10.0_f64.powf(-3.0 + 6.0 * share),
            Reach::Far => 10.0_f64.powf(-6.0 + 21.0 * share),
        };
        if self.share(("sign", what)) < 0.5 { -size } else { size }
    }

    fn parameter(&self, what: impl Hash) -> f64 {
        let number = self.number(("parameter", what), 2.0);
        if self.reach == Reach::Positive { number.abs() } else { number }
    }

    fn pose(&self, body: u8) -> [f64; 3] {
        self.poses.get(usize::from(body)).copied().unwrap_or_default()
    }

    /// The value of an input.
    pub(crate) fn input(&self, input: Input) -> Value {
        match input {
            Input::Parameter(index, Type::Vector) => {
                Value::Vector(self.parameter((index, 'x')), self.parameter((index, 'y')))
            }
            Input::Parameter(index, Type::Rotation) => turned(self.number(("turn", index), 3.0)),
            Input::Parameter(index, _) => Value::Scalar(self.parameter((index, 's'))),
            Input::Position(body) => {
                let [x, y, _] = self.pose(body);
                Value::Vector(x, y)
            }
            Input::Rotation(body) => turned(self.pose(body)[2]),
            Input::Angle(body) => Value::Scalar(self.pose(body)[2]),
            Input::LinearVelocity(_) => Value::Vector(self.number((input, 'x'), 2.0), self.number((input, 'y'), 2.0)),
            Input::Memory(_) => Value::Vector(1.0, 0.0),
            other => Value::Scalar(self.number(other, 2.0)),
        }
    }
}

fn turned(angle: f64) -> Value {
    Value::Rotation(angle.cos(), angle.sin())
}

/// The finaliser of `SplitMix64`: near numbers become far ones.
fn mixed(seed: u64) -> u64 {
    let seed = (seed ^ (seed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let seed = (seed ^ (seed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    seed ^ (seed >> 31)
}
