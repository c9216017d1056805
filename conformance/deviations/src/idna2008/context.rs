//! Bugs in the rules for CONTEXTO code points (RFC 5892, A.3 to A.9), and in the Bidi rule (RFC 5893).

use acegate_codec::idna2008::model::{
    Script, TestedLabel, has_right_to_left, is_arabic_digit, is_extended_digit, never,
};

use super::{ERLANG, GO, IDNA_OF_PYPI, LIBIDN2, TESTS};
use crate::{Deviation, deviation};

const MIDDLE_DOT: usize = 0;
const KERAIA: usize = 1;
const GERESH: usize = 2;
const GERSHAYIM: usize = 3;
const KATAKANA_DOT: usize = 4;
const ARABIC_DIGITS: usize = 5;
const EXTENDED_DIGITS: usize = 6;

pub(crate) const CONTEXT: &[Deviation] = &[
    deviation(
        "idna2008/context-not-checked",
        &[
            "idna2008-23",
            "idna2008-24",
            "idna2008-25",
            "idna2008-26",
            "idna2008-27",
            "idna2008-28",
        ],
    )
    .summary("The rules of the CONTEXTO code points are not checked.")
    .seen(&[GO])
    .alters(|steps, _| steps.of_label.context = [never; 7]),
    deviation("idna2008/middle-dot-not-checked", &["idna2008-23"])
        .summary("The rule for U+00B7 is not checked.")
        .alters(|steps, _| steps.of_label.context[MIDDLE_DOT] = never),
    deviation("idna2008/middle-dot-by-before", &["idna2008-23"])
        .summary("The rule for U+00B7 looks only at the character before it.")
        .alters(|steps, _| {
            steps.of_label.context[MIDDLE_DOT] =
                |judged| judged.find('\u{B7}', |at| judged.before(at) == Some('l'));
        }),
    deviation("idna2008/middle-dot-by-after", &["idna2008-23"])
        .summary("The rule for U+00B7 looks only at the character after it.")
        .alters(|steps, _| {
            steps.of_label.context[MIDDLE_DOT] =
                |judged| judged.find('\u{B7}', |at| judged.after(at) == Some('l'));
        }),
    deviation(
        "idna2008/middle-dot-between-accented-letters",
        &["idna2008-23"],
    )
    .summary("The rule for U+00B7 compares base letters, so U+013A counts as `l`.")
    .alters(|steps, _| {
        steps.of_label.context[MIDDLE_DOT] = |judged| {
            let is_l = |c| matches!(c, Some('l' | '\u{13A}'));
            judged.find('\u{B7}', |at| {
                is_l(judged.before(at)) && is_l(judged.after(at))
            })
        }
    }),
    deviation("idna2008/first-middle-dot-only", &["idna2008-23"])
        .summary("Only the first U+00B7 of a label is checked.")
        .alters(|steps, _| {
            steps.of_label.context[MIDDLE_DOT] = |judged| {
                let first = judged.characters.iter().position(|c| *c == '\u{B7}');
                (TESTS.context[MIDDLE_DOT])(judged).filter(|at| Some(*at) == first)
            }
        }),
    deviation("idna2008/keraia-not-checked", &["idna2008-24"])
        .summary("The rule for U+0375 is not checked.")
        .alters(|steps, _| steps.of_label.context[KERAIA] = never),
    deviation("idna2008/keraia-by-before", &["idna2008-24"])
        .summary("The rule for U+0375 looks at the character before it instead of after it.")
        .alters(|steps, _| {
            steps.of_label.context[KERAIA] = |judged| {
                judged.find('\u{375}', |at| {
                    judged.is_of(judged.before(at), &[Script::Greek])
                })
            }
        }),
    deviation("idna2008/geresh-not-checked", &["idna2008-25"])
        .summary("The rule for U+05F3 is not checked.")
        .alters(|steps, _| steps.of_label.context[GERESH] = never),
    deviation("idna2008/geresh-by-after", &["idna2008-25"])
        .summary("The rule for U+05F3 looks at the character after it instead of before it.")
        .alters(|steps, _| {
            steps.of_label.context[GERESH] = |judged| hebrew_after(judged, '\u{5F3}');
        }),
    deviation("idna2008/geresh-after-inherited", &["idna2008-25"])
        .summary("The rule for U+05F3 passes over marks: U+05D0 U+0301 U+05F3 is accepted.")
        .alters(|steps, _| {
            steps.of_label.context[GERESH] = |judged| {
                let is_mark = |c| matches!(c, Some('\u{300}'..='\u{36F}'));
                judged.find('\u{5F3}', |at| {
                    is_mark(judged.before(at)) || judged.is_of(judged.before(at), &[Script::Hebrew])
                })
            }
        }),
    deviation("idna2008/gershayim-not-checked", &["idna2008-26"])
        .summary("The rule for U+05F4 is not checked.")
        .alters(|steps, _| steps.of_label.context[GERSHAYIM] = never),
    deviation("idna2008/gershayim-by-after", &["idna2008-26"])
        .summary("The rule for U+05F4 looks at the character after it instead of before it.")
        .alters(|steps, _| {
            steps.of_label.context[GERSHAYIM] = |judged| hebrew_after(judged, '\u{5F4}');
        }),
    deviation("idna2008/katakana-dot-not-checked", &["idna2008-27"])
        .summary("The rule for U+30FB is not checked.")
        .alters(|steps, _| steps.of_label.context[KATAKANA_DOT] = never),
    deviation("idna2008/katakana-dot-by-neighbours", &["idna2008-27"])
        .summary(
            "The rule for U+30FB looks only at the characters next to it, instead of at the whole \
             label.",
        )
        .alters(|steps, _| {
            steps.of_label.context[KATAKANA_DOT] = |judged| {
                judged.find('\u{30FB}', |at| {
                    judged.is_of(judged.before(at), &JAPANESE)
                        || judged.is_of(judged.after(at), &JAPANESE)
                })
            }
        }),
    deviation("idna2008/katakana-dot-with-long-sound", &["idna2008-27"])
        .summary("U+30FC, whose script is Common, counts as Katakana in the rule for U+30FB.")
        .alters(|steps, _| {
            steps.of_label.context[KATAKANA_DOT] = |judged| {
                let has_long_sound = judged.characters.contains(&'\u{30FC}');
                if has_long_sound {
                    None
                } else {
                    (TESTS.context[KATAKANA_DOT])(judged)
                }
            }
        }),
    deviation("idna2008/script-extensions", &["idna2008-27"])
        .summary(
            "Script_Extensions is read instead of Script, so U+30FB and U+30FC are Katakana \
             themselves.",
        )
        .alters(|steps, _| {
            steps.script = |c| match c {
                '\u{30FB}' | '\u{30FC}' | '\u{30A0}' => Some(Script::Katakana),
                _ => (super::RIGHT.script)(c),
            }
        }),
    deviation("idna2008/katakana-dot-without-han", &["idna2008-27"])
        .summary("Only Hiragana and Katakana count in the rule for U+30FB, not Han.")
        .alters(|steps, _| {
            steps.of_label.context[KATAKANA_DOT] = |judged| {
                let mut characters = judged.characters.iter();
                let kana = [Script::Hiragana, Script::Katakana];
                let has_kana = characters.any(|&c| judged.is_of(Some(c), &kana));
                judged.find('\u{30FB}', |_| has_kana)
            }
        }),
    deviation("idna2008/digits-not-checked", &["idna2008-28"])
        .summary("Arabic-Indic and extended Arabic-Indic digits may be mixed.")
        .alters(|steps, _| {
            steps.of_label.context[ARABIC_DIGITS] = never;
            steps.of_label.context[EXTENDED_DIGITS] = never;
        }),
    deviation("idna2008/digits-next-to-each-other", &["idna2008-28"])
        .summary(
            "Arabic-Indic and extended Arabic-Indic digits are only rejected if they are next to \
             each other.",
        )
        .alters(|steps, _| {
            steps.of_label.context[ARABIC_DIGITS] = adjacent_digits;
            steps.of_label.context[EXTENDED_DIGITS] = never;
        }),
];

