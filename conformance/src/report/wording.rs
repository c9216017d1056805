//! The sentences of reports: the expected outcome, the observed one, and the difference.

use acegate_codec::Value;

use super::value::Extent;
pub(crate) use super::value::show_value;
use crate::escape::{FIELD, printable, printable_start};
use crate::event::{
    Agreement, BaselineVerdict, CaseEvent, Cause, Common, Expected, Finding, Growth, Observed,
    RunEnd, RunStart, StaleEntry,
};
use crate::judge::{ExitStatus, Failing, LengthLimit};
use crate::observation::AnyValue;
pub(crate) use crate::plural::count;
use crate::protocol::Identity;

/// How many right outcomes are shown where there are several.
const OUTCOMES: usize = 3;

/// How many libraries are named in which a deviation was seen.
const SEEN: usize = 3;

/// How many checks of a finding are named besides its example.
const ALSO: usize = 3;

/// How many of the last lines of foreign text are shown.
const LAST_LINES: usize = 3;

pub(crate) const fn describe(failing: Failing) -> &'static str {
    match failing {
        Failing::WrongValue => "wrong value",
        Failing::AcceptedWrongly => "wrongly accepted",
        Failing::RefusedWrongly => "wrongly rejected",
        Failing::WrongKind => "rejected with another error kind",
    }
}

/// Name, version and language of an implementation.
pub(crate) fn show_identity(identity: &Identity) -> String {
    let mut words = Vec::new();
    for word in [&identity.name, &identity.version] {
        if !word.is_empty() {
            words.push(printable_start(word, FIELD));
        }
    }
    let language = match identity.language.as_str() {
        "" => String::new(),
        language => format!(" ({})", printable_start(language, FIELD)),
    };
    words.join(" ") + &language
}

/// The same with every text made printable. At most so many octets of it are shown.
pub(crate) fn printable_identity(identity: &Identity, most: usize) -> Identity {
    let Identity {
        name,
        version,
        language,
        url,
    } = identity;
    let [name, version, language, url] =
        [name, version, language, url].map(|text| printable_start(text, most));
    Identity {
        name,
        version,
        language,
        url,
    }
}

/// The implementation of a run, and the shard if the run is one.
pub(crate) fn show_subject(start: &RunStart) -> String {
    let shard = start
        .shard
        .map_or_else(String::new, |shard| format!(", shard {shard}"));
    show_identity(&start.implementation) + &shard
}

pub(crate) fn conclusion(end: &RunEnd) -> String {
    let totals = &end.totals;
    match end.exit {
        ExitStatus::AsExpected => format!("all {} as expected", totals.run()),
        ExitStatus::Unexpected => {
            format!("{} of {} not as expected", totals.unexpected, totals.run())
        }
        ExitStatus::NotAlive => match &end.over {
            Some(reason) => format!("not finished: {}", printable_start(reason, FIELD)),
            None => "the implementation could not be kept alive".to_owned(),
        },
        ExitStatus::NothingRan => "nothing was run".to_owned(),
        ExitStatus::Interrupted => "interrupted".to_owned(),
        ExitStatus::Usage => "usage".to_owned(),
    }
}

/// The facts of a run that belong to no check, a sentence each.
pub(crate) fn facts(end: &RunEnd) -> Vec<String> {
    let mut facts = Vec::new();
    for limit in &end.length_limits {
        let title = show_limit(limit);
        let advice = how_to_declare(limit);
        facts.push(format!("length limit: {title}; {advice}"));
    }
    for growth in &end.growth {
        facts.push(format!("slow: {}", describe_growth(growth)));
    }
    for remark in &end.remarks {
        facts.push(format!("note: {}", printable_start(remark, FIELD)));
    }
    facts.extend(end.stale.iter().map(show_stale));
    facts
}

/// An entry of the baseline that names no check.
pub(crate) fn show_stale(stale: &StaleEntry) -> String {
    let place = format!("{}:{}", stale.file, stale.line);
    let [place, check] = [&place, &stale.check].map(|text| printable_start(text, FIELD));
    format!("the baseline ({place}) names {check}, which is not in the suite")
}

fn show_limit(limit: &LengthLimit) -> String {
    let operation = printable(&format!("{} {}", limit.codec, limit.op));
    let refused = count(limit.checks.len(), "check", "checks");
    format!("{operation} rejects long input: {refused}")
}

