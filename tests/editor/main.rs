//! What an editor knows inside the attribute: rust-analyzer on a small crate, asked as an editor asks it.
//!
//! Where the machine has no rust-analyzer, there is nothing to ask: the test says so and passes. `RUST_ANALYZER` names one
//! that is not in the path.

mod client;
mod package;

use client::Client;
use package::Package;

/// `$0` to `$4` are the places that are asked about; the marks are taken out.
const SOURCE: &str = "\
use constraint_core::{Scalar, Vec2, constraint};

/// Holds a point of the second body at a distance of the first.
#[constraint(|pivot, bob| {
    let d = $0bob.point(self.$1anchor) - pivot.position;
    d.$2length() - self.length
})]
pub struct Rope {
    /// On the second body, m.
    pub anchor: Vec2,
    /// Of the rope, m.
    pub length: Scalar,
}
";

/// The same, while a method is being typed.
const UNFINISHED: &str = "\
use constraint_core::{Scalar, Vec2, constraint};

/// Holds a point of the second body at a distance of the first.
#[constraint(|pivot, bob| {
    let d = bob.po$0
})]
pub struct Rope {
    /// On the second body, m.
    pub anchor: Vec2,
    /// Of the rope, m.
    pub length: Scalar,
}
";

/// The same, before its first letter is typed, with more of the closure behind it.
const BEFORE_A_LETTER: &str = "\
use constraint_core::{Scalar, Vec2, constraint};

/// Holds a point of the second body at a distance of the first.
#[constraint(|pivot, bob| {
    let d = bob.point(self.$0) - pivot.position;
    d.length() - self.length
})]
pub struct Rope {
    /// On the second body, m.
    pub anchor: Vec2,
    /// Of the rope, m.
    pub length: Scalar,
}
";

#[test]
fn an_editor_sees_into_the_attribute() {
    let Some(server) = client::server() else {
        println!("skipped: this machine has no rust-analyzer");
        return;
    };
    let package = Package::new(SOURCE);
    let mut editor = Client::start(&server, &package);

    let hover = editor.hover(package.place(0));
    assert!(hover.contains("bob: &BodyState"), "a parameter of the closure is a body:\n{hover}");
    let hover = editor.hover(package.place(1));
    assert!(hover.contains("anchor: Vec2") && hover.contains("On the second body, m."), "a field:\n{hover}");
    let hover = editor.hover(package.place(2));
    assert!(hover.contains("fn length(self) -> f32"), "a method:\n{hover}");

    let (line, text) = editor.definition(package.place(1));
    assert_eq!(text, "anchor", "the field itself, in line {line}");
    assert_eq!(package.line(line).trim(), "pub anchor: Vec2,");

    let package = package.edited(UNFINISHED);
    editor.change(&package);
    let offered = editor.completions(package.place(0));
    for name in ["point", "position"] {
        assert!(offered.iter().any(|offer| offer == name), "`{name}` is offered after `bob.po`: {offered:?}");
    }

    let package = package.edited(BEFORE_A_LETTER);
    editor.change(&package);
    let offered = editor.completions(package.place(0));
    for name in ["anchor", "length"] {
        assert!(offered.iter().any(|offer| offer == name), "the field `{name}` is offered after `self.`: {offered:?}");
    }
}
