//! The generated mathematics of a joint, applied to the two bodies it holds. All that the steppers know of a joint comes
//! through here.

use constraint_core::{Array, Constraint, Element, Limits, MassProperties, Pose, Velocity, Wrench};

use crate::oracle::Kind;

/// A body while a run is stepped.
#[derive(Clone, Copy, Debug)]
pub(super) struct Body {
    pub(super) kind: Kind,
    pub(super) pose: Pose<f64>,
    pub(super) velocity: Velocity<f64>,
    pub(super) mass: MassProperties<f64>,
}

/// A joint, and which two bodies it holds.
#[derive(Clone, Debug)]
pub(super) struct Pair<J> {
    pub(super) joint: J,
    bodies: [usize; 2],
}

impl<J: Constraint> Pair<J> {
    pub(super) fn new(joint: J, bodies: [usize; 2]) -> Self {
        assert_eq!(J::BODIES, 2);
        Self { joint, bodies }
    }

    /// C.
    pub(super) fn position(&self, bodies: &[Body]) -> J::Rows<f64> {
        self.joint.position(&self.poses(bodies))
    }

    /// What C is kept to.
    pub(super) fn limits(&self) -> J::Rows<Limits<f64>> {
        self.joint.limits()
    }

    /// V.
    pub(super) fn velocity(&self, bodies: &[Body]) -> J::Rows<f64> {
        self.joint.velocity(&self.poses(bodies), &self.of(bodies, |body| body.velocity))
    }

    /// J.
    pub(super) fn jacobian(&self, bodies: &[Body]) -> J::Rows<J::Bodies<Wrench<f64>>> {
        self.joint.jacobian(&self.poses(bodies))
    }

    /// K.
    pub(super) fn effective_mass(&self, bodies: &[Body]) -> J::Rows<J::Rows<f64>> {
        self.joint.effective_mass(&self.poses(bodies), &self.of(bodies, |body| body.mass))
    }

    /// What the engine has for K where a length is zero: its normal is too, but the inverse masses stay.
    pub(super) fn inverse_mass(&self, bodies: &[Body]) -> f64 {
        self.bodies.iter().map(|&body| bodies[body].mass.inverse_mass).sum()
    }

    /// Applies Jᵀλ.
    pub(super) fn push(&self, bodies: &mut [Body], lambda: &J::Rows<f64>) {
        let impulse = self.joint.impulse(&self.poses(bodies), lambda);
        for (&body, wrench) in self.bodies.iter().zip(impulse.as_ref()) {
            let Body { velocity, mass, .. } = &mut bodies[body];
            velocity.x += wrench.x * mass.inverse_mass;
            velocity.y += wrench.y * mass.inverse_mass;
            velocity.angular += wrench.angular * mass.inverse_inertia;
        }
    }

    /// V, K and Jᵀλ are what J makes of velocities, masses and λ: here, at the states that the engine goes through.
    pub(super) fn check(&self, bodies: &[Body]) {
        let poses = self.poses(bodies);
        let jacobian = self.jacobian(bodies);
        let velocity = self.velocity(bodies);
        let at_rest = self.joint.velocity(&poses, &J::Bodies::from_fn(|_| Velocity::<f64>::default()));
        let masses = self.effective_mass(bodies);
        for row in 0..J::ROWS {
            let block = jacobian.as_ref()[row].as_ref();
            let terms = block.iter().zip(&self.bodies).flat_map(|(j, &body)| {
                let v = bodies[body].velocity;
                [j.x * v.x, j.y * v.y, j.angular * v.angular]
            });
            assert_sum(terms.chain([at_rest.as_ref()[row]]), velocity.as_ref()[row]);
            for other in 0..J::ROWS {
                let others = jacobian.as_ref()[other].as_ref();
                let terms = block.iter().zip(others).zip(&self.bodies).flat_map(|((j, i), &body)| {
                    let m = bodies[body].mass;
                    [j.x * i.x * m.inverse_mass, j.y * i.y * m.inverse_mass, j.angular * i.angular * m.inverse_inertia]
                });
                assert_sum(terms, masses.as_ref()[row].as_ref()[other]);
            }
            let unit = J::Rows::from_fn(|other| if other == row { 1.0 } else { 0.0 });
            let impulse = self.joint.impulse(&poses, &unit);
            for (j, p) in block.iter().zip(impulse.as_ref()) {
                assert_sum([j.x], p.x);
                assert_sum([j.y], p.y);
                assert_sum([j.angular], p.angular);
            }
        }
    }

    fn poses(&self, bodies: &[Body]) -> J::Bodies<Pose<f64>> {
        self.of(bodies, |body| body.pose)
    }

    fn of<T: Element>(&self, bodies: &[Body], what: impl Fn(&Body) -> T) -> J::Bodies<T> {
        J::Bodies::from_fn(|place| what(&bodies[self.bodies[place]]))
    }
}

/// The terms add up to the sum, but for the rounding of the largest.
fn assert_sum(terms: impl IntoIterator<Item = f64>, sum: f64) {
    let (mut total, mut size) = (0.0, f64::MIN_POSITIVE);
    for term in terms {
        total += term;
        size += term.abs();
    }
    assert!((total - sum).abs() <= 1e-12 * size, "J gives {total}, but {sum} was generated");
}
