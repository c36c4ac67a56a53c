//! The same bits here, in wasm, and in wasm with SIMD. Node runs the wasm.

use std::path::{Path, PathBuf};
use std::process::Command;

const STEPS: u32 = 600;

const RUN: &str = "
const bytes = require('fs').readFileSync(process.argv[1]);
WebAssembly.instantiate(bytes, {}).then(({ instance }) => {
    console.log(BigInt.asUintN(64, instance.exports.hash_of(Number(process.argv[2]))).toString());
});
";

/// Builds this package for wasm with these flags of rustc.
fn build_for_wasm(folder: &str, flags: &str) -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["build", "--release", "--locked", "--target", "wasm32-unknown-unknown"]).current_dir(package);
    if cfg!(feature = "f64") {
        cargo.args(["--features", "f64"]);
    }
    let status = cargo.env("RUSTFLAGS", flags).env("CARGO_TARGET_DIR", &target).status().unwrap();
    assert!(
        status.success(),
        "wasm does not build; `rustup target add wasm32-unknown-unknown` adds its standard library"
    );
    target.join("wasm32-unknown-unknown/release/constraint_platforms.wasm")
}

fn hash_in_node(module: &Path) -> u64 {
    let node = Command::new("node").args(["-e", RUN]).arg(module).arg(STEPS.to_string()).output().unwrap();
    assert!(node.status.success(), "{}", String::from_utf8_lossy(&node.stderr));
    String::from_utf8(node.stdout).unwrap().trim().parse().unwrap()
}

#[test]
fn wasm_gives_the_bits_of_this_platform() {
    let modules = [("scalar", ""), ("simd", "-C target-feature=+simd128")]
        .map(|(name, flags)| (name, build_for_wasm(name, flags)));
    let here = constraint_platforms::hash(STEPS);
    assert_ne!(here, 0, "the world cannot be stepped");
    // After another number of steps it is another one: the world moves.
    assert_ne!(here, constraint_platforms::hash(STEPS - 1));
    if Command::new("node").arg("--version").output().is_err() {
        println!("built, but not run: there is no `node` to run wasm");
        return;
    }
    for (name, module) in modules {
        assert_eq!(hash_in_node(&module), here, "{name}");
    }
}
