//! The checks of a run as its page shows them.

use crate::event::CaseEvent;
use crate::report::run::{CheckEntry, CheckState, Run};
use crate::report::wording::{describe, show_baseline};

/// The checks: those that count first, those that were skipped last, and in the order of the suite
/// among themselves.
pub(super) fn in_order(run: &Run) -> Vec<&CheckEntry> {
    let mut checks: Vec<_> = run.checks.iter().collect();
    checks.sort_by_key(|check| check.state);
    checks
}

impl CheckState {
    /// Its name for people.
    pub(super) const fn title(self) -> &'static str {
        match self {
            Self::NotRun => "not run",
            state => state.code(),
        }
    }
}

/// The words on a check, made printable.
pub(super) struct Said {
    /// The verdict in words, such as `wrong value`.
    pub(super) verdict: String,
    pub(super) expected: String,
    /// The observed outcome; empty if it was not asked.
    pub(super) got: String,
    /// The lines on a failure that are in no other field, such as `differs`.
    pub(super) lines: Vec<(&'static str, String)>,
}

impl Said {
    pub(super) fn new(check: &CheckEntry) -> Self {
        let [expected, got] = ["expected", "got"].map(|name| check.line(name).to_owned());
        let elsewhere = ["asked", "expected", "got", "clause", "because", "vector"];
        let others = check.lines.iter().filter(|(name, _)| !elsewhere.contains(name));
        let mut others: Vec<_> = others.cloned().collect();
        let explain = check.asked.as_ref().and_then(|asked| asked.explain.as_ref());
        if let Some(explain) = explain.filter(|_| others.iter().all(|(name, _)| *name != "explain"))
        {
            others.insert(others.len() - 1, ("explain", explain.clone()));
        }
        let got = if check.is_asked() { got } else { String::new() };
        Self { verdict: verdict_in_words(&check.case), expected, got, lines: others }
    }
}

/// All that is said of a check, a field a line.
pub(super) fn fields(check: &CheckEntry) -> Vec<(&'static str, String)> {
    let CheckEntry { case, asked, .. } = check;
    let Said { verdict, expected, got, lines } = Said::new(check);
    let (input, params) = asked.as_ref().map_or(("", ""), |asked| (&*asked.input, &*asked.params));
    let asked = format!("{} {} {input}  {params}", case.codec, case.op);
    let clause = format!("{}, {} ({})", case.document, case.clause, case.level);
    let mut fields = vec![
        ("result", verdict),
        ("asked", asked.trim_end().to_owned()),
        ("expected", expected),
        ("got", got),
        ("clause", clause),
    ];
    fields.extend(case.note.clone().map(|note| ("because", note)));
    if !case.requirements.is_empty() {
        fields.push(("requirement", case.requirements.join(", ")));
    }
    fields.extend(lines);
    let mut words = vec!["acegate", "vectors", "show", &case.case];
    if check.is_own_vector {
        words.extend(["--only-vectors", &case.file]);
    }
    let show = shell_words::join(words);
    fields.push(("vector", format!("{show}  ({}:{})", case.file, case.line)));
    fields
}

fn verdict_in_words(case: &CaseEvent) -> String {
    let mut words = case.failing.map_or_else(|| case.verdict.code(), describe).to_owned();
    if let Some(baseline) = case.baseline.filter(|baseline| baseline.counts()) {
        words += &format!(", {}", show_baseline(baseline));
    }
    if case.order_dependent {
        words += ", not when asked alone";
    }
    if case.slow {
        words += ", slow";
    }
    words
}
