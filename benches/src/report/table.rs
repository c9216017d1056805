//! A table, in columns and as Markdown.

use std::fmt;

/// The alignment of the cells of a column.
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

    /// Sets which columns are words and which are figures.
    pub fn align(&mut self, aligns: &[Align]) {
        self.aligns = aligns.to_vec();
    }

    /// Adds a row. A row that is too short gets empty cells.
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
}
