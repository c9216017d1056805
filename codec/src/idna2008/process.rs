//! The protocol over the data of ICU4X: names (RFC 5891, sections 4 and 5) and single labels (RFC 5890, section
//! 2.3.2.1).

use alloc::borrow::{Cow, ToOwned};
use alloc::string::String;
use alloc::vec::Vec;

use icu_normalizer::ComposingNormalizerBorrowed;

use super::condition::{Condition, Refusal};
use super::context::others_are_allowed;
use super::facts::Facts;
use super::mapping;
use super::options::{Mapping, NameOptions, Process};
use super::quick;
use super::terms::Property;
use crate::error::{Error, ErrorKind};
use crate::facts::Verb;
use crate::host::{LABEL_MAX, NAME_MAX, has_prefix};
use crate::punycode::{self, PREFIX};
use crate::uts46::direction::Direction;
use crate::uts46::joiners::Misplaced;
use crate::uts46::model::{Icu, Tables};

/// Carries out an operation of the codec. A verb that it does not have is answered like
/// [`Check`](Verb::Check).
///
/// # Errors
///
/// The first rule that the first wrong label breaks.
pub fn process(verb: Verb, input: &str, options: &NameOptions) -> Result<String, Refusal> {
    match verb {
        Verb::IsULabel | Verb::IsALabel if quick::accepts_label(verb, input, options) => {
            Ok(input.to_owned())
        }
        Verb::IsULabel => u_label(input, options),
        Verb::IsALabel => a_label(input, options),
        _ => match quick::answer(verb, input, options) {
            Some(answer) => Ok(answer),
            None => name(verb, input, options),
        },
    }
}

/// Whether a name is valid: the operation `check` without a copy of the name.
pub(super) fn check(input: &str, options: &NameOptions) -> Result<(), Refusal> {
    if !quick::accepts(input, options) {
        name(Verb::Check, input, options)?;
    }
    Ok(())
}

/// A label, and the first rule that is found to be broken.
struct Label<'a> {
    /// The label in Unicode, as far as the operation has to know it.
    text: Cow<'a, str>,
    /// The label in ASCII; empty as long as it is not encoded.
    ascii: Cow<'a, str>,
    fault: Option<Fault>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct Fault {
    code: Condition,
    kind: ErrorKind,
}

impl From<Condition> for Fault {
    fn from(code: Condition) -> Self {
        let kind = code.kind();
        Self { code, kind }
    }
}

fn name(verb: Verb, input: &str, options: &NameOptions) -> Result<String, Refusal> {
    let mapped = mapping::map(input, options.mapping);
    let decodes = quick::decodes(verb, options);
    let without_root = quick::without_root(&mapped, options);
    let has_root = without_root.len() < mapped.len();
    let mut labels = Vec::new();
    for part in without_root.split('.') {
        labels.push(read(part, options, decodes));
    }
    if options.check_bidi && labels.iter().any(|label| has_right_to_left(&label.text)) {
        for label in &mut labels {
            label.check_direction();
        }
    }
    for label in &mut labels {
        label.check_length();
    }
    for (index, label) in labels.iter().enumerate() {
        if let Some(Fault { code, kind }) = label.fault {
            let error = Error::new(kind, start_of_label(input, index, options.mapping));
            return Err(Refusal { code, error });
        }
    }
    let length = labels
        .iter()
        .map(|label| label.ascii.len() + 1)
        .sum::<usize>()
        - 1;
    if length > NAME_MAX {
        let code = Condition::NameLength;
        let error = Error::new(code.kind(), input.len());
        return Err(Refusal { code, error });
    }
    if verb != Verb::ToAscii && verb != Verb::ToUnicode {
        return Ok(input.to_owned());
    }
    let mut result = String::new();
    for (index, label) in labels.iter().enumerate() {
        if index > 0 {
            result.push('.');
        }
        result += if verb == Verb::ToAscii {
            &label.ascii
        } else {
            &label.text
        };
    }
    if has_root {
        result.push('.');
    }
    Ok(result)
}

