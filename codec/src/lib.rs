//! Reference codecs for ASCII-compatible encodings.
#![no_std]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

pub mod base32;
pub mod bootstring;
mod codec;
mod error;
pub mod host;
mod label_codec;
pub mod lace;
pub mod plain;
pub mod punycode;
pub mod race;
pub mod uri2dec;
mod utf16;
pub mod utf5;
pub mod utf6;

pub use codec::{
    Arguments, Codec, Failure, Operation, Parameter, ParameterSpec, Parameters, Text, Value, codec,
    codecs,
};
pub use error::{Error, ErrorKind};
