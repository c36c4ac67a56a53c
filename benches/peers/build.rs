//! Finds Chipmunk2D, and records how the C of Box2D is compiled.

use std::env;
use std::path::{Path, PathBuf};

/// Where package managers put libraries; `CHIPMUNK_LIB_DIR` comes before them.
const FOLDERS: [&str; 6] = [
    "/usr/lib/x86_64-linux-gnu",
    "/usr/lib/aarch64-linux-gnu",
    "/usr/lib64",
    "/usr/lib",
    "/usr/local/lib",
    "/opt/homebrew/lib",
];

fn main() {
    println!("cargo::rustc-check-cfg=cfg(chipmunk_found)");
    println!("cargo::rerun-if-env-changed=CHIPMUNK_LIB_DIR");
    println!("cargo::rerun-if-env-changed=CFLAGS");
    println!("cargo::rustc-env=PEERS_CFLAGS={}", env::var("CFLAGS").unwrap_or_default());
    if env::var_os("CARGO_FEATURE_CHIPMUNK").is_none() {
        return;
    }
    if let Some(folder) = chipmunk() {
        println!("cargo::rustc-cfg=chipmunk_found");
        println!("cargo::rustc-link-search=native={}", folder.display());
        println!("cargo::rustc-link-arg=-Wl,-rpath,{}", folder.display());
        println!("cargo::rustc-link-lib=dylib=chipmunk");
    }
}

/// The folder in which libchipmunk is.
fn chipmunk() -> Option<PathBuf> {
    let named = env::var_os("CHIPMUNK_LIB_DIR").map(PathBuf::from);
    let folders = named.into_iter().chain(FOLDERS.iter().map(PathBuf::from));
    let holds = |folder: &Path| ["libchipmunk.so", "libchipmunk.dylib"].iter().any(|name| folder.join(name).exists());
    folders.into_iter().find(|folder| holds(folder))
}
