//! CSV.

use std::fmt::Write as _;
use std::io;
use std::path::Path;

use super::Race;
use crate::curve::Curve;
use crate::statistics::quantile;

/// Writes `races.csv`, `turns.csv` and `curve.csv` into the folder.
///
/// # Errors
/// Those of the file system.
pub fn write(folder: &Path, races: &[Race], curves: &[Curve]) -> io::Result<()> {
    let mut summary =
        "scene,joints,engine,ms_median,ms_lower_quartile,ms_upper_quartile,ratio_to_ours,rms_error_m,energy_drift\n"
            .to_owned();
    let mut turns = "scene,engine,turn,ms,rms_error_m,energy_drift\n".to_owned();
    for race in races {
        for course in &race.courses {
            let (scene, engine) = (&race.name, course.contender.name());
            let quartiles = [0.25, 0.75].map(|share| quantile(&course.times, share));
            let drift = course.drift() / race.energy_scale;
            let ratio = course.ratio(&race.courses[0]);
            let figures =
                [course.time(), quartiles[0], quartiles[1], ratio, course.error(), drift].map(|f| f.to_string());
            writeln!(summary, "\"{scene}\",{},{engine},{}", race.joints, figures.join(",")).ok();
            let rows = course.times.iter().zip(&course.errors).zip(&course.energies).enumerate();
            for (turn, ((time, error), energy)) in rows {
                let drift = energy / race.energy_scale;
                writeln!(turns, "\"{scene}\",{engine},{turn},{time},{error},{drift}").ok();
            }
        }
    }
    let mut costs = "curve,joints,ns_per_joint_and_step\n".to_owned();
    for curve in curves {
        for point in &curve.points {
            writeln!(costs, "\"{}\",{},{}", curve.name, point.joints, point.cost).ok();
        }
    }
    std::fs::write(folder.join("races.csv"), summary)?;
    std::fs::write(folder.join("turns.csv"), turns)?;
    std::fs::write(folder.join("curve.csv"), costs)
}
