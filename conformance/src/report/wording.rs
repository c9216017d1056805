//! The sentences of reports: the expected outcome, the observed one, and the difference.

use std::fmt::Write;

use acegate_codec::{Text, Value};
use acegate_vectors::Integer;

use crate::escape::{FIELD, bounded, is_hostile, printable, printable_start};
use crate::event::{
    Agreement, BaselineVerdict, BehavesLike, CaseEvent, Cause, Expected, Finding, Growth, Observed,
    RunEnd, RunStart,
};
use crate::judge::{ExitStatus, Failing, LengthLimit};
use crate::observation::{AnyValue, Part};
use crate::protocol::Identity;

/// How many characters of a value are shown.
const SHOWN: usize = 300;

/// How many libraries are named in which a deviation was seen.
const SEEN: usize = 3;

/// How many checks of a finding are named besides its example.
const ALSO: usize = 3;

/// How many of the last lines of foreign text are shown.
const LAST_LINES: usize = 3;

/// In which way an answer is wrong.
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
    let words = [&identity.name, &identity.version].into_iter().filter(|word| !word.is_empty());
    let words: Vec<_> = words.map(|word| printable_start(word, FIELD)).collect();
    let language = match identity.language.as_str() {
        "" => String::new(),
        language => format!(" ({})", printable_start(language, FIELD)),
    };
    words.join(" ") + &language
}

/// The implementation of a run, and the shard if the run is one.
pub(crate) fn show_subject(start: &RunStart) -> String {
    let shard = start.shard.map_or_else(String::new, |shard| format!(", shard {shard}"));
    show_identity(&start.implementation) + &shard
}

/// The result of a run in one sentence.
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

/// The deviations that it behaves like, a line each, for formats without findings.
pub(crate) fn likes(end: &RunEnd) -> Vec<String> {
    let likes = end.behaves_like.iter().map(|like| {
        let BehavesLike { deviation, summary, explained, telling, .. } = like;
        let (deviation, summary) = (printable(deviation), printable(summary));
        let seen = seen(like);
        format!("behaves like {deviation}{seen}: {summary} (agrees on {explained} of {telling})")
    });
    likes.collect()
}

/// The facts of a run that belong to no check, a sentence each.
pub(crate) fn facts(end: &RunEnd) -> Vec<String> {
    let limits = end.length_limits.iter().map(|limit| {
        let (title, text) = show_limit(limit);
        format!("length limit: {title}; {text}")
    });
    let growth = end.growth.iter().map(|growth| format!("slow: {}", describe_growth(growth)));
    let remarks =
        end.remarks.iter().map(|remark| format!("remark: {}", printable_start(remark, FIELD)));
    limits.chain(growth).chain(remarks).collect()
}

