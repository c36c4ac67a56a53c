//! Rows that are kept between limits.

use super::{Assembler, Block, Group};
use crate::ir::vector::{Id, Input, Type};

/// What stands for infinity where ∞ · 0 would be NaN.
pub(crate) const FAR: f64 = 1e30;

impl Assembler {
    /// Both sides of a limit by one impulse.
    ///
    /// u = V − K λ is the rate that the row would have without its impulse. The impulse brings it into [v₀, v₁], and is
    /// zero where it is there already: λ = (clamp(u, v₀, v₁) − u)/K. Its sign follows from the side that is touched.
    /// Where a side at distance d is not reached, the rate may reach it within the step, v = d/h; where it is passed, it is
    /// taken back at the pass's rate, v = b d. As b < 1/h, the one that applies is the smaller for the lower side, and the
    /// greater for the upper one.
    pub(super) fn limited(&mut self, group: &Group, lower: Option<Id>, upper: Option<Id>, k: &[Vec<Id>]) -> Block {
        let (row, ref scalar_row) = group.rows[0];
        let value = scalar_row.value;
        let factors = self.factorise(k, &[row]);
        let velocity = self.velocity(row);
        let lambda = self.impulse_input(row);
        let slack = self.slack(lower, upper);
        let g = &mut self.graph;
        let pushed = g.mul(k[row][row], lambda);
        let free = g.sub(velocity, pushed);
        g.set_name(free, "free_rate");
        let mut wanted = free;
        let (mut to_lower, mut to_upper) = (None, None);
        if let Some(lower) = lower {
            let below = self.side(lower, value, -1.0, slack);
            let g = &mut self.graph;
            let least = g.min(below.reach, below.back);
            wanted = g.max(wanted, least);
            to_lower = Some(below.distance);
        }
        if let Some(upper) = upper {
            let above = self.side(upper, value, 1.0, slack);
            let g = &mut self.graph;
            let most = g.max(above.reach, above.back);
            wanted = g.min(wanted, most);
            to_upper = Some(above.distance);
        }
        let share = self.share(to_lower, to_upper);
        let g = &mut self.graph;
        let missing = g.sub(wanted, free);
        let scaled = g.mul(share, missing);
        let mut impulse = self.solved(&factors, &[scaled])[0];
        if let Some(force) = group.max_force {
            let most = self.greatest_impulse(force, &self.row_suffix(row));
            let g = &mut self.graph;
            let least = g.neg(most);
            let raised = g.max(impulse, least);
            impulse = g.min(raised, most);
        }
        self.accumulated(vec![(row, impulse)])
    }

    /// Equal limits are an equality: what a side may reach within the step is put out of the way of what takes it back.
    fn slack(&mut self, lower: Option<Id>, upper: Option<Id>) -> Option<Id> {
        let (Some(lower), Some(upper)) = (lower, upper) else { return None };
        let g = &mut self.graph;
        let (equal, far, zero) = (g.less_equal(upper, lower), g.constant(FAR), g.constant(0.0));
        let slack = g.choose(equal, far, zero);
        g.set_name(slack, "slack");
        Some(slack)
    }

    fn side(&mut self, bound: Id, value: Id, outward: f64, slack: Option<Id>) -> Side {
        let g = &mut self.graph;
        let far = g.constant(outward * FAR);
        let (bound, name) = if outward < 0.0 { (g.max(bound, far), "lower") } else { (g.min(bound, far), "upper") };
        g.set_name(bound, &format!("{name}_bound"));
        let distance = g.sub(bound, value);
        let (rate, inverse_h) = (g.input(Input::BiasRate), g.input(Input::InverseStepLength));
        let speed = g.mul(distance, inverse_h);
        let opposite = g.neg(distance);
        g.set_name(distance, &format!("to_{name}"));
        g.set_name(opposite, &format!("beyond_{name}"));
        let mut terms = vec![(1.0, speed)];
        terms.extend(slack.map(|slack| (-outward, slack)));
        let reach = g.sum(Type::Scalar, &terms);
        g.set_name(reach, &format!("reach_{name}"));
        Side { distance, reach, back: g.mul(rate, distance) }
    }

    /// The pass's share of the rigid impulse outside the limits, all of it elsewhere, and at a limit itself: min(1, max(mₛ, r))
    /// with r = 1 + s/ε of the distance s to the nearer limit, and ε = 10⁻³⁰ of the row's unit.
    ///
    /// r is 1 at the least inside, and no more than 0 from ε outside on: on such a way, which nothing is long, the share goes
    /// from 1 to mₛ. It is a product and a sum, where a comparison, made a 0 or 1 of, takes a mask and a constant besides. Both
    /// sides are multiplied, which is done at once (`sides.rs`), where to turn one of them takes as long.
    fn share(&mut self, below: Option<Id>, above: Option<Id>) -> Id {
        let g = &mut self.graph;
        let (share, one) = (g.input(Input::MassScale), g.constant(1.0));
        let below = below.map(|distance| g.sum(Type::Scalar, &[(-FAR, distance)]));
        let above = above.map(|distance| g.sum(Type::Scalar, &[(FAR, distance)]));
        let inside = match (below, above) {
            (Some(below), Some(above)) => g.min(below, above),
            (Some(inside), None) | (None, Some(inside)) => inside,
            (None, None) => return one,
        };
        g.set_name(inside, "inside");
        let rigid = g.sum(Type::Scalar, &[(1.0, one), (1.0, inside)]);
        g.set_name(rigid, "rigid_share");
        let share = g.max(share, rigid);
        g.min(share, one)
    }
}

/// One side of a limit: how far it is, and the rates that reach it and take it back.
struct Side {
    distance: Id,
    reach: Id,
    back: Id,
}