/// How the limit on the length of inputs can be declared.
pub(crate) fn how_to_declare(limit: &LengthLimit) -> String {
    let LengthLimit {
        longest, shortest, ..
    } = limit;
    format!(
        "it accepts inputs of up to {longest} code points and rejects one of {shortest}; declare \
            the \
         limit as \"limits\":{{\"length\":…}} in the hello, or with --length for a one-shot command"
    )
}

pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

pub(crate) fn show_expected(expected: &Expected, extent: Extent) -> String {
    match expected {
        Expected::Value(value) => extent.value(value),
        Expected::Refusal { kinds, at } => {
            let at = at.map_or_else(String::new, |at| format!(" at {at}"));
            printable_start(&format!("a refusal: {}{at}", kinds.join(" or ")), FIELD)
        }
    }
}

pub(crate) fn show_outcomes(expected: &[Expected], extent: Extent) -> String {
    let most = match extent {
        Extent::Start => OUTCOMES,
        Extent::Whole(_) => expected.len(),
    };
    let (shown, others) = expected.split_at(expected.len().min(most));
    let mut words = Vec::new();
    for outcome in shown {
        words.push(show_expected(outcome, extent));
    }
    if !others.is_empty() {
        words.push(count(others.len(), "other outcome", "other outcomes"));
    }
    words.join(", or ")
}

/// The position at which the right text and the answer begin to differ, unless both are shown in
/// full.
pub(super) fn show_difference(case: &CaseEvent, extent: Extent) -> Option<String> {
    let mut expected = case.expected.iter();
    let right = expected.find_map(|expected| code_points(expected.value()?))?;
    let found = code_points(case.observed.as_ref()?.value()?)?;
    if !extent.cuts(right.len().max(found.len())) || right == found {
        return None;
    }
    // Where one is the start of the other, they differ at the end of the shorter one.
    let shorter = right.len().min(found.len());
    let differing = right.iter().zip(found).position(|(a, b)| a != b);
    let at = differing.unwrap_or(shorter);
    let place = at + 1;
    let right = show_code_point(right.get(at));
    let found = show_code_point(found.get(at));
    Some(format!("code point {place}: expected {right}, got {found}"))
}

fn code_points(value: &AnyValue) -> Option<&[u32]> {
    match value {
        AnyValue::Ordinary(Value::Text(text)) => Some(&text.code_points),
        AnyValue::Ordinary(Value::Octets(_) | Value::List(_)) | AnyValue::Large(_) => None,
    }
}

fn show_code_point(code_point: Option<&u32>) -> String {
    match code_point {
        Some(c) => format!("U+{c:04X}"),
        None => "the end".to_owned(),
    }
}

pub(crate) fn show_observed(observed: &Observed) -> String {
    let refusal = match observed {
        Observed::Value(value) => return show_value(value),
        Observed::Fault { text, .. } => return printable_start(text, FIELD),
        Observed::Skipped { reason, .. } => {
            return format!("no answer: {}", printable_start(reason, FIELD));
        }
        Observed::Refused(refusal) => refusal,
    };
    let mut out = "a refusal".to_owned();
    if let Some(kind) = &refusal.kind {
        out += &format!(": {}", printable_start(kind, FIELD));
    }
    if let Some(at) = refusal.at {
        out += &format!(" at {at}");
    }
    if let Some(message) = &refusal.message {
        out += &format!(" ({})", last_lines(message));
    }
    out
}

/// The first step whose answer is wrong, from 1, with the expected answer and the observed one.
pub(crate) fn show_step(case: &CaseEvent, step: usize) -> String {
    let asked = elements(case.input.as_ref());
    let found = elements(case.observed.as_ref().and_then(Observed::value));
    let mut expected = Vec::new();
    for right in case.expected.iter().filter_map(Expected::value) {
        let right = right.elements();
        // If several lists are right, only the lists that match up to this step are expected here.
        let mut before = right.iter().zip(&found).take(step);
        if before.all(|(right, found)| right == found) {
            expected.push(show_element(&right, step, "nothing"));
        }
    }
    let place = step + 1;
    let asked = show_element(&asked, step, "after the last");
    let expected = expected.join(", or ");
    let found = show_element(&found, step, "nothing");
    format!("{place}, {asked}: expected {expected}, got {found}")
}

