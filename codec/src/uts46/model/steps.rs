//! The steps of sections 4 and 4.2, as the document has them.

use alloc::string::{String, ToString};

use super::{Label, Processing, Status};
use crate::error::{Error, ErrorKind};
use crate::punycode;
pub use crate::punycode::PREFIX;

/// Section 4, step 1: every code point by its status.
#[must_use]
pub fn map_each(run: &Processing<'_>, name: &str) -> String {
    let mut mapped = String::new();
    for c in name.chars() {
        mapped += &(run.rules.map_one)(run, c);
    }
    mapped
}

/// Section 4, step 1, for one code point. The transitional mapping of U+1E9E is "ss" (section 4).
#[must_use]
pub fn map_one(run: &Processing<'_>, c: char) -> String {
    match run.rules.tables.status(c) {
        Status::Ignored => String::new(),
        Status::Deviation(text) if run.settings.transitional => text.to_string(),
        Status::Mapped(_) if c == '\u{1E9E}' && run.settings.transitional => "ss".to_string(),
        Status::Mapped(text) => text,
        Status::Valid | Status::Deviation(_) | Status::Disallowed => c.to_string(),
    }
}

/// Section 4, step 4, items 1 and 2. A code that is not ASCII is [`NotBasic`](ErrorKind::NotBasic); the other
/// errors have the kinds of Punycode.
pub fn decode_punycode(_: &Processing<'_>, code: &str) -> Result<String, ErrorKind> {
    text_of_code(code)
}

/// The text of a code. One that is not ASCII is [`NotBasic`](ErrorKind::NotBasic).
///
/// # Errors
///
/// The kinds of Punycode.
pub fn text_of_code(code: &str) -> Result<String, ErrorKind> {
    if !code.is_ascii() {
        return Err(ErrorKind::NotBasic);
    }
    punycode::decode(code).map_err(|error| error.kind)
}

/// Section 4, step 4, item 3.
#[must_use]
pub fn is_empty_or_ascii(decoded: &str) -> Option<ErrorKind> {
    if decoded.is_empty() {
        return Some(ErrorKind::Empty);
    }
    decoded.is_ascii().then_some(ErrorKind::LdhOnly)
}

/// Section 4.2, step 3, or the error of Punycode.
pub fn encode_punycode(label: &Label) -> Result<String, Error> {
    Ok(PREFIX.to_string() + &punycode::encode(&label.text)?)
}

/// A name without its root label and the full stop before it.
#[must_use]
pub fn without_root(name: &str) -> &str {
    name.strip_suffix('.').unwrap_or(name)
}

/// URL Standard, "forbidden domain code point".
#[must_use]
pub fn is_forbidden_in_domains(c: char) -> bool {
    matches!(c, '\0'..=' ' | '\u{7F}') || "#/:<>?@[\\]^|%".contains(c)
}
