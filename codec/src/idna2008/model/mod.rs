//! IDNA 2008, transcribed from RFC 5890, section 2.3, RFC 5891, sections 4 and 5, RFC 5892, appendix A, RFC 5893,
//! section 2, and RFC 5895, section 2: a record of steps, and the procedure that takes them in the order of the
//! documents. A known fault is a step changed.
//!
//! The derived property is read from the published ranges, and the scripts from a list, so neither shares a source
//! with the reference.

mod direction;
mod entry;
mod scripts;
mod steps;
mod tests_of_labels;

use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

pub use self::direction::{bidi_classes, has_right_to_left};
pub use self::entry::CODEC;
pub use self::scripts::{Script, script};
pub use self::steps::*;
pub use self::tests_of_labels::*;
use super::condition::{Condition, Refusal};
use super::options::{NameOptions, Process};
use super::terms::Property;
use crate::error::{Error, ErrorKind};
use crate::facts::Verb;
use crate::uts46::model::{Icu, Tables, Unicode16};

/// The steps of the documents. Each field is the function that takes the step.
#[derive(Clone, Copy)]
pub struct ProtocolSteps {
    /// The tables of Unicode, but for the next two.
    pub tables: &'static dyn Tables,
    /// RFC 5892, section 3: the derived property.
    pub property: fn(char) -> Property,
    /// The script, as far as RFC 5892 needs it.
    pub script: fn(char) -> Option<Script>,
    /// The options, as the implementation understands those that it is given.
    pub options: fn(NameOptions) -> NameOptions,
    /// RFC 5895, section 2: maps the name.
    pub map: fn(&Request<'_>, &str) -> String,
    /// RFC 5895, section 2, step 1: lower case.
    pub lower: fn(&str) -> String,
    /// RFC 5895, section 2, step 2: the usual width.
    pub widen: fn(char) -> char,
    /// Splits the name into labels.
    pub split: fn(&str) -> Vec<&str>,
    /// Whether an empty label with this index, of this many, is the root.
    pub is_root: fn(&Request<'_>, usize, usize) -> bool,
    /// Whether the result has the full stop before the root.
    pub keeps_root: bool,
    /// RFC 5890, section 2.3.1: whether a label has the prefix.
    pub is_encoded: fn(&str) -> bool,
    /// The form of an A-label that is decoded, and written.
    pub fold: fn(&str) -> String,
    /// The text of what follows the prefix.
    pub decode: fn(&str) -> Result<String, ErrorKind>,
    /// The kind of error of a decoded text that is wrong as a whole.
    pub decoded: fn(&str) -> Option<ErrorKind>,
    /// Whether a text has this Punycode.
    pub is_canonical: fn(&str, &str) -> bool,
    /// Whether the text of an A-label is checked.
    pub judges_decoded: fn(&Request<'_>) -> bool,
    /// The tests of an ASCII label.
    pub of_ascii: AsciiTests,
    /// The tests of a U-label.
    pub of_label: LabelTests,
    /// RFC 5893, section 2: whether the label with this index belongs to a Bidi name.
    pub is_bidi: fn(&Request<'_>, &[ReadLabel], usize) -> bool,
    /// RFC 5891, section 4.4: a U-label as an A-label.
    pub encode: fn(&str) -> Result<String, Error>,
    /// The length of a label by its text and by its ASCII form.
    pub length: fn(&Request<'_>, &str, &str) -> usize,
    /// Whether a label has a right length.
    pub label_fits: fn(usize) -> bool,
    /// Whether a name without its root label has a right length.
    pub name_fits: fn(&str) -> bool,
}

/// One request.
pub struct Request<'a> {
    /// The steps.
    pub rules: &'a ProtocolSteps,
    /// The operation.
    pub verb: Verb,
    /// The options.
    pub options: NameOptions,
}

/// A label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadLabel {
    /// The label as the mapping left it.
    pub source: String,
    /// The label in Unicode, as far as the operation has to know it.
    pub text: String,
    /// The label in ASCII; empty if its text is wrong.
    pub ascii: String,
    /// The rules that it breaks, in the order of [`Condition::ALL`].
    pub faults: Vec<Broken>,
}

/// A rule that a label or a name breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Broken {
    /// The rule.
    pub code: Condition,
    /// The kind of error.
    pub kind: ErrorKind,
    /// The index of the character of the text that breaks it, if it is one.
    pub at: Option<usize>,
}

impl From<Condition> for Broken {
    fn from(code: Condition) -> Self {
        let kind = code.kind();
        Self {
            code,
            kind,
            at: None,
        }
    }
}

/// A request after each step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Examined {
    /// The input after the mapping.
    pub mapped: String,
    /// The labels without the root, checked.
    pub labels: Vec<ReadLabel>,
    /// The result. It has no meaning if there are faults.
    pub result: String,
    /// The rules that the name breaks as a whole.
    pub faults: Vec<Broken>,
}

impl ProtocolSteps {
    /// The steps as the documents have them, over Unicode 16 but for the published property.
    pub const IDNA2008: Self = Self {
        tables: &Unicode16,
        property: published_property,
        script,
        options: |options| options,
        map: map_name,
        lower: |name| name.to_lowercase(),
        widen: usual_width,
        split: |name| name.split('.').collect(),
        is_root: |request, index, count| request.options.root && index > 0 && index == count - 1,
        keeps_root: true,
        is_encoded: has_ace_prefix,
        fold: |label| label.to_ascii_lowercase(),
        decode: decode_punycode,
        decoded: is_empty_or_ascii,
        is_canonical: encodes_to,
        judges_decoded: |request| {
            request.verb == Verb::ToUnicode || request.options.process == Process::Registration
        },
        of_ascii: AsciiTests::ALL,
        of_label: LabelTests::ALL,
        is_bidi: |request, labels, _| has_right_to_left(request, labels),
        encode: encode_punycode,
        length: |_, _, ascii| ascii.len(),
        label_fits: |length| length <= 63,
        name_fits: |name| name.len() <= 253,
    };

