//! A program that keeps the line protocol except for one named fault.
//!
//! The tests of acegate start it; so can you: `acegate doctor --cmd "misbehave hangs"`. It answers
//! with the reference codecs. The fault occurs on every request, on every Nth with `--every N`, or
//! on requests whose input contains the word of `--on`.

mod actions;
mod fault;
mod system;
mod tree;

use std::fs::File;
use std::io::{self, BufRead, Read, Write};
use std::path::PathBuf;
use std::thread::sleep;
use std::time::Duration;

use acegate::implementation::{Implementation, InProcess, Registry};
use acegate::observation::Outcome;
use acegate::protocol::{Reply, Request};
use acegate_codec::{Text, Value};
use clap::Parser;
use serde_json::{Value as Json, json};

use actions::{allocate, end_by, exit, flood, hang, padded, say};
use fault::{Fault, Step, faults};

/// Keeps the line protocol except for one fault.
#[derive(Parser)]
struct Arguments {
    /// The fault. Beside its name are the steps that it takes on a request. At the start, on hello and at
    /// the end of the input it does what its name says, and is otherwise right.
    #[arg(value_parser = faults())]
    fault: &'static Fault,
    /// The fault occurs only on requests whose input contains this word.
    #[arg(long)]
    on: Option<String>,
    /// The fault occurs only on every Nth request.
    #[arg(long)]
    every: Option<u64>,
    /// The status to end with, if the fault is to end.
    #[arg(long, default_value_t = 3)]
    status: u8,
    /// With answers-late and computes: how late, in milliseconds.
    #[arg(long, default_value_t = 3000)]
    late: u64,
    /// With pads-reply: the length of the line, its newline included.
    #[arg(long, default_value_t = 2 << 20)]
    bytes: usize,
    /// With starts-once and hangs-when-restarted: the file whose presence says that it has started before.
    #[arg(long)]
    file: Option<PathBuf>,
}

fn main() -> io::Result<()> {
    let words: Vec<_> = std::env::args().skip(1).collect();
    if let Some(ended) = tree::child(&words) {
        return ended;
    }
    let arguments = Arguments::parse();
    tree::know_grandparent();
    match arguments.fault.name {
        "exits-at-once" => exit(arguments.status),
        "starts-once" if arguments.is_restarted() => exit(arguments.status),
        "hangs-when-restarted" if arguments.is_restarted() => hang(),
        #[cfg(unix)]
        "ignores-sigterm" => {
            let flag = std::sync::Arc::<std::sync::atomic::AtomicBool>::default();
            signal_hook::flag::register(signal_hook::consts::SIGTERM, flag)?;
        }
        _ => {}
    }
    let reference = InProcess::registry(Registry::Reference);
    let mut speaker = Speaker {
        arguments,
        reference,
        asked: 0,
        kept: Vec::new(),
        leaked: Vec::new(),
        buffer: Vec::new(),
    };
    speaker.serve()
}

impl Arguments {
    /// Whether the program has started before with this file, which it makes the first time.
    fn is_restarted(&self) -> bool {
        match &self.file {
            Some(file) => File::create_new(file).is_err(),
            None => false,
        }
    }
}

/// The running program.
struct Speaker {
    arguments: Arguments,
    reference: InProcess,
    asked: u64,
    kept: Vec<u8>,
    leaked: Vec<Vec<u8>>,
    /// The code points of earlier results, which later ones are written over.
    buffer: Vec<u32>,
}

impl Speaker {
    fn serve(&mut self) -> io::Result<()> {
        let name = self.arguments.fault.name;
        if matches!(name, "loses-ahead" | "answers-backwards") {
            return self.serve_reads(name == "loses-ahead");
        }
        for line in io::stdin().lock().lines() {
            self.take_line(&line?)?;
        }
        match name {
            "ignores-end" => hang(),
            "says-goodbye" => say(b"goodbye\n"),
            _ => say(&self.kept),
        }
    }

    /// Serves the first of the lines that each read gives together, or all in the reverse order.
    fn serve_reads(&mut self, is_first_only: bool) -> io::Result<()> {
        let mut buffer = [0; 1 << 16];
        loop {
            let length = io::stdin().read(&mut buffer)?;
            if length == 0 {
                return Ok(());
            }
            let text = String::from_utf8_lossy(&buffer[..length]).into_owned();
            let mut lines: Vec<&str> = text.lines().collect();
            if is_first_only {
                lines.truncate(1);
            }
            lines
                .into_iter()
                .rev()
                .try_for_each(|line| self.take_line(line))?;
        }
    }

    fn take_line(&mut self, line: &str) -> io::Result<()> {
        if line.contains(r#""type":"hello""#) {
            self.hello()
        } else {
            self.reply(line)
        }
    }

    fn hello(&mut self) -> io::Result<()> {
        let mut hello = serde_json::to_value(self.reference.describe())?;
        hello["window"] = json!(64);
        let mut before = "";
        let mut after = "";
        match self.arguments.fault.name {
            "dies-on-hello" => std::process::abort(),
            "hangs-at-hello" => hang(),
            "floods-at-hello" => flood("aaaaaaaa"),
            "banner" => before = "misbehave 1.0 ready\n",
            "banner-after-hello" => after = "waiting for requests\n",
            "wrong-version" => hello["protocol"] = json!(2),
            "wrong-type" => hello["type"] = json!("goodbye"),
            "no-metadata" => hello["implementation"] = Json::Null,
            "no-codecs" => hello["codecs"] = json!({}),
            "changes-hello" => {
                hello["implementation"]["version"] = json!(std::process::id().to_string());
            }
            _ => {}
        }
        let lines = format!("{before}{hello}\n{after}");
        if self.arguments.fault.name == "never-flushes" {
            self.kept.extend(lines.bytes());
            return Ok(());
        }
        say(lines.as_bytes())
    }

