//! What moves bodies apart from joints.

use core::ops::Range;

use crate::body_set::VelocityUpdate;

/// What drives each body. Most bodies are driven as the one before them is, and that is written once: there is less to read in
/// every substep.
#[derive(Clone, Debug, Default)]
pub(crate) struct VelocityUpdates(Vec<Run>);

/// Bodies that are driven alike, from where the run before ends.
#[derive(Clone, Copy, Debug)]
struct Run {
    end: usize,
    drive: VelocityUpdate,
}

impl VelocityUpdates {
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    /// What drives the body in this place, after those before it. Nothing drives the places in between.
    pub(crate) fn push(&mut self, place: usize, drive: VelocityUpdate) {
        let end = self.0.last().map_or(0, |run| run.end);
        if end < place {
            self.add(place, VelocityUpdate::NONE);
        }
        self.add(place + 1, drive);
    }

    fn add(&mut self, end: usize, drive: VelocityUpdate) {
        match self.0.last_mut() {
            Some(last) if last.drive.is(&drive) => last.end = end,
            _ => self.0.push(Run { end, drive }),
        }
    }

    /// Nothing drives the bodies from the last one to the end of all places.
    pub(crate) fn close(&mut self, places: usize) {
        if self.0.last().is_none_or(|run| run.end < places) {
            self.add(places, VelocityUpdate::NONE);
        }
    }

    /// What drives the body in this place now, which is before the [end](Self::close). Returns how much work it was: at most so
    /// many runs have been moved.
    pub(crate) fn set(&mut self, place: usize, drive: VelocityUpdate) -> usize {
        let at = self.0.partition_point(|run| run.end <= place);
        let Run { end, drive: old } = self.0[at];
        if old.is(&drive) {
            return 0;
        }
        let start = at.checked_sub(1).map_or(0, |before| self.0[before].end);
        let before = Some(Run { end: place, drive: old }).filter(|_| start < place);
        let after = Some(Run { end, drive: old }).filter(|_| place + 1 < end);
        let runs = before.into_iter().chain([Run { end: place + 1, drive }]).chain(after);
        self.0.splice(at..=at, runs);
        self.0.len()
    }

    /// The runs of these bodies, of which there are some.
    pub(crate) fn runs(&self, bodies: Range<usize>) -> impl Iterator<Item = (Range<usize>, &VelocityUpdate)> {
        let Range { mut start, end } = bodies;
        let first = self.0.partition_point(|run| run.end <= start);
        let runs =
            self.0[first..].iter().map(move |run| (core::mem::replace(&mut start, run.end)..run.end.min(end), run));
        runs.take_while(move |(run, _)| run.start < end).map(|(bodies, run)| (bodies, &run.drive))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kinematics::Velocity;
    use crate::math::Scalar;

    #[test]
    fn what_is_driven_alike_is_one_run() {
        let mut velocity_updates = VelocityUpdates::default();
        let drive = |scale: Scalar| VelocityUpdate::new(Velocity { y: 0.5 * scale, ..Velocity::default() }, [1.0; 2]);
        let none = VelocityUpdate::NONE;
        for (place, drive) in [(1, drive(1.0)), (2, drive(1.0)), (3, drive(-1.0)), (4, none), (6, drive(1.0))] {
            velocity_updates.push(place, drive);
        }
        velocity_updates.close(9);
        let runs = |bodies| velocity_updates.runs(bodies).map(|(run, drive)| (run, drive.gain[1])).collect::<Vec<_>>();
        assert_eq!(runs(0..9), [(0..1, 0.0), (1..3, 0.5), (3..4, -0.5), (4..6, 0.0), (6..7, 0.5), (7..9, 0.0)]);
        assert_eq!(runs(2..5), [(2..3, 0.5), (3..4, -0.5), (4..5, 0.0)]);
        assert_eq!(runs(4..6), [(4..6, 0.0)]);
        assert_eq!(runs(9..9), []);
        velocity_updates.set(2, drive(1.0));
        velocity_updates.set(3, drive(1.0));
        velocity_updates.set(8, drive(-1.0));
        velocity_updates.set(5, drive(-1.0));
        let runs = |bodies| velocity_updates.runs(bodies).map(|(run, drive)| (run, drive.gain[1])).collect::<Vec<_>>();
        assert_eq!(runs(2..6), [(2..3, 0.5), (3..4, 0.5), (4..5, 0.0), (5..6, -0.5)]);
        assert_eq!(runs(6..9), [(6..7, 0.5), (7..8, 0.0), (8..9, -0.5)]);
    }
}
