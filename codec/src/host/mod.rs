//! The rules for host names that all encodings share: labels and dots, letters, digits and hyphens,
//! prefixes, and the limits of the domain name system.
//!
//! An encoding turns the text of one label into a *payload* of letters, digits and hyphens, and
//! back. This module does the rest. [`LabelRules`] names the prefix and the two directions of an
//! encoding. [`encode_label`] and [`decode_label`] apply the rules to one label, [`to_ascii`] and
//! [`to_unicode`] to a whole host name. There is one implementation of the rules, a
//! [table](crate::host::model) that a known fault changes.
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

pub mod model;

use alloc::string::String;

use self::model::{Host, HostRules};
use crate::error::Error;
#[cfg(doc)]
use crate::error::ErrorKind;

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
    Host::of(rules).to_ascii(name)
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
    Host::of(rules).to_unicode(name)
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
    Host::of(rules).encode_label(label)
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
    Host::of(rules).decode_label(label)
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
    Host::of(rules).encode_bare(text)
}

/// Decodes the outputs of [`encode_bare`], and only those, letter case aside.
///
/// # Errors
///
/// In this order: [`Empty`](ErrorKind::Empty); [`BadPrefix`](ErrorKind::BadPrefix);
/// [`Empty`](ErrorKind::Empty) if nothing follows the prefix; the errors of the encoding;
/// [`NotCanonical`](ErrorKind::NotCanonical).
pub fn decode_bare(encoded: &str, rules: &LabelRules) -> Result<String, Error> {
    Host::of(rules).decode_bare(encoded)
}

/// Whether every character is an ASCII letter, a digit or the hyphen.
///
/// Hyphens may be at any place here, and the empty string passes.
#[must_use]
pub fn is_ldh(text: &str) -> bool {
    text.bytes()
        .all(|octet| octet.is_ascii_alphanumeric() || octet == b'-')
}

/// Whether the label begins with the prefix, in any letter case of ASCII.
#[must_use]
pub fn has_prefix(label: &str, prefix: &str) -> bool {
    label.len() >= prefix.len()
        && label.as_bytes()[..prefix.len()].eq_ignore_ascii_case(prefix.as_bytes())
}

impl<'a> Host<'a, str> {
    /// The procedures for an encoding of labels, under all rules.
    #[must_use]
    pub fn of(rules: &'a LabelRules) -> Self {
        let edge_hyphens = rules.allows_edge_hyphens;
        Self {
            rules: HostRules {
                edge_hyphens,
                ..HostRules::new(rules.prefix)
            },
            encode: &rules.encode,
            decode: &rules.decode,
        }
    }
}
