//! Hunting: requests that break a property, made as small as they can be and kept as vectors.
//!
//! A property that does not hold for a request is a [`Violation`]. Its [signature](Violation::signature) says what makes
//! two of them one finding. [`minimise()`] makes the request simpler under one signature until no
//! single simplification keeps it; [`vector_file`] writes it as a vector; [`case_that_asks`]
//! tells what is new.
//!
//! # Examples
//!
//! ```
//! use acegate::hunt::{Effort, Violation, compare_outcomes, minimise};
//! use acegate::protocol::Request;
//!
//! // A decoder that takes an empty Punycode label for an error.
//! let judge = |request: &Request| {
//!     let wrong = match request.text() {
//!         Some(text) if text.code_points.is_empty() => Err(acegate_codec::Failure::unsupported("")),
//!         _ => request.fast(),
//!     };
//!     compare_outcomes(&request.name(), &wrong, &request.plain()).err()
//! };
//! let request = Request::new("punycode", "decode", "".into()).with("width", "31");
//! let signature = judge(&request).unwrap().signature();
//! let mut shows = |it: &Request| judge(it).is_some_and(|it| it.signature() == signature);
//! let smallest = minimise(&mut shows, request, Effort::default());
//! assert_eq!(smallest, Request::new("punycode", "decode", "".into()));
//! ```

mod alike;
mod discovery;
mod engine;
mod generators;
mod interpretations;
mod investigation;
mod known;
mod members;
mod minimise;
mod oracle;
mod properties;
mod property;
mod random;
#[cfg(feature = "process")]
mod record;
mod reproduction;
mod request;
mod schedule;
mod settling;
mod simplify;
mod space;
mod trials;
#[cfg(feature = "process")]
mod vectors;
mod violation;
mod worker;
mod wrong;

pub(crate) use alike::Suspects;
pub use discovery::Discovery;
pub(crate) use engine::generated_requests;
pub use engine::{HuntEvent, hunt};
pub use interpretations::{interpretations_for, interpretations_of};
#[cfg(feature = "fuzz")]
pub(crate) use known::broken_rule;
pub use known::case_that_asks;
pub use minimise::{Effort, minimise};
#[cfg(feature = "cli")]
pub(crate) use oracle::judge_answer;
#[cfg(feature = "fuzz")]
pub(crate) use oracle::{Answered, weigh_answer};
#[cfg(feature = "fuzz")]
pub(crate) use properties::FURTHER;
pub use properties::{
    CANONICAL, CASE, EQUALS_MODEL, HOST_NAME, PREFIX, PROPERTIES, ROUND_TRIP, SIZE,
};
pub use property::{Breach, Property, Subject};
#[cfg(feature = "process")]
pub use record::{HuntDraft, record_hunt};
#[cfg(feature = "fuzz")]
pub(crate) use reproduction::{Asked, Unlimited};
pub use reproduction::{Hit, Repetition};
pub use simplify::{Simplify, Visit};
pub use trials::{HuntOptions, HuntSummary, Pulse};
#[cfg(feature = "process")]
pub use vectors::{FoundVectors, found_by, vector_file};
pub use violation::{Violation, code_of, compare_outcomes, compare_results, digest, show_outcome};
pub use worker::hunt_serially;

/// The implementation with one deviation.
#[cfg(test)]
fn deviant(id: &str) -> crate::implementation::InProcess {
    let codec = acegate_deviations::find(id).and_then(acegate_deviations::DeviantCodec::new);
    crate::implementation::InProcess::new(id, "", vec![Box::new(codec.expect("a deviation"))])
}
