//! The versions of Unicode that the answer for a name depends on.

use super::model::ProtocolSteps;
use super::options::NameOptions;
use crate::facts::Verb;
use crate::unicode::{Version, Versions};

/// The oldest versions of the tables with which the answer to a request is that of Unicode 18: those of the code
/// points of the input, of what they are mapped to and of its decoded labels.
///
/// Here, [`Versions::mapping`] is the version of the derived property, of the scripts and of the mapping of RFC 5895.
#[must_use]
pub fn versions(verb: Verb, input: &str, options: &NameOptions) -> Versions {
    let worked = ProtocolSteps::ICU.work(verb, input, *options);
    let decoded = worked.labels.iter().map(|label| &*label.text);
    let texts = [input, &*worked.mapped].into_iter().chain(decoded);
    let characters = texts.flat_map(str::chars).filter(|c| !c.is_ascii());
    let has_joiner = characters
        .clone()
        .any(|c| matches!(c, '\u{200C}' | '\u{200D}'));
    let mut versions = Versions::all(Version::V12_1);
    for c in characters {
        let mut needed = Versions::of(c);
        needed.mapping = Version::of(c);
        if c == '\u{16FE3}' {
            // Its script was Common before Unicode 14.
            needed.mapping = Version::V14;
        }
        if !has_joiner {
            needed.joining = Version::V12_1;
        }
        versions = versions.max(needed);
    }
    versions
}
