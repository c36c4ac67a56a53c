//! Names for the values of generated code: the user's own where there are any.

mod glossary;
mod structure;

use crate::frontend::typing::Parameter;
use crate::ir::fast_map::{FastHash, FastMap, FastSet, SecondaryMap};
use crate::ir::map_vec::MapVec as _;
use crate::ir::scalar::Sign;
use crate::ir::scalar::{Lane, Leaf, Op, ScalarIr, Slot};
use crate::ir::vector::{Input, Type};

pub use glossary::Glossary;

/// Names for what generated code is given, no two alike. A user's bodies and fields may be called what they like; where
/// that is taken, the later one gets an underscore.
#[derive(Clone, Debug)]
pub struct Given {
    /// The pose of each body: the body's own name.
    pub bodies: Vec<String>,
    /// One for a scalar parameter, x and y (cosine and sine) for the others.
    pub parameters: Vec<Vec<String>>,
    /// The mass of each body.
    pub masses: Vec<String>,
    /// The velocity of each body.
    pub velocities: Vec<String>,
    taken: FastSet<String>,
}

/// Names that generated functions use for their arguments.
const ARGUMENTS: &[&str] = &[
    "setup",
    "prepared",
    "step",
    "time",
    "pass",
    "impulses",
    "velocities",
    "poses",
    "masses",
    "bodies",
    "canvas",
    "joint",
    "common_values",
    "curves",
    "lane",
    "core_",
];

impl Given {
    /// The names of a joint with these bodies and parameters, whose closure names what the glossary has.
    pub fn new(bodies: &[String], parameters: &[Parameter], glossary: &Glossary) -> Self {
        let mut taken: FastSet<String> = ARGUMENTS.iter().map(|&name| name.to_owned()).collect();
        let mut of_bodies = |prefix: &str| -> Vec<String> {
            let name = |body: &String| free(&mut taken, &format!("{prefix}{body}"), &[""]).remove(0);
            bodies.map_vec(name)
        };
        let (bodies, masses, velocities) = (of_bodies(""), of_bodies("mass_"), of_bodies("velocity_"));
        let of_parameter = |parameter: &Parameter| {
            let lanes: &[&str] = match parameter.ty {
                Type::Scalar | Type::Truth => &[""],
                Type::Vector => &["_x", "_y"],
                Type::Rotation => &["_cos", "_sin"],
            };
            // A constant of the user's is written `gears::RATIO`: a local of its own name would be a pattern.
            let path = parameter.path.join("_");
            let path = if parameter.expression.is_some() {
                path.rsplit("::").next().unwrap_or_default().to_lowercase()
            } else {
                path
            };
            // What the closure calls the same is something else: `let n = a.rotation * self.n`.
            let is_free = lanes.iter().all(|lane| !glossary.has(&format!("{path}{lane}")));
            free(&mut taken, &if is_free { path } else { format!("self_{path}") }, lanes)
        };
        let parameters = parameters.map_vec(of_parameter);
        Self { bodies, parameters, masses, velocities, taken }
    }
}

/// `stem` with each of `ends`, after as many underscores as make them free; taken from now on.
fn free(taken: &mut FastSet<String>, stem: &str, ends: &[&str]) -> Vec<String> {
    let mut stem = stem.to_owned();
    while ends.iter().any(|end| taken.contains(&format!("{stem}{end}"))) {
        stem.push('_');
    }
    let names: Vec<String> = ends.map_vec(|end| format!("{stem}{end}"));
    taken.extend(names.iter().cloned());
    names
}

/// Gives each slot of one scalar IR a name that nothing else has.
#[derive(Debug)]
pub struct Names<'j> {
    bodies: &'j [String],
    ir: &'j ScalarIr,
    glossary: &'j Glossary,
    /// What is needed to compute the roots has a value; nothing else is named.
    values: Vec<f64>,
    /// For each slot, the first that is made of it.
    users: Vec<Option<Slot>>,
    parameters: &'j [Vec<String>],
    /// What nothing may be called.
    reserved: &'j FastSet<String>,
    /// The names of values, and those of their opposites.
    given: [SecondaryMap<Slot, String>; 2],
    /// The names that have been given, each with the number that the next value of that name gets.
    taken: FastMap<String, usize>,
}

