//! The codecs as a user of the crate sees them: edges that no vector states, and properties of every
//! input. A codec has a folder, and the encodings of labels have one file.

mod e164;
mod label;
mod own_models;
mod punycode {
    mod codec;
    mod edges;
    mod properties;
    mod traces;
}
mod registry;
mod share;
mod uri2dec {
    mod cases;
    mod properties;
    mod traces;
}
