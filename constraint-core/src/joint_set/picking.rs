//! What stands near a point.

use super::{BodySet, JointSet};
use crate::canvas::Canvas;
use crate::math::{Vec2, double};

/// Something near a point, and how far it is from there, m.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Near<T> {
    pub(crate) what: T,
    pub(crate) distance: f64,
}

/// A canvas that finds the least distance of a drawn point.
struct Nearest {
    point: Vec2,
    distance: f64,
}

impl Canvas for Nearest {
    fn point(&mut self, at: Vec2) {
        self.distance = self.distance.min(distance(at.to_array().map(double), self.point));
    }

    fn segment(&mut self, _from: Vec2, _to: Vec2) {}
}

/// How far a point is from another, m.
pub(crate) fn distance([x, y]: [f64; 2], from: Vec2) -> f64 {
    let [from_x, from_y] = from.to_array().map(double);
    (x - from_x).hypot(y - from_y)
}

impl JointSet {
    /// Of the joints that are enabled, the one that draws a point nearest to this one: that body of it whose centre is nearest. Only
    /// bodies that `may_be` found count, and only points that are closer than `within`, m.
    pub(crate) fn nearest_anchor(
        &self,
        bodies: &dyn BodySet,
        point: Vec2,
        within: f64,
        may_be: &dyn Fn(u32) -> bool,
    ) -> Option<Near<u32>> {
        let (mut found, mut nearest) = (None, Nearest { point, distance: f64::INFINITY });
        let mut within = within;
        for store in &self.stores {
            store.draw_each(bodies, &mut nearest, &mut |nearest, held| {
                let anchor = core::mem::replace(&mut nearest.distance, f64::INFINITY);
                if anchor >= within {
                    return;
                }
                let own = held.iter().copied().filter(|&body| may_be(body));
                let own = own.map(|body| Near { what: body, distance: distance(bodies.body(body).centre, point) });
                if let Some(body) = own.reduce(|a, b| if b.distance < a.distance { b } else { a }) {
                    within = anchor;
                    found = Some(Near { what: body.what, distance: anchor });
                }
            });
        }
        found
    }
}
