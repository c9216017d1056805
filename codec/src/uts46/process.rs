//! The processing over the data of ICU4X, of any name under any settings, in a few passes.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use icu_normalizer::uts46::{Uts46Mapper, Uts46MapperBorrowed};

use super::direction::{Direction, set};
use super::{Code, Codes, Settings, quick, start_of_label};
use crate::error::{Error, ErrorKind};
use crate::punycode::{self, PREFIX};
use crate::uts46::joiners::Misplaced;
use crate::uts46::model::{Icu, Status, Tables};

/// A processed name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Processed {
    /// The result. It has no meaning if there is an error.
    pub text: String,
    /// Every condition that the name breaks.
    pub codes: Codes,
    /// The first error.
    pub error: Option<Error>,
}

impl Processed {
    /// The result of a name without an error.
    ///
    /// # Errors
    ///
    /// The first error.
    pub fn into_result(self) -> Result<String, Error> {
        self.error.map_or(Ok(self.text), Err)
    }
}

/// Carries out the operation `to-ascii`, or `to-unicode` for any other word.
#[must_use]
pub fn process(op: &str, name: &str, settings: &Settings) -> Processed {
    let is_to_ascii = op == "to-ascii";
    let mut text = String::new();
    if quick::append(is_to_ascii, name, settings, &mut text) {
        return Processed {
            text,
            codes: Codes::NONE,
            error: None,
        };
    }
    process_any(is_to_ascii, name, settings)
}

/// Carries out an operation for a name of any kind, step by step.
pub(super) fn process_any(is_to_ascii: bool, name: &str, settings: &Settings) -> Processed {
    if is_to_ascii && settings.only_lowers(name) {
        return host_of(name.to_ascii_lowercase());
    }
    let mapped = map_and_normalise(name, settings.transitional);
    let mut labels: Vec<_> = mapped
        .split('.')
        .map(|label| Label::read(label, settings))
        .collect();
    for label in &mut labels {
        label.judge(settings);
    }
    if settings.check_bidi && labels.iter().any(Label::has_right_to_left) {
        labels
            .iter_mut()
            .filter(|label| label.is_judged)
            .for_each(Label::judge_direction);
    }
    let text = if is_to_ascii {
        join_ascii(&mut labels)
    } else {
        join(&mut labels)
    };
    let mut of_name = Codes::NONE;
    if is_to_ascii {
        if settings.verify_dns_length {
            measure(&mut labels, &text, &mut of_name);
        }
        if settings.url && text.is_empty() {
            of_name.insert(Code::EmptyHost);
        }
        if settings.url && text.bytes().any(is_forbidden) {
            of_name.insert(Code::Forbidden);
        }
    }
    let first = labels.iter().position(|label| label.codes.have_error());
    let error = match first {
        Some(index) => Some(Error::new(
            labels[index].kind(),
            start_of_label(name, index),
        )),
        None => of_name.iter().next().map(|code| {
            let kind = if text.is_empty() {
                ErrorKind::Empty
            } else {
                code.kind()
            };
            Error::new(kind, name.len())
        }),
    };
    let codes = labels
        .iter()
        .map(|label| label.codes)
        .fold(of_name, Codes::with);
    Processed { text, codes, error }
}

/// The host of a URL that is all ASCII: URL Standard, "domain to ASCII", since June 2026.
fn host_of(text: String) -> Processed {
    let mut codes = Codes::NONE;
    codes.insert_if(Code::EmptyHost, text.is_empty());
    codes.insert_if(Code::Forbidden, text.bytes().any(is_forbidden));
    let first = codes.iter().next();
    let error = first.map(|code| Error::new(code.kind(), text.len()));
    Processed { text, codes, error }
}

