//! The options: a check of the parameters, state that changes between steps, a drawing.

use constraint_core::{BodyState, Canvas, Constraint, Scalar, Vec2, constraint};

#[constraint(
    |a, b| (b.angle - a.angle).within(self.tooth..),
    validate = Self::check,
    update = Self::advance,
    draw = Self::draw_tooth,
)]
pub struct Ratchet {
    pub pitch: Scalar,
    pub tooth: Scalar,
}

impl Ratchet {
    fn check(&self) -> Result<(), String> {
        if self.pitch > 0.0 { Ok(()) } else { Err(format!("a pitch of {} has no teeth", self.pitch)) }
    }

    fn advance(&mut self, a: &BodyState, b: &BodyState) {
        while b.angle - a.angle > self.tooth + self.pitch {
            self.tooth += self.pitch;
        }
    }

    fn draw_tooth(&self, a: &BodyState, _b: &BodyState, canvas: &mut dyn Canvas) {
        canvas.segment(a.position, a.point(Vec2::new(self.tooth.cos(), self.tooth.sin())));
    }
}

#[derive(Default)]
struct Count {
    points: usize,
    segments: usize,
}

impl Canvas for Count {
    fn point(&mut self, _: Vec2) {
        self.points += 1;
    }

    fn segment(&mut self, _: Vec2, _: Vec2) {
        self.segments += 1;
    }
}

fn main() {
    let mut ratchet = Ratchet { pitch: 0.5, tooth: 0.0 };
    assert!(ratchet.validate().is_ok());
    let bodies = [BodyState::at(Vec2::ZERO, 0.0), BodyState::at(Vec2::ZERO, 1.25)];
    ratchet.update(&bodies);
    assert_eq!(ratchet.tooth, 1.0);
    let mut count = Count::default();
    ratchet.draw(&bodies, &mut count);
    assert_eq!((count.points, count.segments), (0, 1));

    let refused = Ratchet { pitch: 0.0, tooth: 0.0 }.validate().unwrap_err();
    assert_eq!(refused.to_string(), "a pitch of 0 has no teeth");

    // Without the option, the points of the closure and the vector between them.
    let rod = constraint_core::joints::DistanceJoint {
        local_anchor_a: Vec2::ZERO,
        local_anchor_b: Vec2::X,
        lower: 0.0,
        upper: 1.0,
    };
    let mut count = Count::default();
    rod.draw(&bodies, &mut count);
    assert_eq!((count.points, count.segments), (2, 1));
}
