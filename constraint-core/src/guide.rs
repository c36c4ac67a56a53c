//! The guide: how to write joints, choose a stepping, and build usual mechanisms. Every listing is a test.
//!
//! | page | answers |
//! |---|---|
//! | [`first_joint`] | How do I write a joint of my own, and what do the error texts mean? |
//! | [`rows`] | What can a row say: equality, limit, rate, spring, force, velocity, time? |
//! | [`springs`] | Springs, motors, brakes, stops and servos |
//! | [`stepping`] | How many substeps? What is wrong when a mechanism trembles, drifts or explodes? |
//! | [`stability`] | Which mechanisms gain energy, what the guard does about it, and what helps |
//! | [`limits`] | What this crate does not do |
//! | [`recipes`] | Gears, racks, belts, cams, ropes, cranes, suspensions, linkages, contacts, dragging, breaking, saving, rollback |
//! | [`own_loop`] | How do joints run between bodies that an engine or my own code moves? |
//! | [`coming_from`] | Names of Box2D, Rapier, Avian, Chipmunk and Nape, and where they went |

pub mod first_joint {
    #![doc = include_str!("guide/first_joint.md")]
}

pub mod rows {
    #![doc = include_str!("guide/rows.md")]
}

pub mod springs {
    #![doc = include_str!("guide/springs.md")]
}

pub mod stepping {
    #![doc = include_str!("guide/stepping.md")]
}

pub mod stability {
    #![doc = include_str!("guide/stability.md")]
}

pub mod limits {
    #![doc = include_str!("guide/limits.md")]
}

pub mod recipes {
    #![doc = include_str!("guide/recipes.md")]

    pub mod transmissions {
        #![doc = include_str!("guide/recipes/transmissions.md")]
    }

    pub mod mechanisms {
        #![doc = include_str!("guide/recipes/mechanisms.md")]
    }

    pub mod contacts {
        #![doc = include_str!("guide/recipes/contacts.md")]
    }

    pub mod tasks {
        #![doc = include_str!("guide/recipes/tasks.md")]
    }
}

pub mod own_loop {
    #![doc = include_str!("guide/own_loop.md")]
}

pub mod coming_from {
    #![doc = include_str!("guide/coming_from.md")]
}
