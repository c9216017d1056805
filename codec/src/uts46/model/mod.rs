//! UTS #46, transcribed from its sections 4, 4.1, 4.2 and 4.3, from RFC 5893, section 2, from RFC 5892,
//! appendices A.1 and A.2, and from the URL Standard: a record of steps, and the procedure that takes them
//! in the order of the document. A known fault is a step changed.

mod criteria;
mod entry;
mod steps;
mod tables;

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use core::cell::OnceCell;

use self::criteria::is_bidi_name;
pub use self::criteria::{
    Criterion, Judged, bidi_classes, has_right_to_left, joins, never, virama_before,
};
pub(crate) use self::entry::CODEC;
pub use self::steps::*;
pub use self::tables::{Bidi, Icu, Joining, Status, Tables, Unicode16};
use crate::error::{Error, ErrorKind};
use crate::uts46::{Code, Processed, Settings};

/// The steps of the document. Each field is the function that takes the step.
#[derive(Clone, Copy)]
pub struct Rules {
    /// The tables of Unicode.
    pub tables: &'static dyn Tables,
    /// The flags, as the implementation understands them.
    pub settings: fn(Settings) -> Settings,
    /// Section 4, step 1: maps the name.
    pub map: fn(&Processing<'_>, &str) -> String,
    /// Section 4, step 1: maps a code point.
    pub map_one: fn(&Processing<'_>, char) -> String,
    /// Section 4, step 2: normalises it.
    pub normalise: fn(&Processing<'_>, &str) -> String,
    /// Section 4, step 3: breaks it into labels.
    pub split: fn(&str) -> Vec<&str>,
    /// Section 4, step 4: whether a label is encoded.
    pub is_encoded: fn(&str) -> bool,
    /// Section 4, step 4, items 1 and 2: the text of a label, read without its prefix.
    pub decode: fn(&Processing<'_>, &str) -> Result<String, ErrorKind>,
    /// Section 4, step 4, item 3: what is wrong with a decoded text as a whole.
    pub decoded: fn(&str) -> Option<ErrorKind>,
    /// Section 4, step 4: whether the criteria are applied to a label.
    pub is_judged: fn(&Processing<'_>, &Label) -> bool,
    /// RFC 5893, section 2: whether the label with this index belongs to a Bidi name.
    pub is_bidi: fn(&Processing<'_>, &[Label], usize) -> bool,
    /// Section 4.1: what breaks each criterion.
    pub criteria: Criteria,
    /// Section 4.2, step 3: a label that is not ASCII in ASCII.
    pub encode: fn(&Label) -> Result<String, Error>,
    /// Section 4.2, step 4: the length of a label by its text and by its ASCII form.
    pub length: fn(&str, &str) -> usize,
    /// Section 4.2, step 4: whether a label has a right length.
    pub label_fits: fn(usize) -> bool,
    /// Section 4.2, step 4: whether a name, with its root label, has a right length.
    pub name_fits: fn(&str) -> bool,
    /// Section 4.2, step 4: whether an empty label at the end (the root) is an error.
    pub refuses_root: bool,
    /// URL Standard: whether a result that is empty is an error.
    pub refuses_empty_host: bool,
    /// URL Standard: whether the result may not have a code point.
    pub is_forbidden: fn(char) -> bool,
    /// Section 4.3: whether lengths are verified there.
    pub measures_unicode: bool,
}

/// The criteria of section 4.1 by their codes. Each gives the index of the character that breaks it.
#[derive(Clone, Copy)]
#[expect(missing_docs, reason = "the names are the codes")]
pub struct Criteria {
    pub v1: Criterion,
    pub v2: Criterion,
    pub v3: Criterion,
    pub v4: Criterion,
    pub v6: Criterion,
    pub v7: Criterion,
    pub u1: Criterion,
    pub c1: Criterion,
    pub c2: Criterion,
    pub b1: Criterion,
    pub b2: Criterion,
    pub b3: Criterion,
    pub b4: Criterion,
    pub b5: Criterion,
    pub b6: Criterion,
}

/// One name that is processed.
pub struct Processing<'a> {
    /// The steps.
    pub rules: &'a Rules,
    /// The flags.
    pub settings: Settings,
    /// Whether the name is a Bidi name, set once a label needs it: a long name may have thousands of labels.
    is_bidi_name: OnceCell<bool>,
}

/// A label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The label after step 3.
    pub source: String,
    /// The label after step 4.
    pub text: String,
    /// Whether it was decoded.
    pub is_decoded: bool,
    /// The conditions that it breaks.
    pub faults: Vec<Fault>,
}

/// A condition that a label or a name breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The condition.
    pub code: Code,
    /// The kind of error.
    pub kind: ErrorKind,
    /// The index of the character of the label or of the result that breaks it, if it is one.
    pub at: Option<usize>,
}

impl Fault {
    fn new(code: Code, at: Option<usize>) -> Self {
        Self {
            code,
            kind: code.kind(),
            at,
        }
    }

    /// The fault of a label or a name of this length.
    fn of_length(code: Code, length: usize) -> Self {
        let kind = if length == 0 {
            ErrorKind::Empty
        } else {
            ErrorKind::TooLong
        };
        Self {
            kind,
            ..Self::new(code, None)
        }
    }
}

/// A name after each step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Worked {
    /// The name after step 1.
    pub mapped: String,
    /// The name after step 2.
    pub normalised: String,
    /// The labels after step 4, judged.
    pub labels: Vec<Label>,
    /// The result. It has no meaning if there are faults.
    pub result: String,
    /// The conditions that the result breaks as a whole.
    pub faults: Vec<Fault>,
}

impl Rules {
    /// The steps as the document has them, over Unicode 16.
    pub const UTS46: Self = Self {
        tables: &Unicode16,
        settings: |settings| settings,
        map: map_each,
        map_one,
        normalise: |run, name| run.rules.tables.nfc(name),
        // The mapping has made U+002E of the other full stops, and the prefix lower case.
        split: |name| name.split('.').collect(),
        is_encoded: |label| label.starts_with(PREFIX),
        decode: decode_punycode,
        decoded: is_empty_or_ascii,
        is_judged: |_, _| true,
        is_bidi: is_bidi_name,
        criteria: Criteria::ALL,
        encode: encode_punycode,
        length: |_, ascii| ascii.len(),
        label_fits: |length| (1..=63).contains(&length),
        name_fits: |name| (1..=253).contains(&without_root(name).len()),
        refuses_root: true,
        refuses_empty_host: true,
        is_forbidden: is_forbidden_in_domains,
        measures_unicode: false,
    };

    /// The same over the tables of the reference.
    pub const ICU: Self = Self {
        tables: &Icu,
        ..Self::UTS46
    };

    /// The answer of the operation `to-ascii`, or `to-unicode` for any other word.
    #[must_use]
    pub fn apply(&self, op: &str, name: &str, settings: Settings) -> Processed {
        let worked = match op {
            "to-ascii" => self.to_ascii(name, settings),
            _ => self.to_unicode(name, settings),
        };
        worked.processed(name)
    }

    /// ToASCII (section 4.2), step by step.
    #[must_use]
    pub fn to_ascii(&self, name: &str, settings: Settings) -> Worked {
        let run = Processing {
            rules: self,
            settings: (self.settings)(settings),
            is_bidi_name: OnceCell::new(),
        };
        if run.settings.only_lowers(name) {
            return self.host(Worked::lowered(name));
        }
        let mut worked = run.process(name);
        // Step 3.
        let mut labels = Vec::new();
        for label in &mut worked.labels {
            if label.text.is_ascii() {
                labels.push(label.text.clone());
                continue;
            }
            if let Ok(written) = (self.encode)(label) {
                labels.push(written);
            } else {
                label.faults.push(Fault::new(Code::A3, None));
                labels.push(label.text.clone());
            }
        }
        worked.result = labels.join(".");
        // Step 4.
        if run.settings.verify_dns_length {
            run.measure(&mut worked, &labels);
        }
        if run.settings.url {
            worked = self.host(worked);
        }
        worked
    }

    /// URL Standard, "domain to ASCII", steps after Unicode ToASCII.
    fn host(&self, mut worked: Worked) -> Worked {
        if worked.result.is_empty() && self.refuses_empty_host {
            worked.faults.push(Fault::new(Code::EmptyHost, None));
        }
        if let Some(at) = worked.result.chars().position(self.is_forbidden) {
            worked.faults.push(Fault::new(Code::Forbidden, Some(at)));
        }
        worked
    }

    /// ToUnicode (section 4.3), step by step.
    #[must_use]
    pub fn to_unicode(&self, name: &str, settings: Settings) -> Worked {
        let run = Processing {
            rules: self,
            settings: (self.settings)(settings),
            is_bidi_name: OnceCell::new(),
        };
        let mut worked = run.process(name);
        let labels: Vec<_> = worked
            .labels
            .iter()
            .map(|label| label.text.clone())
            .collect();
        worked.result = labels.join(".");
        if self.measures_unicode && run.settings.verify_dns_length {
            run.measure(&mut worked, &labels);
        }
        let last = worked.labels.len() - 1;
        for (index, label) in worked.labels.iter_mut().enumerate() {
            if label.text.is_empty() && (index < last || last == 0) {
                label.faults.push(Fault::new(Code::X4_2, None));
            }
        }
        worked
    }
}

impl Processing<'_> {
    /// Section 4.
    fn process(&self, name: &str) -> Worked {
        let rules = self.rules;
        let mapped = (rules.map)(self, name);
        let normalised = (rules.normalise)(self, &mapped);
        let labels = (rules.split)(&normalised).into_iter();
        let mut labels: Vec<_> = labels.map(|label| self.converted(label)).collect();
        for index in 0..labels.len() {
            // After item 1 or 2 the document goes on with the next label.
            let label = &labels[index];
            let has_text = label.is_decoded || label.faults.is_empty();
            let is_left = !label.is_decoded && (rules.is_encoded)(&label.source);
            if has_text && !is_left && (rules.is_judged)(self, label) {
                let found = self.judge(&labels, index);
                labels[index].faults.extend(found);
            }
        }
        Worked {
            mapped,
            normalised,
            labels,
            result: String::new(),
            faults: Vec::new(),
        }
    }

    /// Section 4, step 4, items 1 to 3.
    fn converted(&self, source: &str) -> Label {
        let rules = self.rules;
        let mut label = Label {
            source: source.to_owned(),
            text: source.to_owned(),
            is_decoded: false,
            faults: Vec::new(),
        };
        if !(rules.is_encoded)(source) {
            return label;
        }
        let ignores = self.settings.ignore_invalid_punycode;
        let refused = match (rules.decode)(self, source.get(PREFIX.len()..).unwrap_or_default()) {
            Ok(decoded) => {
                let refused = (rules.decoded)(&decoded);
                label.text = decoded;
                label.is_decoded = true;
                refused
            }
            Err(kind) if ignores && kind != ErrorKind::NotBasic => None,
            Err(kind) => Some(kind),
        };
        if let Some(kind) = refused {
            label.faults.push(Fault {
                kind,
                ..Fault::new(Code::P4, None)
            });
        }
        label
    }

    /// Section 4.1.
    fn judge(&self, labels: &[Label], index: usize) -> Vec<Fault> {
        let Settings {
            check_hyphens,
            check_joiners,
            check_bidi,
            std3,
            ..
        } = self.settings;
        let is_bidi = check_bidi && (self.rules.is_bidi)(self, labels, index);
        let criteria = &self.rules.criteria;
        let criteria = [
            (true, Code::V1, criteria.v1),
            (check_hyphens, Code::V2, criteria.v2),
            (check_hyphens, Code::V3, criteria.v3),
            // With CheckHyphens, V2 is broken as well. The test file of Unicode lists both.
            (true, Code::V4, criteria.v4),
            (true, Code::V6, criteria.v6),
            (true, Code::V7, criteria.v7),
            (std3, Code::U1, criteria.u1),
            (check_joiners, Code::C1, criteria.c1),
            (check_joiners, Code::C2, criteria.c2),
            (is_bidi, Code::B1, criteria.b1),
            (is_bidi, Code::B2, criteria.b2),
            (is_bidi, Code::B3, criteria.b3),
            (is_bidi, Code::B4, criteria.b4),
            (is_bidi, Code::B5, criteria.b5),
            (is_bidi, Code::B6, criteria.b6),
        ];
        let characters: Vec<_> = labels[index].text.chars().collect();
        let judged = Judged {
            run: self,
            label: &labels[index],
            characters: &characters,
        };
        let asked = criteria.into_iter().filter(|(is_asked, ..)| *is_asked);
        let broken = asked.filter_map(|(_, code, criterion)| {
            criterion(&judged).map(|at| Fault::new(code, Some(at)))
        });
        broken.collect()
    }

    /// Section 4.2, step 4.
    fn measure(&self, worked: &mut Worked, ascii: &[String]) {
        let rules = self.rules;
        let last = ascii.len() - 1;
        for (index, (label, ascii)) in worked.labels.iter_mut().zip(ascii).enumerate() {
            let length = (rules.length)(&label.text, ascii);
            let is_root = index == last && index > 0 && ascii.is_empty();
            if !(rules.label_fits)(length) && (!is_root || rules.refuses_root) {
                label.faults.push(Fault::of_length(Code::A4_2, length));
            }
        }
        if !(rules.name_fits)(&worked.result) {
            let length = without_root(&worked.result).len();
            worked.faults.push(Fault::of_length(Code::A4_1, length));
        }
    }
}

impl Worked {
    /// A host of ASCII in lower case, whose labels are not read (URL Standard, "domain to ASCII", since June 2026).
    fn lowered(name: &str) -> Self {
        let lower = name.to_ascii_lowercase();
        let mut labels = Vec::new();
        for label in lower.split('.') {
            labels.push(Label {
                source: label.to_owned(),
                text: label.to_owned(),
                is_decoded: false,
                faults: Vec::new(),
            });
        }
        Self {
            mapped: lower.clone(),
            normalised: lower.clone(),
            labels,
            result: lower,
            faults: Vec::new(),
        }
    }

    /// The result, the codes, and the first error of the name.
    #[must_use]
    pub fn processed(self, name: &str) -> Processed {
        let of_labels = self.labels.iter().flat_map(|label| &label.faults);
        let codes = of_labels
            .chain(&self.faults)
            .map(|fault| fault.code)
            .collect();
        Processed {
            error: self.first_error(name),
            text: self.result,
            codes,
        }
    }

    /// The first error of a label, at its start; or else the first of the name, at its end.
    fn first_error(&self, name: &str) -> Option<Error> {
        for (index, label) in self.labels.iter().enumerate() {
            let mut faults = label.faults.iter();
            if let Some(fault) = faults.find(|fault| fault.code != Code::X4_2) {
                let start = crate::uts46::start_of_label(name, index);
                return Some(Error::new(fault.kind, start));
            }
        }
        let fault = self.faults.first()?;
        Some(Error::new(fault.kind, name.len()))
    }
}
