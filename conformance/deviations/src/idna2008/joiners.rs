//! Bugs in the rules for U+200C and U+200D (RFC 5892, A.1 and A.2).

use acegate_codec::idna2008::model::{TestedLabel, joins, never, virama_before};
use acegate_codec::uts46::model::Joining;

use super::{ERLANG, IDNA_3_6, TESTS, URI_IDNA};
use crate::{Deviation, deviation};

const NON_JOINER: usize = 0;
const JOINER: usize = 1;

pub(crate) const JOINERS: &[Deviation] = &[
    deviation(
        "idna2008/joiners-not-checked",
        &["idna2008-21", "idna2008-22"],
    )
    .summary("The context of U+200C and U+200D is not checked.")
    .alters(|steps, _| steps.of_label.joiners = [never; 2]),
    deviation("idna2008/non-joiner-not-checked", &["idna2008-21"])
        .summary("The context of U+200C is not checked.")
        .alters(|steps, _| steps.of_label.joiners[NON_JOINER] = never),
    deviation("idna2008/joiner-not-checked", &["idna2008-22"])
        .summary("The context of U+200D is not checked.")
        .alters(|steps, _| steps.of_label.joiners[JOINER] = never),
    deviation("idna2008/joiner-as-non-joiner", &["idna2008-22"])
        .summary("U+200D is checked like U+200C: it is accepted between joining letters.")
        .alters(|steps, _| {
            steps.of_label.joiners[JOINER] = |judged| {
                judged.find('\u{200D}', |at| {
                    virama_before(judged, at) || joins(judged, at)
                })
            }
        }),
    deviation(
        "idna2008/first-joiner-only",
        &["idna2008-21", "idna2008-22"],
    )
    .summary("Only the first U+200C or U+200D of a label is checked.")
    .alters(|steps, _| {
        steps.of_label.joiners = [
            |judged| of_the_first(judged, (TESTS.joiners[NON_JOINER])(judged)),
            |judged| of_the_first(judged, (TESTS.joiners[JOINER])(judged)),
        ];
    }),
    deviation(
        "idna2008/non-joiner-after-any-joining-letter",
        &["idna2008-21"],
    )
    .summary(
        "The check of U+200C looks for a letter of joining type L or D anywhere before it, \
             instead of next to it.",
    )
    .seen(&[IDNA_3_6, URI_IDNA])
    .alters(|steps, _| {
        steps.of_label.joiners[NON_JOINER] = |judged| {
            non_joiner_unless(judged, |before, after| {
                before.iter().any(to_left) && after.iter().find(is_opaque).is_some_and(to_right)
            })
        }
    }),
    deviation("idna2008/transparent-letters-not-passed", &["idna2008-21"])
        .summary(
            "The check of U+200C does not skip transparent characters between it and a joining \
             letter.",
        )
        .alters(|steps, _| {
            steps.of_label.joiners[NON_JOINER] = |judged| {
                non_joiner_unless(judged, |before, after| {
                    before.last().is_some_and(to_left) && after.first().is_some_and(to_right)
                })
            }
        }),
    deviation("idna2008/transparent-letters-passed-once", &["idna2008-21"])
        .summary("The check of U+200C skips transparent characters only before it, not after it.")
        .alters(|steps, _| {
            steps.of_label.joiners[NON_JOINER] = |judged| {
                non_joiner_unless(judged, |before, after| {
                    before.iter().rev().find(is_opaque).is_some_and(to_left)
                        && after.first().is_some_and(to_right)
                })
            }
        }),
    deviation("idna2008/non-joiner-only-after-virama", &["idna2008-21"])
        .summary("U+200C is accepted only after a virama: between joining letters it is rejected.")
        .seen(&[ERLANG])
        .alters(|steps, _| {
            steps.of_label.joiners[NON_JOINER] = |judged| non_joiner_unless(judged, |_, _| false);
        }),
    deviation("idna2008/non-joiner-without-virama-rule", &["idna2008-21"])
        .summary("U+200C is accepted only between joining letters: after a virama it is rejected.")
        .alters(|steps, _| {
            steps.of_label.joiners[NON_JOINER] =
                |judged| judged.find('\u{200C}', |at| joins(judged, at));
        }),
    deviation("idna2008/non-joiner-by-later-letters", &["idna2008-21"])
        .summary("The check of U+200C looks only at the letters after it, not at those before it.")
        .seen(&[ERLANG])
        .alters(|steps, _| {
            steps.of_label.joiners[NON_JOINER] = |judged| {
                non_joiner_unless(judged, |_, after| {
                    after.iter().find(is_opaque).is_some_and(to_right)
                })
            }
        }),
];

fn to_left(joining: &Joining) -> bool {
    matches!(joining, Joining::L | Joining::D)
}

fn to_right(joining: &Joining) -> bool {
    matches!(joining, Joining::R | Joining::D)
}

fn is_opaque(joining: &&Joining) -> bool {
    **joining != Joining::T
}

/// The first U+200C that does not follow a virama, and is not right for the joining types of the characters before it
/// and after it.
fn non_joiner_unless(
    judged: &TestedLabel<'_>,
    is_right: impl Fn(&[Joining], &[Joining]) -> bool,
) -> Option<usize> {
    let mut kinds = Vec::new();
    for &c in judged.characters {
        kinds.push(judged.request.rules.tables.joining(c));
    }
    judged.find('\u{200C}', |at| {
        virama_before(judged, at) || is_right(&kinds[..at], &kinds[at + 1..])
    })
}

/// The place, if it is that of the first joiner.
fn of_the_first(judged: &TestedLabel<'_>, at: Option<usize>) -> Option<usize> {
    let is_joiner = |c: &char| matches!(c, '\u{200C}' | '\u{200D}');
    let first = judged.characters.iter().position(is_joiner);
    at.filter(|at| Some(*at) == first)
}
