//! Two reports compared: what got better, what got worse, and why.
//!
//! In: an old report file and a new one. Out: a [`Comparison`], as text, Markdown or JSON. Checks are
//! compared one by one and by name, never by counts, so that a failure that was fixed does not hide a
//! new one. The digests tell whether the suite changed, the implementation, both or neither.

mod comparison;
mod settings;
mod text;

pub(crate) use comparison::{Comparison, Snapshot};
pub(crate) use text::write_text;
