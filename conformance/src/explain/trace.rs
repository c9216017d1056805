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
        let mut steps = Vec::new();
        for part in &self.parts {
            match part {
                Part::Fact(name, text) => steps.push((*name, text.clone())),
                Part::Table(table) => steps.extend_from_slice(&table.steps),
            }
        }
        steps
    }

    /// Adds a fact.
    pub(super) fn fact(&mut self, name: &'static str, text: impl Into<String>) {
        self.parts.push(Part::Fact(name, text.into()));
    }

    /// Adds a table that grows down, unless it has no entry.
    pub(super) fn rows<const HEADS: usize>(
        &mut self,
        caption: &'static str,
        heads: &'static [&'static str; HEADS],
        entries: impl IntoIterator<Item = Entry<HEADS>>,
    ) {
        let mut table = Table {
            caption,
            direction: Direction::Down,
            heads,
            entries: Vec::new(),
            steps: Vec::new(),
        };
        for Entry { cells, steps } in entries {
            table.entries.push(Vec::from(cells));
            table.steps.extend(steps);
        }
        self.table(table);
    }

    /// Adds a table that grows to the right, unless it has no entry, with these of its rows in words.
    pub(super) fn columns<const HEADS: usize>(
        &mut self,
        caption: &'static str,
        heads: &'static [&'static str; HEADS],
        entries: impl IntoIterator<Item = [String; HEADS]>,
        rows: &[RowInWords],
    ) {
        let entries: Vec<_> = entries.into_iter().map(Vec::from).collect();
        let steps = rows.iter().map(|row| row.step(&entries)).collect();
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

/// An entry of a table that grows down.
pub(super) struct Entry<const HEADS: usize> {
    /// One cell for each head.
    pub(super) cells: [String; HEADS],
    /// The steps that say the same in words.
    pub(super) steps: Vec<Step>,
}

/// A row of a table that grows to the right, as a step in words: `vector: 0 3 1`.
#[derive(Clone, Copy, Default)]
pub(super) struct RowInWords {
    /// The name of the step.
    pub(super) name: &'static str,
    /// The index of the row's head.
    pub(super) head: usize,
    /// The text before the first cell.
    pub(super) before: &'static str,
    /// The text between two cells.
    pub(super) between: &'static str,
}

impl RowInWords {
    /// The step. Empty cells are left out.
    fn step(&self, entries: &[Vec<String>]) -> Step {
        let mut cells = Vec::new();
        for entry in entries {
            let cell = entry[self.head].as_str();
            if !cell.is_empty() {
                cells.push(cell);
            }
        }
        (
            self.name,
            self.before.to_owned() + &cells.join(self.between),
        )
    }
}
