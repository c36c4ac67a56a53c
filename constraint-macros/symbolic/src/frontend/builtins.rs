//! The one table of what the language offers: members of bodies, methods, functions and constants, by their types.
//!
//! Names and meanings are glam's and std's. Whatever knows of the dimension of space is here, in the graph's nodes and in
//! their derivatives.

use crate::ir::map_vec::MapVec as _;
use crate::ir::vector::{Function, Id, Input, Type, VectorIr};

use Type::{Rotation, Scalar, Vector};

/// The input that a member of a body is.
type OfBody = fn(u8) -> Input;

/// What a body offers by name.
pub const BODY_FIELDS: &[(&str, OfBody)] = &[
    ("position", Input::Position),
    ("rotation", Input::Rotation),
    ("angle", Input::Angle),
    ("linear_velocity", Input::LinearVelocity),
    ("angular_velocity", Input::AngularVelocity),
];

/// A method of a body, of one vector: its name, and what it builds of the body's position and rotation and that vector.
type BodyMethod = (&'static str, fn(&mut VectorIr, Id, Id, Id) -> Id);

/// The ways between a body's frame and the world.
pub const BODY_METHODS: &[BodyMethod] = &[
    ("point", |g, position, rotation, local| {
        let arm = g.rotate(rotation, local);
        g.add(position, arm)
    }),
    ("local_point", |g, position, rotation, world| {
        let (back, arm) = (g.inverse(rotation), g.sub(world, position));
        g.rotate(back, arm)
    }),
];

/// A method: its name, the types of receiver and arguments, and what it builds of them.
pub struct Method {
    /// Its name.
    pub name: &'static str,
    /// The receiver's type.
    pub receiver: Type,
    /// The arguments' types.
    pub arguments: &'static [Type],
    /// The value, of receiver and arguments in this order.
    pub build: fn(&mut VectorIr, &[Id]) -> Id,
}

const fn method(
    receiver: Type,
    name: &'static str,
    arguments: &'static [Type],
    build: fn(&mut VectorIr, &[Id]) -> Id,
) -> Method {
    Method { name, receiver, arguments, build }
}

/// Every method whose arguments are values. `powi`, whose argument is a literal, stands apart.
pub const METHODS: &[Method] = &[
    method(Vector, "dot", &[Vector], |g, a| g.dot(a[0], a[1])),
    method(Vector, "perp_dot", &[Vector], |g, a| g.cross(a[0], a[1])),
    method(Vector, "perp", &[], |g, a| g.perp(a[0])),
    method(Vector, "length", &[], |g, a| g.length(a[0])),
    method(Vector, "length_squared", &[], |g, a| g.dot(a[0], a[0])),
    method(Vector, "length_recip", &[], |g, a| {
        let length = g.length(a[0]);
        g.power(length, -1)
    }),
    method(Vector, "distance", &[Vector], |g, a| {
        let d = g.sub(a[1], a[0]);
        g.length(d)
    }),
    method(Vector, "distance_squared", &[Vector], |g, a| {
        let d = g.sub(a[1], a[0]);
        g.dot(d, d)
    }),
    method(Vector, "normalize", &[], |g, a| g.unit(a[0])),
    method(Vector, "rotate", &[Vector], |g, a| {
        let (along, across) = (g.perp(a[1]), g.x(a[0]));
        let (y, straight) = (g.y(a[0]), g.scale(across, a[1]));
        let turned = g.scale(y, along);
        g.add(straight, turned)
    }),
    method(Vector, "min", &[Vector], |g, a| by_component(g, a, |g, a| g.min(a[0], a[1]))),
    method(Vector, "max", &[Vector], |g, a| by_component(g, a, |g, a| g.max(a[0], a[1]))),
    method(Vector, "clamp", &[Vector, Vector], |g, a| by_component(g, a, clamp)),
    method(Vector, "abs", &[], |g, a| by_component(g, a, |g, a| g.call(Function::Abs, a))),
    method(Vector, "lerp", &[Vector, Scalar], |g, a| {
        let d = g.sub(a[1], a[0]);
        let part = g.scale(a[2], d);
        g.add(a[0], part)
    }),
    method(Vector, "midpoint", &[Vector], |g, a| g.sum(Vector, &[(0.5, a[0]), (0.5, a[1])])),
    method(Vector, "project_onto", &[Vector], projection),
    method(Vector, "project_onto_normalized", &[Vector], |g, a| {
        let along = g.dot(a[0], a[1]);
        g.scale(along, a[1])
    }),
    method(Vector, "reject_from", &[Vector], |g, a| {
        let onto = projection(g, a);
        g.sub(a[0], onto)
    }),
    method(Vector, "angle_to", &[Vector], |g, a| {
        let (across, along) = (g.cross(a[0], a[1]), g.dot(a[0], a[1]));
        g.call(Function::Atan2, &[across, along])
    }),
    method(Vector, "to_angle", &[], |g, a| {
        let (x, y) = (g.x(a[0]), g.y(a[0]));
        g.call(Function::Atan2, &[y, x])
    }),
    method(Rotation, "inverse", &[], |g, a| g.inverse(a[0])),
    method(Scalar, "sin", &[], |g, a| g.call(Function::Sin, a)),
    method(Scalar, "cos", &[], |g, a| g.call(Function::Cos, a)),
    method(Scalar, "tan", &[], |g, a| g.call(Function::Tan, a)),
    method(Scalar, "asin", &[], |g, a| g.call(Function::Asin, a)),
    method(Scalar, "acos", &[], |g, a| g.call(Function::Acos, a)),
    method(Scalar, "atan", &[], |g, a| g.call(Function::Atan, a)),
    method(Scalar, "atan2", &[Scalar], |g, a| g.call(Function::Atan2, a)),
    method(Scalar, "sqrt", &[], |g, a| g.call(Function::Sqrt, a)),
    method(Scalar, "exp", &[], |g, a| g.call(Function::Exp, a)),
    method(Scalar, "ln", &[], |g, a| g.call(Function::Ln, a)),
    method(Scalar, "powf", &[Scalar], |g, a| g.call(Function::Powf, a)),
    method(Scalar, "abs", &[], |g, a| g.call(Function::Abs, a)),
    method(Scalar, "signum", &[], |g, a| {
        let zero = g.constant(0.0);
        let (negative, minus, plus) = (g.less(a[0], zero), g.constant(-1.0), g.constant(1.0));
        g.choose(negative, minus, plus)
    }),
    method(Scalar, "min", &[Scalar], |g, a| g.min(a[0], a[1])),
    method(Scalar, "max", &[Scalar], |g, a| g.max(a[0], a[1])),
    method(Scalar, "clamp", &[Scalar, Scalar], clamp),
    method(Scalar, "recip", &[], |g, a| g.power(a[0], -1)),
    method(Scalar, "hypot", &[Scalar], |g, a| {
        let v = g.vector(a[0], a[1]);
        g.length(v)
    }),
    method(Scalar, "mul_add", &[Scalar, Scalar], |g, a| {
        let product = g.mul(a[0], a[1]);
        g.add(product, a[2])
    }),
    method(Scalar, "to_radians", &[], |g, a| g.sum(Scalar, &[(std::f64::consts::PI / 180.0, a[0])])),
    method(Scalar, "to_degrees", &[], |g, a| g.sum(Scalar, &[(180.0 / std::f64::consts::PI, a[0])])),
];

/// Functions that are called by a path: the last two segments, the arguments, and the value.
pub struct PathFunction {
    /// `Vec2::new` as ("Vec2", "new").
    pub path: (&'static str, &'static str),
    /// The arguments' types.
    pub arguments: &'static [Type],
    /// The value.
    pub build: fn(&mut VectorIr, &[Id]) -> Id,
}

/// Every function that is called by a path.
pub const PATH_FUNCTIONS: &[PathFunction] = &[
    PathFunction { path: ("Vec2", "new"), arguments: &[Scalar, Scalar], build: |g, a| g.vector(a[0], a[1]) },
    PathFunction { path: ("Vec2", "splat"), arguments: &[Scalar], build: |g, a| g.vector(a[0], a[0]) },
    PathFunction {
        path: ("Vec2", "from_angle"),
        arguments: &[Scalar],
        build: |g, a| {
            let (cos, sin) = (g.call(Function::Cos, a), g.call(Function::Sin, a));
            g.vector(cos, sin)
        },
    },
    PathFunction {
        path: ("Rot2", "from_angle"),
        arguments: &[Scalar],
        build: |g, a| g.intern(crate::ir::vector::Node::Turn(a[0])),
    },
];

/// Vectors that are named by a path, as (type, name, x, y).
pub const VECTOR_CONSTANTS: &[(&str, f64, f64)] = &[
    ("X", 1.0, 0.0),
    ("Y", 0.0, 1.0),
    ("NEG_X", -1.0, 0.0),
    ("NEG_Y", 0.0, -1.0),
    ("ZERO", 0.0, 0.0),
    ("ONE", 1.0, 1.0),
    ("NEG_ONE", -1.0, -1.0),
];

/// std's constants, named by a path through `consts`.
pub const CONSTANTS: &[(&str, f64)] = &[
    ("PI", std::f64::consts::PI),
    ("TAU", std::f64::consts::TAU),
    ("E", std::f64::consts::E),
    ("FRAC_PI_2", std::f64::consts::FRAC_PI_2),
    ("FRAC_PI_3", std::f64::consts::FRAC_PI_3),
    ("FRAC_PI_4", std::f64::consts::FRAC_PI_4),
    ("FRAC_PI_6", std::f64::consts::FRAC_PI_6),
    ("FRAC_1_SQRT_2", std::f64::consts::FRAC_1_SQRT_2),
    ("SQRT_2", std::f64::consts::SQRT_2),
];

/// Whether a name belongs to one of the types that the language knows, or to std's constants: it is no constant of the user's.
pub fn is_of_language(owner: &str, name: &str) -> bool {
    match owner {
        "Vec2" | "DVec2" | "Rot2" | "Softness" | "consts" => true,
        "f32" | "f64" | "Scalar" => matches!(name, "INFINITY" | "NEG_INFINITY"),
        _ => false,
    }
}

/// The methods of rows, with the number of their arguments.
pub const ROW_METHODS: &[(&str, usize)] =
    &[("within", 1), ("at_rate", 1), ("soft", 1), ("spring", 2), ("max_force", 1), ("max_force_of", 2)];

/// The method of that name and receiver.
pub fn find(receiver: Type, name: &str) -> Option<&'static Method> {
    METHODS.iter().find(|method| method.receiver == receiver && method.name == name)
}

fn clamp(g: &mut VectorIr, a: &[Id]) -> Id {
    let raised = g.max(a[0], a[1]);
    g.min(raised, a[2])
}

/// v (u·v)/(v·v)
fn projection(g: &mut VectorIr, a: &[Id]) -> Id {
    let (along, square) = (g.dot(a[0], a[1]), g.dot(a[1], a[1]));
    let share = g.div(along, square);
    g.scale(share, a[1])
}

fn by_component(g: &mut VectorIr, a: &[Id], build: fn(&mut VectorIr, &[Id]) -> Id) -> Id {
    let xs: Vec<Id> = a.map_vec(|&v| g.x(v));
    let ys: Vec<Id> = a.map_vec(|&v| g.y(v));
    let (x, y) = (build(g, &xs), build(g, &ys));
    g.vector(x, y)
}
