use constraint_core::{Vec2, constraint};

#[constraint(|chassis, wheel| {
    let hub = chassis.to_local(wheel.position);
    let axis = chassis.local_vector(self.axis);
    (hub - self.hub, wheel.local_point)
})]
struct Mounted {
    axis: Vec2,
    hub: Vec2,
}

fn main() {}
