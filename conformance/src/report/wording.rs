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
        Failing::AcceptedWrongly => "accepted wrongly",
        Failing::RefusedWrongly => "refused wrongly",
        Failing::WrongKind => "refused for another reason",
    }
}

/// Name, version and language of an implementation.
pub(crate) fn show_identity(identity: &Identity) -> String {
    let words = [&identity.name, &identity.version]
        .into_iter()
        .filter(|word| !word.is_empty());
    let words: Vec<_> = words.map(|word| printable_start(word, FIELD)).collect();
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
    let limits = end.length_limits.iter().map(|limit| {
        let (title, text) = show_limit(limit);
        format!("length limit: {title}; {text}")
    });
    let growth = end
        .growth
        .iter()
        .map(|growth| format!("slow: {}", describe_growth(growth)));
    let remarks = end
        .remarks
        .iter()
        .map(|remark| format!("remark: {}", printable_start(remark, FIELD)));
    let stale = end.stale.iter().map(show_stale);
    limits.chain(growth).chain(remarks).chain(stale).collect()
}

/// An entry of the baseline that names no check.
pub(crate) fn show_stale(stale: &StaleEntry) -> String {
    let place = format!("{}:{}", stale.file, stale.line);
    let [place, check] = [&place, &stale.check].map(|text| printable_start(text, FIELD));
    format!("the baseline ({place}) names {check}, which the suite lacks")
}

/// A limit on the length of inputs: a title, and what to do about it.
pub(crate) fn show_limit(limit: &LengthLimit) -> (String, String) {
    let LengthLimit {
        codec,
        op,
        longest,
        shortest,
        checks,
    } = limit;
    let refused = count(checks.len(), "check", "checks");
    let operation = printable(&format!("{codec} {op}"));
    (
        format!("{operation} refuses what is long: {refused}"),
        format!(
            "the longest input that it takes has {longest} code points, the shortest that it \
             refuses {shortest}; declare its limit as \"limits\":{{\"length\":…}} in its hello, or \
             with --length where it is a one-shot command"
        ),
    )
}

pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
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

pub(super) fn show_outcomes(expected: &[Expected], extent: Extent) -> String {
    let most = if extent == Extent::Start {
        OUTCOMES
    } else {
        expected.len()
    };
    let shown = expected
        .iter()
        .take(most)
        .map(|one| show_expected(one, extent));
    let more = expected.len().saturating_sub(most);
    let more = (more > 0).then(|| count(more, "other outcome", "other outcomes"));
    shown.chain(more).collect::<Vec<_>>().join(", or ")
}

/// The place at which two texts begin to differ, the right one and the answer, unless both are shown whole.
pub(super) fn show_difference(case: &CaseEvent, extent: Extent) -> Option<String> {
    fn code_points(value: &AnyValue) -> Option<&[u32]> {
        match value {
            AnyValue::Ordinary(Value::Text(text)) => Some(&text.code_points),
            _ => None,
        }
    }
    let right = case
        .expected
        .iter()
        .find_map(|expected| code_points(expected.value()?))?;
    let found = code_points(case.observed.as_ref()?.value()?)?;
    if !extent.cuts(right.len().max(found.len())) || right == found {
        return None;
    }
    let at = right
        .iter()
        .zip(found)
        .take_while(|(right, found)| right == found)
        .count();
    let [right, found] = [right, found].map(|text| {
        text.get(at)
            .map_or_else(|| "the end".to_owned(), |c| format!("U+{c:04X}"))
    });
    Some(format!(
        "code point {}: expected {right}, got {found}",
        at + 1
    ))
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
    let steps = |value: Option<&AnyValue>| value.map_or_else(Vec::new, AnyValue::elements);
    let shown = |list: &[AnyValue]| {
        list.get(step)
            .map_or_else(|| "nothing".to_owned(), show_value)
    };
    let found = steps(case.observed.as_ref().and_then(Observed::value));
    // Of several right lists, those that agree up to this step say what is expected here.
    let right = case
        .expected
        .iter()
        .filter_map(Expected::value)
        .map(AnyValue::elements);
    let right = right.filter(|right| right.iter().zip(&found).take(step).all(|(a, b)| a == b));
    let right: Vec<_> = right.map(|right| shown(&right)).collect();
    let asked = steps(case.input.as_ref());
    let asked = asked
        .get(step)
        .map_or_else(|| "after the last".to_owned(), show_value);
    format!(
        "{}, {asked}: expected {}, got {}",
        step + 1,
        right.join(", or "),
        shown(&found)
    )
}

