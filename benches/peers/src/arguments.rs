//! The command line.

use std::path::PathBuf;

use crate::race::Length;

/// How it is called.
pub const USAGE: &str = "constraint-peers [--quick] [--only NAME] FOLDER
  --quick      the smaller scenes, a tenth of the steps
  --only NAME  the scenes whose names hold NAME, and nothing else
  FOLDER       where the CSV files and pictures go";

/// What was asked for.
pub struct Arguments {
    /// Less of everything.
    pub quick: bool,
    /// What a scene's name has to hold.
    pub only: Option<String>,
    /// Where files go.
    pub folder: PathBuf,
}

impl Arguments {
    /// The command line of this process; none if it means nothing.
    pub fn read() -> Option<Self> {
        let (mut quick, mut only, mut folder) = (false, None, None);
        let mut arguments = std::env::args().skip(1);
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--quick" => quick = true,
                "--only" => only = Some(arguments.next()?),
                other if other.starts_with('-') || folder.is_some() => return None,
                _ => folder = Some(PathBuf::from(argument)),
            }
        }
        Some(Self { quick, only, folder: folder? })
    }

    /// How long each race is: 600 steps, or 60.
    pub const fn length(&self) -> Length {
        if self.quick { Length { turns: 12, steps: 5 } } else { Length { turns: 60, steps: 10 } }
    }
}
