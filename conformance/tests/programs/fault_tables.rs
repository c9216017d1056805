//! The programs with one fault each, as tables: their words, the verdicts, and what the report and the doctor say.

use acegate::judge::Verdict::{self, *};

#[cfg(unix)]
use super::support::HOLDS_ALL;
use super::support::{EMULATED, WORD};

/// A memory limit, and the faults of the second case of three: it dies, or waits in vain.
pub(crate) const MEMORY: &str = if EMULATED {
    "over 160 MiB of memory"
} else {
    "over 64 MiB of memory"
};

const STATUS: &str = "ended with status 3";

/// The end of a program that cannot open one more file.
#[cfg(unix)]
const STATUS_OF_ERROR: &str = "ended with status 1";

/// The end of a program that aborts: on Windows by `STATUS_STACK_BUFFER_OVERRUN`, as by any other fast end.
const ABORTED: &str = if cfg!(unix) {
    "signal 6 (SIGABRT)"
} else {
    "status -1073740791"
};

/// The end of a program that reads where it has no memory.
const VIOLATED: &str = if cfg!(unix) {
    "signal 11 (SIGSEGV)"
} else {
    "status -1073741819"
};

/// Under Wine no CPU time is counted.
const COMPUTES: &str = if EMULATED { "1.5s" } else { "of CPU time" };

const WAITS: &str = "no reply in 1.5s";

/// Programs whose fault costs the case that calls it up, and no other. The run and the doctor say the
/// same of it.
pub(crate) const COST_ONE_CASE: &[(&[&str], Verdict, &str)] = &[
    (&["exits"], Crash, STATUS),
    (&["exits", "--status", "0"], Crash, "ended with status 0"),
    (&["aborts"], Crash, ABORTED),
    (&["segfaults"], Crash, VIOLATED),
    // Under Wine, the process of the console has it.
    match cfg!(windows) && EMULATED {
        true => (&["closes-stdout"], Timeout, WAITS),
        false => (&["closes-stdout"], Crash, "closed its standard output"),
    },
    (&["reports-crash"], Crash, "index out of bounds"),
    (
        &["no-json"],
        ProtocolError,
        "belongs to the protocol, but this line is not JSON: decoding...",
    ),
    (&["invalid-utf8"], ProtocolError, "this line is not JSON"),
    (&["floods-lines"], ProtocolError, "not JSON: noise"),
    (&["not-a-reply"], ProtocolError, "expected exactly one of"),
    (&["deep-reply"], ProtocolError, "[[[["),
    (&["wrong-id"], ProtocolError, "wrong id: a reply to request"),
    // The request before is not blamed for it.
    (&["previous-id"], ProtocolError, "wrong id"),
    (&["answers-twice"], ProtocolError, "answered twice"),
    (&["floods-stdout"], OutputLimit, "over 1048576 bytes"),
    (
        &["floods-stderr"],
        OutputLimit,
        "over 67108864 bytes of standard error",
    ),
    (
        &["pads-reply", "--bytes", TOO_LONG],
        OutputLimit,
        "over 1048576 bytes of output",
    ),
    (&["hangs"], Timeout, "no reply in 1.5s: does it hang"),
    (&["ignores-sigterm"], Timeout, WAITS),
    (&["stops"], Timeout, WAITS),
    // The late reply is never taken for that to the next request.
    (&["answers-late", "--late", "6000"], Timeout, WAITS),
    (&["hangs-with-child"], Timeout, WAITS),
    (&["hangs-with-daemon"], Timeout, WAITS),
    (&["stops-parent"], Timeout, WAITS),
    (&["spins"], Timeout, COMPUTES),
    (&["dozes"], Timeout, "no reply in"),
    // The children that they leave are ended. All but the last keep standard output open.
    (&["leaves-child"], Crash, STATUS),
    (&["leaves-session"], Crash, STATUS),
    (&["leaves-daemon"], Crash, STATUS),
    (&["leaves-closed-daemon"], Crash, STATUS),
    (&["allocates"], MemoryLimit, MEMORY),
    (&["child-allocates"], MemoryLimit, MEMORY),
    (&["children-allocate"], MemoryLimit, MEMORY),
    // Only Linux says how large a file in memory is.
    #[cfg(unix)]
    match HOLDS_ALL {
        true => (&["fills-memory-file"], MemoryLimit, MEMORY),
        false => (&["fills-memory-file"], Timeout, "1.5s"),
    },
    #[cfg(unix)]
    match HOLDS_ALL {
        true => (&["fills-small-files"], MemoryLimit, MEMORY),
        false => (&["fills-small-files"], Crash, STATUS_OF_ERROR),
    },
];

/// The greatest length of a line, its newline included, and one byte more.
pub(super) const LONGEST: &str = "1048576";

pub(super) const TOO_LONG: &str = "1048577";

