//! Imports follow the layers of `.ci/layers.txt`: none goes upward, and no modules of one folder import each other in a cycle.
//!
//! Counted are `use` declarations and paths that begin with `crate`, `self` or `super`. Code under `#[cfg(test)]` is not.

#[path = "layers/cycle.rs"]
mod cycle;
#[path = "layers/source.rs"]
mod source;

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::Path;

use source::{Import, Krate};

/// The layers of one crate: for each listed module the number of its line.
struct Layers {
    folder: String,
    of: BTreeMap<String, usize>,
}

fn layers(text: &str) -> Vec<Layers> {
    let mut crates: Vec<Layers> = Vec::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'))
    {
        match (line.starts_with(' '), crates.last_mut()) {
            (true, Some(krate)) => krate.of.extend(line.split_whitespace().map(|module| (module.to_owned(), number))),
            _ => crates.push(Layers { folder: line.trim().to_owned(), of: BTreeMap::new() }),
        }
    }
    crates
}

impl Layers {
    /// The layer of a module: that of itself or of the nearest module around it that is listed.
    fn layer(&self, module: &str) -> Option<usize> {
        let mut around = Some(module);
        while let Some(name) = around {
            if let Some(&layer) = self.of.get(name) {
                return Some(layer);
            }
            around = name.rsplit_once("::").map(|(parent, _)| parent);
        }
        None
    }

    fn is_upward(&self, import: &Import) -> bool {
        self.layer(&import.from).zip(self.layer(&import.to)).is_some_and(|(from, to)| to > from)
    }

    /// What is wrong with a crate: imports that go upward, cycles, modules that no line lists.
    fn mistakes(&self, krate: &Krate) -> Vec<String> {
        let mut mistakes: Vec<String> = Vec::new();
        for module in krate.modules().filter(|module| self.layer(module).is_none()) {
            mistakes.push(format!("{}: `{module}` is in no layer", self.folder));
        }
        for import in krate.imports().iter().filter(|import| self.is_upward(import)) {
            mistakes.push(format!("{}: `{}` imports `{}`, which is above it", self.folder, import.from, import.to));
        }
        for cycle in cycle::cycles(krate.imports()) {
            mistakes.push(format!("{}: imports in a cycle: {}", self.folder, cycle.join(" → ")));
        }
        mistakes
    }
}

#[test]
fn no_import_goes_upward_or_in_a_cycle() -> Result<(), Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut mistakes = Vec::new();
    for layers in layers(&fs::read_to_string(root.join(".ci/layers.txt"))?) {
        let krate = Krate::read(&root.join(&layers.folder))?;
        // A folder that was renamed must not pass for one without mistakes.
        assert!(!krate.imports().is_empty() || layers.of.len() < 5, "{}: no imports", layers.folder);
        mistakes.extend(layers.mistakes(&krate));
    }
    assert!(mistakes.is_empty(), "\n{}", mistakes.join("\n"));
    Ok(())
}

/// A crate of three modules, of which one has a child, with these sources.
fn mistakes(sources: &[(&str, &str)]) -> Result<Vec<String>, Box<dyn Error>> {
    let layers = layers("# comment\nsrc\n  a\n  b c\n").remove(0);
    Ok(layers.mistakes(&Krate::of(sources)?))
}

#[test]
fn imports_are_found_in_every_form() -> Result<(), Box<dyn Error>> {
    let right = [
        ("", "mod a; mod b; mod c; pub use c::Thing;"),
        (
            "a",
            "//! crate::b\npub struct One; const TEXT: &str = \"crate::b\"; #[cfg(test)] mod tests { use crate::b::Two; }",
        ),
        ("b", "mod inner; use crate::a::One; pub struct Two;"),
        ("b::inner", "use super::Two; use super::super::a;"),
        ("c", "use crate::b::{self, inner::{Three, Four as Five}}; #[cfg(test)] use crate::c; #[test] fn two() {}"),
    ];
    assert_eq!(mistakes(&right)?, [""; 0]);
    for (module, import) in [
        ("a", "use crate::b::Two;"),
        ("a", "use super::b;"),
        ("a", "use crate::{b::Two, c};"),
        ("a", "fn two() { let _ = crate::b::Two; }"),
        ("a", "mod inside { use super::super::b::Two; }"),
        // By another name that the crate's root gives it.
        ("a", "use crate::Thing;"),
        // A cycle within a layer.
        ("b", "use crate::c::Thing;"),
        ("b::inner", "fn thing() -> crate::c::Thing { todo!() }"),
    ] {
        let wrong: Vec<(&str, String)> = right
            .iter()
            .map(|&(name, source)| {
                (name, if name == module { format!("{source} {import}") } else { source.to_owned() })
            })
            .collect();
        let wrong: Vec<(&str, &str)> = wrong.iter().map(|(name, source)| (*name, source.as_str())).collect();
        assert!(!mistakes(&wrong)?.is_empty(), "{module}: {import}");
    }
    assert_eq!(mistakes(&[("", "mod d;"), ("d", "")])?, ["src: `d` is in no layer"]);
    Ok(())
}
