//! A codec to be checked: that of acegate.

pub use acegate_codec::punycode::{decode, encode};
