//! Vector files and requirement ledgers as they are written: their fields, read from YAML with their
//! positions.
//!
//! Nothing here knows what the fields mean: `acegate-vectors` judges them. The generic reader is compiled
//! anew for each type, which is slow if it is optimised. In this crate of its own, a release does not
//! optimise it: `acegate-vectors` reads the embedded suite without it, and only files need it.

mod file;
mod ledger;

use serde::de::DeserializeOwned;
use serde_saphyr::Error;

pub use file::{
    RawCase, RawDefaults, RawExpect, RawFile, RawLevel, RawOrigin, RawOutcome, RawParam, RawPart,
    RawStep, RawValue, RawValues,
};
pub use ledger::{Basis, RawLedger, RawRequirement};

/// Reads a vector file.
///
/// # Errors
///
/// If it is not YAML; for fields that are unknown, missing, repeated or of another type; for anchors,
/// aliases, merges and tags; if it is more than 16 levels deep. The error has its place.
pub fn parse_file(text: &str) -> Result<RawFile, Error> {
    read(text)
}

/// Reads a file of the requirement ledger.
///
/// # Errors
///
/// Those of [`parse_file`].
pub fn parse_ledger(text: &str) -> Result<RawLedger, Error> {
    read(text)
}

fn read<T: DeserializeOwned>(text: &str) -> Result<T, Error> {
    // Every event and node is written with at least one octet, so the size of the file is a bound
    // that no file reaches; the default bounds stop at some 16,000 cases.
    let bound = text.len() + 16;
    let options = serde_saphyr::options! {
        budget: serde_saphyr::budget! {
            max_events: bound,
            max_nodes: bound,
            max_total_scalar_bytes: bound,
            max_documents: 1,
            max_aliases: 0,
            max_anchors: 0,
            max_merge_keys: 0,
            max_depth: 16,
            flow_nesting_limit: 16,
            simple_key_max_lookahead: bound,
        },
        merge_keys: serde_saphyr::MergeKeyPolicy::Error,
        strict_booleans: true,
        reject_unsupported_tags: true,
        with_snippet: false,
    };
    serde_saphyr::from_str_with_options(text, options)
}
