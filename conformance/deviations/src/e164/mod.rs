//! Deviations of ENUM: faults of SIP servers, DNS libraries and hand-written clients.

mod expressions;
mod list;
mod numbers;
mod rules;

pub(super) use expressions::EXPRESSIONS;
pub(super) use list::RECORDS;
pub(super) use numbers::NUMBERS;
pub(super) use rules::RIGHT;
