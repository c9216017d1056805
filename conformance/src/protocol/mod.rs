//! The line protocol, version 1: JSON objects, one a line, between the runner and a program.
//!
//! The runner says hello, the program describes itself, then every request gets one reply. Standard
//! output belongs to the protocol; standard error is free text. Unknown fields are ignored both
//! ways. Expected values are never sent.
//!
//! ```text
//! > {"type":"hello","protocol":[1],"suite_version":"0.1.0"}
//! < {"type":"hello","protocol":1,"implementation":{"name":"mine","version":"2.3","language":"C"},
//!    "codecs":{"punycode":{"ops":["encode","decode"],"limits":{"width":32}}},"values":["u","t"]}
//! > {"id":17,"codec":"punycode","op":"decode","params":{},"in":{"t":"bcher-kva"}}
//! < {"id":17,"ok":{"u":[98,252,99,104,101,114]}}
//! ```
//!
//! A list of values is an array of them, as input and as result.
//!
//! The integers of `u` in a result may be of any size; those that are sent fit 32 bits. `t` holds
//! Unicode scalar values only. Free text (`message`, `skip`, `crash`, and who the implementation is)
//! may be any JSON string, escapes of lone surrogates included.

mod large;
mod loose;
mod message;
mod shape;
mod value;

pub use large::{any_from_json, any_to_json};
pub use message::{CodecSupport, Description, Hello, Identity, Limits, Reply, ReplyBody, Request};
pub(crate) use message::{parameter_from_json, parameter_to_json};
pub use value::{ValueForm, value_from_json, value_to_json};

/// The version of the protocol that this crate speaks.
pub const VERSION: u32 = 1;

/// The longest line that either side may send, in bytes, its newline included.
pub const MAX_LINE: usize = 1 << 20;
