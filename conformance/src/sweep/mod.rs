//! A sweep: every code point in a few frames, and the answers that differ from those of the reference, grouped by
//! cause.
//!
//! [`FRAMES`] are texts with one hole. [`sweep`](fn@sweep) fills each with every code point and keeps the
//! differences, sorted by question and code point. [`Sweep::findings`] explains them: by the version of Unicode that
//! the implementation has, by its own declaration, by a known deviation, by a property that the code points share,
//! and else as ranges.

mod clusters;
mod code_points;
mod counts;
mod engine;
mod finding;
mod frames;
mod grouping;
mod property;
mod questions;
mod render;
mod suspects;
mod version;

pub use code_points::{CodePoints, LAST_PLANE, RangeError};
pub use engine::{Sweep, SweepOptions, SweepPulse, sweep};
pub use finding::{SweepCause, SweepFinding};
pub use frames::{FRAMES, Frame};
pub use questions::{Choice, Question, Right, Way};
pub use render::{SweepReport, write_json, write_markdown, write_text};

#[cfg(test)]
mod tests;
