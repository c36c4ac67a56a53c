//! An app without a window, stepped by hand.
#![allow(dead_code)] // each test uses a part

use avian2d::prelude::*;
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;

/// Avian at so many steps a second, with no other plugins than it needs.
pub(crate) fn app(hertz: f64) -> App {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, TransformPlugin, PhysicsPlugins::default()));
    app.insert_resource(Time::<Fixed>::from_hz(hertz)).insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
    app
}

/// Runs so many physics steps.
pub(crate) fn steps(app: &mut App, count: u32) {
    if app.plugins_state() != bevy::app::PluginsState::Cleaned {
        app.finish();
        app.cleanup();
    }
    for _ in 0..count {
        let before = app.world().resource::<Time<Physics>>().elapsed();
        // The first update has no time.
        while app.world().resource::<Time<Physics>>().elapsed() == before {
            app.update();
        }
    }
}

/// A body without a collider: what collides is not the subject.
pub(crate) fn body(app: &mut App, at: Vec2, mass: f32, inertia: f32) -> Entity {
    let parts = (RigidBody::Dynamic, Mass(mass), AngularInertia(inertia), NoAutoMass, NoAutoAngularInertia);
    app.world_mut().spawn((parts, Transform::from_translation(at.extend(0.0)), SleepingDisabled)).id()
}

/// A square of this half width, which collides.
pub(crate) fn square(app: &mut App, at: Vec2, half: f32, mass: f32) -> Entity {
    let body = body(app, at, mass, mass * 2.0 * half * half / 3.0);
    app.world_mut().entity_mut(body).insert(Collider::rectangle(2.0 * half, 2.0 * half));
    body
}

/// A body that nothing moves.
pub(crate) fn ground(app: &mut App, at: Vec2) -> Entity {
    app.world_mut().spawn((RigidBody::Static, Transform::from_translation(at.extend(0.0)))).id()
}

#[allow(clippy::cast_possible_truncation, clippy::unnecessary_cast)] // with the feature `f64`
pub(crate) fn position(app: &App, body: Entity) -> Vec2 {
    let at = app.world().get::<Position>(body).unwrap().0;
    Vec2::new(at.x as f32, at.y as f32)
}

pub(crate) fn close(found: f32, exact: f32, bound: f32, what: &str) {
    assert!((found - exact).abs() <= bound, "{what}: {found}, but {exact} by theory, within {bound}");
}
