//! A part of the report, and its form as Markdown.

use std::fmt::{self, Write as _};

use super::{Goal, Plot, Table};

/// The results of one suite.
#[derive(Clone, Debug, Default)]
pub struct Section {
    /// The heading.
    pub title: String,
    /// Text and tables in order.
    pub blocks: Vec<Block>,
    /// The goals of these results.
    pub goals: Vec<Goal>,
    /// The plots of the results.
    pub plots: Vec<Plot>,
    /// The failures: fast paths that are slower than their plain model.
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

impl Section {
    /// An empty section.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_stand_in_the_section() {
        let mut section = Section::new("Models");
        section.text("A paragraph.");
        section.faults.push("utf5 encode is slower than its model".to_owned());
        let text =
            "## Models\n\nA paragraph.\n\n**Fault:** utf5 encode is slower than its model.\n";
        assert_eq!(section.to_string(), text);
    }
}
