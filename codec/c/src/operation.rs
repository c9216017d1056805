//! The operations, by name.

use acegate_codec::{Codec, Operation, codec, codecs};

/// An operation of a codec.
#[derive(Clone, Copy)]
pub(crate) struct Called {
    pub(crate) codec: &'static dyn Codec,
    pub(crate) operation: &'static Operation,
}

impl Called {
    /// The operation with this name; `None` if there is none.
    pub(crate) fn named(codec_name: &str, operation: &str) -> Option<Self> {
        let codec = codec(codec_name)?;
        let mut operations = codec.operations().iter();
        let operation = operations.find(|known| known.name == operation)?;
        Some(Self { codec, operation })
    }
}

/// The names of all operations, such as `punycode decode`.
pub(crate) fn names() -> impl Iterator<Item = String> {
    codecs().iter().flat_map(|codec| {
        let operations = codec.operations().iter();
        operations.map(|operation| format!("{} {}", codec.id(), operation.name))
    })
}