    /// The same over the tables of the reference, for code points that are newer.
    pub const ICU: Self = Self {
        tables: &Icu,
        lower: lower_newest,
        ..Self::IDNA2008
    };

    /// The answer of the operation with this verb.
    ///
    /// # Errors
    ///
    /// The first rule that the first wrong label breaks.
    pub fn apply(&self, verb: Verb, input: &str, options: &NameOptions) -> Result<String, Refusal> {
        self.work(verb, input, *options).answer(input, options)
    }

    /// The operation with this verb, step by step.
    #[must_use]
    pub fn work(&self, verb: Verb, input: &str, options: NameOptions) -> Examined {
        let mut request = Request {
            rules: self,
            verb,
            options: (self.options)(options),
        };
        if matches!(verb, Verb::IsULabel | Verb::IsALabel) {
            // The definitions of RFC 5890 are of one label and of no process.
            request.options.process = Process::Registration;
            return request.of_label(input);
        }
        request.of_name(input)
    }
}

impl Request<'_> {
    fn of_name(&self, input: &str) -> Examined {
        let rules = self.rules;
        let mapped = (rules.map)(self, input);
        let parts = (rules.split)(&mapped);
        let count = parts.len();
        let mut has_root = false;
        let mut labels = Vec::new();
        for (index, part) in parts.into_iter().enumerate() {
            if part.is_empty() && (rules.is_root)(self, index, count) {
                has_root = true;
            } else {
                labels.push(self.read(part));
            }
        }
        self.judge_together(&mut labels);
        let column = |label: &ReadLabel| match self.verb {
            Verb::ToUnicode => label.text.clone(),
            _ => label.ascii.clone(),
        };
        let ascii: Vec<_> = labels.iter().map(|label| &*label.ascii).collect();
        let is_right = labels.iter().all(|label| label.faults.is_empty());
        let mut faults = Vec::new();
        if is_right && !(rules.name_fits)(&ascii.join(".")) {
            faults.push(Condition::NameLength.into());
        }
        let columns: Vec<_> = labels.iter().map(column).collect();
        let mut result = columns.join(".");
        if has_root && rules.keeps_root {
            result.push('.');
        }
        if self.verb == Verb::Check {
            result = input.to_owned();
        }
        Examined {
            mapped,
            labels,
            result,
            faults,
        }
    }

    fn of_label(&self, input: &str) -> Examined {
        let mut label = ReadLabel::new(input);
        if input.is_empty() {
            label.faults.push(Condition::Empty.into());
        } else if self.verb == Verb::IsULabel {
            if input.is_ascii() {
                label.faults.push(Condition::NotULabel.into());
            } else {
                self.judge(&mut label);
            }
        } else if (self.rules.is_encoded)(input) {
            self.read_encoded(&mut label);
        } else {
            label.faults.push(Condition::NotALabel.into());
        }
        let mut labels = [label].to_vec();
        self.judge_together(&mut labels);
        Examined {
            mapped: input.to_owned(),
            labels,
            result: input.to_owned(),
            faults: Vec::new(),
        }
    }

