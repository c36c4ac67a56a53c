mod mechanism {
    pub(crate) mod joints {
        use constraint_core::{Scalar, constraint};

        #[constraint(|a, b| (b.position - a.position).length() - self.length)]
        pub(in crate::mechanism) struct Rod {
            pub(super) length: Scalar,
        }
    }

    pub(crate) fn rod() -> Option<impl Sized> {
        Some(joints::Rod { length: 1.0 })
    }
}

fn main() {
    use constraint_core::constraint;

    #[constraint(|a, b| b.angle - a.angle)]
    struct Local {}

    let _ = Local {};
    assert!(mechanism::rod().is_some());
}
