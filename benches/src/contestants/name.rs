//! UTS #46: the codec, its model and the crate `idna`, under the settings of the URL Standard.

use acegate_codec::uts46::model::{Icu, Rules};
use acegate_codec::uts46::{Settings, to_ascii, to_unicode};

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

/// So many names of letters, digits and hyphens, of which none is a code.
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

/// The contestants of ToASCII (encode) or ToUnicode (decode), the codec first.
#[must_use]
pub fn uts46(direction: Direction) -> Vec<Contestant<Label>> {
    const MODEL: Rules = Rules {
        tables: &Icu,
        ..Rules::UTS46
    };
    vec![
        direction.contestant(
            "acegate",
            Origin::Fast,
            |name: &Label| to_ascii(name.text, &Settings::WHATWG).ok(),
            |name| to_unicode(name.code, &Settings::WHATWG).ok(),
        ),
        direction.contestant(
            "plain",
            Origin::Yardstick,
            |name: &Label| {
                MODEL
                    .apply("to-ascii", name.text, Settings::WHATWG)
                    .into_result()
                    .ok()
            },
            |name| {
                MODEL
                    .apply("to-unicode", name.code, Settings::WHATWG)
                    .into_result()
                    .ok()
            },
        ),
        direction.contestant(
            "idna",
            Origin::Peer,
            |name: &Label| idna::domain_to_ascii(name.text).ok(),
            |name| {
                let (text, result) = idna::domain_to_unicode(name.code);
                result.ok().map(|()| text)
            },
        ),
    ]
}