/// Steps 1 and 2. The fast mapper writes U+FFFD for a disallowed code point, which loses its Bidi class, so
/// such a name is mapped again.
fn map_and_normalise(name: &str, is_transitional: bool) -> String {
    if name.is_ascii() {
        return name.to_ascii_lowercase();
    }
    let mapped: String = if is_transitional {
        MAPPER.map_normalize(without_deviations(name)).collect()
    } else {
        MAPPER.map_normalize(name.chars()).collect()
    };
    if !mapped.contains('\u{FFFD}') {
        return mapped;
    }
    let mapped: String = if is_transitional {
        without_deviations(name).map(map_one).collect()
    } else {
        name.chars().map(map_one).collect()
    };
    Icu.nfc(&mapped)
}

/// A character mapped; one that is disallowed stays.
fn map_one(c: char) -> String {
    match Icu.status(c) {
        Status::Disallowed => c.into(),
        _ => MAPPER.map_normalize(core::iter::once(c)).collect(),
    }
}

/// The deviation characters mapped, and U+1E9E, whose transitional mapping is also "ss".
fn without_deviations(name: &str) -> impl Iterator<Item = char> {
    let deviations = name.chars().flat_map(|c| match c {
        '\u{DF}' | '\u{1E9E}' => [Some('s'), Some('s')],
        '\u{3C2}' => [Some('σ'), None],
        '\u{200C}' | '\u{200D}' => [None, None],
        _ => [Some(c), None],
    });
    deviations.flatten()
}

const MAPPER: Uts46MapperBorrowed<'static> = Uts46Mapper::new();

/// A label after step 3, and what is found of it.
struct Label<'a> {
    /// The label after step 4.
    text: Cow<'a, str>,
    /// The code of a decoded label, with its prefix: encoding the text gives it again.
    code: Option<&'a str>,
    /// Whether the criteria are applied to it.
    is_judged: bool,
    codes: Codes,
    /// The kind of the error of its Punycode, or of its length.
    special: ErrorKind,
}

impl<'a> Label<'a> {
    /// Step 4, items 1 to 3.
    fn read(label: &'a str, settings: &Settings) -> Self {
        let mut read = Self {
            text: label.into(),
            code: None,
            is_judged: true,
            codes: Codes::NONE,
            special: ErrorKind::Empty,
        };
        let Some(code) = label.strip_prefix(PREFIX) else {
            return read;
        };
        let decoded = if label.is_ascii() {
            punycode::decode(code).map_err(|error| error.kind)
        } else {
            Err(ErrorKind::NotBasic)
        };
        let failed = match decoded {
            Ok(text) => {
                let kind = match (text.is_empty(), text.is_ascii()) {
                    (true, _) => Some(ErrorKind::Empty),
                    (_, true) => Some(ErrorKind::LdhOnly),
                    _ => None,
                };
                read.text = text.into();
                read.code = Some(label);
                kind
            }
            Err(kind) => {
                read.is_judged = false;
                let is_ignored = settings.ignore_invalid_punycode && kind != ErrorKind::NotBasic;
                (!is_ignored).then_some(kind)
            }
        };
        if let Some(kind) = failed {
            read.codes.insert(Code::P4);
            read.special = kind;
        }
        read
    }

    /// Section 4.1, but for the Bidi rule.
    fn judge(&mut self, settings: &Settings) {
        let text = &*self.text;
        let octets = text.as_bytes();
        if !self.is_judged || octets.is_empty() {
            return;
        }
        if settings.check_hyphens {
            let third = if text.is_ascii() {
                octets.get(2..4) == Some(b"--")
            } else {
                text.chars().skip(2).take(2).eq("--".chars())
            };
            self.codes.insert_if(Code::V2, third);
            self.codes
                .insert_if(Code::V3, octets.starts_with(b"-") || octets.ends_with(b"-"));
        }
        self.codes.insert_if(Code::V4, text.starts_with(PREFIX));
        if settings.std3 {
            let is_allowed = octets
                .iter()
                .all(|c| matches!(c, b'a'..=b'z' | b'0'..=b'9' | b'-' | 0x80..));
            self.codes.insert_if(Code::U1, !is_allowed);
        }
        if text.is_ascii() {
            // Of ASCII, only capital letters are not valid. The mapping leaves none.
            return self
                .codes
                .insert_if(Code::V7, octets.iter().any(u8::is_ascii_uppercase));
        }
        // The mapper writes U+FFFD for what is not valid, and U+FFFD is not valid either.
        let normal = MAPPER.normalize_validate(text.chars());
        if text.contains('\u{FFFD}') || !normal.eq(text.chars()) {
            let is_valid = text
                .chars()
                .all(|c| matches!(Icu.status(c), Status::Valid | Status::Deviation(_)));
            self.codes.insert_if(Code::V7, !is_valid);
            self.codes.insert_if(Code::V1, Icu.nfc(text) != *text);
        }
        self.codes.insert_if(
            Code::V6,
            text.chars().next().is_some_and(|c| Icu.is_mark(c)),
        );
        // Both joiners begin with these two octets.
        if settings.check_joiners && text.contains(['\u{200C}', '\u{200D}']) {
            let Misplaced {
                non_joiners,
                joiners,
            } = Misplaced::of(text);
            self.codes.insert_if(Code::C1, non_joiners);
            self.codes.insert_if(Code::C2, joiners);
        }
    }

