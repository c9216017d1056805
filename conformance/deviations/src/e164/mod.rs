//! Deviations of ENUM: faults of SIP servers, DNS libraries and hand-written clients.

mod alternatives;
mod list;
mod number_rows;
mod numbers;
mod record;
mod rules;

pub(super) use list::{RECORDS, RECORDS_MODEL};
pub(super) use number_rows::{NUMBERS, NUMBERS_MODEL};
