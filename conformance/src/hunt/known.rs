//! The cases and rules of the suite that are nearest to a request.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use acegate_deviations::find;
use acegate_vectors::{
    Case, Level, LoadError, Origin, Outcome, Requirement, Suite, Value as VectorValue,
};

use super::request::length;
use crate::findings::deviants_of;
use crate::observation::Answer;
use crate::protocol::Request;
use crate::suite::{request_for, rules, vector_value};

/// The id of the case of the embedded suite with this request, parameters at their defaults left out.
///
/// # Errors
///
/// The errors of the loader of the embedded suite.
pub fn case_that_asks(request: &Request) -> Result<Option<String>, LoadError> {
    let asked = without_defaults(request.clone());
    for check in Suite::embedded()?.checks() {
        let is_operation = check.codec() == asked.codec && check.op == asked.op;
        if is_operation && without_defaults(request_for(&check)) == asked {
            return Ok(Some(check.case.id.clone()));
        }
    }
    Ok(None)
}

/// The request without the parameters that have their values by default.
pub(super) fn without_defaults(mut request: Request) -> Request {
    let plain = Request {
        params: Default::default(),
        ..request.clone()
    };
    request
        .params
        .retain(|name, value| !plain.is(name, &value.to_string()));
    request
}

/// The cases of the embedded suite.
pub(super) static CASES: LazyLock<Vec<Arc<Case>>> =
    LazyLock::new(|| Suite::embedded().map_or_else(|_| Vec::new(), |suite| suite.cases));

/// The traits of the inputs of [`CASES`], in their order: each finding of a hunt asks for all of them.
static TRAITS: LazyLock<Vec<Traits>> = LazyLock::new(|| {
    let inputs = CASES.iter().map(|case| elements(&case.input));
    inputs.map(|elements| Traits::of(&elements)).collect()
});

/// The case of the embedded suite that is most like the request. Only cases count that are as binding as `least`.
/// `None` for an unknown codec.
pub(super) fn nearest_case(request: &Request, code: &str, least: Level) -> Option<&'static Case> {
    let input = vector_value(&request.input);
    let query = Query::new(request, &input, code);
    let mut nearest: Option<(Distance, &'static Case)> = None;
    for (case, traits) in CASES.iter().zip(TRAITS.iter()) {
        if case.codec != request.codec || case.level < least {
            continue;
        }
        let distance = query.distance(case, *traits);
        if nearest.as_ref().is_none_or(|(least, _)| distance < *least) {
            nearest = Some((distance, case));
        }
    }
    nearest.map(|(_, case)| case)
}

/// How different a case is from a request. The first fields count most.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Distance {
    has_other_operation: bool,
    has_other_outcome: bool,
    /// Whether it has no requirement, or is an example that the document prints.
    is_example: bool,
    /// How many [`Traits`] only one of the two inputs has.
    other_traits: u32,
    /// How many parameters only one of them has.
    other_params: usize,
    /// The order of magnitude by which the lengths differ.
    magnitude: u32,
    same_beginning: Reverse<usize>,
    other_length: usize,
}

/// A request that cases are compared with.
struct Query<'r> {
    request: &'r Request,
    elements: Cow<'r, [u32]>,
    traits: Traits,
    /// The code of the right answer.
    code: &'r str,
}

impl<'r> Query<'r> {
    fn new(request: &'r Request, input: &'r VectorValue, code: &'r str) -> Self {
        let elements = elements(input);
        Self {
            request,
            traits: Traits::of(&elements),
            elements,
            code,
        }
    }

    fn distance(&self, case: &Case, traits: Traits) -> Distance {
        let known = elements(&case.input);
        let other_length = known.len().abs_diff(self.elements.len());
        let pairs = known.iter().zip(self.elements.iter());
        let same = pairs.take_while(|(known, asked)| known == asked).count();
        let names = case.params.keys();
        let shared = names
            .filter(|name| self.request.params.contains_key(*name))
            .count();
        let mut outcomes = case.expect.outcomes().iter();
        Distance {
            has_other_operation: !case.ops.contains(&self.request.op),
            has_other_outcome: !outcomes.any(|known| has_code(known, self.code)),
            is_example: case.requirements.is_empty() || case.origin == Origin::Printed,
            other_traits: self.traits.count_others(traits),
            other_params: case.params.len() + self.request.params.len() - 2 * shared,
            magnitude: (other_length + 1).ilog2(),
            same_beginning: Reverse(same),
            other_length,
        }
    }
}

/// Whether an outcome is a value, where the code is `ok`, or a refusal of this code.
fn has_code(outcome: &Outcome, code: &str) -> bool {
    match outcome {
        Outcome::Ok(_) | Outcome::Integers(_) => code == "ok",
        Outcome::Error { kinds, .. } => kinds.iter().any(|kind| kind == code),
    }
}

/// The features of an input that rules look at, a bit each: `I` and `ABC` have the same, `I` and U+05D0 have not.
#[derive(Clone, Copy)]
struct Traits(u32);

