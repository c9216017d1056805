//! Bugs in what is done to whole names: lengths, empty labels, lookups, and the mapping of RFC 5895.

use acegate_codec::idna2008::Process;
use acegate_codec::uts46::model::{Icu, Status, Tables};
use acegate_codec::{Value, Verb};

use super::{ERLANG, GO, IDNA_OF_PYPI, LIBIDN2, RIGHT, TESTS, URI_IDNA, text};
use crate::{Deviation, deviation};

pub(crate) const NAMES: &[Deviation] = &[
    deviation("idna2008/label-length-in-code-points", &["idna2008-9"])
        .summary("The length of a label is counted in its code points, before it is encoded.")
        .alters(|steps, _| steps.length = |_, text, _| text.chars().count()),
    deviation("idna2008/label-length-not-checked", &["idna2008-9"])
        .summary("Labels of more than 63 octets are accepted.")
        .alters(|steps, _| steps.label_fits = |_| true),
    deviation("idna2008/label-of-64", &["idna2008-9"])
        .summary("Labels of 64 octets are accepted: the comparison is off by one.")
        .alters(|steps, _| steps.label_fits = |length| length <= 64),
    deviation(
        "idna2008/label-length-not-checked-when-read",
        &["idna2008-9"],
    )
    .summary("to-unicode returns labels of more than 63 octets.")
    .seen(&[IDNA_OF_PYPI])
    .alters(|steps, call| {
        if call.reads() {
            steps.label_fits = |_| true;
        }
    }),
    deviation("idna2008/name-length-not-checked", &["idna2008-18"])
        .summary("Names of more than 253 octets are accepted.")
        .seen(&[ERLANG])
        .alters(|steps, _| steps.name_fits = |_| true),
    deviation("idna2008/name-of-255", &["idna2008-18"])
        .summary("The length of a name is compared with 255, the limit of its form in messages.")
        .alters(|steps, _| steps.name_fits = |name| name.len() <= 255),
    deviation("idna2008/first-label-empty", &["idna2008-19"])
        .summary("A full stop at the start of a name is dropped: `.a` gives `a`.")
        .seen(&[ERLANG])
        .how(|call| {
            let name = text(call)?;
            let rest = name.strip_prefix('.')?;
            call.answer_to(&Value::from(rest)).ok().map(Ok)
        }),
    deviation("idna2008/empty-labels-accepted", &["idna2008-19"])
        .summary("Empty labels inside of a name are kept.")
        .seen(&[LIBIDN2, URI_IDNA])
        .how(|call| {
            let name = text(call)?;
            let without = name.replace("..", ".");
            if without == name || call.answer_to(&Value::from(without)).is_err() {
                return None;
            }
            Some(Ok(Value::from(name)))
        }),
    deviation("idna2008/root-dropped", &["idna2008-19"])
        .summary("The full stop of the root is dropped: `é.` gives `xn--9ca`.")
        .seen(&[ERLANG, GO])
        .alters(|steps, _| steps.keeps_root = false),
    deviation("idna2008/root-rejected", &["idna2008-19"])
        .summary("A name that ends with the full stop of the root is rejected.")
        .alters(|steps, _| steps.is_root = |_, _, _| false),
    deviation("idna2008/lookup-rejects-mixed-scripts", &["idna2008-16"])
        .summary(
            "A lookup rejects a label that has letters of ASCII and of another script, by a policy \
             that section 5.4 of RFC 5891 does not have.",
        )
        .alters(|steps, _| {
            steps.of_label.disallowed = |judged| {
                let mut characters = judged.characters.iter();
                let has_ascii = characters.clone().any(char::is_ascii_alphabetic);
                let foreign = characters.position(|c| matches!(c, '\u{370}'..='\u{58F}'));
                let is_lookup = judged.request.options.process == Process::Lookup;
                match foreign {
                    Some(at) if is_lookup && has_ascii => Some(at),
                    _ => (TESTS.disallowed)(judged),
                }
            }
        }),
];

pub(crate) const MAPPING: &[Deviation] = &[
    deviation("idna2008/mapping-folds-case", &["idna2008-31"])
        .summary("The mapping folds letter case instead of writing lower case: ß becomes ss.")
        .alters(|steps, _| {
            steps.lower = |name| {
                let lower = (RIGHT.lower)(name);
                lower.replace('\u{DF}', "ss").replace('\u{3C2}', "\u{3C3}")
            }
        }),
    deviation("idna2008/mapping-lowers-ascii-only", &["idna2008-31"])
        .summary("The mapping writes only the letters of ASCII in lower case.")
        .alters(|steps, _| steps.lower = str::to_ascii_lowercase),
    deviation("idna2008/mapping-keeps-width", &["idna2008-31"])
        .summary("The mapping leaves wide and narrow characters as they are.")
        .alters(|steps, _| steps.widen = |c| c),
    deviation("idna2008/mapping-without-nfc", &["idna2008-31"])
        .summary("The mapping does not normalise the name.")
        .alters(|steps, _| {
            steps.map = |request, name| {
                if request.options.mapping != acegate_codec::idna2008::Mapping::Rfc5895 {
                    return (RIGHT.map)(request, name);
                }
                let lower = (request.rules.lower)(name);
                let wide: String = lower.chars().map(request.rules.widen).collect();
                wide.replace('\u{3002}', ".")
            }
        }),
    deviation("idna2008/mapping-keeps-ideographic-stop", &["idna2008-31"])
        .summary("The mapping does not make U+3002 a full stop.")
        .alters(|steps, _| {
            steps.split = |name| name.split('.').collect();
            steps.map = |request, name| {
                let kept = name.replace('\u{3002}', "\u{FFFD}");
                let mapped = (RIGHT.map)(request, &kept);
                mapped.replace('\u{FFFD}', "\u{3002}")
            };
        }),
    deviation("idna2008/mapping-of-uts46", &["idna2008-31"])
        .summary(
            "The mapping is that of UTS #46, so ligatures and soft hyphens are mapped as well.",
        )
        .alters(|steps, _| {
            steps.map = |request, name| {
                if request.options.mapping != acegate_codec::idna2008::Mapping::Rfc5895 {
                    return (RIGHT.map)(request, name);
                }
                let mut mapped = String::new();
                for c in name.chars() {
                    match Icu.status(c) {
                        Status::Mapped(text) => mapped.push_str(&text),
                        Status::Ignored => {}
                        Status::Valid | Status::Deviation(_) | Status::Disallowed => mapped.push(c),
                    }
                }
                request.rules.tables.nfc(&mapped)
            }
        }),
    deviation("idna2008/mapping-before-lookups-only", &["idna2008-31"])
        .summary("The mapping is done only in lookups, whatever the option says.")
        .alters(|steps, _| {
            steps.map = |request, name| match request.options.process {
                Process::Lookup => (RIGHT.map)(request, name),
                Process::Registration => name.to_owned(),
            }
        }),
    deviation("idna2008/mapping-not-in-check", &["idna2008-31"])
        .summary("A check whether a name is valid does not map it before.")
        .alters(|steps, _| {
            steps.map = |request, name| match request.verb {
                Verb::Check => name.to_owned(),
                _ => (RIGHT.map)(request, name),
            }
        }),
];
