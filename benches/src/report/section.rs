//! A part of the report, and its form as Markdown.

use std::fmt::{self, Write as _};

use super::{Goal, Plot};

/// The results of one suite.
#[derive(Clone, Debug, Default)]
pub struct Section {
    /// The heading.
    pub title: String,
    /// Text and tables in order.
    pub blocks: Vec<Block>,
    /// What is asked of these results.
    pub goals: Vec<Goal>,
    /// Pictures of them.
    pub plots: Vec<Plot>,
    /// What must not be, and is: a fast path slower than its plain twin.
    pub faults: Vec<String>,
}

/// A piece of a section.
#[derive(Clone, Debug)]
pub enum Block {
    /// A sub-heading.
    Heading(String),
    /// A paragraph.
    Text(String),
    /// A table.
    Table(Table),
}

/// On which side the cells of a column stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// Words.
    Left,
    /// Figures.
    Right,
}

/// A table: the same as text in columns and as Markdown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    header: Vec<String>,
    aligns: Vec<Align>,
    rows: Vec<Vec<String>>,
}

impl Section {
    /// A section without anything in it.
    #[must_use]
    pub fn new(title: impl Into<String>) -> Self {
        Self { title: title.into(), ..Self::default() }
    }

    /// Adds a sub-heading.
    pub fn heading(&mut self, text: impl Into<String>) {
        self.blocks.push(Block::Heading(text.into()));
    }

    /// Adds a paragraph.
    pub fn text(&mut self, text: impl Into<String>) {
        self.blocks.push(Block::Text(text.into()));
    }

    /// Adds a table.
    pub fn table(&mut self, table: Table) {
        self.blocks.push(Block::Table(table));
    }
}

impl fmt::Display for Section {
    /// The section as Markdown, without its goals and plots.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "## {}", self.title)?;
        for block in &self.blocks {
            f.write_char('\n')?;
            match block {
                Block::Heading(text) => writeln!(f, "### {text}")?,
                Block::Text(text) => writeln!(f, "{text}")?,
                Block::Table(table) => table.fmt(f)?,
            }
        }
        for fault in &self.faults {
            writeln!(f, "\n**Fault:** {fault}.")?;
        }
        Ok(())
    }
}

impl Table {
    /// A table with these columns: words in the first, figures in the others.
    #[must_use]
    pub fn new(header: &[&str]) -> Self {
        let header: Vec<_> = header.iter().map(|&cell| cell.to_owned()).collect();
        let mut aligns = vec![Align::Right; header.len()];
        if let Some(first) = aligns.first_mut() {
            *first = Align::Left;
        }
        Self { header, aligns, rows: Vec::new() }
    }

    /// Says which columns are words and which are figures.
    pub fn align(&mut self, aligns: &[Align]) {
        self.aligns = aligns.to_vec();
    }

    /// Adds a row; a row that is too short is filled with empty cells.
    pub fn row(&mut self, cells: impl IntoIterator<Item = impl Into<String>>) {
        let mut row: Vec<String> = cells.into_iter().map(Into::into).collect();
        row.resize(self.header.len(), String::new());
        self.rows.push(row);
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = || std::iter::once(&self.header).chain(&self.rows);
        let widths: Vec<_> = (0..self.header.len())
            .map(|column| all().map(|row| row[column].chars().count()).max().unwrap_or(0).max(3))
            .collect();
        let columns = || self.aligns.iter().zip(&widths);
        for (at, row) in all().enumerate() {
            for (cell, (align, width)) in row.iter().zip(columns()) {
                match align {
                    Align::Left => write!(f, "| {cell:<width$} ")?,
                    Align::Right => write!(f, "| {cell:>width$} ")?,
                }
            }
            f.write_str("|\n")?;
            if at == 0 {
                for (align, width) in columns() {
                    match align {
                        Align::Left => write!(f, "| {:-<width$} ", "")?,
                        Align::Right => write!(f, "| {:->1$}: ", "", width - 1)?,
                    }
                }
                f.write_str("|\n")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_markdown_in_columns() {
        let mut table = Table::new(&["name", "ns"]);
        table.row(["idna", "490"]);
        table.row(["a"]);
        let text = "| name |  ns |\n| ---- | --: |\n| idna | 490 |\n| a    |     |\n";
        assert_eq!(table.to_string(), text);
    }

    #[test]
    fn faults_stand_in_the_section() {
        let mut section = Section::new("Twins");
        section.text("A paragraph.");
        section.faults.push("utf5 encode is slower than its twin".to_owned());
        let text = "## Twins\n\nA paragraph.\n\n**Fault:** utf5 encode is slower than its twin.\n";
        assert_eq!(section.to_string(), text);
    }
}
