//! The rules for host names that all encodings share: labels and dots, letters, digits and hyphens,
//! prefixes, and the limits of the domain name system.
//!
//! An encoding turns the text of one label into a *payload* of letters, digits and hyphens, and
//! back. This module does the rest. [`LabelRules`] names the prefix and the two directions of an
//! encoding. [`encode_label`] and [`decode_label`] apply the rules to one label, [`to_ascii`] and
//! [`to_unicode`] to a whole host name.
//!
//! # Positions
//!
//! Every position is a byte offset into the given string, which is a label or a name.
//!
//! | kind | position |
//! | --- | --- |
//! | errors of the encoding itself | the position from the encoding, moved to the place of the label |
//! | `empty` | the place of the missing text |
//! | `bad-prefix` | the start of the label; of a decoded label, the end of the label |
//! | `not-ldh`, `dot` in a label to be encoded | the character |
//! | `hyphen` | the hyphen |
//! | `ldh-only`, `dot` in a decoded label, `not-canonical`, `too-long` of a label | the end of the label |
//! | `too-long` of a name | the end of the name |
//!
//! Within a label, errors are checked in the order in which the functions list them. Labels are read
//! from left to right. The first error is reported.

#[cfg(test)]
mod tests;

use alloc::string::String;

use crate::error::{Error, ErrorKind};

/// The largest number of octets of a label (RFC 1035, section 2.3.4).
pub const LABEL_MAX: usize = 63;

/// The largest number of characters of a host name, a final dot not counted.
///
/// The limit of RFC 1035, section 2.3.4, is 255 octets on the wire, where every label has a length
/// octet before it and the root is one octet more: 255 − 1 − 1 = 253 with the dots.
pub const NAME_MAX: usize = 253;

/// The rules of one encoding of labels.
#[derive(Clone, Copy, Debug)]
pub struct LabelRules {
    /// The prefix of every encoded label, in lowercase, such as `wq--`.
    pub prefix: &'static str,
    /// Allows the text of an encoded label to begin or end with a hyphen.
    ///
    /// RFC 3490, section 4.1, step 3(b), forbids it for Punycode. The drafts of the other encodings
    /// only forbid that the encoded label ends with a hyphen.
    pub allows_edge_hyphens: bool,
    /// Appends the payload of a label. Positions of errors are offsets into the label.
    pub encode: Transform,
    /// Appends the text of a payload. Positions of errors are offsets into the payload.
    ///
    /// It may accept several payloads for one text. The functions of this module then compare the
    /// payload with the one that `encode` writes.
    pub decode: Transform,
}

/// One direction of an encoding: reads a string and appends the result to another.
///
/// After an error, the appended part has no meaning.
pub type Transform = fn(&str, &mut String) -> Result<(), Error>;

/// Writes a host name in ASCII.
///
/// Labels of letters, digits and hyphens only stay unchanged. The others are encoded. Only U+002E is
/// a dot. A final dot is allowed.
///
/// # Errors
///
/// For each label: [`Empty`](ErrorKind::Empty); [`BadPrefix`](ErrorKind::BadPrefix) if it begins
/// with the prefix in any case, because it would be read back as another label;
/// [`Hyphen`](ErrorKind::Hyphen) at an end of a label that stays unchanged;
/// [`TooLong`](ErrorKind::TooLong); and the errors of [`encode_label`]. For the name:
/// [`TooLong`](ErrorKind::TooLong) over [`NAME_MAX`].
pub fn to_ascii(name: &str, rules: &LabelRules) -> Result<String, Error> {
    let mut ascii = String::with_capacity(name.len());
    for_each_label(name, &mut ascii, |label, ascii| {
        if is_ldh(label) {
            refuse_prefix(label, rules)?;
            push_plain_label(label, ascii)
        } else {
            push_encoded_label(label, rules, ascii)
        }
    })?;
    refuse_long_name(&ascii, name)?;
    Ok(ascii)
}

