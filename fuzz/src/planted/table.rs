//! The table of planted faults: which target found each.

use std::fmt::Write;

use serde_json::{Value as Json, json};

use super::Trial;
use super::faults::Fault;
use crate::campaign::RunResult;
use crate::targets::Target;

/// When a fault was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// By a seed.
    Seeds,
    /// Within the executions.
    Runs,
    /// Within those with the value profile.
    ValueProfile,
    /// Not at all.
    Never,
}

impl Stage {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Seeds => "seeds",
            Self::Runs => "runs",
            Self::ValueProfile => "value profile",
            Self::Never => "not found",
        }
    }
}

/// The result for one fault.
#[derive(Clone, Debug)]
pub struct Found {
    /// The fault.
    pub fault: &'static Fault,
    /// When it was found.
    pub stage: Stage,
    /// By whom.
    pub target: Option<&'static Target>,
    /// After how many executions of that target.
    pub executions: u64,
    /// How many executions of other targets went before in vain.
    pub executions_of_others: u64,
    /// The octets of the input, as found and as small as it was made.
    pub sizes: Option<(usize, usize)>,
    /// The signature.
    pub signature: Option<String>,
}

impl Found {
    pub(super) const fn nothing(fault: &'static Fault) -> Self {
        Self {
            fault,
            stage: Stage::Never,
            target: None,
            executions: 0,
            executions_of_others: 0,
            sizes: None,
            signature: None,
        }
    }

    pub(super) fn record(&mut self, stage: Stage, target: &'static Target, outcome: &RunResult) {
        self.stage = stage;
        self.target = Some(target);
        self.executions = outcome.executions;
    }
}

/// The table of all faults that were planted.
#[derive(Clone, Debug)]
pub struct Table {
    /// One row a fault.
    pub rows: Vec<Found>,
    /// How hard the targets tried.
    pub trial: Trial,
}

impl Table {
    /// How many faults were found.
    #[must_use]
    pub fn found(&self) -> usize {
        self.rows.iter().filter(|row| row.stage != Stage::Never).count()
    }

    /// Whether every fault was found.
    #[must_use]
    pub fn is_enough(&self) -> bool {
        self.found() == self.rows.len()
    }

    /// For programs.
    #[must_use]
    pub fn json(&self) -> Json {
        let row = |row: &Found| {
            json!({
                "fault": row.fault.id,
                "file": row.fault.file,
                "what": row.fault.what,
                "stage": row.stage.as_str(),
                "target": row.target.map(|target| target.name),
                "executions": row.executions,
                "executions_of_others": row.executions_of_others,
                "size": row.sizes.map(|sizes| sizes.0),
                "minimised": row.sizes.map(|sizes| sizes.1),
                "signature": row.signature,
            })
        };
        json!({
            "format": 1,
            "seed": self.trial.seed,
            "executions": self.trial.executions,
            "planted": self.rows.len(),
            "found": self.found(),
            "faults": self.rows.iter().map(row).collect::<Vec<_>>(),
        })
    }

    /// For people.
    #[must_use]
    pub fn markdown(&self) -> String {
        let Trial { seed, executions } = self.trial;
        let mut out = format!(
            "# Planted faults\n\nMade by `cargo run --release -p acegate-fuzz -- planted --seed {seed} \
             --runs {executions}`.\n\n{} faults were planted one at a time in a copy of the codec \
             crate; {} were found by {executions} executions of each target and as many with the \
             value profile. The targets that concern the codec run one after the other; the \
             executions are those of the target that found the fault, and the seeds count. A fault \
             that a seed finds is one that some vector hits.\n\n",
            self.rows.len(),
            self.found(),
        );
        out += "| fault | what is wrong | found by | target | executions | others before | octets | minimised |\n";
        out += "| --- | --- | --- | --- | ---: | ---: | ---: | ---: |\n";
        for row in &self.rows {
            let size = |size: Option<usize>| size.map_or("-".to_owned(), |size| size.to_string());
            writeln!(
                out,
                "| `{}` | {} | {} | {} | {} | {} | {} | {} |",
                row.fault.id,
                row.fault.what,
                row.stage.as_str(),
                row.target.map_or("-".to_owned(), |target| format!("`{}`", target.name)),
                row.executions,
                row.executions_of_others,
                size(row.sizes.map(|sizes| sizes.0)),
                size(row.sizes.map(|sizes| sizes.1)),
            )
            .expect("writing to a string does not fail");
        }
        out
    }
}
