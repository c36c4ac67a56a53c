//! Two joints as the attribute would emit them, but plainer.

use constraint_core::{
    Constraint, InvalidParameter, Limits, MassProperties, Pass, Pose, Real, Scalar, Step, Vec2, Velocity, Wrench,
};

/// `b.point(local_anchor_b) - a.point(local_anchor_a)`
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Pivot {
    pub(crate) local_anchor_a: Vec2,
    pub(crate) local_anchor_b: Vec2,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct PivotSetup<S> {
    anchors: [[S; 2]; 2],
    masses: [MassProperties<S>; 2],
}

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PivotPrepared<S> {
    arms: [[S; 2]; 2],
    error: [S; 2],
    /// K⁻¹: 11, 12, 22.
    inverse: [S; 3],
}

#[allow(clippy::useless_conversion)] // with the feature `f64`
fn lane<S: Real>(value: Scalar) -> S {
    S::from_f64(value.into())
}

fn vector<S: Real>(value: Vec2) -> [S; 2] {
    [lane(value.x), lane(value.y)]
}

fn rotate<S: Real>(pose: &Pose<S>, [x, y]: [S; 2]) -> [S; 2] {
    [pose.cos * x - pose.sin * y, pose.sin * x + pose.cos * y]
}

fn effective_mass<S: Real>(arms: &[[S; 2]; 2], masses: &[MassProperties<S>; 2]) -> [S; 3] {
    let [a, b] = masses;
    let [[ax, ay], [bx, by]] = *arms;
    let (mass, ia, ib) = (a.inverse_mass + b.inverse_mass, a.inverse_inertia, b.inverse_inertia);
    [mass + ia * ay * ay + ib * by * by, -(ia * ax * ay) - ib * bx * by, mass + ia * ax * ax + ib * bx * bx]
}

fn rate<S: Real>([[ax, ay], [bx, by]]: &[[S; 2]; 2], [a, b]: &[Velocity<S>; 2]) -> [S; 2] {
    [b.x - b.angular * *by - a.x + a.angular * *ay, b.y + b.angular * *bx - a.y - a.angular * *ax]
}

impl Pivot {
    fn arms<S: Real>(&self, [a, b]: &[Pose<S>; 2]) -> [[S; 2]; 2] {
        [rotate(a, vector(self.local_anchor_a)), rotate(b, vector(self.local_anchor_b))]
    }
}

fn apply<S: Real>(
    arms: &[[S; 2]; 2],
    [ma, mb]: &[MassProperties<S>; 2],
    [lx, ly]: [S; 2],
    [a, b]: &mut [Velocity<S>; 2],
) {
    let [[ax, ay], [bx, by]] = *arms;
    a.x -= ma.inverse_mass * lx;
    a.y -= ma.inverse_mass * ly;
    a.angular -= ma.inverse_inertia * (ax * ly - ay * lx);
    b.x += mb.inverse_mass * lx;
    b.y += mb.inverse_mass * ly;
    b.angular += mb.inverse_inertia * (bx * ly - by * lx);
}

impl Constraint for Pivot {
    const BODIES: usize = 2;
    const ROWS: usize = 2;
    const DERIVATION: &'static str = "";
    type Bodies<T: constraint_core::constraint::Element> = [T; 2];
    type Rows<T: constraint_core::constraint::Element> = [T; 2];
    type Setup<S: Real> = PivotSetup<S>;
    type Prepared<S: Real> = PivotPrepared<S>;

    fn validate(&self) -> Result<(), InvalidParameter> {
        let parameters = [("local_anchor_a", self.local_anchor_a), ("local_anchor_b", self.local_anchor_b)];
        for (name, anchor) in parameters {
            for value in [anchor.x, anchor.y] {
                if !value.is_finite() {
                    return Err(InvalidParameter { name, value: lane(value), expected: "finite" });
                }
            }
        }
        Ok(())
    }

    fn position<S: Real>(&self, poses: &[Pose<S>; 2]) -> [S; 2] {
        let [[ax, ay], [bx, by]] = self.arms(poses);
        let [a, b] = poses;
        [b.x - a.x + bx - ax, b.y - a.y + by - ay]
    }
    fn limits<S: Real>(&self) -> [Limits<S>; 2] {
        [Limits { lower: S::default(), upper: S::default() }; 2]
    }
    fn velocity<S: Real>(&self, poses: &[Pose<S>; 2], velocities: &[Velocity<S>; 2]) -> [S; 2] {
        rate(&self.arms(poses), velocities)
    }
    fn jacobian<S: Real>(&self, poses: &[Pose<S>; 2]) -> [[Wrench<S>; 2]; 2] {
        let (zero, one) = (S::default(), S::from_f64(1.0));
        let [[ax, ay], [bx, by]] = self.arms(poses);
        [
            [Wrench { x: -one, y: zero, angular: ay }, Wrench { x: one, y: zero, angular: -by }],
            [Wrench { x: zero, y: -one, angular: -ax }, Wrench { x: zero, y: one, angular: bx }],
        ]
    }
    fn effective_mass<S: Real>(&self, poses: &[Pose<S>; 2], masses: &[MassProperties<S>; 2]) -> [[S; 2]; 2] {
        let [k11, k12, k22] = effective_mass(&self.arms(poses), masses);
        [[k11, k12], [k12, k22]]
    }
    fn impulse<S: Real>(&self, poses: &[Pose<S>; 2], &[x, y]: &[S; 2]) -> [Wrench<S>; 2] {
        let [[ax, ay], [bx, by]] = self.arms(poses);
        [Wrench { x: -x, y: -y, angular: ay * x - ax * y }, Wrench { x, y, angular: bx * y - by * x }]
    }

    fn setup<S: Real>(&self, masses: &[MassProperties<S>; 2]) -> PivotSetup<S> {
        PivotSetup { anchors: [vector(self.local_anchor_a), vector(self.local_anchor_b)], masses: *masses }
    }
    fn prepare<S: Real>(setup: &PivotSetup<S>, poses: &[Pose<S>; 2], _: &Step<S>, prepared: &mut PivotPrepared<S>) {
        let [a, b] = poses;
        let arms = [rotate(a, setup.anchors[0]), rotate(b, setup.anchors[1])];
        let [k11, k12, k22] = effective_mass(&arms, &setup.masses);
        let inverse = (k11 * k22 - k12 * k12).recip_or_zero(k11 * k22);
        *prepared = PivotPrepared {
            arms,
            error: [b.x - a.x + arms[1][0] - arms[0][0], b.y - a.y + arms[1][1] - arms[0][1]],
            inverse: [k22 * inverse, -k12 * inverse, k11 * inverse],
        };
    }
    fn warm_start<S: Real>(
        setup: &PivotSetup<S>,
        prepared: &PivotPrepared<S>,
        impulses: &[S; 2],
        velocities: &mut [Velocity<S>; 2],
    ) {
        apply(&prepared.arms, &setup.masses, *impulses, velocities);
    }
    fn solve<S: Real>(
        setup: &PivotSetup<S>,
        prepared: &PivotPrepared<S>,
        pass: &Pass<S>,
        impulses: &mut [S; 2],
        velocities: &mut [Velocity<S>; 2],
    ) {
        let [vx, vy] = rate(&prepared.arms, velocities);
        let [cx, cy] = prepared.error;
        let (x, y) = (vx + pass.bias_rate * cx, vy + pass.bias_rate * cy);
        let [i11, i12, i22] = prepared.inverse;
        let change = [
            -pass.mass_scale * (i11 * x + i12 * y) - pass.impulse_scale * impulses[0],
            -pass.mass_scale * (i12 * x + i22 * y) - pass.impulse_scale * impulses[1],
        ];
        apply(&prepared.arms, &setup.masses, change, velocities);
        impulses[0] += change[0];
        impulses[1] += change[1];
    }
}

/// `a.position.y - height`
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Level {
    pub(crate) height: Scalar,
}

impl Constraint for Level {
    const BODIES: usize = 1;
    const ROWS: usize = 1;
    const DERIVATION: &'static str = "";
    type Bodies<T: constraint_core::constraint::Element> = [T; 1];
    type Rows<T: constraint_core::constraint::Element> = [T; 1];
    /// The height and the inverse mass.
    type Setup<S: Real> = [S; 2];
    /// The error and 1/K.
    type Prepared<S: Real> = [S; 2];

    fn validate(&self) -> Result<(), InvalidParameter> {
        if self.height.is_finite() {
            return Ok(());
        }
        Err(InvalidParameter { name: "height", value: lane(self.height), expected: "finite" })
    }

    fn position<S: Real>(&self, [a]: &[Pose<S>; 1]) -> [S; 1] {
        [a.y - lane(self.height)]
    }
    fn limits<S: Real>(&self) -> [Limits<S>; 1] {
        [Limits { lower: S::default(), upper: S::default() }]
    }
    fn velocity<S: Real>(&self, _: &[Pose<S>; 1], [a]: &[Velocity<S>; 1]) -> [S; 1] {
        [a.y]
    }
    fn jacobian<S: Real>(&self, poses: &[Pose<S>; 1]) -> [[Wrench<S>; 1]; 1] {
        [self.impulse(poses, &[S::from_f64(1.0)])]
    }
    fn effective_mass<S: Real>(&self, _: &[Pose<S>; 1], [a]: &[MassProperties<S>; 1]) -> [[S; 1]; 1] {
        [[a.inverse_mass]]
    }
    fn impulse<S: Real>(&self, _: &[Pose<S>; 1], &[y]: &[S; 1]) -> [Wrench<S>; 1] {
        [Wrench { x: S::default(), y, angular: S::default() }]
    }

    fn setup<S: Real>(&self, [a]: &[MassProperties<S>; 1]) -> [S; 2] {
        [lane(self.height), a.inverse_mass]
    }
    fn prepare<S: Real>(setup: &[S; 2], [a]: &[Pose<S>; 1], _: &Step<S>, prepared: &mut [S; 2]) {
        *prepared = [a.y - setup[0], setup[1].recip_or_zero(S::default())];
    }
    fn warm_start<S: Real>(setup: &[S; 2], _: &[S; 2], [impulse]: &[S; 1], [a]: &mut [Velocity<S>; 1]) {
        a.y += setup[1] * *impulse;
    }
    fn solve<S: Real>(
        setup: &[S; 2],
        &[error, inverse]: &[S; 2],
        pass: &Pass<S>,
        [impulse]: &mut [S; 1],
        [a]: &mut [Velocity<S>; 1],
    ) {
        let change = -pass.mass_scale * inverse * (a.y + pass.bias_rate * error) - pass.impulse_scale * *impulse;
        a.y += setup[1] * change;
        *impulse += change;
    }
}
