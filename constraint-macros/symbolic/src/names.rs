//! Names for the values of generated code: the user's own where there are any.

use std::collections::{HashMap, HashSet};

use crate::graph::{Function, Input, Type};
use crate::signs::Sign;
use crate::tape::{Lane, Leaf, Op, Slot, Tape};
use crate::typing::Parameter;

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
    taken: HashSet<String>,
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
    "core_",
];

impl Given {
    /// The names of a joint with these bodies and parameters.
    pub fn new(bodies: &[String], parameters: &[Parameter]) -> Self {
        let mut taken: HashSet<String> = ARGUMENTS.iter().map(|&name| name.to_owned()).collect();
        let mut of_bodies = |prefix: &str| -> Vec<String> {
            let name = |body: &String| free(&mut taken, &format!("{prefix}{body}"), &[""]).remove(0);
            bodies.iter().map(name).collect()
        };
        let (bodies, masses, velocities) = (of_bodies(""), of_bodies("mass_"), of_bodies("velocity_"));
        let of_parameter = |parameter: &Parameter| {
            let lanes: &[&str] = match parameter.ty {
                Type::Scalar | Type::Truth => &[""],
                Type::Vector => &["_x", "_y"],
                Type::Rotation => &["_cos", "_sin"],
            };
            free(&mut taken, &parameter.path.join("_"), lanes)
        };
        let parameters = parameters.iter().map(of_parameter).collect();
        Self { bodies, parameters, masses, velocities, taken }
    }
}

/// `stem` with each of `ends`, after as many underscores as make them free; taken from now on.
fn free(taken: &mut HashSet<String>, stem: &str, ends: &[&str]) -> Vec<String> {
    let mut stem = stem.to_owned();
    while ends.iter().any(|end| taken.contains(&format!("{stem}{end}"))) {
        stem.push('_');
    }
    let names: Vec<String> = ends.iter().map(|end| format!("{stem}{end}")).collect();
    taken.extend(names.iter().cloned());
    names
}

/// Gives each slot of one tape a name that nothing else has.
#[derive(Debug)]
pub struct Names<'j> {
    bodies: &'j [String],
    parameters: Vec<Vec<String>>,
    given: HashMap<(Slot, Sign), String>,
    taken: HashSet<String>,
}

impl<'j> Names<'j> {
    /// No name is taken but those of what is given.
    pub fn new(bodies: &'j [String], parameters: &[Parameter]) -> Self {
        let Given { parameters, taken, .. } = Given::new(bodies, parameters);
        Self { bodies, parameters, given: HashMap::new(), taken }
    }

    /// The name of a slot, or of its opposite.
    pub(crate) fn of(&mut self, tape: &Tape, slot: Slot, sign: Sign) -> String {
        if let Some(name) = self.given.get(&(slot, sign)) {
            return name.clone();
        }
        let wanted = self.wanted(tape, slot);
        let sign_of_name = if tape.is_opposite(slot) { sign.turned() } else { sign };
        let wanted = match sign_of_name {
            Sign::Minus => format!("minus_{wanted}"),
            Sign::Plus if matches!(tape.op(slot), Op::Input(Leaf { input: Input::Parameter(..), .. })) => {
                return wanted;
            }
            Sign::Plus => wanted,
        };
        let mut name = wanted.clone();
        let mut number = 2;
        while !self.taken.insert(name.clone()) {
            name = format!("{wanted}_{number}");
            number += 1;
        }
        self.given.insert((slot, sign), name.clone());
        name
    }

    fn wanted(&self, tape: &Tape, slot: Slot) -> String {
        if let Some(name) = tape.name(slot) {
            return name.to_owned();
        }
        match tape.op(slot) {
            Op::Input(leaf) => self.leaf(*leaf),
            Op::Product(factors) => self.product(tape, factors),
            Op::Sum(terms) if terms.len() == 1 => format!("scaled_{}", self.wanted(tape, terms[0].1)),
            Op::Sum(terms) if terms.iter().all(|&(_, term)| is_inverse_mass(tape, term)) => "inverse_mass".to_owned(),
            Op::Sum(_) => "sum".to_owned(),
            Op::Call(function, _) => function_name(*function).to_owned(),
            Op::Choose(..) => "chosen".to_owned(),
            Op::Pivot(..) => "inverse".to_owned(),
            op if op.is_truth() => "condition".to_owned(),
            _ => "value".to_owned(),
        }
    }

    /// What is divided by a mass says so; other products are named after their factors while those are few.
    fn product(&self, tape: &Tape, factors: &[(Slot, i32)]) -> String {
        if let [(a, 1), (b, 1)] = *factors {
            for (light, other) in [(a, b), (b, a)] {
                let of_mass = match tape.op(light) {
                    Op::Input(Leaf { input: Input::InverseMass(body), .. }) => Some(("mass", body)),
                    Op::Input(Leaf { input: Input::InverseInertia(body), .. }) => Some(("inertia", body)),
                    _ => None,
                };
                if let Some((what, body)) = of_mass {
                    let body = &self.bodies[usize::from(*body)];
                    return format!("{}_per_{what}_{body}", self.wanted(tape, other));
                }
            }
        }
        if let [(a, -1)] = *factors { format!("{}_recip", self.wanted(tape, a)) } else { "product".to_owned() }
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

fn is_inverse_mass(tape: &Tape, slot: Slot) -> bool {
    matches!(tape.op(slot), Op::Input(Leaf { input: Input::InverseMass(_), .. }))
}

fn function_name(function: Function) -> &'static str {
    match function {
        Function::Sin => "sin",
        Function::Cos => "cos",
        Function::Tan => "tan",
        Function::Asin | Function::Acos | Function::Atan | Function::Atan2 => "angle",
        Function::Sqrt => "root",
        Function::Exp => "exp",
        Function::Ln => "ln",
        Function::Powf => "power",
        Function::Abs => "size",
        Function::Min => "least",
        Function::Max => "greatest",
    }
}
