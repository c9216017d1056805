//! IDNA 2008 by the letter of RFC 5891: sections 4.1 to 4.4 are the registration, sections 5.1 to 5.6 the lookup.

use acegate_codec::host::is_ldh;
use acegate_codec::idna2008::model::{lower_newest, usual_width};
use acegate_codec::idna2008::{Property, property};
use acegate_codec::punycode::{self, PREFIX};
use acegate_codec::uts46::model::{Icu, Tables};
use acegate_codec::{ErrorKind, Parameters};

use super::idna2008_rules::{is_joiner_allowed, is_other_allowed, obeys_bidi_rule, runs_left};

/// Does what is a MUST and nothing more. It decodes an A-label only for `to-unicode`.
pub(super) fn only_musts(op: &str, parameters: &Parameters, input: &str) -> Option<Vec<u32>> {
    answer(Choices::NONE, op, parameters, input)
}

/// Applies every test that the documents allow.
pub(super) fn every_test(op: &str, parameters: &Parameters, input: &str) -> Option<Vec<u32>> {
    answer(Choices::ALL, op, parameters, input)
}

/// The same. In a registration it takes only the exact string (section 4.1), so an A-label is in lower case.
pub(super) fn exact_strings(op: &str, parameters: &Parameters, input: &str) -> Option<Vec<u32>> {
    let choices = Choices {
        is_exact: true,
        ..Choices::ALL
    };
    answer(choices, op, parameters, input)
}

/// The choices that the documents leave to an implementation.
struct Choices {
    /// Whether it applies the tests that are no MUST.
    tests_more: bool,
    /// Whether it refuses capital letters in A-labels where it may.
    is_exact: bool,
}

impl Choices {
    const NONE: Self = Self {
        tests_more: false,
        is_exact: false,
    };
    const ALL: Self = Self {
        tests_more: true,
        is_exact: false,
    };
}

/// A request, with the parameters that it chooses.
struct Request<'a> {
    choices: Choices,
    op: &'a str,
    is_lookup: bool,
    /// Whether the Bidi rule is checked.
    bidi: bool,
    /// Whether the rules of CONTEXTO code points are checked.
    contexto: bool,
    /// Whether other ASCII labels are refused.
    ldh: bool,
}

struct Label {
    text: String,
    ascii: String,
}

impl Label {
    fn as_given(label: &str) -> Self {
        Self {
            text: label.to_owned(),
            ascii: label.to_owned(),
        }
    }
}

fn answer(choices: Choices, op: &str, parameters: &Parameters, input: &str) -> Option<Vec<u32>> {
    let is = |name: &str, value: &str| {
        let given = parameters.get(name);
        given.is_some_and(|given| given.to_string() == value)
    };
    let is_lookup = is("process", "lookup");
    let contexto = if is_lookup && !choices.tests_more {
        is("check-contexto", "true")
    } else {
        !is("check-contexto", "false")
    };
    let request = Request {
        bidi: !is("check-bidi", "false") && (!is_lookup || choices.tests_more),
        ldh: !is("ldh", "false") && (!is_lookup || choices.tests_more),
        contexto,
        is_lookup,
        choices,
        op,
    };
    let result = match op {
        "is-u-label" => {
            request.read_u_label(input)?;
            input.to_owned()
        }
        "is-a-label" => {
            request.read_a_label(input)?;
            input.to_owned()
        }
        _ => {
            let mapped = if is("mapping", "rfc5895") {
                map(input)
            } else if is("mapping", "nfc") {
                Icu.nfc(input)
            } else {
                input.to_owned()
            };
            let result = request.read_name(&mapped, !is("root", "false"))?;
            if op == "check" {
                input.to_owned()
            } else {
                result
            }
        }
    };
    Some(result.chars().map(u32::from).collect())
}

/// RFC 5895, section 2.
fn map(name: &str) -> String {
    let widened: String = lower_newest(name).chars().map(usual_width).collect();
    Icu.nfc(&widened).replace('\u{3002}', ".")
}

