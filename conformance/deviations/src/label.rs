//! Host labels with a field for each rule, for the deviations of RACE, LACE and UTF-6.

use acegate_codec::{Error, ErrorKind, Failure, Parameter, Value};

use super::Call;

/// The encoding of a label, right or wrong. `None` is a refusal.
pub(super) trait Payload {
    /// Encodes a label of scalar values.
    fn encode(&self, label: &[u32]) -> Option<String>;

    /// Decodes a payload.
    fn decode(&self, payload: &[u32]) -> Option<Vec<u32>>;
}

/// The rules of host labels. A rule that is `false` is broken.
#[expect(clippy::struct_excessive_bools, reason = "each rule is broken by itself")]
pub(super) struct Rules {
    /// The start of encoded labels.
    pub(super) prefix: &'static str,
    /// Only scalar values are encoded.
    pub(super) scalars: bool,
    /// The prefix is read in any case.
    pub(super) prefix_in_any_case: bool,
    /// The prefix is compared before it is removed.
    pub(super) prefix_compared: bool,
    /// A label that begins with the prefix is not encoded and does not pass.
    pub(super) prefix_reserved: bool,
    /// Encoded labels are letters, digits and hyphens.
    pub(super) ldh: bool,
    /// A label that can pass unchanged is never encoded, and never the result of decoding.
    pub(super) plain_labels: bool,
    /// A label passes unchanged if each of its characters can, even with hyphens at its ends.
    pub(super) plain_by_character: bool,
    /// Labels are not empty, the root aside.
    pub(super) not_empty: bool,
    /// A label does not decode to a text with a dot.
    pub(super) dots: bool,
    /// A label with a dot is not encoded.
    pub(super) dots_in: bool,
    /// Encoded labels do not end with a hyphen.
    pub(super) final_hyphen: bool,
    /// The text of an encoded label may begin and end with a hyphen.
    pub(super) edge_hyphens: bool,
    /// Labels have at most 63 octets.
    pub(super) label_limit: bool,
    /// Names have at most 253 characters.
    pub(super) name_limit: bool,
    /// A payload is refused unless encoding the result gives it again.
    pub(super) canonical: bool,
    /// A label with the prefix that cannot be decoded is refused in a name.
    pub(super) undecodable: bool,
}

