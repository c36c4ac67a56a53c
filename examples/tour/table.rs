//! The table of a terminal.

use std::fmt::Write;

use crate::{Exhibit, order};

const HEADER: [&str; 7] = ["scene", "substeps", "state error", "order", "joint error", "energy drift", "ms a step"];
const LEGEND: &str = "\
state error   largest difference from the exact motion, over all bodies and samples: m, rad, m/s, rad/s; some scenes
              magnify errors, so it is large at few substeps although the joints hold (see `joint error`)
order         the power of the step with which that went down from the line above
joint error   largest position error of a joint, over all rows and steps: m, rad
energy drift  largest error of the energy, as a share of the greatest kinetic energy
ms a step     median time of a step of 1/60 s";

/// The runs that are shown, a line each.
pub fn render(exhibits: &[Exhibit]) -> String {
    let mut lines = vec![HEADER.map(String::from)];
    for exhibit in exhibits {
        let mut coarser = None;
        for run in exhibit.shown() {
            lines.push([
                if coarser.is_none() { exhibit.title.to_owned() } else { String::new() },
                run.substeps.to_string(),
                format!("{:.1e}", run.largest_state_error()),
                coarser.map_or_else(String::new, |coarser| format!("{:.2}", order(coarser, run))),
                format!("{:.1e}", run.largest_joint_error()),
                format!("{:.3} %", 100.0 * exhibit.energy_drift(run)),
                format!("{:.4}", run.step_time),
            ]);
            coarser = Some(run);
        }
    }
    let widths: [usize; HEADER.len()] =
        std::array::from_fn(|column| lines.iter().map(|line| line[column].len()).max().unwrap_or_default());
    let mut text = String::new();
    for line in &lines {
        let _ = write!(text, "{:<width$}", line[0], width = widths[0]); // into a String: cannot fail
        for (cell, width) in line.iter().zip(widths).skip(1) {
            let _ = write!(text, "  {cell:>width$}");
        }
        text.push('\n');
    }
    text + "\n" + LEGEND + "\n"
}
