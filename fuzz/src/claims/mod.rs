//! The bodies of the targets: one claim a function.
//!
//! A body takes octets, makes an input of them and says whether the claim holds for it. It gives
//! `Ok` where the claim says nothing of the input. None of them panics by itself; a panic is the
//! code's.

mod address_laws;
mod agreement;
mod book_laws;
#[cfg(feature = "harness")]
mod book_troubles;
#[cfg(feature = "harness")]
mod books;
mod bounds;
mod case;
mod direct;
mod host_laws;
mod packing;
#[cfg(feature = "harness")]
mod parsers;
mod round_trip;
#[cfg(feature = "harness")]
mod shelf;
mod totality;
mod traces;
#[cfg(feature = "harness")]
mod vcards;

pub(crate) use address_laws::addresses_keep_the_laws;
pub(crate) use agreement::{fast_equals_plain, integers_equal_plain};
pub(crate) use book_laws::books_keep_the_laws;
#[cfg(feature = "harness")]
pub(crate) use book_troubles::book_troubles;
#[cfg(feature = "harness")]
pub(crate) use books::{book_files, book_search};
pub(crate) use bounds::size_is_bounded;
pub(crate) use case::letter_case_is_free;
pub(crate) use direct::{labels_directly, names_directly, punycode_directly, uri2dec_directly};
pub(crate) use host_laws::names_keep_the_laws;
pub(crate) use packing::packing_equals_plain;
#[cfg(feature = "harness")]
pub(crate) use parsers::{
    one_shot_templates, printable_text, protocol_lines, protocol_values, report_events,
    vector_files,
};
pub(crate) use round_trip::inverse_undoes;
pub(crate) use totality::any_request_has_one_answer;
#[cfg(feature = "harness")]
pub(crate) use totality::shape_of_any_request;
pub(crate) use traces::traces_tell_the_truth;
#[cfg(feature = "harness")]
pub(crate) use vcards::vcards;
