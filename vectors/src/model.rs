//! A loaded suite: files, cases, and the checks that they expand into.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::digest::Digest;
use crate::error::LoadError;
use crate::expectation::{Expectation, Level, Outcome};
use crate::value::{Params, Value};
use crate::word::words;

/// Everything that was loaded, in the order of the files and of the cases in them.
///
/// The ids of the cases are distinct, and there is at least one case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suite {
    /// The files, without their cases.
    pub files: Vec<File>,
    /// The cases of all files.
    pub cases: Vec<Arc<Case>>,
}

impl Suite {
    /// The case with this id.
    ///
    /// # Complexity
    ///
    /// Linear in the number of cases.
    #[must_use]
    pub fn case(&self, id: &str) -> Option<&Arc<Case>> {
        self.cases.iter().find(|case| case.id == id)
    }

    /// This suite followed by the cases of another one. A case that both have counts once.
    ///
    /// # Errors
    ///
    /// A case that has the id of another one and another request or expectation.
    pub fn with(mut self, other: Self) -> Result<Self, LoadError> {
        let mut known = BTreeMap::new();
        for case in &self.cases {
            known.insert(case.id.clone(), Arc::clone(case));
        }
        for case in other.cases {
            match known.get(&case.id) {
                None => self.cases.push(case),
                Some(first) if first.digest() == case.digest() => {}
                Some(first) => return Err(duplicate(&case, first)),
            }
        }
        self.files.extend(other.files);
        Ok(self)
    }

    /// The checks of all cases, in their order.
    #[must_use]
    pub fn checks(&self) -> Vec<Check> {
        self.cases.iter().flat_map(Case::checks).collect()
    }

    /// One digest for the whole suite: it changes when a check is added, removed or changed.
    ///
    /// # Complexity
    ///
    /// Linear in the lengths of all inputs and results: some milliseconds for the embedded suite.
    #[must_use]
    pub fn digest(&self) -> Digest {
        let mut sum = 0_u64;
        for case in &self.cases {
            // Addition makes the order of the files irrelevant, the multiplication keeps equal
            // digests of two cases from cancelling each other.
            let spread = case.digest().0.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
            sum = sum.wrapping_add(spread);
        }
        Digest(sum)
    }
}

fn duplicate(case: &Case, first: &Case) -> LoadError {
    let place = format!("{}:{}", case.file, case.line);
    let Case { id, file, line, .. } = first;
    let message = format!("duplicate id {id:?}, first used in {file}:{line}");
    LoadError::whole(place, message)
}

/// The head of a vector file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// The name of the file, as the caller wrote it.
    pub path: String,
    /// The comment lines above the first field, each with its `#`; empty lines between them are
    /// kept.
    pub comments: Vec<String>,
    /// The codec that all cases are about.
    pub codec: String,
    /// The document that the clauses of the cases are of.
    pub document: String,
    /// The theme of its cases, whose ids name it after the codec; in a file of several themes, the
    /// name that they have together.
    pub theme: String,
    /// One sentence on what the file contains.
    pub summary: String,
    /// The summaries of the groups that have one, by their themes.
    pub groups: BTreeMap<String, String>,
}

/// One case: an input, one or two operations, and what must come out.
///
/// The input of a scenario is the list of its steps, and what must come out the list of answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The stable name, `codec/theme/what-is-special`.
    pub id: String,
    /// The codec.
    pub codec: String,
    /// The document that `clause` is of.
    pub document: String,
    /// The clause that says it.
    pub clause: String,
    /// The rows of the requirement ledger that the case tests.
    pub requirements: Vec<String>,
    /// How binding it is.
    pub level: Level,
    /// The operation, or two: the second undoes the first.
    pub ops: Vec<String>,
    /// The parameters of the operations.
    pub params: Params,
    /// The input of the first operation. The checks share it: some texts have 65,000 code points.
    pub input: Arc<Value>,
    /// The right outcome of the first operation.
    pub expect: Expectation,
    /// The origin of the case.
    pub origin: Origin,
    /// Who agreed with the expectation when the case was written.
    pub confirmed: Vec<String>,
    /// One sentence on why the case exists.
    pub note: Option<String>,
    /// The file, as in [`File::path`].
    pub file: String,
    /// The line of the file where the case begins, from 1.
    pub line: usize,
}

