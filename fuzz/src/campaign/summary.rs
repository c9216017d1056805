//! The summary of a campaign, as Markdown and as JSON.

use std::fmt::Write;
use std::path::PathBuf;
use std::time::Duration;

use serde_json::{Value as Json, json};

use super::libfuzzer::RunResult;
use super::plan::{Budget, Plan};
use super::repeat_command;
use crate::findings::Finding;
use crate::targets::Target;

/// The version of the JSON form.
const FORMAT: u32 = 1;

/// The results of one target.
#[derive(Clone, Debug)]
pub struct Row {
    /// The target.
    pub target: &'static Target,
    /// How many inputs were judged.
    pub executions: u64,
    /// How many of them with the value profile.
    pub value_profile_executions: u64,
    /// How long it ran.
    pub elapsed: Duration,
    /// The most edges that one round reached.
    pub edges: u64,
    /// The most features that a round without the value profile reached.
    pub features: u64,
    /// Inputs that were added to the corpus.
    pub new_seeds: u64,
    /// The most memory, in megabytes.
    pub memory: u64,
    /// How many rounds ended in a broken property.
    pub crashes: u64,
    /// The files of the minimised corpus.
    pub corpus: usize,
    /// The findings, one for each signature.
    pub findings: Vec<Finding>,
    /// How many of the findings are not on file.
    pub new_findings: usize,
    /// Artifacts that break no property when they are replayed.
    pub unexplained: Vec<PathBuf>,
}

impl Row {
    /// The row of a target that did not run yet.
    #[must_use]
    pub fn new(target: &'static Target) -> Self {
        Self {
            target,
            executions: 0,
            value_profile_executions: 0,
            elapsed: Duration::ZERO,
            edges: 0,
            features: 0,
            new_seeds: 0,
            memory: 0,
            crashes: 0,
            corpus: 0,
            findings: Vec::new(),
            new_findings: 0,
            unexplained: Vec::new(),
        }
    }

    /// Adds what one round did.
    pub fn add(&mut self, value_profile: bool, outcome: &RunResult) {
        self.executions += outcome.executions;
        if value_profile {
            self.value_profile_executions += outcome.executions;
        } else {
            self.features = self.features.max(outcome.features);
        }
        self.elapsed += outcome.elapsed;
        self.edges = self.edges.max(outcome.edges);
        self.new_seeds += outcome.new_seeds;
        self.memory = self.memory.max(outcome.memory);
        self.crashes += u64::from(outcome.crashed);
    }

    /// Executions a second.
    #[must_use]
    pub fn rate(&self) -> u64 {
        (self.executions as f64 / self.elapsed.as_secs_f64().max(0.001)) as u64
    }
}

/// The results of a campaign.
#[derive(Clone, Debug)]
pub struct Summary {
    budget: Budget,
    seed: u64,
    jobs: usize,
    elapsed: Duration,
    rows: Vec<Row>,
}

impl Summary {
    pub(super) fn new(plan: &Plan, rows: Vec<Row>, elapsed: Duration) -> Self {
        Self { budget: plan.budget, seed: plan.seed, jobs: plan.jobs, elapsed, rows }
    }

    /// The rows, in the order of the targets.
    #[must_use]
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Whether any property was broken.
    #[must_use]
    pub fn found(&self) -> bool {
        self.rows.iter().any(|row| row.crashes > 0)
    }

    /// For programs.
    #[must_use]
    pub fn json(&self) -> Json {
        let row = |row: &Row| {
            json!({
                "target": row.target.name,
                "executions": row.executions,
                "value_profile_executions": row.value_profile_executions,
                "seconds": row.elapsed.as_secs_f64().round(),
                "executions_per_second": row.rate(),
                "edges": row.edges,
                "features": row.features,
                "new_seeds": row.new_seeds,
                "corpus": row.corpus,
                "peak_rss_mb": row.memory,
                "crashes": row.crashes,
                "findings": row.findings.iter().map(finding).collect::<Vec<_>>(),
                "unexplained": row.unexplained,
            })
        };
        json!({
            "format": FORMAT,
            "budget": match self.budget {
                Budget::Time(time) => json!({ "seconds": time.as_secs() }),
                Budget::Executions(count) => json!({ "executions_per_round": count }),
            },
            "seed": self.seed,
            "jobs": self.jobs,
            "seconds": self.elapsed.as_secs(),
            "executions": self.executions(),
            "targets": self.rows.iter().map(row).collect::<Vec<_>>(),
        })
    }

