use constraint_core::{Vec2, constraint};

#[constraint(|crank, piston| {
    let arm = crank.get_local_point(self.anchor) - piston.pos;
    let speed = crank.velocity - piston.linvel;
    let e = crank.position - piston.position;
    (
        e.magnitude(),
        e.cross(e),
        e.normalise().x,
        arm.cross(self.anchr),
        arm.normalise().x,
        speed.dot(arm),
        cranck.angle.limit(0.0..),
        crank.omega - piston.angular_velocty,
        crank.mass,
        e.x.sign(),
        crank.angle.at_speed(1.0),
    )
})]
struct Joint {
    anchor: Vec2,
}

fn main() {}
