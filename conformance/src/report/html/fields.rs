//! The checks of a run as its page shows them.

use crate::event::CaseEvent;
use crate::report::run::{CheckEntry, Run};
use crate::report::wording::{describe, show_baseline};
use crate::suite::named_rule;

/// The checks: those that count first, those that were skipped last, and in the order of the suite
/// among themselves.
pub(super) fn in_order(run: &Run) -> Vec<&CheckEntry> {
    let mut checks: Vec<_> = run.checks.iter().collect();
    checks.sort_by_key(|check| check.state);
    checks
}

/// The observed outcome, made printable; empty if it was not asked.
pub(super) fn got(check: &CheckEntry) -> &str {
    if check.is_asked() { check.line("got") } else { "" }
}

/// The lines on a failure that are in no other field, such as `differs`, and the command that explains the
/// right answer to any check.
pub(super) fn other_lines(check: &CheckEntry) -> Vec<(&'static str, &str)> {
    let elsewhere = ["asked", "expected", "got", "clause", "because", "vector"];
    let lines = check.lines.iter().filter(|(name, _)| !elsewhere.contains(name));
    let mut lines: Vec<_> = lines.map(|(name, text)| (*name, text.as_str())).collect();
    let explain = check.asked.explain.as_deref().filter(|_| check.line("explain").is_empty());
    if let Some(explain) = explain {
        lines.insert(lines.len() - 1, ("explain", explain));
    }
    lines
}

/// All that is said of a check, a field a line.
pub(super) fn fields(check: &CheckEntry) -> Vec<(&'static str, String)> {
    let CheckEntry { case, asked, .. } = check;
    let asked = format!("{} {} {}  {}", case.codec, case.op, asked.input, asked.params);
    let clause = format!("{}, {} ({})", case.document, case.clause, case.level);
    let mut fields = vec![
        ("result", verdict(case)),
        ("asked", asked.trim_end().to_owned()),
        ("expected", check.line("expected").to_owned()),
        ("got", got(check).to_owned()),
        ("clause", clause),
    ];
    fields.extend(case.note.clone().map(|note| ("because", note)));
    fields.extend(case.requirements.iter().map(|id| ("requirement", named_rule(id))));
    fields.extend(other_lines(check).into_iter().map(|(name, text)| (name, text.to_owned())));
    let mut words = vec!["acegate", "vectors", "show", &case.case];
    if check.is_own_vector {
        words.extend(["--only-vectors", &case.file]);
    }
    let show = shell_words::join(words);
    fields.push(("vector", format!("{show}  ({}:{})", case.file, case.line)));
    fields
}

/// The verdict in words, such as `wrong value`.
pub(super) fn verdict(case: &CaseEvent) -> String {
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