impl Rules {
    /// All rules kept.
    pub(super) const fn new(prefix: &'static str) -> Self {
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

    /// The answer of an encoding under these rules. An input that the reference refuses too is
    /// refused with the same error.
    pub(super) fn answer(
        &self,
        call: &Call<'_>,
        payload: &dyn Payload,
    ) -> Option<Result<Value, Failure>> {
        let input = call.code_points();
        let bare = call.parameters.get("layer") == Some(&Parameter::Text("bare".to_owned()));
        let writes = matches!(call.op, "encode" | "to-ascii");
        let own = if writes && self.scalars && !input.iter().all(|&c| char::from_u32(c).is_some()) {
            None
        } else {
            match call.op {
                "encode" if bare => self.with_prefix(input, payload),
                "encode" => self.encoded(input, payload),
                "decode" if bare => self.without_prefix(input, payload),
                "decode" => self.decoded(input, payload),
                "to-ascii" => self.name(input, |label| self.written(label, payload), false),
                _ => self.name(input, |label| self.read(label, payload), true),
            }
        };
        Some(answer_or_refusal(call, own))
    }

    /// The same for an encoding that is wrong in writing only.
    pub(super) fn written_answer(
        &self,
        call: &Call<'_>,
        payload: &dyn Payload,
    ) -> Option<Result<Value, Failure>> {
        matches!(call.op, "encode" | "to-ascii").then(|| self.answer(call, payload))?
    }

    /// The same for an encoding that is wrong in reading only.
    pub(super) fn read_answer(
        &self,
        call: &Call<'_>,
        payload: &dyn Payload,
    ) -> Option<Result<Value, Failure>> {
        matches!(call.op, "decode" | "to-unicode").then(|| self.answer(call, payload))?
    }

    fn written(&self, label: &[u32], payload: &dyn Payload) -> Option<Vec<u32>> {
        if !self.is_plain(label) {
            return self.encoded(label, payload);
        }
        (!(self.prefix_reserved && self.has_prefix(label))).then(|| self.passed(label))?
    }

    fn read(&self, label: &[u32], payload: &dyn Payload) -> Option<Vec<u32>> {
        if self.has_prefix(label) {
            let copied = || (!self.undecodable && is_ldh(label)).then(|| label.to_vec());
            return self.decoded(label, payload).or_else(copied);
        }
        (self.plain_labels && is_ldh(label)).then(|| self.passed(label))?
    }

    fn passed(&self, label: &[u32]) -> Option<Vec<u32>> {
        (!has_edge_hyphen(label) && self.fits(label.len())).then(|| label.to_vec())
    }

    fn encoded(&self, label: &[u32], payload: &dyn Payload) -> Option<Vec<u32>> {
        if label.is_empty() && self.not_empty
            || self.dots_in && label.contains(&DOT)
            || self.prefix_reserved && self.has_prefix(label)
            || self.is_plain(label)
            || !self.edge_hyphens && has_edge_hyphen(label)
        {
            return None;
        }
        let encoded = self.prefixed(label, payload)?;
        (is_ldh(&encoded) && self.may_be_encoded(&encoded)).then_some(encoded)
    }

    fn decoded(&self, label: &[u32], payload: &dyn Payload) -> Option<Vec<u32>> {
        if self.ldh && !is_ldh(label) || label.contains(&DOT) || !self.may_be_encoded(label) {
            return None;
        }
        let text = self.without_prefix(label, payload)?;
        let unwanted = self.is_plain(&text)
            || self.dots && text.contains(&DOT)
            || self.prefix_reserved && self.has_prefix(&text)
            || !self.edge_hyphens && has_edge_hyphen(&text);
        (!unwanted).then_some(text)
    }

    fn may_be_encoded(&self, label: &[u32]) -> bool {
        let hyphen = label.len() > self.prefix.len() && label.last() == Some(&HYPHEN);
        !(self.final_hyphen && hyphen) && self.fits(label.len())
    }

    fn with_prefix(&self, text: &[u32], payload: &dyn Payload) -> Option<Vec<u32>> {
        (!text.is_empty() || !self.not_empty).then(|| self.prefixed(text, payload))?
    }

    fn prefixed(&self, text: &[u32], payload: &dyn Payload) -> Option<Vec<u32>> {
        let payload = payload.encode(text)?;
        Some(self.prefix.chars().chain(payload.chars()).map(u32::from).collect())
    }

    fn without_prefix(&self, label: &[u32], payload: &dyn Payload) -> Option<Vec<u32>> {
        let rest = label.get(self.prefix.len()..)?;
        if self.prefix_compared && !self.has_prefix(label) || rest.is_empty() && self.not_empty {
            return None;
        }
        let text = payload.decode(rest)?;
        let same = !self.canonical
            || payload.encode(&text).is_some_and(|again| {
                again.len() == rest.len() && again.chars().zip(rest).all(|(a, &b)| is_same(a, b))
            });
        same.then_some(text)
    }

    fn name(
        &self,
        name: &[u32],
        label: impl Fn(&[u32]) -> Option<Vec<u32>>,
        reads: bool,
    ) -> Option<Vec<u32>> {
        let parts: Vec<_> = name.split(|&c| c == DOT).collect();
        let mut result = Vec::new();
        for (index, part) in parts.iter().enumerate() {
            if index > 0 {
                result.push(DOT);
            }
            let root = part.is_empty() && index > 0 && index + 1 == parts.len();
            if root {
                continue;
            }
            if part.is_empty() && self.not_empty {
                return None;
            }
            result.extend(label(part)?);
        }
        let ascii = if reads { name } else { &result };
        let length = ascii.strip_suffix(&[DOT]).unwrap_or(ascii).len();
        (length <= 253 || !self.name_limit).then_some(result)
    }

    /// Whether the label is not to be encoded.
    fn is_plain(&self, label: &[u32]) -> bool {
        self.plain_labels
            && !label.is_empty()
            && is_ldh(label)
            && (self.plain_by_character || !has_edge_hyphen(label))
    }

    fn has_prefix(&self, label: &[u32]) -> bool {
        let mut start = label.iter().zip(self.prefix.chars());
        let same = |(&c, p): (&u32, char)| {
            if self.prefix_in_any_case { is_same(p, c) } else { c == u32::from(p) }
        };
        label.len() >= self.prefix.len() && start.all(same)
    }

    fn fits(&self, octets: usize) -> bool {
        octets <= 63 || !self.label_limit
    }
}

/// The value of a deviation or its refusal, with the error of the reference if that refuses
/// too.
pub(super) fn answer_or_refusal(call: &Call<'_>, own: Option<Vec<u32>>) -> Result<Value, Failure> {
    match own {
        Some(text) => Ok(Value::from_code_points(text)),
        None => match call.answer() {
            Ok(_) => Err(Failure::Refused(Error::new(ErrorKind::NotCanonical, 0))),
            refusal => refusal,
        },
    }
}

/// The answer to the input with the other dots of IDNA replaced with U+002E.
pub(super) fn answer_with_ideographic_dots(call: &Call<'_>) -> Option<Result<Value, Failure>> {
    answer_to_mapped(call, |c| match c {
        '\u{3002}' | '\u{FF0E}' | '\u{FF61}' => vec!['.'],
        _ => vec![c],
    })
}

/// The answer to the input in lower case.
pub(super) fn answer_to_folded(call: &Call<'_>) -> Option<Result<Value, Failure>> {
    answer_to_mapped(call, |c| c.to_lowercase().collect())
}

/// The answer in lower case if it is a decoded text.
pub(super) fn answer_folded(call: &Call<'_>) -> Option<Result<Value, Failure>> {
    answer_mapped(call, |c| c.to_lowercase().collect())
}

/// The answer to the input with every character mapped before it is encoded.
fn answer_to_mapped(
    call: &Call<'_>,
    map: impl Fn(char) -> Vec<char>,
) -> Option<Result<Value, Failure>> {
    if !matches!(call.op, "encode" | "to-ascii") {
        return None;
    }
    let mapped = call.code_points().iter().flat_map(|&c| match char::from_u32(c) {
        Some(c) => map(c).into_iter().map(u32::from).collect(),
        None => vec![c],
    });
    Some(call.answer_to(&Value::from_code_points(mapped.collect::<Vec<_>>())))
}

/// The answer with every decoded character mapped.
fn answer_mapped(
    call: &Call<'_>,
    map: impl Fn(char) -> Vec<char>,
) -> Option<Result<Value, Failure>> {
    if !matches!(call.op, "decode" | "to-unicode") {
        return None;
    }
    Some(call.answer().map(|value| match value {
        Value::Text(text) => {
            let characters = text.code_points.into_iter().filter_map(char::from_u32);
            let mapped: Vec<u32> = characters.flat_map(map).map(u32::from).collect();
            Value::from_code_points(mapped)
        }
        other => other,
    }))
}

/// The answer to an encoded text without its white space.
pub(super) fn answer_without_spaces(call: &Call<'_>) -> Option<Result<Value, Failure>> {
    if !matches!(call.op, "decode" | "to-unicode") {
        return None;
    }
    let is_space = |c: u32| char::from_u32(c).is_some_and(|c| c.is_ascii_whitespace());
    let rest: Vec<_> = call.code_points().iter().copied().filter(|&c| !is_space(c)).collect();
    Some(call.answer_to(&Value::from_code_points(rest)))
}

/// The characters of a code. One that is no scalar value is U+FFFD, which is no digit either.
pub(super) fn characters(code: &[u32]) -> String {
    code.iter().map(|&c| char::from_u32(c).unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
}

/// The hyphen.
pub(super) const HYPHEN: u32 = '-' as u32;
const DOT: u32 = '.' as u32;

fn has_edge_hyphen(label: &[u32]) -> bool {
    label.first() == Some(&HYPHEN) || label.last() == Some(&HYPHEN)
}

fn is_ldh(label: &[u32]) -> bool {
    let ldh = |c: char| c.is_ascii_alphanumeric() || c == '-';
    label.iter().all(|&c| char::from_u32(c).is_some_and(ldh))
}

fn is_same(one: char, two: u32) -> bool {
    char::from_u32(two).is_some_and(|two| one.eq_ignore_ascii_case(&two))
}
