//! Signs as sums of bits.

/// Most signs depend on no more choices than this, and need no list.
const FEW: usize = 3;

/// A sign as the sum of choices, in order, and a constant bit.
#[derive(Clone, Debug, Default)]
pub(super) struct Parity {
    few: [usize; FEW],
    /// How many of `few` there are.
    count: usize,
    /// All choices where these are more.
    many: Vec<usize>,
    pub(super) minus: bool,
}

impl PartialEq for Parity {
    fn eq(&self, other: &Self) -> bool {
        self.minus == other.minus && self.choices() == other.choices()
    }
}

impl Parity {
    pub(super) fn of(choice: usize) -> Self {
        let mut parity = Self::default();
        parity.push(choice);
        parity
    }

    /// What it depends on, in order.
    pub(super) fn choices(&self) -> &[usize] {
        if self.many.is_empty() { &self.few[..self.count] } else { &self.many }
    }

    /// Adds a choice that comes after all others.
    pub(super) fn push(&mut self, choice: usize) {
        if self.count < FEW {
            self.few[self.count] = choice;
            self.count += 1;
            return;
        }
        if self.many.is_empty() {
            self.many = self.few.to_vec();
        }
        self.many.push(choice);
    }

    /// What both have counts twice, which is not at all.
    pub(super) fn plus(&self, other: &Self) -> Self {
        let mut sum = Self { minus: self.minus ^ other.minus, ..Self::default() };
        let (mut a, mut b) = (self.choices(), other.choices());
        loop {
            match (a, b) {
                (&[first, ref rest @ ..], &[second, ..]) if first < second => {
                    sum.push(first);
                    a = rest;
                }
                (&[first, ref after_first @ ..], &[second, ref after_second @ ..]) if first == second => {
                    (a, b) = (after_first, after_second);
                }
                (_, &[second, ref rest @ ..]) => {
                    sum.push(second);
                    b = rest;
                }
                (&[first, ref rest @ ..], []) => {
                    sum.push(first);
                    a = rest;
                }
                ([], []) => return sum,
            }
        }
    }

    pub(super) fn turned(self, minus: bool) -> Self {
        Self { minus: self.minus ^ minus, ..self }
    }
}
