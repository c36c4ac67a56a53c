//! What several functions of the derived mathematics begin with: written once, as a function that they call. Arms, axes and
//! differences are half of what they say, and rustc takes some five hundred instructions to read each token.

use constraint_symbolic::ir::emitted::{Expr, Function};
use constraint_symbolic::ir::scalar::Leaf;
use constraint_symbolic::ir::vector::{Function as Call, Input};

use super::code::{Code, Component, components};
use super::joint::{Joint, name_apart};
use super::text::Text;

/// How many values there have to be: fewer cost as much as they save.
const FEWEST: usize = 4;

/// A function's code, line by line: a `let` for each parameter that it reads, then for each local.
pub(super) struct Lines<'c> {
    function: &'c Function,
    code: Code<'c>,
    parameters: Vec<Component>,
    text: Text,
    /// Where each line ends in the text.
    ends: Vec<usize>,
}

impl<'c> Lines<'c> {
    fn new(joint: &'c Joint<'c>, function: &'c Function) -> Self {
        let code = Code::new(joint, function);
        let parameters = components(function);
        let (mut text, mut ends) = (Text::default(), Vec::with_capacity(parameters.len() + function.locals.len()));
        for &parameter in &parameters {
            code.parameter_line(parameter, "self", &mut text);
            ends.push(text.as_str().len());
        }
        for number in 0..function.locals.len() {
            code.local(number, function, &mut text);
            ends.push(text.as_str().len());
        }
        Self { function, code, parameters, text, ends }
    }

    fn line(&self, number: usize) -> &str {
        let start = if number == 0 { 0 } else { self.ends[number - 1] };
        &self.text.as_str()[start..self.ends[number]]
    }

    /// What a line gives a value to.
    fn name(&self, number: usize) -> &str {
        match self.parameters.get(number) {
            Some(&(index, _, lane)) => self.code.parameter(index, lane),
            None => &self.code.locals[number - self.parameters.len()],
        }
    }

    /// The line that an input of an expression comes from.
    fn of_input(&self, input: &Expr) -> Option<usize> {
        match *input {
            Expr::Local(index) => Some(self.parameters.len() + index),
            Expr::Given(Leaf { input: Input::Parameter(index, ty), lane }) => {
                self.parameters.iter().position(|read| *read == (index, ty, lane))
            }
            _ => None,
        }
    }

    /// The value of a line, unless it is a parameter's.
    fn value(&self, number: usize) -> Option<&Expr> {
        number.checked_sub(self.parameters.len()).map(|local| &self.function.locals[local].value)
    }

    /// Whether a line reads nothing but poses, the time and lines that are `known`.
    fn reads_only(&self, number: usize, known: &[Option<usize>]) -> bool {
        // A curve is read of `self`.
        let mut all = !self.value(number).is_some_and(has_curve);
        let mut see = |input: &Expr| {
            all &= match (input, self.of_input(input)) {
                (_, Some(line)) => known[line].is_some(),
                (Expr::Given(Leaf { input, .. }), _) => {
                    matches!(input, Input::Position(_) | Input::Rotation(_) | Input::Angle(_) | Input::Time)
                }
                _ => true,
            };
        };
        self.value(number).into_iter().for_each(|value| inputs(value, &mut see));
        all
    }

    /// Which lines the function's outputs need, but for what a line needs that is `common`.
    fn needed(&self, common: &dyn Fn(usize) -> bool) -> Vec<bool> {
        let mut needed = vec![false; self.ends.len()];
        let need = |expr: &Expr, needed: &mut Vec<bool>| {
            inputs(expr, &mut |input| self.of_input(input).into_iter().for_each(|line| needed[line] = true));
        };
        self.function.outputs.iter().for_each(|output| need(output, &mut needed));
        for line in (0..needed.len()).rev().filter(|&line| !common(line)) {
            if needed[line] {
                self.value(line).into_iter().for_each(|value| need(value, &mut needed));
            }
        }
        needed
    }
}

/// Calls `see` with each input and each local that an expression reads.
fn inputs(expr: &Expr, see: &mut dyn FnMut(&Expr)) {
    if matches!(expr, Expr::Given(_) | Expr::Local(_)) {
        see(expr);
    }
    expr.each_operand(|operand| inputs(operand, see));
}

/// Whether an expression reads a curve.
fn has_curve(expr: &Expr) -> bool {
    let mut has = matches!(expr, Expr::Call(Call::Curve { .. }, _));
    expr.each_operand(|operand| has |= has_curve(operand));
    has
}

/// Whether a value is one that a function returns, not the outcome of a comparison.
fn is_scalar(value: &Expr) -> bool {
    use Expr::{And, Less, LessEqual, Not, Or, Truth};
    !matches!(value, Truth(_) | Less(..) | LessEqual(..) | And(..) | Or(..) | Not(_))
}

/// The functions of poses, line by line: the mathematics, and the drawing, unless it is the user's.
pub(super) fn lines<'c>(joint: &'c Joint<'c>) -> Vec<Lines<'c>> {
    let derived = &joint.compiled.program.derived;
    let sketch = joint.parsed.options.draw.is_none().then_some(&derived.sketch);
    let mathematics =
        [&derived.position, &derived.velocity, &derived.jacobian, &derived.effective_mass, &derived.impulse];
    mathematics.into_iter().chain(sketch).map(|function| Lines::new(joint, function)).collect()
}

