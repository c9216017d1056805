//! Every threshold of the diagnosis, with its reason.
//!
//! Four tests enforce them. In `findings/tests.rs`, every deviation that is planted by itself is
//! named first, nine of ten are named if several are planted at once, and none is named for random
//! wrong answers. In `tests/field` no wrong one is named for faults of libraries that are no
//! deviations.

/// The fewest answers that a cause is named for. Two wrong answers have too often been the same by accident.
pub(crate) const ENOUGH: usize = 3;

/// The checks of a run that can have [`ENOUGH`] answers. One with fewer, such as a command that repeats the
/// example of a finding, names a cause for a single answer.
pub(super) const FEW: usize = 10;

/// For how many answers that a cause explains one exception is allowed while others can still be named:
/// another fault may have hidden this one in some answers. A cause with an exception that stays to the end is
/// only like the implementation in part.
pub(super) const EXCEPTIONS: usize = 4;

/// For how many answers that a cause explains one exception hardly counts. It keeps a cause of hundreds of
/// answers before a narrower one that fits perfectly by its narrowness.
pub(super) const HARDLY: usize = 20;

/// How many deviations are run together at most: each of them is run on top of all the others, which doubles
/// the work with every one.
pub(super) const TOGETHER: usize = 4;

/// One answer in so many may contradict a candidate if it is to be combined with each named
/// deviation. Too many answers contradict the other candidates, so these are not tried.
pub(super) const PARTNERED: usize = 4;

/// The most causes whose pairs are all tried on a failure that none explains. Seven make 21 pairs, each
/// with its own answer.
pub(super) const PAIRED: usize = 7;

/// Of a hundred failures that two causes explain between them, the wider one explains so many by itself: a
/// handful of checks on which they differ makes no second cause.
pub(super) const NEARLY_ALL: usize = 98;

/// How many wrong answers that others explain may accompany one that a cause explains. One with
/// more of them explains a few by accident, as one does that refuses nearly everything.
pub(super) const EXCUSED: usize = 10;

/// How many answers that others explain are examined: a sample of twenty shows whether a quarter of
/// all contradicts.
pub(super) const EXCUSES: usize = 20;

/// The logarithm of the greatest chance of an accident: one in a thousand. Hundreds of candidates
/// are compared with each run, so that a greater chance would name one for noise.
pub(super) const CHANCE: f64 = -6.9;

/// The least chance of a wrong answer, for one that no other wrong answer is like. The suite has at most some
/// 2,000 checks of an operation.
pub(super) const LEAST: f64 = 1.0 / 2000.0;

/// The longest input, in code points, for which every deviation is run: some of them take quadratic time.
pub(super) const SHORT: usize = 200;

/// The longest input, in code points, of a right answer that contradicts a deviation which shows only in long
/// inputs.
pub(super) const LONG: usize = 2000;

/// How many questions of a run are looked for in the suite. A few requests of a hunt are there by chance.
pub(super) const SAMPLE: usize = 40;

/// By how much an answer counts against a candidate, in answers that it explains. A wrong answer that nothing
/// explains is the strongest evidence. A right one may be right for another reason, and one that others
/// explain even more so.
pub(super) const OPEN_COUNTS: usize = 3;
pub(super) const DENIED_COUNTS: usize = 2;
