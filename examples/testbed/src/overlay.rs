//! Text and plots beside the scene.

use constraint_core::Vec2;
use constraint_testbed::readings::{LENGTH, Trace};
use constraint_testbed::scenes::SCENES;
use constraint_testbed::session::Session;
use constraint_testbed::stage::JointEntry;
use macroquad::prelude as mq;
use macroquad::prelude::Color;

use crate::draw::{ACCENT, INK};
use crate::input::KEYS;
use crate::text::Text;

/// Width of the list of scenes, pixels.
pub const LEFT: f32 = 190.0;
/// Width of the plots, pixels.
pub const RIGHT: f32 = 230.0;
/// Height of the lines above the scene, pixels.
pub const TOP: f32 = 34.0;

const SIZE: f32 = 14.0;
const ROW: f32 = 24.0;
const PANEL: Color = Color::new(0.94, 0.94, 0.92, 1.0);
const CARD: Color = Color::new(1.0, 1.0, 1.0, 0.94);
const FAINT: Color = Color::new(0.42, 0.45, 0.48, 1.0);
const PLOT: Color = Color::new(0.04, 0.35, 0.66, 1.0);

/// The scene in the list at a pixel.
pub fn scene_at(pixel: Vec2) -> Option<usize> {
    (0..SCENES.len()).find(|&number| pixel.x < LEFT && (row(number)..row(number) + ROW).contains(&pixel.y))
}

#[allow(clippy::cast_precision_loss)] // a few rows
fn row(number: usize) -> f32 {
    44.0 + ROW * number as f32
}

/// The list of scenes, on the left.
pub fn scenes(text: &Text, session: &Session) {
    mq::draw_rectangle(0.0, 0.0, LEFT, mq::screen_height(), PANEL);
    text.line("Scenes", [12.0, 26.0], SIZE + 2.0, INK);
    for (number, scene) in SCENES.iter().enumerate() {
        let y = row(number);
        if number == session.number {
            mq::draw_rectangle(0.0, y, LEFT, ROW, Color::new(0.80, 0.87, 0.95, 1.0));
        }
        text.line(&format!("{} {}", number + 1, scene.title), [12.0, y + 17.0], SIZE - 1.0, INK);
    }
    let state = if session.is_paused { "paused" } else { "running" };
    let guard = if session.stage.world.energy_guard() { "energy guard on" } else { "energy guard off" };
    let lines = [
        state.to_owned(),
        session.stepping(),
        guard.to_owned(),
        format!("{} bodies", session.stage.world.bodies().count()),
        format!("{} joints", session.stage.joints.len()),
        format!("{} broken", session.broken),
        String::new(),
        "H: help".to_owned(),
    ];
    list(text, &lines, [12.0, row(SCENES.len()) + 36.0], SIZE - 1.0, FAINT);
}

fn list(text: &Text, lines: &[String], [x, y]: [f32; 2], size: f32, color: Color) {
    let mut y = y;
    for line in lines {
        text.line(line, [x, y], size, color);
        y += 1.35 * size;
    }
}

/// What the scene shows, above it; an error, if the world refused a step.
pub fn title(text: &Text, session: &Session) {
    text.line(session.scene().about, [LEFT + 14.0, 22.0], SIZE - 1.0, INK);
    if let Some(problem) = &session.problem {
        text.line(&format!("{problem}; R starts again"), [LEFT + 14.0, 44.0], SIZE, ACCENT);
    }
}

/// The plots, on the right.
pub fn plots(text: &Text, session: &Session) {
    let x = mq::screen_width() - RIGHT;
    mq::draw_rectangle(x, 0.0, RIGHT, mq::screen_height(), PANEL);
    let readings = &session.readings;
    let step_time = format!("{:.2} ms", readings.step_time.mean_of_last(60));
    let error = format!("{:.1e} m, rad", readings.joint_error.last());
    let energy = format!("{:.4e} J", readings.energy.last());
    let mut y = 12.0;
    for (name, value, trace, from_zero) in [
        ("joint error", error, &readings.joint_error, true),
        ("energy", energy, &readings.energy, false),
        ("time of a step", step_time, &readings.step_time, true),
    ] {
        text.line(name, [x + 12.0, y + 14.0], SIZE, INK);
        text.line(&value, [x + 12.0, y + 34.0], SIZE, PLOT);
        plot(trace, [x + 12.0, y + 44.0], [RIGHT - 24.0, 84.0], from_zero);
        y += 148.0;
    }
    if session.removed_energy > 0.0 {
        let taken = format!("guard took {:.1e} J", session.removed_energy);
        text.line(&taken, [x + 12.0, y + 10.0], SIZE - 1.0, ACCENT);
    }
}