/// A line that may be in several functions.
struct Entry<'l> {
    name: &'l str,
    text: &'l str,
    /// If it is a parameter's.
    parameter: Option<Component>,
    is_scalar: bool,
    /// In how many functions it is.
    count: usize,
    /// Its place in what the common function returns.
    place: Option<usize>,
}

/// What is common to several functions.
pub(super) struct Common<'l> {
    functions: &'l [Lines<'l>],
    entries: Vec<Entry<'l>>,
    /// For each function, its lines' entries, and which lines it needs.
    of: Vec<(Vec<Option<usize>>, Vec<bool>)>,
    /// How many values are returned.
    count: usize,
}

impl<'l> Common<'l> {
    pub(super) fn new(functions: &'l [Lines<'l>]) -> Self {
        let mut entries: Vec<Entry<'l>> = Vec::new();
        let of_function = |function| known(&mut entries, function);
        let of: Vec<Vec<Option<usize>>> = functions.iter().map(of_function).collect();
        if entries.iter().filter(|entry| entry.count > 1).count() < FEWEST {
            for entry in &mut entries {
                entry.count = 1;
            }
        }
        let mut common = Self { functions, entries, of: Vec::with_capacity(of.len()), count: 0 };
        for (function, known) in functions.iter().zip(of) {
            let needed = function.needed(&|line| common.entry(&known, line).is_some());
            for line in (0..needed.len()).filter(|&line| needed[line]) {
                if let Some(number) = common.entry(&known, line)
                    && common.entries[number].place.is_none()
                {
                    common.entries[number].place = Some(common.count);
                    common.count += 1;
                }
            }
            common.of.push((known, needed));
        }
        common
    }

    /// The entry of a line that the common function can return.
    fn entry(&self, known: &[Option<usize>], line: usize) -> Option<usize> {
        known[line].filter(|&number| self.entries[number].count > 1 && self.entries[number].is_scalar)
    }

    /// Writes the function that works them out.
    pub(super) fn function(&self, joint: &Joint<'_>, into: &mut Text) {
        let Some(Lines { code, .. }) = self.functions.first().filter(|_| self.count > 0) else { return };
        let (bodies, _) = joint.counts();
        write!(
            into,
            "type __Joint = {};\
            /// Values of the poses that several functions need.\n\
            #[inline(always)]\
            fn common_values<S: core_::Real>(joint: &__Joint, poses: &[core_::Pose<S>; {bodies}], time: S) -> [S; {}] {{",
            name_apart(&joint.parsed.item.ident),
            self.count
        );
        into.take_apart(&joint.bodies, "poses");
        for entry in self.entries.iter().filter(|entry| entry.count > 1) {
            match entry.parameter {
                // What the others call `self` is an argument of this one.
                Some(parameter) => code.parameter_line(parameter, "joint", into),
                None => into.push(entry.text),
            }
        }
        let mut returned = vec![""; self.count];
        for entry in &self.entries {
            entry.place.into_iter().for_each(|place| returned[place] = entry.name);
        }
        into.list(returned, &|name, into| into.push(name));
        into.push("}");
    }

    /// Writes the lines of a function, what is common to several of them by a call of that function with `arguments`; gives
    /// the function's code.
    pub(super) fn lets(&self, function: &Function, arguments: &str, into: &mut Text) -> Option<&Code<'l>> {
        let number = self.functions.iter().position(|lines| std::ptr::eq(lines.function, function))?;
        let (lines, (known, needed)) = (&self.functions[number], &self.of[number]);
        let (mut taken, mut end) = (vec!["_"; self.count], 0);
        for line in (0..needed.len()).filter(|&line| needed[line]) {
            if let Some(number) = self.entry(known, line)
                && let Some(place) = self.entries[number].place
            {
                taken[place] = self.entries[number].name;
                end = end.max(place + 1);
            }
        }
        if end > 0 {
            taken.truncate(end);
            if end < self.count {
                taken.push("..");
            }
            into.push("let ");
            into.list(taken, &|name, into| into.push(name));
            write!(into, "=common_values(self,{arguments});");
        }
        for line in (0..needed.len()).filter(|&line| needed[line] && self.entry(known, line).is_none()) {
            into.push(lines.line(line));
        }
        Some(&lines.code)
    }
}

/// For each line of a function that reads nothing but the poses and the time, its number among the entries: none if its name
/// stands for something else there.
fn known<'l>(entries: &mut Vec<Entry<'l>>, function: &'l Lines<'l>) -> Vec<Option<usize>> {
    let mut known = Vec::with_capacity(function.ends.len());
    for line in 0..function.ends.len() {
        let (name, text) = (function.name(line), function.line(line));
        // What reads the same by the same names is the same.
        known.push(if !function.reads_only(line, &known) {
            None
        } else if let Some(number) = entries.iter().position(|entry| entry.name == name) {
            let is_same = entries[number].text == text;
            entries[number].count += usize::from(is_same);
            is_same.then_some(number)
        } else {
            let value = function.value(line);
            let (parameter, is_scalar) = (function.parameters.get(line).copied(), value.is_none_or(is_scalar));
            entries.push(Entry { name, text, parameter, is_scalar, count: 1, place: None });
            Some(entries.len() - 1)
        });
    }
    known
}