/// Reads a host name in ASCII.
///
/// Labels with the prefix, in any case, are decoded. The others stay unchanged. Only U+002E is a dot.
/// A final dot is allowed.
///
/// # Errors
///
/// For each label: [`Empty`](ErrorKind::Empty); [`NotLdh`](ErrorKind::NotLdh) and
/// [`Hyphen`](ErrorKind::Hyphen), with or without the prefix; [`TooLong`](ErrorKind::TooLong); and
/// the errors of [`decode_label`]. For the name: [`TooLong`](ErrorKind::TooLong) over [`NAME_MAX`].
pub fn to_unicode(name: &str, rules: &LabelRules) -> Result<String, Error> {
    let mut text = String::with_capacity(name.len());
    for_each_label(name, &mut text, |label, text| {
        if has_prefix(label, rules.prefix) {
            push_decoded_label(label, rules, text)
        } else {
            refuse_not_ldh(label)?;
            push_plain_label(label, text)
        }
    })?;
    refuse_long_name(name, name)?;
    Ok(text)
}

/// Encodes one label, prefix included.
///
/// # Errors
///
/// In this order: [`Empty`](ErrorKind::Empty); [`Dot`](ErrorKind::Dot);
/// [`BadPrefix`](ErrorKind::BadPrefix) if the label begins with the prefix in any case;
/// [`LdhOnly`](ErrorKind::LdhOnly) if it has only letters, digits and hyphens, so that there is
/// nothing to encode; the errors of the encoding; [`NotLdh`](ErrorKind::NotLdh) for an ASCII
/// character that the encoding leaves as it is; [`Hyphen`](ErrorKind::Hyphen) if the label begins or
/// ends with one and [the rules](LabelRules::allows_edge_hyphens) forbid it, or if the result ends
/// with one; [`TooLong`](ErrorKind::TooLong) if the result is over [`LABEL_MAX`].
pub fn encode_label(label: &str, rules: &LabelRules) -> Result<String, Error> {
    let mut ascii = String::with_capacity(LABEL_MAX);
    push_encoded_label(label, rules, &mut ascii)?;
    Ok(ascii)
}

/// Decodes one label, prefix included.
///
/// It accepts, letter case aside, only the label that [`encode_label`] writes for the result.
///
/// # Errors
///
/// In this order: [`Empty`](ErrorKind::Empty); [`NotLdh`](ErrorKind::NotLdh);
/// [`BadPrefix`](ErrorKind::BadPrefix) if the prefix is missing; [`Empty`](ErrorKind::Empty) if
/// nothing follows it; [`Hyphen`](ErrorKind::Hyphen) at the end;
/// [`TooLong`](ErrorKind::TooLong); the errors of the encoding; and for the result
/// [`LdhOnly`](ErrorKind::LdhOnly), [`Dot`](ErrorKind::Dot),
/// [`BadPrefix`](ErrorKind::BadPrefix) if it begins with the prefix again,
/// [`Hyphen`](ErrorKind::Hyphen) if it begins or ends with one and
/// [the rules](LabelRules::allows_edge_hyphens) forbid it, and
/// [`NotCanonical`](ErrorKind::NotCanonical).
pub fn decode_label(label: &str, rules: &LabelRules) -> Result<String, Error> {
    let mut text = String::with_capacity(LABEL_MAX);
    push_decoded_label(label, rules, &mut text)?;
    Ok(text)
}

/// Encodes one text by the bare transformation: the prefix and the payload, without the rules for
/// host names.
///
/// The text may have any length, may have dots, and may have letters, digits and hyphens only.
///
/// # Errors
///
/// [`Empty`](ErrorKind::Empty), and the errors of the encoding.
pub fn encode_bare(text: &str, rules: &LabelRules) -> Result<String, Error> {
    refuse_empty(text)?;
    let mut encoded = String::with_capacity(LABEL_MAX);
    encoded.push_str(rules.prefix);
    (rules.encode)(text, &mut encoded)?;
    Ok(encoded)
}

