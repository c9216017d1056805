//! Bugs in the order of the checks: a criterion that is applied before the mapping, and checks that end at the
//! first satisfied criterion.

use acegate_codec::Value;
use acegate_codec::host::has_prefix;
use acegate_codec::uts46::Code;
use acegate_codec::uts46::model::{
    Bidi, Criteria, Criterion, Fault, Icu, Judged, Processing, Rules, Tables, has_right_to_left,
    map_each, never,
};

use super::mapping::FOREIGN;
use super::{CRITERIA, RIGHT};
use crate::{Deviation, deviation, observed, reported};

pub(crate) const ORDER: &[Deviation] = &[
    deviation("uts46/bidi-before-mapping", &["uts46-54"])
        .summary(
            "The Bidi rule is checked before the mapping: `aℵb` is accepted, although U+2135 is \
             mapped to U+05D0.",
        )
        .changes(|rules, _| {
            rules.map = |run, name| checked_and_mapped(run, name, ONLY_BIDI);
            rules.criteria = Criteria {
                b1: never,
                b2: never,
                b3: never,
                b4: never,
                b5: never,
                b6: never,
                ..rules.criteria
            };
        }),
    deviation("uts46/bidi-name-before-mapping", &["uts46-54"])
        .summary(
            "Whether a name is a Bidi name is decided by its characters before the mapping: `aℵb` \
             is accepted, although U+2135 is mapped to U+05D0.",
        )
        .seen(&[reported(
            "golang.org/x/net",
            "https://github.com/golang/go/issues/81525",
        )])
        .changes(|rules, call| {
            let given = call.code_points();
            let mut given = given.iter().filter_map(|&c| char::from_u32(c));
            if !given.any(is_right_to_left) {
                rules.is_bidi = |run, labels, _| {
                    let mut decoded = labels.to_vec();
                    decoded.retain(|label| label.is_decoded);
                    has_right_to_left(run, &decoded)
                };
            }
        }),
    deviation("uts46/joiners-before-mapping", &["uts46-53"])
        .summary(
            "Joiners are checked before the mapping, so U+200C between presentation forms is \
             rejected, although their mappings join.",
        )
        .changes(|rules, _| {
            rules.map = |run, name| checked_and_mapped(run, name, ONLY_JOINERS);
            rules.criteria.c1 = never;
            rules.criteria.c2 = never;
        }),
    deviation("uts46/first-mark-before-mapping", &["uts46-51"])
        .summary(
            "Marks at the start of a label are searched for before the mapping: U+FF9E is \
             accepted, although it is mapped to a mark.",
        )
        .changes(|rules, _| {
            rules.map = |run, name| checked_and_mapped(run, name, ONLY_FIRST_MARK);
            rules.criteria.v6 = never;
        }),
    deviation("uts46/hyphens-before-mapping", &["uts46-48"])
        .summary(
            "Hyphens in both third and fourth position are searched for before the mapping, which \
             can make or move them.",
        )
        .changes(|rules, _| {
            rules.map = |run, name| checked_and_mapped(run, name, ONLY_INNER_HYPHENS);
            rules.criteria.v2 = never;
        }),
    deviation("uts46/hyphens-at-edges-before-mapping", &["uts46-49"])
        .summary(
            "Hyphens at the start and end of a label are searched for before the mapping: U+FF0D \
             is accepted there.",
        )
        .changes(|rules, _| {
            rules.map = |run, name| checked_and_mapped(run, name, ONLY_EDGE_HYPHENS);
            rules.criteria.v3 = never;
        }),
    deviation("uts46/status-before-mapping", &["uts46-52", "uts46-1"])
        .summary(
            "The status of each character is checked before the mapping, so a character that is \
             mapped or ignored is rejected.",
        )
        .changes(|rules, _| {
            rules.map = |run, name| checked_and_mapped(run, name, ONLY_STATUS);
        }),
    deviation("uts46/code-before-mapping", &["uts46-50"])
        .summary(
            "A label with the prefix is searched for characters beyond ASCII before the mapping: \
             `xn--ｔda` is rejected, although its mapping is `xn--tda`.",
        )
        .seen(&[observed("idn-hostname 17.0.3")])
        .changes(|rules, _| rules.map = code_checked_and_mapped),
    deviation("uts46/lengths-before-mapping", &["uts46-55"])
        .summary(
            "The lengths of labels are checked before the mapping, which can make them longer or \
             shorter.",
        )
        .changes(|rules, call| {
            if !call.reads() {
                rules.map = measured_and_mapped;
                rules.label_fits = |_| true;
            }
        }),
    deviation(
        "uts46/joiner-ends-check",
        &["uts46-35", "uts46-36", "uts46-24"],
    )
    .summary(
        "A joiner in a right position ends the check of its label: later joiners and the Bidi rule \
         are not checked.",
    )
    .seen(&[reported(
        "ada-url/idna",
        "https://github.com/ada-url/idna/issues/90",
    )])
    .changes(|rules, _| {
        rules.criteria.c1 = |judged| unless_joiner_is_right(judged, CRITERIA.c1);
        rules.criteria.c2 = |judged| unless_joiner_is_right(judged, CRITERIA.c2);
        rules.criteria.b1 = |judged| unless_joiner_is_right(judged, CRITERIA.b1);
        rules.criteria.b2 = |judged| unless_joiner_is_right(judged, CRITERIA.b2);
        rules.criteria.b3 = |judged| unless_joiner_is_right(judged, CRITERIA.b3);
        rules.criteria.b4 = |judged| unless_joiner_is_right(judged, CRITERIA.b4);
        rules.criteria.b5 = |judged| unless_joiner_is_right(judged, CRITERIA.b5);
        rules.criteria.b6 = |judged| unless_joiner_is_right(judged, CRITERIA.b6);
    }),
    deviation("uts46/controls-encoded", &["uts46-26"])
        .summary(
            "Without STD 3, a label of ASCII with a control character is encoded as if it were not \
             ASCII: U+001F x becomes `xn--`, U+001F, `x-`.",
        )
        .seen(&[
            observed("punycode.js 2.0.1"),
            reported("jsdom/tr46", "https://github.com/jsdom/tr46/issues/5"),
        ])
        .how(|call| {
            if call.reads() {
                return None;
            }
            let written = call.answer().ok()?;
            let written = written.as_text().ok()?.to_scalar_string()?;
            let labels: Vec<_> = written.split('.').map(controls_encoded).collect();
            Some(Ok(Value::from(labels.join("."))))
        }),
    deviation("uts46/ascii-names-end-with-full-stops", &["uts46-28"])
        .summary(
            "A name of ASCII may end with two full stops or more where lengths are verified: empty \
             labels at its end are not checked.",
        )
        .seen(&[reported(
            "golang.org/x/net",
            "https://github.com/golang/go/issues/47182",
        )])
        .how(|call| {
            let name = call.input.as_text().ok()?.to_scalar_string()?;
            if call.reads() || !name.is_ascii() || !name.ends_with("..") {
                return None;
            }
            let checked = name.trim_end_matches('.');
            let written = call.answer_to(&Value::from(checked)).ok()?;
            let written = written.as_text().ok()?.to_scalar_string()?;
            Some(Ok(Value::from(written + &name[checked.len()..])))
        }),
    deviation("uts46/octets-256-not-ended", &["uts46-31"])
        .summary(
            "ToUnicode copies a name of exactly 256 octets into a buffer that it fills to the end, and \
             returns the memory after it as part of the result.",
        )
        .seen(&[reported("curl with macidn", "CVE-2024-6874")])
        .how(|call| {
            let name = call.input.as_text().ok()?.to_scalar_string()?;
            if !call.reads() || name.len() != 256 {
                return None;
            }
            let written = call.answer().ok()?;
            let written = written.as_text().ok()?.to_scalar_string()?;
            Some(Ok(Value::from(format!("{written}\u{FFFD}"))))
        }),
];

