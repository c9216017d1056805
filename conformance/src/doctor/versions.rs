//! Finds the Unicode versions of the tables of an implementation of UTS #46 or IDNA 2008 from its answers.
//!
//! In: the answers to names with code points that were new in a version, and the declared versions.
//! Out: a point with the versions to declare, if other ones or none are declared.

use acegate_codec::unicode::{Version, Versions};
use acegate_codec::uts46::{self, Settings, process};
use acegate_codec::{Value, Verb};

use super::Examination;
use crate::protocol::DeclaredUnicode;

/// The answer to a name: a text, or a refusal.
pub(super) type Answer = Option<Value>;

/// Code points that show a version of Unicode: a new mark with a combining class of 220 or 230; a new letter that
/// joins with the one before it.
type Probe = (Version, Option<char>, Option<char>);

const PROBES: [Probe; 8] = [
    // Some tables of joining types are older than the letters of N'Ko.
    (Version::V12_1, Some('\u{301}'), Some('\u{7CA}')),
    (Version::V13, Some('\u{1ABF}'), Some('\u{8BE}')),
    (Version::V14, Some('\u{898}'), Some('\u{889}')),
    (Version::V15_0, Some('\u{10EFD}'), None),
    (Version::V15_1, None, None),
    (Version::V16, Some('\u{897}'), Some('\u{10EC2}')),
    (Version::V17, Some('\u{1ACF}'), Some('\u{88F}')),
    (Version::V18, Some('\u{1ADE}'), None),
];

/// Letters that UTS #46 maps in another way, or not at all, in versions before the one of their place in [`PROBES`].
const LETTERS_OF_UTS46: [char; 8] = [
    'ü',
    '\u{D04}',
    '\u{C5D}',
    '\u{11F02}',
    '\u{1E9E}',
    '\u{4C0}',
    '\u{C5C}',
    '\u{11B0A}',
];

/// Letters that are UNASSIGNED before that version.
pub(super) const NEW_LETTERS: [char; 8] = [
    'ü',
    '\u{D04}',
    '\u{C5D}',
    '\u{11F02}',
    '\u{2EBF0}',
    '\u{1C8A}',
    '\u{C5C}',
    '\u{11B0A}',
];

/// The names of a codec: what the reference answers under the settings that were found.
pub(super) struct Names<'a> {
    /// The codec.
    pub(super) codec: &'static str,
    /// A letter that shows each version of [`PROBES`].
    pub(super) letters: [char; 8],
    /// Whether the context of joiners is checked.
    pub(super) checks_joiners: bool,
    /// The right answer to a name.
    pub(super) right: &'a dyn Fn(&str) -> Answer,
    /// The versions on which it depends.
    pub(super) versions: &'a dyn Fn(&str) -> Versions,
}

impl<'a> Names<'a> {
    /// The names of UTS #46.
    pub(super) fn of_uts46(
        settings: &Settings,
        right: &'a dyn Fn(&str) -> Answer,
        versions: &'a dyn Fn(&str) -> Versions,
    ) -> Self {
        Self {
            codec: uts46::ABOUT.id,
            letters: LETTERS_OF_UTS46,
            checks_joiners: settings.check_joiners,
            right,
            versions,
        }
    }
}

/// A code point that no version has assigned.
const UNASSIGNED: &str = "\u{378}";

pub(super) fn examine_versions(
    declared: Option<DeclaredUnicode>,
    names: &Names<'_>,
    answer: &mut impl FnMut(&str) -> Option<Answer>,
    examination: &mut Examination,
) {
    let mut is_late = false;
    let mut is_right = |name: &str| {
        let is_right = answer(name)? == (names.right)(name);
        let needed = (names.versions)(name);
        is_late |= !is_right && declared.is_some_and(|own| needed.are_within(own.0));
        Some(is_right)
    };
    let Some(versions) = found_versions(names, &mut is_right) else {
        return;
    };
    if declared.is_some() && !is_late {
        return;
    }
    let Ok(json) = serde_json::to_string(&DeclaredUnicode(versions)) else {
        return;
    };
    let now = if declared.is_some() {
        "a newer one is"
    } else {
        "none is"
    };
    let text = format!(
        "the answers to new letters and marks match \"limits\":{{\"unicode\":{json}}}, but {now} \
            declared: add it to codecs.{} in the hello",
        names.codec
    );
    examination.doubt("Unicode", text);
}

