//! A comparison: the same questions to two implementations, and where their answers differ.
//!
//! No reference decides who is right, and no side is accused. In: two implementations, and [`Questions`]: the inputs of
//! the suite, the frames of a sweep, generated requests, or a list of names. Out: a [`Comparison`], whose
//! differences are minimised and grouped by cause: the versions of Unicode, different settings, a known bug of one
//! side, a property that the code points share.

mod cause;
mod difference;
mod engine;
mod group;
mod grouping;
mod html;
mod names;
mod naming;
mod questions;
mod reduction;
mod report;
mod sides;
mod text;

pub use difference::{AnswerDifference, Kind, Place, Side};
pub use engine::{CompareError, CompareOptions, Comparison, compare};
pub use group::{Group, GroupCause};
pub use html::write_html;
pub use names::{NameList, NameListError};
pub use questions::{FrameChoice, Generated, Questions};
pub use report::{CompareReport, GroupReport, Labels};
pub use text::{write_json, write_markdown, write_text};

#[cfg(test)]
mod tests;