    /// Whether the label has a character of class R, AL or AN. The first of them is U+0590.
    fn has_right_to_left(&self) -> bool {
        let mut direction = Direction::default();
        for c in self.text.chars().filter(|&c| c >= '\u{590}') {
            direction.push(set(Icu.bidi(c)));
        }
        direction.has_right_to_left()
    }

    /// RFC 5893, section 2.
    fn judge_direction(&mut self) {
        let mut direction = Direction::default();
        for c in self.text.chars() {
            direction.push(set(Icu.bidi(c)));
        }
        self.codes = self.codes.with(direction.broken());
    }

    /// The kind of the first condition that it breaks.
    fn kind(&self) -> ErrorKind {
        let first = self.codes.iter().find(|&code| code != Code::X4_2);
        match first.expect("a label with an error") {
            Code::P4 | Code::A4_2 => self.special,
            code => code.kind(),
        }
    }
}

/// Section 4.2, step 3, and the labels with dots between them.
fn join_ascii(labels: &mut [Label<'_>]) -> String {
    let mut joined = String::new();
    for (index, label) in labels.iter_mut().enumerate() {
        if index > 0 {
            joined.push('.');
        }
        if label.text.is_ascii() {
            joined += &label.text;
        } else if let Some(code) = label.code {
            joined += code;
        } else {
            joined += PREFIX;
            if punycode::encode_into(&label.text, &mut joined).is_err() {
                label.codes.insert(Code::A3);
                joined.truncate(joined.len() - PREFIX.len());
                joined += &label.text;
            }
        }
    }
    joined
}

/// The labels with dots between them. A label before the last, or the only one, is noted if it is empty.
fn join(labels: &mut [Label<'_>]) -> String {
    let last = labels.len() - 1;
    let mut joined = String::new();
    for (index, label) in labels.iter_mut().enumerate() {
        if index > 0 {
            joined.push('.');
        }
        joined += &label.text;
        if label.text.is_empty() && (index < last || last == 0) {
            label.codes.insert(Code::X4_2);
        }
    }
    joined
}

/// Section 4.2, step 4: the lengths, and no empty root label.
fn measure(labels: &mut [Label<'_>], text: &str, of_name: &mut Codes) {
    for (label, encoded) in labels.iter_mut().zip(text.split('.')) {
        if !(1..=63).contains(&encoded.len()) {
            if !label.codes.contains(Code::P4) {
                let is_empty = encoded.is_empty();
                label.special = if is_empty {
                    ErrorKind::Empty
                } else {
                    ErrorKind::TooLong
                };
            }
            label.codes.insert(Code::A4_2);
        }
    }
    let without_root = text.strip_suffix('.').unwrap_or(text);
    if !(1..=253).contains(&without_root.len()) {
        of_name.insert(Code::A4_1);
    }
}

/// URL Standard, "forbidden domain code point".
fn is_forbidden(octet: u8) -> bool {
    matches!(octet, 0..=b' ' | 0x7F) || b"#%/:<>?@[\\]^|".contains(&octet)
}
