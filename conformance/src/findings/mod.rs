//! Findings: what the answers of a run say about the implementation.

mod diagnosis;

pub use diagnosis::{Answer, Diagnosis, diagnose};
