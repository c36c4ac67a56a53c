//! Tables in Markdown.

use std::env::consts::ARCH;
use std::fmt::Write as _;
use std::fs;

use super::Race;
use crate::curve::Curve;
use crate::engines::Contender;
use crate::float_mode::FloatMode;
use crate::memory::Footprint;
use crate::race::{Course, Length};
use crate::tangles::{Gains, Tally};

/// A table as lines of text.
pub type Table = String;

/// The machine, the contenders and the method, in a few lines.
pub fn heading(length: Length) -> String {
    let absent: Vec<_> = Contender::ENGINES
        .iter()
        .filter(|contender| !contender.is_present())
        .map(|contender| contender.name())
        .collect();
    let mut text = format!(
        "Machine: {} ({ARCH}), one thread. Box2D compiled with `{}`. {} turns of {} steps of 1/60 s, contenders in turn.\n",
        processor(),
        env!("PEERS_CFLAGS"),
        length.turns,
        length.steps,
    );
    if !absent.is_empty() {
        writeln!(text, "Absent from this build: {}.", absent.join(", ")).ok();
    }
    text
}

/// The head of the table of races.
pub fn race_table() -> Table {
    "| scene | joints | engine | ms a step | ratio to ours | RMS joint error, m | energy drift |\n|---|---|---|---|---|---|---|"
        .to_owned()
}

/// The rows of a race.
pub fn race_row(race: &Race) -> Table {
    let row = |(place, course): (usize, &Course)| {
        let (name, joints) =
            if place == 0 { (race.name.as_str(), race.joints.to_string()) } else { ("", String::new()) };
        format!(
            "| {name} | {joints} | {} | {:.3} | {:.2} | {} | {} |",
            course.contender.name(),
            course.time(),
            course.ratio(&race.courses[0]),
            small(course.error()),
            drift(course.drift() / race.energy_scale),
        )
    };
    race.courses.iter().enumerate().map(row).collect::<Vec<_>>().join("\n")
}

/// The same scenes with and without flush-to-zero.
pub fn mode_table(races: &[(FloatMode, Race)]) -> Table {
    let mut text =
        "| scene | mode | engine | ms a step | ratio to ours | RMS joint error, m |\n|---|---|---|---|---|---|\n"
            .to_owned();
    for (mode, race) in races {
        for course in &race.courses {
            let (name, mode, engine) = (&race.name, mode.name(), course.contender.name());
            let (time, ratio, error) = (course.time(), course.ratio(&race.courses[0]), small(course.error()));
            writeln!(text, "| {name} | {mode} | {engine} | {time:.3} | {ratio:.2} | {error} |").ok();
        }
    }
    text
}

/// ns a joint and step, by type of joint: a dash where an engine has none like it. Bodies without joints have no twins, and may
/// take longer than those that have.
pub fn zoo_table(races: &[Race]) -> Table {
    let peers = [Contender::Box2d, Contender::Rapier, Contender::Chipmunk];
    let mut text = format!(
        "| joint | in lanes | one at a time | no joints | lanes gain | {} |\n{}|\n",
        peers.map(Contender::name).join(" | "),
        "|---".repeat(8)
    );
    for race in races {
        let time = |contender| race.course(contender).map(|course| course.time() * 1e6 / race.joints as f64);
        let [lanes, scalar, bodies] =
            [Contender::Ours, Contender::Scalar, Contender::Bodies].map(|own| time(own).unwrap_or(f64::NAN));
        let gain = race.course(Contender::Scalar).map_or(f64::NAN, |scalar| scalar.ratio(&race.courses[0]));
        let own = format!("{lanes:.0} | {scalar:.0} | {bodies:.0} | {gain:.2}");
        let others = peers.map(|peer| time(peer).map_or_else(|| "–".to_owned(), |time| format!("{time:.0}")));
        writeln!(text, "| {} | {own} | {} |", race.name, others.join(" | ")).ok();
    }
    text
}

/// ns a joint and step, by size.
pub fn curve_table(curves: &[Curve]) -> Table {
    let mut text = "| scene | joints | ns a joint and step |\n|---|---|---|\n".to_owned();
    for curve in curves {
        for point in &curve.points {
            writeln!(text, "| {} | {} | {:.1} |", curve.name, point.joints, point.cost).ok();
        }
    }
    text
}

/// Bytes of a body and of a joint.
pub fn memory_table(footprints: &[Footprint]) -> Table {
    let mut text = "| engine | bytes a body | bytes a pivot |\n|---|---|---|\n".to_owned();
    for Footprint { contender, body, joint } in footprints {
        writeln!(text, "| {} | {body:.0} | {joint:.0} |", contender.name()).ok();
    }
    text
}

/// How many tangles gain energy, and how many a thousandfold, by what holds them: a dash where an engine has no joint like it.
pub fn tangle_table(tallies: &[Tally]) -> Table {
    let mut text = format!(
        "| held by | scenes | {} |\n{}|\n",
        Contender::ENGINES.map(Contender::name).join(" | "),
        "|---".repeat(2 + Contender::ENGINES.len())
    );
    for Tally { name, scenes, gains } in tallies {
        let cell = |&Gains { of, some, thousandfold }: &Gains| {
            if of < *scenes { "–".to_owned() } else { format!("{some} ({thousandfold})") }
        };
        writeln!(text, "| {name} | {scenes} | {} |", gains.each_ref().map(cell).join(" | ")).ok();
    }
    text
}

/// An error that is one; what has left every bound is no measurement.
fn small(error: f64) -> String {
    if error.is_finite() && error < 100.0 { format!("{error:.2e}") } else { "unstable".to_owned() }
}

fn drift(share: f64) -> String {
    if share.is_finite() && share.abs() < 100.0 { format!("{share:+.1e}") } else { "unstable".to_owned() }
}

/// The processor's name, where the system tells it.
fn processor() -> String {
    let cpuinfo = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = cpuinfo.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    name.map_or_else(|| "unknown processor".to_owned(), |(_, name)| name.trim().to_owned())
}
