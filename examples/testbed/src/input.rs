//! Keys and mouse, as what they ask for.

use constraint_core::Vec2;
use constraint_testbed::stage::Steer;
use macroquad::prelude as mq;
use macroquad::prelude::{KeyCode, MouseButton};

/// What a key asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    Open(usize),
    Next,
    Previous,
    Restart,
    Pause,
    Step,
    MoreSubsteps,
    FewerSubsteps,
    Stepping,
    EnergyGuard,
    Joints,
    Derivation,
    Help,
    Home,
}

/// The keys, what they do, and the text of the help.
#[rustfmt::skip]
pub const KEYS: [(KeyCode, &str, Command, &str); 15] = [
    (KeyCode::Space, "Space", Command::Pause, "pause, go on"),
    (KeyCode::S, "S", Command::Step, "a single step"),
    (KeyCode::R, "R", Command::Restart, "start the scene again"),
    (KeyCode::N, "N", Command::Next, "next scene"),
    (KeyCode::P, "P", Command::Previous, "previous scene"),
    (KeyCode::Equal, "+", Command::MoreSubsteps, "twice the substeps"),
    (KeyCode::Minus, "-", Command::FewerSubsteps, "half of the substeps"),
    (KeyCode::M, "M", Command::Stepping, "the other stepping"),
    (KeyCode::G, "G", Command::EnergyGuard, "energy guard on, off"),
    (KeyCode::J, "J", Command::Joints, "joints shown, hidden"),
    (KeyCode::D, "D", Command::Derivation, "derivation shown, hidden"),
    (KeyCode::Key0, "0", Command::Home, "the whole scene"),
    (KeyCode::H, "H", Command::Help, "this help"),
    (KeyCode::KpAdd, "", Command::MoreSubsteps, ""),
    (KeyCode::KpSubtract, "", Command::FewerSubsteps, ""),
];

const DIGITS: [KeyCode; 9] = [
    KeyCode::Key1,
    KeyCode::Key2,
    KeyCode::Key3,
    KeyCode::Key4,
    KeyCode::Key5,
    KeyCode::Key6,
    KeyCode::Key7,
    KeyCode::Key8,
    KeyCode::Key9,
];

/// What the keys that went down since the last frame ask for.
pub fn commands() -> Vec<Command> {
    let keys = KEYS.iter().filter(|(key, ..)| mq::is_key_pressed(*key)).map(|(_, _, command, _)| *command);
    let digits = DIGITS.iter().enumerate().filter(|(_, key)| mq::is_key_pressed(**key));
    keys.chain(digits.map(|(number, _)| Command::Open(number))).collect()
}

/// The arrow keys.
pub fn steer() -> Steer {
    let axis = |less, more| f32::from(u8::from(mq::is_key_down(more))) - f32::from(u8::from(mq::is_key_down(less)));
    Steer { x: axis(KeyCode::Left, KeyCode::Right), y: axis(KeyCode::Down, KeyCode::Up) }
}

/// The mouse in a frame. Places are pixels.
pub struct Mouse {
    pub at: Vec2,
    pub is_pressed: bool,
    pub is_released: bool,
    /// The right or the middle button is down.
    pub pans: bool,
    /// By what the wheel enlarges the picture.
    pub zoom: f32,
}

impl Mouse {
    pub fn now() -> Self {
        let (x, y) = mq::mouse_position();
        let wheel = mq::mouse_wheel().1;
        let pans = mq::is_mouse_button_down(MouseButton::Right) || mq::is_mouse_button_down(MouseButton::Middle);
        Self {
            at: Vec2::new(x, y),
            is_pressed: mq::is_mouse_button_pressed(MouseButton::Left),
            is_released: mq::is_mouse_button_released(MouseButton::Left),
            pans,
            // A notch is 1 in a window and some 100 on a page.
            zoom: if wheel == 0.0 { 1.0 } else { 1.15_f32.powf(wheel.signum()) },
        }
    }
}
