//! The versions of Unicode that the answer for a name depends on.

use super::{Code, Settings};
use crate::error::ErrorKind;
use crate::plain::uts46::{Icu, Rules, Worked};
use crate::unicode::{Version, Versions};

/// The oldest versions of the tables with which the answer to a request is that of Unicode 18: those of the
/// code points of the name, of those that they are mapped to and of its decoded labels, and that of the
/// processing.
#[must_use]
pub fn versions(op: &str, name: &str, settings: &Settings) -> Versions {
    let rules = Rules { tables: &Icu, ..Rules::UTS46 };
    let worked = match op {
        "to-ascii" => rules.to_ascii(name, *settings),
        _ => rules.to_unicode(name, *settings),
    };
    let decoded = worked.labels.iter().map(|label| &*label.text);
    let texts = [name, &*worked.mapped, &*worked.normalised].into_iter().chain(decoded);
    let characters = texts.flat_map(str::chars).filter(|c| !c.is_ascii());
    let mut versions = characters.map(Versions::of).fold(Versions::all(OLDEST), Versions::max);
    if depends_on_processing(&worked) {
        versions.mapping = versions.mapping.max(Version::V15_1);
    }
    versions
}

/// Whether the name breaks a condition that stands in the document since 15.1: a text of ASCII or none after
/// decoding (section 4, step 4), the prefix in a decoded label (section 4.1, criterion 4), and the empty
/// root label (section 4.2, step 4).
fn depends_on_processing(worked: &Worked) -> bool {
    let (root, inner) = worked.labels.split_last().expect("a name has a label");
    let has_root = root.text.is_empty() && !inner.is_empty();
    let faults = worked.labels.iter().flat_map(|label| &label.faults);
    let mut faults = faults.map(|fault| (fault.code, fault.kind));
    let is_root = has_root && root.faults.iter().any(|fault| fault.code == Code::A4_2);
    is_root
        || faults.any(|fault| {
            matches!(fault, (Code::P4, ErrorKind::LdhOnly | ErrorKind::Empty) | (Code::V4, _))
        })
}

const OLDEST: Version = Version::V12_1;
