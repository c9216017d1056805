//! Reading a baseline file.

use std::collections::BTreeMap;
use std::path::Path;

use acegate_vectors::{Check, LoadError, Located, Source, read_file};
use serde::Deserialize;

use super::exceptions::{is_exceptions, to_baseline};
use super::{Accepted, Baseline, Entry, Known, OPTIONAL, Place, WholeLine};
use crate::date;

/// The version of the format.
const VERSION: u64 = 1;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawBaseline {
    baseline: Located<u64>,
    known: Vec<Located<RawEntry>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawEntry {
    #[serde(default)]
    finding: Option<Located<String>>,
    reason: Located<String>,
    #[serde(default)]
    link: Option<Located<String>>,
    #[serde(default)]
    expires: Option<Located<String>>,
    #[serde(default)]
    whole: Option<Located<String>>,
    #[serde(default)]
    checks: Option<Located<Vec<Located<String>>>>,
}

impl Baseline {
    /// Reads a baseline. Entries expire by this day.
    pub(super) fn read(path: &Path, today: i64, suite: &[Check]) -> Result<Self, LoadError> {
        let (name, mut octets) = read_file(path)?;
        if is_exceptions(&octets) {
            octets = to_baseline(name, &octets, suite)?.into();
        }
        let source = Source::new(name, &octets)?;
        refuse_other_files(name, &source)?;
        let raw: RawBaseline = source.parse()?;
        if raw.baseline.value != VERSION {
            let found = raw.baseline.value;
            let message = format!("expected version {VERSION} of the format, found {found}");
            return Err(source.error(raw.baseline.at, message));
        }
        let mut baseline = Self {
            path: name.into(),
            today,
            ..Self::default()
        };
        for entry in &raw.known {
            let entry = read_entry(&source, entry, baseline.entries.len(), &mut baseline.places)?;
            baseline.entries.push(entry);
        }
        baseline.text = source.text.to_owned();
        Ok(baseline)
    }
}

/// An error for a file that is no baseline at all, before one of its lines is called wrong.
fn refuse_other_files(name: &str, source: &Source<'_>) -> Result<(), LoadError> {
    let message = match source.first_field() {
        None => {
            "the file is empty: expected a baseline; without a file, --update-baseline writes one"
        }
        Some("format") => "this is a vector file, not a baseline: --vectors takes it",
        Some(_) => return Ok(()),
    };
    Err(LoadError::whole(name, message))
}

fn read_entry(
    source: &Source<'_>,
    raw: &Located<RawEntry>,
    index: usize,
    places: &mut BTreeMap<String, Place>,
) -> Result<Entry, LoadError> {
    let RawEntry {
        finding,
        reason,
        link,
        expires,
        whole,
        checks,
    } = &raw.value;
    if reason.value.trim().is_empty() {
        return Err(source.error(
            reason.at,
            "expected the reason why these checks may fail, found none",
        ));
    }
    for text in [finding, link].into_iter().flatten() {
        if text.value.trim().is_empty() {
            return Err(source.error(text.at, "expected a text, found none: leave the field out"));
        }
    }
    let expires = match expires {
        Some(day) => Some(read_day(source, day)?),
        None => None,
    };
    let whole = match whole {
        Some(line) => Some(read_whole(source, line, finding.is_some())?),
        None => None,
    };
    let listed = match checks {
        Some(checks) => &checks.value[..],
        None => &[],
    };
    if listed.is_empty() == whole.is_none() {
        let at = checks.as_ref().map_or(raw.at, |checks| checks.at);
        return Err(source.error(at, "expected either at least one check or whole:"));
    }
    let mut all = Vec::with_capacity(listed.len());
    for (check_index, check) in listed.iter().enumerate() {
        let known = read_known(source, check)?;
        if let Some(place) = places.get(&known.name) {
            let message = format!("{} is already in entry {}", known.name, place.entry + 1);
            return Err(source.error(check.at, message));
        }
        let place = Place {
            entry: index,
            check: check_index,
        };
        places.insert(known.name.clone(), place);
        all.push(known);
    }
    Ok(Entry {
        line: raw.at.line,
        expires,
        finding: finding.as_ref().map(|finding| finding.value.clone()),
        reason: reason.value.clone(),
        link: link.as_ref().map(|link| link.value.clone()),
        whole,
        checks: all,
    })
}

/// A day, as days from 1970-01-01.
fn read_day(source: &Source<'_>, day: &Located<String>) -> Result<i64, LoadError> {
    date::parse(&day.value).ok_or_else(|| {
        let message = format!("expected a day such as 2027-06-30, found {:?}", day.value);
        source.error(day.at, message)
    })
}

/// The line that covers all checks of a deviation.
fn read_whole(
    source: &Source<'_>,
    raw: &Located<String>,
    has_finding: bool,
) -> Result<WholeLine, LoadError> {
    let line = raw.at.line;
    let is_own_line = source.line(line).trim() == format!("whole: \"{}\"", raw.value);
    if is_own_line
        && has_finding
        && let Ok(whole) = raw.value.parse()
    {
        return Ok(WholeLine { line, whole });
    }
    let expected = "expected whole: \"NUMBER LEVEL OPERATIONS DIGEST\" of a finding on a line of \
        its \
            own, as --update-baseline writes it";
    Err(source.error(raw.at, expected))
}

/// A check: its name, the fingerprint of what was observed, and its digest; or its name alone, or with `optional`.
fn read_known(source: &Source<'_>, check: &Located<String>) -> Result<Known, LoadError> {
    let words: Vec<_> = check.value.split(' ').collect();
    let line = check.at.line;
    // An update removes or rewrites whole lines.
    let is_own_line = source.line(line).trim() == format!("- \"{}\"", check.value);
    let parts = match words[..] {
        [name] => Some((name, Accepted::Any, "", "")),
        [name, OPTIONAL] => Some((name, Accepted::AnyOrPass, "", "")),
        [name, fingerprint, digest] => Some((name, Accepted::This, fingerprint, digest)),
        _ => None,
    };
    if is_own_line
        && let Some((name, accepted, fingerprint, digest)) = parts
        && words.iter().all(|word| !word.is_empty())
    {
        return Ok(Known {
            line,
            name: name.to_owned(),
            accepted,
            fingerprint: fingerprint.to_owned(),
            digest: digest.to_owned(),
        });
    }
    let expected = "expected - \"NAME FINGERPRINT DIGEST\" on a line of its own, as \
            --update-baseline writes it";
    Err(source.error(check.at, expected))
}
