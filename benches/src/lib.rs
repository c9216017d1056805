//! What the benchmarks run on: text that is large and different enough that the branch predictor
//! cannot learn it.

mod corpus;

pub use corpus::{LABELS, labels};
