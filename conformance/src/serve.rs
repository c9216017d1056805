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
            let description = Description { window: AHEAD, ..implementation.describe().clone() };
            let mut hello = serde_json::to_vec(&description)?;
            hello.push(b'\n');
            hello
        } else {
            let (id, request) = Request::from_line(&line).map_err(invalid)?;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::implementation::{InProcess, Registry};

    fn served(input: &str) -> (io::Result<()>, String) {
        let mut output = Vec::new();
        let mut reference = InProcess::registry(Registry::Reference);
        let result = serve(&mut reference, &mut input.as_bytes(), &mut output);
        (result, String::from_utf8(output).expect("UTF-8"))
    }

    #[test]
    fn hello_and_requests_get_one_line_each() {
        let (result, output) = served(concat!(
            r#"{"type":"hello","protocol":[1]}"#,
            "\n",
            r#"{"id":7,"codec":"punycode","op":"decode","in":{"t":"tda"}}"#,
            "\n",
            r#"{"id":8,"codec":"morse","op":"decode","in":{"t":"."}}"#,
            "\n",
        ));
        result.expect("all lines are understood");
        let lines: Vec<_> = output.lines().collect();
        assert_eq!(lines.len(), 3);
        assert!(lines[0].contains(r#""protocol":1"#));
        assert_eq!(lines[1], r#"{"id":7,"ok":{"t":"ü"}}"#);
        assert!(lines[2].contains("skip"), "{}", lines[2]);
    }

    #[test]
    fn a_line_that_is_not_a_request_ends_the_service_with_its_number() {
        let error = served("\n{\n").0.expect_err("not a request");
        assert_eq!(error.kind(), io::ErrorKind::InvalidData);
        assert!(error.to_string().contains("line 1"), "{error}");
    }
}