/// The reason why an entry of a baseline no longer holds.
pub(crate) const fn show_baseline(verdict: BaselineVerdict) -> &'static str {
    match verdict {
        BaselineVerdict::ExpectedFailure => "it fails as expected",
        BaselineVerdict::UnexpectedPass => "it passes now",
        BaselineVerdict::DifferentFailure => "it fails in another way than recorded",
        BaselineVerdict::Expired => "its entry has expired",
        BaselineVerdict::SuiteChanged => "the suite asks or expects something else than recorded",
        BaselineVerdict::Stale => "the suite does not ask it, or it is skipped",
    }
}

/// The number of the checks of a finding, and the fault.
pub(crate) fn show_finding(finding: &Finding) -> String {
    let (checks, others) = show_checks(finding);
    format!(
        "{checks}{others}: {}",
        printable_start(&finding.summary, FIELD)
    )
}

/// How many checks of a finding make the exit status, and how many more it has; all of them where none
/// does.
pub(crate) fn show_checks(finding: &Finding) -> (String, String) {
    let all = finding.checks.len();
    let shown = if finding.unexpected > 0 {
        finding.unexpected
    } else {
        all
    };
    let part = |some: usize, word: &str| match some {
        0 => String::new(),
        some if shown < all => format!(", {some} more {word}"),
        some if some == all => format!(", {word}"),
        some => format!(", {some} of them {word}"),
    };
    let others = part(finding.known, "known") + &part(finding.advisory, "advisory");
    (count(shown, "check", "checks"), others)
}

/// The checks of a finding besides its example; `None` if there are no others.
pub(crate) fn show_others(finding: &Finding) -> Option<String> {
    let others = finding
        .checks
        .get(1..)
        .filter(|others| !others.is_empty())?;
    Some(first_of(
        others.iter().map(|name| printable_start(name, FIELD)),
        ALSO,
        ", ",
    ))
}

/// At most `most` of these texts from the first, and how many more there are.
pub(crate) fn first_of(
    all: impl ExactSizeIterator<Item = String>,
    most: usize,
    between: &str,
) -> String {
    let more = all.len().saturating_sub(most);
    let more = (more > 0).then(|| format!("and {more} more"));
    all.take(most).chain(more).collect::<Vec<_>>().join(between)
}

/// The cause of a finding, and how sure it is.
pub(crate) fn show_cause(finding: &Finding) -> String {
    match finding.cause {
        Cause::Deviation => {
            let (names, seen) = (show_deviations(finding), show_libraries(&finding.seen));
            let Agreement {
                explained, telling, ..
            } = finding.agreement.unwrap_or_default();
            let beside = match finding.beside {
                0 => String::new(),
                some => format!("; {some} of the checks only beside other causes"),
            };
            format!("behaves like {names}{seen}; agrees on {explained} of {telling}{beside}")
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
                (0, alike) => format!("{alike} failures of the same kind are not like it"),
                (some, _) => format!("{some} speak against it"),
            };
            let common = show_common(finding);
            format!(
                "unknown; in part like {names}, which agrees on {explained} of {telling}, while \
                 {against}{common}"
            )
        }
        Cause::LengthLimit => "a limit on the length of the input".to_owned(),
        Cause::State => "what was asked before: alone, the check does not fail this way".to_owned(),
        Cause::Fault => format!("unknown: a fault of the process{}", show_common(finding)),
        Cause::Unexplained => {
            format!(
                "unknown: no known deviation answers like this{}",
                show_common(finding)
            )
        }
    }
}

/// The deviations that a finding names.
fn show_deviations(finding: &Finding) -> String {
    let id = finding
        .id
        .split_once('/')
        .map_or(finding.id.as_str(), |(_, id)| id);
    let names = std::iter::once(id).chain(finding.or.iter().map(String::as_str));
    let names: Vec<_> = names.map(|name| printable_start(name, FIELD)).collect();
    names.join(" or ")
}

/// The trait that tells the failing inputs from those that pass, after a full stop; empty if none does.
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
    format!(". All {inputs} {traits}; none of the {passing} that pass has")
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
        .map(|(n, ms)| format!("{n} in {ms} ms"))
        .collect();
    let operation = printable(&format!("{codec} {op}"));
    format!(
        "the CPU time of {operation} grows with the power {power:.1} of the length (should be 1): \
         code points {}",
        points.join(", ")
    )
}

/// The last lines of foreign text on one line, made safe.
pub(crate) fn last_lines(text: &str) -> String {
    let lines = text
        .lines()
        .rev()
        .filter(|line| !line.trim().is_empty())
        .take(LAST_LINES);
    let lines: Vec<_> = lines
        .map(|line| printable_start(line.trim(), FIELD))
        .collect();
    lines.into_iter().rev().collect::<Vec<_>>().join(" | ")
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