/// Reads a label of a name. An A-label is decoded and judged if the operation asks for it; otherwise, only its
/// Punycode is checked (section 5.4).
fn read<'a>(source: &'a str, options: &NameOptions, decodes: bool) -> Label<'a> {
    let mut label = Label {
        text: source.into(),
        ascii: Cow::Borrowed(""),
        fault: None,
    };
    if source.is_empty() {
        label.fault = Some(Condition::Empty.into());
        return label;
    }
    if !source.is_ascii() {
        let checks_edges = options.process == Process::Registration;
        label.fault = broken_by_u_label(source, options, checks_edges).map(Fault::from);
        return label;
    }
    label.ascii = source.into();
    let octets = source.as_bytes();
    let is_ldh = |octet: &u8| octet.is_ascii_alphanumeric() || *octet == b'-';
    if options.ldh && !octets.iter().all(is_ldh) {
        label.fault = Some(Condition::Ldh.into());
    } else if options.ldh && (octets.starts_with(b"-") || octets.ends_with(b"-")) {
        label.fault = Some(Condition::EdgeHyphen.into());
    } else if !has_prefix(source, PREFIX) {
        if octets.get(2..4) == Some(b"--") {
            label.fault = Some(Condition::ReservedLdh.into());
        }
    } else {
        let lower = source.to_ascii_lowercase();
        match decode(&lower) {
            Ok(text) if decodes => {
                let checks_edges = options.process == Process::Registration;
                label.fault = broken_by_u_label(&text, options, checks_edges).map(Fault::from);
                label.text = text.into();
            }
            Err(fault) if decodes || fault.code == Condition::Punycode => label.fault = Some(fault),
            Ok(_) | Err(_) => {}
        }
        label.ascii = lower.into();
    }
    label
}

/// The text of an A-label in lower case.
fn decode(label: &str) -> Result<String, Fault> {
    let code = &label[PREFIX.len()..];
    let text = match punycode::decode(code) {
        Ok(text) => text,
        Err(error) => {
            return Err(Fault {
                code: Condition::Punycode,
                kind: error.kind,
            });
        }
    };
    if text.is_ascii() {
        let kind = if text.is_empty() {
            ErrorKind::Empty
        } else {
            ErrorKind::LdhOnly
        };
        return Err(Fault {
            code: Condition::Fake,
            kind,
        });
    }
    // The decoder accepts only what the encoder writes, so the text encodes to the same A-label (RFC 5891, section 5.4).
    Ok(text)
}

/// The first rule that a text breaks which is to be a U-label, but for the Bidi rule and the length.
fn broken_by_u_label(text: &str, options: &NameOptions, checks_edges: bool) -> Option<Condition> {
    if checks_edges && (text.starts_with('-') || text.ends_with('-')) {
        return Some(Condition::EdgeHyphen);
    }
    if !ComposingNormalizerBorrowed::new_nfc().is_normalized(text) {
        return Some(Condition::Nfc);
    }
    if text.chars().skip(2).take(2).eq("--".chars()) {
        return Some(Condition::ThirdHyphens);
    }
    if text.chars().next().is_some_and(|c| Icu.is_mark(c)) {
        return Some(Condition::LeadingMark);
    }
    let (mut is_assigned, mut has_joiner, mut has_context) = (true, false, false);
    for c in text.chars() {
        match Facts::of(c).property() {
            Property::Pvalid => {}
            Property::Disallowed => return Some(Condition::Disallowed),
            Property::Unassigned => is_assigned = false,
            Property::ContextJ => has_joiner = true,
            Property::ContextO => has_context = true,
        }
    }
    if !is_assigned {
        return Some(Condition::Unassigned);
    }
    if has_joiner && Misplaced::of(text).any() {
        return Some(Condition::Joiner);
    }
    if has_context && options.check_contexto && !others_are_allowed(&text.chars()) {
        return Some(Condition::Context);
    }
    None
}

