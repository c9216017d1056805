//! Reading a baseline file.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use acegate_vectors::{LoadError, read_file, yaml_error};
use serde::Deserialize;
use serde_saphyr::Spanned;

use super::{Baseline, Entry, Known, Whole};
use crate::date;

/// The version of the format.
const VERSION: u64 = 1;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawBaseline {
    baseline: Spanned<u64>,
    known: Vec<Spanned<RawEntry>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawEntry {
    #[serde(default)]
    finding: Option<Spanned<String>>,
    reason: Spanned<String>,
    #[serde(default)]
    link: Option<Spanned<String>>,
    #[serde(default)]
    expires: Option<Spanned<String>>,
    #[serde(default)]
    whole: Option<Spanned<String>>,
    #[serde(default)]
    checks: Option<Spanned<Vec<Spanned<String>>>>,
}

impl Baseline {
    pub(super) fn read_at(path: &Path, today: i64) -> Result<Self, LoadError> {
        let name = path.to_str().ok_or_else(|| whole(path, "the name is not UTF-8".to_owned()))?;
        let octets = read_file(name)?;
        let text = String::from_utf8(octets).map_err(|error| {
            let at = error.utf8_error().valid_up_to();
            whole(path, format!("expected UTF-8, found another byte at {at}"))
        })?;
        Self::parse(path, text, today)
    }

    pub(super) fn parse(path: &Path, text: String, today: i64) -> Result<Self, LoadError> {
        let source = Source { path, lines: text.lines().collect() };
        let raw: RawBaseline = serde_saphyr::from_str(&text).map_err(|error| {
            let (line, column, message) = yaml_error(&error);
            source.error((line as u64, column as u64), message)
        })?;
        if raw.baseline.value != VERSION {
            let found = raw.baseline.value;
            let message = format!("expected version {VERSION} of the format, found {found}");
            return Err(source.error(place(&raw.baseline), message));
        }
        let mut baseline = Self {
            path: path.to_owned(),
            entries: Vec::with_capacity(raw.known.len()),
            places: BTreeMap::new(),
            today,
            stale: Vec::new(),
            suite: Arc::default(),
            renamed: BTreeMap::new(),
            text: String::new(),
        };
        for entry in &raw.known {
            let entry = source.entry(entry, baseline.entries.len(), &mut baseline.places)?;
            baseline.entries.push(entry);
        }
        baseline.text = text;
        Ok(baseline)
    }
}

/// An error about a file as a whole.
pub(super) fn whole(path: &Path, message: String) -> LoadError {
    let (file, source_line) = (path.display().to_string(), String::new());
    LoadError { file, line: 0, column: 0, source_line, message }
}

/// The line and column of a value, both from 1.
fn place<T>(spanned: &Spanned<T>) -> (u64, u64) {
    (spanned.referenced.line(), spanned.referenced.column())
}

/// A file and its lines.
struct Source<'a> {
    path: &'a Path,
    lines: Vec<&'a str>,
}

impl Source<'_> {
    fn entry(
        &self,
        raw: &Spanned<RawEntry>,
        index: usize,
        places: &mut BTreeMap<String, (usize, usize)>,
    ) -> Result<Entry, LoadError> {
        let RawEntry { finding, reason, link, expires, whole, checks } = &raw.value;
        if reason.value.trim().is_empty() {
            return Err(self.error(
                place(reason),
                "expected the reason why these checks may fail, found none",
            ));
        }
        let empty = [finding, link].into_iter().flatten().find(|it| it.value.trim().is_empty());
        if let Some(empty) = empty {
            return Err(
                self.error(place(empty), "expected a text, found none: leave the field out")
            );
        }
        let expires = match expires {
            None => None,
            Some(day) => Some(date::parse(&day.value).ok_or_else(|| {
                let found = &day.value;
                self.error(
                    place(day),
                    format!("expected a day such as 2027-06-30, found {found:?}"),
                )
            })?),
        };
        let whole = whole.as_ref().map(|it| self.whole(it, finding.is_some())).transpose()?;
        let listed = checks.as_ref().map_or(&[][..], |checks| &checks.value);
        if listed.is_empty() == whole.is_none() {
            let at =
                checks.as_ref().map_or((raw.referenced.line(), raw.referenced.column()), place);
            return Err(self.error(at, "expected either at least one check or whole:"));
        }
        let mut all = Vec::with_capacity(listed.len());
        for (at, check) in listed.iter().enumerate() {
            let known = self.known(check)?;
            if let Some(&(entry, _)) = places.get(&known.name) {
                let message = format!("{} is in entry {} already", known.name, entry + 1);
                return Err(self.error(place(check), message));
            }
            places.insert(known.name.clone(), (index, at));
            all.push(known);
        }
        let line = usize::try_from(raw.referenced.line()).unwrap_or(usize::MAX);
        let finding = finding.as_ref().map(|finding| finding.value.clone());
        Ok(Entry { line, expires, finding, whole, checks: all })
    }

    /// The line that stands for all checks of a deviation, and its number.
    fn whole(&self, raw: &Spanned<String>, has_finding: bool) -> Result<(usize, Whole), LoadError> {
        let line = usize::try_from(raw.referenced.line()).unwrap_or(usize::MAX);
        let is_own_line =
            self.line(line).is_some_and(|text| text.trim() == format!("whole: \"{}\"", raw.value));
        let whole = raw.value.parse().ok().filter(|_| is_own_line && has_finding);
        let expected = "expected whole: \"NUMBER LEVEL OPERATIONS DIGEST\" of a finding on a line of its \
            own, as --update-baseline writes it";
        Ok((line, whole.ok_or_else(|| self.error(place(raw), expected))?))
    }

    /// A check: its name, the fingerprint of what was observed, and its digest.
    fn known(&self, check: &Spanned<String>) -> Result<Known, LoadError> {
        let words: Vec<_> = check.value.split(' ').collect();
        let line = usize::try_from(check.referenced.line()).unwrap_or(usize::MAX);
        // A line of its own is what an update takes out or writes anew.
        let is_own_line =
            self.line(line).is_some_and(|text| text.trim() == format!("- \"{}\"", check.value));
        match words[..] {
            [name, fingerprint, digest] if is_own_line && words.iter().all(|word| !word.is_empty()) => {
                let [name, fingerprint, digest] = [name, fingerprint, digest].map(str::to_owned);
                Ok(Known { line, name, fingerprint, digest })
            }
            _ => Err(self.error(
                place(check),
                "expected - \"NAME FINGERPRINT DIGEST\" on a line of its own, as --update-baseline writes it",
            )),
        }
    }

    fn line(&self, line: usize) -> Option<&str> {
        self.lines.get(line.checked_sub(1)?).copied()
    }

    fn error(&self, (line, column): (u64, u64), message: impl Into<String>) -> LoadError {
        let number = |at: u64| usize::try_from(at).unwrap_or(usize::MAX).max(1);
        LoadError {
            file: self.path.display().to_string(),
            line: number(line),
            column: number(column),
            source_line: self.line(number(line)).unwrap_or_default().to_owned(),
            message: message.into(),
        }
    }
}
