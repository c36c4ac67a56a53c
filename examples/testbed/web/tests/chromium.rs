//! The page in a headless Chromium: it draws, and a body follows the mouse.
//!
//! Skipped, with a message, where there is no Chromium or no target for wasm.

use std::error::Error;
use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use base64::Engine;
use serde_json::{Value, json};
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

const WIDTH: u32 = 1200;
const HEIGHT: u32 = 700;

#[test]
fn a_body_follows_the_mouse_on_the_page() -> Result<()> {
    let Some(program) = chromium() else {
        println!("skipped: there is no Chromium here");
        return Ok(());
    };
    if !has_target() {
        println!("skipped: rustup target add wasm32-unknown-unknown");
        return Ok(());
    }
    let (address, _thread) = testbed_web::serve(testbed_web::build()?, 0)?;
    let mut browser = Browser::start(program)?;
    browser.open(&address)?;
    // The second scene: few things, and nothing else moves where the wire is not.
    browser.key("2", "Digit2")?;
    // Time stands still while the mouse looks for a bead.
    browser.key(" ", "Space")?;
    let before = browser.picture()?;
    let red = bodies(&before);
    assert!(red.len() > 100, "four red beads are drawn: {} pixels", red.len());

    // Any bead: the first red pixel from above is the rim of one, so its middle is a little lower.
    let (x, y) = red[0];
    let corner = (f64::from(LEFT) + 60.0, f64::from(HEIGHT) - 60.0);
    let near = |picture: &Picture| {
        let away = |&(x, y): &(u32, u32)| (f64::from(x) - corner.0).hypot(f64::from(y) - corner.1);
        bodies(picture).iter().map(away).fold(f64::INFINITY, f64::min)
    };
    let distance_before = near(&before);
    browser.mouse("mousePressed", f64::from(x), f64::from(y) + 6.0)?;
    browser.key(" ", "Space")?;
    browser.mouse("mouseMoved", corner.0, corner.1)?;
    std::thread::sleep(Duration::from_secs(2));
    let after = browser.picture()?;
    let distance_after = near(&after);
    // The wire hangs on a nail, so the bead comes nearer by what its wire reaches: some hundred pixels.
    assert!(
        distance_after < distance_before - 30.0,
        "{distance_after} pixels from the mouse, {distance_before} before"
    );
    // The line from the hand to the body is drawn while it is held.
    let line = |picture: &Picture| picture.count(|[r, g, b]| r > 190 && r < 220 && g < 80 && b < 60);
    assert!(
        line(&after) > line(&before) + 50,
        "the line to the mouse: {} pixels, {} before",
        line(&after),
        line(&before)
    );
    Ok(())
}

/// Width of the list of scenes, pixels.
const LEFT: u32 = 190;
/// Width of the plots, pixels.
const RIGHT: u32 = 230;

/// The pixels of red bodies, from above.
fn bodies(picture: &Picture) -> Vec<(u32, u32)> {
    picture.find(|[r, g, b]| r > 225 && (150..200).contains(&g) && (130..185).contains(&b))
}

fn chromium() -> Option<&'static str> {
    let answers =
        |program: &&str| Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success());
    ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"].into_iter().find(answers)
}

fn has_target() -> bool {
    let output =
        Command::new("rustc").args(["--print", "target-libdir", "--target", "wasm32-unknown-unknown"]).output();
    output.is_ok_and(|output| std::path::Path::new(String::from_utf8_lossy(&output.stdout).trim()).exists())
}

/// A Chromium without a window, driven by its DevTools protocol.
struct Browser {
    process: Child,
    socket: WebSocket<MaybeTlsStream<TcpStream>>,
    session: Value,
    number: u64,
    profile: std::path::PathBuf,
}

impl Browser {
    fn start(program: &str) -> Result<Self> {
        let profile = std::env::temp_dir().join(format!("testbed-web-{}", std::process::id()));
        let mut process = Command::new(program)
            .args(["--headless=new", "--no-sandbox", "--remote-debugging-port=0", "--hide-scrollbars"])
            // There need not be a graphics card.
            .args(["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"])
            .arg(format!("--window-size={WIDTH},{HEIGHT}"))
            .arg(format!("--user-data-dir={}", profile.display()))
            .stderr(Stdio::piped())
            .spawn()?;
        let stderr = process.stderr.take().ok_or("no stderr")?;
        let mut lines = BufReader::new(stderr).lines();
        let address = loop {
            let line = lines.next().ok_or("Chromium stopped")??;
            if let Some(address) = line.strip_prefix("DevTools listening on ") {
                break address.to_owned();
            }
        };
        // Or Chromium would block once the pipe is full.
        std::thread::spawn(move || lines.for_each(drop));
        let (socket, _) = tungstenite::connect(address)?;
        Ok(Self { process, socket, session: Value::Null, number: 0, profile })
    }

