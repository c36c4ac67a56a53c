//! The structs of what setup and prepare keep: their fields, how these are stored and read.
//!
//! A field that is there [`Duplicate`] is one for scalars alone: see `Real::Again`.

use constraint_symbolic::ir::emitted::Duplicate;

use super::text::{Name, Text, names};

/// What one function keeps for those after it.
pub(super) struct Kept<'j> {
    /// The name of the struct.
    pub(super) name: String,
    pub(super) fields: Vec<Name<'j>>,
    /// What functions call it.
    variable: &'static str,
    pub(super) again: Vec<Option<Duplicate>>,
}

impl<'j> Kept<'j> {
    pub(super) fn new(name: String, variable: &'static str, fields: &'j [String], again: &[Option<Duplicate>]) -> Self {
        Self { name, fields: names(fields), variable, again: again.to_vec() }
    }

    /// The same with fields that another function writes: see [`left`](Self::left).
    pub(super) fn with(mut self, others: &'j [String]) -> Self {
        self.fields.extend(names(others));
        self.again.resize(self.fields.len(), None);
        self
    }

    /// Writes `field: variable.field` for the fields that come after so many others: they stay as they are.
    pub(super) fn left(&self, after: usize, into: &mut Text) {
        into.separated(after..self.fields.len(), ",", &|index, into| {
            write!(into, "{}:", self.fields[index]);
            self.member(index, into);
        });
    }

    /// The type of what is kept, of scalars `S`: nothing where there are no fields.
    pub(super) fn ty(&self) -> String {
        if self.fields.is_empty() { "()".to_owned() } else { format!("{}<S>", self.name) }
    }

    /// Writes the struct, if it has fields.
    pub(super) fn structure(&self, doc: &str, derives: &str, into: &mut Text) {
        let Self { name, fields, again, .. } = self;
        if fields.is_empty() {
            return;
        }
        write!(into, "/// {doc}\n#[derive({derives})] pub struct {name}<S: core_::Real> {{");
        into.separated(fields.iter().zip(again), ",", &|(field, again), into| {
            write!(into, "{field}:{}", if again.is_some() { "S::Again" } else { "S" });
        });
        // A derived `clone` goes through all fields: rustc would check and build joints for a sixteenth longer.
        write!(
            into,
            "}} #[automatically_derived] impl<S: core_::Real> ::core::clone::Clone for {name}<S> {{\
                fn clone(&self) -> Self {{ *self }}\
            }}"
        );
    }

    /// Writes `variable.field`, or what lanes read in its place.
    pub(super) fn read(&self, index: usize, into: &mut Text) {
        let Some(Duplicate { first, is_opposite }) = self.again[index] else { return self.member(index, into) };
        into.push("S::reread(");
        self.member(index, into);
        into.push(if is_opposite { ",-" } else { "," });
        self.member(first, into);
        into.push(")");
    }

    /// Writes `variable.field`.
    pub(super) fn member(&self, index: usize, into: &mut Text) {
        into.push(self.variable);
        into.push(".");
        into.push(&self.fields[index]);
    }

    /// Writes how the fields are stored as plain numbers. One that is kept [`Duplicate`] is made anew.
    pub(super) fn numbers(&self, into: &mut Text) {
        if self.fields.is_empty() {
            return;
        }
        let name = &self.name;
        let own = self.fields.iter().zip(&self.again).filter(|(_, again)| again.is_none());
        let own: Vec<&Name<'_>> = own.map(|(field, _)| field).collect();
        write!(
            into,
            "impl<S: core_::Real> core_::Values<S> for {name}<S> {{\
                const COUNT: usize = {};\
                #[inline(always)] fn load(numbers: &[S]) -> Self {{ let &[",
            own.len()
        );
        into.separated(&own, ",", &|field, into| into.push(field));
        write!(into, "] = core_::numbers(numbers); {name} {{");
        into.separated(self.fields.iter().zip(&self.again), ",", &|(field, again), into| {
            into.push(field);
            if let Some(Duplicate { first, is_opposite }) = *again {
                let sign = if is_opposite { "-" } else { "" };
                write!(into, ":S::again({sign}{})", self.fields[first]);
            }
        });
        into.push("} } #[inline(always)] fn store(&self, numbers: &mut [S]) { *core_::numbers_mut(numbers) = [");
        into.separated(&own, ",", &|field, into| write!(into, "self.{field}"));
        into.push("]; } }");
    }

    /// Which of the numbers a field is.
    pub(super) fn number(&self, field: usize) -> usize {
        self.again[..field].iter().filter(|again| again.is_none()).count()
    }

    /// Writes a value for each field: 1 for those that `is_one` picks, else 0.
    pub(super) fn zeros_and_ones(&self, is_one: impl Fn(usize) -> bool, into: &mut Text) {
        for (index, (field, again)) in self.fields.iter().zip(&self.again).enumerate() {
            let value = match again {
                None if is_one(index) => "S::of(1.0)",
                None => "zero",
                Some(Duplicate { first, is_opposite: true }) if is_one(*first) => "S::again(S::of(-1.0))",
                Some(Duplicate { first, .. }) if is_one(*first) => "S::again(S::of(1.0))",
                Some(_) => "S::again(zero)",
            };
            write!(into, "{field}:{value},");
        }
    }
}
