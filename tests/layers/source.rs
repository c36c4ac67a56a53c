//! The modules of a crate and what they import, read from its source files.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fs;
use std::path::Path;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// A module that names another one. Modules are paths from the crate's root, which is the empty one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Import {
    pub(crate) from: String,
    pub(crate) to: String,
}

/// The modules of a crate.
#[derive(Debug, Default)]
pub(crate) struct Krate {
    modules: BTreeSet<String>,
    imports: Vec<Import>,
}

impl Krate {
    /// Reads the source files in a folder.
    pub(crate) fn read(folder: &Path) -> Result<Self, Box<dyn Error>> {
        let mut sources = Vec::new();
        files(folder, "", &mut sources)?;
        let sources: Vec<(&str, &str)> =
            sources.iter().map(|(module, source)| (module.as_str(), source.as_str())).collect();
        Self::of(&sources)
    }

    /// A crate of modules with these sources.
    pub(crate) fn of(sources: &[(&str, &str)]) -> Result<Self, Box<dyn Error>> {
        let mut reader = Reader::default();
        for (module, source) in sources {
            reader.module(module, source.parse::<TokenStream>()?);
        }
        Ok(reader.krate())
    }

    /// The modules at the root.
    pub(crate) fn modules(&self) -> impl Iterator<Item = &str> {
        self.modules.iter().map(String::as_str).filter(|module| !module.is_empty() && !module.contains("::"))
    }

    pub(crate) fn imports(&self) -> &[Import] {
        &self.imports
    }
}

/// The modules in a folder, with their sources: `name.rs` and `name/mod.rs` alike.
fn files(folder: &Path, parent: &str, into: &mut Vec<(String, String)>) -> Result<(), Box<dyn Error>> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        let name = if matches!(stem, "lib" | "main" | "mod") { parent.to_owned() } else { join(parent, stem) };
        if path.is_dir() {
            files(&path, &name, into)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            into.push((name, fs::read_to_string(&path)?));
        }
    }
    Ok(())
}

fn join(parent: &str, name: &str) -> String {
    if parent.is_empty() { name.to_owned() } else { format!("{parent}::{name}") }
}

/// A path as it is written in a module.
struct Written {
    module: String,
    segments: Vec<String>,
}

#[derive(Default)]
struct Reader {
    modules: BTreeSet<String>,
    /// Modules of tests.
    tests: BTreeSet<String>,
    paths: Vec<Written>,
    /// What each module calls a path that it imports.
    names: BTreeMap<(String, String), Vec<String>>,
}

impl Reader {
    fn module(&mut self, module: &str, tokens: TokenStream) {
        self.modules.insert(module.to_owned());
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut rest = &tokens[..];
        while let [token, after @ ..] = rest {
            rest = match (word(token).as_deref(), after) {
                _ if is_test(rest) => self.skip_test(module, &after[1..]),
                (Some("use"), _) => {
                    let end = after.iter().position(|token| is(token, ';')).unwrap_or(after.len());
                    self.tree(module, &[], &after[..end]);
                    &after[end..]
                }
                (Some("mod"), [name, TokenTree::Group(body), others @ ..]) => {
                    self.module(&join(module, &word(name).unwrap_or_default()), body.stream());
                    others
                }
                (Some("crate" | "super" | "self"), _) => {
                    let (segments, others) = path(rest);
                    self.paths.push(Written { module: module.to_owned(), segments });
                    others
                }
                _ => {
                    if let TokenTree::Group(group) = token {
                        self.module(module, group.stream());
                    }
                    after
                }
            };
        }
    }

