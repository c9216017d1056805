//! A codec to be checked: acegate's Punycode.

pub use acegate_codec::punycode::{decode, encode};