/// The number of names that most joints do not exceed.
const MANY: usize = 200;

/// How far down a name may go into what a value is made of, and how far up to what is made of it.
const DEEPEST: usize = 3;
const HIGHEST: usize = 6;

impl<'j> Names<'j> {
    /// Names for slots, given in an order of evaluation. None is taken but those of what is `given`.
    pub fn new(
        bodies: &'j [String],
        given: &'j Given,
        ir: &'j ScalarIr,
        order: &[Slot],
        glossary: &'j Glossary,
    ) -> Self {
        let mut users = vec![None; ir.len()];
        for &slot in order {
            ir.op(slot).each_operand(|operand| {
                users[operand].get_or_insert(slot);
            });
        }
        let values = glossary.values(ir, order);
        Self {
            bodies,
            ir,
            glossary,
            values,
            users,
            parameters: &given.parameters,
            reserved: &given.taken,
            given: Default::default(),
            taken: FastMap::with_capacity_and_hasher(MANY, FastHash::default()),
        }
    }

    /// Names for another function of the same scalar IR: what others call their values is free.
    pub(crate) fn forget(&mut self) {
        self.given = Default::default();
        self.taken.clear();
    }

    /// The name of a slot, or of its opposite.
    pub(crate) fn of(&mut self, slot: Slot, sign: Sign) -> String {
        if let Some(name) = self.given[sign as usize].get(slot) {
            return name.clone();
        }
        let wanted = if sign == Sign::Minus {
            opposite(&self.of(slot, Sign::Plus))
        } else {
            self.wanted(slot, 0).unwrap_or_else(|| self.of_users(slot))
        };
        if sign == Sign::Plus
            && let Op::Input(Leaf { input: Input::Parameter(..), .. }) = self.ir.op(slot)
        {
            return wanted;
        }
        let name = self.fresh(wanted);
        self.given[sign as usize].insert(slot, name.clone());
        name
    }

    /// The name of what a sum of angles is as a step begins, or of its opposite: after the sum.
    pub(crate) fn at_start(&mut self, start: Slot, sign: Sign) -> String {
        let mut name = "angle".to_owned();
        if let Some(whole) = self.users[start]
            && let Some(found) = self.written(whole).or_else(|| self.known(whole))
            && let Op::Sum(terms) = self.ir.op(whole)
        {
            let is_taken = terms.iter().any(|&(c, term)| term == start && c.get() < 0.0);
            name = if is_taken { opposite(&found) } else { found };
        }
        let name = if sign == Sign::Minus { opposite(&name) } else { name };
        self.fresh(format!("{name}_at_start"))
    }

    /// A name like the wanted one that nothing else has.
    pub(crate) fn fresh(&mut self, wanted: String) -> String {
        if self.takes(&wanted) {
            return wanted;
        }
        // The number goes before the axis, so that x and y stay one vector's; but the opposite of a scalar x is no vector.
        let (stem, axis) = match wanted.as_bytes() {
            [stem @ .., b'_', b'x' | b'y'] if stem != b"minus" => wanted.split_at(stem.len()),
            _ => (&wanted[..], ""),
        };
        loop {
            let number = self.taken.entry(wanted.clone()).or_insert(2);
            let name = format!("{stem}_{number}{axis}");
            *number += 1;
            if self.takes(&name) {
                return name;
            }
        }
    }

    /// Takes a name that is free.
    fn takes(&mut self, name: &String) -> bool {
        let is_free = !self.reserved.contains(name) && !self.taken.contains_key(name);
        if is_free {
            self.taken.insert(name.clone(), 2);
        }
        is_free
    }

