//! The other side of the line protocol: an implementation served as a program.
//!
//! In: hello and requests, a line each. Out: a description and replies, a line each.

use std::io::{self, BufRead, Write};

use crate::implementation::Implementation;
use crate::observation::{Fault, Outcome};
use crate::protocol::{Description, MAX_LINE, Reply, Request};

/// How many requests may be sent ahead of their replies. Any number would do: lines are read one after
/// the other.
const AHEAD: usize = 64;

/// Answers the lines of `input` on `output` until the input ends.
///
/// A line that is not a request gets no reply: it is the caller's fault, and ends the service.
///
/// # Errors
///
/// An I/O error of either stream; [`io::ErrorKind::InvalidData`] with the number of a line that is
/// longer than 1 MiB or not a request.
pub fn serve(
    implementation: &mut dyn Implementation,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> io::Result<()> {
    let mut line = Vec::new();
    let mut number = 0_u64;
    loop {
        number += 1;
        line.clear();
        let limit = MAX_LINE as u64;
        if io::Read::take(&mut *input, limit).read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        let invalid = |what: String| {
            io::Error::new(
                io::ErrorKind::InvalidData,
                format!("line {number} of the input: {what}"),
            )
        };
        if line.len() == MAX_LINE && line.last() != Some(&b'\n') {
            return Err(invalid(format!("longer than {MAX_LINE} bytes")));
        }
        let reply = if is_hello(&line) {
            let description = Description {
                window: AHEAD,
                ..implementation.describe().clone()
            };
            let mut hello = serde_json::to_vec(&description)?;
            hello.push(b'\n');
            hello
        } else {
            let (id, request) = Request::from_line(line.trim_ascii_end())
                .map_err(|error| invalid(error.to_string()))?;
            let outcome = match implementation.answer(&request).outcome {
                // The reply says who reports the failure.
                Outcome::Fault(fault) => Outcome::Fault(Fault::Caught(fault.to_string())),
                outcome => outcome,
            };
            Reply { id, outcome }.to_line()
        };
        output.write_all(&reply)?;
        output.flush()?;
    }
}

fn is_hello(line: &[u8]) -> bool {
    #[derive(serde::Deserialize)]
    struct Typed {
        r#type: Option<String>,
    }
    serde_json::from_slice::<Typed>(line).is_ok_and(|it| it.r#type.as_deref() == Some("hello"))
}