impl Case {
    /// A case with this question and answer that no document prints: its id, document and clause are empty,
    /// its level is the lowest, and it has no parameters. Callers set the fields that they know.
    #[must_use]
    pub fn new(
        codec: impl Into<String>,
        op: impl Into<String>,
        input: Arc<Value>,
        expect: Expectation,
    ) -> Self {
        Self {
            id: String::new(),
            codec: codec.into(),
            document: String::new(),
            clause: String::new(),
            requirements: Vec::new(),
            level: Level::May,
            ops: vec![op.into()],
            params: Params::new(),
            input,
            expect,
            origin: Origin::Derived,
            confirmed: Vec::new(),
            note: None,
            file: String::new(),
            line: 0,
        }
    }

    /// The theme, which is the middle part of the id. The cases of one theme are a group of their file.
    #[must_use]
    pub fn theme(&self) -> &str {
        theme(&self.id)
    }

    /// The digest of the case. If it has one operation, its check has the same digest.
    #[must_use]
    pub fn digest(&self) -> Digest {
        let op = self.ops.join("+");
        Digest::of_question(&self.codec, &op, &self.params, &self.input).with_answer(
            &self.expect,
            self.level,
            &self.clause,
        )
    }

    /// The questions to an implementation: one an operation.
    ///
    /// The second of two operations receives what the first must return, and must return the input
    /// of the case back.
    #[must_use]
    pub fn checks(self: &Arc<Self>) -> Vec<Check> {
        let mut checks = Vec::with_capacity(self.ops.len());
        for (index, op) in self.ops.iter().enumerate() {
            let mut check = Check {
                name: self.id.clone(),
                op: op.clone(),
                input: Arc::clone(&self.input),
                expect: self.expect.clone(),
                case: Arc::clone(self),
            };
            if self.ops.len() > 1 {
                check.name = format!("{}:{op}", self.id);
            }
            if index == 1
                && let Some(Outcome::Ok(result)) = self.expect.single()
            {
                check.input = Arc::clone(result);
                check.expect = Expectation::one(Outcome::Ok(Arc::clone(&self.input)));
            }
            checks.push(check);
        }
        checks
    }

    /// The steps of a scenario, each with the right answer. `None` unless input and expectation are
    /// lists of visible ASCII text, equally long.
    #[must_use]
    pub fn steps(&self) -> Option<Vec<(String, String)>> {
        let Some(Outcome::Ok(answers)) = self.expect.single() else {
            return None;
        };
        let (Value::List(actions), Value::List(answers)) = (&*self.input, &**answers) else {
            return None;
        };
        if actions.is_empty() || actions.len() != answers.len() {
            return None;
        }
        let mut steps = Vec::with_capacity(actions.len());
        for (action, answer) in actions.iter().zip(answers) {
            let action = action.to_visible_string()?;
            if action.trim().is_empty() {
                return None;
            }
            steps.push((action, answer.to_visible_string()?));
        }
        Some(steps)
    }
}

/// The middle part of an id.
pub(crate) fn theme(id: &str) -> &str {
    id.split('/').nth(1).unwrap_or_default()
}

/// One question to an implementation: a case with one of its operations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// The id of the case; `id:op` if the case has two operations.
    pub name: String,
    /// The operation.
    pub op: String,
    /// The input, shared with the case.
    pub input: Arc<Value>,
    /// The right outcome.
    pub expect: Expectation,
    /// The case that the check is of.
    pub case: Arc<Case>,
}

impl Check {
    /// The codec.
    #[must_use]
    pub fn codec(&self) -> &str {
        &self.case.codec
    }

    /// The parameters.
    #[must_use]
    pub fn params(&self) -> &Params {
        &self.case.params
    }

    /// The digest of the check.
    #[must_use]
    pub fn digest(&self) -> Digest {
        let Case { level, clause, .. } = &*self.case;
        self.question_digest()
            .with_answer(&self.expect, *level, clause)
    }

    /// The digest of the request, without the expected answer.
    #[must_use]
    pub fn question_digest(&self) -> Digest {
        Digest::of_question(self.codec(), &self.op, self.params(), &self.input)
    }
}

words! {
    /// The origin of a case.
    Origin {
        /// The document prints it. A misprint is also one of these; it is expected to be
        /// refused or to mean something else.
        Printed = "printed",
        /// The right value, because the document prints a wrong one or none.
        Corrected = "corrected",
        /// It follows from the rules of the document.
        Derived = "derived",
        /// An implementation was found to be wrong about it.
        Found = "found",
    }
}
