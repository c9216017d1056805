//! Supervises foreign programs: starts them, measures them against limits, and ends them.
//!
//! `acegate check --cmd "python3 adapter.py"` starts the program and up to two helper processes:
//!
//! ```text
//! acegate ─┬─ guard ─── python3 adapter.py ─── whatever it starts
//!          └─ keeper
//! ```
//!
//! 1. [`Process::start`] has the launcher start `acegate __child … python3 adapter.py`: the *guard*.
//!    It creates its own session, sets the limits and starts `python3 adapter.py` on its three
//!    streams.
//! 2. [`Process::send`] queues a request. [`Process::line_within`] writes it and waits for a line.
//!    Every few milliseconds it adds up the CPU time and memory of all processes of the program. A
//!    time limit counts CPU time, or time in which no process does anything. So a busy machine
//!    changes no verdict ([`Limits`]).
//! 3. The adapter hangs. After 2 s of doing nothing `line_within` returns a timeout. The caller calls
//!    [`Process::kill`]: every process below the guard is stopped, then killed. The guard sees that
//!    its program has ended, and ends.
//! 4. The next request finds no process, and starts at 1.
//!
//! If acegate is killed at any of these points, the kernel sends the guard a signal, and the guard
//! kills every process below itself. If the guard is killed, the kernel kills the adapter. If acegate is
//! stopped, and not by Ctrl-Z, the guard lets it go on. An adapter that acegate carries is unpacked to a [`TemporaryFolder`].
//! The folder has a *keeper*, a process that removes it when acegate ends. If the guard is killed, its
//! processes become children of acegate. They are killed when acegate ends the program.
//!
//! This is how Linux has it. Each system has its own way to find and end the processes, in `os`.
//!
//! A Rust program that uses acegate as a library may [name a guard](use_guard). If it does not, steps
//! 1 to 4 happen without guard and keeper.
//!
//! | file | what it does |
//! | --- | --- |
//! | `limits` | names a program and its limits |
//! | `launcher`, `order` | start the program |
//! | `process`, `streams`, `buffer` | exchange lines with it, and end it |
//! | `patience` | decides that a wait is too long |
//! | `keeper` | makes and removes a temporary folder |
//! | `child` | is `main` for guards and keepers |
//! | `os` | finds, measures and ends processes: all that is special to a system |

mod buffer;
pub mod child;
mod keeper;
mod launcher;
mod limits;
mod order;
mod os;
mod patience;
mod process;
mod streams;

pub use keeper::TemporaryFolder;
pub(crate) use launcher::guard_by_self;
pub use launcher::use_guard;
pub use limits::{Limits, Program};
pub(crate) use os::{NOT_HELD, end_on_signals, thread_time};
pub use process::Process;
pub(crate) use process::show_left_memory;