/// The table versions that match the answers; `None` if the answers do not decide. A table can be
/// older if the versions before it have no code point that would show it.
fn found_versions(
    of: &Names<'_>,
    is_right: &mut impl FnMut(&str) -> Option<bool>,
) -> Option<Versions> {
    // Unassigned code points that are let in, or letters that are refused, look like any version.
    if !is_right(UNASSIGNED)? || !is_right("ü")? {
        return None;
    }
    let mut mapping = Version::V12_1;
    for ((version, ..), letter) in PROBES.into_iter().zip(of.letters) {
        if is_right(&letter.to_string())? {
            mapping = version;
        }
    }
    let mut newest = |names: fn(Probe) -> Vec<String>, control: &str| {
        // A rule that is not checked shows nothing.
        if !is_right(control)? {
            return Some(mapping);
        }
        let mut older = Version::V4;
        for probe in PROBES
            .into_iter()
            .take_while(|(version, ..)| *version <= mapping)
        {
            for name in names(probe) {
                if !is_right(&name)? {
                    return Some(older);
                }
            }
            older = probe.0;
        }
        Some(mapping)
    };
    let nfc = newest(
        |probe| probe.1.map(in_order).into_iter().collect(),
        "a\u{363}\u{323}",
    )?;
    // A mark that is rejected everywhere is unknown.
    let bidi = newest(
        |probe| {
            probe
                .1
                .into_iter()
                .flat_map(|mark| [format!("a{mark}"), leading(mark)])
                .collect()
        },
        &leading('\u{301}'),
    )?;
    let joining = if of.checks_joiners {
        newest(
            |probe| probe.2.map(joined).into_iter().collect(),
            "a\u{200C}b",
        )?
    } else {
        mapping
    };
    let [nfc, bidi] = [nfc, bidi].map(|version| version.max(Version::V12_1));
    Some(Versions {
        mapping,
        nfc,
        bidi,
        joining,
    })
}

/// A name that normalisation changes if it knows the class of the mark.
fn in_order(mark: char) -> String {
    format!("a\u{363}{mark}\u{323}")
}

/// A name that is refused if the code point is known as a mark.
fn leading(mark: char) -> String {
    format!("{mark}a")
}

/// A name that is refused if the letter is not known to join.
fn joined(letter: char) -> String {
    format!("\u{628}\u{200C}{letter}")
}

/// The right answer under these settings.
pub(super) fn right(name: &str, settings: &Settings) -> Answer {
    process(Verb::ToAscii.name(), name, settings)
        .into_result()
        .ok()
        .map(|text| Value::from(&*text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_code_point_tells_its_version() {
        let letters = LETTERS_OF_UTS46.into_iter().zip(NEW_LETTERS);
        for ((version, mark, joining), (letter, new)) in PROBES.into_iter().zip(letters) {
            assert!(version == Version::V12_1 || Version::of(new) == version);
            assert_eq!(Versions::of(letter).mapping, version);
            assert!(
                [mark, joining]
                    .iter()
                    .flatten()
                    .all(|&c| Version::of(c) == version),
                "{version}"
            );
            assert!(
                right(&letter.to_string(), &Settings::STRICT).is_some(),
                "{version}"
            );
            if let Some(mark) = mark.filter(|_| version > Version::V12_1) {
                let code = acegate_codec::punycode::encode(&in_order(mark)).expect("a code");
                let stays = Value::from(&*format!("xn--{code}"));
                assert!(
                    right(&in_order(mark), &Settings::STRICT).is_some_and(|text| text != stays)
                );
                assert_eq!(right(&leading(mark), &Settings::STRICT), None, "{version}");
            }
            if let Some(letter) = joining {
                assert!(
                    right(&joined(letter), &Settings::STRICT).is_some(),
                    "{version}"
                );
            }
        }
    }
}
