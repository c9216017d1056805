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

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;
    use alloc::vec;

    /// Two hexadecimal digits an octet of UTF-8, except that hyphens and underscores stay; when
    /// read, `z` is skipped, so that there are strings with several payloads.
    const HEX: LabelRules = LabelRules {
        prefix: "hx--",
        allows_edge_hyphens: true,
        encode: push_hex,
        decode: push_text,
    };

    const HEX_WITHOUT_EDGE_HYPHENS: LabelRules = LabelRules { allows_edge_hyphens: false, ..HEX };

    #[test]
    fn plain_labels_pass_and_others_are_written_with_the_prefix() {
        assert_eq!(to_ascii("www.é.example.", &HEX).as_deref(), Ok("www.hx--c3a9.example."));
        assert_eq!(to_unicode("www.HX--C3A9.example.", &HEX).as_deref(), Ok("www.é.example."));
        assert_eq!(to_ascii("A-1", &HEX).as_deref(), Ok("A-1"));
    }

    #[test]
    fn a_label_that_decodes_to_one_with_the_prefix_is_refused() {
        for label in ["hx--6878--c3a9", "hx--4858--c3a9"] {
            let prefix = Error::new(ErrorKind::BadPrefix, label.len());
            assert_eq!(decode_label(label, &HEX), Err(prefix), "{label}");
            assert_eq!(to_unicode(label, &HEX), Err(prefix), "{label}");
        }
        assert_eq!(to_ascii("hx--\u{e9}", &HEX), Err(Error::new(ErrorKind::BadPrefix, 0)));
    }

    #[test]
    fn only_one_empty_part_at_the_end_passes() {
        for (name, position) in [("", 0), (".", 0), ("..", 0), (".a", 0), ("a..", 2), ("a..b", 2)] {
            let empty = Error::new(ErrorKind::Empty, position);
            assert_eq!(to_ascii(name, &HEX), Err(empty), "{name}");
            assert_eq!(to_unicode(name, &HEX), Err(empty), "{name}");
        }
    }

    #[test]
    fn only_the_full_stop_separates_labels() {
        let name = "a\u{3002}b";
        assert_eq!(to_ascii(name, &HEX).as_deref(), Ok("hx--61e3808262"));
        assert_eq!(to_unicode("hx--61e3808262", &HEX).as_deref(), Ok(name));
    }

    #[test]
    fn refuses_labels_that_cannot_be_encoded() {
        for (label, kind, position) in [
            ("", ErrorKind::Empty, 0),
            ("é.a", ErrorKind::Dot, 2),
            ("hx--é", ErrorKind::BadPrefix, 0),
            ("Hx--", ErrorKind::BadPrefix, 0),
            ("A-b", ErrorKind::LdhOnly, 3),
            ("-", ErrorKind::LdhOnly, 1),
            ("é_", ErrorKind::NotLdh, 2),
            ("é-", ErrorKind::Hyphen, 2),
        ] {
            assert_eq!(encode_label(label, &HEX), Err(Error::new(kind, position)), "{label}");
        }
        assert_eq!(encode_label("-é", &HEX).as_deref(), Ok("hx---c3a9"));
    }

    #[test]
    fn refuses_labels_that_cannot_be_decoded() {
        for (label, kind, position) in [
            ("", ErrorKind::Empty, 0),
            ("hx--c3!", ErrorKind::NotLdh, 6),
            ("é", ErrorKind::NotLdh, 0),
            ("hx-c3a9", ErrorKind::BadPrefix, 0),
            ("hx--", ErrorKind::Empty, 4),
            ("hx--c3a9-", ErrorKind::Hyphen, 8),
            ("hx--c3g9", ErrorKind::BadDigit, 6),
            ("hx--41", ErrorKind::LdhOnly, 6),
            ("hx--c3a92e", ErrorKind::Dot, 10),
            ("hx--zc3a9", ErrorKind::NotCanonical, 9),
        ] {
            assert_eq!(decode_label(label, &HEX), Err(Error::new(kind, position)), "{label}");
        }
    }

    #[test]
    fn rules_without_edge_hyphens_refuse_them_in_both_directions() {
        let rules = &HEX_WITHOUT_EDGE_HYPHENS;
        for (label, position) in [("-é", 0), ("é-", 2), ("-é-", 0), ("--é", 0)] {
            let hyphen = Err(Error::new(ErrorKind::Hyphen, position));
            assert_eq!(encode_label(label, rules), hyphen, "{label}");
            assert_eq!(to_ascii(label, rules), hyphen, "{label}");
        }
        for label in ["hx---c3a9", "hx--2dc3a9", "hx--c3a92d", "hx---c3a92d"] {
            let hyphen = Err(Error::new(ErrorKind::Hyphen, label.len()));
            assert_eq!(decode_label(label, rules), hyphen, "{label}");
            assert_eq!(to_unicode(label, rules), hyphen, "{label}");
        }
        assert_eq!(decode_label("hx---c3a9", &HEX).as_deref(), Ok("-é"));
        assert_eq!(encode_label("é-é", rules).as_deref(), Ok("hx--c3a9-c3a9"));
        assert_eq!(decode_label("hx--c3a9-c3a9", rules).as_deref(), Ok("é-é"));
    }

    #[test]
    fn whole_names_refuse_what_labels_do_at_its_place_in_the_name() {
        for (name, kind, position) in [
            ("é.-a", ErrorKind::Hyphen, 3),
            ("é.a-", ErrorKind::Hyphen, 4),
            ("a.hx--41", ErrorKind::BadPrefix, 2),
            ("a.é_", ErrorKind::NotLdh, 4),
        ] {
            assert_eq!(to_ascii(name, &HEX), Err(Error::new(kind, position)), "{name}");
        }
        for (name, kind, position) in [
            ("hx--c3a9.a b", ErrorKind::NotLdh, 10),
            ("a.-a", ErrorKind::Hyphen, 2),
            ("a.a-.b", ErrorKind::Hyphen, 3),
            ("a.hx--41.b", ErrorKind::LdhOnly, 8),
        ] {
            assert_eq!(to_unicode(name, &HEX), Err(Error::new(kind, position)), "{name}");
        }
    }

    #[test]
    fn labels_have_63_octets_at_most() {
        let (longest, longer) = ("a".repeat(63), "a".repeat(64));
        let too_long = Err(Error::new(ErrorKind::TooLong, 64));
        assert_eq!(to_ascii(&longest, &HEX).as_deref(), Ok(longest.as_str()));
        assert_eq!(to_unicode(&longest, &HEX).as_deref(), Ok(longest.as_str()));
        assert_eq!(to_ascii(&longer, &HEX), too_long);
        assert_eq!(to_unicode(&longer, &HEX), too_long);
        // Four octets of prefix and 2 × 2 of "é" leave 63 − 8 = 55 for hyphens.
        let longest = format!("{}é", "-".repeat(55));
        let encoded = encode_label(&longest, &HEX).unwrap();
        assert_eq!(encoded.len(), 63);
        assert_eq!(decode_label(&encoded, &HEX), Ok(longest));
        let longer = format!("{}é", "-".repeat(56));
        assert_eq!(encode_label(&longer, &HEX), Err(Error::new(ErrorKind::TooLong, 58)));
        let longer = format!("hx--{}c3a9", "-".repeat(56));
        assert_eq!(decode_label(&longer, &HEX), too_long);
    }

    #[test]
    fn names_have_253_characters_at_most_and_a_final_dot() {
        let label = "a".repeat(63);
        let longest = format!("{label}.{label}.{label}.{}", "a".repeat(253 - 3 * 64));
        for name in [longest.clone(), format!("{longest}.")] {
            assert_eq!(to_ascii(&name, &HEX).as_ref(), Ok(&name));
            assert_eq!(to_unicode(&name, &HEX).as_ref(), Ok(&name));
        }
        let longer = format!("{longest}a");
        let too_long = Err(Error::new(ErrorKind::TooLong, 254));
        assert_eq!(to_ascii(&longer, &HEX), too_long);
        assert_eq!(to_unicode(&longer, &HEX), too_long);
    }

    #[test]
    fn the_bare_transformation_knows_no_hosts() {
        let long = "-".repeat(80);
        for text in ["A", ".", "hx--", "é-", "a.b", long.as_str()] {
            let encoded = encode_bare(text, &HEX).unwrap();
            assert_eq!(decode_bare(&encoded, &HEX).as_deref(), Ok(text));
        }
        assert_eq!(encode_bare("", &HEX), Err(Error::new(ErrorKind::Empty, 0)));
        for (encoded, kind, position) in [
            ("", ErrorKind::Empty, 0),
            ("41", ErrorKind::BadPrefix, 0),
            ("hx--", ErrorKind::Empty, 4),
            ("hx--4é", ErrorKind::BadDigit, 5),
            ("hx--z41", ErrorKind::NotCanonical, 7),
        ] {
            assert_eq!(decode_bare(encoded, &HEX), Err(Error::new(kind, position)), "{encoded}");
        }
    }

    fn push_hex(label: &str, payload: &mut String) -> Result<(), Error> {
        for octet in label.bytes() {
            match octet {
                b'-' | b'_' => payload.push(char::from(octet)),
                _ => payload.push_str(&format!("{octet:02x}")),
            }
        }
        Ok(())
    }

    fn push_text(payload: &str, text: &mut String) -> Result<(), Error> {
        let mut octets = vec![];
        let mut rest = payload.char_indices().filter(|&(_, c)| c != 'z');
        while let Some((position, c)) = rest.next() {
            if c == '-' {
                octets.push(b'-');
                continue;
            }
            let mut value = 0;
            for (position, c) in [Some((position, c)), rest.next()].into_iter().flatten() {
                let digit = c.to_digit(16).ok_or(Error::new(ErrorKind::BadDigit, position))?;
                value = value * 16 + digit as u8;
            }
            octets.push(value);
        }
        text.push_str(&String::from_utf8_lossy(&octets));
        Ok(())
    }
}
