//! Joints of a crate that has no dependency called `constraint_core`.

#![cfg(test)]
#![deny(warnings)]

mod dependency {
    use physics::prelude::*;

    #[constraint(
        |a, b| {
            let length: Scalar = self.lengths[0];
            b.point(self.anchor).distance(a.position).within(..=length)
        },
        validate = Self::check,
        crate = physics,
    )]
    pub(crate) struct Rope {
        pub(crate) anchor: Vec2,
        pub(crate) lengths: [Scalar; 1],
    }

    impl Rope {
        fn check(&self) -> Result<(), &'static str> {
            if self.lengths[0] > 0.0 { Ok(()) } else { Err("no length") }
        }
    }
}

mod through_another_crate {
    use engine::constraint_core::prelude::*;

    #[constraint(|a, b| b.position - a.position, crate = engine::constraint_core)]
    pub(crate) struct Pin {}

    engine::gear!(Gear);
}

use dependency::Rope;
use physics::{Body, World};
use through_another_crate::{Gear, Pin};

#[test]
fn joints_of_a_renamed_dependency_run_in_a_world() {
    let mut world = World::new();
    let ids = [(); 2].map(|()| world.add_body(Body::dynamic(1.0, 0.1)).unwrap());
    world.add_joint(ids, Rope { anchor: physics::Vec2::X, lengths: [2.0] }).unwrap();
    world.add_joint(ids, Rope { anchor: physics::Vec2::X, lengths: [0.0] }).unwrap_err();
    world.add_joint(ids, Pin {}).unwrap();
    world.add_joint(ids, Gear { ratio: 2.0 }).unwrap();
    world.step(1.0 / 60.0).unwrap();
}
