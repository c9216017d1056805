//! The codecs as a user of the crate sees them: printed examples, edges, and properties of every
//! input. Each codec has a folder; `label` holds the tests that the encodings of labels share.

mod e164;
mod label;
mod lace;
mod punycode;
mod race;
mod registry;
mod share;
mod uri2dec;
mod utf5;
mod utf6;