/// The verdicts of the three cases, a case and a part of what is reported of it and of the others with its
/// verdict, and what the doctor says of the program: `HEALTHY` for nothing; empty if it is not run.
pub(super) type Row = (
    &'static [&'static str],
    [Verdict; 3],
    (&'static str, &'static str),
    &'static str,
);

pub(super) const HEALTHY: &str = "healthy";

pub(super) const ROWS: &[Row] = &[
    (&["behaves"], [Pass; 3], ("after", ""), HEALTHY),
    (
        &["answers-late", "--late", "50"],
        [Pass; 3],
        ("after", ""),
        HEALTHY,
    ),
    (&["splits-reply"], [Pass; 3], ("after", ""), HEALTHY),
    (&["noisy-stderr"], [Pass; 3], ("after", ""), HEALTHY),
    (
        &["pads-reply", "--bytes", LONGEST],
        [Pass; 3],
        ("after", ""),
        HEALTHY,
    ),
    (
        &["answers-twice"],
        [ProtocolError; 3],
        ("trigger", "answered twice"),
        "",
    ),
    (
        &["answers-twice", "--on", "bcher"],
        [Pass, Pass, ProtocolError],
        ("after", "twice"),
        "",
    ),
    (
        &["huge-number", "--on", WORD],
        [Pass, Fail, Pass],
        ("trigger", "18446744073709551616"),
        "",
    ),
    (
        &["long-number", "--on", WORD],
        [Pass, Fail, Pass],
        ("trigger", "99999"),
        "",
    ),
    (
        &["floods-after-reply", "--on", WORD],
        [Pass, ProtocolError, Pass],
        ("trigger", "an unexpected line, because no request was open"),
        "an unexpected line, because no request was open",
    ),
    (
        &["keeps-replies"],
        [Timeout; 3],
        ("after", ""),
        "does it not flush standard output",
    ),
    (
        &["ignores-end"],
        [Pass; 3],
        ("after", ""),
        "end: did not end within 500ms",
    ),
    (
        &["says-goodbye"],
        [Pass, Pass, ProtocolError],
        ("after", "was open: goodbye"),
        "goodbye",
    ),
    // A check sends one request at a time.
    (
        &["loses-ahead"],
        [Pass; 3],
        ("after", ""),
        "of 64 requests sent together, instead of the reply to request 2: no reply in",
    ),
    (
        &["answers-backwards"],
        [Pass; 3],
        ("after", ""),
        "instead of the reply to request 1: the reply to request 64 came",
    ),
    // A child in a separate group, a chain of processes that start each other, and a daemon that
    // computes: they are ended, which the run sees, and fail no case.
    (
        &["leaves-group", "--on", WORD],
        [Pass; 3],
        ("after", ""),
        "",
    ),
    (
        &["leaves-respawner", "--on", WORD],
        [Pass; 3],
        ("after", ""),
        "",
    ),
    (
        &["leaves-spinner", "--on", WORD],
        [Pass; 3],
        ("after", ""),
        "",
    ),
    #[cfg(unix)]
    (
        &["kills-parent", "--on", WORD],
        [Pass, Crash, Pass],
        ("trigger", "SIGKILL"),
        "",
    ),
    (
        &["changes-hello", "--on", WORD],
        [Pass, Crash, ProtocolError],
        ("after", "its hello differs"),
        "",
    ),
    (&["no-codecs"], [Skip; 3], ("after", ""), "none is listed"),
    (
        &["banner-after-hello"],
        [ProtocolError; 3],
        ("before", "no request was open: waiting for requests"),
        "",
    ),
];

/// Programs that do not start, what the run says of them, and what the doctor says.
pub(crate) const NOT_STARTED: &[(&[&str], &str, &str)] = &[
    (
        &["exits-at-once", "--status", "0"],
        "ended with status 0",
        "ended with status 0 without saying hello",
    ),
    (
        &["exits-at-once"],
        STATUS,
        "ended with status 3 without saying hello",
    ),
    (&["dies-on-hello"], ABORTED, ABORTED),
    (
        &["hangs-at-hello"],
        "no reply in 500ms",
        "Flush after every line",
    ),
    (
        &["never-flushes"],
        "does it not flush standard output",
        "Flush after every line",
    ),
    (
        &["floods-at-hello"],
        "over 1048576 bytes of output",
        "over 1048576 bytes of output",
    ),
    (
        &["banner"],
        "not JSON: misbehave 1.0 ready",
        "banners and logs go to standard error",
    ),
    (
        &["wrong-type"],
        "\"type\":\"hello\"",
        "is JSON, but not a hello",
    ),
    (&["no-metadata"], "not a reply", "is JSON, but not a hello"),
    (
        &["wrong-version"],
        "protocol 2, but this runner supports 1",
        "protocol 2, but this runner supports 1",
    ),
];
