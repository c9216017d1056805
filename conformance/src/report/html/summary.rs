//! The head of a run's page: who was checked, with which result.

use super::markup::Markup;
use crate::judge::ExitStatus;
use crate::report::run::{CheckState, Run};
use crate::report::wording::{conclusion, count, describe_growth, show_identity, show_limit};

/// The result in one sentence, the counts, and the facts that belong to no check.
pub(super) fn write(run: &Run, out: &mut Markup) {
    let end = &run.end;
    let state = match end.exit {
        ExitStatus::AsExpected => "passed",
        ExitStatus::Unexpected => "failed",
        _ => "not-run",
    };
    out.element("section", &[("class", "summary"), ("aria-labelledby", "title")], |it| {
        it.leaf("h1", &[("id", "title")], &show_identity(&run.start.implementation));
        it.leaf("p", &[("class", &format!("verdict {state}"))], &sentence(&conclusion(end)));
        it.element("dl", &[("class", "counts")], |it| write_counts(run, it));
        write_facts(run, it);
        it.element("p", &[("class", "run")], |it| write_origin(run, it));
    });
    out.line();
}

/// The command, and when and with what it ran.
fn write_origin(run: &Run, it: &mut Markup) {
    let start = &run.start;
    let words = ["acegate", "check"].into_iter();
    // A filter is an option and its value.
    let filters = start.filters.iter().flat_map(|filter| filter.splitn(2, ' '));
    let options = start.arguments.iter().map(String::as_str).chain(filters);
    it.leaf("code", &[], &shell_words::join(words.chain(options)));
    let named = |name: &str, value: &str| (!value.is_empty()).then(|| format!("{name}{value}"));
    let facts = [
        named("", &start.date),
        start.enforce.map(|level| format!("failures count from {level} on")),
        named("suite ", &start.suite),
        named("acegate ", &start.acegate),
    ];
    for fact in facts.iter().flatten() {
        it.text(" · ");
        it.leaf("span", &[], fact);
    }
}

fn write_counts(run: &Run, it: &mut Markup) {
    for state in CheckState::ALL {
        let number = run.checks.iter().filter(|check| check.state == state).count();
        // A run of which everything counts still says how much failed.
        if number > 0 || matches!(state, CheckState::Failed | CheckState::Passed) {
            let class = if number > 0 { state.code() } else { "none" };
            it.element("div", &[("class", class)], |it| {
                it.leaf("dt", &[], state.title());
                it.leaf("dd", &[], &grouped(number));
            });
        }
    }
    it.field("time", &[], &format!("{:.1} s", run.end.elapsed_us as f64 / 1e6));
}

fn write_facts(run: &Run, out: &mut Markup) {
    let end = &run.end;
    let mut facts = Vec::new();
    if run.start.filtered > 0 {
        let checks = count(run.start.filtered, "check was", "checks were");
        facts.push(format!("{checks} left out by the filters."));
    }
    facts.extend(end.length_limits.iter().map(|limit| {
        let (title, text) = show_limit(limit);
        format!("{title}: {text}.")
    }));
    facts.extend(end.growth.iter().map(|growth| sentence(&describe_growth(growth))));
    facts.extend(end.remarks.iter().map(|remark| sentence(remark)));
    facts.extend(end.stale.iter().map(|stale| {
        format!(
            "The baseline ({}:{}) names {}, which the suite lacks.",
            stale.file, stale.line, stale.check
        )
    }));
    if !facts.is_empty() {
        out.element("ul", &[("class", "facts")], |it| {
            facts.iter().for_each(|fact| it.leaf("li", &[], fact));
        });
    }
}

/// The words as a sentence.
pub(super) fn sentence(words: &str) -> String {
    let mut characters = words.chars();
    let first = characters.next().map(|first| first.to_uppercase().collect::<String>());
    let end = if words.ends_with('.') { "" } else { "." };
    format!("{}{}{end}", first.unwrap_or_default(), characters.as_str())
}

/// A number with its digits in groups of three.
pub(super) fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_their_digits_in_groups() {
        let shown = [0, 999, 1000, 10_813, 1_234_567].map(grouped);
        assert_eq!(shown, ["0", "999", "1,000", "10,813", "1,234,567"]);
        assert_eq!(sentence("nothing was run"), "Nothing was run.");
    }
}
