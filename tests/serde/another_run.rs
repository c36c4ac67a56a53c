//! A world that one run of a program saves and another run loads.

use std::env;
use std::process::Command;

use constraint_core::{Body, BodyId, World};

use super::registry;

/// The environment variable that gives the second run what the first one has saved.
const SAVED: &str = "CONSTRAINT_SAVED_WORLD";
const NAME: &str = "another_run::new_worlds_do_not_know_the_names_of_a_loaded_one";

/// A new world with one body.
fn begun() -> (World, BodyId) {
    let mut world = World::new();
    let body = world.add_body(Body::dynamic(1.0, 1.0)).unwrap();
    (world, body)
}

/// A program that loads a world makes new ones as well. The names of the loaded world are unknown in all of them.
#[test]
fn new_worlds_do_not_know_the_names_of_a_loaded_one() {
    let Ok(text) = env::var(SAVED) else { return save_and_run_again() };
    let (text, id): (String, BodyId) = serde_json::from_str(&text).unwrap();
    let loaded = registry().load(&mut serde_json::Deserializer::from_str(&text)).unwrap();
    assert!(loaded.body(id).is_ok());
    // Far more worlds than the first run has made.
    for _ in 0..100_000 {
        let (world, own) = begun();
        assert!(world.body(id).is_err() && own != id, "{id:?}");
    }
}

fn save_and_run_again() {
    // The second run makes fewer worlds than this before it loads the saved one.
    (0..100).for_each(|_| drop(begun()));
    let (world, id) = begun();
    let text = serde_json::to_string(&registry().save(&world).unwrap()).unwrap();
    let text = serde_json::to_string(&(text, id)).unwrap();
    let run = Command::new(env::current_exe().unwrap()).args(["--exact", NAME]).env(SAVED, text).output().unwrap();
    let told = String::from_utf8_lossy(&run.stdout);
    assert!(run.status.success(), "{told}");
    // The filter has found this test.
    assert!(told.contains("1 passed"), "{told}");
}
