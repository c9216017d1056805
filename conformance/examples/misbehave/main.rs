//! A program that keeps the line protocol except for one named fault.
//!
//! The tests of acegate start it; so can you: `acegate doctor --cmd "misbehave hangs"`. It answers
//! with the reference codecs. The fault occurs on every request, on every Nth with `--every N`, or
//! on requests whose input contains the word of `--on`.

mod actions;
mod mode;
mod tree;

use std::fs::File;
use std::io::{self, BufRead, Read, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread::sleep;
use std::time::Duration;

use acegate::implementation::{Implementation, InProcess, Registry};
use acegate::observation::{Outcome, Refusal};
use acegate::protocol::{Reply, Request};
use acegate_codec::{Text, Value};
use clap::Parser;
use rustix::process::Signal;
use serde_json::{Value as Json, json};

use actions::{allocate, end_by, exit, flood, hang, leave_child, padded, say};
use mode::Mode;
use tree::{Child, Leaves};

/// Keeps the line protocol except for one fault.
#[derive(Parser)]
struct Arguments {
    /// The fault.
    mode: Mode,
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
    /// With starts-once: the file whose presence says that it has started before.
    #[arg(long)]
    file: Option<PathBuf>,
}

fn main() -> io::Result<()> {
    let words: Vec<_> = std::env::args().skip(1).collect();
    if let Some(ended) = tree::child(&words) {
        return ended;
    }
    let arguments = Arguments::parse();
    match arguments.mode {
        Mode::ExitsAtOnce => exit(arguments.status),
        Mode::StartsOnce => {
            if let Some(file) = &arguments.file
                && File::create_new(file).is_err()
            {
                exit(arguments.status);
            }
        }
        Mode::HangsWhenRestarted => {
            if let Some(file) = &arguments.file
                && File::create_new(file).is_err()
            {
                hang();
            }
        }
        Mode::IgnoresSigterm => {
            let ignored = Arc::new(AtomicBool::new(false));
            signal_hook::flag::register(signal_hook::consts::SIGTERM, ignored)?;
        }
        _ => {}
    }
    let reference = InProcess::registry(Registry::Reference);
    let (kept, leaked, buffer) = (Vec::new(), Vec::new(), Vec::new());
    Speaker { arguments, reference, asked: 0, kept, leaked, buffer }.serve()
}

/// The length of a long result.
const LONG: usize = 40;

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
        if matches!(self.arguments.mode, Mode::LosesAhead | Mode::AnswersBackwards) {
            return self.serve_reads();
        }
        for line in io::stdin().lock().lines() {
            self.take_line(&line?)?;
        }
        match self.arguments.mode {
            Mode::IgnoresEnd => hang(),
            Mode::SaysGoodbye => say(b"goodbye\n"),
            _ => say(&self.kept),
        }
    }

    /// Serves the lines that each read gives together.
    fn serve_reads(&mut self) -> io::Result<()> {
        let mut buffer = [0; 1 << 16];
        loop {
            let length = io::stdin().read(&mut buffer)?;
            if length == 0 {
                return Ok(());
            }
            let text = String::from_utf8_lossy(&buffer[..length]).into_owned();
            let mut lines: Vec<&str> = text.lines().collect();
            match self.arguments.mode {
                Mode::LosesAhead => lines.truncate(1),
                _ => lines.reverse(),
            }
            lines.into_iter().try_for_each(|line| self.take_line(line))?;
        }
    }

    fn take_line(&mut self, line: &str) -> io::Result<()> {
        if line.contains(r#""type":"hello""#) { self.hello() } else { self.reply(line) }
    }

    fn hello(&mut self) -> io::Result<()> {
        let mut hello = serde_json::to_value(self.reference.describe())?;
        hello["window"] = json!(64);
        let (mut before, mut after) = ("", "");
        match self.arguments.mode {
            Mode::DiesOnHello => std::process::abort(),
            Mode::HangsAtHello => hang(),
            Mode::FloodsAtHello => flood(b"aaaaaaaa"),
            Mode::Banner => before = "misbehave 1.0 ready\n",
            Mode::BannerAfterHello => after = "waiting for requests\n",
            Mode::WrongVersion => hello["protocol"] = json!(2),
            Mode::WrongType => hello["type"] = json!("goodbye"),
            Mode::NoMetadata => hello["implementation"] = Json::Null,
            Mode::NoCodecs => hello["codecs"] = json!({}),
            Mode::ChangesHello => {
                hello["implementation"]["version"] = json!(std::process::id().to_string());
            }
            _ => {}
        }
        let lines = format!("{before}{hello}\n{after}");
        if self.arguments.mode == Mode::NeverFlushes {
            self.kept.extend(lines.bytes());
            return Ok(());
        }
        say(lines.as_bytes())
    }

    fn reply(&mut self, line: &str) -> io::Result<()> {
        let (id, request) = Request::from_line(line.as_bytes()).map_err(io::Error::other)?;
        self.asked += 1;
        let reply = Reply { id, outcome: self.reference.answer(&request).outcome };
        if self.has_fault(&request) { self.misbehave(reply) } else { say(&reply.to_line()) }
    }

    /// Whether the fault occurs on this request.
    fn has_fault(&self, request: &Request) -> bool {
        if self.arguments.every.is_some_and(|every| !self.asked.is_multiple_of(every)) {
            return false;
        }
        self.arguments.on.as_ref().is_none_or(|word| {
            let text = request.input.as_text().ok().and_then(Text::to_scalar_string);
            text.is_some_and(|text| text.contains(word))
        })
    }

    /// Writes the value of a reply over those of earlier ones, of which the rest stays after it; once
    /// they are `length` long.
    fn over_earlier(&mut self, reply: Reply, length: usize) -> Reply {
        let Outcome::Value(Value::Text(text)) = &reply.outcome else { return reply };
        let own = text.code_points.len();
        let rest = self.buffer.get(own..).unwrap_or_default().to_vec();
        self.buffer = [&text.code_points[..], &rest].concat();
        if self.buffer.len() < length {
            return reply;
        }
        Reply { outcome: Outcome::Value(Value::from_code_points(self.buffer.clone())), ..reply }
    }

    /// Replies to a request with the fault.
    fn misbehave(&mut self, reply: Reply) -> io::Result<()> {
        let line = reply.to_line();
        let id = reply.id;
        match self.arguments.mode {
            Mode::Hangs | Mode::IgnoresSigterm => hang(),
            Mode::Stops => end_by(Signal::STOP),
            Mode::Exits | Mode::StartsOnce | Mode::HangsWhenRestarted | Mode::ChangesHello => {
                exit(self.arguments.status)
            }
            Mode::Aborts => std::process::abort(),
            Mode::Segfaults => end_by(Signal::SEGV),
            Mode::ClosesStdout => {
                rustix::stdio::dup2_stdout(File::open("/dev/null")?)?;
                hang();
            }
            Mode::ExitsOnSecond if self.asked == 2 => exit(self.arguments.status),
            Mode::ReportsCrash => {
                say(format!("{}\n", json!({"id": id, "crash": "index out of bounds"})).as_bytes())
            }
            Mode::NoJson => say(b"decoding...\n"),
            Mode::NotAReply => say(format!("{}\n", json!({"id": id, "result": "x"})).as_bytes()),
            Mode::WrongId => say(&Reply { id: id + 1000, ..reply }.to_line()),
            Mode::PreviousId => say(&Reply { id: id - 1, ..reply }.to_line()),
            Mode::AnswersTwice => say(&line.repeat(2)),
            Mode::AnswersLate => {
                sleep(Duration::from_millis(self.arguments.late));
                say(&line)
            }
            Mode::InvalidUtf8 => {
                let mut line = format!(r#"{{"id":{id},"ok":{{"t":""#).into_bytes();
                line.extend(b"\xFF\xFE\"}}\n");
                say(&line)
            }
            Mode::DeepReply => {
                let (open, close) = ("[".repeat(500_000), "]".repeat(500_000));
                say(format!("{{\"id\":{id},\"ok\":{open}{close}}}\n").as_bytes())
            }
            Mode::HugeNumber => {
                say(format!("{{\"id\":{id},\"ok\":{{\"u\":[18446744073709551616]}}}}\n").as_bytes())
            }
            Mode::LongNumber => {
                let digits = "9".repeat((1 << 20) - 100);
                say(format!("{{\"id\":{id},\"ok\":{{\"u\":[{digits}]}}}}\n").as_bytes())
            }
            Mode::PadsReply => say(&padded(line, self.arguments.bytes)),
            Mode::FloodsStdout => flood(b"aaaaaaaa"),
            Mode::FloodsLines => flood(b"noise\n"),
            Mode::FloodsAfterReply => {
                say(&line)?;
                flood(b"noise\n");
            }
            Mode::FloodsStderr => loop {
                io::stderr().write_all(&[b'e'; 1 << 14])?;
            },
            Mode::Allocates => allocate(),
            Mode::LeavesChild => {
                leave_child(Mode::HangsAtHello)?;
                exit(self.arguments.status);
            }
            Mode::HangsWithChild => {
                leave_child(Mode::HangsAtHello)?;
                hang();
            }
            Mode::LeavesFlood => {
                leave_child(Mode::FloodsAtHello)?;
                exit(self.arguments.status);
            }
            Mode::Leaks => {
                self.leaked.push(vec![1; 1 << 20]);
                say(&line)
            }
            Mode::LeavesGroup => {
                tree::leave(Child::Waits, Leaves::Group)?;
                say(&line)
            }
            Mode::LeavesSession => {
                tree::leave(Child::Waits, Leaves::Session)?;
                exit(self.arguments.status);
            }
            Mode::LeavesDaemon => {
                tree::leave(Child::Waits, Leaves::Parent)?;
                exit(self.arguments.status);
            }
            Mode::LeavesClosedDaemon => {
                tree::leave(Child::WaitsClosed, Leaves::Parent)?;
                exit(self.arguments.status);
            }
            Mode::HangsWithDaemon => {
                tree::leave(Child::Waits, Leaves::Parent)?;
                hang();
            }
            Mode::LeavesManyDaemons => {
                for _ in 0..200 {
                    tree::leave(Child::Waits, Leaves::Parent)?;
                }
                exit(self.arguments.status);
            }
            Mode::LeavesRespawner => {
                tree::leave(Child::Respawns, Leaves::Session)?;
                say(&line)
            }
            Mode::LeavesSpinner => {
                tree::leave(Child::Spins, Leaves::Parent)?;
                say(&line)
            }
            Mode::ChildAllocates => {
                tree::leave(Child::Allocates, Leaves::Session)?;
                hang();
            }
            Mode::ChildrenAllocate => {
                for _ in 0..12 {
                    tree::leave(Child::TakesSome, Leaves::Session)?;
                }
                hang();
            }
            Mode::FillsMemoryFile => tree::fill_memory_file(),
            Mode::AttacksTerminal => {
                tree::attack_terminal();
                say(&line)
            }
            Mode::KillsParent => {
                tree::signal_parent(Signal::KILL);
                hang();
            }
            Mode::StopsParent => {
                tree::signal_parent(Signal::STOP);
                hang();
            }
            Mode::KillsParentLeavesDaemon => {
                tree::leave(Child::Waits, Leaves::Parent)?;
                sleep(Duration::from_millis(50));
                tree::signal_parent(Signal::KILL);
                exit(self.arguments.status);
            }
            Mode::Spins => tree::spin(Duration::MAX),
            Mode::Computes => {
                tree::spin(Duration::from_millis(self.arguments.late))?;
                say(&line)
            }
            Mode::Dozes => loop {
                sleep(Duration::from_millis(20));
            },
            Mode::ExitsAfterReply => {
                say(&line)?;
                exit(self.arguments.status);
            }
            Mode::LongMessage => {
                let message = Some("m".repeat((1 << 20) - 100));
                let refusal = Refusal { message, ..Refusal::default() };
                say(&Reply { id, outcome: Outcome::Refused(refusal) }.to_line())
            }
            Mode::LongValue => {
                let value = "v".repeat((1 << 20) - 100).as_str().into();
                say(&Reply { id, outcome: Outcome::Value(value) }.to_line())
            }
            Mode::KeepsRest => say(&self.over_earlier(reply, 0).to_line()),
            Mode::KeepsRestOfLong => say(&self.over_earlier(reply, LONG).to_line()),
            Mode::SplitsReply => line.chunks(3).try_for_each(|piece| {
                sleep(Duration::from_millis(1));
                say(piece)
            }),
            Mode::NoisyStderr => {
                io::stderr().write_all(&[b'e'; 1 << 20])?;
                say(&line)
            }
            Mode::NeverFlushes | Mode::KeepsReplies => {
                self.kept.extend(line);
                Ok(())
            }
            _ => say(&line),
        }
    }
}
