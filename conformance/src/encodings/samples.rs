//! The texts of the suite that people write: printed examples, words, names, addresses and numbers.

use std::collections::BTreeSet;

use acegate_vectors::{Case, Origin, Outcome, Suite};

use crate::escape::is_hostile;

/// A text of the suite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The text.
    pub text: String,
    /// The document that prints it, or the subject of its file.
    pub group: String,
}

/// The longest text, in characters: the longest printed one has 43.
const LONGEST: usize = 48;

/// The themes whose texts are words, names, addresses or telephone numbers.
const THEMES: [&str; 5] =
    ["punycode/scripts", "utf6/scripts", "punycode/names", "uri2dec/domain", "enum/numbers"];

/// The texts of a suite that people write, each once: the printed ones first, then those of some
/// themes. None has characters that steer or hide.
#[must_use]
pub fn samples(suite: &Suite) -> Vec<Sample> {
    let mut seen = BTreeSet::new();
    let is_printed = |case: &&Case| matches!(case.origin, Origin::Printed | Origin::Corrected);
    let cases = || suite.cases.iter().map(AsRef::as_ref);
    let printed = cases().filter(is_printed).map(|case| (case, case.document.clone()));
    let themed = cases()
        .filter(|case| !is_printed(case))
        .filter_map(|case| Some((case, group(suite, case)?)));
    let sample = |(case, group): (&Case, String)| Some(Sample { text: plain_text(case)?, group });
    let fits = |sample: &Sample| {
        let length = sample.text.chars().count();
        (1..=LONGEST).contains(&length)
            && !sample.text.contains(is_hostile)
            && sample.text.trim() == sample.text
    };
    printed
        .chain(themed)
        .filter_map(sample)
        .filter(fits)
        .filter(|sample| seen.insert(sample.text.clone()))
        .collect()
}

/// The subject of the file of a case whose theme has texts that people write.
fn group(suite: &Suite, case: &Case) -> Option<String> {
    THEMES
        .iter()
        .find(|theme| case.id.strip_prefix(**theme).is_some_and(|rest| rest.starts_with('/')))?;
    let file = suite.files.iter().find(|file| file.path == case.file)?;
    Some(file.summary.trim_end_matches('.').to_owned())
}

/// The text of a case that is not encoded, if the case says that it can be.
fn plain_text(case: &Case) -> Option<String> {
    let Outcome::Ok(result) = case.expect.outcomes().first()? else { return None };
    match case.ops[0].as_str() {
        "encode" | "to-ascii" | "hash" | "key" | "to-domain" | "write-record" => {
            case.input.to_scalar_string()
        }
        "decode" | "to-unicode" => result.to_scalar_string(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_samples_are_printed_examples_and_realistic_texts() {
        let all = samples(&Suite::embedded().expect("the suite"));
        let find =
            |text: &str| all.iter().find(|sample| sample.text == text).map(|it| it.group.as_str());
        assert_eq!(find("alice"), Some("Encoding of URIs by decimal digits (ICS, 2007)"));
        assert_eq!(find("b\u{fc}cher"), Some("Wikipedia (zh), Punycode"));
        assert_eq!(find("Pro\u{10d}prost\u{11b}nemluv\u{ed}\u{10d}esky"), Some("RFC 3492"));
        assert_eq!(find("+44-20-7946-0148"), Some("RFC 6116"));
        let texts: BTreeSet<_> = all.iter().map(|sample| &sample.text).collect();
        assert_eq!(texts.len(), all.len(), "each text is there once");
        assert!((150..600).contains(&all.len()), "{}", all.len());
    }
}
