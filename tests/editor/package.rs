//! A small crate on disk that defines a joint.

use std::path::{Path, PathBuf};
use std::{env, fs};

/// A place in a file: line and column from 0, in characters.
pub(crate) type Place = (usize, usize);

/// The crate, and the places that are marked in its source.
pub(crate) struct Package {
    root: PathBuf,
    source: String,
    places: Vec<Place>,
}

impl Package {
    /// Writes a crate with that marked source.
    pub(crate) fn new(marked: &str) -> Self {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("editor");
        let manifest = format!(
            "[package]\nname = \"editor\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n\
             [dependencies]\nconstraint-core = {{ path = \"{}\" }}\n",
            here.join("constraint-core").display()
        );
        fs::create_dir_all(root.join("src")).expect("a folder");
        fs::write(root.join("Cargo.toml"), manifest).expect("a manifest");
        // The versions that the workspace has are there already: nothing has to be fetched.
        fs::copy(here.join("Cargo.lock"), root.join("Cargo.lock")).expect("the versions");
        let package = Self { root, source: String::new(), places: Vec::new() }.edited(marked);
        fs::write(package.file(), package.source()).expect("a source");
        package
    }

    /// The same crate with another source, which only the editor has.
    pub(crate) fn edited(&self, marked: &str) -> Self {
        let (mut source, mut places) = (String::new(), Vec::new());
        for (number, part) in marked.split('$').enumerate() {
            let text = if number == 0 { part } else { &part[1..] };
            if number > 0 {
                let line = source.matches('\n').count();
                places.push((line, source.len() - source.rfind('\n').map_or(0, |end| end + 1)));
            }
            source.push_str(text);
        }
        Self { root: self.root.clone(), source, places }
    }

    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    pub(crate) fn file(&self) -> PathBuf {
        self.root.join("src/lib.rs")
    }

    pub(crate) fn source(&self) -> &str {
        &self.source
    }

    /// The place of a mark.
    pub(crate) fn place(&self, mark: usize) -> Place {
        self.places[mark]
    }

    /// A line of the source.
    pub(crate) fn line(&self, number: usize) -> &str {
        self.source.lines().nth(number).unwrap_or_default()
    }
}
