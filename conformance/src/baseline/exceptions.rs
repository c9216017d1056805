//! Exceptions: known failures as a JSON file, which readers of exported vectors take as well.
//!
//! ```json
//! {"exceptions": [{"id": "punycode/surrogates/*", "reason": "Surrogates pass through.",
//!                  "link": "https://example.org/issues/7", "expires": "2027-06-30"}]}
//! ```
//!
//! The file is read as the baseline that says the same. An id stands for all failures of its checks, and
//! a pattern also for those of its checks that pass. A baseline becomes exceptions by leaving out what was
//! observed.

use std::collections::BTreeSet;

use acegate_vectors::{Check, LoadError};
use serde::{Deserialize, Serialize};

use super::{Accepted, Baseline, OPTIONAL, quoted};
use crate::date;
use crate::suite::{is_named, pattern};

#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Exceptions {
    exceptions: Vec<Exception>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Exception {
    id: String,
    reason: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    link: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    expires: Option<String>,
}

/// Whether the file has exceptions: it is JSON, and a baseline is not written as JSON.
pub(super) fn is_exceptions(octets: &[u8]) -> bool {
    octets.trim_ascii_start().starts_with(b"{")
}

/// The text of the baseline that says the same about the checks of this suite.
pub(super) fn to_baseline(name: &str, octets: &[u8], suite: &[Check]) -> Result<String, LoadError> {
    let read: Exceptions = serde_json::from_slice(octets)
        .map_err(|error| LoadError::whole(name, format!("expected exceptions: {error}")))?;
    let mut text = format!("# Known failures, from {name}.\nbaseline: 1\nknown:\n");
    if read.exceptions.is_empty() {
        text = text.replace("known:", "known: []");
    }
    let mut seen = BTreeSet::new();
    for exception in read.exceptions {
        let Exception {
            id,
            reason,
            link,
            expires,
        } = exception;
        text += &format!("  - reason: {}\n", quoted(&reason));
        for (field, value) in [("link", link), ("expires", expires)] {
            if let Some(value) = value {
                text += &format!("    {field}: {}\n", quoted(&value));
            }
        }
        text += "    checks:\n";
        let is_pattern = id.contains(['*', '?']);
        let id = pattern(id);
        let mut names = Vec::new();
        for check in suite {
            // A check that an earlier exception has stays with it.
            if is_named(&id, check) && seen.insert(check.name.clone()) {
                names.push(check.name.to_string());
            }
        }
        if names.is_empty() {
            // It is no check of the suite, so the run names it as outdated.
            names.push(id);
        }
        for mut name in names {
            if is_pattern {
                name = format!("{name} {OPTIONAL}");
            }
            text += &format!("      - {}\n", quoted(&name));
        }
    }
    Ok(text)
}

impl Baseline {
    /// The same known failures as a file of exceptions: one for each check.
    pub(crate) fn to_exceptions(&self) -> String {
        let mut all = Exceptions::default();
        for entry in &self.entries {
            for known in &entry.checks {
                // A pattern also covers a pass.
                let star = if known.accepted == Accepted::AnyOrPass {
                    "*"
                } else {
                    ""
                };
                all.exceptions.push(Exception {
                    id: format!("{}{star}", known.name),
                    reason: entry.reason.clone(),
                    link: entry.link.clone(),
                    expires: entry.expires.map(date::show_day),
                });
            }
        }
        serde_json::to_string_pretty(&all).unwrap_or_default() + "\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use acegate_vectors::Suite;

    const FILE: &str = r#"{"exceptions": [
        {"id": "punycode/samples/s-ascii", "reason": "It is \"old\".", "expires": "2027-06-30"},
        {"id": "punycode/samples/s-*:decode", "reason": "All of them.", "link": "https://example.org/7"},
        {"id": "punycode/gone/one", "reason": "It was renamed."}]}"#;

    #[test]
    fn exceptions_and_a_baseline_say_the_same() {
        let suite = Suite::embedded().expect("the embedded suite is valid");
        let mut checks = suite.checks();
        checks.retain(|check| check.case.id.starts_with("punycode/samples/s-ascii"));
        let text = to_baseline("e.json", FILE.as_bytes(), &checks).expect("exceptions");
        let expected = "# Known failures, from e.json.\nbaseline: 1\nknown:\n\
             \x20 - reason: \"It is \\\"old\\\".\"\n    expires: \"2027-06-30\"\n    checks:\n\
             \x20     - \"punycode/samples/s-ascii:encode\"\n\
             \x20     - \"punycode/samples/s-ascii:decode\"\n\
             \x20 - reason: \"All of them.\"\n    link: \"https://example.org/7\"\n    checks:\n\
             \x20     - \"punycode/samples/s-*:decode optional\"\n\
             \x20 - reason: \"It was renamed.\"\n    checks:\n\
             \x20     - \"punycode/gone/one\"\n";
        assert_eq!(text, expected);

        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("e.json");
        std::fs::write(&path, FILE).expect("a file");
        let baseline = Baseline::for_run(&path, false, &checks).expect("a baseline");
        let back = baseline.to_exceptions();
        let back: Exceptions = serde_json::from_str(&back).expect("exceptions");
        let first = &back.exceptions[0];
        assert_eq!(first.id, "punycode/samples/s-ascii:encode");
        assert_eq!(first.reason, "It is \"old\".");
        assert_eq!(first.expires.as_deref(), Some("2027-06-30"));
        assert_eq!(baseline.stale.len(), 2, "two are no checks of the suite");
    }
}
