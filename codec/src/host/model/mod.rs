//! The host layer, transcribed from RFC 3490, sections 4, 4.1 and 4.2, and from the drafts of UTF-6, RACE
//! and LACE, with a field for each rule. The functions of [`crate::host`] are its procedures under all
//! rules. A known fault is a broken rule.

mod name;

pub use name::Name;

use alloc::borrow::ToOwned;
use core::borrow::Borrow;

use crate::error::{Error, ErrorKind};
use name::{
    DOT, check_edges, check_ldh, fold, folded, has_dot, is_last_hyphen, is_ldh, is_ldh_unit,
    length, refuse,
};

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

/// The procedures under rules, for an encoding of labels.
pub struct Host<'a, N: Name + ?Sized> {
    /// The rules.
    pub rules: HostRules,
    /// Appends the payload of a label.
    pub encode: Conversion<'a, N>,
    /// Appends the text of a payload.
    pub decode: Conversion<'a, N>,
}

/// One direction of an encoding: it reads its first argument and appends to its second.
pub type Conversion<'a, N> = &'a dyn Fn(&N, &mut <N as ToOwned>::Owned) -> Result<(), Error>;

/// The name or label that a procedure makes.
type Made<N> = Result<<N as ToOwned>::Owned, Error>;

impl<N: Name + ?Sized> Host<'_, N> {
    /// The answer of the operation `encode`, `decode`, `to-ascii` or `to-unicode`, the first two with the
    /// rules for host names or bare. The errors are those of the function of [`crate::host`] with its name.
    pub fn apply(&self, op: &str, bare: bool, text: &N) -> Result<N::Owned, Error> {
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
    pub(crate) fn to_ascii(&self, name: &N) -> Made<N> {
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
        self.rules.check_name(ascii.borrow(), name)?;
        Ok(ascii)
    }

    /// RFC 3490, section 4: ToUnicode for each label.
    pub(crate) fn to_unicode(&self, name: &N) -> Made<N> {
        let text = each_label(name, |label| {
            // Section 4.2, step 3.
            if self.rules.has_prefix(label) {
                let copies = !self.rules.undecodable && is_ldh(label);
                return match self.decode_label(label) {
                    Err(_) if copies => Ok(label.to_owned()),
                    decoded => decoded,
                };
            }
            check_ldh(label)?;
            if self.rules.plain_labels {
                self.plain_label(label)
            } else {
                refuse(ErrorKind::LdhOnly, length(label))
            }
        })?;
        self.rules.check_name(name, name)?;
        Ok(text)
    }

    /// RFC 3490, section 4.1.
    pub(crate) fn encode_label(&self, label: &N) -> Made<N> {
        let rules = &self.rules;
        // Step 8, the lower bound. Section 3.1: a dot is between labels, never in one.
        rules.check_empty(label, 0)?;
        if rules.dots_in
            && let Some(dot) = label.units().position(|c| c == DOT)
        {
            return refuse(ErrorKind::Dot, dot);
        }
        // Step 5.
        if rules.prefix_reserved && rules.has_prefix(label) {
            return refuse(ErrorKind::BadPrefix, 0);
        }
        // Step 4. RACE-03 and LACE-01, section 2.2.1, refuse such a label.
        let end = length(label);
        if rules.is_plain(label) {
            return refuse(ErrorKind::LdhOnly, end);
        }
        // Steps 6 and 7.
        let encoded = self.prefixed(label)?;
        // Step 3(a): the ASCII characters, which Punycode copies, are letters, digits and hyphens.
        if !is_ldh(encoded.borrow()) {
            let foreign = label.units().position(|c| c < 0x80 && !is_ldh_unit(c));
            return refuse(ErrorKind::NotLdh, foreign.unwrap_or(end));
        }
        // Step 3(b): no hyphen at the beginning or end.
        if !rules.edge_hyphens {
            check_edges(label)?;
        }
        // STD 13 forbids it of the label that is sent.
        if rules.ends_with_hyphen(encoded.borrow()) {
            return refuse(ErrorKind::Hyphen, end - usize::from(is_last_hyphen(label)));
        }
        // Step 8.
        rules.check_length(encoded.borrow(), label)?;
        Ok(encoded)
    }

    /// RFC 3490, section 4.2.
    pub(crate) fn decode_label(&self, label: &N) -> Made<N> {
        let rules = &self.rules;
        let end = length(label);
        rules.check_empty(label, 0)?;
        if rules.ldh {
            check_ldh(label)?;
        }
        if has_dot(label) {
            return refuse(ErrorKind::Dot, end);
        }
        // Steps 3 and 4.
        let payload = self.without_prefix(label)?;
        if rules.ends_with_hyphen(label) {
            return refuse(ErrorKind::Hyphen, end - 1);
        }
        rules.check_length(label, label)?;
        // Step 5.
        let decoded = self.decode_payload(payload)?;
        let text = decoded.borrow();
        // Step 6, what ToASCII refuses of what was decoded. A label of ASCII is never encoded, with or
        // without the prefix.
        if rules.is_plain(text) {
            return refuse(ErrorKind::LdhOnly, end);
        }
        if rules.dots && has_dot(text) {
            return refuse(ErrorKind::Dot, end);
        }
        if rules.prefix_reserved && rules.has_prefix(text) {
            return refuse(ErrorKind::BadPrefix, end);
        }
        if !rules.edge_hyphens && check_edges(text).is_err() {
            return refuse(ErrorKind::Hyphen, end);
        }
        // Step 7, the comparison.
        self.check_canonical(payload, text, end)?;
        Ok(decoded)
    }

    pub(crate) fn encode_bare(&self, text: &N) -> Made<N> {
        self.rules.check_empty(text, 0)?;
        self.prefixed(text)
    }

    pub(crate) fn decode_bare(&self, encoded: &N) -> Made<N> {
        self.rules.check_empty(encoded, 0)?;
        let payload = self.without_prefix(encoded)?;
        let text = self.decode_payload(payload)?;
        self.check_canonical(payload, text.borrow(), length(encoded))?;
        Ok(text)
    }

    /// A label that stays unchanged (RFC 3490, section 4.1, steps 3(b) and 8).
    fn plain_label(&self, label: &N) -> Made<N> {
        self.rules.check_empty(label, 0)?;
        check_edges(label)?;
        self.rules.check_length(label, label)?;
        Ok(label.to_owned())
    }

    fn prefixed(&self, text: &N) -> Made<N> {
        let mut out = N::Owned::default();
        N::append_ascii(&mut out, self.rules.prefix);
        (self.encode)(text, &mut out)?;
        Ok(out)
    }

    fn without_prefix<'l>(&self, label: &'l N) -> Result<&'l N, Error> {
        let start = self.rules.prefix.len();
        let end = length(label);
        let compared = !self.rules.prefix_compared || self.rules.has_prefix(label);
        if !compared || end < start {
            return refuse(ErrorKind::BadPrefix, 0);
        }
        let payload = &label[start..end];
        self.rules.check_empty(payload, end)?;
        Ok(payload)
    }

    fn decode_payload(&self, payload: &N) -> Made<N> {
        let mut text = N::Owned::default();
        match (self.decode)(payload, &mut text) {
            Ok(()) => Ok(text),
            Err(error) => Err(error.shifted_by(self.rules.prefix.len())),
        }
    }

    fn check_canonical(&self, payload: &N, text: &N, end: usize) -> Result<(), Error> {
        if !self.rules.canonical {
            return Ok(());
        }
        let mut again = N::Owned::default();
        let encoded = (self.encode)(text, &mut again);
        if encoded.is_err() || !folded(again.borrow()).eq(folded(payload)) {
            return refuse(ErrorKind::NotCanonical, end);
        }
        Ok(())
    }
}

