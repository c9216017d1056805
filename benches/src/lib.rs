//! The speed of the codecs compared with other implementations, in one run on the same inputs.

pub mod cli;
pub mod clock;
pub mod contest;
pub mod contestants;
pub mod corpus;
pub mod count;
pub mod published;
pub mod report;
pub mod stats;
pub mod suites;
pub mod yardstick;
