//! The model of the host layer, transcribed from RFC 3490, sections 4, 4.1 and 4.2, and from the
//! drafts of UTF-6, RACE and LACE, with a field for each rule. A known fault is a broken rule. It works
//! on numbers and shares with [`crate::host`] only the rules of the encodings, the kinds of errors and
//! their documented order.

use alloc::string::String;
use alloc::vec::Vec;

use crate::error::{Error, ErrorKind};
use crate::host::LabelRules;

/// The rules of host labels. A rule that is `false` is broken.
#[derive(Clone, Copy, Debug)]
pub struct HostRules {
    /// The start of encoded labels.
    pub prefix: &'static str,
    /// Only scalar values are encoded.
    pub scalars: bool,
    /// The prefix is read in any case.
    pub prefix_in_any_case: bool,
    /// The prefix is compared before it is removed.
    pub prefix_compared: bool,
    /// A label that begins with the prefix is not encoded and does not pass.
    pub prefix_reserved: bool,
    /// Encoded labels are letters, digits and hyphens.
    pub ldh: bool,
    /// A label that can pass unchanged is never encoded, and never the result of decoding.
    pub plain_labels: bool,
    /// A label passes unchanged if each of its characters can, even with hyphens at its ends.
    pub plain_by_character: bool,
    /// Labels are not empty, the root aside.
    pub not_empty: bool,
    /// A label does not decode to a text with a dot.
    pub dots: bool,
    /// A label with a dot is not encoded.
    pub dots_in: bool,
    /// Encoded labels do not end with a hyphen.
    pub final_hyphen: bool,
    /// The text of an encoded label may begin and end with a hyphen.
    pub edge_hyphens: bool,
    /// Labels have at most 63 octets.
    pub label_limit: bool,
    /// Names have at most 253 characters.
    pub name_limit: bool,
    /// A payload is refused unless encoding the result gives it again.
    pub canonical: bool,
    /// A label with the prefix that cannot be decoded is refused in a name.
    pub undecodable: bool,
}

impl HostRules {
    /// All rules kept.
    #[must_use]
    pub const fn new(prefix: &'static str) -> Self {
        Self {
            prefix,
            scalars: true,
            prefix_in_any_case: true,
            prefix_compared: true,
            prefix_reserved: true,
            ldh: true,
            plain_labels: true,
            plain_by_character: true,
            not_empty: true,
            dots: true,
            dots_in: true,
            final_hyphen: true,
            edge_hyphens: true,
            label_limit: true,
            name_limit: true,
            canonical: true,
            undecodable: true,
        }
    }
}

/// The procedures under rules, for an encoding of labels. Positions count the numbers of a text.
pub struct Host<'a> {
    /// The rules.
    pub rules: &'a HostRules,
    /// Encodes a label.
    pub encode: &'a dyn Fn(&[u32]) -> Result<String, Error>,
    /// Decodes a payload.
    pub decode: &'a dyn Fn(&[u32]) -> Numbers,
}

/// The numbers that a procedure makes of those of a text.
pub type Numbers = Result<Vec<u32>, Error>;

/// The answer of the operation `encode`, `decode`, `to-ascii` or `to-unicode`, the first two with the
/// rules for host names or bare.
///
/// # Errors
///
/// Those of the function of [`crate::host`] with this name.
pub fn apply(op: &str, bare: bool, text: &str, rules: &LabelRules) -> Result<String, Error> {
    let convert = |convert: fn(&str, &mut String) -> Result<(), Error>, text: &[u32]| {
        let (text, mut out) = (string(text), String::new());
        let read = |end| text.char_indices().take_while(|&(at, _)| at < end).count();
        let converted = convert(&text, &mut out);
        converted.map_err(|error| Error::new(error.kind, read(error.position)))?;
        Ok(out)
    };
    let host = Host {
        rules: &HostRules {
            edge_hyphens: rules.allows_edge_hyphens,
            ..HostRules::new(rules.prefix)
        },
        encode: &|label| convert(rules.encode, label),
        decode: &|payload| Ok(numbers(&convert(rules.decode, payload)?)),
    };
    match host.apply(op, bare, &numbers(text)) {
        Ok(own) => Ok(string(&own)),
        Err(error) => Err(in_octets(error, text)),
    }
}

