//! Conformance statements: the requirements of a run in them, and their texts.

mod run;
mod support;
mod texts;
