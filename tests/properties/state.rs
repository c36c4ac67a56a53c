//! The inputs of a joint at random.

use std::hash::{DefaultHasher, Hash, Hasher};

use constraint_symbolic::frontend::typing::Parameter;
use constraint_symbolic::ir::scalar::{Lane, Leaf};
use constraint_symbolic::ir::vector::{Input, Type};

/// The inputs that follow from a seed.
pub(crate) struct State<'j> {
    pub(crate) seed: u64,
    pub(crate) parameters: &'j [Parameter],
}

impl State<'_> {
    /// Between `least` and `most`, for the number called `what`.
    #[allow(clippy::cast_precision_loss)] // 53 bits fit
    fn real(&self, what: impl Hash, least: f64, most: f64) -> f64 {
        let mut hasher = DefaultHasher::new();
        (self.seed, what).hash(&mut hasher);
        least + (most - least) * (hasher.finish() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// The angle of a body.
    pub(crate) fn angle(&self, body: u8) -> f64 {
        self.real(("angle", body), -3.0, 3.0)
    }

    /// What it was when the step began: no further off, so that both parts of it round as it does.
    pub(crate) fn angle_at_start(&self, body: u8) -> f64 {
        self.angle(body) * self.real(("start", body), 0.25, 0.75)
    }

    fn parameter(&self, index: u32, lane: Lane) -> f64 {
        let path = &self.parameters[index as usize].path;
        match path[0].as_str() {
            "lower" => self.real(path, -2.0, 0.0),
            "upper" => self.real(path, 0.0, 2.0),
            "softness" => self.real(path, 0.1, 3.0),
            "force" => self.real(path, 1.0, 50.0),
            _ => self.real((path, lane), -2.0, 2.0),
        }
    }

    /// One scalar of an input.
    pub(crate) fn leaf(&self, leaf: Leaf) -> f64 {
        let turned = |angle: f64| if leaf.lane == Lane::Y { angle.sin() } else { angle.cos() };
        match leaf.input {
            Input::Parameter(index, Type::Rotation) => turned(self.parameter(index, Lane::Whole)),
            Input::Parameter(index, _) => self.parameter(index, leaf.lane),
            Input::Rotation(body) => turned(self.angle(body)),
            Input::Angle(body) => self.angle(body),
            Input::InverseMass(_) | Input::InverseInertia(_) => self.real(leaf, 0.2, 2.0),
            // Interpretation has no memory, and takes the x axis.
            Input::Memory(_) => f64::from(u8::from(leaf.lane == Lane::X)),
            Input::StepLength => 1.0 / 64.0,
            Input::InverseStepLength => 64.0,
            Input::Time => 0.5,
            Input::SpringScale => 1.0,
            Input::BiasRate => 20.0,
            Input::MassScale => 0.75,
            Input::ImpulseScale => 0.25,
            Input::Position(_) | Input::LinearVelocity(_) | Input::AngularVelocity(_) | Input::Impulse(_) => {
                self.real(leaf, -2.0, 2.0)
            }
        }
    }

    /// The scalars of an input: one, or two.
    pub(crate) fn components(&self, input: Input) -> Vec<f64> {
        let at = |lane: Lane| self.leaf(Leaf { input, lane });
        let is_pair = match input {
            Input::Parameter(_, ty) => ty != Type::Scalar,
            Input::Position(_) | Input::Rotation(_) | Input::LinearVelocity(_) | Input::Memory(_) => true,
            _ => false,
        };
        if is_pair { vec![at(Lane::X), at(Lane::Y)] } else { vec![at(Lane::Whole)] }
    }
}