    /// For people.
    #[must_use]
    pub fn markdown(&self) -> String {
        let budget = match self.budget {
            Budget::Time(time) => format!("--budget {}", time.as_secs()),
            Budget::Executions(count) => format!("--runs {count}"),
        };
        let mut out = format!(
            "# Fuzz campaign\n\nMade by `cargo run --release -p acegate-fuzz -- campaign {budget} \
             --seed {} --jobs {}`.\n\n{} targets, {} executions, {} s. ",
            self.seed,
            self.jobs,
            self.rows.len(),
            self.executions(),
            self.elapsed.as_secs()
        );
        let findings: Vec<_> = self.rows.iter().flat_map(|row| &row.findings).collect();
        out += &match findings.len() {
            0 => "Nothing was found.\n\n".to_owned(),
            count => format!("{count} findings, below.\n\n"),
        };
        out += "Edges are coverage counters of the target's program; rates are of the machine as \
                it was, with whatever else it was doing.\n\n";
        out += "| target | executions | of them with value profile | executions/s | edges | new seeds | corpus | peak MB | findings |\n";
        out += "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n";
        for row in &self.rows {
            line(&mut out, row);
        }
        for found in findings {
            let shown = format!(
                "\n## {}\n\n- signature: `{}`\n- seen: {}\n- input: {} octets, found with {}\n- repeat: `{}`\n",
                found.name(),
                found.violation.signature(),
                found.violation.detail,
                found.octets.len(),
                found.from,
                repeat_command(found)
            );
            out += &shown;
        }
        out
    }

    fn executions(&self) -> u64 {
        self.rows.iter().map(|row| row.executions).sum()
    }
}

fn line(out: &mut String, row: &Row) {
    writeln!(
        out,
        "| `{}` | {} | {} | {} | {} | {} | {} | {} | {} |",
        row.target.name,
        row.executions,
        row.value_profile_executions,
        row.rate(),
        row.edges,
        row.new_seeds,
        row.corpus,
        row.memory,
        row.findings.len() + row.unexplained.len(),
    )
    .expect("writing to a string does not fail");
}

fn finding(finding: &Finding) -> Json {
    json!({
        "name": finding.name(),
        "signature": finding.violation.signature().0,
        "kind": finding.violation.kind.as_str(),
        "detail": finding.violation.detail,
        "size": finding.octets.len(),
        "found_with_size": finding.from,
        "repeat": repeat_command(finding),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use acegate::hunt::{Violation, ViolationKind};

    fn summary(findings: Vec<Finding>) -> Summary {
        let mut row = Row::new(&crate::TARGETS[0]);
        let outcome = RunResult {
            executions: 1000,
            elapsed: Duration::from_secs(2),
            edges: 30,
            crashed: !findings.is_empty(),
            ..RunResult::default()
        };
        row.add(false, &outcome);
        row.findings = findings;
        Summary {
            budget: Budget::Executions(1000),
            seed: 1,
            jobs: 2,
            elapsed: Duration::from_secs(3),
            rows: vec![row],
        }
    }

    #[test]
    fn says_how_much_was_done() {
        let summary = summary(Vec::new());
        assert!(!summary.found());
        assert_eq!(summary.json()["targets"][0]["executions_per_second"], 500);
        assert!(summary.markdown().contains("Nothing was found"));
    }

    #[test]
    fn a_finding_comes_with_the_command_that_repeats_it() {
        let finding = Finding {
            target: &crate::TARGETS[0],
            octets: b"0%'\xff".to_vec(),
            violation: Violation::new("x", ViolationKind::Value, "ok", "ok", "seen"),
            from: 9,
        };
        let summary = summary(vec![finding]);
        assert!(summary.found());
        let repeat = summary.json()["targets"][0]["findings"][0]["repeat"].clone();
        let repeat = repeat.as_str().expect("a string");
        assert!(repeat.starts_with(r"printf '0%%\x27\xff' > input && "), "{repeat}");
    }
}