/// Decodes the outputs of [`encode_bare`], and only those, letter case aside.
///
/// # Errors
///
/// In this order: [`Empty`](ErrorKind::Empty); [`BadPrefix`](ErrorKind::BadPrefix);
/// [`Empty`](ErrorKind::Empty) if nothing follows the prefix; the errors of the encoding;
/// [`NotCanonical`](ErrorKind::NotCanonical).
pub fn decode_bare(encoded: &str, rules: &LabelRules) -> Result<String, Error> {
    refuse_empty(encoded)?;
    let payload = strip_prefix(encoded, rules)?;
    let moved = |error: Error| error.shifted_by(rules.prefix.len());
    let mut text = String::with_capacity(LABEL_MAX);
    (rules.decode)(payload, &mut text).map_err(moved)?;
    refuse_not_canonical(payload, rules, &text).map_err(moved)?;
    Ok(text)
}

/// Whether every character is an ASCII letter, a digit or the hyphen.
///
/// Hyphens may be at any place here, and the empty string passes.
#[must_use]
pub fn is_ldh(text: &str) -> bool {
    text.bytes().all(is_ldh_octet)
}

/// Whether the label begins with the prefix, in any letter case of ASCII.
#[must_use]
pub fn has_prefix(label: &str, prefix: &str) -> bool {
    label.len() >= prefix.len()
        && label.as_bytes()[..prefix.len()].eq_ignore_ascii_case(prefix.as_bytes())
}

/// Applies `push` to each label and writes dots between the results. Positions of errors are moved
/// to the place of the label in the name.
fn for_each_label(
    name: &str,
    result: &mut String,
    push: impl Fn(&str, &mut String) -> Result<(), Error>,
) -> Result<(), Error> {
    let labels = name.strip_suffix('.').filter(|rest| !rest.is_empty()).unwrap_or(name);
    let mut start = 0;
    for label in labels.split('.') {
        if start > 0 {
            result.push('.');
        }
        push(label, result).map_err(|error| error.shifted_by(start))?;
        start += label.len() + 1;
    }
    if labels.len() < name.len() {
        result.push('.');
    }
    Ok(())
}

fn push_plain_label(label: &str, result: &mut String) -> Result<(), Error> {
    refuse_empty(label)?;
    if label.starts_with('-') {
        return Err(Error::new(ErrorKind::Hyphen, 0));
    }
    refuse_final_hyphen(label)?;
    refuse_long_label(label.len(), label)?;
    result.push_str(label);
    Ok(())
}

fn push_encoded_label(label: &str, rules: &LabelRules, ascii: &mut String) -> Result<(), Error> {
    refuse_empty(label)?;
    if let Some(position) = label.find('.') {
        return Err(Error::new(ErrorKind::Dot, position));
    }
    refuse_prefix(label, rules)?;
    if is_ldh(label) {
        return Err(Error::new(ErrorKind::LdhOnly, label.len()));
    }
    let start = ascii.len();
    ascii.push_str(rules.prefix);
    (rules.encode)(label, ascii)?;
    let encoded = &ascii[start..];
    if !is_ldh(encoded) {
        let foreign = label.bytes().position(|octet| octet.is_ascii() && !is_ldh_octet(octet));
        return Err(Error::new(ErrorKind::NotLdh, foreign.unwrap_or(label.len())));
    }
    refuse_edge_hyphens(label, rules)?;
    if encoded.ends_with('-') {
        let position = label.len() - usize::from(label.ends_with('-'));
        return Err(Error::new(ErrorKind::Hyphen, position));
    }
    refuse_long_label(encoded.len(), label)
}

