//! A frame: input, time, drawing.

use constraint_core::Vec2;
use constraint_testbed::camera::Camera;
use constraint_testbed::pick;
use constraint_testbed::session::Session;
use macroquad::prelude as mq;

use crate::input::{self, Command, Mouse};
use crate::text::Text;
use crate::{draw, overlay};

/// The program.
pub struct App {
    session: Session,
    camera: Camera,
    text: Text,
    /// Where the left button went down on nothing, and the mouse was last.
    panned_from: Option<Vec2>,
    /// Where the body was that the camera follows.
    followed: Option<Vec2>,
    shows_joints: bool,
    shows_derivation: bool,
    shows_help: bool,
}

/// How near the mouse has to come to something, pixels.
const REACH: f32 = 14.0;
/// With more joints, they are not drawn at first.
const MANY: usize = 2000;

impl App {
    pub fn new() -> Result<Self, Box<dyn std::error::Error>> {
        let session = Session::open(0)?;
        Ok(Self {
            camera: Camera::showing(session.stage.view, frame()),
            session,
            text: Text::new()?,
            panned_from: None,
            followed: None,
            shows_joints: true,
            shows_derivation: true,
            shows_help: false,
        })
    }

    /// Shows a frame.
    pub fn frame(&mut self) {
        self.fit();
        for command in input::commands() {
            self.obey(command);
        }
        let mouse = Mouse::now();
        self.point(&mouse);
        self.session.frame(mq::get_frame_time(), input::steer(), &mq::miniquad::date::now);
        self.follow();
        self.draw(mouse.at);
    }

    /// The window may have another size now.
    fn fit(&mut self) {
        let frame = frame();
        if frame != self.camera.frame {
            self.camera.scale *= (frame[1] / self.camera.frame[1]).min_element();
            self.camera.frame = frame;
        }
    }

    fn home(&mut self) {
        self.camera = Camera::showing(self.session.stage.view, frame());
        self.followed = None;
        if let Some(at) = self.leader() {
            self.camera.centre.x = at.x;
        }
    }

    fn leader(&self) -> Option<Vec2> {
        let stage = &self.session.stage;
        stage.follow.and_then(|body| stage.world.body(body).ok()).map(constraint_core::Body::position)
    }

    /// The camera goes along with the body that it follows.
    fn follow(&mut self) {
        let now = self.leader();
        if let (Some(now), Some(before)) = (now, self.followed) {
            self.camera.centre.x += now.x - before.x;
        }
        self.followed = now;
    }

    fn open(&mut self, number: usize) {
        // Every scene opens: a test runs them all.
        if let Ok(session) = Session::open(number) {
            self.shows_joints = session.stage.joints.len() < MANY;
            self.session = session;
            self.home();
        }
    }

    fn obey(&mut self, command: Command) {
        let number = self.session.number;
        let scenes = constraint_testbed::scenes::SCENES.len();
        let world = &mut self.session.stage.world;
        match command {
            Command::Open(number) => self.open(number),
            Command::Next => self.open(number + 1),
            Command::Previous => self.open(number + scenes - 1),
            Command::Restart => self.open(number),
            Command::Pause => self.session.is_paused ^= true,
            Command::Step => {
                self.session.is_paused = true;
                self.session.step(input::steer(), &mq::miniquad::date::now);
            }
            Command::MoreSubsteps => self.session.change_substeps(true),
            Command::FewerSubsteps => self.session.change_substeps(false),
            Command::Stepping => self.session.change_stepping(),
            Command::EnergyGuard => world.set_energy_guard(!world.energy_guard()),
            Command::Joints => self.shows_joints ^= true,
            Command::Derivation => self.shows_derivation ^= true,
            Command::Help => self.shows_help ^= true,
            Command::Home => self.home(),
        }
    }

    fn point(&mut self, mouse: &Mouse) {
        let is_inside = self.is_inside(mouse.at);
        if mouse.zoom != 1.0 && is_inside {
            self.camera.zoom(mouse.zoom, mouse.at);
        }
        let at = self.camera.to_world(mouse.at);
        if mouse.is_pressed {
            if let Some(number) = overlay::scene_at(mouse.at) {
                self.open(number);
            } else if is_inside && !self.session.grab(at, REACH / self.camera.scale) {
                self.panned_from = Some(mouse.at);
            }
        }
        if mouse.is_released {
            self.session.release();
            self.panned_from = None;
        }
        if mouse.pans && self.panned_from.is_none() {
            self.panned_from = Some(mouse.at);
        }
        if let Some(before) = self.panned_from {
            self.camera.pan(mouse.at - before);
            let goes_on = mouse.pans || mq::is_mouse_button_down(mq::MouseButton::Left);
            self.panned_from = goes_on.then_some(mouse.at);
        }
        self.session.drag_to(self.camera.to_world(mouse.at));
    }

    fn is_inside(&self, pixel: Vec2) -> bool {
        let [corner, size] = self.camera.frame;
        (pixel - corner).cmpge(Vec2::ZERO).all() && (corner + size - pixel).cmpge(Vec2::ZERO).all()
    }

    fn draw(&self, mouse: Vec2) {
        let session = &self.session;
        let is_pointing = self.shows_derivation && self.is_inside(mouse) && session.drag_line().is_none();
        let reach = REACH / self.camera.scale;
        let hovered =
            if is_pointing { pick::joint_at(&session.stage, self.camera.to_world(mouse), reach) } else { None };
        draw::scene(session, &self.camera, self.shows_joints, hovered);
        overlay::scenes(&self.text, session);
        overlay::plots(&self.text, session);
        overlay::title(&self.text, session);
        if let Some(joint) = hovered {
            overlay::derivation(&self.text, joint, session);
        }
        if self.shows_help {
            overlay::help(&self.text);
        }
    }
}

/// The part of the screen that shows the scene.
fn frame() -> [Vec2; 2] {
    let size = Vec2::new(mq::screen_width() - overlay::LEFT - overlay::RIGHT, mq::screen_height() - overlay::TOP);
    [Vec2::new(overlay::LEFT, overlay::TOP), size.max(Vec2::splat(50.0))]
}