#[allow(clippy::cast_precision_loss)] // as many as LENGTH
fn plot(trace: &Trace, [x, y]: [f32; 2], [width, height]: [f32; 2], from_zero: bool) {
    mq::draw_rectangle(x, y, width, height, CARD);
    let [least, most] = trace.range();
    let least = if from_zero { 0.0 } else { least };
    // Room for rounding, or an energy that stays the same would look like noise.
    let span = (most - least).max(1e-4 * most.abs()).max(1e-9);
    let points: Vec<[f32; 2]> = trace
        .samples()
        .enumerate()
        .map(|(nth, sample)| {
            let share = (sample - least) / span;
            [x + width * nth as f32 / LENGTH as f32, y + height - 3.0 - (height - 6.0) * share]
        })
        .collect();
    for pair in points.windows(2) {
        mq::draw_line(pair[0][0], pair[0][1], pair[1][0], pair[1][1], 1.5, PLOT);
    }
}

/// The derivation of a joint, below the scene.
pub fn derivation(text: &Text, joint: &JointEntry, session: &Session) {
    let size = SIZE - 2.0;
    let lines: Vec<&str> = joint.derivation.trim_end().lines().collect();
    let room = mq::screen_width() - LEFT - RIGHT - 44.0;
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // a few hundred
    let columns = (room / Text::advance(size)) as usize;
    let wrapped: Vec<String> = lines.iter().flat_map(|line| wrap(line, columns)).take(24).collect();
    #[allow(clippy::cast_precision_loss)] // a few lines
    let height = 1.35 * size * wrapped.len() as f32 + 38.0;
    let top = mq::screen_height() - height - 10.0;
    mq::draw_rectangle(LEFT + 10.0, top, room + 24.0, height, CARD);
    mq::draw_rectangle_lines(LEFT + 10.0, top, room + 24.0, height, 1.0, FAINT);
    let head = format!("{}  error {:.1e}", joint.name, joint.error(&session.stage.world));
    text.line(&head, [LEFT + 22.0, top + 20.0], SIZE, ACCENT);
    list(text, &wrapped, [LEFT + 22.0, top + 40.0], size, INK);
}

/// A line in pieces of at most so many characters. Later pieces are indented.
fn wrap(line: &str, columns: usize) -> Vec<String> {
    let characters: Vec<char> = line.chars().collect();
    let columns = columns.max(20);
    let mut pieces = Vec::new();
    let mut rest = characters.as_slice();
    loop {
        let indent = if pieces.is_empty() { "" } else { "      " };
        let most = columns - indent.len();
        if rest.len() <= most {
            pieces.push(format!("{indent}{}", rest.iter().collect::<String>()));
            return pieces;
        }
        let cut = rest[..most].iter().rposition(|&character| character == ' ').filter(|&cut| cut > most / 2);
        let cut = cut.unwrap_or(most);
        pieces.push(format!("{indent}{}", rest[..cut].iter().collect::<String>()));
        rest = &rest[cut..];
    }
}

/// The keys.
pub fn help(text: &Text) {
    let mouse = [
        ("drag", "pull at a body, or move the picture"),
        ("right drag", "move the picture"),
        ("wheel", "zoom"),
        ("1 to 9", "choose a scene"),
        ("arrows", "steer the car, the crane, the walker"),
    ];
    let keys = KEYS.iter().filter(|(_, name, ..)| !name.is_empty()).map(|(_, name, _, what)| (*name, *what));
    let lines: Vec<String> = mouse.into_iter().chain(keys).map(|(name, what)| format!("{name:<12}{what}")).collect();
    #[allow(clippy::cast_precision_loss)] // a few lines
    let height = 1.35 * SIZE * lines.len() as f32 + 30.0;
    let (x, y) = (LEFT + 24.0, TOP + 12.0);
    mq::draw_rectangle(x, y, 460.0, height, CARD);
    mq::draw_rectangle_lines(x, y, 460.0, height, 1.0, FAINT);
    list(text, &lines, [x + 16.0, y + 26.0], SIZE, INK);
}
