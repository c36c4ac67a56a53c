//! What every joint has besides its own parameters.

use crate::check;
use crate::error::Error;
use crate::math::Scalar;
use crate::softness::Softness;

/// The options that every joint of a world has, for all joint types.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct JointOptions {
    /// Makes a spring of the whole joint: every row that has no softness of its own, limits included. `None` for rigid.
    pub softness: Option<Softness>,
    /// The most that the joint can pull or turn with: the norm over its rows, N, with N·m for an angle. Infinite for no
    /// bound.
    #[cfg_attr(feature = "serde", serde(with = "crate::saved_number"))]
    pub max_force: Scalar,
    /// The largest position error that the joint acts on: the norm over its rows, m, with rad for an angle. A larger error
    /// is removed as slowly as one of this size. A joint that is far off then creeps back instead of snapping, and a soft
    /// joint pulls no harder than at this stretch. Infinite for no bound.
    ///
    /// Rows with a softness or a spring of their own are neither bounded nor in the norm.
    #[cfg_attr(feature = "serde", serde(with = "crate::saved_number"))]
    pub max_error: Scalar,
    /// The joint breaks when it pulls or turns with more: the norm over its rows, N, with N·m for an angle, as for
    /// [`max_force`](Self::max_force), which must be above it for that to happen. Infinite for a joint that no force breaks.
    ///
    /// It is compared with the mean over each substep, after position errors have been taken out.
    #[cfg_attr(feature = "serde", serde(with = "crate::saved_number"))]
    pub break_force: Scalar,
    /// The joint breaks when its position error is larger: the norm over its rows, m, with rad for an angle, springs
    /// that have a stiffness included, at the end of each substep. Infinite for a joint that no error breaks.
    #[cfg_attr(feature = "serde", serde(with = "crate::saved_number"))]
    pub break_error: Scalar,
    /// What becomes of the joint when it breaks.
    pub on_break: OnBreak,
    /// Whether the joint acts at all.
    pub enabled: bool,
}

/// What becomes of a joint that breaks.
///
/// It stops to act at once, and the step reports an [`Event::Broken`](crate::Event::Broken). The joint itself, its bodies and
/// the impulse that broke it can be read until the next step removes or disables it;
/// [`World::set_joint_options`](crate::World::set_joint_options) before that mends it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum OnBreak {
    /// It is removed.
    #[default]
    Remove,
    /// It is disabled: [`enabled`](JointOptions::enabled) becomes false.
    Disable,
}

impl Default for JointOptions {
    fn default() -> Self {
        Self {
            softness: None,
            max_force: Scalar::INFINITY,
            max_error: Scalar::INFINITY,
            break_force: Scalar::INFINITY,
            break_error: Scalar::INFINITY,
            on_break: OnBreak::Remove,
            enabled: true,
        }
    }
}

impl JointOptions {
    pub(crate) fn validate(&self) -> Result<(), Error> {
        check::not_negative("max force of a joint", self.max_force)?;
        check::not_negative("max error of a joint", self.max_error)?;
        check::not_negative("break force of a joint", self.break_force)?;
        check::not_negative("break error of a joint", self.break_error)?;
        let Some(softness) = self.softness else { return Ok(()) };
        check::finite_positive("frequency of a joint's softness", softness.hertz)?;
        check::finite_not_negative("damping ratio of a joint's softness", softness.damping_ratio)
    }

    /// Whether the joint needs nothing beyond what every joint gets.
    pub(crate) fn is_ordinary(&self) -> bool {
        let bounds = [self.max_force, self.max_error, self.break_force, self.break_error];
        self.softness.is_none() && bounds.iter().all(|bound| *bound == Scalar::INFINITY)
    }
}
