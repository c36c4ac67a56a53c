//! Draws joints with Bevy's gizmos, as each type of joint draws itself.

use bevy::color::palettes::tailwind;
use bevy::prelude::*;
use constraint_core::{Canvas, Vec2 as JointVec2};

use crate::bodies::Bodies;
use crate::step::Joints;

/// Draws all joints: add it to the app once, with a `GizmoPlugin` as `DefaultPlugins` have it.
#[derive(Default)]
pub struct JointGizmos;

impl Plugin for JointGizmos {
    fn build(&self, app: &mut App) {
        app.add_systems(PostUpdate, draw);
    }
}

fn draw(joints: Option<Res<Joints>>, bodies: Bodies, mut gizmos: Gizmos) {
    let Some(joints) = joints else { return };
    joints.set.draw(&joints.bodies.now(&bodies), &mut GizmoCanvas(&mut gizmos));
}

struct GizmoCanvas<'a, 'w, 's>(&'a mut Gizmos<'w, 's>);

impl Canvas for GizmoCanvas<'_, '_, '_> {
    fn point(&mut self, at: JointVec2) {
        self.0.circle_2d(at, 0.05, tailwind::ORANGE_500);
    }

    fn segment(&mut self, from: JointVec2, to: JointVec2) {
        self.0.line_2d(from, to, tailwind::SKY_600);
    }
}
