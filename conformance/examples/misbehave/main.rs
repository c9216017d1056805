//! A program that speaks the line protocol rightly but for one named fault.
//!
//! The tests check acegate with it, and a person can: `acegate doctor --cmd "misbehave hangs"`. It
//! answers with the reference codecs. A fault of a request shows where the input holds the word
//! that `--on` names, on every so-many-th request with `--every`, or on every request.

mod tree;

use std::fs::File;
use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread::sleep;
use std::time::Duration;

use acegate::implementation::{Implementation, InProcess, Registry};
use acegate::observation::{Outcome, Refusal};
use acegate::protocol::{Reply, ReplyBody, Request};
use acegate_codec::Text;
use clap::{Parser, ValueEnum};
use rustix::process::{Signal, getpid, kill_process};
use serde_json::{Value as Json, json};

use tree::{Child, Leaves};

/// Speaks the line protocol rightly but for one fault.
#[derive(Parser)]
struct Arguments {
    /// The fault.
    mode: Mode,
    /// Only requests whose input holds this word meet the fault.
    #[arg(long)]
    on: Option<String>,
    /// Only every so-many-th request meets the fault.
    #[arg(long)]
    every: Option<u64>,
    /// The status to end with, where the fault is to end.
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

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Mode {
    /// Has no fault.
    Behaves,

    /// Ends at once.
    ExitsAtOnce,
    /// Starts the first time, ends on a request, and ends at once from then on.
    StartsOnce,
    /// Starts the first time, ends on a request, and says nothing to hello from then on.
    HangsWhenRestarted,
    /// Aborts when it reads hello.
    DiesOnHello,
    /// Reads hello and says nothing.
    HangsAtHello,
    /// Writes a line before its hello.
    Banner,
    /// Writes a line after its hello.
    BannerAfterHello,
    /// Answers hello with another version of the protocol.
    WrongVersion,
    /// Answers hello with an object of another type.
    WrongType,
    /// Answers hello without saying who it is.
    NoMetadata,
    /// Writes without end, and without the end of a line, when it reads hello.
    FloodsAtHello,
    /// Lists no codecs.
    NoCodecs,

    /// Does not answer.
    Hangs,
    /// Does not answer, and stays when asked to end by SIGTERM.
    IgnoresSigterm,
    /// Stops itself.
    Stops,
    /// Ends by itself.
    Exits,
    /// Ends by SIGABRT.
    Aborts,
    /// Ends by SIGSEGV.
    Segfaults,
    /// Closes standard output and lives on.
    ClosesStdout,
    /// Ends on the second request that it reads, whatever that is.
    ExitsOnSecond,
    /// Reports a failure of its own.
    ReportsCrash,

    /// Answers with a line that is no JSON.
    NoJson,
    /// Answers with JSON that is no reply.
    NotAReply,
    /// Answers with a number that no request has.
    WrongId,
    /// Answers with the number of the request before.
    PreviousId,
    /// Answers twice.
    AnswersTwice,
    /// Answers after a while.
    AnswersLate,
    /// Answers with octets that are no UTF-8.
    InvalidUtf8,
    /// Answers with ten thousand nested arrays.
    DeepReply,
    /// Answers with a code point that no integer type holds.
    HugeNumber,
    /// Answers rightly in a line of a given length.
    PadsReply,

    /// Writes without end, and without the end of a line.
    FloodsStdout,
    /// Writes lines without end.
    FloodsLines,
    /// Answers rightly, then writes lines without end.
    FloodsAfterReply,
    /// Writes to standard error without end, and does not answer.
    FloodsStderr,
    /// Takes memory without end.
    Allocates,
    /// Answers rightly and at once, and keeps a mebibyte for every request.
    Leaks,
    /// Ends and leaves a child that holds standard output.
    LeavesChild,
    /// Hangs and has a child that holds standard output.
    HangsWithChild,
    /// Ends and leaves a child that writes to standard output without end.
    LeavesFlood,
    /// Answers rightly and leaves a child in a process group of its own.
    LeavesGroup,
    /// Ends and leaves a child in a session of its own that holds standard output.
    LeavesSession,
    /// Ends and leaves a daemon that holds standard output.
    LeavesDaemon,
    /// Ends and leaves a daemon with all streams closed.
    LeavesClosedDaemon,
    /// Hangs and has a daemon that holds standard output.
    HangsWithDaemon,
    /// Ends and leaves 200 daemons.
    LeavesManyDaemons,
    /// Answers rightly and leaves a process that starts another one and ends, and so on.
    LeavesRespawner,
    /// Answers rightly and leaves a child that computes without end.
    LeavesSpinner,
    /// Hangs and has a child that takes memory without end.
    ChildAllocates,
    /// Hangs and has twelve children that together take more memory than they may.
    ChildrenAllocate,
    /// Grows a file in memory that is mapped nowhere.
    FillsMemoryFile,
    /// Tries to reach a terminal, and answers rightly.
    AttacksTerminal,
    /// Ends the process that started it, and hangs.
    KillsParent,
    /// Stops the process that started it, and hangs.
    StopsParent,
    /// Ends the process that started it, and leaves a daemon.
    KillsParentLeavesDaemon,
    /// Computes without end.
    Spins,
    /// Computes for a while, then answers rightly.
    Computes,
    /// Wakes up now and then, and does not answer.
    Dozes,
    /// Answers rightly and ends.
    ExitsAfterReply,
    /// Answers with a message of a mebibyte.
    LongMessage,
    /// Answers with a text of a mebibyte.
    LongValue,
    /// Says hello otherwise each time it is started, and ends on a request.
    ChangesHello,

    /// Answers rightly, in many small pieces. No fault.
    SplitsReply,
    /// Answers rightly after a mebibyte on standard error. No fault.
    NoisyStderr,
    /// Keeps all it has to say until the end of its input.
    NeverFlushes,
    /// Keeps its replies, but not its hello, until the end of its input.
    KeepsReplies,
    /// Stays when its input ends.
    IgnoresEnd,
    /// Writes a line when its input ends.
    SaysGoodbye,
}

fn main() -> io::Result<()> {
    let words: Vec<_> = std::env::args().skip(1).collect();
    if let Some(ended) = tree::child(&words) {
        return ended;
    }
    let arguments = Arguments::parse();
    match arguments.mode {
        Mode::ExitsAtOnce => exit(&arguments),
        Mode::StartsOnce => {
            if let Some(file) = &arguments.file
                && File::create_new(file).is_err()
            {
                exit(&arguments);
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
    Speaker { arguments, reference, asked: 0, kept: Vec::new(), leaked: Vec::new() }.serve()
}

/// The program in conversation.
struct Speaker {
    arguments: Arguments,
    reference: InProcess,
    asked: u64,
    kept: Vec<u8>,
    leaked: Vec<Vec<u8>>,
}

impl Speaker {
    fn serve(&mut self) -> io::Result<()> {
        for line in io::stdin().lock().lines() {
            let line = line?;
            if line.contains(r#""type":"hello""#) {
                self.hello()?;
            } else {
                self.reply(&line)?;
            }
        }
        match self.arguments.mode {
            Mode::IgnoresEnd => hang(),
            Mode::SaysGoodbye => say(b"goodbye\n"),
            _ => say(&self.kept),
        }
    }

    fn hello(&mut self) -> io::Result<()> {
        let mut hello = serde_json::to_value(self.reference.describe())?;
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
        let body = match self.reference.answer(&request).outcome {
            Outcome::Value(value) => ReplyBody::Ok(value),
            Outcome::Large(value) => ReplyBody::Large(value),
            Outcome::Refused(refusal) => ReplyBody::Error(refusal),
            Outcome::Skipped(_, reason) => ReplyBody::Skip(reason),
            Outcome::Fault(fault) => ReplyBody::Crash(fault.to_string()),
        };
        let reply = Reply { id, body };
        if self.meets_fault(&request) { self.misbehave(reply) } else { say(&reply.to_line()) }
    }

    fn meets_fault(&self, request: &Request) -> bool {
        if self.arguments.every.is_some_and(|every| !self.asked.is_multiple_of(every)) {
            return false;
        }
        self.arguments.on.as_ref().is_none_or(|word| {
            let text = request.input.as_text().ok().and_then(Text::to_scalar_string);
            text.is_some_and(|text| text.contains(word))
        })
    }

    fn misbehave(&mut self, reply: Reply) -> io::Result<()> {
        let line = reply.to_line();
        let id = reply.id;
        match self.arguments.mode {
            Mode::Hangs | Mode::IgnoresSigterm => hang(),
            Mode::Stops => end_by(Signal::STOP),
            Mode::Exits | Mode::StartsOnce | Mode::HangsWhenRestarted | Mode::ChangesHello => {
                exit(&self.arguments)
            }
            Mode::Aborts => std::process::abort(),
            Mode::Segfaults => end_by(Signal::SEGV),
            Mode::ClosesStdout => {
                rustix::stdio::dup2_stdout(File::open("/dev/null")?)?;
                hang();
            }
            Mode::ExitsOnSecond if self.asked == 2 => exit(&self.arguments),
            Mode::ReportsCrash => {
                say(&Reply { id, body: ReplyBody::Crash("index out of bounds".into()) }.to_line())
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
                let (open, close) = ("[".repeat(10_000), "]".repeat(10_000));
                say(format!("{{\"id\":{id},\"ok\":{open}{close}}}\n").as_bytes())
            }
            Mode::HugeNumber => {
                say(format!("{{\"id\":{id},\"ok\":{{\"u\":[18446744073709551616]}}}}\n").as_bytes())
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
                exit(&self.arguments);
            }
            Mode::HangsWithChild => {
                leave_child(Mode::HangsAtHello)?;
                hang();
            }
            Mode::LeavesFlood => {
                leave_child(Mode::FloodsAtHello)?;
                exit(&self.arguments);
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
                exit(&self.arguments);
            }
            Mode::LeavesDaemon => {
                tree::leave(Child::Waits, Leaves::Parent)?;
                exit(&self.arguments);
            }
            Mode::LeavesClosedDaemon => {
                tree::leave(Child::WaitsClosed, Leaves::Parent)?;
                exit(&self.arguments);
            }
            Mode::HangsWithDaemon => {
                tree::leave(Child::Waits, Leaves::Parent)?;
                hang();
            }
            Mode::LeavesManyDaemons => {
                for _ in 0..200 {
                    tree::leave(Child::Waits, Leaves::Parent)?;
                }
                exit(&self.arguments);
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
                exit(&self.arguments);
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
                exit(&self.arguments);
            }
            Mode::LongMessage => {
                let message = Some("m".repeat((1 << 20) - 100));
                let refusal = Refusal { message, ..Refusal::default() };
                say(&Reply { id, body: ReplyBody::Error(refusal) }.to_line())
            }
            Mode::LongValue => {
                let value = "v".repeat((1 << 20) - 100).as_str().into();
                say(&Reply { id, body: ReplyBody::Ok(value) }.to_line())
            }
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

fn say(bytes: &[u8]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(bytes)?;
    out.flush()
}

/// The line with a field more, which readers ignore, so that it has `length` bytes.
fn padded(mut line: Vec<u8>, length: usize) -> Vec<u8> {
    let frame = br#","pad":""}"#.len() - 1;
    let padding = "p".repeat(length.saturating_sub(line.len() + frame));
    line.truncate(line.len() - 2);
    line.extend(format!(",\"pad\":\"{padding}\"}}\n").bytes());
    line
}

fn exit(arguments: &Arguments) -> ! {
    std::process::exit(arguments.status.into())
}

fn hang() -> ! {
    loop {
        sleep(Duration::from_secs(3600));
    }
}

fn end_by(signal: Signal) -> ! {
    // The first SIGSEGV only takes Rust's own handler for it away.
    loop {
        let _ = kill_process(getpid(), signal);
        sleep(Duration::from_millis(1));
    }
}

fn flood(bytes: &[u8]) -> ! {
    let block = bytes.repeat(1024);
    while say(&block).is_ok() {}
    hang()
}

/// Takes memory slowly enough to be watched, and touches it so that it is resident.
fn allocate() -> ! {
    let mut taken = Vec::new();
    loop {
        taken.push(vec![1_u8; 1 << 20]);
        sleep(Duration::from_millis(3));
    }
}

/// Starts this program again, with the same standard output, and says hello to it.
fn leave_child(mode: Mode) -> io::Result<()> {
    let name = mode.to_possible_value().map(|value| value.get_name().to_owned());
    let mut child = Command::new(std::env::current_exe()?)
        .arg(name.unwrap_or_default())
        .stdin(Stdio::piped())
        .spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        stdin.write_all(b"{\"type\":\"hello\"}\n")?;
        // The child's input stays open, or it would end by itself.
        std::mem::forget(stdin);
    }
    Ok(())
}
