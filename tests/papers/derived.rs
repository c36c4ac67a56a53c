//! What the attribute generated, as plain lists of numbers: rows in order, and in a row x, y and angle of each body.

use constraint_core::{Array, Constraint, Pass, Step};
use glam::DVec2;

use crate::state::Body;

/// What can stand in a list of numbers.
pub trait Numbers {
    fn append_to(self, list: &mut Vec<f64>);
}

/// The numbers, one after the other.
pub fn list(numbers: impl Numbers) -> Vec<f64> {
    let mut list = Vec::new();
    numbers.append_to(&mut list);
    list
}

impl Numbers for f64 {
    fn append_to(self, list: &mut Vec<f64>) {
        list.push(self);
    }
}

impl Numbers for DVec2 {
    fn append_to(self, list: &mut Vec<f64>) {
        list.extend(self.to_array());
    }
}

impl Numbers for Vec<f64> {
    fn append_to(self, list: &mut Vec<f64>) {
        list.extend(self);
    }
}

impl<T: Numbers, const N: usize> Numbers for [T; N] {
    fn append_to(self, list: &mut Vec<f64>) {
        for item in self {
            item.append_to(list);
        }
    }
}

macro_rules! impl_numbers_for_tuples {
    ($($item:ident)*) => {
        impl<$($item: Numbers),*> Numbers for ($($item,)*) {
            #[allow(non_snake_case)]
            fn append_to(self, list: &mut Vec<f64>) {
                let ($($item,)*) = self;
                $($item.append_to(list);)*
            }
        }
    };
}
impl_numbers_for_tuples!(A B);
impl_numbers_for_tuples!(A B C);
impl_numbers_for_tuples!(A B C D);
impl_numbers_for_tuples!(A B C D E);
impl_numbers_for_tuples!(A B C D E F);
impl_numbers_for_tuples!(A B C D E F G H);

fn each<T, A: Array<T>>(bodies: &[Body], of: impl Fn(&Body) -> T) -> A
where
    T: constraint_core::Element,
{
    A::from_fn(|index| of(&bodies[index]))
}

/// C of each row, before limits.
pub fn position<J: Constraint>(joint: &J, bodies: &[Body]) -> Vec<f64> {
    joint.position(&each(bodies, Body::pose)).as_ref().to_vec()
}

/// How far each row is outside of its limits.
pub fn position_error<J: Constraint>(joint: &J, bodies: &[Body]) -> Vec<f64> {
    joint.position_error(&each(bodies, Body::pose)).as_ref().to_vec()
}

/// V of each row.
pub fn velocity<J: Constraint>(joint: &J, bodies: &[Body]) -> Vec<f64> {
    joint.velocity(&each(bodies, Body::pose), &each(bodies, Body::velocity)).as_ref().to_vec()
}

/// J, row by row.
pub fn jacobian<J: Constraint>(joint: &J, bodies: &[Body]) -> Vec<f64> {
    let rows = joint.jacobian(&each(bodies, Body::pose));
    rows.as_ref()
        .iter()
        .flat_map(|row| row.as_ref().iter().flat_map(|block| [block.x, block.y, block.angular]))
        .collect()
}

/// K, row by row.
pub fn effective_mass<J: Constraint>(joint: &J, bodies: &[Body]) -> Vec<f64> {
    let rows = joint.effective_mass(&each(bodies, Body::pose), &each(bodies, Body::mass));
    rows.as_ref().iter().flat_map(|row| row.as_ref().iter().copied()).collect()
}

/// Jᵀλ, body by body.
pub fn impulse<J: Constraint>(joint: &J, bodies: &[Body], lambda: &[f64]) -> Vec<f64> {
    let blocks = joint.impulse(&each(bodies, Body::pose), &J::Rows::from_fn(|row| lambda[row]));
    blocks.as_ref().iter().flat_map(|block| [block.x, block.y, block.angular]).collect()
}

/// The velocities, body by body.
pub fn velocities(bodies: &[Body]) -> Vec<f64> {
    bodies.iter().flat_map(|body| [body.v.x, body.v.y, body.w]).collect()
}

/// A joint's generated fast path between two solves of a step.
pub struct Solver<J: Constraint> {
    setup: J::Setup<f64>,
    prepared: J::Prepared<f64>,
    /// λ, accumulated since the step began.
    pub lambda: Vec<f64>,
}

impl<J: Constraint> Solver<J> {
    /// Prepared for the bodies as they stand.
    pub fn new(joint: &J, bodies: &[Body], h: f64) -> Self {
        let setup = joint.setup(&each(bodies, Body::mass));
        let mut prepared = J::Prepared::default();
        J::begin(&setup, &Array::from_fn(|_| 0.0), &mut prepared);
        J::prepare(&setup, &each(bodies, Body::pose), &Step { h, inverse_h: h.recip(), time: 0.0 }, &mut prepared);
        Self { setup, prepared, lambda: vec![0.0; J::ROWS] }
    }

    /// v ← v + M⁻¹ Jᵀ λ.
    pub fn apply(&self, lambda: &[f64], bodies: &mut [Body]) {
        let mut moving = each(bodies, Body::velocity);
        J::warm_start(&self.setup, &self.prepared, &J::Rows::from_fn(|row| lambda[row]), &mut moving);
        store::<J>(&moving, bodies);
    }

    /// One iteration that takes out position errors at `bias_rate`.
    pub fn solve(&mut self, bias_rate: f64, bodies: &mut [Body]) {
        let mut moving = each(bodies, Body::velocity);
        let mut lambda = J::Rows::from_fn(|row| self.lambda[row]);
        let pass = Pass { bias_rate, spring_scale: 1.0, ..Pass::relax() };
        J::solve(&self.setup, &self.prepared, &pass, &mut lambda, &mut moving);
        self.lambda = lambda.as_ref().to_vec();
        store::<J>(&moving, bodies);
    }
}

fn store<J: Constraint>(moving: &J::Bodies<constraint_core::Velocity<f64>>, bodies: &mut [Body]) {
    for (body, velocity) in bodies.iter_mut().zip(moving.as_ref()) {
        body.v = DVec2::new(velocity.x, velocity.y);
        body.w = velocity.angular;
    }
}

/// The velocities after M⁻¹ Jᵀ λ.
pub fn updated<J: Constraint>(joint: &J, bodies: &[Body], lambda: &[f64]) -> Vec<Body> {
    let mut after = bodies.to_vec();
    Solver::new(joint, bodies, 1.0).apply(lambda, &mut after);
    after
}

/// λ of one iteration, and the bodies after it. A step of `h` matters to limits and springs only.
pub fn solved<J: Constraint>(joint: &J, bodies: &[Body], bias_rate: f64, h: f64) -> (Vec<f64>, Vec<Body>) {
    let mut after = bodies.to_vec();
    let mut solver = Solver::new(joint, bodies, h);
    solver.solve(bias_rate, &mut after);
    (solver.lambda, after)
}

/// One iteration, in place.
pub fn solve<J: Constraint>(joint: &J, bodies: &mut [Body], bias_rate: f64, h: f64) {
    Solver::new(joint, bodies, h).solve(bias_rate, bodies);
}
