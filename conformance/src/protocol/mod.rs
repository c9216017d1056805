//! The line protocol, version 1: its messages, and how they are read and written.
//!
//! In: a line. Out: a [`Reply`] or a [`Description`], or a [`MessageError`], which says what was
//! expected in which field. [`Subprocess`](crate::implementation::Subprocess) decides who sends what and when, and
//! [`serve`](crate::serve) does so for the other side. The page below is for authors of adapters.
#![doc = include_str!("../../PROTOCOL.md")]

mod error;
mod known;
mod large;
mod loose;
mod message;
mod shape;
mod support;
mod value;

pub use error::MessageError;
#[cfg(feature = "cli")]
pub(crate) use error::shortened;
pub use large::{any_from_json, any_to_json, value_from_json};
pub use message::{Description, Hello, Identity, Reply, Request};
pub use support::{
    CodecSupport, DeclaredLimits, DeclaredUnicode, DeclaredUrl, Idna, ReadParameters,
};
pub use value::{ValueForm, value_to_json};
pub(crate) use value::{
    code_point_from_word, code_point_words, octets_from_hex, parameter_from_json, parameter_to_json,
};

/// The version of the protocol that this crate speaks.
pub const VERSION: u32 = 1;

/// The longest line that either side may send, in bytes, its newline included.
pub const MAX_LINE: usize = 1 << 20;
