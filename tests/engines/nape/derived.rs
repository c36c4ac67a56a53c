//! The generated mathematics of any joint behind one interface, so that one loop can hold joints of several types.

use constraint_core::{Array, Constraint, Element, Limits, MassProperties, Pose, Velocity, Wrench};

/// What the attribute derived, for values that are listed body by body and row by row.
pub(crate) trait Derived {
    /// c
    fn position(&self, poses: &[Pose<f64>]) -> Vec<f64>;
    fn limits(&self) -> Vec<Limits<f64>>;
    /// V
    fn velocity(&self, poses: &[Pose<f64>], velocities: &[Velocity<f64>]) -> Vec<f64>;
    /// J: of each row, of each body.
    fn jacobian(&self, poses: &[Pose<f64>]) -> Vec<Vec<Wrench<f64>>>;
    /// K, of bodies that are all different.
    fn effective_mass(&self, poses: &[Pose<f64>], masses: &[MassProperties<f64>]) -> Vec<Vec<f64>>;
    /// Jᵀλ
    fn impulse(&self, poses: &[Pose<f64>], lambda: &[f64]) -> Vec<Wrench<f64>>;
}

impl<C: Constraint> Derived for C {
    fn position(&self, poses: &[Pose<f64>]) -> Vec<f64> {
        list(&Constraint::position(self, &bodies::<C, _>(poses)))
    }

    fn limits(&self) -> Vec<Limits<f64>> {
        list(&Constraint::limits(self))
    }

    fn velocity(&self, poses: &[Pose<f64>], velocities: &[Velocity<f64>]) -> Vec<f64> {
        list(&Constraint::velocity(self, &bodies::<C, _>(poses), &bodies::<C, _>(velocities)))
    }

    fn jacobian(&self, poses: &[Pose<f64>]) -> Vec<Vec<Wrench<f64>>> {
        list(&Constraint::jacobian(self, &bodies::<C, _>(poses))).iter().map(list).collect()
    }

    fn effective_mass(&self, poses: &[Pose<f64>], masses: &[MassProperties<f64>]) -> Vec<Vec<f64>> {
        list(&Constraint::effective_mass(self, &bodies::<C, _>(poses), &bodies::<C, _>(masses)))
            .iter()
            .map(list)
            .collect()
    }

    fn impulse(&self, poses: &[Pose<f64>], lambda: &[f64]) -> Vec<Wrench<f64>> {
        let lambda = C::Rows::<f64>::from_fn(|row| lambda[row]);
        list(&Constraint::impulse(self, &bodies::<C, _>(poses), &lambda))
    }
}

fn bodies<C: Constraint, T: Element>(values: &[T]) -> C::Bodies<T> {
    C::Bodies::<T>::from_fn(|body| values[body])
}

fn list<T: Element>(array: &impl Array<T>) -> Vec<T> {
    array.as_ref().to_vec()
}

/// K = J M⁻¹ Jᵀ where a body may stand in several places, `at[place]` naming it: its blocks of J add up, which gives the
/// cross terms. Where all differ, it is the generated K.
pub(crate) fn effective_mass(
    joint: &dyn Derived,
    at: &[usize],
    poses: &[Pose<f64>],
    masses: &[MassProperties<f64>],
) -> Vec<Vec<f64>> {
    let first: Vec<usize> = at.iter().map(|body| at.iter().position(|it| it == body).unwrap_or(0)).collect();
    if first.iter().enumerate().all(|(place, &first)| place == first) {
        return joint.effective_mass(poses, masses);
    }
    let mut rows = joint.jacobian(poses);
    for blocks in &mut rows {
        for (place, &first) in first.iter().enumerate().filter(|(place, first)| place != *first) {
            let moved = std::mem::take(&mut blocks[place]);
            let kept = &mut blocks[first];
            *kept = Wrench { x: kept.x + moved.x, y: kept.y + moved.y, angular: kept.angular + moved.angular };
        }
    }
    let entry = |a: &[Wrench<f64>], b: &[Wrench<f64>]| {
        let of_body = |((a, b), mass): ((&Wrench<f64>, &Wrench<f64>), &MassProperties<f64>)| {
            (a.x * b.x + a.y * b.y) * mass.inverse_mass + a.angular * b.angular * mass.inverse_inertia
        };
        a.iter().zip(b).zip(masses).map(of_body).sum()
    };
    rows.iter().map(|a| rows.iter().map(|b| entry(a, b)).collect()).collect()
}
