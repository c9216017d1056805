//! What the encodings for host names share at the level of hosts: labels and dots, letters, digits
//! and hyphens, prefixes, and the limits of the domain name system.
//!
//! An encoding turns the text of one label into a *payload* of letters, digits and hyphens, and
//! back. Everything around that is here, once: [`LabelRules`] names the prefix and the two
//! directions of an encoding, [`encode_label`] and [`decode_label`] apply the rules to one label,
//! [`to_ascii`] and [`to_unicode`] to a whole host name.
//!
//! # Positions
//!
//! Every position is a byte offset into the string given, be it a label or a name.
//!
//! | kind | position |
//! | --- | --- |
//! | what the encoding itself refuses | where the encoding says, moved to the place of its label |
//! | `empty` | where the missing text should stand |
//! | `bad-prefix` | the start of the label; of a decoded label, the end of the label |
//! | `not-ldh`, `dot` in a label to be encoded | the character |
//! | `hyphen` | the hyphen |
//! | `ldh-only`, `dot` in a decoded label, `not-canonical`, `too-long` of a label | the end of the label |
//! | `too-long` of a name | the end of the name |
//!
//! Within a label the checks are made in the order in which the functions list their errors, and
//! the labels of a name are taken from left to right: the first error wins.

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

/// How one encoding writes labels.
#[derive(Clone, Copy, Debug)]
pub struct LabelRules {
    /// What every encoded label begins with, in lower case: `wq--`.
    pub prefix: &'static str,
    /// Whether the text of an encoded label may begin or end with a hyphen.
    ///
    /// RFC 3490, section 4.1, step 3(b), forbids it for Punycode. The drafts of the other encodings
    /// do not: there only the encoded label must not end with one.
    pub allows_edge_hyphens: bool,
    /// Appends the payload of a label. Positions of errors are offsets into the label.
    pub encode: Transform,
    /// Appends the text of a payload. Positions of errors are offsets into the payload.
    ///
    /// It may accept several payloads for one text: whoever calls it through the functions of this
    /// module is protected by their comparison with what `encode` writes.
    pub decode: Transform,
}

/// One direction of an encoding: reads a string and appends the result to another.
///
/// After an error what was appended has no meaning.
pub type Transform = fn(&str, &mut String) -> Result<(), Error>;

/// Writes a host name in ASCII.
///
/// Labels of letters, digits and hyphens only pass unchanged; the others are encoded. Dots are
/// U+002E only, and a final dot passes.
///
/// # Errors
///
/// For each label: [`Empty`](ErrorKind::Empty); [`BadPrefix`](ErrorKind::BadPrefix) where it begins
/// with the prefix in any case, for it would be read back as something else;
/// [`Hyphen`](ErrorKind::Hyphen) at an end of a label that passes unchanged;
/// [`TooLong`](ErrorKind::TooLong); and what [`encode_label`] refuses. For the name:
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
/// Labels with the prefix, in any case, are decoded; the others pass unchanged. Dots are U+002E
/// only, and a final dot passes.
///
/// # Errors
///
/// For each label: [`Empty`](ErrorKind::Empty); [`NotLdh`](ErrorKind::NotLdh) and
/// [`Hyphen`](ErrorKind::Hyphen), with the prefix or without; [`TooLong`](ErrorKind::TooLong); and
/// what [`decode_label`] refuses. For the name: [`TooLong`](ErrorKind::TooLong) over [`NAME_MAX`].
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
/// [`BadPrefix`](ErrorKind::BadPrefix) where the label begins with the prefix in any case;
/// [`LdhOnly`](ErrorKind::LdhOnly) where it has only letters, digits and hyphens and so nothing to
/// encode; what the encoding refuses; [`NotLdh`](ErrorKind::NotLdh) for an ASCII character that
/// the encoding leaves as it is; [`Hyphen`](ErrorKind::Hyphen) where the label begins or ends with
/// one and [the rules](LabelRules::allows_edge_hyphens) forbid it, or where the result ends with one;
/// [`TooLong`](ErrorKind::TooLong) where the result is over [`LABEL_MAX`].
pub fn encode_label(label: &str, rules: &LabelRules) -> Result<String, Error> {
    let mut ascii = String::with_capacity(LABEL_MAX);
    push_encoded_label(label, rules, &mut ascii)?;
    Ok(ascii)
}

/// Decodes one label, prefix included.
///
/// What is accepted is, letter case aside, exactly what [`encode_label`] writes for the result.
///
/// # Errors
///
/// In this order: [`Empty`](ErrorKind::Empty); [`NotLdh`](ErrorKind::NotLdh);
/// [`BadPrefix`](ErrorKind::BadPrefix) where the prefix is missing; [`Empty`](ErrorKind::Empty)
/// where nothing follows it; [`Hyphen`](ErrorKind::Hyphen) at the end;
/// [`TooLong`](ErrorKind::TooLong); what the encoding refuses; and of the result
/// [`LdhOnly`](ErrorKind::LdhOnly), [`Dot`](ErrorKind::Dot),
/// [`BadPrefix`](ErrorKind::BadPrefix) where it begins with the prefix again,
/// [`Hyphen`](ErrorKind::Hyphen) where it begins or ends with one and
/// [the rules](LabelRules::allows_edge_hyphens) forbid it, and
/// [`NotCanonical`](ErrorKind::NotCanonical).
pub fn decode_label(label: &str, rules: &LabelRules) -> Result<String, Error> {
    let mut text = String::with_capacity(LABEL_MAX);
    push_decoded_label(label, rules, &mut text)?;
    Ok(text)
}

/// Encodes one text by the bare transformation: the prefix and the payload, no rule of hosts.
///
/// Anything but the empty text is encoded, be it of any length, with dots, or of letters, digits
/// and hyphens only.
///
/// # Errors
///
/// [`Empty`](ErrorKind::Empty), and what the encoding refuses.
pub fn encode_bare(text: &str, rules: &LabelRules) -> Result<String, Error> {
    refuse_empty(text)?;
    let mut encoded = String::with_capacity(LABEL_MAX);
    encoded.push_str(rules.prefix);
    (rules.encode)(text, &mut encoded)?;
    Ok(encoded)
}

/// Decodes what [`encode_bare`] writes, and only that, letter case aside.
///
/// # Errors
///
/// In this order: [`Empty`](ErrorKind::Empty); [`BadPrefix`](ErrorKind::BadPrefix);
/// [`Empty`](ErrorKind::Empty) where nothing follows the prefix; what the encoding refuses;
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
/// The place of a hyphen does not matter here, and the empty string passes.
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

/// Applies `push` to each label, with the dots between the results and the positions of errors
/// moved to the place of the label in the name.
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
    // `push_encoded_label` refuses such a label, so that nothing is encoded twice.
    if has_prefix(decoded, rules.prefix) {
        return Err(Error::new(ErrorKind::BadPrefix, label.len()));
    }
    if refuse_edge_hyphens(decoded, rules).is_err() {
        return Err(Error::new(ErrorKind::Hyphen, label.len()));
    }
    refuse_not_canonical(payload, rules, decoded).map_err(moved)
}

/// The payload, which must not be empty, after a prefix that must be there.
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
