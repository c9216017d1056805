//! Bugs in the tests of single labels: ASCII, hyphens, normalisation and marks (RFC 5890, 2.3, and RFC 5891, 4.2).

use acegate_codec::Verb;
use acegate_codec::idna2008::model::never;
use acegate_codec::uts46::model::Bidi;

use super::{ERLANG, GO, LIBIDN2, TESTS, URI_IDNA, is_call_of, text};
use crate::{Deviation, deviation};

pub(crate) const LABELS: &[Deviation] = &[
    deviation("idna2008/ascii-not-checked", &["idna2008-1"])
        .summary("The characters of ASCII labels are not checked.")
        .seen(&[LIBIDN2])
        .alters(|steps, _| steps.of_ascii.ldh = |_| true),
    deviation("idna2008/underscore-accepted", &["idna2008-1"])
        .summary("An ASCII label may contain the underscore.")
        .alters(|steps, _| {
            steps.of_ascii.ldh = |label| label.chars().all(|c| is_ldh(c) || c == '_');
        }),
    deviation(
        "idna2008/characters-of-the-pattern-accepted",
        &["idna2008-1"],
    )
    .summary(
        "The pattern for ASCII labels has `(`, `)` and `|` in a set of characters, where they \
             stand for themselves.",
    )
    .seen(&[URI_IDNA])
    .alters(|steps, _| {
        steps.of_ascii.ldh = |label| label.chars().all(|c| is_ldh(c) || "()|".contains(c));
    }),
    deviation("idna2008/ascii-capitals-rejected", &["idna2008-1"])
        .summary("An ASCII label with capital letters is rejected.")
        .seen(&[URI_IDNA, GO])
        .alters(|steps, _| {
            steps.of_ascii.ldh = |label| {
                label.starts_with("XN--")
                    || label.chars().all(|c| is_ldh(c) && !c.is_ascii_uppercase())
            }
        }),
    deviation("idna2008/hyphen-at-edge-of-ascii", &["idna2008-2"])
        .summary("An ASCII label may begin or end with a hyphen.")
        .seen(&[LIBIDN2, URI_IDNA])
        .alters(|steps, _| steps.of_ascii.edge_hyphen = |_| true),
    deviation("idna2008/trailing-hyphen-of-ascii", &["idna2008-2"])
        .summary("An ASCII label may end with a hyphen: only its first character is checked.")
        .alters(|steps, _| steps.of_ascii.edge_hyphen = |label| !label.starts_with('-')),
    deviation("idna2008/reserved-labels-accepted", &["idna2008-3"])
        .summary("An ASCII label with hyphens both third and fourth passes without the prefix.")
        .seen(&[LIBIDN2])
        .alters(|steps, _| steps.of_ascii.reserved = |_| true),
    deviation("idna2008/ascii-is-u-label", &["idna2008-8"])
        .summary("An ASCII label passes as a U-label.")
        .how(|call| {
            let label = text(call)?;
            let is_wrong = is_call_of(call, Verb::IsULabel) && label.is_ascii();
            (is_wrong && !label.is_empty()).then(|| Ok(call.input.clone()))
        }),
    deviation("idna2008/nfc-not-checked", &["idna2008-10"])
        .summary("Labels that are not in form C are accepted.")
        .alters(|steps, _| steps.of_label.nfc = never),
    deviation("idna2008/nfc-applied", &["idna2008-10"])
        .summary("Names are normalised to form C instead of being checked.")
        .seen(&[URI_IDNA])
        .alters(|steps, _| {
            steps.map = |request, name| {
                let mapped = (super::RIGHT.map)(request, name);
                request.rules.tables.nfc(&mapped)
            }
        }),
    deviation("idna2008/composed-with-a-letter-rejected", &["idna2008-10"])
        .summary(
            "The check for form C decomposes and composes only with marks of another combining \
             class than 0, so U+09CB is rejected.",
        )
        .seen(&[ERLANG])
        .alters(|steps, _| {
            steps.of_label.nfc = |judged| {
                let mut characters = judged.characters.iter();
                let composed = characters.position(|c| matches!(c, '\u{9CB}' | '\u{9CC}'));
                composed.or_else(|| (TESTS.nfc)(judged))
            }
        }),
    deviation("idna2008/inner-hyphens-not-checked", &["idna2008-11"])
        .summary("A U-label may have hyphens both third and fourth.")
        .seen(&[GO])
        .alters(|steps, _| steps.of_label.third_hyphens = never),
    deviation("idna2008/inner-hyphens-in-octets", &["idna2008-11"])
        .summary("The third and the fourth octet of UTF-8 are searched for hyphens.")
        .alters(|steps, _| {
            steps.of_label.third_hyphens = |judged| {
                let label: String = judged.characters.iter().collect();
                let octets = label.as_bytes();
                (octets.get(2..4) == Some(b"--")).then_some(0)
            }
        }),
    deviation("idna2008/inner-hyphens-in-units", &["idna2008-11"])
        .summary("The third and the fourth unit of UTF-16 are searched for hyphens.")
        .alters(|steps, _| {
            steps.of_label.third_hyphens = |judged| {
                let label: String = judged.characters.iter().collect();
                let units: Vec<u16> = label.encode_utf16().collect();
                (units.get(2..4) == Some(&[0x2D, 0x2D])).then_some(0)
            }
        }),
    deviation("idna2008/hyphen-at-edge", &["idna2008-12"])
        .summary("A U-label may begin or end with a hyphen in a registration.")
        .alters(|steps, _| steps.of_label.edge_hyphen = never),
    deviation("idna2008/hyphen-last", &["idna2008-12"])
        .summary("A U-label may end with a hyphen in a registration.")
        .alters(|steps, _| {
            steps.of_label.edge_hyphen = |judged| (TESTS.edge_hyphen)(judged).filter(|at| *at == 0);
        }),
    deviation("idna2008/leading-mark", &["idna2008-13"])
        .summary("A label may begin with a combining mark.")
        .alters(|steps, _| steps.of_label.leading_mark = never),
    deviation("idna2008/leading-spacing-mark", &["idna2008-13"])
        .summary("A label may begin with a spacing mark: only category Mn is checked.")
        .alters(|steps, _| {
            steps.of_label.leading_mark = |judged| {
                let first = *judged.characters.first()?;
                let is_nonspacing = judged.request.rules.tables.bidi(first) == Bidi::NSM;
                (TESTS.leading_mark)(judged).filter(|_| is_nonspacing)
            }
        }),
];

fn is_ldh(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '-'
}
