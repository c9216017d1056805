//! The order that acegate gives to a guard, as words of a command line.
//!
//! In and out are the same: `__child 4711 acegate-09af… 2147483648 python3 adapter.py` is the order
//! of process 4711 to run `python3 adapter.py` with at most 2 GiB of writable memory.
//!
//! On Linux the guard, process 4712, hands the order on to the process that becomes the program:
//! `__child become 4712 acegate-09af… 2147483648 python3 adapter.py`.

use std::ffi::OsString;

/// The first argument that makes acegate a guard or a keeper.
pub const WORD: &str = "__child";

/// The word after [`WORD`] that starts a process which prepares itself and becomes the program.
pub(crate) const BECOME: &str = "become";

/// The exit status of a guard that could not start its program. A line on standard error says why,
/// after the token of the order.
pub(crate) const NOT_STARTED: i32 = 127;

/// The order that acegate gives to a guard.
#[derive(Debug)]
pub(crate) struct Order {
    /// The process that gives the order. If it has ended already, the process that has it ends at once.
    #[cfg_attr(windows, allow(dead_code, reason = "its job ends with acegate"))]
    pub(crate) parent: u32,
    /// The word before the message that says why the program could not be started.
    pub(crate) token: String,
    /// The hard limit on writable memory of each process, in bytes.
    #[cfg_attr(windows, allow(dead_code, reason = "its job has the limit"))]
    pub(crate) memory: u64,
    pub(crate) argv: Vec<OsString>,
}

impl Order {
    /// The words after [`WORD`] for an order with these parts.
    pub(crate) fn words(parent: u32, token: &str, memory: u64, argv: &[OsString]) -> Vec<OsString> {
        let head = [parent.to_string(), token.to_owned(), memory.to_string()];
        head.into_iter()
            .map(OsString::from)
            .chain(argv.iter().cloned())
            .collect()
    }

    /// Reads the words after [`WORD`]; `None` if they are not an order.
    pub(crate) fn parse(words: impl IntoIterator<Item = OsString>) -> Option<Self> {
        let mut words = words.into_iter();
        let parent = next_text(&mut words)?.parse().ok()?;
        let token = next_text(&mut words)?;
        let memory = next_text(&mut words)?.parse().ok()?;
        let argv: Vec<_> = words.collect();
        if argv.is_empty() {
            return None;
        }
        Some(Self {
            parent,
            token,
            memory,
            argv,
        })
    }
}

fn next_text(words: &mut impl Iterator<Item = OsString>) -> Option<String> {
    words.next()?.into_string().ok()
}
