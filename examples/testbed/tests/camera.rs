//! The camera: there and back, panning, zooming.

use constraint_core::Vec2;
use constraint_testbed::camera::Camera;
use constraint_testbed::stage::View;

fn camera() -> Camera {
    let view = View { centre: Vec2::new(1.0, 2.0), size: Vec2::new(10.0, 4.0) };
    Camera::showing(view, [Vec2::new(100.0, 20.0), Vec2::new(800.0, 600.0)])
}

/// Pixels of a screen of about 1,000, in singles.
const ROUNDING: f32 = 1e-3;

#[test]
fn the_view_fills_the_frame() {
    let camera = camera();
    assert_eq!(camera.scale, 80.0, "the width decides");
    let corner = camera.to_screen(Vec2::new(-4.0, 2.0));
    assert!(corner.distance(Vec2::new(100.0, 320.0)) < ROUNDING, "{corner}");
}

#[test]
fn a_pixel_in_the_world_is_that_pixel_again() {
    let pixel = Vec2::new(345.0, 67.0);
    assert!(camera().to_screen(camera().to_world(pixel)).distance(pixel) < ROUNDING);
}

#[test]
fn zoom_keeps_the_point_under_the_mouse() {
    let (mut camera, pixel) = (camera(), Vec2::new(700.0, 100.0));
    let point = camera.to_world(pixel);
    camera.zoom(1.7, pixel);
    assert!(camera.to_screen(point).distance(pixel) < ROUNDING);
    assert!((camera.scale - 136.0).abs() < ROUNDING);
}

#[test]
fn pan_moves_the_picture_with_the_mouse() {
    let (mut camera, point) = (camera(), Vec2::new(3.0, 1.0));
    let before = camera.to_screen(point);
    camera.pan(Vec2::new(30.0, -12.0));
    assert!((camera.to_screen(point) - before).distance(Vec2::new(30.0, -12.0)) < ROUNDING);
}
