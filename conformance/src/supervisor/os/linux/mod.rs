//! Processes by `/proc`, as only Linux has it. Without that file system a tree looks empty.

mod named;
mod own;
mod stat;
mod usage;

pub(crate) use named::{NamedMemory, named_memory, show_left};
pub(crate) use own::{
    LOOK_FOR_PARENT, become_reaper, end_with_parent, hide, ignored_signals, is_stopped_by_others,
    limit_memory, mark, own_program, prepare_guard, program_command, tracer_from_below,
    while_paused,
};
pub(crate) use stat::{Stat, children, descendants, session, signal};
pub(crate) use usage::usage;

/// How often in a row a tree must have no process: its root has those whose parents have ended.
pub(crate) const LOOKS: usize = 1;

/// A sentence on what a program can do here that it cannot on Linux; `None` if nothing.
pub(crate) const NOT_HELD: Option<&str> = None;
