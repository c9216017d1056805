//! Which fields a vector file says once: for all its cases, or for the cases of a group.

use std::array::from_fn;
use std::collections::BTreeMap;

/// A field that may be shared: its name and its value as it is written. No parameters, no confirmations and
/// no note are values, which are left out unless they override others.
pub(crate) type Field = (&'static str, String);

/// The fields of a case that may be shared, in their order. The last one is the note.
pub(crate) type Fields = [Field; 8];

/// The fields that are said once; `None` for those that each case says itself.
pub(crate) type SaidOnce<'a> = [Option<&'a Field>; 8];

/// The position of the note, which only a group can say once.
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
        let (mut defaults, lines) = said_once(&all, None);
        // The line of `defaults:` must be saved too.
        if lines <= 1 {
            defaults = SaidOnce::default();
        }
        // The name of a group is a line, and so may be the one above all groups.
        let has_groups = themes.keys().any(|theme| is_described(theme));
        let lines_of_name = if has_groups { 1 } else { 2 };
        let mut groups = BTreeMap::new();
        for (theme, cases) in themes {
            let (group, lines) = said_once(&cases, Some(&defaults));
            if is_described(theme) || lines > lines_of_name {
                groups.insert(theme, group);
            }
        }
        Self { groups, defaults }
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
/// lines all of them save. `defaults` are what a group overrides if the cases are in a group; it
/// has what more than half of its cases have.
fn said_once<'a>(cases: &[&'a Fields], defaults: Option<&SaidOnce<'a>>) -> (SaidOnce<'a>, usize) {
    let mut saved = 0;
    let mut values = SaidOnce::default();
    for (index, value) in values.iter_mut().enumerate() {
        if let Some((most_frequent, lines)) = field_said_once(cases, index, defaults) {
            *value = Some(most_frequent);
            saved += lines;
        }
    }
    (values, saved)
}

/// The same for the field at this index.
fn field_said_once<'a>(
    cases: &[&'a Fields],
    index: usize,
    defaults: Option<&SaidOnce<'a>>,
) -> Option<(&'a Field, usize)> {
    let mut times: BTreeMap<&Field, usize> = BTreeMap::new();
    let mut left_out = 0;
    for case in cases {
        let field = &case[index];
        *times.entry(field).or_default() += 1;
        left_out += usize::from(is_left_out(field));
    }
    let most = times.values().copied().max()?;
    let may_be_shared = match defaults {
        None => index != NOTE,
        // A case cannot say that it has no note.
        Some(_) => most > cases.len() / 2 && (index != NOTE || left_out == 0),
    };
    // Without the value, these cases need not say the field. A case that leaves it out must override
    // the value.
    let silent = match defaults.and_then(|defaults| defaults[index]) {
        Some(default) => times.get(default).copied().unwrap_or_default(),
        None => left_out,
    };
    // The shared value is a line itself.
    let lines = most.saturating_sub(silent + 1);
    if lines == 0 || !may_be_shared {
        return None;
    }
    let mut fields = cases.iter().map(|case| &case[index]);
    let most_frequent = fields.find(|field| times[field] == most)?;
    Some((most_frequent, lines))
}
