//! The codecs as a user of the crate sees them: printed examples, edges, and laws for every input.

mod front_page;
mod host_layers;
mod label_laws;
mod label_printed;
mod label_strategies;
mod label_support;
mod lace_cases;
mod lace_properties;
mod punycode_codec;
mod punycode_edges;
mod punycode_laws;
mod punycode_samples;
mod punycode_traces;
mod race_cases;
mod race_properties;
mod registry;
mod share;
mod uri2dec_document;
mod uri2dec_properties;
mod uri2dec_requests;
mod uri2dec_vectors;
mod utf5_cases;
mod utf5_properties;
mod utf6_cases;
mod utf6_properties;