    fn open(&mut self, address: &str) -> Result<()> {
        let target = self.call("Target.createTarget", json!({ "url": "about:blank" }))?["targetId"].clone();
        let attached = self.call("Target.attachToTarget", json!({ "targetId": target, "flatten": true }))?;
        self.session = attached["sessionId"].clone();
        let size = json!({ "width": WIDTH, "height": HEIGHT, "deviceScaleFactor": 1, "mobile": false });
        self.call("Emulation.setDeviceMetricsOverride", size)?;
        self.call("Page.navigate", json!({ "url": address }))?;
        // Loaded when it draws: the list of scenes has another colour than the paper.
        for _ in 0..240 {
            std::thread::sleep(Duration::from_millis(500));
            if self.picture()?.count(|[r, g, b]| r.abs_diff(240) < 4 && g.abs_diff(240) < 4 && b.abs_diff(235) < 4)
                > 1000
            {
                return Ok(());
            }
        }
        Err("the page draws nothing within two minutes".into())
    }

    /// Calls a method of the protocol and gives its result.
    fn call(&mut self, method: &str, params: Value) -> Result<Value> {
        self.number += 1;
        let mut message = json!({ "id": self.number, "method": method, "params": params });
        if self.session.is_string() {
            message["sessionId"] = self.session.clone();
        }
        self.socket.send(Message::text(message.to_string()))?;
        loop {
            let Message::Text(text) = self.socket.read()? else { continue };
            let mut answer: Value = serde_json::from_str(&text)?;
            if answer["id"] == self.number {
                if answer["error"].is_object() {
                    return Err(format!("{method}: {}", answer["error"]).into());
                }
                return Ok(answer["result"].take());
            }
        }
    }

    fn mouse(&mut self, kind: &str, x: f64, y: f64) -> Result<()> {
        // Where the mouse is comes first: the testbed asks for it once a frame.
        for kind in ["mouseMoved", kind] {
            let event = json!({ "type": kind, "x": x, "y": y, "button": "left", "buttons": 1, "clickCount": 1 });
            self.call("Input.dispatchMouseEvent", event)?;
            std::thread::sleep(Duration::from_millis(200));
        }
        Ok(())
    }

    fn key(&mut self, key: &str, code: &str) -> Result<()> {
        self.call("Runtime.evaluate", json!({ "expression": "document.querySelector('canvas').focus()" }))?;
        for kind in ["keyDown", "keyUp"] {
            self.call("Input.dispatchKeyEvent", json!({ "type": kind, "key": key, "code": code }))?;
            std::thread::sleep(Duration::from_millis(200));
        }
        Ok(())
    }

    fn picture(&mut self) -> Result<Picture> {
        let shot = self.call("Page.captureScreenshot", json!({ "format": "png" }))?;
        let data = shot["data"].as_str().ok_or("no picture")?;
        let bytes = base64::engine::general_purpose::STANDARD.decode(data)?;
        if let Some(path) = std::env::var_os("TESTBED_PICTURE") {
            std::fs::write(path, &bytes)?;
        }
        let mut reader = png::Decoder::new(bytes.as_slice()).read_info()?;
        let mut pixels = vec![0; reader.output_buffer_size()];
        let info = reader.next_frame(&mut pixels)?;
        Ok(Picture { pixels, width: info.width, samples: info.color_type.samples() })
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // It may have stopped by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = std::fs::remove_dir_all(&self.profile);
    }
}

struct Picture {
    pixels: Vec<u8>,
    width: u32,
    samples: usize,
}

impl Picture {
    /// The pixels of the scene that have a colour, from above, left to right.
    fn find(&self, is: impl Fn([u8; 3]) -> bool) -> Vec<(u32, u32)> {
        let colors =
            self.pixels.chunks_exact(self.samples).zip(0..).filter(|(color, _)| is([color[0], color[1], color[2]]));
        let places = colors.map(|(_, nth): (_, u32)| (nth % self.width, nth / self.width));
        places.filter(|(x, _)| (LEFT..self.width - RIGHT).contains(x)).collect()
    }

    /// How many pixels of the whole picture have a colour.
    fn count(&self, is: impl Fn([u8; 3]) -> bool) -> usize {
        self.pixels.chunks_exact(self.samples).filter(|color| is([color[0], color[1], color[2]])).count()
    }
}
