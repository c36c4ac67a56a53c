use constraint_core::{Curve, Vec2, constraint};

#[constraint(|cam, follower| {
    let lift = follower.position.y - self.profile;
    let d = follower.position - cam.position;
    (
        lift,
        d.y - self.profile.at,
        d.y - self.profile.at(d),
        d.y - self.profile.at(cam.angle, 1.0),
        d.y - self.profile.at(2),
        d.y - self.profile.slope_at(cam.angle),
        d.y - self.profile.eval(cam.angle),
        d.y - self.profile.period,
        self.profile,
    )
})]
struct Wrong {
    profile: Curve,
}

// Not linear in the velocity.
#[constraint(|cam, follower| follower.linear_velocity.y - self.profile.at(cam.angular_velocity))]
struct OfVelocity {
    profile: Curve,
}

#[constraint(|cam, follower| {
    let profile: Curve = self.make();
    follower.position.y - profile.at(cam.angle)
})]
struct Made {
    height: f32,
}

fn main() {
    let _ = Vec2::ZERO;
}