const NO_CRITERIA: Criteria = Criteria {
    v1: never,
    v2: never,
    v3: never,
    v4: never,
    v6: never,
    v7: never,
    u1: never,
    c1: never,
    c2: never,
    b1: never,
    b2: never,
    b3: never,
    b4: never,
    b5: never,
    b6: never,
};

const ONLY_BIDI: Criteria = Criteria {
    b1: CRITERIA.b1,
    b2: CRITERIA.b2,
    b3: CRITERIA.b3,
    b4: CRITERIA.b4,
    b5: CRITERIA.b5,
    b6: CRITERIA.b6,
    ..NO_CRITERIA
};

const ONLY_JOINERS: Criteria = Criteria {
    c1: CRITERIA.c1,
    c2: CRITERIA.c2,
    ..NO_CRITERIA
};

const ONLY_FIRST_MARK: Criteria = Criteria {
    v6: CRITERIA.v6,
    ..NO_CRITERIA
};

const ONLY_INNER_HYPHENS: Criteria = Criteria {
    v2: CRITERIA.v2,
    ..NO_CRITERIA
};

const ONLY_EDGE_HYPHENS: Criteria = Criteria {
    v3: CRITERIA.v3,
    ..NO_CRITERIA
};

fn is_right_to_left(c: char) -> bool {
    matches!(Icu.bidi(c), Bidi::R | Bidi::AL | Bidi::AN)
}

