/// Two anchors that stay within a range of distances.
#[derive(Clone, Debug)]
pub struct DistanceJoint {
    pub local_anchor_a: Vec2,
    pub local_anchor_b: Vec2,
    pub min_length: Scalar,
    pub max_length: Scalar,
}
impl DistanceJoint {
    /// The joint's rows at the given bodies: the closure of its attribute, as plain Rust.
    #[allow(
        dead_code,
        unused_imports,
        unused_parens,
        clippy::imprecise_flops,
        clippy::many_single_char_names,
        clippy::missing_inline_in_public_items,
        clippy::must_use_candidate,
        clippy::similar_names,
        clippy::suboptimal_flops,
        clippy::too_many_arguments,
        clippy::trivially_copy_pass_by_ref,
        clippy::unused_self,
    )]
    pub fn rows(
        &self,
        a: &::constraint_core::__private0::BodyState,
        b: &::constraint_core::__private0::BodyState,
    ) -> impl ::constraint_core::__private0::Rows {
        use ::constraint_core::__private0::{Limited as _, Row as _};
        {
            let d = b.point(self.local_anchor_b) - a.point(self.local_anchor_a);
            d.length().within(self.min_length..=self.max_length)
        }
    }
}