impl Label<'_> {
    /// RFC 5893, section 2, for a label of a Bidi name.
    fn check_direction(&mut self) {
        let mut direction = Direction::default();
        for c in self.text.chars() {
            direction.push(Facts::of(c).class());
        }
        if !direction.broken().is_empty() {
            self.add(Condition::Bidi.into());
        }
    }

    /// Section 4.2.4, for the label in ASCII, which is made if there is nothing wrong with the text.
    fn check_length(&mut self) {
        if self.ascii.is_empty() && self.fault.is_none() {
            let mut ascii = PREFIX.to_owned();
            if punycode::encode_into(&self.text, &mut ascii).is_err() {
                // Only a text of many thousand characters has no code.
                return self.add(Condition::LabelLength.into());
            }
            self.ascii = ascii.into();
        }
        if self.ascii.len() > LABEL_MAX {
            self.add(Condition::LabelLength.into());
        }
    }

    /// Notes a fault, unless there is one that comes first.
    fn add(&mut self, fault: Fault) {
        if self.fault.is_none_or(|first| fault.code < first.code) {
            self.fault = Some(fault);
        }
    }
}

fn has_right_to_left(text: &str) -> bool {
    // The first character of class R, AL or AN is in the block of Hebrew, at U+0590.
    let mut direction = Direction::default();
    for c in text.chars().filter(|&c| c >= '\u{590}') {
        direction.push(Facts::of(c).class());
    }
    direction.has_right_to_left()
}

/// The offset at which a label of a name begins: after that many full stops.
fn start_of_label(name: &str, index: usize, mapping: Mapping) -> usize {
    let is_dot = |c: char| match mapping {
        Mapping::None | Mapping::Nfc => c == '.',
        Mapping::Rfc5895 => matches!(c, '.' | '\u{3002}' | '\u{FF0E}' | '\u{FF61}'),
    };
    let mut dots = name.match_indices(is_dot);
    match index.checked_sub(1).and_then(|before| dots.nth(before)) {
        Some((at, dot)) => at + dot.len(),
        None => 0,
    }
}

/// Whether the label is a U-label. The hyphens at its ends are checked in both processes, by the definition.
fn u_label(text: &str, options: &NameOptions) -> Result<String, Refusal> {
    let fault = if text.is_empty() {
        Some(Condition::Empty.into())
    } else if text.is_ascii() {
        Some(Condition::NotULabel.into())
    } else {
        broken_by_u_label(text, options, true).map(Fault::from)
    };
    let label = Label {
        text: text.into(),
        ascii: "".into(),
        fault,
    };
    label.judge_alone(text, options)
}

/// Whether the label is an A-label.
fn a_label(source: &str, options: &NameOptions) -> Result<String, Refusal> {
    let lower = source.to_ascii_lowercase();
    let mut label = Label {
        text: Cow::Borrowed(""),
        ascii: source.into(),
        fault: None,
    };
    if source.is_empty() {
        label.fault = Some(Condition::Empty.into());
    } else if !has_prefix(source, PREFIX) {
        label.fault = Some(Condition::NotALabel.into());
    } else if !source.is_ascii() {
        label.fault = Some(Fault {
            code: Condition::Punycode,
            kind: ErrorKind::NotBasic,
        });
    } else {
        match decode(&lower) {
            Ok(text) => {
                label.fault = broken_by_u_label(&text, options, true).map(Fault::from);
                label.text = text.into();
            }
            Err(fault) => label.fault = Some(fault),
        }
    }
    label.judge_alone(source, options)
}

impl Label<'_> {
    /// Judges a label that is the whole input, and gives it back.
    fn judge_alone(mut self, source: &str, options: &NameOptions) -> Result<String, Refusal> {
        if options.check_bidi && has_right_to_left(&self.text) {
            self.check_direction();
        }
        self.check_length();
        match self.fault {
            None => Ok(source.to_owned()),
            Some(Fault { code, kind }) => Err(Refusal {
                code,
                error: Error::new(kind, 0),
            }),
        }
    }
}
