//! The checks of one run: which are selected, and which an implementation can run.

#[cfg(feature = "uts46")]
mod advice;
#[cfg(feature = "uts46")]
mod besides_uts46;
#[cfg(feature = "uts46")]
mod edition;
mod filter;
mod idna;
#[cfg(feature = "uts46")]
mod idna2008;
mod label;
mod offered;
#[cfg(feature = "uts46")]
mod processing;
mod reason;
mod screen;
mod shard;
mod traits;
#[cfg(feature = "uts46")]
mod undeclared;
#[cfg(feature = "uts46")]
mod uts46;
mod values;

#[cfg(feature = "uts46")]
pub(crate) use advice::{AnsweredName, better_settings};
pub use filter::{Filter, FilterError};
pub(crate) use filter::{is_named, pattern};
pub(crate) use idna::a_profile_may_refuse;
pub use idna::better_idna;
#[cfg(feature = "uts46")]
pub(crate) use idna2008::options as idna2008_options;
#[cfg(all(feature = "process", feature = "uts46"))]
pub(crate) use idna2008::with_own_options as with_own_idna2008_options;
#[cfg(any(feature = "fuzz", feature = "process"))]
pub(crate) use offered::with_offered_values;
pub use reason::reason;
pub use reason::rules;
pub(crate) use reason::{asked_by, named_rule};
#[cfg(feature = "cli")]
pub(crate) use screen::is_undeclared;
#[cfg(feature = "process")]
pub(crate) use screen::is_within_limits;
#[cfg(feature = "uts46")]
pub(crate) use screen::sendable_request;
pub(crate) use screen::{length, sent_request};
pub use screen::{request_for, screen, screen_request};
pub use shard::{Shard, ShardError};
pub use traits::InputTraits;
#[cfg(feature = "uts46")]
pub use undeclared::undeclared_unicode;
#[cfg(feature = "cli")]
pub(crate) use uts46::settings_of;
#[cfg(all(feature = "uts46", feature = "process"))]
pub(crate) use uts46::{operation, own_settings, settings, without_defaults};
pub use values::{codec_parameter, codec_value, vector_parameter, vector_value};
