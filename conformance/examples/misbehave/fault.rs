//! The faults by name.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use super::system::Signal;
use super::tree::{Child, Leaves, Name};

/// A fault, or none: its name, and its steps on a request. Some have a part at the start, on hello, or at the
/// end of the input, which their name says.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) name: &'static str,
    pub(crate) steps: &'static [Step],
}

/// A step on a request. The replies are right.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Step {
    Reply,
    ReplyTwice,
    /// Replies with a number that is this far from the number of the request.
    ReplyTo(i64),
    /// Replies in a line of a given length.
    ReplyPadded,
    /// Writes the result over the earlier ones, once they are so long. The rest of them stays after it.
    ReplyOverEarlier(usize),
    ReplyInPieces,
    /// Writes the reply at the end of the input.
    KeepReply,
    /// Writes a line, in which `ID` stands for the number of the request.
    Say(&'static str),
    /// The same, in which `LONG` stands for so many of two texts.
    SayLong(&'static str, [&'static str; 2], usize),
    SayNoUtf8,
    /// Writes to standard output without end.
    Flood(&'static str),
    /// Writes so many blocks of 16 KiB to standard error.
    WriteErrors(u64),
    Exit,
    ExitOnSecond,
    Hang,
    /// Wakes up now and then.
    Doze,
    Abort,
    Signal(Signal),
    SignalParent(Signal),
    /// Sends a signal to the process that had started the parent when this program started.
    SignalGrandparent(Signal),
    CloseOutput,
    WaitLate,
    WaitShortly,
    ComputeLate,
    /// Computes without end.
    Compute,
    /// Takes memory without end.
    Allocate,
    /// Keeps a mebibyte.
    Leak,
    /// Grows a file in memory that is mapped nowhere, with or without a name.
    FillMemoryFile(Name),
    /// Makes files in memory of 512 KiB, none of them mapped and none with a name.
    FillSmallFiles,
    /// Opens so many files, as far as that is allowed, and says on standard error how many.
    OpenFiles(usize),
    AttackTerminal,
    /// Leaves so many of these processes running.
    Leave(u8, Child, Leaves),
}

use Step::*;

const MEBIBYTE: usize = (1 << 20) - 100;

