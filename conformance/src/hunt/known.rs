//! The cases and rules of the suite that are nearest to a request.

use std::cmp::Reverse;
use std::sync::{Arc, LazyLock};

use acegate_deviations::find;
use acegate_vectors::{
    Case, Check, Level, LoadError, Origin, Outcome, Requirement, Suite, Value as VectorValue,
};

use crate::protocol::Request;
use crate::suite::{request_for, rules, vector_value};

/// The id of the case of the embedded suite that asks this, parameters at their defaults left out.
///
/// # Errors
///
/// The errors of the loader of the embedded suite.
pub fn case_that_asks(request: &Request) -> Result<Option<String>, LoadError> {
    let asked = without_defaults(request.clone());
    let is_asked = |check: &&Check| {
        let is_operation = check.codec() == asked.codec && check.op == asked.op;
        is_operation && without_defaults(request_for(check)) == asked
    };
    Ok(Suite::embedded()?.checks().iter().find(is_asked).map(|check| check.case.id.clone()))
}

/// The request without the parameters that have their values by default.
pub(super) fn without_defaults(mut request: Request) -> Request {
    let plain = Request { params: Default::default(), ..request.clone() };
    request.params.retain(|name, value| !plain.is(name, &value.to_string()));
    request
}

/// The cases of the embedded suite.
pub(super) static CASES: LazyLock<Vec<Arc<Case>>> =
    LazyLock::new(|| Suite::embedded().map_or_else(|_| Vec::new(), |suite| suite.cases));

/// The case of the embedded suite that is most like the request: of its codec, then its operation, then
/// with an outcome of this code, then with requirements and no printed example, then with its parameters,
/// then the one whose input is as long and has the same beginning. Only cases count that are as binding as
/// `least`. `None` for an unknown codec.
pub(super) fn nearest_case(request: &Request, code: &str, least: Level) -> Option<&'static Case> {
    let asked = elements(&vector_value(&request.input));
    let distance = |case: &Case| {
        let same_outcome = case.expect.outcomes().iter().any(|known| match known {
            Outcome::Ok(_) | Outcome::Integers(_) => code == "ok",
            Outcome::Error { kinds, .. } => kinds.iter().any(|kind| kind == code),
        });
        let is_shared = |name: &&String| request.params.contains_key(*name);
        let shared = case.params.keys().filter(is_shared).count();
        let other_params = case.params.len() + request.params.len() - 2 * shared;
        let own = elements(&case.input);
        let same = own.iter().zip(&asked).take_while(|(one, other)| one == other).count();
        let other_length = own.len().abs_diff(asked.len());
        let op = !case.ops.contains(&request.op);
        let magnitude = (other_length + 1).ilog2();
        let is_example = case.requirements.is_empty() || case.origin == Origin::Printed;
        (op, !same_outcome, is_example, other_params, magnitude, Reverse(same), other_length)
    };
    let cases = CASES.iter().map(|case| &**case);
    let cases = cases.filter(|case| case.codec == request.codec && case.level >= least);
    cases.min_by_key(|case| distance(case))
}

/// The row of the ledger that a wrong answer to this request breaks, where the right one has this code:
/// one that is as binding as `level`. One that these deviations break comes first, then one that the most
/// similar case of the suite names. `None` if there is none.
pub(super) fn broken_rule(
    request: &Request,
    code: &str,
    level: Level,
    alike: &[&str],
) -> Option<&'static Requirement> {
    let cases = [level, Level::May].into_iter().filter_map(|it| nearest_case(request, code, it));
    let named: Vec<&String> = cases.flat_map(|case| &case.requirements).collect();
    let breaks: Vec<&str> =
        alike.iter().filter_map(|id| Some(find(id)?.breaks)).flatten().copied().collect();
    let rows = rules().iter().filter(|row| row.codec == request.codec && row.level >= level);
    rows.min_by_key(|row| {
        let place = named.iter().position(|id| **id == row.id).unwrap_or(named.len());
        (!breaks.contains(&row.id.as_str()), place)
    })
}

/// The elements of a value, those of all parts for a list.
pub(super) fn elements(value: &VectorValue) -> Vec<u32> {
    match value {
        VectorValue::Text { code_points, .. } => code_points.clone(),
        VectorValue::Octets(octets) => octets.iter().copied().map(u32::from).collect(),
        VectorValue::List(values) => values.iter().flat_map(elements).collect(),
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
        let id = case_that_asks(&request).expect("the suite loads").expect("a case");
        assert!(id.starts_with("punycode/"), "{id}");
        let spelt_out = request.clone().with("annotation", "false");
        assert_eq!(case_that_asks(&spelt_out).expect("the suite loads"), Some(id));
        let other = request.then("decode", "no vector asks this".into());
        assert_eq!(case_that_asks(&other).expect("the suite loads"), None);
    }

    /// A vector at must names a row that is one: of a fault that is known, a row that the fault breaks.
    #[test]
    fn a_vector_names_a_row_that_was_broken() {
        let (mut named, mut all) = (0, 0);
        for deviation in deviations().step_by(3) {
            let hits = hunt_serially(&mut deviant(deviation.id), 1, 0..600).into_iter();
            let must = hits.map(|hit| hit.breach).find(|it| it.level == Level::Must);
            let Some(breach) = must else { continue };
            let code = code_of(&breach.request.plain());
            let row = |alike: &[&str]| broken_rule(&breach.request, code, Level::Must, alike);
            let (told, guessed) = (row(&[deviation.id]).expect("a row"), row(&[]).expect("a row"));
            for row in [told, guessed] {
                assert_eq!((row.level, &*row.codec), (Level::Must, deviation.codec()));
            }
            all += 1;
            named += usize::from(deviation.breaks.contains(&&*told.id));
        }
        // Some break only rows that are no must.
        assert!(all > 50 && named * 10 >= all * 9, "{named} of {all}");
    }

    #[test]
    fn the_nearest_case_has_the_operation_the_outcome_and_a_rule() {
        let nearest = |op, input: &str, code| {
            nearest_case(&Request::new("punycode", op, input.into()), code, Level::May)
        };
        let case = nearest("decode", "a!", "bad-digit").expect("a case");
        assert!(case.ops.iter().any(|op| op == "decode"));
        assert!(matches!(case.expect.outcomes()[0], Outcome::Error { .. }));
        // An article prints the empty text as an example, and rules of RFC 3492 are tested with others.
        for op in ["encode", "decode"] {
            assert_eq!(nearest(op, "", "ok").expect("Punycode is a codec").document, "RFC 3492");
        }
        let unknown = Request::new("punycode2", "decode", "a".into());
        assert!(nearest_case(&unknown, "ok", Level::May).is_none());
    }
}
