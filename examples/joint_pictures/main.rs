//! The pictures in the documentation of the joints: each joint at work, drawn by `World::draw`.
//!
//! `cargo run --example joint_pictures` writes them to `constraint-core/src/pictures`.

mod scenes;
mod svg;

use std::error::Error;
use std::fs;
use std::path::PathBuf;

use constraint_core::World;

use scenes::Scene;
use svg::Picture;

/// When a scene is drawn, s: faintly first.
const TIMES: [f64; 3] = [0.0, 0.25, 0.5];
const STEPS_PER_SECOND: f64 = 60.0;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../constraint-core/src/pictures")
}

/// The picture of a scene as text.
fn picture(Scene { mut world, shapes, .. }: Scene) -> Result<String, constraint_core::Error> {
    let mut picture = Picture::default();
    for (nth, time) in TIMES.into_iter().enumerate() {
        while world.time() < time - 0.5 / STEPS_PER_SECOND {
            world.step(1.0 / 60.0)?;
        }
        draw(&world, &shapes, &mut picture);
        picture.end_of_frame(nth + 1 == TIMES.len());
    }
    Ok(picture.text())
}

fn draw(world: &World, shapes: &[scenes::Shape], picture: &mut Picture) {
    for (id, body) in world.bodies() {
        if let Some(shape) = shapes.iter().find(|shape| shape.body == id) {
            picture.body(&body.state(), shape.outline);
        }
    }
    world.draw(picture);
}

fn main() -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(folder())?;
    for scene in scenes::all()? {
        let path = folder().join(scene.name).with_extension("svg");
        fs::write(&path, picture(scene)?)?;
        println!("{}", path.display());
    }
    Ok(())
}

#[cfg(all(test, not(feature = "f64")))]
mod tests {
    use super::*;

    #[test]
    fn the_pictures_are_what_the_program_draws() {
        let scenes = scenes::all().unwrap();
        assert_eq!(fs::read_dir(folder()).unwrap().count(), scenes.len());
        for scene in scenes {
            let name = scene.name;
            let kept = fs::read_to_string(folder().join(name).with_extension("svg")).unwrap_or_default();
            assert!(
                kept == picture(scene).unwrap(),
                "{name} has changed: run `cargo run --example joint_pictures`, and look"
            );
        }
    }
}
