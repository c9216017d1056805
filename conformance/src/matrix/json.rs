//! The matrix as JSON.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::json;

use super::model::{MATRIX_FORMAT, Matrix};
use crate::event::write_line;

/// Writes the matrix as one JSON object, with a line for each row, requirement and finding.
pub(crate) fn write_json(matrix: &Matrix, out: &mut dyn Write) -> io::Result<()> {
    let Matrix { versions, days, suites, rows, absent, requirements, findings } = matrix;
    let head = json!({
        "acegate": versions, "days": days, "suites": suites, "absent": absent,
    });
    writeln!(out, "{{\"format\":{MATRIX_FORMAT},\"run\":")?;
    write_line(&head, out)?;
    write_list("rows", rows, out)?;
    write_list("requirements", requirements, out)?;
    write_list("findings", findings, out)?;
    writeln!(out, "}}")
}

/// Writes a field that is a list, a line for each of its values.
fn write_list(name: &str, values: &[impl Serialize], out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, ",\"{name}\":[")?;
    for (at, value) in values.iter().enumerate() {
        write!(out, "{}", if at > 0 { "," } else { "" })?;
        write_line(value, out)?;
    }
    write!(out, "]")
}
