//! How functions write the fields of what setup and prepare cache.

use constraint_symbolic::ir::emitted::Expr;

use super::code::Code;
use super::kept::Kept;
use super::text::Text;

impl Kept<'_> {
    /// Writes `variable.field = value;`.
    pub(super) fn assign(&self, index: usize, code: &Code<'_>, value: &Expr, into: &mut Text) {
        self.member(index, into);
        into.push("=");
        self.store(index, code, value, into);
        into.push(";");
    }

    /// Writes `field: value`; `field` where the value is a local of this name.
    pub(super) fn initialize(&self, index: usize, code: &Code<'_>, value: &Expr, into: &mut Text) {
        let field = &*self.fields[index];
        if self.again[index].is_some() || code.name(value) != Some(field) {
            into.push(field);
            into.push(":");
        }
        self.store(index, code, value, into);
    }

    /// Writes a value as a field keeps it.
    fn store(&self, index: usize, code: &Code<'_>, value: &Expr, into: &mut Text) {
        if self.again[index].is_some() {
            into.push("S::again(");
            code.write(value, 0, into);
            into.push(")");
        } else {
            code.write(value, 0, into);
        }
    }
}
