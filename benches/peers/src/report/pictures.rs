//! Pictures: bars of ratios, error against time, cost against size.

use std::error::Error;
use std::path::Path;

use plotters::coord::Shift;
use plotters::prelude::*;

use super::Race;
use crate::DT;
use crate::curve::Curve;
use crate::engines::Contender;
use crate::race::Length;

type Drawn = Result<(), Box<dyn Error>>;
type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

const INK: RGBColor = RGBColor(60, 60, 60);
const PALE: RGBColor = RGBColor(225, 225, 225);
/// Colours that readers who see red and green alike can tell apart: Okabe and Ito's.
const COLOURS: [RGBColor; 4] =
    [RGBColor(0, 114, 178), RGBColor(213, 94, 0), RGBColor(0, 158, 115), RGBColor(204, 121, 167)];
/// The same for two kinds of scenes: this crate's blue, Box2D's orange.
const CURVES: [RGBColor; 4] = [COLOURS[0], COLOURS[1], RGBColor(86, 180, 233), RGBColor(230, 159, 0)];

/// Draws `ratios.svg`, `error.svg` and, if there are any, `curve.svg` into the folder.
///
/// # Errors
/// Those of the file system, and the plotting library's.
pub fn draw(folder: &Path, races: &[Race], curves: &[Curve], length: Length) -> Drawn {
    if !races.is_empty() {
        ratios(&folder.join("ratios.svg"), races)?;
        errors(&folder.join("error.svg"), races, length)?;
    }
    if curves.is_empty() { Ok(()) } else { costs(&folder.join("curve.svg"), curves) }
}

/// The colour of an engine.
const fn colour(contender: Contender) -> RGBColor {
    match contender {
        Contender::Ours | Contender::Scalar | Contender::Bodies | Contender::AnySpin => COLOURS[0],
        Contender::Box2d | Contender::Box2dAnySpin => COLOURS[1],
        Contender::Rapier => COLOURS[2],
        Contender::Chipmunk => COLOURS[3],
    }
}

fn text(size: i32) -> TextStyle<'static> {
    ("sans-serif", size).into_font().color(&INK)
}

/// For each scene a bar a peer, as long as its time is in times of this crate's.
fn ratios(path: &Path, races: &[Race]) -> Drawn {
    let (row, left, top, width) = (62, 210, 70, 900_i32);
    let height = top + row * i32::try_from(races.len())? + 60;
    let area = SVGBackend::new(path, (width.unsigned_abs(), height.unsigned_abs())).into_drawing_area();
    area.fill(&WHITE)?;
    area.draw(&Text::new("Time of a step, in times of constraint-core's (longer is slower)", (20, 16), text(20)))?;
    let peers = |race: &Race| -> Vec<(Contender, f64)> {
        race.courses.iter().skip(1).map(|course| (course.contender, course.ratio(&race.courses[0]))).collect()
    };
    let longest = races.iter().flat_map(peers).map(|(_, ratio)| ratio).fold(1.0, f64::max);
    let scale = f64::from(width - left - 80) / longest;
    let place = |ratio: f64| left + round(ratio * scale);
    let bottom = height - 50;
    let every = if longest > 12.0 { 2 } else { 1 };
    for tick in (0..).step_by(every).take_while(|&tick| f64::from(tick) <= longest) {
        let x = place(f64::from(tick));
        area.draw(&PathElement::new([(x, top - 8), (x, bottom)], PALE))?;
        area.draw(&Text::new(format!("{tick}"), (x - 4, bottom + 6), text(14)))?;
    }
    let one = place(1.0);
    area.draw(&PathElement::new([(one, top - 8), (one, bottom)], colour(Contender::Ours).stroke_width(2)))?;
    for (number, race) in races.iter().enumerate() {
        let y = top + row * i32::try_from(number)?;
        area.draw(&Text::new(race.name.clone(), (20, y + 18), text(16)))?;
        for (bar, (contender, ratio)) in peers(race).into_iter().enumerate() {
            let y = y + 17 * i32::try_from(bar)?;
            area.draw(&Rectangle::new([(place(0.0), y), (place(ratio), y + 14)], colour(contender).filled()))?;
            // Beside the line of 1, not under it.
            let end = if (0.85..1.0).contains(&ratio) { place(1.0) } else { place(ratio) };
            area.draw(&Text::new(format!("{ratio:.2}"), (end + 5, y), text(13)))?;
        }
    }
    legend(&area, (20, height - 26), &Contender::ENGINES.map(|contender| (contender.name(), colour(contender))))?;
    Ok(area.present()?)
}