    /// What a slot should be called: as the user or the compiler called its value, or after what it is made of.
    fn wanted(&self, slot: Slot, depth: usize) -> Option<String> {
        if let Some(name) = self.given[Sign::Plus as usize].get(slot) {
            return Some(name.clone());
        }
        if let Op::Input(leaf) = self.ir.op(slot) {
            return Some(self.leaf(*leaf));
        }
        let below = |operand: Slot| {
            let name = if depth < DEEPEST { self.wanted(operand, depth + 1) } else { None };
            name.map(|name| structure::without_copy(&name).to_owned())
        };
        self.written(slot)
            .or_else(|| structure::of_vectors(self.ir, slot, &below))
            .or_else(|| self.known(slot))
            .or_else(|| structure::of_operands(self.ir, slot, self.bodies, &below))
    }

    /// The name that its expression was given, unless rewriting has turned its sign.
    fn written(&self, slot: Slot) -> Option<String> {
        let name = self.ir.name(slot)?;
        let value = self.values[slot];
        match self.glossary.sign(name, value) {
            Some(Sign::Minus) => match self.glossary.find(value) {
                Some((other, Sign::Plus)) => Some(other.to_owned()),
                _ => Some(format!("minus_{name}")),
            },
            _ => Some(name.to_owned()),
        }
    }

    /// The name that an expression of the same value was given.
    fn known(&self, slot: Slot) -> Option<String> {
        match self.ir.op(slot) {
            Op::Sum(_) | Op::Product(_) | Op::Pivot(..) | Op::Call(..) => {}
            _ => return None,
        }
        match self.glossary.find(self.values[slot])? {
            (name, Sign::Plus) => Some(name.to_owned()),
            (name, Sign::Minus) => Some(format!("minus_{name}")),
        }
    }

    /// A part of the first named value that is made of it.
    fn of_users(&self, slot: Slot) -> String {
        let mut above = self.users[slot];
        for _ in 0..HIGHEST {
            let Some(user) = above else { break };
            if let Some(name) = self.written(user).or_else(|| self.known(user)) {
                return format!("{}_part", without_minus(&name).unwrap_or(&name));
            }
            above = self.users[user];
        }
        match self.ir.op(slot) {
            Op::Sum(_) => "sum",
            Op::Product(_) => "product",
            Op::Choose(..) => "chosen",
            _ => "value",
        }
        .to_owned()
    }

    fn leaf(&self, leaf: Leaf) -> String {
        let body = |body: u8| self.bodies[usize::from(body)].as_str();
        let name = match leaf.input {
            Input::Parameter(index, _) => {
                return self.parameters[index as usize][usize::from(leaf.lane == Lane::Y)].clone();
            }
            Input::InverseMass(b) => format!("inverse_mass_{}", body(b)),
            Input::InverseInertia(b) => format!("inverse_inertia_{}", body(b)),
            Input::Position(b) => format!("position_{}", body(b)),
            Input::Rotation(b) => format!("rotation_{}", body(b)),
            Input::Angle(b) => format!("angle_{}", body(b)),
            Input::LinearVelocity(b) => format!("velocity_{}", body(b)),
            Input::AngularVelocity(b) => format!("spin_{}", body(b)),
            Input::Memory(_) => "last".to_owned(),
            Input::Impulse(row) => format!("impulse_{row}"),
            Input::Time => "time".to_owned(),
            Input::StepLength => "h".to_owned(),
            Input::InverseStepLength => "inverse_h".to_owned(),
            Input::BiasRate => "bias_rate".to_owned(),
            Input::MassScale => "mass_scale".to_owned(),
            Input::ImpulseScale => "impulse_scale".to_owned(),
            Input::SpringScale => "spring_scale".to_owned(),
        };
        match leaf.lane {
            Lane::Whole => name,
            Lane::X => format!("{name}_x"),
            Lane::Y => format!("{name}_y"),
        }
    }
}

/// The name of the opposite.
fn opposite(name: &str) -> String {
    without_minus(name).map_or_else(|| format!("minus_{name}"), str::to_owned)
}

/// A name without the `minus_` that it begins with. None where what follows is no name: of `minus_2`, of a user's `minus_self`.
fn without_minus(name: &str) -> Option<&str> {
    name.strip_prefix("minus_")
        .filter(|rest| rest.starts_with(char::is_alphabetic) && !matches!(*rest, "self" | "Self" | "super" | "crate"))
}
