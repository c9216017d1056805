//! UTS #46: the codec, its model and the crate `idna`, under the settings of the URL Standard. IDNA 2008: the codec
//! and UTS #46.

use acegate_codec::idna2008::{self, NameOptions};
use acegate_codec::uts46::model::{Icu, Rules};
use acegate_codec::uts46::{
    Settings, to_ascii, to_ascii_cow, to_ascii_into, to_unicode, to_unicode_cow, to_unicode_into,
};
use icu_normalizer::uts46::Uts46MapperBorrowed;
use idna::uts46::{AsciiDenyList, Hyphens, Uts46};

use super::label::{Direction, Label};
use crate::contest::{Contestant, Origin};
use crate::corpus::{hosts, labels};

/// So many names of labels: one in four in ASCII, one in four in capitals, one in four with a second label.
/// The code is the name in ASCII.
#[must_use]
pub fn names_from(count: usize) -> Vec<Label> {
    // Some labels break the Bidi rule.
    let labels = labels(count + count / 8).into_iter().enumerate();
    let names = labels.filter_map(|(turn, label)| name_of(turn, &label));
    let mut names = Label::all(names, |name| to_ascii(name, &Settings::WHATWG).ok());
    names.truncate(count);
    names
}

/// So many names of labels that UTS #46 and a registration by IDNA 2008 allow and encode alike: one in three has a
/// second label. The code is the name in ASCII.
#[must_use]
pub fn unmapped_names_from(count: usize) -> Vec<Label> {
    let mut names = Vec::new();
    // Some labels break the Bidi rule, and some words begin with a mark.
    for (turn, label) in labels(count + count / 4).into_iter().enumerate() {
        names.push(match turn % 3 {
            0 => format!("www.{label}.example"),
            1 => format!("{label}.{label}.example"),
            _ => format!("{label}.example"),
        });
    }
    let mut names = Label::all(names, |name| {
        let ascii = idna2008::to_ascii(name, &REGISTRATION).ok()?;
        if to_ascii(name, &STRICT).as_ref() == Ok(&ascii) {
            Some(ascii)
        } else {
            None
        }
    });
    names.truncate(count);
    names
}

/// This many names of letters, digits and hyphens, none of them a code.
#[must_use]
pub fn ascii_names_from(count: usize) -> Vec<Label> {
    Label::all(hosts(count), |name| Some(name.to_owned()))
}

/// A name with this label, of a kind that depends on the turn; `None` if the label is none.
fn name_of(turn: usize, label: &str) -> Option<String> {
    Some(match turn % 4 {
        0 => format!("www.{}.example", to_ascii(label, &Settings::WHATWG).ok()?),
        1 => format!("{}.example", label.to_uppercase()),
        2 => format!("{label}.{label}.example"),
        _ => format!("{label}.example"),
    })
}

/// The contestants of ToASCII (encode) or ToUnicode (decode), the codec first. Compare like with like: `-cow`
/// borrows a name that is its own answer, `-into` writes into the caller's string, and the others return a new
/// string each time.
///
/// `icu4x-mapper` is a part of the work: it maps and normalises the name and decodes, checks and encodes
/// nothing.
#[must_use]
pub fn uts46(direction: Direction) -> Vec<Contestant<Label>> {
    let mut all = vec![
        direction.contestant(
            "acegate",
            Origin::Fast,
            |name: &Label| to_ascii(name.text, &WHATWG).ok(),
            |name| to_unicode(name.code, &WHATWG).ok(),
        ),
        direction.contestant(
            "acegate-cow",
            Origin::Fast,
            |name: &Label| to_ascii_cow(name.text, &WHATWG).ok(),
            |name| to_unicode_cow(name.code, &WHATWG).ok(),
        ),
        into_string(direction),
        model(direction),
    ];
    all.extend(idna_crate(direction));
    all.push(icu4x_mapper(direction));
    all
}

/// The contestants of a registration by IDNA 2008, the codec first. UTS #46 stands for a peer: it does about the
/// same for names that need no mapping.
#[must_use]
pub fn registration(direction: Direction) -> Vec<Contestant<Label>> {
    vec![
        direction.contestant(
            "acegate",
            Origin::Fast,
            |name: &Label| idna2008::to_ascii(name.text, &REGISTRATION).ok(),
            |name| idna2008::to_unicode(name.code, &REGISTRATION).ok(),
        ),
        direction.contestant(
            "uts46",
            Origin::Fast,
            |name: &Label| to_ascii(name.text, &STRICT).ok(),
            |name| to_unicode(name.code, &STRICT).ok(),
        ),
    ]
}

/// Constants are built again at each use.
static WHATWG: Settings = Settings::WHATWG;
static STRICT: Settings = Settings::STRICT;
static REGISTRATION: NameOptions = NameOptions::REGISTRATION;

fn into_string(direction: Direction) -> Contestant<Label> {
    let call: fn(&Label, &mut String) -> bool = match direction {
        Direction::Encode => |name, out| to_ascii_into(name.text, &WHATWG, out).is_ok(),
        Direction::Decode => |name, out| to_unicode_into(name.code, &WHATWG, out).is_ok(),
    };
    Contestant::new("acegate-into", Origin::Fast, call)
}

fn model(direction: Direction) -> Contestant<Label> {
    const MODEL: Rules = Rules {
        tables: &Icu,
        ..Rules::UTS46
    };
    direction.contestant(
        "plain",
        Origin::Yardstick,
        |name: &Label| {
            MODEL
                .apply("to-ascii", name.text, WHATWG)
                .into_result()
                .ok()
        },
        |name| {
            MODEL
                .apply("to-unicode", name.code, WHATWG)
                .into_result()
                .ok()
        },
    )
}

/// The crate `idna`, with the data of ICU4X.
fn idna_crate(direction: Direction) -> [Contestant<Label>; 2] {
    [
        direction.contestant(
            "idna",
            Origin::Peer,
            |name: &Label| idna::domain_to_ascii(name.text).ok(),
            |name| {
                let (text, result) = idna::domain_to_unicode(name.code);
                result.ok().map(|()| text)
            },
        ),
        direction.contestant(
            "idna-cow",
            Origin::Peer,
            |name: &Label| {
                idna::domain_to_ascii_cow(name.text.as_bytes(), AsciiDenyList::EMPTY).ok()
            },
            |name| {
                let octets = name.code.as_bytes();
                let (text, result) =
                    Uts46::new().to_unicode(octets, AsciiDenyList::EMPTY, Hyphens::Allow);
                result.ok().map(|()| text)
            },
        ),
    ]
}

fn icu4x_mapper(direction: Direction) -> Contestant<Label> {
    const MAPPER: Uts46MapperBorrowed<'static> = Uts46MapperBorrowed::new();
    direction.contestant(
        "icu4x-mapper",
        Origin::Part,
        |name: &Label| Some(MAPPER.map_normalize(name.text.chars()).collect::<String>()),
        |name| Some(MAPPER.map_normalize(name.code.chars()).collect::<String>()),
    )
}
