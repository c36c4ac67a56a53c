//! The joints of one row: pin, slide, rotary limit, ratchet, gear and motor.
//!
//! They are one joint with different C, and differ otherwise in when they act and to which side.

use constraint_core::joints::RatchetJoint;
use constraint_core::{Array, Constraint};

use super::clamp::{Reach, clamp};
use super::pair::{Body, Pair};
use super::space::Joint;

/// When the row acts, and to which side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Rule {
    /// Always, along a direction that is nowhere where C is zero: a pin joint.
    Pin,
    /// Beyond a limit of its distance, towards it.
    Slide,
    /// Always. The engine's impulse acts on the second body as it is, on the first one divided by `ratio`: it is `ratio`
    /// times λ.
    Hold { ratio: f64 },
    /// Where there is an error to take out: to the side to which that is taken out.
    Stop,
    /// Where there is an error to take out: to the side that `pitch` points to.
    Tooth { pitch: f64 },
}

impl Rule {
    /// The engine's direction over that of J, at a value of C and how far that is beyond its limits.
    fn direction(self, c: f64, error: f64) -> f64 {
        match self {
            Self::Pin | Self::Slide if c == 0.0 => 0.0,
            Self::Slide if error == 0.0 => 0.0,
            Self::Slide => error.signum(),
            Self::Tooth { pitch } => pitch.signum(),
            Self::Pin | Self::Hold { .. } | Self::Stop => 1.0,
        }
    }

    /// What an impulse comes to if the engine lets it reach `most`, where it is to remove a velocity of `-bias`.
    fn clamp(self, impulse: f64, bias: f64, most: f64) -> f64 {
        match self {
            Self::Pin | Self::Hold { .. } => clamp(impulse, -most, most),
            Self::Stop if bias > 0.0 => clamp(impulse, 0.0, most),
            Self::Slide | Self::Stop => clamp(impulse, -most, 0.0),
            // As the engine rounds it: after a step that takes out all of an error, rounding tells on which tooth one is.
            Self::Tooth { pitch } => clamp(impulse * pitch, 0.0, most * pitch.abs()) / pitch,
        }
    }
}

#[derive(Clone, Debug)]
pub(super) struct Row<J> {
    pair: Pair<J>,
    rule: Rule,
    reach: Reach,
    /// Whether the joint acts in this step.
    active: bool,
    /// The engine's direction over that of J: 1, −1, or 0 if there is none.
    direction: f64,
    /// The engine's impulse over λ.
    ratio: f64,
    bias: f64,
    /// The engine's impulse that changes the velocity by 1.
    mass: f64,
    /// What the engine accumulates.
    impulse: f64,
}

impl<J: Constraint> Row<J> {
    pub(super) fn new(pair: Pair<J>, rule: Rule, reach: Reach) -> Self {
        assert_eq!(J::ROWS, 1);
        let ratio = if let Rule::Hold { ratio } = rule { ratio } else { 1.0 };
        Self { pair, rule, reach, active: false, direction: 1.0, ratio, bias: 0.0, mass: 0.0, impulse: 0.0 }
    }

    /// How far C is beyond its limits, the upper one first.
    fn error(&self, bodies: &[Body]) -> f64 {
        let (c, limits) = (self.pair.position(bodies).as_ref()[0], self.pair.limits().as_ref()[0]);
        if c > limits.upper {
            c - limits.upper
        } else if c < limits.lower {
            c - limits.lower
        } else {
            0.0
        }
    }

    fn push(&self, bodies: &mut [Body], impulse: f64) {
        let lambda = self.direction * impulse / self.ratio;
        self.pair.push(bodies, &Array::from_fn(|_| lambda));
    }
}

impl<J: Constraint> Joint for Row<J> {
    fn pre_step(&mut self, bodies: &mut [Body], dt: f64) {
        self.pair.check(bodies);
        let c = self.pair.position(bodies).as_ref()[0];
        let error = self.error(bodies);
        let bias = self.reach.bias(error, dt);
        self.direction = self.rule.direction(c, error);
        self.bias = if self.direction < 0.0 { -bias } else { bias };
        let k = self.pair.effective_mass(bodies).as_ref()[0].as_ref()[0];
        let k = if self.direction == 0.0 { self.pair.inverse_mass(bodies) } else { k };
        self.mass = self.ratio * k.recip();
        self.active = match self.rule {
            Rule::Pin | Rule::Hold { .. } => true,
            Rule::Slide => self.direction != 0.0,
            Rule::Stop | Rule::Tooth { .. } => self.bias != 0.0,
        };
        let forgets = if self.rule == Rule::Slide { error == 0.0 } else { !self.active };
        if forgets {
            self.impulse = 0.0;
        }
    }

    fn apply_cached(&mut self, bodies: &mut [Body]) {
        self.push(bodies, self.impulse);
    }

    fn iterate(&mut self, bodies: &mut [Body], dt: f64) {
        if !self.active {
            return;
        }
        let velocity = self.direction * self.pair.velocity(bodies).as_ref()[0];
        let before = self.impulse;
        let wanted = before + (self.bias - velocity) * self.mass;
        self.impulse = self.rule.clamp(wanted, self.bias, self.reach.max_force * dt);
        self.push(bodies, self.impulse - before);
    }

    fn impulse(&self) -> Vec<f64> {
        vec![self.impulse]
    }
}

/// A limit that moves on by a tooth. The engine finds the tooth from a phase, where the option `update` of [`RatchetJoint`]
/// counts from the last one.
#[derive(Clone, Debug)]
pub(super) struct Ratchet {
    row: Row<RatchetJoint>,
    /// The same ratchet, on the tooth from which the others are counted.
    phase: Pair<RatchetJoint>,
}

impl Ratchet {
    pub(super) fn new(bodies: [usize; 2], reach: Reach, joint: RatchetJoint, phase: f64) -> Self {
        let rule = Rule::Tooth { pitch: joint.pitch };
        let phase = Pair::new(RatchetJoint { tooth: phase, ..joint }, bodies);
        Self { row: Row::new(Pair::new(joint, bodies), rule, reach), phase }
    }
}

impl Joint for Ratchet {
    fn pre_step(&mut self, bodies: &mut [Body], dt: f64) {
        self.row.pre_step(bodies, dt);
        if self.row.error(bodies) == 0.0 {
            let [turned] = self.phase.position(bodies);
            let RatchetJoint { pitch, tooth } = self.phase.joint;
            self.row.pair.joint.tooth = (turned / pitch.abs()).floor() * pitch + tooth;
        }
    }

    fn apply_cached(&mut self, bodies: &mut [Body]) {
        self.row.apply_cached(bodies);
    }

    fn iterate(&mut self, bodies: &mut [Body], dt: f64) {
        self.row.iterate(bodies, dt);
    }

    fn impulse(&self) -> Vec<f64> {
        self.row.impulse()
    }
}
