//! Reading a baseline file.

use std::collections::BTreeMap;
use std::path::Path;

use acegate_vectors::{LoadError, Located, Source, read_file};
use serde::Deserialize;

use super::{Baseline, Entry, Known, Whole};
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
    pub(super) fn read(path: &Path, today: i64) -> Result<Self, LoadError> {
        let (name, octets) = read_file(path)?;
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
    places: &mut BTreeMap<String, (usize, usize)>,
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
    let empty = [finding, link]
        .into_iter()
        .flatten()
        .find(|it| it.value.trim().is_empty());
    if let Some(empty) = empty {
        return Err(source.error(empty.at, "expected a text, found none: leave the field out"));
    }
    let day = |day: &Located<String>| {
        let message = || format!("expected a day such as 2027-06-30, found {:?}", day.value);
        date::parse(&day.value).ok_or_else(|| source.error(day.at, message()))
    };
    let expires = expires.as_ref().map(day).transpose()?;
    let whole = whole
        .as_ref()
        .map(|it| read_whole(source, it, finding.is_some()))
        .transpose()?;
    let listed = checks.as_ref().map_or(&[][..], |checks| &checks.value);
    if listed.is_empty() == whole.is_none() {
        let at = checks.as_ref().map_or(raw.at, |checks| checks.at);
        return Err(source.error(at, "expected either at least one check or whole:"));
    }
    let mut all = Vec::with_capacity(listed.len());
    for (at, check) in listed.iter().enumerate() {
        let known = read_known(source, check)?;
        if let Some(&(entry, _)) = places.get(&known.name) {
            let message = format!("{} is in entry {} already", known.name, entry + 1);
            return Err(source.error(check.at, message));
        }
        places.insert(known.name.clone(), (index, at));
        all.push(known);
    }
    let finding = finding.as_ref().map(|finding| finding.value.clone());
    Ok(Entry {
        line: raw.at.line,
        expires,
        finding,
        whole,
        checks: all,
    })
}

/// The line that stands for all checks of a deviation, and its number.
fn read_whole(
    source: &Source<'_>,
    raw: &Located<String>,
    has_finding: bool,
) -> Result<(usize, Whole), LoadError> {
    let line = raw.at.line;
    let is_own_line = source.line(line).trim() == format!("whole: \"{}\"", raw.value);
    let whole = raw
        .value
        .parse()
        .ok()
        .filter(|_| is_own_line && has_finding);
    let expected = "expected whole: \"NUMBER LEVEL OPERATIONS DIGEST\" of a finding on a line of its \
            own, as --update-baseline writes it";
    Ok((line, whole.ok_or_else(|| source.error(raw.at, expected))?))
}

/// A check: its name, the fingerprint of what was observed, and its digest.
fn read_known(source: &Source<'_>, check: &Located<String>) -> Result<Known, LoadError> {
    let refused = || {
        let expected = "expected - \"NAME FINGERPRINT DIGEST\" on a line of its own, as \
            --update-baseline writes it";
        source.error(check.at, expected)
    };
    let words: Vec<_> = check.value.split(' ').collect();
    let line = check.at.line;
    // A line of its own is what an update takes out or writes anew.
    let is_own_line = source.line(line).trim() == format!("- \"{}\"", check.value);
    let is_whole = is_own_line && words.iter().all(|word| !word.is_empty());
    let [name, fingerprint, digest] = words[..] else {
        return Err(refused());
    };
    if !is_whole {
        return Err(refused());
    }
    let [name, fingerprint, digest] = [name, fingerprint, digest].map(str::to_owned);
    Ok(Known {
        line,
        name,
        fingerprint,
        digest,
    })
}
