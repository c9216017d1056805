//! The model of [`e164`](crate::e164): texts that are split and put together, and for each part of an
//! expression the table of all its matches.

mod expression;
mod number;
mod record;
mod rewrite;

pub use number::{to_domain, to_number};
pub use rewrite::rewrite;

use crate::e164::{Engine, Enum};

/// The codec `enum` over the plain functions.
pub const CODEC: Enum = Enum::with_engine(&Engine { to_domain, to_number, rewrite });
