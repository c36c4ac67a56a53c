//! Names of generated values tell the truth: what is called `u_cross_v` is that, and `minus_c` is −c.

use std::collections::HashMap;
use std::path::Path;
use std::{fs, iter};

use constraint_symbolic::Compiled;
use constraint_symbolic::ir::emitted::{Expr, Function};
use constraint_symbolic::ir::scalar::{Lane, Leaf};
use constraint_symbolic::ir::vector::Input;
use constraint_testing::execute::{Environment, execute};

use crate::parse::read;

/// Every joint of the catalogue.
fn catalogue() -> Vec<(String, Compiled)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../constraint-core/src/joints");
    let files = fs::read_dir(folder).expect("the catalogue").map(|entry| entry.expect("a file").path());
    let mut joints: Vec<(String, Compiled)> = files.filter_map(|file| joint(&file)).collect();
    joints.sort_by(|(a, _), (b, _)| a.cmp(b));
    joints
}

fn joint(file: &Path) -> Option<(String, Compiled)> {
    let file = syn::parse_file(&fs::read_to_string(file).expect("a file")).expect("Rust");
    let structs = file.items.into_iter().filter_map(|item| match item {
        syn::Item::Struct(item) => Some(item),
        _ => None,
    });
    let is_ours = |attribute: &syn::Attribute| attribute.path().is_ident("constraint");
    structs.into_iter().find_map(|mut item| {
        let place = item.attrs.iter().position(is_ours)?;
        let attribute = item.attrs.remove(place);
        let closure = attribute.meta.require_list().expect("an argument").tokens.clone();
        let parsed = read(&closure, quote::quote!(#item)).parsed.expect("a joint");
        Some((item.ident.to_string(), constraint_symbolic::compile(&parsed.joint).expect("no mistakes")))
    })
}

/// The joint's program, run once on inputs that follow from their names; every value that has a name.
struct Run<'c> {
    compiled: &'c Compiled,
    setup: Vec<f64>,
    prepared: Vec<f64>,
    values: HashMap<String, f64>,
}

impl<'c> Run<'c> {
    fn new(compiled: &'c Compiled) -> Self {
        let mut run = Self { compiled, setup: Vec::new(), prepared: Vec::new(), values: HashMap::new() };
        run.values.extend(run.parameters());
        let fast = &compiled.program.fast;
        run.setup = run.of(&fast.setup);
        run.values.extend(iter::zip(fast.setup_fields.clone(), run.setup.clone()));
        run.prepared = run.of(&fast.prepare);
        run.values.extend(iter::zip(fast.prepared_fields.clone(), run.prepared.clone()));
        run.of(&fast.warm_start);
        for block in &fast.solve {
            run.of(&block.code);
        }
        run
    }

    /// The outputs of a function; its locals are noted.
    fn of(&mut self, function: &Function) -> Vec<f64> {
        let mut all = function.clone();
        all.outputs.extend((0..function.locals.len()).map(Expr::Local));
        let environment = Environment { given: &given, setup: &self.setup, prepared: &self.prepared, starts: &[] };
        let mut outputs = execute(&all, &environment);
        let locals = outputs.split_off(function.outputs.len());
        self.values.extend(iter::zip(function.locals.iter().map(|local| local.name.clone()), locals));
        outputs
    }

    fn parameters(&self) -> Vec<(String, f64)> {
        let named = iter::zip(&self.compiled.names.parameters, &self.compiled.parameters).enumerate();
        let lanes = named.flat_map(|(index, (names, parameter))| {
            let input = Input::Parameter(u32::try_from(index).expect("few"), parameter.ty);
            let lanes: &[Lane] = if names.len() == 1 { &[Lane::Whole] } else { &[Lane::X, Lane::Y] };
            iter::zip(names, lanes).map(move |(name, &lane)| (name.clone(), given(Leaf { input, lane })))
        });
        lanes.collect()
    }

    /// What the name says that the value is, if it says so in numbers that have names themselves.
    fn told(&self, name: &str) -> Option<f64> {
        let of = |name: &str| self.values.get(name).copied();
        let vector = |name: &str| Some((of(&format!("{name}_x"))?, of(&format!("{name}_y"))?));
        if let Some(rest) = name.strip_prefix("minus_") {
            return of(rest).map(|value| -value);
        }
        if let Some(rest) = name.strip_prefix("twice_") {
            return of(rest).map(|value| 2.0 * value);
        }
        let split = |word: &str| name.split_once(word).and_then(|(u, v)| Some((vector(u)?, vector(v)?)));
        if let Some((u, v)) = split("_dot_") {
            return Some(u.0 * v.0 + u.1 * v.1);
        }
        if let Some((u, v)) = split("_cross_") {
            return Some(u.0 * v.1 - u.1 * v.0);
        }
        let (x, y) = vector(name.strip_suffix("_length_squared")?)?;
        Some(x * x + y * y)
    }
}

/// A number above zero for each input, no two alike; rotations are unit ones.
fn given(leaf: Leaf) -> f64 {
    let seed = format!("{:?}", leaf.input).bytes().fold(7_u64, |seed, byte| (seed * 31 + u64::from(byte)) % 9973);
    let seed = f64::from(u16::try_from(seed).expect("below 9973"));
    match (leaf.input, leaf.lane) {
        (Input::Rotation(_), Lane::Y) => seed.sin(),
        (Input::Rotation(_), _) => seed.cos(),
        (_, Lane::Y) => 0.3 + (seed + 0.5) / 9973.0,
        _ => 0.2 + seed / 9973.0,
    }
}

#[test]
fn names_tell_the_truth() {
    let mut told = 0;
    for (joint, compiled) in catalogue() {
        let run = Run::new(&compiled);
        for (name, &value) in &run.values {
            if let Some(expected) = run.told(name) {
                // The same few operations, in another order.
                let near = 1e-12 * (1.0 + expected.abs());
                assert!((value - expected).abs() < near, "{joint}: {name} is {value}, not {expected}");
                told += 1;
            }
        }
    }
    // Some two a joint: a test of nothing would pass as well.
    assert!(told > 30, "only {told} names tell what can be checked");
}

/// Of what the catalogue keeps, next to nothing is called by a word that says nothing.
#[test]
fn names_say_something() {
    let (mut all, mut empty) = (0, Vec::new());
    for (joint, compiled) in catalogue() {
        let fast = &compiled.program.fast;
        for name in fast.setup_fields.iter().chain(&fast.prepared_fields) {
            all += 1;
            let stem = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '_');
            if ["sum", "product", "value", "chosen", "condition"].contains(&stem) {
                empty.push(format!("{joint}.{name}"));
            }
        }
    }
    assert!(empty.len() * 100 < all, "{} of {all} names say nothing: {empty:?}", empty.len());
}

/// What a physics programmer reads in the expansion of a pivot and of a wheel: no third copy of a value, no second part of one, and
/// what J has twice is called after its place there.
#[test]
fn names_of_a_pivot_and_a_wheel_need_no_numbers() {
    for (name, compiled) in catalogue().into_iter().filter(|(name, _)| name == "PivotJoint" || name == "WheelJoint") {
        let fast = &compiled.program.fast;
        let functions = [&fast.setup, &fast.prepare, &fast.warm_start]
            .into_iter()
            .chain(fast.solve.iter().map(|block| &block.code));
        let locals = functions.flat_map(|function| &function.locals).map(|local| &local.name);
        let names: Vec<&String> = locals.chain(&fast.setup_fields).chain(&fast.prepared_fields).collect();
        for odd in ["_copy_2", "_part_2", "sum", "chosen", "_times_minus_"] {
            assert!(names.iter().all(|name| !name.contains(odd)), "{name}: {names:?}");
        }
        assert_eq!(name == "WheelJoint", names.iter().any(|name| *name == "jacobian_1_a_x"), "{names:?}");
    }
}
