//! Tests of the rules for host names, and helpers for the tests of the encodings of labels.

mod host_layers;
mod properties;
pub(crate) mod support;