pub(crate) const BIDI: &[Deviation] = &[
    deviation("idna2008/bidi-not-checked", &["idna2008-30"])
        .summary("The Bidi rule is not checked.")
        .alters(|steps, _| steps.is_bidi = |_, _, _| false),
    deviation("idna2008/bidi-by-label", &["idna2008-30"])
        .summary(
            "The Bidi rule is checked only for labels that contain right-to-left characters, not \
             for every label of the name.",
        )
        .seen(&[IDNA_OF_PYPI, LIBIDN2, ERLANG])
        .alters(|steps, _| {
            steps.is_bidi =
                |request, labels, index| has_right_to_left(request, &labels[index..=index]);
        }),
    deviation("idna2008/bidi-first-character-any", &["idna2008-30"])
        .summary("Bidi rule 1 is not checked: a label may begin with a number.")
        .alters(|steps, _| steps.of_label.bidi[0] = never),
    deviation(
        "idna2008/bidi-left-to-right-in-right-to-left",
        &["idna2008-30"],
    )
    .summary(
        "Bidi rule 2 is not checked: a right-to-left label may contain left-to-right \
             characters.",
    )
    .alters(|steps, _| steps.of_label.bidi[1] = never),
    deviation("idna2008/bidi-end-of-right-to-left-any", &["idna2008-30"])
        .summary(
            "Bidi rule 3 is not checked: a right-to-left label may end with a neutral character.",
        )
        .alters(|steps, _| steps.of_label.bidi[2] = never),
    deviation("idna2008/bidi-two-kinds-of-numbers", &["idna2008-30"])
        .summary(
            "Bidi rule 4 is not checked: a right-to-left label may contain both European and \
             Arabic numbers.",
        )
        .alters(|steps, _| steps.of_label.bidi[3] = never),
    deviation(
        "idna2008/bidi-right-to-left-in-left-to-right",
        &["idna2008-30"],
    )
    .summary(
        "Bidi rule 5 is not checked: a left-to-right label may contain right-to-left \
             characters before its end.",
    )
    .alters(|steps, _| steps.of_label.bidi[4] = never),
    deviation("idna2008/bidi-end-of-left-to-right-any", &["idna2008-30"])
        .summary(
            "Bidi rule 6 is not checked: a left-to-right label may end with a neutral character.",
        )
        .alters(|steps, _| steps.of_label.bidi[5] = never),
];

const JAPANESE: [Script; 3] = [Script::Hiragana, Script::Katakana, Script::Han];

/// The first such character that is not before a Hebrew one.
fn hebrew_after(judged: &TestedLabel<'_>, mark: char) -> Option<usize> {
    judged.find(mark, |at| judged.is_of(judged.after(at), &[Script::Hebrew]))
}

/// The first digit of one kind with one of the other kind next to it.
fn adjacent_digits(judged: &TestedLabel<'_>) -> Option<usize> {
    let mut pairs = judged.characters.windows(2);
    pairs.position(|pair| {
        is_arabic_digit(&pair[0]) && is_extended_digit(&pair[1])
            || is_extended_digit(&pair[0]) && is_arabic_digit(&pair[1])
    })
}
