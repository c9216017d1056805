//! A limit on the length of inputs, found in what was refused.

use std::collections::BTreeMap;

use acegate_vectors::{Check, Outcome, Value};
use serde::{Deserialize, Serialize};

use super::verdict::{Failing, Verdict};

/// An implementation refuses every input of an operation above one length.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct LengthLimit {
    /// The codec.
    pub codec: String,
    /// The operation.
    pub op: String,
    /// The longest input that was not refused wrongly, in code points. The limit is not below it.
    pub longest: u64,
    /// The shortest input that was refused wrongly, in code points. The limit is below it.
    pub shortest: u64,
    /// The names of the checks whose inputs were refused, in the order given.
    pub checks: Vec<String>,
}

/// The least number of refusals that count as a limit.
const LEAST_REFUSALS: usize = 3;

/// The limits that the judgements of checks show, by codec and operation.
///
/// An operation has a limit if at least three inputs that have a value were refused, and each of them
/// is longer than every input that was answered rightly with a value. Skipped checks and other
/// failures do not matter.
///
/// # Complexity
///
/// Linear in the lengths of all inputs.
pub fn length_limits<'a>(
    judged: impl IntoIterator<Item = (&'a Check, Verdict, Option<Failing>)>,
) -> Vec<LengthLimit> {
    let mut operations: BTreeMap<(&str, &str), Operation<'_>> = BTreeMap::new();
    for (check, verdict, failing) in judged {
        let length = length(&check.input);
        let operation = operations.entry((check.codec(), &check.op)).or_default();
        if verdict == Verdict::Fail && failing == Some(Failing::RefusedWrongly) {
            operation.refused.push((length, &check.name));
        }
        // A refusal that is right may be one for the length.
        if verdict == Verdict::Pass && !has_refusal(check) {
            operation.longest = operation.longest.max(length);
        }
    }
    let mut limits = Vec::new();
    for ((codec, op), operation) in operations {
        limits.extend(operation.limit(codec, op));
    }
    limits
}

/// The results of one operation.
#[derive(Default)]
struct Operation<'a> {
    /// The longest input that was answered with a value.
    longest: u64,
    /// The inputs that were refused wrongly: their lengths and the names of their checks.
    refused: Vec<(u64, &'a str)>,
}

impl Operation<'_> {
    fn limit(self, codec: &str, op: &str) -> Option<LengthLimit> {
        let shortest = self.refused.iter().map(|(length, _)| *length).min()?;
        if self.refused.len() < LEAST_REFUSALS || self.longest >= shortest {
            return None;
        }
        // An operation that answers nothing has another fault.
        if self.longest == 0 {
            return None;
        }
        let names = self.refused.into_iter().map(|(_, name)| name.to_owned());
        Some(LengthLimit {
            codec: codec.to_owned(),
            op: op.to_owned(),
            longest: self.longest,
            shortest,
            checks: names.collect(),
        })
    }
}

/// Whether a refusal is among what is right.
fn has_refusal(check: &Check) -> bool {
    let mut outcomes = check.expect.outcomes().iter();
    outcomes.any(|outcome| matches!(outcome, Outcome::Error { .. }))
}

/// The number of code points or octets, summed over all elements of a list.
pub(super) fn length(value: &Value) -> u64 {
    match value {
        Value::Text { code_points, .. } => code_points.len() as u64,
        Value::Octets(octets) => octets.len() as u64,
        Value::List(values) => values.iter().map(length).sum(),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use super::*;
    use acegate_vectors::{Expectation, Suite};

    const REFUSED: (Verdict, Option<Failing>) = (Verdict::Fail, Some(Failing::RefusedWrongly));
    const WRONG: (Verdict, Option<Failing>) = (Verdict::Fail, Some(Failing::WrongValue));
    const PASS: (Verdict, Option<Failing>) = (Verdict::Pass, None);
    const SKIP: (Verdict, Option<Failing>) = (Verdict::Skip, None);

    /// A check of the codec `punycode`, whose input has this length.
    fn check(op: &'static str, length: usize) -> Check {
        static CHECKS: LazyLock<Vec<Check>> = LazyLock::new(|| {
            Suite::embedded()
                .expect("the embedded suite is valid")
                .checks()
        });
        let found = CHECKS
            .iter()
            .find(|check| check.codec() == "punycode" && check.op == op);
        let mut check = found.expect("the suite asks for it").clone();
        check.name = format!("{op} {length}");
        check.input = Value::from("a".repeat(length).as_str()).into();
        check.expect = Expectation::one(Outcome::Ok(Value::from("a").into()));
        check
    }

    fn limits(judged: &[(usize, (Verdict, Option<Failing>))]) -> Vec<LengthLimit> {
        let judged = judged
            .iter()
            .map(|(length, result)| (check("encode", *length), *result));
        found(&judged.collect::<Vec<_>>())
    }

    fn found(judged: &[(Check, (Verdict, Option<Failing>))]) -> Vec<LengthLimit> {
        length_limits(
            judged
                .iter()
                .map(|(check, (verdict, failing))| (check, *verdict, *failing)),
        )
    }

    #[test]
    fn three_refusals_above_all_that_passes_are_one_limit() {
        let found = limits(&[
            (5, PASS),
            (2000, REFUSED),
            (1000, PASS),
            (1001, REFUSED),
            (9000, REFUSED),
        ]);
        let checks = ["encode 2000", "encode 1001", "encode 9000"]
            .map(str::to_owned)
            .to_vec();
        let (codec, op) = ("punycode".to_owned(), "encode".to_owned());
        let limit = LengthLimit {
            codec,
            op,
            longest: 1000,
            shortest: 1001,
            checks,
        };
        assert_eq!(found, [limit]);
    }

    #[test]
    fn a_pass_above_or_a_failure_below_rules_a_limit_out() {
        let three = [(1001, REFUSED), (2000, REFUSED), (9000, REFUSED)];
        for (others, are_limit) in [
            (&[(5, PASS)][..], true),
            (&[(5, PASS), (7, WRONG), (8, SKIP)], true),
            (&[(5, PASS), (2500, PASS)], false),
            (&[(5, PASS), (1001, PASS)], false),
            (&[(5, PASS), (4, REFUSED)], false),
            (&[(5, SKIP)], false),
            (&[], false),
        ] {
            let judged: Vec<_> = others.iter().chain(&three).copied().collect();
            assert_eq!(!limits(&judged).is_empty(), are_limit, "{others:?}");
        }
        assert_eq!(limits(&[(5, PASS), (1001, REFUSED), (2000, REFUSED)]), []);
    }

    #[test]
    fn operations_have_limits_of_their_own_and_right_refusals_say_nothing() {
        let mut refused = check("encode", 90);
        let kinds = vec!["overflow".to_owned()];
        refused.expect = Expectation::one(Outcome::Error { kinds, at: None });
        let mut judged = vec![(check("decode", 100), PASS), (refused, PASS)];
        for (length, result) in [(5, PASS), (60, REFUSED), (70, REFUSED), (80, REFUSED)] {
            judged.push((check("encode", length), result));
        }
        let [found] = &found(&judged)[..] else {
            panic!("one limit")
        };
        assert_eq!(
            (found.op.as_str(), found.longest, found.shortest),
            ("encode", 5, 60)
        );
    }
}
