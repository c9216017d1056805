//! The commands of acegate as its users type them: what they print, write and end with.
#![cfg(unix)]

mod adapters;
mod baseline;
mod ci;
mod cli;
mod documents;
mod guides;
mod matrix;
#[path = "../run/mod.rs"]
mod run;