impl Request<'_> {
    fn read_name(&self, name: &str, may_have_root: bool) -> Option<String> {
        let (name, root) = match name.strip_suffix('.') {
            Some(rest) if may_have_root => (rest, "."),
            _ => (name, ""),
        };
        let mut labels = Vec::new();
        for label in name.split('.') {
            labels.push(self.read_label(label)?);
        }
        // RFC 5891, section 4.2.3.4, asks the label with such characters, RFC 5893 all labels of its name.
        if self.bidi && self.choices.tests_more {
            let is_bidi = labels.iter().any(|label| runs_left(&label.text));
            if is_bidi && !labels.iter().all(|label| obeys_bidi_rule(&label.text)) {
                return None;
            }
        }
        let texts: Vec<&str> = labels.iter().map(|label| &*label.text).collect();
        let codes: Vec<&str> = labels.iter().map(|label| &*label.ascii).collect();
        let is_to_unicode = self.op == "to-unicode";
        if codes.join(".").len() > 253 && (!is_to_unicode || self.choices.tests_more) {
            return None;
        }
        let labels = if is_to_unicode { texts } else { codes };
        Some(labels.join(".") + root)
    }

    fn read_label(&self, label: &str) -> Option<Label> {
        if !label.is_ascii() {
            return self.read_u_label(label);
        }
        // RFC 5890, section 2.3.1: A-labels and NR-LDH labels are LDH labels. Section 5.4 is about U-labels only.
        let has_edge = label.starts_with('-') || label.ends_with('-');
        if self.ldh && (has_edge || !is_ldh(label)) {
            return None;
        }
        if has_prefix(label) {
            return self.read_a_label(label);
        }
        let is_reserved = label.get(2..4) == Some("--");
        let is_wrong = is_reserved && (!self.is_lookup || self.choices.tests_more);
        if is_wrong || label.is_empty() || label.len() > 63 {
            return None;
        }
        Some(Label::as_given(label))
    }

    fn read_u_label(&self, text: &str) -> Option<Label> {
        if text.is_ascii() || !self.passes_tests(text) {
            return None;
        }
        let ascii = PREFIX.to_owned() + &punycode::encode(text).ok()?;
        let text = text.to_owned();
        (ascii.len() <= 63).then_some(Label { text, ascii })
    }

    /// Sections 4.2.1 and 5.3.
    fn read_a_label(&self, label: &str) -> Option<Label> {
        let ascii = label.to_ascii_lowercase();
        let is_refused = self.choices.is_exact && !self.is_lookup && ascii != label;
        if !has_prefix(label) || ascii.len() > 63 || is_refused {
            return None;
        }
        let code = &ascii[PREFIX.len()..];
        if !self.choices.tests_more && matches!(self.op, "to-ascii" | "check") {
            if !self.is_lookup && !is_superficially_valid(code) {
                return None;
            }
            return Some(Label::as_given(label));
        }
        let text = punycode::decode(code).ok()?;
        // The tests of section 5.4 do not ask whether anything is above U+007F.
        let may_be_ascii = self.is_lookup && !self.choices.tests_more;
        let is_u_label = may_be_ascii || !text.is_ascii();
        let is_same = punycode::encode(&text).is_ok_and(|own| own == code);
        let is_right = is_u_label && is_same && self.passes_tests(&text);
        is_right.then_some(Label { text, ascii })
    }

    /// Sections 4.2.2 and 4.2.3, or section 5.4.
    fn passes_tests(&self, text: &str) -> bool {
        let characters: Vec<char> = text.chars().collect();
        // Section 5.4 does not list hyphens at the ends.
        let tests_ends = !self.is_lookup || self.choices.tests_more;
        if tests_ends && (text.starts_with('-') || text.ends_with('-')) {
            return false;
        }
        let is_third_hyphen = characters.get(2..4) == Some(&['-', '-']);
        let is_mark_first = characters.first().is_some_and(|&c| Icu.is_mark(c));
        if Icu.nfc(text) != text || is_third_hyphen || is_mark_first {
            return false;
        }
        for at in 0..characters.len() {
            let is_allowed = match property(characters[at].into()) {
                Property::Pvalid => true,
                Property::ContextJ => is_joiner_allowed(&characters, at),
                Property::ContextO => !self.contexto || is_other_allowed(&characters, at),
                Property::Disallowed | Property::Unassigned => false,
            };
            if !is_allowed {
                return false;
            }
        }
        !self.bidi || !runs_left(text) || obeys_bidi_rule(text)
    }
}

fn has_prefix(label: &str) -> bool {
    let start = label.get(..PREFIX.len());
    start.is_some_and(|start| start.eq_ignore_ascii_case(PREFIX))
}

/// Section 4.2.1: no rule of Punycode is broken. RFC 3492, section 5, wants the integers only not to be negative.
fn is_superficially_valid(code: &str) -> bool {
    let is_code = match punycode::decode_points(code.as_bytes()) {
        Ok(_) => true,
        Err(error) => matches!(error.kind, ErrorKind::OutOfRange | ErrorKind::Surrogate),
    };
    is_code && !code.is_empty() && !code.ends_with('-')
}
