//! The head of a run's page: who was checked, with which result.

use super::markup::{Markup, each, field, html};
use crate::judge::ExitStatus;
use crate::report::run::{CheckState, Run};
use crate::report::wording::{self, conclusion, count, show_identity};

/// The result in one sentence, the counts, and the facts that belong to no check.
pub(super) fn summary(run: &Run) -> Markup {
    let end = &run.end;
    let state = match end.exit {
        ExitStatus::AsExpected => "passed",
        ExitStatus::Unexpected => "failed",
        _ => "not-run",
    };
    html!(
        "<section class=\"summary\" aria-labelledby=\"title\"><h1 id=\"title\">{}</h1>\
         <p class=\"verdict {}\">{}</p><dl class=\"counts\">{}{}</dl>{}<p class=\"run\">{}</p>\
         </section>\n",
        show_identity(&run.start.implementation),
        state,
        sentence(&conclusion(end)),
        each(CheckState::ALL, |state| number_of(state, run)),
        field("time", format!("{:.1} s", end.elapsed_us as f64 / 1e6)),
        facts(run),
        origin(run),
    )
}

/// The command, and when and with what it ran.
fn origin(run: &Run) -> Markup {
    let start = &run.start;
    let words = ["acegate", "check"].into_iter();
    // A filter is an option and its value.
    let filters = start.filters.iter().flat_map(|filter| filter.splitn(2, ' '));
    let options = start.arguments.iter().map(String::as_str).chain(filters);
    let named = |name: &str, value: &str| (!value.is_empty()).then(|| format!("{name}{value}"));
    let facts = [
        named("", &start.date),
        start.enforce.map(|level| format!("failures count from {level} on")),
        named("suite ", &start.suite),
        named("acegate ", &start.acegate),
    ];
    let facts = each(facts.iter().flatten(), |fact| html!(" · <span>{}</span>", fact));
    html!("<code>{}</code>{}", shell_words::join(words.chain(options)), facts)
}

fn number_of(state: CheckState, run: &Run) -> Markup {
    let number = run.checks.iter().filter(|check| check.state == state).count();
    // The numbers of passed and failed checks are shown even if they are 0.
    if number == 0 && !matches!(state, CheckState::Failed | CheckState::Passed) {
        return Markup::default();
    }
    html!(
        "<div class=\"{}\"><dt>{}</dt><dd>{}</dd></div>",
        if number > 0 { state.code() } else { "none" },
        state.words(),
        grouped(number)
    )
}

fn facts(run: &Run) -> Option<Markup> {
    let mut facts = Vec::new();
    if run.start.filtered > 0 {
        let checks = count(run.start.filtered, "check was", "checks were");
        facts.push(format!("{checks} left out by the filters."));
    }
    facts.extend(wording::facts(&run.end).iter().map(|fact| sentence(fact)));
    let items = each(&facts, |fact| html!("<li>{}</li>", fact));
    (!facts.is_empty()).then(|| html!("<ul class=\"facts\">{}</ul>", items))
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
