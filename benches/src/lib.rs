//! The speed of the codecs compared with other implementations, in one run on the same inputs.

pub mod contest;
pub mod contestants;
pub mod corpus;
pub mod yardstick;
