//! Makes the page of the testbed: `target/testbed-web` of the repository.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

const TARGET: &str = "wasm32-unknown-unknown";
const PACKAGE: &str = "constraint-testbed";

/// Builds the page and gives its folder.
///
/// # Errors
/// If cargo fails. It prints why: most likely the target is not installed, `rustup target add wasm32-unknown-unknown`.
pub fn build() -> Result<PathBuf> {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("../Cargo.toml").canonicalize()?;
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../target/testbed-web");
    let cargo = || {
        let mut cargo = Command::new(env!("CARGO"));
        // Set for the tests of this package, and not meant for the page.
        cargo.env_remove("RUSTFLAGS").env_remove("CARGO_ENCODED_RUSTFLAGS");
        cargo
    };
    let simd = format!("target.{TARGET}.rustflags=['-C', 'target-feature=+simd128']");
    let status = cargo()
        .args(["build", "--release", "--package", PACKAGE, "--target", TARGET, "--config", &simd, "--manifest-path"])
        .arg(&manifest)
        .status()?;
    if !status.success() {
        return Err(format!("cargo could not build the page; it needs `rustup target add {TARGET}`").into());
    }
    let output = cargo().args(["metadata", "--format-version", "1", "--manifest-path"]).arg(&manifest).output()?;
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout)?;
    let target = metadata["target_directory"].as_str().ok_or("cargo tells no target directory")?;
    // The loader comes with the crate, so it always fits its version. It is under that crate's licence, MIT or Apache-2.0.
    let packages = metadata["packages"].as_array().ok_or("cargo tells no packages")?;
    let macroquad = packages.iter().find(|package| package["name"] == "macroquad").ok_or("macroquad is not there")?;
    let macroquad = Path::new(macroquad["manifest_path"].as_str().ok_or("macroquad has no path")?);

    fs::create_dir_all(&page)?;
    fs::copy(
        Path::new(target).join(TARGET).join("release").join(format!("{PACKAGE}.wasm")),
        page.join("testbed.wasm"),
    )?;
    fs::copy(macroquad.with_file_name("js").join("mq_js_bundle.js"), page.join("mq_js_bundle.js"))?;
    fs::write(page.join("index.html"), include_str!("../index.html"))?;
    Ok(page.canonicalize()?)
}

/// Serves a folder on this machine in a thread of its own, and gives the address. Port 0 takes any free port.
///
/// # Errors
/// If the port is taken.
pub fn serve(folder: PathBuf, port: u16) -> Result<(String, thread::JoinHandle<()>)> {
    let server = tiny_http::Server::http(("127.0.0.1", port)).map_err(|error| error.to_string())?;
    let address = format!("http://{}/", server.server_addr());
    let thread = thread::spawn(move || {
        for request in server.incoming_requests() {
            // Only the three files that the folder has.
            let (name, kind) = match request.url() {
                "/" | "/index.html" => ("index.html", "text/html"),
                "/mq_js_bundle.js" => ("mq_js_bundle.js", "text/javascript"),
                "/testbed.wasm" => ("testbed.wasm", "application/wasm"),
                _ => ("", ""),
            };
            let sent = match fs::read(folder.join(name)) {
                Ok(bytes) => {
                    let mut response = tiny_http::Response::from_data(bytes);
                    if let Ok(header) = tiny_http::Header::from_bytes("Content-Type", kind) {
                        response.add_header(header);
                    }
                    request.respond(response)
                }
                Err(_) => request.respond(tiny_http::Response::empty(404)),
            };
            if let Err(error) = sent {
                eprintln!("{error}");
            }
        }
    });
    Ok((address, thread))
}
