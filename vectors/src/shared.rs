//! Which fields a vector file says once: for all its cases, or for those of a group.

use std::array::from_fn;
use std::collections::{BTreeMap, BTreeSet};

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
    /// The values that save most lines in a file of these cases, each with its theme; of several, those that
    /// come first. A group shares only what most of its cases have. `described` are the groups that the file
    /// has in any case.
    pub(crate) fn of(cases: &[(&'a str, &'a Fields)], described: &BTreeSet<&str>) -> Self {
        let values: [Values<'_>; 8] = from_fn(|index| Values::of(cases, index));
        let mut choices = values.each_ref().map(Values::best_choice);
        let with = choices.iter().zip(&values).map(|(choice, values)| values.lines(choice.default));
        let without: usize = values.iter().map(|values| values.lines(None)).sum();
        // The line of `defaults:` has to be saved as well, by them and not by groups.
        if with.sum::<usize>() + 1 >= without {
            choices = values.each_ref().map(|values| values.choice(None));
        }
        let mut groups: BTreeMap<_, (SaidOnce<'a>, usize)> = BTreeMap::new();
        for (index, choice) in choices.iter().enumerate() {
            for (&theme, &(field, lines)) in &choice.groups {
                let (group, saved) = groups.entry(theme).or_default();
                group[index] = Some(field);
                *saved += lines;
            }
        }
        // The name of a group is a line, and so may be the one above all groups.
        let name = if described.is_empty() { 2 } else { 1 };
        groups.retain(|theme, (_, saved)| described.contains(theme) || *saved > name);
        let groups = groups.into_iter().map(|(theme, (group, _))| (theme, group)).collect();
        Self { defaults: from_fn(|index| choices[index].default), groups }
    }

    /// The fields that a case of this theme need not say.
    pub(crate) fn of_theme(&self, theme: &str) -> SaidOnce<'a> {
        let group = self.groups.get(theme).copied().unwrap_or_default();
        from_fn(|index| group[index].or(self.defaults[index]))
    }
}

/// Whether a field says what is meant without it.
pub(crate) fn is_left_out((name, written): &Field) -> bool {
    matches!((*name, &**written), ("params", "{}") | ("confirmed", "[]") | ("note", ""))
}

/// The values of one field.
struct Values<'a> {
    /// All of them, in the order of the cases.
    all: Vec<&'a Field>,
    /// Those of each theme.
    themes: BTreeMap<&'a str, Count<'a>>,
    is_note: bool,
}

/// The values of one field in the cases of a theme.
#[derive(Default)]
struct Count<'a> {
    times: BTreeMap<&'a Field, usize>,
    cases: usize,
    left_out: usize,
}

/// One way to say a field.
struct Choice<'a> {
    default: Option<&'a Field>,
    /// The value of each group that has one, and the lines that it saves.
    groups: BTreeMap<&'a str, (&'a Field, usize)>,
    /// The lines that the field takes in the file.
    lines: usize,
}

impl<'a> Values<'a> {
    fn of(cases: &[(&'a str, &'a Fields)], index: usize) -> Self {
        let mut themes: BTreeMap<_, Count<'_>> = BTreeMap::new();
        for &(theme, fields) in cases {
            let count = themes.entry(theme).or_default();
            count.cases += 1;
            count.left_out += usize::from(is_left_out(&fields[index]));
            *count.times.entry(&fields[index]).or_default() += 1;
        }
        let all = cases.iter().map(|(_, fields)| &fields[index]).collect();
        Self { all, themes, is_note: index == NOTE }
    }

    /// The choice with the default that saves most lines, or without one if none saves any.
    fn best_choice(&self) -> Choice<'a> {
        let none = self.choice(None);
        let mut saved: BTreeMap<_, usize> = BTreeMap::new();
        for count in self.themes.values() {
            let own = self.own(count).map_or(usize::MAX, |(_, lines)| lines);
            for (field, times) in &count.times {
                let lines = count.cases.min(own) - (count.cases - times).min(own);
                *saved.entry(*field).or_default() += lines;
            }
        }
        let may_be_shared = |field: &&&Field| !self.is_note && !is_left_out(field);
        let most = self.all.iter().filter(may_be_shared).map(|field| saved[field]).max();
        let first = self.all.iter().filter(may_be_shared).find(|field| Some(saved[*field]) == most);
        let rank = |choice: &Choice<'_>| (choice.lines, choice.groups.len());
        let best = first.map(|field| self.choice(Some(field)));
        best.filter(|best| rank(best) < rank(&none)).unwrap_or(none)
    }

    /// The choice with this default.
    fn choice(&self, default: Option<&'a Field>) -> Choice<'a> {
        let mut groups = BTreeMap::new();
        let mut lines = usize::from(default.is_some());
        for (theme, count) in &self.themes {
            let said = count.said(default);
            match self.own(count) {
                Some((field, own)) if own < said => {
                    groups.insert(*theme, (field, said - own));
                    lines += own;
                }
                _ => lines += said,
            }
        }
        Choice { default, groups, lines }
    }

    /// The lines that the field takes in a file with this default and without groups.
    fn lines(&self, default: Option<&Field>) -> usize {
        let said = self.themes.values().map(|count| count.said(default));
        usize::from(default.is_some()) + said.sum::<usize>()
    }

    /// The value that most cases of a group have, and the lines that the field takes if the group has it. A
    /// note that a group has cannot be overridden by none.
    fn own(&self, count: &Count<'a>) -> Option<(&'a Field, usize)> {
        let most = count.times.iter().find(|(_, times)| **times > count.cases / 2);
        let (field, times) = most.filter(|_| !self.is_note || count.left_out == 0)?;
        Some((field, 1 + count.cases - times))
    }
}

impl Count<'_> {
    /// The number of cases that say the field themselves if this is the default.
    fn said(&self, default: Option<&Field>) -> usize {
        match default {
            // A case that leaves the field out has to override the default.
            Some(default) => self.cases - self.times.get(default).copied().unwrap_or_default(),
            None => self.cases - self.left_out,
        }
    }
}
