//! The steps as the documents have them.

use alloc::string::{String, ToString};

use super::Request;
use crate::error::Error;
use crate::idna2008::letters::lower;
use crate::idna2008::mapping::ordinary_width;
use crate::idna2008::options::Mapping;
use crate::idna2008::published::published;
use crate::idna2008::terms::Property;
use crate::punycode;
pub use crate::punycode::PREFIX;
pub use crate::uts46::model::{is_empty_or_ascii, text_of_code as decode_punycode};

/// RFC 5892: the published value.
#[must_use]
pub fn published_property(c: char) -> Property {
    published(c.into())
}

/// RFC 5895, section 2, if the options ask for it, or normalisation alone.
#[must_use]
pub fn map_name(request: &Request<'_>, name: &str) -> String {
    let rules = request.rules;
    match request.options.mapping {
        Mapping::None => name.to_string(),
        Mapping::Nfc => rules.tables.nfc(name),
        Mapping::Rfc5895 => {
            let lowered = (rules.lower)(name);
            let widened: String = lowered.chars().map(rules.widen).collect();
            let normalised = rules.tables.nfc(&widened);
            normalised.replace('\u{3002}', ".")
        }
    }
}

/// RFC 5895, section 2, step 1, for letters that are newer than the tables of Rust.
#[must_use]
pub fn lower_newest(name: &str) -> String {
    lower(name).into_owned()
}

/// RFC 5895, section 2, step 2, for one character.
#[must_use]
pub fn usual_width(c: char) -> char {
    ordinary_width(c)
}

/// RFC 5890, section 2.3.2.1: the prefix in any case.
#[must_use]
pub fn has_ace_prefix(label: &str) -> bool {
    let start = label.get(..PREFIX.len());
    start.is_some_and(|start| start.eq_ignore_ascii_case(PREFIX))
}

/// RFC 5891, section 5.4: whether the text encodes to this code.
#[must_use]
pub fn encodes_to(text: &str, code: &str) -> bool {
    punycode::encode(text).is_ok_and(|own| own == code)
}

/// RFC 5891, section 4.4.
///
/// # Errors
///
/// Those of Punycode.
pub fn encode_punycode(text: &str) -> Result<String, Error> {
    Ok(PREFIX.to_string() + &punycode::encode(text)?)
}

/// The offset at which a label of a name begins: after that many of the characters that are full stops, or that the
/// mapping makes full stops. The end of the name if it has fewer.
#[must_use]
pub fn start_of_label(name: &str, index: usize, mapping: Mapping) -> usize {
    let mut count = 0;
    for (at, c) in name.char_indices() {
        if count == index {
            return at;
        }
        let is_mapped = matches!(c, '\u{3002}' | '\u{FF0E}' | '\u{FF61}');
        if c == '.' || is_mapped && mapping == Mapping::Rfc5895 {
            count += 1;
        }
    }
    name.len()
}
