//! The requirement ledger: every MUST, SHOULD and MAY of the documents, numbered, in our words.

use crate::expectation::Level;
use crate::word::words;

/// All requirements, in the order of the files and of the rows in them. Their ids are distinct.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ledger {
    /// The rows.
    pub requirements: Vec<Requirement>,
}

/// One requirement of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Requirement {
    /// The stable name: the codec and a number, such as `punycode-12`.
    pub id: String,
    /// The codec that it is about.
    pub codec: String,
    /// The document.
    pub document: String,
    /// The clause that says it.
    pub clause: String,
    /// Further clauses that a case about it may name: examples, and the procedures that apply it.
    pub also: Vec<String>,
    /// How binding it is; never [`Level::Must`] for a reading.
    pub level: Level,
    /// The basis: the document says it, or we chose it.
    pub basis: Basis,
    /// The requirement, in our words.
    pub text: String,
    /// Why no case can show that it is broken, where none can.
    pub untestable: Option<String>,
    /// The file, as the caller wrote it.
    pub file: String,
    /// The line of the file, from 1.
    pub line: usize,
}

words! {
    /// The basis of a requirement: the document says it, or we chose it.
    Basis {
        /// A sentence, table, procedure or example of the document.
        Document = "document",
        /// A choice of ours, because the document is silent or contradicts itself. A good implementation
        /// may choose otherwise, so no `must` rests on it.
        Reading = "reading",
    }
}

impl Requirement {
    /// Whether a case that names this clause is about the requirement: the clause is one of its
    /// own, or a part of one, as `6.2, step 3` and `7.1 (A)` are parts of `6.2` and `7.1`.
    #[must_use]
    pub fn has_clause(&self, clause: &str) -> bool {
        is_part(clause, &self.clause) || self.also.iter().any(|also| is_part(clause, also))
    }
}

/// Whether a clause is this one or a part of it: `6.2, step 3` is a part of `6.2`, `6.21` is not.
fn is_part(clause: &str, whole: &str) -> bool {
    match clause.strip_prefix(whole) {
        Some(rest) => !rest.starts_with(|next: char| next == '.' || next.is_alphanumeric()),
        None => false,
    }
}

impl Ledger {
    /// The requirement with this id.
    ///
    /// # Complexity
    ///
    /// Linear in the number of requirements.
    #[must_use]
    pub fn requirement(&self, id: &str) -> Option<&Requirement> {
        self.requirements
            .iter()
            .find(|requirement| requirement.id == id)
    }
}
