//! Figures of the last seconds, for the plots.

use std::collections::VecDeque;

/// One figure over time: the last [`LENGTH`] samples.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    samples: VecDeque<f32>,
}

/// Number of samples that a plot shows: four seconds at 60 a second.
pub const LENGTH: usize = 240;

impl Trace {
    /// Adds a sample. The oldest one goes.
    pub fn push(&mut self, sample: f32) {
        if self.samples.len() == LENGTH {
            self.samples.pop_front();
        }
        self.samples.push_back(sample);
    }

    /// The samples, the oldest first.
    pub fn samples(&self) -> impl ExactSizeIterator<Item = f32> {
        self.samples.iter().copied()
    }

    /// The last sample, 0 if there is none.
    pub fn last(&self) -> f32 {
        self.samples.back().copied().unwrap_or_default()
    }

    /// The least and the greatest sample; zeros if there is none.
    pub fn range(&self) -> [f32; 2] {
        let first = self.samples.front().copied().unwrap_or_default();
        self.samples().fold([first; 2], |[least, most], sample| [least.min(sample), most.max(sample)])
    }

    /// The mean of the last samples, at most `count` of them; 0 if there is none.
    #[allow(clippy::cast_precision_loss)] // at most LENGTH
    pub fn mean_of_last(&self, count: usize) -> f32 {
        let taken = count.min(self.samples.len());
        self.samples.iter().rev().take(taken).sum::<f32>() / taken.max(1) as f32
    }
}

/// What is measured after each frame.
#[derive(Clone, Debug, Default)]
pub struct Readings {
    /// The greatest position error of a joint: m, with rad for an angle.
    pub joint_error: Trace,
    /// Kinetic energy and that of gravity, J.
    pub energy: Trace,
    /// Duration of a step, ms.
    pub step_time: Trace,
}
