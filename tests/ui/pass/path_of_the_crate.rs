//! `crate = path` names constraint-core where it is reached through another crate or module, also from a macro.

#![deny(warnings)]

mod engine {
    pub(crate) use constraint_core;

    macro_rules! gear {
        ($name:ident, $core:path) => {
            #[engine::constraint_core::constraint(|a, b| b.angle - self.ratio * a.angle, crate = $core)]
            pub(crate) struct $name {
                pub(crate) ratio: engine::constraint_core::Scalar,
            }
        };
    }
    pub(crate) use gear;
}

use engine::constraint_core::{BodyState, Canvas, Constraint, Scalar, Vec2, constraint};

#[constraint(
    crate = engine::constraint_core,
    |a, b| {
        let length: Scalar = self.lengths[0];
        b.point(self.anchor).distance(a.position) - length
    },
    validate = Self::check,
    update = Self::advance,
    draw = Self::sketch,
)]
struct Rope {
    anchor: Vec2,
    lengths: [Scalar; 1],
}

impl Rope {
    fn check(&self) -> Result<(), &'static str> {
        if self.lengths[0] > 0.0 { Ok(()) } else { Err("no length") }
    }

    fn advance(&mut self, _: &BodyState, _: &BodyState) {
        self.lengths[0] += 1.0;
    }

    fn sketch(&self, _: &BodyState, _: &BodyState, canvas: &mut dyn Canvas) {
        canvas.point(self.anchor);
    }
}

engine::gear!(Gear, engine::constraint_core);
engine::gear!(Other, ::constraint_core);

fn main() {
    let states = [BodyState::default(); 2];
    let mut rope = Rope { anchor: Vec2::X, lengths: [1.0] };
    assert!(rope.validate().is_ok());
    rope.update(&states);
    let _ = (rope.rows(&states[0], &states[1]), Rope::DERIVATION);
    let _ = (Gear { ratio: 2.0 }.rows(&states[0], &states[1]), Other { ratio: 2.0 });
}
