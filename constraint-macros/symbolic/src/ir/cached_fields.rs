//! The values that earlier functions of the fast path cache for a later one.

use super::emitted::Expr;
use super::fast_map::SecondaryMap;
use super::scalar::{Op, ScalarIr, Sign, Slot};

/// The fields that a function finds, by their slots.
#[derive(Clone, Debug, Default)]
pub struct CachedFields {
    fields: SecondaryMap<Slot, (Expr, Sign)>,
}

impl CachedFields {
    /// The fields of setup and of prepare.
    pub fn new(setup: &[Slot], prepared: &[Slot]) -> Self {
        Self::signed(setup, prepared, &|_| Sign::Plus)
    }

    /// The fields of setup and of prepare, each with the sign that it is cached with.
    pub(crate) fn signed(setup: &[Slot], prepared: &[Slot], sign: &dyn Fn(Slot) -> Sign) -> Self {
        let mut fields = SecondaryMap::default();
        for (index, &slot) in setup.iter().enumerate() {
            fields.insert(slot, (Expr::Setup(index), sign(slot)));
        }
        for (index, &slot) in prepared.iter().enumerate() {
            fields.insert(slot, (Expr::Prepared(index), sign(slot)));
        }
        Self { fields }
    }

    /// The field that holds a slot, and the sign with which it does.
    pub(crate) fn get(&self, slot: Slot) -> Option<(&Expr, Sign)> {
        self.fields.get(slot).map(|(field, sign)| (field, *sign))
    }

    /// Whether a field holds a slot.
    pub(crate) fn holds(&self, slot: Slot) -> bool {
        self.fields.contains_key(slot)
    }

    /// Whether code finds a slot without computing it.
    pub(crate) fn is_given(&self, ir: &ScalarIr, slot: Slot) -> bool {
        self.holds(slot) || matches!(ir.op(slot), Op::Input(_) | Op::Constant(_) | Op::Truth(_) | Op::AngleAtStart(..))
    }

    /// The slots that a function has to compute for `roots`, in an order of evaluation.
    pub(crate) fn order(&self, ir: &ScalarIr, roots: &[Slot]) -> Vec<Slot> {
        ir.order(roots, &|slot| self.is_given(ir, slot))
    }
}
