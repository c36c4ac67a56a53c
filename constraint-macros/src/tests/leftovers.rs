//! Nothing is left over in the code of the catalogue: the attributes of `constraint-core`'s joints, read as they stand there.

use std::fs;
use std::path::Path;

use constraint_testing::missed_optimizations::in_program;
use quote::ToTokens;

use crate::parse::read;

#[test]
fn nothing_is_left_over_in_the_catalogue() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../constraint-core/src/joints");
    let mut joints = 0;
    for entry in fs::read_dir(folder).expect("the catalogue") {
        let path = entry.expect("a file").path();
        let file = syn::parse_file(&fs::read_to_string(&path).expect("text")).expect("a file of Rust");
        for item in file.items {
            let syn::Item::Struct(mut item) = item else { continue };
            let Some(place) = item.attrs.iter().position(|attribute| attribute.path().is_ident("constraint")) else {
                continue;
            };
            let syn::Meta::List(attribute) = item.attrs.remove(place).meta else {
                panic!("an attribute with a closure")
            };
            let reading = read(&attribute.tokens, item.to_token_stream());
            let compiled = constraint_symbolic::compile(&reading.parsed.expect("a joint").joint).expect("a joint");
            assert_eq!(in_program(&compiled.program), [], "{}", item.ident);
            joints += 1;
        }
    }
    assert_eq!(joints, 22);
}
