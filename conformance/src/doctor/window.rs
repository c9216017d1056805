//! The examination of a program that takes several requests before its first reply.
//!
//! In: the window that it declares, and its operations. Out: a point on whether it replies to each of
//! them, in their order.

use std::fmt;

use super::{Examination, NotGreeted, greeted, plain_request};
use crate::escape::printable_start;
use crate::plural;
use crate::protocol::{Description, Reply};
use crate::supervisor::{Limits, Program};

/// The most requests that are sent together.
const TOGETHER: usize = 64;

/// How many octets of an unexpected line are quoted.
const QUOTED: usize = 120;

const ADVICE: &str = "read one line at a time, keep the lines that arrive together with it, and \
reply in order; or leave `window` out of the hello";

/// Adds a point on the window that the program declares, if that is more than one request.
pub(super) fn examine_window(
    program: &Program,
    limits: Limits,
    description: &Description,
    operations: &[(String, String)],
    examination: &mut Examination,
) {
    if description.window < 2 || operations.is_empty() {
        return;
    }
    let count = description.window.min(TOGETHER);
    let requests = operations.iter().cycle().take(count);
    let lines = (1..).zip(requests).filter_map(|(id, (codec, op))| {
        plain_request(description, codec, op).to_line(id, &description.values)
    });
    let lines: Vec<Vec<u8>> = lines.collect();
    match send_together(program, limits, &lines) {
        Ok(()) => {
            let text = format!(
                "{} sent together, one reply each, in order",
                plural::count(lines.len(), "request", "requests")
            );
            examination.good("window", text);
        }
        Err(what) => {
            let text = format!(
                "of {} requests sent together, {what}; {ADVICE}",
                lines.len()
            );
            examination.bad("window", text);
        }
    }
}

/// Sends the requests 1, 2, 3 … at once to a new process, and reads their replies.
fn send_together(program: &Program, limits: Limits, lines: &[Vec<u8>]) -> Result<(), WindowFault> {
    let (mut process, _) = greeted(program, limits).map_err(WindowFault::NotGreeted)?;
    process.send(&lines.concat());
    for id in 1..=lines.len() as u64 {
        let found = match process.line_within(limits.time) {
            Ok(line) => match Reply::from_line(&line) {
                Ok(reply) if reply.id == id => continue,
                Ok(reply) => format!("the reply to request {} came", reply.id),
                Err(_) => printable_start(&String::from_utf8_lossy(&line), QUOTED),
            },
            Err(fault) => fault.to_string(),
        };
        return Err(WindowFault::Reply { due: id, found });
    }
    Ok(())
}

/// Why requests that were sent together did not get their replies.
enum WindowFault {
    NotGreeted(NotGreeted),
    /// Something else came where this reply was due.
    Reply {
        due: u64,
        found: String,
    },
}

impl fmt::Display for WindowFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotGreeted(error) => error.fmt(f),
            Self::Reply { due, found } => {
                write!(f, "instead of the reply to request {due}: {found}")
            }
        }
    }
}
