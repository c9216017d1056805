//! Everything that acegate asks of Linux: the tree of processes below one, what it uses, and its end.
//!
//! The facts come from `/proc`. On a system without it a tree looks empty, so nothing but the
//! process itself is watched and ended.

mod end;
mod stat;
mod usage;

pub(crate) use end::{end_descendants, end_session, signal};
pub(crate) use stat::{Stat, children};
pub(crate) use usage::{Usage, usage};
