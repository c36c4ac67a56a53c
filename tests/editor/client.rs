//! As much of the language server protocol as an editor needs that asks one file three kinds of questions.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;
use std::{env, thread};

use serde_json::{Value, json};

use crate::package::{Package, Place};

/// How long the server may take to build the dependencies and the macro, which an idle machine does in a minute.
const PATIENCE: Duration = Duration::from_mins(20);

/// The rust-analyzer of this machine, if there is one that runs.
pub(crate) fn server() -> Option<String> {
    let name = env::var("RUST_ANALYZER").unwrap_or_else(|_| "rust-analyzer".to_owned());
    // The proxy of rustup is there also where the component is not.
    let version = Command::new(&name).arg("--version").output().ok()?;
    version.status.success().then_some(name)
}

/// An editor with one open file.
pub(crate) struct Client {
    server: Child,
    input: ChildStdin,
    messages: Receiver<Value>,
    file: String,
    source: String,
    last_id: u64,
    version: u64,
}

impl Client {
    /// Starts the server and waits until it knows the crate.
    pub(crate) fn start(server: &str, package: &Package) -> Self {
        let pipes = Command::new(server).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        let mut server = pipes.expect("a server that starts");
        let input = server.stdin.take().expect("its input");
        let output = BufReader::new(server.stdout.take().expect("its output"));
        let (sender, messages) = channel();
        thread::spawn(move || read(output, |message| sender.send(message).is_ok()));
        let (file, source) = (uri(&package.file()), package.source().to_owned());
        let mut client = Self { server, input, messages, file, source, last_id: 0, version: 0 };
        client.request("initialize", &initialization(package));
        client.notify("initialized", &json!({}));
        let document = json!({ "uri": client.file, "languageId": "rust", "version": 0, "text": client.source });
        client.notify("textDocument/didOpen", &json!({ "textDocument": document }));
        client.wait_until_quiet();
        client
    }

    /// Types another source.
    pub(crate) fn change(&mut self, package: &Package) {
        package.source().clone_into(&mut self.source);
        self.version += 1;
        let document = json!({ "uri": self.file, "version": self.version });
        let changes = json!([{ "text": self.source }]);
        self.notify("textDocument/didChange", &json!({ "textDocument": document, "contentChanges": changes }));
    }

    /// What is shown of what stands there.
    pub(crate) fn hover(&mut self, place: Place) -> String {
        let answer = self.ask("textDocument/hover", place);
        answer["contents"]["value"].as_str().unwrap_or_default().to_owned()
    }

    /// Line and text of the definition of what stands there.
    pub(crate) fn definition(&mut self, place: Place) -> (usize, String) {
        let answer = self.ask("textDocument/definition", place);
        let found = if answer.is_array() { &answer[0] } else { &answer };
        let range =
            if found["targetSelectionRange"].is_null() { &found["range"] } else { &found["targetSelectionRange"] };
        let number = |value: &Value| usize::try_from(value.as_u64().unwrap_or(0)).unwrap_or(0);
        let (line, from) = (number(&range["start"]["line"]), number(&range["start"]["character"]));
        let text = self.source.lines().nth(line).and_then(|line| line.get(from..number(&range["end"]["character"])));
        (line, text.unwrap_or_default().to_owned())
    }

    /// The names that are offered there.
    pub(crate) fn completions(&mut self, place: Place) -> Vec<String> {
        let answer = self.ask("textDocument/completion", place);
        let items = if answer.is_array() { &answer } else { &answer["items"] };
        let label = |item: &Value| item["label"].as_str().unwrap_or_default().to_owned();
        // A method is offered with its arguments, a field by its name.
        let name = |label: String| label.split(['(', ' ']).next().unwrap_or_default().to_owned();
        items.as_array().into_iter().flatten().map(label).map(name).collect()
    }

    fn ask(&mut self, method: &str, (line, character): Place) -> Value {
        let position = json!({ "line": line, "character": character });
        self.request(method, &json!({ "textDocument": { "uri": self.file }, "position": position }))
    }

    /// A request, and its answer.
    fn request(&mut self, method: &str, parameters: &Value) -> Value {
        self.last_id += 1;
        let id = self.last_id;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": parameters }));
        loop {
            let message = self.receive();
            if message["id"] == id && message["method"].is_null() {
                assert!(message["error"].is_null(), "{method}: {}", message["error"]);
                return message["result"].clone();
            }
        }
    }

    fn notify(&mut self, method: &str, parameters: &Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": parameters }));
    }

    fn wait_until_quiet(&mut self) {
        loop {
            let message = self.receive();
            if message["method"] == "experimental/serverStatus" && message["params"]["quiescent"] == true {
                // It warns of the standard library's own dependencies where these were never fetched, and does without.
                assert_ne!(message["params"]["health"], "error", "{}", message["params"]["message"]);
                return;
            }
        }
    }

    /// The next message. What the server asks of its editor is answered with nothing.
    fn receive(&mut self) -> Value {
        let message = self.messages.recv_timeout(PATIENCE).expect("a message of the server");
        if !message["id"].is_null() && !message["method"].is_null() {
            self.send(&json!({ "jsonrpc": "2.0", "id": message["id"], "result": null }));
        }
        message
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("a server that listens");
        self.input.flush().expect("a server that listens");
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // It has nothing to save; if it is gone already, all the better.
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// Gives each message to `take` until that wants no more.
fn read(mut output: impl BufRead, take: impl Fn(Value) -> bool) {
    loop {
        let mut length = 0;
        loop {
            let mut line = String::new();
            match output.read_line(&mut line) {
                Ok(0) | Err(_) => return,
                Ok(_) if line.trim().is_empty() => break,
                Ok(_) => {
                    if let Some(digits) = line.strip_prefix("Content-Length:") {
                        length = digits.trim().parse().unwrap_or(0);
                    }
                }
            }
        }
        let mut text = vec![0; length];
        let Ok(message) =
            output.read_exact(&mut text).map_err(drop).and_then(|()| serde_json::from_slice(&text).map_err(drop))
        else {
            return;
        };
        if !take(message) {
            return;
        }
    }
}

fn initialization(package: &Package) -> Value {
    let options = json!({
        "cachePriming": { "enable": false },
        "cargo": { "targetDir": true, "extraEnv": { "CARGO_NET_OFFLINE": "true" } },
        "checkOnSave": false,
    });
    let capabilities = json!({
        "experimental": { "serverStatusNotification": true },
        "textDocument": { "hover": { "contentFormat": ["markdown"] } },
    });
    json!({
        "processId": std::process::id(),
        "rootUri": uri(package.root()),
        "capabilities": capabilities,
        "initializationOptions": options,
    })
}

fn uri(path: &Path) -> String {
    format!("file://{}", path.display())
}
