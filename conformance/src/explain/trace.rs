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
    pub steps: Vec<Step>,
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
    /// The steps that begin with this input.
    pub(super) fn of(input: impl Into<String>) -> Self {
        Self {
            parts: vec![Part::Fact("input", input.into())],
        }
    }

    /// The steps in words, in their order.
    #[must_use]
    pub fn steps(&self) -> Vec<Step> {
        let in_words = |part: &Part| match part {
            Part::Fact(name, text) => vec![(*name, text.clone())],
            Part::Table(table) => table.steps.clone(),
        };
        self.parts.iter().flat_map(in_words).collect()
    }

    /// Adds a fact.
    pub(super) fn fact(&mut self, name: &'static str, text: impl Into<String>) {
        self.parts.push(Part::Fact(name, text.into()));
    }

    /// Adds a table that grows down, unless it has no entry. Each has its cells, and the steps that say
    /// the same in words.
    pub(super) fn rows<const HEADS: usize>(
        &mut self,
        caption: &'static str,
        heads: &'static [&'static str; HEADS],
        entries: impl IntoIterator<Item = ([String; HEADS], Vec<Step>)>,
    ) {
        let (entries, steps): (Vec<_>, Vec<_>) = entries
            .into_iter()
            .map(|(cells, steps)| (Vec::from(cells), steps))
            .unzip();
        self.table(Table {
            caption,
            direction: Direction::Down,
            heads,
            entries,
            steps: steps.concat(),
        });
    }

    /// Adds a table that grows to the right, unless it has no entry. Each step says one of its rows in
    /// words: its name, the index of its head, the text before the first cell, and the text between two
    /// cells. Empty cells are left out.
    pub(super) fn columns<const HEADS: usize>(
        &mut self,
        caption: &'static str,
        heads: &'static [&'static str; HEADS],
        entries: impl IntoIterator<Item = [String; HEADS]>,
        steps: &[(&'static str, usize, &str, &str)],
    ) {
        let entries: Vec<_> = entries.into_iter().collect();
        let in_words = |&(name, place, before, between): &(_, usize, &str, &str)| {
            let cells = entries.iter().map(|cells| cells[place].as_str());
            let cells: Vec<_> = cells.filter(|cell| !cell.is_empty()).collect();
            (name, before.to_owned() + &cells.join(between))
        };
        let steps = steps.iter().map(in_words).collect();
        let entries = entries.into_iter().map(Vec::from).collect();
        self.table(Table {
            caption,
            direction: Direction::Right,
            heads,
            entries,
            steps,
        });
    }

    fn table(&mut self, table: Table) {
        if !table.entries.is_empty() {
            self.parts.push(Part::Table(table));
        }
    }
}
