//! Worked steps as data: facts, and tables as the documents draw them.

/// A step in words: its name and its content.
pub type Step = (&'static str, String);

/// The worked steps of an encoding or a decoding.
///
/// [`steps`](Self::steps) gives them in words, a line each; a page draws the tables.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// The parts, in their order.
    pub parts: Vec<Part>,
}

/// A part of worked steps.
#[derive(Clone, Debug)]
pub enum Part {
    /// One fact: its name and its content.
    Fact(&'static str, String),
    /// Several facts of one kind.
    Table(Table),
}

/// Facts of one kind.
#[derive(Clone, Debug)]
pub struct Table {
    /// The subject of the table, in a few words.
    pub caption: &'static str,
    /// The direction in which it grows.
    pub direction: Direction,
    /// The heads of its columns if it grows down, of its rows if it grows to the right.
    pub heads: &'static [&'static str],
    /// Its entries: one cell for each head.
    pub entries: Vec<Vec<String>>,
    /// The entries in words.
    pub(super) in_words: fn(&[Vec<String>]) -> Vec<Step>,
}

/// The direction in which a table grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Each entry is a row.
    Down,
    /// Each entry is a column.
    Right,
}

impl Trace {
    /// The steps in words, in their order.
    #[must_use]
    pub fn steps(&self) -> Vec<Step> {
        let in_words = |part: &Part| match part {
            Part::Fact(name, text) => vec![(*name, text.clone())],
            Part::Table(table) => (table.in_words)(&table.entries),
        };
        self.parts.iter().flat_map(in_words).collect()
    }

    /// Adds a fact.
    pub(super) fn fact(&mut self, name: &'static str, text: impl Into<String>) {
        self.parts.push(Part::Fact(name, text.into()));
    }

    /// Adds a table, unless it has no entry.
    pub(super) fn table(&mut self, table: Table) {
        if !table.entries.is_empty() {
            self.parts.push(Part::Table(table));
        }
    }
}

/// The cells of this place in every entry, joined.
pub(super) fn joined(entries: &[Vec<String>], place: usize, between: &str) -> String {
    entries.iter().map(|entry| entry[place].as_str()).collect::<Vec<_>>().join(between)
}

/// One step for each entry.
pub(super) fn each(
    entries: &[Vec<String>],
    name: &'static str,
    text: impl Fn(&[String]) -> String,
) -> Vec<Step> {
    entries.iter().map(|entry| (name, text(entry))).collect()
}
