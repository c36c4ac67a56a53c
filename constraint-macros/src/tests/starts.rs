//! Sums of angles, each told from its own beginning.

use constraint_symbolic::ir::emitted::Expr;

use super::compile;

/// One has a parameter twice where the other has it once, beside another one.
#[test]
fn sums_of_as_many_terms_are_not_the_same() {
    let closure = "|a, b| {
        let s = self.k * a.angle + self.l - b.angle;
        (self.l * s + self.k * self.u.x).sin() + (self.l * s + self.l * self.l).cos()
    }";
    let fast = compile(closure).expect("a joint").program.fast;
    assert_eq!(fast.begin.outputs.len(), 2, "{:?}", fast.begin.outputs);
}

/// A joint of more sums than a byte counts: each is a start of its own, and read once.
#[test]
fn there_may_be_many() {
    const COUNT: usize = 300;
    let sums: Vec<String> = (1..=COUNT).map(|times| format!("({times}.5 * b.angle - a.angle).sin()")).collect();
    // Nothing is nested deeper than 128.
    let groups: Vec<String> = sums.chunks(60).map(|sums| format!("({})", sums.join(" + "))).collect();
    let fast = compile(&format!("|a, b| {}", groups.join(" + "))).expect("a joint").program.fast;
    let mut read: Vec<u16> = Vec::new();
    let mut see: Vec<&Expr> = fast.prepare.outputs.iter().collect();
    see.extend(fast.prepare.locals.iter().map(|local| &local.value));
    while let Some(expr) = see.pop() {
        if let Expr::AngleAtStart(number, _) = expr {
            read.push(*number);
        }
        expr.each_operand(|operand| see.push(operand));
    }
    read.sort_unstable();
    read.dedup();
    assert_eq!((read.len(), fast.begin.outputs.len()), (COUNT, COUNT));
}