/// Four scenes, each with the error of every engine as time goes on.
fn errors(path: &Path, races: &[Race], length: Length) -> Drawn {
    let chosen = ["joint grid 9.9k", "rope of 1k", "heavy rope", "ragdolls 2,000"];
    let found: Vec<_> =
        chosen.iter().filter_map(|name| races.iter().find(|race| race.name.starts_with(name))).collect();
    let area = SVGBackend::new(path, (1000, 760)).into_drawing_area();
    area.fill(&WHITE)?;
    area.draw(&Text::new("RMS distance between anchors, m, against time, s", (20, 14), text(20)))?;
    let (panels, below) = area.margin(44, 0, 0, 0).split_vertically(680);
    for (panel, race) in panels.split_evenly((2, 2)).iter().zip(found) {
        error_panel(panel, race, length)?;
    }
    legend(&below, (20, 8), &Contender::ENGINES.map(|contender| (contender.name(), colour(contender))))?;
    Ok(area.present()?)
}

fn error_panel(panel: &Area<'_>, race: &Race, length: Length) -> Drawn {
    let seconds = f64::from(DT) * length.steps as f64;
    // What has exploded leaves the picture at its upper edge.
    let drawable = |error: &f64| error.is_finite() && (1e-7..100.0).contains(error);
    let all = race.courses.iter().flat_map(|course| &course.errors).copied().filter(|error| drawable(error));
    let (low, high) = all.fold((f64::INFINITY, 0.0_f64), |(low, high), error| (low.min(error), high.max(error)));
    if low >= high {
        return Ok(());
    }
    let range = (low / 1.5..high * 1.5).log_scale();
    let mut chart = ChartBuilder::on(panel)
        .caption(&race.name, text(17))
        .margin(10)
        .x_label_area_size(26)
        .y_label_area_size(62)
        .build_cartesian_2d(0.0..seconds * length.turns as f64, range)?;
    chart
        .configure_mesh()
        .light_line_style(WHITE)
        .bold_line_style(PALE)
        .axis_style(INK)
        .label_style(text(13))
        .y_label_formatter(&|error| format!("{error:.0e}"))
        .draw()?;
    for course in &race.courses {
        let points = course.errors.iter().enumerate().map(|(turn, &error)| (seconds * (turn + 1) as f64, error));
        let points = points.take_while(|(_, error)| error.is_finite() && *error < 100.0);
        // Ours is first and broad: it shows where another lies upon it.
        let width = if course.contender == Contender::Ours { 5 } else { 2 };
        chart.draw_series(LineSeries::new(points, colour(course.contender).stroke_width(width)))?;
    }
    Ok(())
}

/// ns a joint and step against joints.
fn costs(path: &Path, curves: &[Curve]) -> Drawn {
    let area = SVGBackend::new(path, (900, 560)).into_drawing_area();
    area.fill(&WHITE)?;
    area.draw(&Text::new("Time of a step, ns a joint, against joints of the scene", (20, 14), text(20)))?;
    let points = || curves.iter().flat_map(|curve| &curve.points);
    let highest = points().map(|point| point.cost).fold(1.0, f64::max);
    let widest = points().map(|point| point.joints as f64).fold(1000.0, f64::max);
    let (plot, below) = area.margin(44, 0, 0, 0).split_vertically(470);
    let mut chart = ChartBuilder::on(&plot)
        .margin(14)
        .x_label_area_size(30)
        .y_label_area_size(52)
        .build_cartesian_2d((90.0..widest * 1.2).log_scale(), 0.0..highest * 1.1)?;
    chart
        .configure_mesh()
        .light_line_style(WHITE)
        .bold_line_style(PALE)
        .axis_style(INK)
        .label_style(text(14))
        .x_label_formatter(&|joints| format!("{joints:.0}"))
        .draw()?;
    let mut entries = Vec::new();
    for (curve, ink) in curves.iter().zip(CURVES) {
        let places = || curve.points.iter().map(|point| (point.joints as f64, point.cost));
        chart.draw_series(LineSeries::new(places(), ink.stroke_width(2)))?;
        chart.draw_series(places().map(|place| Circle::new(place, 4, ink.filled())))?;
        entries.push((curve.name.as_str(), ink));
    }
    legend(&below, (60, 8), &entries)?;
    Ok(area.present()?)
}

fn legend(area: &Area<'_>, (mut x, y): (i32, i32), entries: &[(&str, RGBColor)]) -> Drawn {
    for (name, ink) in entries {
        area.draw(&Rectangle::new([(x, y + 2), (x + 14, y + 14)], ink.filled()))?;
        area.draw(&Text::new((*name).to_owned(), (x + 20, y), text(15)))?;
        x += 60 + 8 * i32::try_from(name.len())?;
    }
    Ok(())
}

/// A place in a picture: far inside of the range.
#[allow(clippy::cast_possible_truncation)]
fn round(x: f64) -> i32 {
    x.round() as i32
}