/// Every fault.
const FAULTS: &[Fault] = &[
    fault("behaves", &[Reply]),
    fault("exits-at-once", &[Exit]),
    fault("starts-once", &[Exit]),
    fault("hangs-when-restarted", &[Exit]),
    fault("dies-on-hello", &[Reply]),
    fault("hangs-at-hello", &[Reply]),
    fault("floods-at-hello", &[Reply]),
    fault("banner", &[Reply]),
    fault("banner-after-hello", &[Reply]),
    fault("wrong-version", &[Reply]),
    fault("wrong-type", &[Reply]),
    fault("no-metadata", &[Reply]),
    fault("no-codecs", &[Reply]),
    fault("changes-hello", &[Exit]),
    fault("hangs", &[Hang]),
    fault("ignores-sigterm", &[Hang]),
    fault("stops", &[Signal(Signal::STOP)]),
    fault("exits", &[Exit]),
    fault("aborts", &[Abort]),
    fault("segfaults", &[Signal(Signal::SEGV)]),
    fault("closes-stdout", &[CloseOutput, Hang]),
    fault("exits-on-second", &[ExitOnSecond, Reply]),
    fault("exits-after-reply", &[Reply, Exit]),
    fault(
        "reports-crash",
        &[Say(r#"{"id":ID,"crash":"index out of bounds"}"#)],
    ),
    fault("no-json", &[Say("decoding...")]),
    fault("not-a-reply", &[Say(r#"{"id":ID,"result":"x"}"#)]),
    fault("wrong-id", &[ReplyTo(1000)]),
    fault("previous-id", &[ReplyTo(-1)]),
    fault("answers-twice", &[ReplyTwice]),
    fault("answers-late", &[WaitLate, Reply]),
    fault("invalid-utf8", &[SayNoUtf8]),
    fault(
        "deep-reply",
        &[SayLong(r#"{"id":ID,"ok":LONG}"#, ["[", "]"], 500_000)],
    ),
    fault(
        "huge-number",
        &[Say(r#"{"id":ID,"ok":{"u":[18446744073709551616]}}"#)],
    ),
    fault(
        "long-number",
        &[SayLong(
            r#"{"id":ID,"ok":{"u":[LONG]}}"#,
            ["9", ""],
            MEBIBYTE,
        )],
    ),
    fault(
        "long-value",
        &[SayLong(
            r#"{"id":ID,"ok":{"t":"LONG"}}"#,
            ["v", ""],
            MEBIBYTE,
        )],
    ),
    fault(
        "long-message",
        &[SayLong(
            r#"{"id":ID,"error":{"message":"LONG"}}"#,
            ["m", ""],
            MEBIBYTE,
        )],
    ),
    fault("pads-reply", &[ReplyPadded]),
    fault("keeps-rest", &[ReplyOverEarlier(0)]),
    fault("keeps-rest-of-long", &[ReplyOverEarlier(40)]),
    fault("floods-stdout", &[Flood("aaaaaaaa")]),
    fault("floods-lines", &[Flood("noise\n")]),
    fault("floods-after-reply", &[Reply, Flood("noise\n")]),
    fault("floods-stderr", &[WriteErrors(u64::MAX)]),
    fault("allocates", &[Allocate]),
    fault("leaks", &[Leak, Reply]),
    fault(
        "leaves-child",
        &[Leave(1, Child::Waits, Leaves::Nothing), Exit],
    ),
    fault(
        "hangs-with-child",
        &[Leave(1, Child::Waits, Leaves::Nothing), Hang],
    ),
    fault(
        "leaves-flood",
        &[Leave(1, Child::Floods, Leaves::Nothing), Exit],
    ),
    fault(
        "leaves-group",
        &[Leave(1, Child::Waits, Leaves::Group), Reply],
    ),
    fault(
        "leaves-session",
        &[Leave(1, Child::Waits, Leaves::Session), Exit],
    ),
    fault(
        "leaves-daemon",
        &[Leave(1, Child::Waits, Leaves::Parent), Exit],
    ),
    fault(
        "leaves-closed-daemon",
        &[Leave(1, Child::WaitsClosed, Leaves::Parent), Exit],
    ),
    fault(
        "hangs-with-daemon",
        &[Leave(1, Child::Waits, Leaves::Parent), Hang],
    ),
    fault(
        "leaves-many-daemons",
        &[Leave(200, Child::Waits, Leaves::Parent), Exit],
    ),
    fault(
        "hangs-with-respawners",
        &[Leave(12, Child::Respawns, Leaves::Session), Hang],
    ),
    fault(
        "leaves-respawner",
        &[Leave(1, Child::Respawns, Leaves::Session), Reply],
    ),
    fault(
        "leaves-spinner",
        &[Leave(1, Child::Spins, Leaves::Parent), Reply],
    ),
    fault(
        "child-allocates",
        &[Leave(1, Child::Allocates, Leaves::Session), Hang],
    ),
    fault(
        "children-allocate",
        &[Leave(12, Child::TakesSome, Leaves::Session), Hang],
    ),
    fault("fills-memory-file", &[FillMemoryFile(Name::Removed)]),
    fault("fills-named-memory", &[FillMemoryFile(Name::Kept)]),
    fault("fills-small-files", &[FillSmallFiles]),
    fault("opens-files", &[OpenFiles(4096), Reply]),
    fault("attacks-terminal", &[AttackTerminal, Reply]),
    fault("kills-parent", &[SignalParent(Signal::KILL), Hang]),
    fault("stops-parent", &[SignalParent(Signal::STOP), Hang]),
    fault(
        "kills-both",
        &[
            SignalParent(Signal::KILL),
            SignalGrandparent(Signal::KILL),
            Hang,
        ],
    ),
    fault(
        "kills-both-acegate-first",
        &[
            SignalGrandparent(Signal::KILL),
            SignalParent(Signal::KILL),
            Hang,
        ],
    ),
    fault(
        "stops-parent-kills-acegate",
        &[
            SignalParent(Signal::STOP),
            SignalGrandparent(Signal::KILL),
            Hang,
        ],
    ),
    fault("stops-acegate", &[SignalGrandparent(Signal::STOP), Hang]),
    fault(
        "kills-parent-leaves-daemon",
        &[
            Leave(1, Child::Waits, Leaves::Parent),
            WaitShortly,
            SignalParent(Signal::KILL),
            Exit,
        ],
    ),
    fault("spins", &[Compute]),
    fault("computes", &[ComputeLate, Reply]),
    fault("dozes", &[Doze]),
    fault("splits-reply", &[ReplyInPieces]),
    fault("noisy-stderr", &[WriteErrors(64), Reply]),
    fault("never-flushes", &[KeepReply]),
    fault("keeps-replies", &[KeepReply]),
    fault("ignores-end", &[Reply]),
    fault("says-goodbye", &[Reply]),
    fault("loses-ahead", &[Reply]),
    fault("answers-backwards", &[Reply]),
];

const fn fault(name: &'static str, steps: &'static [Step]) -> Fault {
    Fault { name, steps }
}

/// The faults by name, with their steps as help.
pub(crate) fn faults() -> impl TypedValueParser<Value = &'static Fault> {
    PossibleValuesParser::new(FAULTS.iter().map(possible_value)).try_map(|name| {
        let mut faults = FAULTS.iter();
        faults
            .find(|fault| fault.name == name)
            .ok_or("no such fault")
    })
}

fn possible_value(fault: &Fault) -> PossibleValue {
    PossibleValue::new(fault.name).help(format!("{:?}", fault.steps))
}
