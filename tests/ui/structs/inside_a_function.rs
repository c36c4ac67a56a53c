fn joint() {
    use constraint_core::{Scalar, constraint};

    #[constraint(|a, b| b.angle - self.ratoi * a.angle)]
    struct Joint {
        ratio: Scalar,
    }

    let _ = Joint { ratio: 1.0 };
}

mod joints {
    pub(super) mod rods {
        #[constraint_core::constraint(|a, b| b.position.distance(a.positoin))]
        pub(in crate::joints) struct Rod {}
    }

    fn rod(rod: &rods::Rod, state: &constraint_core::BodyState) -> impl Sized {
        rod.rows(state, state)
    }
}

fn main() {
    joint();
}
