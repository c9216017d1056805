//! The versions of Unicode that the answer for a name depends on.

use super::{Code, Settings};
use crate::error::ErrorKind;
use crate::unicode::{Version, Versions};
use crate::uts46::model::{Icu, Joining, Rules, Tables, Worked};

/// The oldest versions of the tables with which the answer to a request is that of Unicode 18: those of the
/// code points of the name, of those that they are mapped to and of its decoded labels, and that of the
/// processing.
#[must_use]
pub fn versions(op: &str, name: &str, settings: &Settings) -> Versions {
    let rules = Rules::ICU;
    let worked = match op {
        "to-ascii" => rules.to_ascii(name, *settings),
        _ => rules.to_unicode(name, *settings),
    };
    let decoded = worked.labels.iter().map(|label| &*label.text);
    let texts = [name, &*worked.mapped, &*worked.normalised]
        .into_iter()
        .chain(decoded);
    let characters = texts.flat_map(str::chars).filter(|c| !c.is_ascii());
    let has_joiner = characters
        .clone()
        .any(|c| matches!(c, '\u{200C}' | '\u{200D}'));
    let mut versions = Versions {
        joining: Version::V4,
        ..Versions::all(Version::V12_1)
    };
    for c in characters {
        let mut needed = Versions::of(c);
        let may_be_old = !(has_joiner && joins_since_5(c));
        if needed.joining == Version::V12_1 && may_be_old {
            needed.joining = Version::V4;
        }
        versions = versions.max(needed);
    }
    versions.mapping = versions.mapping.max(of_processing(&worked));
    versions
}

/// The version of the processing: conditions came into the document with 15.1, the prefix in a decoded label
/// (section 4.1, criterion 4) and the empty root label (section 4.2, step 4), and with 16, a text of ASCII or
/// none after decoding (section 4, step 4).
fn of_processing(worked: &Worked) -> Version {
    let (root, inner) = worked.labels.split_last().expect("a name has a label");
    let has_root = root.text.is_empty() && !inner.is_empty();
    let is_root = has_root && root.faults.iter().any(|fault| fault.code == Code::A4_2);
    let faults = worked.labels.iter().flat_map(|label| &label.faults);
    let versions = faults.map(|fault| match (fault.code, fault.kind) {
        (Code::P4, ErrorKind::LdhOnly | ErrorKind::Empty) => Version::V16,
        (Code::V4, _) => Version::V15_1,
        _ => Version::V12_1,
    });
    versions
        .max()
        .max(is_root.then_some(Version::V15_1))
        .unwrap_or(Version::V12_1)
}

/// Whether the code point has a joining type that tables from before Unicode 5 may lack: the types of the
/// scripts that were there then are below U+0750, in the blocks of India and its neighbours, and in the
/// block Mongolian. Letters that were added to these blocks later are of 5.1, 6 and 11 (`DerivedAge.txt`).
fn joins_since_5(c: char) -> bool {
    let is_old_block = matches!(c, ..'\u{750}' | '\u{900}'..'\u{1100}' | '\u{1800}'..'\u{18B0}');
    let is_added = matches!(
        c,
        '\u{620}' | '\u{63B}'..='\u{63F}' | '\u{1878}' | '\u{18AA}'
    );
    let is_old = is_old_block && !is_added;
    !is_old && Icu.joining(c) != Joining::Other && !matches!(c, '\u{200C}' | '\u{200D}')
}