fn push_decoded_label(label: &str, rules: &LabelRules, text: &mut String) -> Result<(), Error> {
    refuse_empty(label)?;
    refuse_not_ldh(label)?;
    let payload = strip_prefix(label, rules)?;
    refuse_final_hyphen(label)?;
    refuse_long_label(label.len(), label)?;
    let start = text.len();
    let moved = |error: Error| error.shifted_by(rules.prefix.len());
    (rules.decode)(payload, text).map_err(moved)?;
    let decoded = &text[start..];
    if is_ldh(decoded) {
        return Err(Error::new(ErrorKind::LdhOnly, label.len()));
    }
    if decoded.contains('.') {
        return Err(Error::new(ErrorKind::Dot, label.len()));
    }
    // `push_encoded_label` refuses such a label, so that no label is encoded twice.
    if has_prefix(decoded, rules.prefix) {
        return Err(Error::new(ErrorKind::BadPrefix, label.len()));
    }
    if refuse_edge_hyphens(decoded, rules).is_err() {
        return Err(Error::new(ErrorKind::Hyphen, label.len()));
    }
    refuse_not_canonical(payload, rules, decoded).map_err(moved)
}

/// The payload after the prefix. Refuses a missing prefix and an empty payload.
fn strip_prefix<'a>(label: &'a str, rules: &LabelRules) -> Result<&'a str, Error> {
    if !has_prefix(label, rules.prefix) {
        return Err(Error::new(ErrorKind::BadPrefix, 0));
    }
    let payload = &label[rules.prefix.len()..];
    if payload.is_empty() {
        return Err(Error::new(ErrorKind::Empty, label.len()));
    }
    Ok(payload)
}

fn refuse_not_canonical(payload: &str, rules: &LabelRules, text: &str) -> Result<(), Error> {
    let mut again = String::with_capacity(payload.len());
    match (rules.encode)(text, &mut again) {
        Ok(()) if again.eq_ignore_ascii_case(payload) => Ok(()),
        _ => Err(Error::new(ErrorKind::NotCanonical, payload.len())),
    }
}

fn refuse_empty(text: &str) -> Result<(), Error> {
    if text.is_empty() { Err(Error::new(ErrorKind::Empty, 0)) } else { Ok(()) }
}

fn refuse_prefix(label: &str, rules: &LabelRules) -> Result<(), Error> {
    if has_prefix(label, rules.prefix) {
        return Err(Error::new(ErrorKind::BadPrefix, 0));
    }
    Ok(())
}

fn refuse_not_ldh(label: &str) -> Result<(), Error> {
    match label.bytes().position(|octet| !is_ldh_octet(octet)) {
        Some(position) => Err(Error::new(ErrorKind::NotLdh, position)),
        None => Ok(()),
    }
}

/// RFC 3490, section 4.1, step 3(b).
fn refuse_edge_hyphens(label: &str, rules: &LabelRules) -> Result<(), Error> {
    if rules.allows_edge_hyphens {
        return Ok(());
    }
    if label.starts_with('-') {
        return Err(Error::new(ErrorKind::Hyphen, 0));
    }
    refuse_final_hyphen(label)
}

fn refuse_final_hyphen(label: &str) -> Result<(), Error> {
    if label.ends_with('-') {
        return Err(Error::new(ErrorKind::Hyphen, label.len() - 1));
    }
    Ok(())
}

fn refuse_long_label(octets: usize, label: &str) -> Result<(), Error> {
    if octets > LABEL_MAX {
        return Err(Error::new(ErrorKind::TooLong, label.len()));
    }
    Ok(())
}

fn refuse_long_name(ascii: &str, name: &str) -> Result<(), Error> {
    if ascii.strip_suffix('.').unwrap_or(ascii).len() > NAME_MAX {
        return Err(Error::new(ErrorKind::TooLong, name.len()));
    }
    Ok(())
}

fn is_ldh_octet(octet: u8) -> bool {
    octet.is_ascii_alphanumeric() || octet == b'-'
}
