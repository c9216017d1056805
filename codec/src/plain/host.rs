//! The model of the host layer, transcribed from RFC 3490, sections 4, 4.1 and 4.2, and from the
//! drafts of UTF-6, RACE and LACE. It works on characters. It shares with [`crate::host`] only the
//! rules of the encodings, the kinds of errors and their documented order.

use alloc::string::String;
use alloc::vec::Vec;

use crate::error::{Error, ErrorKind};
use crate::host::LabelRules;
use crate::label_codec::HostLayer;

impl HostLayer {
    /// The procedures of this module.
    pub(crate) const PLAIN: Self =
        Self { encode_label, decode_label, encode_bare, decode_bare, to_ascii, to_unicode };
}

/// A host name in ASCII (RFC 3490, section 4: ToASCII for each label).
///
/// # Errors
///
/// The errors of [`crate::host::to_ascii`].
pub fn to_ascii(name: &str, rules: &LabelRules) -> Result<String, Error> {
    each_label(name, |label| {
        // Steps 1 and 4: a label of ASCII skips to step 8. A label that begins with the prefix is
        // refused, because it would be read as another label.
        if !all(label, is_ldh) || label.is_empty() {
            return encode_label(label, rules);
        }
        if begins_with_prefix(label, rules) {
            return refuse(ErrorKind::BadPrefix, 0);
        }
        plain_label(label)
    })
    .and_then(|ascii| check_name(ascii.chars().count(), ascii.ends_with('.'), name).map(|()| ascii))
}

/// A host name with its encoded labels decoded (RFC 3490, section 4: ToUnicode for each label).
///
/// # Errors
///
/// The errors of [`crate::host::to_unicode`].
pub fn to_unicode(name: &str, rules: &LabelRules) -> Result<String, Error> {
    each_label(name, |label| {
        // Section 4.2, step 3.
        if begins_with_prefix(label, rules) {
            return decode_label(label, rules);
        }
        check_ldh(label)?;
        plain_label(label)
    })
    .and_then(|text| check_name(name.chars().count(), name.ends_with('.'), name).map(|()| text))
}

/// One label with the prefix and the payload (RFC 3490, section 4.1).
///
/// # Errors
///
/// The errors of [`crate::host::encode_label`].
pub fn encode_label(label: &str, rules: &LabelRules) -> Result<String, Error> {
    // Step 8, the lower bound. Section 3.1: a dot is between labels, never in one.
    if label.is_empty() {
        return refuse(ErrorKind::Empty, 0);
    }
    if let Some(dot) = label.find('.') {
        return refuse(ErrorKind::Dot, dot);
    }
    // Step 5.
    if begins_with_prefix(label, rules) {
        return refuse(ErrorKind::BadPrefix, 0);
    }
    // Step 4. RACE-03 and LACE-01, section 2.2.1, refuse such a label.
    if all(label, is_ldh) {
        return refuse(ErrorKind::LdhOnly, label.len());
    }
    // Step 6.
    let mut payload = String::new();
    (rules.encode)(label, &mut payload)?;
    if !rules.allows_edge_hyphens {
        // Step 3(a): the ASCII characters are letters, digits and hyphens.
        if let Some((at, _)) = label.char_indices().find(|&(_, c)| c.is_ascii() && !is_ldh(c)) {
            return refuse(ErrorKind::NotLdh, at);
        }
        // Step 3(b): no hyphen at the beginning or end.
        if label.starts_with('-') {
            return refuse(ErrorKind::Hyphen, 0);
        }
        if label.ends_with('-') {
            return refuse(ErrorKind::Hyphen, label.len() - 1);
        }
    }
    // STD 13 forbids it of the label that is sent.
    if payload.ends_with('-') {
        let at = label.char_indices().next_back().map_or(0, |(at, _)| at);
        return refuse(ErrorKind::Hyphen, at);
    }
    // Steps 7 and 8.
    let encoded: String = rules.prefix.chars().chain(payload.chars()).collect();
    if encoded.chars().count() > 63 {
        return refuse(ErrorKind::TooLong, label.len());
    }
    Ok(encoded)
}

/// The text of one label with the prefix (RFC 3490, section 4.2).
///
/// # Errors
///
/// The errors of [`crate::host::decode_label`].
pub fn decode_label(label: &str, rules: &LabelRules) -> Result<String, Error> {
    let end = label.len();
    if label.is_empty() {
        return refuse(ErrorKind::Empty, 0);
    }
    check_ldh(label)?;
    // Steps 3 and 4.
    let payload = without_prefix(label, rules)?;
    if label.ends_with('-') {
        return refuse(ErrorKind::Hyphen, end - 1);
    }
    if label.chars().count() > 63 {
        return refuse(ErrorKind::TooLong, end);
    }
    // Step 5.
    let text = decode_payload(&payload, rules)?;
    // Step 6, ToASCII of what was decoded, and step 7, the comparison.
    match encode_label(&text, rules) {
        Ok(again) if folded(&again) == folded(label) => Ok(text),
        Err(Error { kind: ErrorKind::Empty | ErrorKind::LdhOnly, .. }) => {
            refuse(ErrorKind::LdhOnly, end)
        }
        Err(Error { kind: kind @ (ErrorKind::Dot | ErrorKind::BadPrefix), .. }) => {
            // A label of ASCII is never encoded, with or without the prefix.
            let only_ascii = all(&text, is_ldh);
            refuse(if only_ascii { ErrorKind::LdhOnly } else { kind }, end)
        }
        Err(Error { kind: ErrorKind::Hyphen, .. }) if !rules.allows_edge_hyphens => {
            refuse(ErrorKind::Hyphen, end)
        }
        _ => refuse(ErrorKind::NotCanonical, end),
    }
}