impl Traits {
    fn of(elements: &[u32]) -> Self {
        let mut traits = 0;
        for &element in elements {
            traits |= 1 << trait_of(element);
        }
        if elements.is_empty() {
            traits |= 1 << 20;
        }
        if elements.first() == Some(&HYPHEN) {
            traits |= 1 << 21;
        }
        if elements.last() == Some(&HYPHEN) {
            traits |= 1 << 22;
        }
        if elements
            .windows(3)
            .any(|three| matches!(three, [0x6E | 0x4E, HYPHEN, HYPHEN]))
        {
            // The end of the prefix `xn--`.
            traits |= 1 << 23;
        }
        Self(traits)
    }

    /// How many only one of the two has.
    fn count_others(self, other: Self) -> u32 {
        (self.0 ^ other.0).count_ones()
    }
}

const HYPHEN: u32 = 0x2D;

/// The number of the kind of an element, below 20. The blocks of right-to-left scripts and of marks are rough:
/// they only choose between cases.
fn trait_of(element: u32) -> u32 {
    match element {
        0x61..=0x7A => 0,
        0x41..=0x5A => 1,
        0x30..=0x39 => 2,
        HYPHEN => 3,
        0x2E => 4,
        0..=0x1F | 0x7F => 5,
        0x20..=0x7E => 6,
        0x80..=0x9F => 7,
        0x300..=0x36F => 8,
        0x590..=0x8FF | 0xFB1D..=0xFDFF | 0xFE70..=0xFEFF | 0x1_0800..=0x1_0FFF => 9,
        0x200C | 0x200D => 10,
        0x3002 | 0xFF0E | 0xFF61 => 11,
        0xD800..=0xDFFF => 12,
        0xFF00..=0xFFEF => 13,
        0xA0..=0xFFFF => 14,
        0x1_0000..=0x10_FFFF => 15,
        _ => 16,
    }
}

/// The requirement that a wrong answer to this request breaks, where the right answer has this code: one
/// that is as binding as `level`. `None` if the codec has none of this level.
///
/// The first of these that there is:
///
/// 1. one that `alike` break, the known bugs that give the same wrong answer;
/// 2. one that is [at stake](at_stake) in the request: some bug that breaks it answers the request wrongly.
///    So a capital letter that is mapped wrongly is about the mapping, and not about the Bidi rule, which the
///    name meets whatever is done to its letters;
/// 3. one that the most similar case of the suite names.
///
/// Of several in the first two groups, one that the most similar case names comes first, then one that more of its
/// bugs break in this request.
pub(crate) fn broken_rule(
    request: &Request,
    code: &str,
    level: Level,
    alike: &[&str],
) -> Option<&'static Requirement> {
    let broken_alike = requirements_broken_by(alike);
    let at_stake = at_stake(request);
    let nearest = requirements_of_the_nearest_cases(request, code, level);
    let mut best: Option<(RuleRank, &'static Requirement)> = None;
    for rule in rules() {
        if rule.codec != request.codec || rule.level < level {
            continue;
        }
        let bugs = at_stake.get(rule.id.as_str()).copied().unwrap_or(0);
        let place = nearest.iter().position(|id| **id == rule.id);
        let rank = RuleRank {
            is_not_alike: !broken_alike.contains(&rule.id.as_str()),
            is_not_at_stake: bugs == 0,
            place: place.unwrap_or(nearest.len()),
            bugs: Reverse(bugs),
        };
        if best.as_ref().is_none_or(|(least, _)| rank < *least) {
            best = Some((rank, rule));
        }
    }
    best.map(|(_, rule)| rule)
}

/// The order in which [`broken_rule`] prefers requirements; the least comes first.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct RuleRank {
    is_not_alike: bool,
    is_not_at_stake: bool,
    /// Its place among the requirements of the most similar cases.
    place: usize,
    bugs: Reverse<usize>,
}

/// The requirements that these deviations break.
fn requirements_broken_by(deviations: &[&str]) -> Vec<&'static str> {
    let mut broken = Vec::new();
    for id in deviations {
        if let Some(deviation) = find(id) {
            broken.extend(deviation.breaks);
        }
    }
    broken
}

/// The requirements of the most similar case of this level, then of the most similar case of any level.
fn requirements_of_the_nearest_cases(
    request: &Request,
    code: &str,
    level: Level,
) -> Vec<&'static String> {
    let mut requirements = Vec::new();
    for least in [level, Level::May] {
        if let Some(case) = nearest_case(request, code, least) {
            requirements.extend(&case.requirements);
        }
    }
    requirements
}

/// The longest input that all deviations answer: some of them take quadratic time.
const LONGEST_AT_STAKE: usize = 400;

