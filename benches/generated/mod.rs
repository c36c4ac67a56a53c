//! A crate that a bench generates into the target folder, and what Cargo takes to compile it.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

pub(crate) type Outcome<T> = Result<T, Box<dyn Error>>;

/// A generated crate. It is a workspace of its own and depends on `constraint-core` by path.
pub(crate) struct Crate {
    pub(crate) folder: PathBuf,
}

impl Crate {
    /// Writes the manifest of a crate without sources. The versions of its dependencies are this repository's.
    pub(crate) fn new(name: &str) -> Outcome<Self> {
        let root = repository();
        let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
        let folder = target.join(name);
        fs::create_dir_all(folder.join("src"))?;
        let manifest = format!(
            "[workspace]\n[package]\nname = \"{name}\"\nedition = \"2024\"\n[features]\nserde = []\n\
             [dependencies]\nconstraint-core = {{ path = '{}' }}\n",
            root.join("constraint-core").display()
        );
        fs::write(folder.join("Cargo.toml"), manifest)?;
        fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock"))?;
        Ok(Self { folder })
    }

    /// Cargo in the folder of the crate, with a target folder inside it.
    ///
    /// The children do not inherit profiles from the environment, because they would change what is measured.
    pub(crate) fn cargo(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO"));
        for (name, _) in env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("CARGO_PROFILE_")) {
            command.env_remove(name);
        }
        command
            .args(arguments)
            .args(["--quiet", "--offline"])
            .current_dir(&self.folder)
            .env("CARGO_TARGET_DIR", self.folder.join("target"));
        command
    }
}

/// The folder of this repository.
pub(crate) fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Runs a command and returns the processor time that it and its children took, in seconds; `None` where the system does
/// not tell it. Other work on the machine lengthens it less than the time by the clock. A command that fails is an error.
pub(crate) fn run(command: &mut Command) -> Outcome<Option<f64>> {
    let before = processor_time();
    if !command.status()?.success() {
        return Err(format!("{command:?} failed").into());
    }
    Ok(processor_time().zip(before).map(|(after, before)| after - before))
}

/// The processor time of all children that have ended, in seconds.
fn processor_time() -> Option<f64> {
    // Linux has it in the 16th and 17th field, in hundredths of a second. The 2nd field is a name in brackets.
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    let mut fields = stat.rsplit(')').next()?.split_whitespace().skip(13);
    let mut seconds = || Some(fields.next()?.parse::<f64>().ok()? / 100.0);
    Some(seconds()? + seconds()?)
}
