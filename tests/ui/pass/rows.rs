use constraint_core::{Scalar, Softness, Vec2, constraint};

#[constraint(|a, b| {
    let axis = a.rotation * self.local_axis_a;
    let d = b.point(self.local_anchor_b) - a.point(self.local_anchor_a);
    (
        axis.perp_dot(d),
        axis.dot(d).soft(self.suspension),
        axis.dot(d).within(self.lower..=self.upper),
        (b.angle - a.angle).at_rate(self.motor_speed).max_force(self.max_motor_torque),
    )
})]
pub struct WheelJoint {
    pub local_anchor_a: Vec2,
    pub local_anchor_b: Vec2,
    pub local_axis_a: Vec2,
    pub suspension: Softness,
    pub lower: Scalar,
    pub upper: Scalar,
    pub motor_speed: Scalar,
    pub max_motor_torque: Scalar,
}

#[constraint(|ground, a| {
    let d = a.position - ground.position;
    let gap = d.y.within(0.0..);
    (gap, d.x.at_rate(0.0).max_force_of(self.friction, gap))
})]
pub struct Contact {
    pub friction: Scalar,
}

fn main() {}