    fn reply(&mut self, line: &str) -> io::Result<()> {
        let (id, request) = Request::from_line(line.as_bytes()).map_err(io::Error::other)?;
        self.asked += 1;
        let reply = Reply {
            id,
            outcome: self.reference.answer(&request).outcome,
        };
        if !self.has_fault(&request) {
            return say(&reply.to_line());
        }
        self.arguments
            .fault
            .steps
            .iter()
            .try_for_each(|step| self.take(*step, &reply))
    }

    /// Whether the fault occurs on this request.
    fn has_fault(&self, request: &Request) -> bool {
        if self
            .arguments
            .every
            .is_some_and(|every| !self.asked.is_multiple_of(every))
        {
            return false;
        }
        self.arguments.on.as_ref().is_none_or(|word| {
            let text = request
                .input
                .as_text()
                .ok()
                .and_then(Text::to_scalar_string);
            text.is_some_and(|text| text.contains(word))
        })
    }

    /// Overwrites the values of earlier replies with the value of a reply, once they are `length` long. The rest of
    /// them stays after it.
    fn over_earlier(&mut self, reply: &Reply, length: usize) -> Reply {
        let Outcome::Value(Value::Text(text)) = &reply.outcome else {
            return reply.clone();
        };
        let own = text.code_points.len();
        let rest = self.buffer.get(own..).unwrap_or_default().to_vec();
        self.buffer = [&text.code_points[..], &rest].concat();
        if self.buffer.len() < length {
            return reply.clone();
        }
        let outcome = Outcome::Value(Value::from_code_points(self.buffer.clone()));
        Reply { outcome, ..*reply }
    }

    /// Takes a step of the fault on the request with this right reply.
    fn take(&mut self, step: Step, reply: &Reply) -> io::Result<()> {
        let late = Duration::from_millis(self.arguments.late);
        match step {
            Step::Reply => return say(&reply.to_line()),
            Step::ReplyTwice => return say(&reply.to_line().repeat(2)),
            Step::ReplyTo(offset) => {
                let id = reply.id.wrapping_add_signed(offset);
                return say(&Reply {
                    id,
                    ..reply.clone()
                }
                .to_line());
            }
            Step::ReplyPadded => return say(&padded(reply.to_line(), self.arguments.bytes)),
            Step::ReplyOverEarlier(length) => {
                return say(&self.over_earlier(reply, length).to_line());
            }
            Step::ReplyInPieces => {
                for piece in reply.to_line().chunks(3) {
                    sleep(Duration::from_millis(1));
                    say(piece)?;
                }
            }
            Step::KeepReply => self.kept.extend(reply.to_line()),
            Step::Say(text) => {
                let text = text.replace("ID", &reply.id.to_string());
                return say((text + "\n").as_bytes());
            }
            Step::SayLong(text, [open, close], count) => {
                let long = [open.repeat(count), close.repeat(count)].concat();
                let text = text
                    .replace("ID", &reply.id.to_string())
                    .replace("LONG", &long);
                return say((text + "\n").as_bytes());
            }
            Step::SayNoUtf8 => {
                let text = format!(r#"{{"id":{},"ok":{{"t":""#, reply.id);
                return say(&[text.as_bytes(), b"\xFF\xFE\"}}\n"].concat());
            }
            Step::Flood(text) => flood(text),
            Step::WriteErrors(count) => {
                (0..count).try_for_each(|_| io::stderr().write_all(&[b'e'; 1 << 14]))?;
            }
            Step::Exit => exit(self.arguments.status),
            Step::ExitOnSecond if self.asked == 2 => exit(self.arguments.status),
            Step::ExitOnSecond => {}
            Step::Hang => hang(),
            Step::Doze => loop {
                sleep(Duration::from_millis(20));
            },
            Step::Abort => std::process::abort(),
            Step::Signal(signal) => end_by(signal),
            Step::SignalParent(signal) => tree::signal_parent(signal),
            Step::CloseOutput => system::close_output()?,
            Step::WaitLate => sleep(late),
            Step::WaitShortly => sleep(Duration::from_millis(50)),
            Step::ComputeLate => return tree::spin(late),
            Step::Compute => return tree::spin(Duration::MAX),
            Step::Allocate => allocate(),
            Step::Leak => self.leaked.push(vec![1; 1 << 20]),
            Step::SignalGrandparent(signal) => tree::signal_grandparent(signal),
            Step::FillMemoryFile(name) => return tree::fill_memory_file(name),
            Step::FillSmallFiles => return tree::fill_small_files(),
            Step::OpenFiles(count) => tree::open_files(count),
            Step::AttackTerminal => tree::attack_terminal(),
            Step::Leave(count, child, leaves) => {
                return (0..count).try_for_each(|_| tree::leave(child, leaves));
            }
        }
        Ok(())
    }
}
