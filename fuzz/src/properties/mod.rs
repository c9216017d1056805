//! The bodies of the targets: one property a function.
//!
//! A property judges the answers of the codec to a request, and to requests that follow from it, or functions for
//! Rust users that do the same. The properties of the hunt are in the library `acegate`; those here need more than answers, or are only about acegate's codecs.
//! Other bodies judge octets. A body returns `Ok` if the property
//! says nothing about the input. No body panics by itself: a panic is a fault of the code under test.

mod address_laws;
mod arithmetic;
#[cfg(feature = "harness")]
mod books;
mod direct;
mod functions;
mod host_laws;
mod laws;
mod list_laws;
#[cfg(feature = "harness")]
mod parsers;
mod state;
mod time;
mod totality;
mod traces;

pub(crate) use address_laws::addresses_keep_the_laws;
pub(crate) use arithmetic::codes_keep_their_arithmetic;
#[cfg(feature = "harness")]
pub(crate) use books::book_search;
pub(crate) use direct::{packing_equals_plain, punycode_directly};
pub(crate) use host_laws::names_keep_the_laws;
pub(crate) use laws::{
    fast_equals_plain, integers_equal_plain, inverse_undoes, letter_case_is_free, size_is_bounded,
};
pub(crate) use list_laws::{books_keep_the_laws, records_keep_the_laws};
#[cfg(feature = "harness")]
pub(crate) use parsers::{
    one_shot_templates, printable_text, protocol_lines, protocol_values, report_events,
    vector_files,
};
pub(crate) use state::earlier_requests_change_nothing;
pub(crate) use time::time_grows_with_the_length;
pub(crate) use totality::any_request_has_one_answer;
pub(crate) use traces::traces_tell_the_truth;