/// A limit on the length of inputs: a title, and what to do about it.
pub(crate) fn show_limit(limit: &LengthLimit) -> (String, String) {
    let LengthLimit { codec, op, longest, shortest, checks } = limit;
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

/// A number and what is counted.
pub(crate) fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// An outcome that is right.
pub(crate) fn show_expected(expected: &Expected) -> String {
    match expected {
        Expected::Value(value) => show_value(value),
        Expected::Refusal { kinds, at } => {
            let at = at.map_or_else(String::new, |at| format!(" at {at}"));
            printable_start(&format!("a refusal: {}{at}", kinds.join(" or ")), FIELD)
        }
    }
}

/// The observed outcome of a check.
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

/// Why a check was not run, without the words that say that it was not.
pub(crate) fn why_not_run(case: &CaseEvent) -> String {
    let text = case.observed.as_ref().map_or("", Observed::text);
    printable_start(text.strip_prefix("not run: ").unwrap_or(text), FIELD)
}

/// The first step whose answer is wrong, from 1, with the expected answer and the observed one.
pub(crate) fn show_step(case: &CaseEvent, step: usize) -> String {
    let steps = |value: Option<&AnyValue>| value.map_or_else(Vec::new, list);
    let shown = |list: &[AnyValue]| list.get(step).map_or_else(|| "nothing".to_owned(), show_value);
    let found = steps(case.observed.as_ref().and_then(Observed::value));
    // Of several right lists, those that agree up to this step say what is expected here.
    let right = case.expected.iter().filter_map(Expected::value).map(list);
    let right = right.filter(|right| right.iter().zip(&found).take(step).all(|(a, b)| a == b));
    let right: Vec<_> = right.map(|right| shown(&right)).collect();
    let asked = steps(case.input.as_ref());
    let asked = asked.get(step).map_or_else(|| "after the last".to_owned(), show_value);
    format!("{}, {asked}: expected {}, got {}", step + 1, right.join(", or "), shown(&found))
}

/// The values of a list; none of another value.
fn list(value: &AnyValue) -> Vec<AnyValue> {
    match value {
        AnyValue::Ordinary(Value::List(values)) => {
            values.iter().cloned().map(AnyValue::Ordinary).collect()
        }
        AnyValue::Ordinary(_) => Vec::new(),
        AnyValue::Large(value) => value.elements(),
    }
}

/// A value: quoted text, followed by its code points unless all of it is printable ASCII. A long value
/// is shortened in the middle, a long list at its end, and both say how long they are.
pub(crate) fn show_value(value: &AnyValue) -> String {
    let shown = match value {
        AnyValue::Ordinary(value) => ordinary(value),
        AnyValue::Large(value) => large(&value.0),
    };
    bounded(shown, FIELD)
}

fn ordinary(value: &Value) -> String {
    match value {
        Value::Text(Text { code_points, flags }) => {
            let code_points: Vec<_> = code_points.iter().copied().map(u64::from).collect();
            text(&code_points) + &show_flags(flags.as_deref())
        }
        Value::Octets(octets) => show_octets(octets),
        Value::List(values) => in_brackets(values.iter().map(ordinary)),
    }
}

fn large(part: &Part) -> String {
    match part {
        Part::Text { integers, flags } => {
            let small = integers.iter().map(|integer| integer.as_decimal().parse().ok());
            let shown = match small.collect::<Option<Vec<u64>>>() {
                Some(code_points) => text(&code_points),
                None => shorten(integers, " ", Integer::to_string),
            };
            shown + &show_flags(flags.as_deref())
        }
        Part::Octets(octets) => show_octets(octets),
        Part::List(parts) => in_brackets(parts.iter().map(large)),
    }
}

fn in_brackets(shown: impl Iterator<Item = String>) -> String {
    format!("[{}]", shown.collect::<Vec<_>>().join(", "))
}

pub(super) fn show_octets(octets: &[u8]) -> String {
    octets.iter().fold("octets ".to_owned(), |mut out, octet| {
        let _ = write!(out, "{octet:02x}");
        out
    })
}

pub(super) fn show_flags(flags: Option<&[bool]>) -> String {
    flags.map_or_else(String::new, |flags| {
        let letters: String = flags.iter().map(|&flag| if flag { 'u' } else { 'l' }).collect();
        format!(" flags {letters}")
    })
}

fn text(code_points: &[u64]) -> String {
    let plain = code_points.iter().all(|c| (0x20..0x7F).contains(c));
    let quoted = printable(&format!("\"{}\"", shorten(code_points, "", |&c| one(c))));
    if plain {
        return quoted;
    }
    let numbers = shorten(code_points, " ", |c| format!("U+{c:04X}"));
    // If the quoted form holds only numbers, it says the same as they do.
    if code_points.iter().all(|&c| scalar(c).is_none_or(is_hostile)) {
        return numbers;
    }
    format!("{quoted}  {numbers}")
}

pub(super) fn scalar(c: u64) -> Option<char> {
    u32::try_from(c).ok().and_then(char::from_u32)
}

pub(super) fn one(c: u64) -> String {
    match scalar(c) {
        Some('"') => "\\\"".into(),
        Some('\\') => "\\\\".into(),
        Some(c) => printable(c.encode_utf8(&mut [0; 4])),
        None => format!("<U+{c:04X}>"),
    }
}

fn shorten<T>(units: &[T], between: &str, show: impl Fn(&T) -> String) -> String {
    let join = |part: &[T]| part.iter().map(&show).collect::<Vec<_>>().join(between);
    if units.len() <= SHOWN {
        return join(units);
    }
    let (head, tail) = (&units[..SHOWN / 2], &units[units.len() - SHOWN / 2..]);
    let left_out = units.len() - head.len() - tail.len();
    format!("{}{between}… {left_out} more …{between}{}", join(head), join(tail))
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
    format!("{checks}{others}: {}", printable_start(&finding.summary, FIELD))
}

/// How many checks of a finding make the exit status, and how many more it has; all of them where none
/// does.
pub(crate) fn show_checks(finding: &Finding) -> (String, String) {
    let all = finding.checks.len();
    let shown = if finding.unexpected > 0 { finding.unexpected } else { all };
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
    let others = finding.checks.get(1..).filter(|others| !others.is_empty())?;
    let mut named: Vec<_> =
        others.iter().take(ALSO).map(|name| printable_start(name, FIELD)).collect();
    if others.len() > ALSO {
        named.push(format!("and {} more", others.len() - ALSO));
    }
    Some(named.join(", "))
}

/// The cause of a finding, and how sure it is.
pub(crate) fn show_cause(finding: &Finding) -> String {
    match finding.cause {
        Cause::Deviation => {
            let id = finding.id.strip_prefix("deviation/").unwrap_or(&finding.id);
            let Agreement { explained, telling, contradicting } =
                finding.agreement.unwrap_or_default();
            let names = std::iter::once(id).chain(finding.or.iter().map(String::as_str));
            let names: Vec<_> = names.map(|name| printable_start(name, FIELD)).collect();
            let (names, seen) = (names.join(" or "), show_libraries(&finding.seen));
            let not = match contradicting {
                0 => String::new(),
                some => format!(", {some} speak against it"),
            };
            let beside = match finding.beside {
                0 => String::new(),
                some => format!("; {some} of the checks only beside other causes"),
            };
            format!("behaves like {names}{seen}; agrees on {explained} of {telling}{not}{beside}")
        }
        Cause::LengthLimit => "a limit on the length of the input".to_owned(),
        Cause::State => "what was asked before: alone, the check does not fail this way".to_owned(),
        Cause::Fault => "a fault of the process".to_owned(),
        Cause::Unexplained => "unknown: no known deviation answers like this".to_owned(),
    }
}

/// The libraries that have a deviation, after a comma.
pub(crate) fn seen(like: &BehavesLike) -> String {
    show_libraries(&like.seen)
}

fn show_libraries(seen: &[String]) -> String {
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

/// The growth of an operation.
pub(crate) fn describe_growth(growth: &Growth) -> String {
    let Growth { codec, op, power, points } = growth;
    let points: Vec<_> = points.iter().map(|(n, ms)| format!("{n} in {ms} ms")).collect();
    let operation = printable(&format!("{codec} {op}"));
    format!(
        "the CPU time of {operation} grows with the power {power:.1} of the length (should be 1): \
         code points {}",
        points.join(", ")
    )
}

/// The last lines of foreign text on one line, made safe.
pub(crate) fn last_lines(text: &str) -> String {
    let lines = text.lines().rev().filter(|line| !line.trim().is_empty()).take(LAST_LINES);
    let lines: Vec<_> = lines.map(|line| printable_start(line.trim(), FIELD)).collect();
    lines.into_iter().rev().collect::<Vec<_>>().join(" | ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observation::LargeValue;

    fn shown(value: impl Into<Value>) -> String {
        show_value(&AnyValue::Ordinary(value.into()))
    }

    fn shown_integers(digits: &[&str]) -> String {
        let integers = digits.iter().map(|digits| Integer::from_decimal(digits).expect("digits"));
        show_value(&AnyValue::Large(LargeValue::text(integers.collect()).expect("a large one")))
    }

    #[test]
    fn values_are_quoted_and_followed_by_their_code_points() {
        assert_eq!(shown("-tda"), "\"-tda\"");
        assert_eq!(shown(""), "\"\"");
        assert_eq!(shown("ü"), "\"ü\"  U+00FC");
        assert_eq!(shown(Value::from_code_points([0xD800])), "U+D800");
        let mixed = Value::from_code_points([0x61, 0xD800]);
        assert_eq!(shown(mixed), "\"a<U+D800>\"  U+0061 U+D800");
        assert_eq!(shown("\"\\"), "\"\\\"\\\\\"");
        let list = Value::List(vec![Value::from("a"), Value::Octets(vec![0xFF])]);
        assert_eq!(shown(list), "[\"a\", octets ff]");
    }

    #[test]
    fn kinds_that_a_report_file_brings_steer_no_terminal() {
        let refusal = Expected::Refusal { kinds: vec!["\u{202e}".into(), "x".into()], at: Some(3) };
        assert_eq!(show_expected(&refusal), "a refusal: <U+202E> or x at 3");
    }

    #[test]
    fn integers_of_any_size_are_shown_whole_up_to_a_bound() {
        assert_eq!(shown_integers(&["4294967393"]), "U+100000061");
        let two = ["97", "18446744073709551617"];
        assert_eq!(shown_integers(&two), "U+0061 U+10000000000000001");
        let long = shown_integers(&[&"9".repeat(5000)]);
        assert!(long.ends_with("… (5000 digits)") && long.len() < 200, "{long}");
    }

    #[test]
    fn a_long_value_is_shortened_and_says_by_how_much() {
        let shown = shown(Value::from("a".repeat(1000).as_str()));
        assert!(shown.contains("… 700 more …"), "{shown}");
        assert!(shown.len() < 400);
    }

    #[test]
    fn no_value_is_longer_than_a_field_and_it_says_its_length() {
        let flags = Some(vec![true; 1 << 20]);
        for shown in [
            shown(Value::List(vec![Value::Octets(vec![0; 1 << 19])])),
            shown(Value::List(vec![Value::from("ab"); 1 << 18])),
            shown(Value::Text(Text { code_points: Vec::new(), flags })),
        ] {
            assert!(shown.len() < FIELD + 64, "{}", shown.len());
            assert!(shown.ends_with(" octets)"), "{}", &shown[FIELD..]);
        }
    }
}
