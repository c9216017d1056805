//! Bugs in the mapping, the normalisation and the tables.

use acegate_codec::unicode::{Version, Versions};
use acegate_codec::uts46::Settings;
use acegate_codec::uts46::model::{
    Bidi, Icu, Joining, Judged, Status, Tables, map_each, map_one, never,
};

use super::{ADA, CRITERIA, ERLANG, ICU, IDNA_OF_PYPI, LIBIDN2, NODE};
use crate::{Deviation, deviation, observed};

pub(crate) const MAPPING: &[Deviation] = &[
    deviation("uts46/capital-sharp-s-as-ss", &["uts46-1"])
        .summary("U+1E9E is mapped to `ss`, as before Unicode 15.1, instead of to U+00DF.")
        .seen(&[ICU])
        .changes(|rules, _| {
            rules.map_one = |run, c| match c {
                '\u{1E9E}' => "ss".into(),
                _ => map_one(run, c),
            }
        }),
    deviation("uts46/capital-sharp-s-not-transitional", &["uts46-2"])
        .summary("Transitional processing maps U+1E9E only to U+00DF and not on to `ss`.")
        .seen(&[observed("idna 3.10 of PyPI")])
        .changes(|rules, _| {
            rules.map_one = |run, c| match c {
                '\u{1E9E}' => "\u{DF}".into(),
                _ => map_one(run, c),
            }
        }),
    deviation("uts46/transitional", &["uts46-2"])
        .summary(
            "The deviation characters, such as U+00DF, are always mapped, whatever the flag \
             Transitional_Processing says.",
        )
        .seen(&[observed("httpclient 5 of Apache")])
        .changes(|rules, _| {
            rules.settings = |settings| Settings {
                transitional: true,
                ..settings
            }
        }),
    deviation("uts46/never-transitional", &["uts46-2"])
        .summary(
            "The deviation characters, such as U+00DF, are never mapped, whatever the flag \
             Transitional_Processing says.",
        )
        .seen(&[observed("tr46 6.0.0")])
        .changes(|rules, _| {
            rules.settings = |settings| Settings {
                transitional: false,
                ..settings
            }
        }),
    deviation("uts46/ignored-kept", &["uts46-1"])
        .summary("Ignored code points such as U+00AD are not removed, so the name is rejected.")
        .changes(|rules, _| {
            rules.map_one = |run, c| match Icu.status(c) {
                Status::Ignored => c.into(),
                _ => map_one(run, c),
            }
        }),
    deviation("uts46/other-full-stops-forgotten", &["uts46-4"])
        .summary("U+3002, U+FF0E and U+FF61 are not mapped to a full stop.")
        .changes(|rules, _| {
            rules.map_one = |run, c| match c {
                '\u{3002}' | '\u{FF0E}' | '\u{FF61}' => c.into(),
                _ => map_one(run, c),
            }
        }),
    deviation("uts46/not-normalised", &["uts46-3"])
        .summary("The mapped name is not normalised.")
        .changes(|rules, _| {
            rules.normalise = |_, name| name.to_owned();
            rules.criteria.v1 = v1_decoded;
        }),
    deviation("uts46/stream-safe", &["uts46-3", "uts46-13"])
        .summary(
            "The normalisation puts U+034F after each 30 combining marks in a row, as the \
             Stream-Safe Text Format of UAX #15 does.",
        )
        .seen(&[observed("golang.org/x/net 0.7")])
        .changes(|rules, _| {
            rules.normalise = |_, name| stream_safe(name);
            rules.criteria.v1 = |judged| {
                let is_stable = stream_safe(&judged.label.text) == judged.label.text;
                (!is_stable).then_some(0)
            };
            rules.criteria.v7 = |judged| {
                let allowed = judged.characters.iter().filter(|&&c| c != JOINER_OF_MARKS);
                let label: Vec<char> = allowed.copied().collect();
                (CRITERIA.v7)(&Judged {
                    characters: &label,
                    ..*judged
                })
            };
        }),
    deviation("uts46/spacing-marks-not-composed", &["uts46-3", "uts46-13"])
        .summary(
            "The normalisation does not compose a character with a spacing mark after it: U+09C7 \
             and U+09BE stay apart.",
        )
        .seen(&[ERLANG])
        .changes(|rules, _| {
            rules.tables = const {
                &Changed {
                    apart: |_, c| Icu.is_mark(c) && Icu.bidi(c) == Bidi::L,
                    ..Changed::NOTHING
                }
            }
        }),
    deviation("uts46/hangul-finals-not-composed", &["uts46-3"])
        .summary(
            "The normalisation does not compose a Hangul syllable with a final consonant after \
             it: U+AC00 and U+11A8 stay apart.",
        )
        .seen(&[ADA])
        .changes(|rules, _| {
            rules.tables = const {
                &Changed {
                    apart: |before, c| {
                        let is_syllable = matches!(before, '\u{AC00}'..='\u{D7A3}');
                        is_syllable && matches!(c, '\u{11A8}'..='\u{11C2}')
                    },
                    ..Changed::NOTHING
                }
            }
        }),
    deviation("uts46/lower-case-for-mapping", &["uts46-1"])
        .summary(
            "The mapping only lower-cases each character instead of using the table of UTS #46.",
        )
        .changes(|rules, _| {
            rules.map_one = |run, c| match Icu.status(c) {
                Status::Mapped(_) => c.to_lowercase().collect(),
                _ => map_one(run, c),
            }
        }),
    deviation("uts46/disallowed-as-before-16", &["uts46-1"])
        .summary(
            "Capital letters and fillers that are mapped or ignored since Unicode 16, such as \
             U+04C0 and U+115F, are rejected.",
        )
        .seen(&[ICU, NODE])
        .changes(|rules, _| {
            rules.map_one = |run, c| match Versions::of(c).mapping {
                Version::V16 if Version::of(c) < Version::V16 => c.into(),
                _ => map_one(run, c),
            }
        }),
    deviation("uts46/code-points-to-15", &["uts46-1", "uts46-20"])
        .summary(
            "The tables end with Unicode 15.0: code points that were assigned later are rejected.",
        )
        .changes(|rules, _| {
            rules.tables = const {
                &Changed {
                    until: Version::V15_0,
                    ..Changed::NOTHING
                }
            }
        }),
    deviation("uts46/code-points-to-16", &["uts46-1", "uts46-20"])
        .summary(
            "The tables end with Unicode 16: code points that were assigned later are rejected.",
        )
        .changes(|rules, _| {
            rules.tables = const {
                &Changed {
                    until: Version::V16,
                    ..Changed::NOTHING
                }
            }
        }),
    deviation("uts46/code-points-to-plane-2", &["uts46-1", "uts46-20"])
        .summary("The tables end at U+2FFFF: higher code points are rejected.")
        .seen(&[observed("idna-uts46-hx 3.4.0")])
        .changes(|rules, _| {
            rules.criteria.v7 = |judged| {
                let mut characters = judged.characters.iter();
                (CRITERIA.v7)(judged).or(characters.position(|&c| c > '\u{2FFFF}'))
            }
        }),
    deviation("uts46/std3-before-mapping", &["uts46-22"])
        .summary("The STD 3 rules are checked before the mapping instead of after it.")
        .changes(|rules, _| {
            rules.map = |run, name| {
                let is_foreign =
                    |c: char| run.settings.std3 && is_foreign_to_std3(c.to_ascii_lowercase());
                let own = |c: char| {
                    if is_foreign(c) {
                        FOREIGN.into()
                    } else {
                        map_one(run, c)
                    }
                };
                name.chars().map(own).collect()
            };
            rules.criteria.u1 = never;
        }),
    deviation("uts46/std3-before-normalising", &["uts46-22"])
        .summary(
            "The STD 3 rules are checked before the normalisation: `=` and U+0338 are rejected \
             instead of becoming U+2260.",
        )
        .seen(&[IDNA_OF_PYPI])
        .changes(|rules, _| {
            rules.map = |run, name| {
                let mapped = map_each(run, name);
                let is_foreign = |c: char| run.settings.std3 && is_foreign_to_std3(c);
                mapped
                    .chars()
                    .map(|c| if is_foreign(c) { FOREIGN } else { c })
                    .collect()
            }
        }),
    deviation("uts46/std3-by-the-table-of-15", &["uts46-22", "uts46-1"])
        .summary(
            "Under STD 3, U+2260, U+226E and U+226F are rejected, as the table said until Unicode \
             15.0.",
        )
        .seen(&[ICU])
        .changes(|rules, _| {
            rules.criteria.u1 = |judged| {
                let mut characters = judged.characters.iter();
                let old =
                    characters.position(|c| matches!(c, '\u{2260}' | '\u{226E}' | '\u{226F}'));
                (CRITERIA.u1)(judged).or(old)
            }
        }),
    deviation("uts46/std3-characters-dropped", &["uts46-22"])
        .summary(
            "Characters that STD 3 does not allow, and characters mapped to one, are dropped \
             instead of rejected: `a_b` becomes `ab`.",
        )
        .seen(&[LIBIDN2])
        .changes(|rules, _| {
            rules.map_one = |run, c| {
                let mapped = map_one(run, c);
                let is_dropped = run.settings.std3 && mapped.contains(is_foreign_to_std3);
                if is_dropped { String::new() } else { mapped }
            }
        }),
    deviation("uts46/underscore-accepted", &["uts46-22"])
        .summary("The underscore is accepted under STD 3.")
        .seen(&[observed("Qt 6.11")])
        .changes(|rules, _| {
            rules.criteria.u1 = |judged| {
                let mut characters = judged.characters.iter();
                characters.position(|&c| c != '_' && is_foreign_to_std3(c))
            }
        }),
    deviation("uts46/std3-not-checked", &["uts46-22"])
        .summary("The STD 3 rules are never checked: every ASCII character is accepted.")
        .seen(&[observed("Erlang idna 6.1")])
        .changes(|rules, _| rules.criteria.u1 = never),
];