    /// Reads and checks one label of a name.
    fn read(&self, source: &str) -> ReadLabel {
        let mut label = ReadLabel::new(source);
        if source.is_empty() {
            label.faults.push(Condition::Empty.into());
        } else if !source.is_ascii() {
            self.judge(&mut label);
        } else {
            let AsciiTests {
                ldh,
                edge_hyphen,
                reserved,
            } = self.rules.of_ascii;
            label.ascii = source.to_string();
            if self.options.ldh && !ldh(source) {
                label.faults.push(Condition::Ldh.into());
            }
            if self.options.ldh && !edge_hyphen(source) {
                label.faults.push(Condition::EdgeHyphen.into());
            }
            // A label that is no LDH label is not read further.
            if (self.rules.is_encoded)(source) {
                if label.faults.is_empty() {
                    self.read_encoded(&mut label);
                }
            } else if !reserved(source) {
                label.faults.push(Condition::ReservedLdh.into());
            }
        }
        label
    }

    /// Decodes a label that has the prefix, and checks its text if the operation requires that.
    fn read_encoded(&self, label: &mut ReadLabel) {
        let rules = self.rules;
        let folded = (rules.fold)(&label.source);
        let code = folded.get(4..).unwrap_or_default().to_string();
        label.ascii = folded;
        let text = match (rules.decode)(&code) {
            Ok(text) => text,
            Err(kind) => {
                let code = Condition::Punycode;
                return label.faults.push(Broken {
                    kind,
                    ..code.into()
                });
            }
        };
        if !(rules.judges_decoded)(self) {
            return;
        }
        if let Some(kind) = (rules.decoded)(&text) {
            return label.faults.push(Broken {
                kind,
                ..Condition::Fake.into()
            });
        }
        if !(rules.is_canonical)(&text, &code) {
            return label.faults.push(Condition::RoundTrip.into());
        }
        label.text = text;
        self.judge(label);
    }

    /// Notes the conditions that the label breaks by itself, if its text is to be a U-label.
    fn judge(&self, label: &mut ReadLabel) {
        let characters: Vec<_> = label.text.chars().collect();
        let judged = TestedLabel {
            request: self,
            characters: &characters,
        };
        for asked in self.rules.of_label.alone(&self.options) {
            if let Some(at) = (asked.test)(&judged) {
                label.faults.push(Broken {
                    at: Some(at),
                    ..asked.code.into()
                });
            }
        }
    }

    /// The Bidi rule, which is for the labels of a name together, and the lengths, which come last.
    fn judge_together(&self, labels: &mut [ReadLabel]) {
        let rules = self.rules;
        let mut bidi = Vec::new();
        if self.options.check_bidi {
            let is_bidi = |index: &usize| (rules.is_bidi)(self, labels, *index);
            bidi = (0..labels.len()).filter(is_bidi).collect();
        }
        for index in bidi {
            let label = &mut labels[index];
            let characters: Vec<_> = label.text.chars().collect();
            let judged = TestedLabel {
                request: self,
                characters: &characters,
            };
            for test in rules.of_label.in_bidi_names() {
                if let Some(at) = test(&judged) {
                    label.faults.push(Broken {
                        at: Some(at),
                        ..Condition::Bidi.into()
                    });
                }
            }
        }
        for label in labels {
            if label.ascii.is_empty() && label.faults.is_empty() {
                match (rules.encode)(&label.text) {
                    Ok(ascii) => label.ascii = ascii,
                    Err(_) => label.faults.push(Condition::LabelLength.into()),
                }
            }
            if !(rules.label_fits)((rules.length)(self, &label.text, &label.ascii)) {
                label.faults.push(Condition::LabelLength.into());
            }
        }
    }
}

impl ReadLabel {
    fn new(source: &str) -> Self {
        Self {
            source: source.to_owned(),
            text: source.to_owned(),
            ascii: String::new(),
            faults: Vec::new(),
        }
    }
}

impl Examined {
    /// The result, or the first fault.
    fn answer(self, input: &str, options: &NameOptions) -> Result<String, Refusal> {
        for (index, label) in self.labels.iter().enumerate() {
            if let Some(fault) = label.faults.iter().min_by_key(|fault| fault.code) {
                let start = start_of_label(input, index, options.mapping);
                return Err(fault.refusal(start));
            }
        }
        match self.faults.first() {
            Some(fault) => Err(fault.refusal(input.len())),
            None => Ok(self.result),
        }
    }
}

impl Broken {
    fn refusal(self, position: usize) -> Refusal {
        Refusal {
            code: self.code,
            error: Error::new(self.kind, position),
        }
    }
}