/// The requirements that decide the answer to a request, each with the number of deviations that break it and
/// answer the request otherwise than the reference. Empty for a long input.
fn at_stake(request: &Request) -> BTreeMap<&'static str, usize> {
    let mut counts = BTreeMap::new();
    if length(&request.input) > LONGEST_AT_STAKE {
        return counts;
    }
    let right = request
        .fast()
        .map_or(Answer::Refused, |value| Answer::of_value(&value));
    for deviant in deviants_of(&request.codec, |_| false) {
        let answer = deviant.answer(request);
        if answer == right || answer == Answer::Other {
            continue;
        }
        for requirement in deviant.deviations[0].breaks {
            *counts.entry(*requirement).or_default() += 1;
        }
    }
    counts
}

/// The elements of a value. For a list, the elements of all parts.
pub(super) fn elements(value: &VectorValue) -> Cow<'_, [u32]> {
    match value {
        VectorValue::Text { code_points, .. } => code_points.into(),
        VectorValue::Octets(octets) => octets.iter().copied().map(u32::from).collect(),
        VectorValue::List(values) => {
            let mut all = Vec::new();
            for value in values {
                all.extend_from_slice(&elements(value));
            }
            all.into()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hunt::deviant;
    use crate::hunt::violation::code_of;
    use crate::hunt::worker::hunt_serially;
    use acegate_deviations::deviations;

    #[test]
    fn a_vector_is_found_by_its_request() {
        // RFC 3492, section 7.1 (S).
        let request = Request::new("punycode", "decode", "-> $1.00 <--".into());
        let id = case_that_asks(&request)
            .expect("the suite loads")
            .expect("a case");
        assert!(id.starts_with("punycode/"), "{id}");
        let spelt_out = request.clone().with("annotation", "false");
        assert_eq!(
            case_that_asks(&spelt_out).expect("the suite loads"),
            Some(id)
        );
        let other = request.derive("decode", "no vector asks this".into());
        assert_eq!(case_that_asks(&other).expect("the suite loads"), None);
    }

    /// A vector at must names a row that is one: of a fault that is known, a row that the fault breaks.
    #[test]
    fn a_vector_names_a_row_that_was_broken() {
        let (mut named, mut all) = (0, 0);
        for deviation in deviations().step_by(3) {
            let hits = hunt_serially(&mut deviant(deviation.id), 1, 0..600).into_iter();
            let must = hits
                .map(|hit| hit.breach)
                .find(|it| it.level == Level::Must);
            let Some(breach) = must else { continue };
            let code = code_of(&breach.request.plain());
            let row = |alike: &[&str]| broken_rule(&breach.request, code, Level::Must, alike);
            let (told, guessed) = (
                row(&[deviation.id]).expect("a row"),
                row(&[]).expect("a row"),
            );
            for row in [told, guessed] {
                assert_eq!((row.level, &*row.codec), (Level::Must, deviation.codec()));
            }
            all += 1;
            named += usize::from(deviation.breaks.contains(&&*told.id));
        }
        // Some break only rows that are no must.
        assert!(all > 50 && named * 10 >= all * 9, "{named} of {all}");
    }

    /// The requirement that decides the answer, not one that the input meets as well. Each input breaks one
    /// rule or exercises one, by the document that is named.
    #[cfg(feature = "uts46")]
    #[test]
    fn a_wrong_answer_is_about_a_rule_that_decides_it() {
        for (op, input, code, document, part) in [
            // A capital letter is mapped: google/guava issue 389 reads it as a Turkish user would.
            ("to-ascii", "I", "ok", "UTS #46", "map"),
            ("to-unicode", "I", "ok", "UTS #46", "map"),
            ("to-ascii", "\u{fc}", "ok", "UTS #46", "Punycode"),
            ("to-ascii", "a\u{5d0}", "bidi", "RFC 5893", ""),
        ] {
            let request = Request::new("uts46", op, input.into());
            let rule = broken_rule(&request, code, Level::Must, &[]).expect("a requirement");
            assert_eq!(rule.document, document, "{op} {input}: {}", rule.text);
            assert!(
                rule.text.contains(part),
                "{op} {input}: {} {}",
                rule.id,
                rule.text
            );
        }
    }

    #[test]
    fn the_nearest_case_has_the_operation_the_outcome_and_a_rule() {
        let nearest = |op, input: &str, code| {
            nearest_case(
                &Request::new("punycode", op, input.into()),
                code,
                Level::May,
            )
        };
        let case = nearest("decode", "a!", "bad-digit").expect("a case");
        assert!(case.ops.iter().any(|op| op == "decode"));
        assert!(matches!(case.expect.outcomes()[0], Outcome::Error { .. }));
        // An article prints the empty text as an example, and rules of RFC 3492 are tested with others.
        for op in ["encode", "decode"] {
            assert_eq!(
                nearest(op, "", "ok").expect("Punycode is a codec").document,
                "RFC 3492"
            );
        }
        let unknown = Request::new("punycode2", "decode", "a".into());
        assert!(nearest_case(&unknown, "ok", Level::May).is_none());
    }
}