/// The character that replaces a rejected one.
pub(super) const FOREIGN: char = '\u{FFFD}';

fn is_foreign_to_std3(c: char) -> bool {
    c.is_ascii() && !matches!(c, 'a'..='z' | '0'..='9' | '-' | '.')
}

/// COMBINING GRAPHEME JOINER, which ends a run of marks.
const JOINER_OF_MARKS: char = '\u{34F}';

/// NFC of a name in which no more than 30 marks follow each other (UAX #15, section 13).
fn stream_safe(name: &str) -> String {
    let mut safe = String::new();
    let mut marks = 0;
    for c in name.chars() {
        if c == JOINER_OF_MARKS || !Icu.is_mark(c) {
            marks = 0;
        } else if marks == 30 {
            safe.push(JOINER_OF_MARKS);
            marks = 1;
        } else {
            marks += 1;
        }
        safe.push(c);
    }
    Icu.nfc(&safe)
}

/// The position where a decoded label is not normalised: a library that does not normalise rejects no other.
fn v1_decoded(judged: &Judged<'_>) -> Option<usize> {
    if judged.label.is_decoded {
        (CRITERIA.v1)(judged)
    } else {
        None
    }
}

/// The tables of the reference with a change.
#[derive(Clone, Copy)]
struct Changed {
    /// The newest version whose code points are known.
    until: Version,
    /// Whether the normal form keeps a character apart from the one before it, given both.
    apart: fn(char, char) -> bool,
}

