//! What is looked for in emitted code is found there: a program with each fault, and the same without it.

use constraint_symbolic::ir::emitted::{Arithmetic, Block, Expr, FastPath, Function, Local};
use constraint_symbolic::ir::scalar::Leaf;
use constraint_symbolic::ir::vector::{Function as Call, Input};
use constraint_testing::missed_optimizations::{MissedOptimization, in_fast_path, in_function};

fn given(body: u8) -> Expr {
    Expr::Given(Leaf::whole(Input::Angle(body)))
}

fn binary(op: Arithmetic, a: Expr, b: Expr) -> Expr {
    Expr::Binary(op, Box::new(a), Box::new(b))
}

fn times(a: Expr, b: Expr) -> Expr {
    binary(Arithmetic::Multiply, a, b)
}

fn plus(a: Expr, b: Expr) -> Expr {
    binary(Arithmetic::Add, a, b)
}

fn minus(a: Expr, b: Expr) -> Expr {
    binary(Arithmetic::Subtract, a, b)
}

fn over(a: Expr, b: Expr) -> Expr {
    binary(Arithmetic::Divide, a, b)
}

fn root(a: Expr) -> Expr {
    Expr::Call(Call::Sqrt, vec![a])
}

fn function(outputs: Vec<Expr>) -> Function {
    Function { locals: Vec::new(), outputs }
}

fn kinds(found: Vec<(MissedOptimization, String)>) -> Vec<MissedOptimization> {
    found.into_iter().map(|(leftover, _)| leftover).collect()
}

#[track_caller]
fn finds(outputs: Vec<Expr>, expected: &[MissedOptimization]) {
    assert_eq!(kinds(in_function(&function(outputs))), expected);
}

#[test]
fn idle_constants() {
    for idle in [0.0, 1.0, -1.0] {
        finds(vec![times(Expr::Constant(idle), given(0))], &[MissedOptimization::IdleFactor]);
        finds(vec![times(given(0), Expr::Constant(idle))], &[MissedOptimization::IdleFactor]);
    }
    finds(vec![times(Expr::Negate(Box::new(Expr::Constant(1.0))), given(0))], &[MissedOptimization::IdleFactor]);
    finds(vec![over(given(0), Expr::Constant(-1.0))], &[MissedOptimization::IdleFactor]);
    finds(vec![plus(given(0), Expr::Constant(0.0))], &[MissedOptimization::IdleTerm]);
    finds(vec![minus(Expr::Constant(-0.0), given(0))], &[MissedOptimization::IdleTerm]);
    let useful = [
        times(Expr::Constant(2.0), given(0)),
        plus(Expr::Constant(1.0), given(0)),
        over(Expr::Constant(1.0), given(1)),
    ];
    finds(useful.to_vec(), &[]);
}

/// By value: in another order, with another sign, by another name.
#[test]
fn values_worked_out_twice() {
    let (a, b, c) = (given(0), given(1), given(2));
    finds(vec![plus(a.clone(), b.clone()), plus(b.clone(), a.clone())], &[MissedOptimization::Twice]);
    finds(vec![minus(a.clone(), b.clone()), minus(b.clone(), a.clone())], &[MissedOptimization::Twice]);
    finds(
        vec![times(Expr::Negate(Box::new(a.clone())), b.clone()), times(a.clone(), b.clone())],
        &[MissedOptimization::Twice],
    );
    let named = Function {
        locals: vec![Local { name: "product".to_owned(), value: times(a.clone(), b.clone()) }],
        outputs: vec![plus(Expr::Local(0), c.clone()), plus(times(b.clone(), a.clone()), c.clone())],
    };
    assert_eq!(kinds(in_function(&named)), [MissedOptimization::Twice, MissedOptimization::Twice]);
    finds(vec![plus(a.clone(), b.clone()), minus(a, b), given(2), c], &[]);
}

#[test]
fn divisions_and_roots() {
    let (a, b, c) = (given(0), given(1), given(2));
    let reciprocal = || over(Expr::Constant(1.0), c.clone());
    finds(vec![reciprocal(), over(a.clone(), c.clone())], &[MissedOptimization::Division]);
    finds(vec![over(a.clone(), c.clone()), over(b.clone(), c.clone())], &[MissedOptimization::Division]);
    let pivot = Expr::Pivot(Box::new(c.clone()), Box::new(Expr::Constant(0.0)));
    finds(vec![pivot, over(a.clone(), c.clone())], &[MissedOptimization::Division]);
    finds(vec![over(a.clone(), b.clone()), over(b.clone(), a.clone())], &[]);
    let twice = Function {
        locals: vec![Local { name: "square".to_owned(), value: times(a.clone(), a.clone()) }],
        outputs: vec![root(Expr::Local(0)), root(Expr::Local(0))],
    };
    assert_eq!(kinds(in_function(&twice)), [MissedOptimization::Root, MissedOptimization::Twice]);
    finds(vec![root(a.clone()), root(Expr::Negate(Box::new(a)))], &[]);
    finds(vec![root(b), root(c)], &[]);
    // A constant of the scalar's type.
    let rounding = || Expr::Rounding(Box::new(Expr::Constant(1.0)));
    finds(vec![times(given(0), rounding()), times(given(1), rounding())], &[]);
}

/// Setup keeps a and a b, prepare a b + c, and solve reads all of them.
fn fast_path() -> FastPath {
    let (a, b, c) = (given(0), given(1), given(2));
    let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
    FastPath {
        setup_fields: names(&["a", "ab"]),
        prepared_fields: names(&["sum"]),
        start_fields: Vec::new(),
        setup_duplicates: vec![None, None],
        prepared_duplicates: vec![None],
        memory: Vec::new(),
        setup: function(vec![a.clone(), times(a, b)]),
        begin: function(Vec::new()),
        prepare: function(vec![plus(Expr::Setup(1), c)]),
        warm_start: function(vec![times(Expr::Prepared(0), given(3))]),
        solve: vec![Block { rows: vec![0], code: function(vec![times(Expr::Setup(0), given(4))]) }],
    }
}

#[test]
fn what_functions_keep_for_each_other() {
    assert_eq!(kinds(in_fast_path(&fast_path())), []);
    // What setup knows is not worked out again, in whatever words.
    let mut fast = fast_path();
    fast.prepare.outputs[0] = plus(plus(times(given(1), Expr::Setup(0)), Expr::Setup(1)), given(2));
    assert_eq!(kinds(in_fast_path(&fast)), [MissedOptimization::Recomputed]);
    let mut fast = fast_path();
    fast.solve[0].code.outputs.push(plus(given(2), Expr::Setup(1)));
    assert_eq!(kinds(in_fast_path(&fast)), [MissedOptimization::Recomputed]);
    // What nothing reads.
    let mut fast = fast_path();
    fast.warm_start.outputs.clear();
    assert_eq!(kinds(in_fast_path(&fast)), [MissedOptimization::Unread]);
    fast.memory.push((0, 0));
    assert_eq!(kinds(in_fast_path(&fast)), []);
    let mut fast = fast_path();
    fast.solve[0].code.outputs[0] = given(4);
    assert_eq!(kinds(in_fast_path(&fast)), [MissedOptimization::Unread]);
    let mut fast = fast_path();
    fast.prepare.locals.push(Local { name: "idle".to_owned(), value: given(5) });
    assert_eq!(kinds(in_fast_path(&fast)), [MissedOptimization::Unread]);
}
