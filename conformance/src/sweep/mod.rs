//! A sweep: every code point in a few frames, and the answers that differ from the reference,
//! grouped by cause.
//!
//! [`FRAMES`] are texts with one hole. [`sweep`](fn@sweep) fills each with every code point and keeps the
//! differences, sorted by question and code point. [`Sweep::findings`] explains them: by the version of Unicode that
//! the implementation has, by its own declaration, by a known deviation, by a property that the code points share,
//! and else as ranges.

mod asker;
mod clusters;
mod code_points;
mod counts;
mod engine;
mod finding;
mod frames;
mod grouping;
mod property;
mod questions;
mod record;
mod render;
mod shards;
mod suspects;
mod text;
mod version;

pub(crate) use asker::{Asker, Budget, End};
pub(crate) use clusters::{Placed, clusters};
pub use code_points::{CodePoints, LAST_PLANE, RangeError};
pub use counts::Ages;
pub use engine::{Sweep, SweepError, SweepOptions, SweepPulse, sweep, sweep_into};
pub use finding::{SweepCause, SweepFinding};
pub use frames::{FRAMES, Frame, Use};
pub use property::Shared;
pub(crate) use property::{Census, by_category};
pub use questions::{Choice, Question, Right, Way};
pub use record::{
    SweepBatch, SweepCommand, SweepEnd, SweepFile, SweepFileError, SweepRecord, SweepStart,
};
pub(crate) use render::distinct_id;
pub use render::{FindingReport, SweepReport};
pub use shards::merge;
pub use text::{write_json, write_markdown, write_text};
pub use version::Measured;

#[cfg(test)]
pub(crate) mod tests;