impl Host<'_> {
    /// As [`apply`].
    ///
    /// # Errors
    ///
    /// Those of [`apply`].
    pub fn apply(&self, op: &str, bare: bool, text: &[u32]) -> Numbers {
        match op {
            "encode" if bare => self.encode_bare(text),
            "encode" => self.encode_label(text),
            "decode" if bare => self.decode_bare(text),
            "decode" => self.decode_label(text),
            "to-ascii" => self.to_ascii(text),
            _ => self.to_unicode(text),
        }
    }

    /// RFC 3490, section 4: ToASCII for each label.
    fn to_ascii(&self, name: &[u32]) -> Numbers {
        let ascii = each_label(name, |label| {
            // Steps 1 and 4: a label of ASCII skips to step 8. A label that begins with the prefix is
            // refused, because it would be read as another label.
            if !self.rules.is_plain(label) {
                return self.encode_label(label);
            }
            if self.rules.prefix_reserved && self.rules.has_prefix(label) {
                return refuse(ErrorKind::BadPrefix, 0);
            }
            self.plain_label(label)
        })?;
        self.rules.check_name(&ascii, name).map(|()| ascii)
    }

    /// RFC 3490, section 4: ToUnicode for each label.
    fn to_unicode(&self, name: &[u32]) -> Numbers {
        let text = each_label(name, |label| {
            // Section 4.2, step 3.
            if self.rules.has_prefix(label) {
                let copies = !self.rules.undecodable && is_ldh(label);
                let copy = |error| if copies { Ok(label.to_vec()) } else { Err(error) };
                return self.decode_label(label).or_else(copy);
            }
            check_ldh(label)?;
            if self.rules.plain_labels {
                self.plain_label(label)
            } else {
                refuse(ErrorKind::LdhOnly, label.len())
            }
        })?;
        self.rules.check_name(name, name).map(|()| text)
    }

    /// RFC 3490, section 4.1.
    fn encode_label(&self, label: &[u32]) -> Numbers {
        let rules = self.rules;
        // Step 8, the lower bound. Section 3.1: a dot is between labels, never in one.
        rules.check_empty(label, 0)?;
        if let Some(dot) = label.iter().position(|&c| c == DOT).filter(|_| rules.dots_in) {
            return refuse(ErrorKind::Dot, dot);
        }
        // Step 5.
        if rules.prefix_reserved && rules.has_prefix(label) {
            return refuse(ErrorKind::BadPrefix, 0);
        }
        // Step 4. RACE-03 and LACE-01, section 2.2.1, refuse such a label.
        if rules.is_plain(label) {
            return refuse(ErrorKind::LdhOnly, label.len());
        }
        // Steps 6 and 7.
        let encoded = self.prefixed(label)?;
        // Step 3(a): the ASCII characters, which Punycode copies, are letters, digits and hyphens.
        if !is_ldh(&encoded) {
            let foreign = label.iter().position(|&c| c < 0x80 && !is_ldh(&[c]));
            return refuse(ErrorKind::NotLdh, foreign.unwrap_or(0));
        }
        // Step 3(b): no hyphen at the beginning or end.
        if !rules.edge_hyphens {
            check_edges(label)?;
        }
        // STD 13 forbids it of the label that is sent.
        if rules.ends_with_hyphen(&encoded) {
            return refuse(ErrorKind::Hyphen, label.len().saturating_sub(1));
        }
        // Step 8.
        rules.check_length(&encoded, label).map(|()| encoded)
    }

    /// RFC 3490, section 4.2.
    fn decode_label(&self, label: &[u32]) -> Numbers {
        let (rules, end) = (self.rules, label.len());
        rules.check_empty(label, 0)?;
        if rules.ldh {
            check_ldh(label)?;
        }
        if label.contains(&DOT) {
            return refuse(ErrorKind::Dot, end);
        }
        // Steps 3 and 4.
        let payload = self.without_prefix(label)?;
        if rules.ends_with_hyphen(label) {
            return refuse(ErrorKind::Hyphen, end - 1);
        }
        rules.check_length(label, label)?;
        // Step 5.
        let text = self.decode_payload(payload)?;
        // Step 6, what ToASCII refuses of what was decoded. A label of ASCII is never encoded, with or
        // without the prefix.
        if rules.is_plain(&text) {
            return refuse(ErrorKind::LdhOnly, end);
        }
        if rules.dots && text.contains(&DOT) {
            return refuse(ErrorKind::Dot, end);
        }
        if rules.prefix_reserved && rules.has_prefix(&text) {
            return refuse(ErrorKind::BadPrefix, end);
        }
        if !rules.edge_hyphens && check_edges(&text).is_err() {
            return refuse(ErrorKind::Hyphen, end);
        }
        // Step 7, the comparison.
        self.check_canonical(payload, &text, end).map(|()| text)
    }

    fn encode_bare(&self, text: &[u32]) -> Numbers {
        self.rules.check_empty(text, 0)?;
        self.prefixed(text)
    }

    fn decode_bare(&self, encoded: &[u32]) -> Numbers {
        self.rules.check_empty(encoded, 0)?;
        let payload = self.without_prefix(encoded)?;
        let text = self.decode_payload(payload)?;
        self.check_canonical(payload, &text, encoded.len()).map(|()| text)
    }

    /// A label that stays unchanged (RFC 3490, section 4.1, steps 3(b) and 8).
    fn plain_label(&self, label: &[u32]) -> Numbers {
        self.rules.check_empty(label, 0)?;
        check_edges(label)?;
        self.rules.check_length(label, label).map(|()| label.to_vec())
    }

    fn prefixed(&self, text: &[u32]) -> Numbers {
        let payload = (self.encode)(text)?;
        Ok(self.rules.prefix.chars().chain(payload.chars()).map(u32::from).collect())
    }

    fn without_prefix<'l>(&self, label: &'l [u32]) -> Result<&'l [u32], Error> {
        let compared = !self.rules.prefix_compared || self.rules.has_prefix(label);
        let payload = label.get(self.rules.prefix.len()..).filter(|_| compared);
        let payload = payload.ok_or(Error::new(ErrorKind::BadPrefix, 0))?;
        self.rules.check_empty(payload, label.len()).map(|()| payload)
    }

    fn decode_payload(&self, payload: &[u32]) -> Numbers {
        (self.decode)(payload).map_err(|error| error.shifted_by(self.rules.prefix.len()))
    }

    fn check_canonical(&self, payload: &[u32], text: &[u32], end: usize) -> Result<(), Error> {
        let is_same = |again: String| {
            again.len() == payload.len() && again.chars().zip(payload).all(|(a, &b)| same(a, b))
        };
        if self.rules.canonical && !(self.encode)(text).is_ok_and(is_same) {
            return Err(Error::new(ErrorKind::NotCanonical, end));
        }
        Ok(())
    }
}

