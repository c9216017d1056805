//! Every threshold of the diagnosis, with its reason.
//!
//! Four tests enforce them. In `findings/tests.rs`, every deviation that is planted alone is
//! named first, nine of ten are named if several are planted at once, and none is named for random
//! wrong answers. In `tests/field`, no wrong cause is named for bugs of libraries that are not
//! deviations.

/// The fewest answers for which a cause is named. Two equal wrong answers were too often a coincidence.
pub(crate) const ENOUGH: usize = 3;

/// The checks of a run that can have [`ENOUGH`] answers. One with fewer, such as a command that repeats the
/// example of a finding, names a cause for a single answer.
pub(super) const FEW: usize = 10;

/// One exception is allowed per this many answers that a cause explains, while other causes can still be named:
/// another bug may have hidden this one in some answers. A cause that still has an exception at the end is
/// reported as similar to the implementation only in part.
pub(super) const EXCEPTIONS: usize = 4;

/// One exception per this many answers that a cause explains hardly counts. This ranks a cause of hundreds of
/// answers above a narrower one that fits perfectly only because it is narrow.
pub(super) const HARDLY: usize = 20;

/// How many deviations are run together at most: each of them is run on top of all the others, which doubles
/// the work with every one.
pub(super) const TOGETHER: usize = 4;

/// A candidate is combined with each named deviation only if at most one answer in this many
/// contradicts it. The other candidates are contradicted too often, so they are not tried.
pub(super) const PARTNERED: usize = 4;

/// The most causes whose pairs are all tried on a failure that none explains. Seven make 21 pairs, each
/// with its own answer.
pub(super) const PAIRED: usize = 7;

/// Of a hundred failures that two causes explain together, the wider cause explains at least this many alone. A
/// handful of checks on which they differ is not a second cause.
pub(super) const NEARLY_ALL: usize = 98;

/// How many wrong answers that other causes explain may come with each one that a cause explains. A cause with
/// more of them fits a few by accident, e.g. one that refuses nearly everything.
pub(super) const EXCUSED: usize = 10;

/// How many answers that others explain are examined: a sample of twenty shows whether a quarter of
/// all contradicts.
pub(super) const EXCUSES: usize = 20;

/// The logarithm of the greatest accepted chance of a coincidence: one in a thousand. Hundreds of candidates
/// are compared with each run, so a greater chance would often name one for noise.
pub(super) const CHANCE: f64 = -6.9;

/// The chance assumed for a wrong answer that resembles no other wrong answer. The suite has at most about
/// 2,000 checks of an operation.
pub(super) const LEAST: f64 = 1.0 / 2000.0;

/// The longest input, in code points, for which every deviation is run: some of them take quadratic time.
pub(super) const SHORT: usize = 200;

/// The longest input, in code points, of a right answer that contradicts a deviation which shows only in long
/// inputs.
pub(super) const LONG: usize = 2000;

/// How many questions of a run are looked for in the suite. A few requests of a hunt are there by chance.
pub(super) const SAMPLE: usize = 40;

/// How much an answer counts against a candidate, measured in answers that it explains. A wrong answer that nothing
/// explains is the strongest evidence. A right answer may be right for another reason, and an answer that others
/// explain even more often.
pub(super) const OPEN_COUNTS: usize = 3;
pub(super) const DENIED_COUNTS: usize = 2;