    /// What comes after an item that only tests have. Of a module, its name is noted, for it may be a file of its own.
    fn skip_test<'t>(&mut self, module: &str, item: &'t [TokenTree]) -> &'t [TokenTree] {
        if let Some(place) = item.iter().position(|token| word(token).as_deref() == Some("mod")) {
            let is_first = item[..place].iter().all(|token| !is_brace(token) && !is(token, ';'));
            if let Some(name) = item.get(place + 1).and_then(word).filter(|_| is_first) {
                self.tests.insert(join(module, &name));
            }
        }
        let end = item.iter().position(|token| is_brace(token) || is(token, ';')).unwrap_or(item.len());
        &item[(end + 1).min(item.len())..]
    }

    /// The paths of a `use` declaration.
    fn tree(&mut self, module: &str, before: &[String], tokens: &[TokenTree]) {
        let (segments, rest) = path(tokens);
        let whole = [before, &segments].concat();
        if let [TokenTree::Group(group), ..] = rest {
            let inner: Vec<TokenTree> = group.stream().into_iter().collect();
            for one in inner.split(|token| is(token, ',')).filter(|one| !one.is_empty()) {
                self.tree(module, &whole, one);
            }
            return;
        }
        let is_itself = whole.len() > 1 && whole.last().is_some_and(|last| last == "self");
        let whole = if is_itself { whole[..whole.len() - 1].to_vec() } else { whole };
        let alias = rest
            .iter()
            .position(|token| word(token).as_deref() == Some("as"))
            .and_then(|at| rest.get(at + 1))
            .and_then(word);
        if let Some(name) = alias.or_else(|| whole.last().cloned()) {
            self.names.insert((module.to_owned(), name), whole.clone());
        }
        self.paths.push(Written { module: module.to_owned(), segments: whole });
    }

    fn krate(self) -> Krate {
        let is_test =
            |module: &str| self.tests.iter().any(|test| module == test || module.starts_with(&format!("{test}::")));
        let mut imports = BTreeSet::new();
        for path in self.paths.iter().filter(|path| !is_test(&path.module)) {
            if let Some(to) = self.resolved(&path.module, &path.segments, 0)
                && to != path.module
            {
                imports.insert(Import { from: path.module.clone(), to });
            }
        }
        let modules = self.modules.iter().filter(|module| !is_test(module)).cloned().collect();
        Krate { modules, imports: imports.into_iter().collect() }
    }

    /// The module that has what a path names, which may be known there by an import. None outside of the crate.
    fn resolved(&self, module: &str, segments: &[String], depth: usize) -> Option<String> {
        let (first, mut rest) = segments.split_first()?;
        let mut at = match first.as_str() {
            "crate" => String::new(),
            "self" => module.to_owned(),
            "super" => parent(module),
            child if self.modules.contains(&join(module, child)) => join(module, child),
            _ => return None,
        };
        while let [name, after @ ..] = rest {
            let inner = if name == "super" { parent(&at) } else { join(&at, name) };
            if name != "super" && !self.modules.contains(&inner) {
                // Imports of imports are followed as long as no two of them name each other.
                let known = self.names.get(&(at.clone(), name.clone())).filter(|_| depth < 8);
                return known.and_then(|path| self.resolved(&at, path, depth + 1)).or(Some(at));
            }
            (at, rest) = (inner, after);
        }
        Some(at)
    }
}

fn parent(module: &str) -> String {
    module.rsplit_once("::").map_or_else(String::new, |(parent, _)| parent.to_owned())
}

/// The segments of a path at the beginning of some tokens, and what follows it.
fn path(mut tokens: &[TokenTree]) -> (Vec<String>, &[TokenTree]) {
    let mut segments = Vec::new();
    while let [token, rest @ ..] = tokens {
        let Some(name) = word(token) else { break };
        segments.push(name);
        tokens = rest;
        match rest {
            [a, b, rest @ ..] if is(a, ':') && is(b, ':') => tokens = rest,
            _ => break,
        }
    }
    (segments, tokens)
}

/// Whether some tokens begin with `#[cfg(test)]` or `#[test]`.
fn is_test(tokens: &[TokenTree]) -> bool {
    let [mark, TokenTree::Group(attribute), ..] = tokens else { return false };
    let text = attribute.stream().to_string().replace(' ', "");
    is(mark, '#') && (text == "test" || text.starts_with("cfg(test") || text.starts_with("cfg(all(test"))
}

fn word(token: &TokenTree) -> Option<String> {
    if let TokenTree::Ident(ident) = token { Some(ident.to_string()) } else { None }
}

fn is(token: &TokenTree, mark: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == mark)
}

fn is_brace(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace)
}