/// Encodes a text of any length: the prefix and the payload, without the rules for host names.
///
/// # Errors
///
/// The errors of [`crate::host::encode_bare`].
pub fn encode_bare(text: &str, rules: &LabelRules) -> Result<String, Error> {
    if text.is_empty() {
        return refuse(ErrorKind::Empty, 0);
    }
    let mut payload = String::new();
    (rules.encode)(text, &mut payload)?;
    Ok(rules.prefix.chars().chain(payload.chars()).collect())
}

/// Decodes an output of [`encode_bare`].
///
/// # Errors
///
/// The errors of [`crate::host::decode_bare`].
pub fn decode_bare(encoded: &str, rules: &LabelRules) -> Result<String, Error> {
    if encoded.is_empty() {
        return refuse(ErrorKind::Empty, 0);
    }
    let text = decode_payload(&without_prefix(encoded, rules)?, rules)?;
    match encode_bare(&text, rules) {
        Ok(again) if folded(&again) == folded(encoded) => Ok(text),
        _ => refuse(ErrorKind::NotCanonical, encoded.len()),
    }
}

/// Converts each label and writes the dots between them again (RFC 3490, section 3.1). The empty
/// label of the root, after a final dot, is kept (RFC 1034, section 3.1).
fn each_label(
    name: &str,
    convert: impl Fn(&str) -> Result<String, Error>,
) -> Result<String, Error> {
    let mut labels: Vec<(usize, String)> = Vec::from([(0, String::new())]);
    for (at, c) in name.char_indices() {
        match labels.last_mut() {
            Some((_, label)) if c != '.' => label.push(c),
            _ => labels.push((at + 1, String::new())),
        }
    }
    let has_root = labels.len() > 1 && labels.last().is_some_and(|(_, label)| label.is_empty());
    if has_root {
        labels.pop();
    }
    let mut converted = Vec::new();
    for (start, label) in labels {
        let moved = |error: Error| Error::new(error.kind, start + error.position);
        converted.push(convert(&label).map_err(moved)?);
    }
    if has_root {
        converted.push(String::new());
    }
    Ok(converted.join("."))
}

/// A label that stays unchanged (RFC 3490, section 4.1, steps 3(b) and 8).
fn plain_label(label: &str) -> Result<String, Error> {
    if label.is_empty() {
        return refuse(ErrorKind::Empty, 0);
    }
    if label.starts_with('-') {
        return refuse(ErrorKind::Hyphen, 0);
    }
    if label.ends_with('-') {
        return refuse(ErrorKind::Hyphen, label.len() - 1);
    }
    if label.chars().count() > 63 {
        return refuse(ErrorKind::TooLong, label.len());
    }
    Ok(String::from(label))
}

/// RFC 1035, section 2.3.4: at most 255 octets, with a length octet before each label and the root.
/// That leaves 253 characters without the final dot.
fn check_name(characters: usize, has_root: bool, name: &str) -> Result<(), Error> {
    if characters - usize::from(has_root) > 255 - 2 {
        return Err(Error::new(ErrorKind::TooLong, name.len()));
    }
    Ok(())
}

fn check_ldh(label: &str) -> Result<(), Error> {
    match label.char_indices().find(|&(_, c)| !is_ldh(c)) {
        Some((at, _)) => Err(Error::new(ErrorKind::NotLdh, at)),
        None => Ok(()),
    }
}

fn decode_payload(payload: &str, rules: &LabelRules) -> Result<String, Error> {
    let mut text = String::new();
    (rules.decode)(payload, &mut text)
        .map_err(|error| Error::new(error.kind, rules.prefix.len() + error.position))?;
    Ok(text)
}

fn without_prefix(label: &str, rules: &LabelRules) -> Result<String, Error> {
    if !begins_with_prefix(label, rules) {
        return refuse(ErrorKind::BadPrefix, 0);
    }
    let payload: String = label.chars().skip(rules.prefix.len()).collect();
    if payload.is_empty() { refuse(ErrorKind::Empty, label.len()) } else { Ok(payload) }
}

/// Section 5: the prefix is recognized in any letter case.
fn begins_with_prefix(label: &str, rules: &LabelRules) -> bool {
    let length = rules.prefix.chars().count();
    folded(&label.chars().take(length).collect::<String>()) == rules.prefix
}

/// The text with the letters A to Z in lowercase, and otherwise unchanged.
fn folded(text: &str) -> String {
    text.chars().map(|c| c.to_ascii_lowercase()).collect()
}

fn is_ldh(c: char) -> bool {
    matches!(c, 'A'..='Z' | 'a'..='z' | '0'..='9' | '-')
}

fn all(text: &str, holds: fn(char) -> bool) -> bool {
    text.chars().all(holds)
}

fn refuse<T>(kind: ErrorKind, position: usize) -> Result<T, Error> {
    Err(Error::new(kind, position))
}
