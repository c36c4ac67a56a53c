//! From the world to the screen and back.

use constraint_core::{Scalar, Vec2};

use crate::stage::View;

/// Where the camera looks. Screen coordinates are in pixels from the top left corner, y downwards.
#[derive(Clone, Copy, Debug)]
pub struct Camera {
    /// The point of the world in the middle of the picture, m.
    pub centre: Vec2,
    /// Pixels to the metre.
    pub scale: Scalar,
    /// The part of the screen that shows the world: its left top corner and its size, pixels.
    pub frame: [Vec2; 2],
}

/// The least and the greatest scale, pixels to the metre.
const SCALES: [Scalar; 2] = [0.5, 5000.0];

impl Camera {
    /// Shows all of `view` in `frame`.
    pub fn showing(view: View, frame: [Vec2; 2]) -> Self {
        let [x, y] = [frame[1].x / view.size.x, frame[1].y / view.size.y];
        Self { centre: view.centre, scale: x.min(y).clamp(SCALES[0], SCALES[1]), frame }
    }

    /// A point of the world on the screen.
    pub fn to_screen(&self, point: Vec2) -> Vec2 {
        let away = self.scale * (point - self.centre);
        self.frame[0] + 0.5 * self.frame[1] + Vec2::new(away.x, -away.y)
    }

    /// A point of the screen in the world.
    pub fn to_world(&self, pixel: Vec2) -> Vec2 {
        let away = (pixel - self.frame[0] - 0.5 * self.frame[1]) / self.scale;
        self.centre + Vec2::new(away.x, -away.y)
    }

    /// Moves the picture by some pixels.
    pub fn pan(&mut self, pixels: Vec2) {
        self.centre -= Vec2::new(pixels.x, -pixels.y) / self.scale;
    }

    /// Enlarges the picture. The point under `pixel` stays where it is.
    pub fn zoom(&mut self, factor: Scalar, pixel: Vec2) {
        let fixed = self.to_world(pixel);
        self.scale = (self.scale * factor).clamp(SCALES[0], SCALES[1]);
        self.centre += fixed - self.to_world(pixel);
    }
}