impl Changed {
    const NOTHING: Self = Self {
        until: Version::V18,
        apart: |_, _| false,
    };

    fn has(&self, c: char) -> bool {
        Version::of(c) <= self.until
    }
}

impl Tables for Changed {
    fn status(&self, c: char) -> Status {
        if self.has(c) {
            Icu.status(c)
        } else {
            Status::Disallowed
        }
    }

    fn nfc(&self, text: &str) -> String {
        let mut composed = String::new();
        let mut rest = text;
        let cut = |text: &str| {
            let mut pairs = text.chars().zip(text.char_indices().skip(1));
            let (_, (at, c)) = pairs.find(|(before, (_, c))| (self.apart)(*before, *c))?;
            Some((at, at + c.len_utf8()))
        };
        while let Some((at, after)) = cut(rest) {
            composed += &Icu.nfc(&rest[..at]);
            composed += &rest[at..after];
            rest = &rest[after..];
        }
        composed + &Icu.nfc(rest)
    }

    fn is_mark(&self, c: char) -> bool {
        self.has(c) && Icu.is_mark(c)
    }

    fn is_virama(&self, c: char) -> bool {
        self.has(c) && Icu.is_virama(c)
    }

    fn bidi(&self, c: char) -> Bidi {
        Icu.bidi(c)
    }

    fn joining(&self, c: char) -> Joining {
        if self.has(c) {
            Icu.joining(c)
        } else {
            Joining::Other
        }
    }
}