const ONLY_STATUS: Criteria = Criteria {
    v7: CRITERIA.v7,
    ..NO_CRITERIA
};

/// The steps without mapping and normalisation: what a check before the mapping sees.
const UNMAPPED: Rules = Rules {
    map: |_, name| name.to_owned(),
    normalise: |_, name| name.to_owned(),
    split: split_unmapped,
    ..RIGHT
};

fn split_unmapped(name: &str) -> Vec<&str> {
    name.split(['.', '\u{3002}', '\u{FF0E}', '\u{FF61}'])
        .collect()
}

/// The mapped name, with a rejected character if the given name breaks one of the criteria.
fn checked_and_mapped(run: &Processing<'_>, name: &str, criteria: Criteria) -> String {
    let unmapped = Rules {
        criteria,
        ..UNMAPPED
    };
    let worked = unmapped.to_unicode(name, run.settings);
    let mut faults = worked.labels.iter().flat_map(|label| &label.faults);
    mapped_unless(faults.any(is_of_a_criterion), run, name)
}

fn is_of_a_criterion(fault: &Fault) -> bool {
    !matches!(fault.code, Code::P4 | Code::X4_2)
}

/// The mapped name, with a rejected character if the length of a given label is wrong.
fn measured_and_mapped(run: &Processing<'_>, name: &str) -> String {
    let worked = UNMAPPED.to_ascii(name, run.settings);
    let mut faults = worked.labels.iter().flat_map(|label| &label.faults);
    mapped_unless(faults.any(|fault| fault.code == Code::A4_2), run, name)
}

/// The mapped name, with a rejected character if a given label has the prefix and is not ASCII.
fn code_checked_and_mapped(run: &Processing<'_>, name: &str) -> String {
    let mut labels = split_unmapped(name).into_iter();
    let is_rejected = labels.any(|label| has_prefix(label, "xn--") && !label.is_ascii());
    mapped_unless(is_rejected, run, name)
}

fn mapped_unless(is_rejected: bool, run: &Processing<'_>, name: &str) -> String {
    let mut mapped = map_each(run, name);
    if is_rejected {
        mapped.push(FOREIGN);
    }
    mapped
}

/// The position that breaks a criterion, unless the first joiner of the label is in a right position.
fn unless_joiner_is_right(judged: &Judged<'_>, criterion: Criterion) -> Option<usize> {
    let mut characters = judged.characters.iter();
    let first = characters.position(|c| matches!(c, '\u{200C}' | '\u{200D}'));
    let wrong = (CRITERIA.c1)(judged)
        .into_iter()
        .chain((CRITERIA.c2)(judged));
    if first.is_some() && wrong.min() != first {
        return None;
    }
    criterion(judged)
}

/// A label as a library writes it that takes controls for characters beyond ASCII.
fn controls_encoded(label: &str) -> String {
    if label.contains(|c: char| c.is_ascii_control()) && label.is_ascii() {
        format!("xn--{label}-")
    } else {
        label.to_owned()
    }
}
