//! The joints that passes are measured on, as tokens.

use std::fs;
use std::path::Path;

use proc_macro2::TokenStream;
use quote::ToTokens as _;
use syn::{Attribute, Item, Meta};

/// A joint as its source has it.
pub(crate) struct Joint {
    pub(crate) name: String,
    /// The argument of `#[constraint(…)]`.
    pub(crate) attribute: TokenStream,
    pub(crate) item: TokenStream,
}

/// The 22 joints of the catalogue.
pub(crate) fn catalogue(root: &Path) -> Vec<Joint> {
    joints(&[root.join("constraint-core/src/joints")])
}

/// The joints of all tests, examples and benches: odd ones, most of them.
pub(crate) fn odd(root: &Path) -> Vec<Joint> {
    joints(&["tests", "examples", "benches"].map(|folder| root.join(folder)))
}

fn joints(folders: &[impl AsRef<Path>]) -> Vec<Joint> {
    let mut joints = Vec::new();
    for folder in folders {
        of_folder(folder.as_ref(), &mut joints);
    }
    joints.sort_by(|a, b| a.name.cmp(&b.name));
    joints
}

fn of_folder(folder: &Path, into: &mut Vec<Joint>) {
    let mut paths: Vec<_> = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() && path.file_name().is_some_and(|name| name != "target") {
            of_folder(&path, into);
        } else if path.extension().is_some_and(|extension| extension == "rs")
            && let Ok(source) = fs::read_to_string(&path)
            && let Ok(file) = syn::parse_file(&source)
        {
            of_items(file.items, into);
        }
    }
}

fn of_items(items: Vec<Item>, into: &mut Vec<Joint>) {
    for item in items {
        match item {
            Item::Struct(mut item) => {
                let is_ours = |attribute: &Attribute| {
                    attribute.path().segments.last().is_some_and(|last| last.ident == "constraint")
                };
                let Some(place) = item.attrs.iter().position(is_ours) else { continue };
                if let Meta::List(argument) = item.attrs.remove(place).meta {
                    let name = item.ident.to_string();
                    into.push(Joint { name, attribute: argument.tokens, item: item.into_token_stream() });
                }
            }
            Item::Mod(module) => of_items(module.content.map(|(_, items)| items).unwrap_or_default(), into),
            Item::Fn(function) => {
                let items = function.block.stmts.into_iter();
                let items = items.filter_map(|stmt| if let syn::Stmt::Item(item) = stmt { Some(item) } else { None });
                of_items(items.collect(), into);
            }
            _ => {}
        }
    }
}