impl HostRules {
    /// Whether the label is not to be encoded.
    fn is_plain(&self, label: &[u32]) -> bool {
        self.plain_labels
            && !label.is_empty()
            && is_ldh(label)
            && (self.plain_by_character || check_edges(label).is_ok())
    }

    /// Section 5: the prefix is recognized in any letter case.
    fn has_prefix(&self, label: &[u32]) -> bool {
        let begins = |(&c, p): (&u32, char)| match self.prefix_in_any_case {
            true => same(p, c),
            false => c == u32::from(p),
        };
        label.len() >= self.prefix.len() && label.iter().zip(self.prefix.chars()).all(begins)
    }

    fn ends_with_hyphen(&self, label: &[u32]) -> bool {
        self.final_hyphen && label.len() > self.prefix.len() && label.last() == Some(&HYPHEN)
    }

    fn check_empty(&self, text: &[u32], position: usize) -> Result<(), Error> {
        if self.not_empty && text.is_empty() { refuse(ErrorKind::Empty, position) } else { Ok(()) }
    }

    fn check_length(&self, encoded: &[u32], label: &[u32]) -> Result<(), Error> {
        let long = self.label_limit && encoded.len() > 63;
        if long { refuse(ErrorKind::TooLong, label.len()) } else { Ok(()) }
    }

    /// RFC 1035, section 2.3.4: at most 255 octets, with a length octet before each label and the root.
    /// That leaves 253 characters without the final dot.
    fn check_name(&self, ascii: &[u32], name: &[u32]) -> Result<(), Error> {
        let length = ascii.strip_suffix(&[DOT]).unwrap_or(ascii).len();
        let long = self.name_limit && length > 255 - 2;
        if long { refuse(ErrorKind::TooLong, name.len()) } else { Ok(()) }
    }
}

/// Converts the position of an error from characters to octets of the text.
pub(super) fn in_octets(error: Error, text: &str) -> Error {
    let before = text.chars().take(error.position).map(char::len_utf8);
    Error::new(error.kind, before.sum())
}

fn numbers(text: &str) -> Vec<u32> {
    text.chars().map(u32::from).collect()
}

fn string(numbers: &[u32]) -> String {
    numbers.iter().filter_map(|&c| char::from_u32(c)).collect()
}

/// Converts each label and writes the dots between them again (RFC 3490, section 3.1). The empty
/// label of the root, after a final dot, is kept (RFC 1034, section 3.1).
fn each_label(name: &[u32], convert: impl Fn(&[u32]) -> Numbers) -> Numbers {
    let mut result = Vec::new();
    let mut start = 0;
    for label in name.split(|&c| c == DOT) {
        if start > 0 {
            result.push(DOT);
        }
        let is_root = label.is_empty() && start > 0 && start == name.len();
        if !is_root {
            result.extend(convert(label).map_err(|error| error.shifted_by(start))?);
        }
        start += label.len() + 1;
    }
    Ok(result)
}

fn check_edges(label: &[u32]) -> Result<(), Error> {
    match *label {
        [HYPHEN, ..] => refuse(ErrorKind::Hyphen, 0),
        [.., HYPHEN] => refuse(ErrorKind::Hyphen, label.len() - 1),
        _ => Ok(()),
    }
}

fn check_ldh(label: &[u32]) -> Result<(), Error> {
    let foreign = label.iter().position(|&c| !is_ldh(&[c]));
    foreign.map_or(Ok(()), |at| refuse(ErrorKind::NotLdh, at))
}

fn is_ldh(label: &[u32]) -> bool {
    let ldh = |c: char| matches!(c, 'A'..='Z' | 'a'..='z' | '0'..='9' | '-');
    label.iter().all(|&c| char::from_u32(c).is_some_and(ldh))
}

fn same(one: char, two: u32) -> bool {
    char::from_u32(two).is_some_and(|two| one.eq_ignore_ascii_case(&two))
}

fn refuse<T>(kind: ErrorKind, position: usize) -> Result<T, Error> {
    Err(Error::new(kind, position))
}

const HYPHEN: u32 = '-' as u32;
const DOT: u32 = '.' as u32;
