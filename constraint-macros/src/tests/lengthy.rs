//! Closures as long and as deep as one likes.

use std::fmt::Write as _;

/// A closure of so many lines, each of which uses the last two.
pub(crate) fn long(lines: usize) -> String {
    let mut text =
        "|a, b| { let d = b.point(self.u) - a.point(self.w); let x0 = d.length(); let x1 = d.dot(self.u);".to_owned();
    for line in 2..lines {
        let (last, before) = (line - 1, line - 2);
        let _ = match line % 4 {
            0 => writeln!(text, "let x{line} = x{last} * self.k + x{before}.sin();"),
            1 => writeln!(text, "let x{line} = (x{last} * x{last} + x{before} * x{before} + 1.0).sqrt();"),
            2 => writeln!(
                text,
                "let x{line} = if x{last} > x{before} {{ x{last} - 0.5 * b.angle }} else {{ x{before} }};"
            ),
            _ => writeln!(
                text,
                "let x{line} = (a.rotation * Vec2::new(x{last}, x{before})).dot(d) / (2.0 + x{last}.abs());"
            ),
        };
    }
    let _ = write!(text, "x{} }}", lines - 1);
    text
}

/// A closure that is nested so deep, and uses what is inside twice at each level.
pub(crate) fn deep(levels: usize) -> String {
    let mut inside = "(b.angle - a.angle)".to_owned();
    for level in 0..levels {
        inside = match level % 3 {
            0 => format!("({inside} + self.k)"),
            1 => format!("({inside}).sin()"),
            _ => format!("{{ let x = {inside}; x * x + 1.0 }}"),
        };
    }
    format!("|a, b| {inside}")
}