impl HostRules {
    /// Whether the label is not to be encoded.
    fn is_plain<N: Name + ?Sized>(&self, label: &N) -> bool {
        self.plain_labels
            && length(label) > 0
            && is_ldh(label)
            && (self.plain_by_character || check_edges(label).is_ok())
    }

    /// Section 5: the prefix is recognized in any letter case.
    fn has_prefix<N: Name + ?Sized>(&self, label: &N) -> bool {
        let prefix = self.prefix.bytes().map(u32::from);
        if length(label) < prefix.len() {
            return false;
        }
        let mut pairs = label.units().zip(prefix);
        if self.prefix_in_any_case {
            pairs.all(|(c, p)| fold(c) == fold(p))
        } else {
            pairs.all(|(c, p)| c == p)
        }
    }

    fn ends_with_hyphen<N: Name + ?Sized>(&self, label: &N) -> bool {
        self.final_hyphen && length(label) > self.prefix.len() && is_last_hyphen(label)
    }

    fn check_empty<N: Name + ?Sized>(&self, text: &N, position: usize) -> Result<(), Error> {
        let empty = self.not_empty && length(text) == 0;
        if empty {
            refuse(ErrorKind::Empty, position)
        } else {
            Ok(())
        }
    }

    fn check_length<N: Name + ?Sized>(&self, encoded: &N, label: &N) -> Result<(), Error> {
        let long = self.label_limit && length(encoded) > 63;
        if long {
            refuse(ErrorKind::TooLong, length(label))
        } else {
            Ok(())
        }
    }

    /// RFC 1035, section 2.3.4: at most 255 octets, with a length octet before each label and the root.
    /// That leaves 253 characters without the final dot.
    fn check_name<N: Name + ?Sized>(&self, ascii: &N, name: &N) -> Result<(), Error> {
        let root = usize::from(ascii.units().next_back() == Some(DOT));
        let long = self.name_limit && length(ascii) - root > 255 - 2;
        if long {
            refuse(ErrorKind::TooLong, length(name))
        } else {
            Ok(())
        }
    }
}

/// Converts each label and writes the dots between them again (RFC 3490, section 3.1). The empty
/// label of the root, after a final dot, is kept (RFC 1034, section 3.1).
fn each_label<N: Name + ?Sized>(name: &N, convert: impl Fn(&N) -> Made<N>) -> Made<N> {
    let mut result = N::Owned::default();
    let mut start = 0;
    let end = length(name);
    let dots = name
        .units()
        .enumerate()
        .filter(|&(_, c)| c == DOT)
        .map(|(at, _)| at);
    for dot in dots.chain([end]) {
        if start > 0 {
            N::append_ascii(&mut result, ".");
        }
        let is_root = start > 0 && start == end;
        if !is_root {
            let converted = convert(&name[start..dot]);
            converted
                .map_err(|error| error.shifted_by(start))?
                .borrow()
                .append_to(&mut result);
        }
        start = dot + 1;
    }
    Ok(result)
}
