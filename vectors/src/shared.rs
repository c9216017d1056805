//! Which fields a vector file says once: for all its cases, or for those of a group.

use std::array::from_fn;
use std::collections::BTreeMap;

/// A field that may be shared: its name and its value as it is written. No parameters, no confirmations and
/// no note are values, which are left out unless they override others.
pub(crate) type Field = (&'static str, String);

/// The fields of a case that may be shared, in their order. The last one is the note.
pub(crate) type Fields = [Field; 8];

/// The fields that are said once; `None` for those that each case says itself.
pub(crate) type SaidOnce<'a> = [Option<&'a Field>; 8];

/// The place of the note, which only a group can say once.
const NOTE: usize = 7;

/// The fields that a file says once.
pub(crate) struct Shared<'a> {
    pub(crate) defaults: SaidOnce<'a>,
    pub(crate) groups: BTreeMap<&'a str, SaidOnce<'a>>,
}

impl<'a> Shared<'a> {
    /// The fields of these cases, each with its theme, that save lines: first as defaults, then in groups.
    /// `is_described` says which themes are groups in any case.
    pub(crate) fn of(cases: &[(&'a str, &'a Fields)], is_described: impl Fn(&str) -> bool) -> Self {
        let mut themes: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for &(theme, fields) in cases {
            themes.entry(theme).or_default().push(fields);
        }
        let all: Vec<_> = cases.iter().map(|(_, fields)| *fields).collect();
        let (defaults, lines) = said_once(&all, None);
        // The line of `defaults:` has to be saved as well.
        let defaults = if lines > 1 {
            defaults
        } else {
            SaidOnce::default()
        };
        // The name of a group is a line, and so may be the one above all groups.
        let name = if themes.keys().any(|theme| is_described(theme)) {
            1
        } else {
            2
        };
        let group = |(theme, cases): (_, Vec<_>)| {
            let (group, lines) = said_once(&cases, Some(&defaults));
            (is_described(theme) || lines > name).then_some((theme, group))
        };
        Self {
            groups: themes.into_iter().filter_map(group).collect(),
            defaults,
        }
    }

    /// The fields that a case of this theme need not say.
    pub(crate) fn of_theme(&self, theme: &str) -> SaidOnce<'a> {
        let group = self.groups.get(theme).copied().unwrap_or_default();
        from_fn(|index| group[index].or(self.defaults[index]))
    }
}

/// Whether a field says what is meant without it.
pub(crate) fn is_left_out((name, written): &Field) -> bool {
    matches!(
        (*name, &**written),
        ("params", "{}") | ("confirmed", "[]") | ("note", "")
    )
}

/// The most frequent value of each field in these cases, if it saves lines to say it once, and how many
/// lines all of them save. `defaults` are what a group overrides, where the cases are those of a group; it
/// has what more than half of its cases have.
fn said_once<'a>(cases: &[&'a Fields], defaults: Option<&SaidOnce<'a>>) -> (SaidOnce<'a>, usize) {
    let mut saved = 0;
    let values = from_fn(|index| {
        let mut times: BTreeMap<&Field, usize> = BTreeMap::new();
        for case in cases {
            *times.entry(&case[index]).or_default() += 1;
        }
        let most = times.values().copied().max()?;
        let left_out: usize = times
            .iter()
            .filter(|(field, _)| is_left_out(field))
            .map(|(_, times)| times)
            .sum();
        let may_be_shared = match defaults {
            None => index != NOTE,
            // A case cannot say that it has no note.
            Some(_) => most > cases.len() / 2 && (index != NOTE || left_out == 0),
        };
        // Without the value, these cases need not say the field. A case that leaves it out has to override
        // the value.
        let silent = match defaults.and_then(|defaults| defaults[index]) {
            Some(default) => times.get(default).copied().unwrap_or_default(),
            None => left_out,
        };
        let lines = most
            .checked_sub(silent + 1)
            .filter(|lines| may_be_shared && *lines > 0)?;
        saved += lines;
        cases
            .iter()
            .map(|case| &case[index])
            .find(|field| times[field] == most)
    });
    (values, saved)
}
