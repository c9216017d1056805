//! The faults by name.

use clap::ValueEnum;

/// A fault, or none.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Mode {
    /// Has no fault.
    Behaves,

    /// Ends at once.
    ExitsAtOnce,
    /// Starts the first time, ends on a request, and ends at once from then on.
    StartsOnce,
    /// Starts the first time, ends on a request, and does not reply to hello from then on.
    HangsWhenRestarted,
    /// Aborts when it reads hello.
    DiesOnHello,
    /// Reads hello and does not reply.
    HangsAtHello,
    /// Writes a line before its hello.
    Banner,
    /// Writes a line after its hello.
    BannerAfterHello,
    /// Answers hello with another version of the protocol.
    WrongVersion,
    /// Answers hello with an object of another type.
    WrongType,
    /// Answers hello without `implementation`.
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
    /// Ends on the second request that it reads.
    ExitsOnSecond,
    /// Reports a failure of its own.
    ReportsCrash,

    /// Answers with a line that is not JSON.
    NoJson,
    /// Answers with JSON that is not a reply.
    NotAReply,
    /// Answers with a number that no request has.
    WrongId,
    /// Answers with the number of the request before.
    PreviousId,
    /// Answers twice.
    AnswersTwice,
    /// Answers after a while.
    AnswersLate,
    /// Answers with octets that are not UTF-8.
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
    /// Answers with a number of nearly a mebibyte of digits.
    LongNumber,
    /// Answers with a text of a mebibyte.
    LongValue,
    /// Says a different hello each time it is started, and ends on a request.
    ChangesHello,

    /// Writes each result over the earlier ones, of which the rest stays after it.
    KeepsRest,
    /// The same, once a result was long.
    KeepsRestOfLong,

    /// Answers rightly, in many small pieces. No fault.
    SplitsReply,
    /// Answers rightly after a mebibyte on standard error. No fault.
    NoisyStderr,
    /// Writes everything at the end of its input.
    NeverFlushes,
    /// Writes its hello at once, and its replies at the end of its input.
    KeepsReplies,
    /// Does not end when its input ends.
    IgnoresEnd,
    /// Writes a line when its input ends.
    SaysGoodbye,
    /// Answers the first of the lines that one read gives, and loses the others.
    LosesAhead,
    /// Answers the lines that one read gives in the reverse order.
    AnswersBackwards,
}
