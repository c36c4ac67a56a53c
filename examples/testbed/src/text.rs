//! Text in one font. What the font lacks is drawn as a smaller letter, raised or lowered.

use macroquad::prelude::*;

/// A font, at the resolution of the screen.
pub struct Text {
    font: Font,
}

/// A character that the font lacks: what stands for it, and how far that is raised, as a share of the size.
const fn substitute(character: char) -> Option<(char, f32)> {
    Some(match character {
        'ᵀ' => ('T', 0.4),
        '₀' => ('0', -0.15),
        '₁' => ('1', -0.15),
        '₂' => ('2', -0.15),
        '₃' => ('3', -0.15),
        _ => return None,
    })
}

/// Size of a substitute, as a share of the size of the text.
const SMALL: f32 = 0.65;

impl Text {
    /// Hack, a font for code.
    pub fn new() -> Result<Self, macroquad::Error> {
        let font = load_ttf_font_from_bytes(epaint_default_fonts::HACK_REGULAR)?;
        Ok(Self { font })
    }

    /// The width of a character, pixels.
    pub const fn advance(size: f32) -> f32 {
        0.602 * size
    }

    /// Draws a line. Its base line begins at a point.
    pub fn line(&self, text: &str, [x, y]: [f32; 2], size: f32, color: Color) {
        let (mut run, mut start) = (String::new(), 0u16);
        for (column, character) in (0u16..).zip(text.chars()) {
            let Some((letter, raised)) = substitute(character) else {
                run.push(character);
                continue;
            };
            self.run(&run, x + f32::from(start) * Self::advance(size), y, size, color);
            let at = x + f32::from(column) * Self::advance(size);
            self.run(letter.encode_utf8(&mut [0; 4]), at, y - raised * size, SMALL * size, color);
            (run, start) = (String::new(), column + 1);
        }
        self.run(&run, x + f32::from(start) * Self::advance(size), y, size, color);
    }

    fn run(&self, text: &str, x: f32, y: f32, size: f32, color: Color) {
        if text.is_empty() {
            return;
        }
        let dpi = screen_dpi_scale();
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // a few dozen pixels
        let font_size = (size * dpi).round() as u16;
        let font_scale = size / f32::from(font_size);
        draw_text_ex(
            text,
            x,
            y,
            TextParams { font: Some(&self.font), font_size, font_scale, color, ..TextParams::default() },
        );
    }
}