fn elements(list: Option<&AnyValue>) -> Vec<AnyValue> {
    list.map_or_else(Vec::new, AnyValue::elements)
}

/// The element at this place, or these words if the list ends before it.
fn show_element(list: &[AnyValue], at: usize, after_the_end: &str) -> String {
    match list.get(at) {
        Some(value) => show_value(value),
        None => after_the_end.to_owned(),
    }
}

/// Why an entry of a baseline is outdated.
pub(crate) const fn show_baseline(verdict: BaselineVerdict) -> &'static str {
    match verdict {
        BaselineVerdict::ExpectedFailure => "it fails as expected",
        BaselineVerdict::UnexpectedPass => "it passes now",
        BaselineVerdict::DifferentFailure => "it fails differently than recorded",
        BaselineVerdict::Expired => "its entry has expired",
        BaselineVerdict::SuiteChanged => "the suite has changed this check since it was recorded",
        BaselineVerdict::Stale => "it is not in the suite, or it is skipped",
    }
}

/// The number of the checks of a finding, and the fault.
pub(crate) fn show_finding(finding: &Finding) -> String {
    let ChecksInWords { shown, others } = show_checks(finding);
    format!(
        "{shown}{others}: {}",
        printable_start(&finding.summary, FIELD)
    )
}

/// How many checks of a finding make the exit status, and how many more it has; all of them where none
/// does.
pub(crate) fn show_checks(finding: &Finding) -> ChecksInWords {
    let all = finding.checks.len();
    let shown = if finding.unexpected > 0 {
        finding.unexpected
    } else {
        all
    };
    let mut others = String::new();
    for (number, word) in [(finding.known, "known"), (finding.advisory, "advisory")] {
        others += &match number {
            0 => String::new(),
            some if shown < all => format!(", {some} more {word}"),
            some if some == all => format!(", {word}"),
            some => format!(", {some} of them {word}"),
        };
    }
    ChecksInWords {
        shown: count(shown, "check", "checks"),
        others,
    }
}

/// How many checks a finding has.
pub(crate) struct ChecksInWords {
    /// Those that make the exit status, or all if none does: `3 checks`.
    pub(crate) shown: String,
    /// The rest, after a comma; empty if there is none.
    pub(crate) others: String,
}

/// The checks of a finding besides its example; `None` if there are no others.
pub(crate) fn show_others(finding: &Finding) -> Option<String> {
    let [_, others @ ..] = finding.checks.as_slice() else {
        return None;
    };
    if others.is_empty() {
        return None;
    }
    let names = others.iter().map(|name| printable_start(name, FIELD));
    Some(first_of(names, ALSO, ", "))
}

/// At most `most` of these texts from the first, and how many more there are.
pub(crate) fn first_of(
    all: impl ExactSizeIterator<Item = String>,
    most: usize,
    between: &str,
) -> String {
    let more = all.len().saturating_sub(most);
    let mut words: Vec<_> = all.take(most).collect();
    if more > 0 {
        words.push(format!("and {more} more"));
    }
    words.join(between)
}

/// The cause of a finding, and how sure it is.
pub(crate) fn show_cause(finding: &Finding) -> String {
    match finding.cause {
        Cause::Deviation => {
            let names = show_deviations(finding);
            let seen = show_libraries(&finding.seen);
            let Agreement {
                explained, telling, ..
            } = finding.agreement.unwrap_or_default();
            let together = match finding.beside {
                0 => String::new(),
                some => format!("; {some} of the checks only together with other causes"),
            };
            let matches = show_matches(explained, telling);
            format!("looks like the known bug {names}{seen}; {matches}{together}")
        }
        Cause::InPart => {
            let names = show_deviations(finding);
            let Agreement {
                explained,
                telling,
                contradicting,
                alike,
            } = finding.agreement.unwrap_or_default();
            let against = match (contradicting, alike) {
                (0, alike) => format!("{alike} failures of the same kind do not"),
                (some, _) => format!("{some} contradict it"),
            };
            let common = show_common(finding);
            let matches = show_matches(explained, telling);
            format!("unknown; resembles the known bug {names}, {matches}, but {against}{common}")
        }
        Cause::LengthLimit => "a limit on the length of the input".to_owned(),
        Cause::State => {
            "an earlier request: run alone, the check does not fail this way".to_owned()
        }
        Cause::Fault => format!("unknown: the process failed{}", show_common(finding)),
        Cause::Unexplained => {
            format!(
                "unknown: no known bug gives these answers{}",
                show_common(finding)
            )
        }
    }
}

