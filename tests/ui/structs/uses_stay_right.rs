// The one mistake is all that is reported: the joint's uses see an inert implementation.
#![deny(warnings)]
use constraint_core::{Constraint, Pose, Scalar, constraint};

#[constraint(|a, b| (b.position - a.position).length() as f64 - self.length)]
#[derive(Clone, Debug)]
pub struct Joint {
    pub length: Scalar,
}

fn bodies<J: Constraint>(joint: &J, poses: &J::Bodies<Pose<f32>>) -> usize {
    let _ = joint.position(poses);
    poses.as_ref().len()
}

fn main() {
    let joint = Joint { length: 1.0 };
    assert_eq!(bodies(&joint.clone(), &[Pose::default(), Pose::default()]), Joint::BODIES);
}
