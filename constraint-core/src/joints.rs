//! The catalogue: joints that every engine has, each one closure.

mod angle;
mod distance;
mod line;
mod motor;
mod pivot;
mod pulley;
mod weld;

pub use angle::AngleJoint;
pub use distance::DistanceJoint;
pub use line::LineJoint;
pub use motor::MotorJoint;
pub use pivot::PivotJoint;
pub use pulley::PulleyJoint;
pub use weld::WeldJoint;
