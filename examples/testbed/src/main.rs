//! The testbed's window. `cargo run --release`, or the page that `cargo run -p testbed-web` makes.

#![allow(unreachable_pub)] // in a program, `pub` says what the other modules use

mod app;
mod draw;
mod input;
mod overlay;
mod text;

use macroquad::prelude::{Conf, next_frame};

fn conf() -> Conf {
    Conf {
        window_title: "constraint-core testbed".to_owned(),
        window_width: 1280,
        window_height: 760,
        high_dpi: true,
        sample_count: 4,
        ..Conf::default()
    }
}

#[macroquad::main(conf)]
async fn main() {
    let mut app = match app::App::new() {
        Ok(app) => app,
        Err(error) => {
            eprintln!("{error}");
            return;
        }
    };
    loop {
        app.frame();
        next_frame().await;
    }
}