/// How many of the answers that distinguish a known bug from the reference agree with the bug.
fn show_matches(explained: usize, telling: usize) -> String {
    match telling {
        1 if explained == 1 => "matches the only answer".to_owned(),
        all if explained == all => format!("matches all {all} answers"),
        all => format!("matches {explained} of the {all} answers"),
    }
}

/// The deviations that a finding names.
fn show_deviations(finding: &Finding) -> String {
    let id = match finding.id.split_once('/') {
        Some((_, id)) => id,
        None => &finding.id,
    };
    let mut names = vec![printable_start(id, FIELD)];
    for name in &finding.or {
        names.push(printable_start(name, FIELD));
    }
    names.join(" or ")
}

/// The trait that only failing inputs have, after a full stop; empty if there is none.
fn show_common(finding: &Finding) -> String {
    let Some(Common { traits, passing }) = &finding.common else {
        return String::new();
    };
    let traits = printable_start(traits, FIELD);
    let inputs = count(
        finding.checks.len(),
        "failing input has",
        "failing inputs have",
    );
    format!(". All {inputs} {traits}; none of the {passing} that pass does")
}

/// The libraries that have a deviation, after a comma.
pub(super) fn show_libraries(seen: &[String]) -> String {
    if seen.is_empty() {
        return String::new();
    }
    let mut libraries: Vec<_> = seen.iter().map(|library| printable(library)).collect();
    if libraries.len() > SEEN {
        let more = libraries.len() - SEEN;
        libraries.truncate(SEEN);
        libraries.push(format!("{more} more"));
    }
    format!(", seen in {}", libraries.join("; "))
}

pub(crate) fn describe_growth(growth: &Growth) -> String {
    let Growth {
        codec,
        op,
        power,
        points,
    } = growth;
    let points: Vec<_> = points
        .iter()
        .map(|(n, ms)| format!("{n} code points in {ms} ms"))
        .collect();
    let operation = printable(&format!("{codec} {op}"));
    format!(
        "the CPU time of {operation} grows like the length to the power {power:.1}, not \
            linearly: {}",
        points.join(", ")
    )
}

/// The last lines of foreign text on one line, made safe.
pub(crate) fn last_lines(text: &str) -> String {
    let mut lines: Vec<_> = text.lines().map(str::trim).collect();
    lines.retain(|line| !line.is_empty());
    let last = &lines[lines.len().saturating_sub(LAST_LINES)..];
    let last: Vec<_> = last
        .iter()
        .map(|line| printable_start(line, FIELD))
        .collect();
    last.join(" | ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_that_a_report_file_brings_steer_no_terminal() {
        let refusal = Expected::Refusal {
            kinds: vec!["\u{202e}".into(), "x".into()],
            at: Some(3),
        };
        assert_eq!(
            show_expected(&refusal, Extent::Start),
            "a refusal: <U+202E> or x at 3"
        );
    }

    #[test]
    fn the_place_of_a_difference_is_named_where_the_texts_are_not_shown_whole() {
        let case = |right: &str, found: &str| CaseEvent {
            expected: vec![Expected::Value(AnyValue::Ordinary(right.into()))],
            observed: Some(Observed::Value(AnyValue::Ordinary(found.into()))),
            ..CaseEvent::default()
        };
        let long = case("aaaaaaaab", "aaaaaaaac");
        let said = "code point 9: expected U+0062, got U+0063";
        assert_eq!(show_difference(&long, Extent::Start).as_deref(), Some(said));
        let cut = show_difference(&case("aaaaaaaab", "aaaaaaaa"), Extent::Start);
        assert_eq!(
            cut.as_deref(),
            Some("code point 9: expected U+0062, got the end")
        );
        assert_eq!(show_difference(&long, Extent::Whole(100)), None);
        assert_eq!(show_difference(&case("ab", "ac"), Extent::Start), None);
    }
}
