//! The plugin, and the order of its systems.

use core::marker::PhantomData;

use avian2d::dynamics::integrator::IntegrationSystems;
use avian2d::dynamics::joints::joint_graph::JointGraphPlugin;
use avian2d::dynamics::solver::schedule::{SubstepSchedule, SubstepSolverSystems};
use avian2d::prelude::*;
use bevy::prelude::*;
use constraint_core::Constraint;

use crate::graph::Edge;
use crate::step::{self, Joints};
use crate::sync::{self, JointTypes};

/// Adds joints of one type to Avian's simulation. Add it after `PhysicsPlugins`, once for each type.
pub struct ConstraintPlugin<J>(PhantomData<fn() -> J>);

impl<J> Default for ConstraintPlugin<J> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<J: Constraint + Clone> Plugin for ConstraintPlugin<J> {
    fn build(&self, app: &mut App) {
        if !app.is_plugin_added::<JointSetPlugin>() {
            app.add_plugins(JointSetPlugin);
        }
        app.add_observer(sync::remove::<J>).add_observer(sync::warn_of_replacement::<J>);
        app.world_mut().resource_mut::<JointTypes>().add::<J>();
        app.world_mut().resource_mut::<Joints>().removers.push(sync::remove_from_set::<J>);
    }
}

/// What all types of joints share.
struct JointSetPlugin;

impl Plugin for JointSetPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Joints>().init_resource::<JointTypes>().add_plugins(JointGraphPlugin::<Edge>::default());
        // Each of them works on all joints at once, so no order among Avian's systems of the same set matters more than another.
        app.add_systems(
            PhysicsSchedule,
            (
                sync::run.in_set(PhysicsStepSystems::First).ambiguous_with_all(),
                step::begin.in_set(SolverSystems::PrepareJoints).ambiguous_with_all(),
                (step::end, sync::report)
                    .chain()
                    .after(SolverSystems::Finalize)
                    .before(SolverSystems::StoreContactImpulses)
                    .in_set(PhysicsStepSystems::Solver)
                    .ambiguous_with_all(),
            ),
        );
        // Directly before the same phase of contacts: the order decides the bits, so it must not depend on the order of plugins.
        app.add_systems(
            SubstepSchedule,
            (
                step::warm_start.after(IntegrationSystems::Velocity).before(SubstepSolverSystems::WarmStart),
                step::solve.after(SubstepSolverSystems::WarmStart).before(SubstepSolverSystems::SolveConstraints),
                step::relax.after(IntegrationSystems::Position).before(SubstepSolverSystems::Relax),
            )
                .ambiguous_with_all(),
        );
    }
}
