//! Expressions as Rust, so that a failure can be read and pasted.

use constraint_symbolic::frontend::syntax::{BinaryOp, Expr, ExprKind, Let, Name};

fn path(names: &[Name]) -> String {
    names.iter().map(|name| name.text.as_str()).collect::<Vec<_>>().join("::")
}

fn list(items: &[Expr]) -> String {
    items.iter().map(of).collect::<Vec<_>>().join(", ")
}

fn operator(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "+",
        BinaryOp::Subtract => "-",
        BinaryOp::Multiply => "*",
        BinaryOp::Divide => "/",
        BinaryOp::Less => "<",
        BinaryOp::LessEqual => "<=",
        BinaryOp::Greater => ">",
        BinaryOp::GreaterEqual => ">=",
        BinaryOp::Equal => "==",
        BinaryOp::NotEqual => "!=",
        BinaryOp::And => "&&",
        BinaryOp::Or => "||",
    }
}

/// The expression, in more parentheses than it needs.
pub(crate) fn of(expr: &Expr) -> String {
    let end = |end: &Option<Box<Expr>>| end.as_deref().map(of).unwrap_or_default();
    match &expr.kind {
        ExprKind::Float(value) => format!("{value:?}"),
        ExprKind::Integer(written) => written.clone(),
        ExprKind::Bool(value) => value.to_string(),
        ExprKind::Path(names) => path(names),
        ExprKind::Constant(name, _) => name.text.clone(),
        ExprKind::SelfValue => "self".to_owned(),
        ExprKind::Field(base, name) => format!("{}.{}", of(base), name.text),
        ExprKind::Method(receiver, name, arguments) => format!("{}.{}({})", of(receiver), name.text, list(arguments)),
        ExprKind::Call(called, arguments) => format!("{}({})", path(called), list(arguments)),
        ExprKind::Negate(a) => format!("(-{})", of(a)),
        ExprKind::Not(a) => format!("(!{})", of(a)),
        ExprKind::Binary(op, a, b) => format!("({} {} {})", of(a), operator(*op), of(b)),
        ExprKind::Range { start, end: last, inclusive } => {
            format!("{}..{}{}", end(start), if *inclusive { "=" } else { "" }, end(last))
        }
        ExprKind::If(c, yes, no) => format!("(if {} {{ {} }} else {{ {} }})", of(c), of(yes), of(no)),
        ExprKind::Block(lets, tail) => {
            let binding = |binding: &Let| format!("let {} = {}; ", binding.name.text, of(&binding.value));
            format!("{{ {}{} }}", lets.iter().map(binding).collect::<String>(), of(tail))
        }
        ExprKind::Tuple(items) => format!("({},)", list(items)),
        ExprKind::Struct(..) | ExprKind::Invalid => "…".to_owned(),
    }
}
