//! The instructions of the catalogue's code, compiled in a crate of its own.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use constraint_symbolic::passes::{self, Pass};
use quote::ToTokens as _;
use syn::{Item, ItemStruct, Meta};

use crate::above;
use crate::expand::expand;
use crate::generated::{Crate, Outcome, repository};

/// How many instructions there are.
#[derive(Default)]
pub(crate) struct Code {
    /// Executed, where valgrind is there; else static ones.
    scalar: u64,
    avx2: u64,
    avx512: u64,
}

impl Code {
    /// Expands the catalogue without a pass, compiles it, and counts.
    pub(crate) fn count(off: Option<Pass>) -> Outcome<Self> {
        let krate = Crate::new("counted")?;
        fs::write(krate.folder.join("src/main.rs"), source(off)?)?;
        let assembly = krate.folder.join("target/release/deps");
        for old in fs::read_dir(&assembly).into_iter().flatten().flatten() {
            if old.path().extension().is_some_and(|end| end == "s") {
                fs::remove_file(old.path())?;
            }
        }
        let flags = ["--emit=asm,link", "-Ccodegen-units=1", "-Csymbol-mangling-version=v0"];
        let done = krate.cargo(&["rustc", "--release"]).arg("--").args(flags).output()?;
        if !done.status.success() {
            return Err(String::from_utf8_lossy(&done.stderr).into());
        }
        let mut code = Self::default();
        for file in fs::read_dir(&assembly)?.flatten() {
            if file.path().extension().is_some_and(|end| end == "s") {
                code.add(&fs::read_to_string(file.path())?);
            }
        }
        if let Some(executed) = executed(&krate.folder.join("target/release/counted")) {
            code.scalar = executed;
        }
        Ok(code)
    }

    /// Adds the instructions of functions in a text of assembly, told by their names.
    fn add(&mut self, text: &str) {
        let mut count = None;
        for line in text.lines() {
            if let Some(name) = line.strip_suffix(':').filter(|name| name.starts_with("_R")) {
                let is_kernel = name.contains("7kernels6phases");
                count = match () {
                    () if name.contains("scalar_") => Some(&mut self.scalar),
                    () if is_kernel && name.contains("7Simd512") => Some(&mut self.avx512),
                    () if is_kernel && name.contains("7Simd256") => Some(&mut self.avx2),
                    () => None,
                };
            } else if line.starts_with('\t')
                && !line.starts_with("\t.")
                && let Some(count) = &mut count
            {
                **count += 1;
            }
        }
    }

    /// By how much these are above others.
    #[allow(clippy::cast_precision_loss)] // some millions
    pub(crate) fn above(&self, on: &Self) -> [String; 3] {
        let pairs = [(self.scalar, on.scalar), (self.avx2, on.avx2), (self.avx512, on.avx512)];
        pairs.map(|(off, on)| above(off as f64, on as f64))
    }
}

/// The instructions that a program executes, as callgrind counts them.
fn executed(program: &Path) -> Option<u64> {
    let arguments = ["--tool=callgrind", "--callgrind-out-file=/dev/null"];
    let done = Command::new("valgrind").args(arguments).arg(program).output().ok()?;
    let said = String::from_utf8_lossy(&done.stderr).into_owned();
    said.lines().find_map(|line| line.split("Collected :").nth(1))?.trim().parse().ok()
}

/// A program that runs every joint of the catalogue, each expanded here.
fn source(off: Option<Pass>) -> Outcome<String> {
    let mut source = String::from("#![allow(warnings)]\n");
    let mut runs = String::new();
    let mut paths: Vec<_> =
        fs::read_dir(repository().join("constraint-core/src/joints"))?.flatten().map(|file| file.path()).collect();
    paths.sort();
    for path in paths {
        let file = fs::read_to_string(&path)?;
        if !file.contains("#[constraint(") {
            continue;
        }
        let module = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default().to_owned();
        write!(source, "pub mod {module} {{")?;
        for item in syn::parse_file(&file)?.items {
            match item {
                Item::Struct(item) => {
                    write!(runs, "run::<{module}::{}>();", item.ident)?;
                    source.push_str(&expanded(item, off));
                }
                item => source.push_str(&item.to_token_stream().to_string().replace("crate ::", "constraint_core ::")),
            }
        }
        source.push_str("}\n");
    }
    source.push_str(include_str!("program.rs"));
    write!(source, "fn main() {{ {runs} }}")?;
    Ok(source)
}

/// The expansion of a joint, without what only the catalogue's own crate has.
fn expanded(mut item: ItemStruct, off: Option<Pass>) -> String {
    let place = item.attrs.iter().position(|attribute| attribute.path().is_ident("constraint"));
    let Some(Meta::List(argument)) = place.map(|place| item.attrs.remove(place).meta) else { return String::new() };
    // The documentation includes pictures, which are not here.
    item.attrs.retain(|attribute| !attribute.path().is_ident("cfg_attr") && !attribute.path().is_ident("doc"));
    for field in &mut item.fields {
        field.attrs.retain(|attribute| !attribute.path().is_ident("cfg_attr"));
    }
    passes::without(off, || expand(&argument.tokens, &item.to_token_stream())).to_string()
}
