//! The joints whose expansion is timed, as tokens.

use std::path::Path;

use proc_macro2::TokenStream;
use quote::ToTokens as _;
use syn::{Attribute, Item, Meta};

/// What the attribute is given.
pub(crate) struct Joint {
    pub(crate) name: String,
    pub(crate) attribute: TokenStream,
    pub(crate) item: TokenStream,
}

fn joint(name: &str, closure: &str, fields: &str) -> Joint {
    let tokens = |text: &str| text.parse().unwrap_or_else(|error| panic!("{name}: {error}"));
    Joint { name: name.to_owned(), attribute: tokens(closure), item: tokens(&format!("struct Joint {{ {fields} }}")) }
}

/// The catalogue, from its source.
pub(crate) fn catalogue() -> Vec<Joint> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("constraint-core/src/joints");
    let files = std::fs::read_dir(&folder).expect("the catalogue").map(|file| file.expect("a file").path());
    let mut joints: Vec<Joint> = files
        .flat_map(|path| {
            let source = std::fs::read_to_string(&path).expect("a source file");
            syn::parse_file(&source).expect("Rust").items
        })
        .filter_map(annotated)
        .collect();
    joints.sort_by(|a, b| a.name.cmp(&b.name));
    joints
}

/// The struct, and the argument of its `#[constraint(…)]`, if it has one. Attributes before that one are rustc's.
fn annotated(item: Item) -> Option<Joint> {
    let Item::Struct(mut item) = item else { return None };
    let is_ours = |attribute: &Attribute| attribute.path().is_ident("constraint");
    let place = item.attrs.iter().position(is_ours)?;
    let Meta::List(argument) = item.attrs.remove(place).meta else { return None };
    Some(Joint { name: item.ident.to_string(), attribute: argument.tokens, item: item.into_token_stream() })
}

const FIELDS: &str = "anchor_a: Vec2, anchor_b: Vec2, anchor_c: Vec2, anchor_d: Vec2, ground_a: Vec2, ground_b: Vec2, \
    direction: Vec2, target: Vec2, phase: f32, ratio: f32, length: f32, lower: f32, upper: f32";

/// The sixteen joints of the papers and the engines whose operations `tests/opcounts.rs` counts.
pub(crate) fn counted() -> Vec<Joint> {
    let apart = "let d = b.point(self.anchor_b) - a.point(self.anchor_a);";
    let line = format!("{apart} let n = a.rotation * self.direction.normalize();");
    let limited = "- c.clamp(self.lower, self.upper)";
    let closures = [
        ("pivot", format!("|a, b| {{ {apart} d }}")),
        ("weld", format!("|a, b| {{ {apart} (d, b.angle - a.angle - self.phase) }}")),
        ("angle", "|a, b| b.angle - a.angle - self.phase".to_owned()),
        ("gear", "|a, b| self.ratio * b.angle - a.angle - self.phase".to_owned()),
        ("motor", "|a, b| self.ratio * b.angle - a.angle".to_owned()),
        ("mouse", "|a| a.point(self.anchor_a) - self.target".to_owned()),
        ("distance", format!("|a, b| {{ {apart} d.length() - self.length }}")),
        ("slide", format!("|a, b| {{ {apart} let c = d.length(); c {limited} }}")),
        (
            "pulley",
            format!(
                "|a, b, c, d| {{ let e = d.point(self.anchor_d) - c.point(self.anchor_c); {apart} d.length() + self.ratio * e.length() - self.length }}"
            ),
        ),
        (
            "ground pulley",
            "|a, b| (b.point(self.anchor_b) - self.ground_b).length() \
                + self.ratio * (a.point(self.anchor_a) - self.ground_a).length() - self.length"
                .to_owned(),
        ),
        (
            "pulley on two bodies",
            format!(
                "|a, b| {{ {apart} d.length() + self.ratio * (b.point(self.anchor_d) - a.point(self.anchor_c)).length() - self.length }}"
            ),
        ),
        ("line", format!("|a, b| {{ {line} n.perp_dot(d) }}")),
        ("linear motor", format!("|a, b| {{ {line} n.dot(d) }}")),
        ("prismatic", format!("|a, b| {{ {line} (n.perp_dot(d), b.angle - a.angle - self.phase) }}")),
        ("Nape's line", format!("|a, b| {{ {line} (n.perp_dot(d), n.dot(d)) }}")),
        ("groove", format!("|a, b| {{ {line} let c = n.dot(d); (n.perp_dot(d), c {limited}) }}")),
    ];
    closures.map(|(name, closure)| joint(name, &closure, FIELDS)).into()
}

/// The closures of `constraint-macros/src/tests/scale.rs`.
pub(crate) fn lengthy() -> Vec<Joint> {
    const FIELDS: &str = "k: f32, u: Vec2, w: Vec2";
    vec![
        joint("30 lines", &crate::lengthy::long(30), FIELDS),
        joint("300 lines", &crate::lengthy::long(300), FIELDS),
        joint("60 levels", &crate::lengthy::deep(60), FIELDS),
    ]
}
