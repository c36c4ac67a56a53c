//! The instructions of the catalogue's code, compiled in a crate of its own.

use std::collections::BTreeMap;
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

/// The instructions of a joint.
#[derive(Clone, Copy, Default)]
struct Counts {
    /// Executed ones, where valgrind is there; else 0.
    scalar: u64,
    /// Those of the kernels, as they are compiled.
    avx2: u64,
    avx512: u64,
}

/// A joint of the catalogue: its type, and the module that it is expanded in.
struct Module {
    joint: String,
    source: String,
}

/// The catalogue with all passes.
pub(crate) struct Code {
    modules: Vec<Module>,
    counts: BTreeMap<String, Counts>,
}

impl Code {
    /// Counts the catalogue with all passes.
    pub(crate) fn new() -> Outcome<Self> {
        let modules = modules(None)?;
        let counts = count(&modules.iter().collect::<Vec<_>>())?;
        Ok(Self { modules, counts })
    }

    /// By how much the instructions of the catalogue are more without a pass. Only the joints that change are compiled.
    #[allow(clippy::cast_precision_loss)] // some millions
    pub(crate) fn without(&self, pass: Pass) -> Outcome<[String; 3]> {
        let without = modules(Some(pass))?;
        let changed = without.iter().zip(&self.modules).filter(|(off, on)| off.source != on.source);
        let changed: Vec<&Module> = changed.map(|(off, _)| off).collect();
        let mut counts = self.counts.clone();
        if !changed.is_empty() {
            counts.extend(count(&changed)?);
        }
        let sum =
            |counts: &BTreeMap<String, Counts>, of: fn(&Counts) -> u64| counts.values().map(of).sum::<u64>() as f64;
        let of: [fn(&Counts) -> u64; 3] = [|counts| counts.scalar, |counts| counts.avx2, |counts| counts.avx512];
        Ok(of.map(|of| above(sum(&counts, of), sum(&self.counts, of))))
    }
}

/// Compiles modules, and counts the instructions of each joint.
fn count(modules: &[&Module]) -> Outcome<BTreeMap<String, Counts>> {
    let krate = Crate::new("counted")?;
    fs::write(krate.folder.join("src/main.rs"), source(modules)?)?;
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
    let mut counts: BTreeMap<String, Counts> =
        modules.iter().map(|module| (module.joint.clone(), Counts::default())).collect();
    for file in fs::read_dir(&assembly)?.flatten() {
        if file.path().extension().is_some_and(|end| end == "s") {
            add(&fs::read_to_string(file.path())?, &mut counts)?;
        }
    }
    let program = krate.folder.join("target/release/counted");
    let start = executed(&program, "").unwrap_or(0);
    for (joint, counts) in &mut counts {
        counts.scalar = executed(&program, joint).map_or(0, |all| all - start);
    }
    Ok(counts)
}

/// Adds the instructions of the kernels in a text of assembly, told by their names.
fn add(text: &str, counts: &mut BTreeMap<String, Counts>) -> Outcome<()> {
    let mut count: Option<&mut u64> = None;
    for line in text.lines() {
        if let Some(name) = line.strip_suffix(':').filter(|name| name.starts_with("_R")) {
            let is_512 = name.contains("run_with_avx512");
            count = None;
            if is_512 || name.contains("run_with_avx") {
                let of_joint = |joint: &&String| name.contains(&format!("{}{joint}", joint.len()));
                let joint = counts.keys().find(of_joint).cloned().ok_or("a kernel of a joint")?;
                let of_one = counts.entry(joint).or_default();
                count = Some(if is_512 { &mut of_one.avx512 } else { &mut of_one.avx2 });
            }
        } else if line.starts_with('\t')
            && !line.starts_with("\t.")
            && let Some(count) = &mut count
        {
            **count += 1;
        }
    }
    let are_found =
        counts.values().all(|counts| cfg!(not(target_arch = "x86_64")) || counts.avx2.min(counts.avx512) > 0);
    if are_found { Ok(()) } else { Err("the names of kernels have changed".into()) }
}

/// The instructions that a program executes for a joint, as callgrind counts them.
fn executed(program: &Path, joint: &str) -> Option<u64> {
    let arguments = ["--tool=callgrind", "--callgrind-out-file=/dev/null"];
    let done = Command::new("valgrind").args(arguments).arg(program).arg(joint).output().ok()?;
    let said = String::from_utf8_lossy(&done.stderr).into_owned();
    said.lines().find_map(|line| line.split("Collected :").nth(1))?.trim().parse().ok()
}

/// A program that runs the joint that its argument names.
fn source(modules: &[&Module]) -> Outcome<String> {
    let mut source = String::from("#![allow(warnings)]\n");
    let mut runs = String::new();
    for Module { joint, source: module } in modules {
        source.push_str(module);
        let name = module.split_whitespace().nth(2).unwrap_or_default();
        write!(runs, "if joint == \"{joint}\" {{ run::<{name}::{joint}>(); }} kernels::<{name}::{joint}>();")?;
    }
    source.push_str(include_str!("program.rs"));
    write!(source, "fn main() {{ let joint = std::env::args().nth(1).unwrap_or_default(); {runs} }}")?;
    Ok(source)
}

/// The modules of the catalogue, each expanded here.
fn modules(off: Option<Pass>) -> Outcome<Vec<Module>> {
    let mut modules = Vec::new();
    let mut paths: Vec<_> =
        fs::read_dir(repository().join("constraint-core/src/joints"))?.flatten().map(|file| file.path()).collect();
    paths.sort();
    for path in paths {
        let file = fs::read_to_string(&path)?;
        if !file.contains("#[constraint(") {
            continue;
        }
        let name = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default().to_owned();
        let (mut source, mut joint) = (format!("pub mod {name} {{"), String::new());
        for item in syn::parse_file(&file)?.items {
            match item {
                Item::Struct(item) => {
                    joint = item.ident.to_string();
                    source.push_str(&expanded(item, off));
                }
                item => source.push_str(&item.to_token_stream().to_string().replace("crate ::", "constraint_core ::")),
            }
        }
        source.push_str("}\n");
        modules.push(Module { joint, source });
    }
    Ok(modules)
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
