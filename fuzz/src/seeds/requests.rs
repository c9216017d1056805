//! Seeds for targets that make requests: one for each check of the suite that they concern.

use std::collections::{BTreeMap, BTreeSet};

use acegate::protocol::Request;
use acegate::suite::{codec_value, request_for};
use acegate_codec::Value;
use acegate_vectors::{Check, Outcome, Suite};

use crate::octets::{Scope, octets};

/// The requests of all checks, and those that take their results back, by codec and operation.
pub(super) fn seeds(scopes: &[Scope], suite: &Suite) -> BTreeMap<String, BTreeSet<Vec<u8>>> {
    let mut seeds: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
    let checks = suite.checks();
    let asked = checks.iter().filter_map(request);
    let requests = asked.flat_map(|(request, results)| with_inverses(request, results));
    for request in requests.flat_map(as_any_bootstring) {
        if let Some(seed) = octets(&request, scopes) {
            seeds.entry(request.name()).or_default().insert(seed);
        }
    }
    seeds
}

/// The request of a check and the values that are right; `None` for a codec or operation that the
/// registry does not have.
pub(super) fn request(check: &Check) -> Option<(Request, Vec<Value>)> {
    let request = request_for(check);
    request.operation()?;
    let results = check.expect.outcomes().iter().filter_map(|outcome| match outcome {
        Outcome::Ok(result) => Some(codec_value(result)),
        Outcome::Integers(_) | Outcome::Error { .. } => None,
    });
    Some((request, results.collect()))
}

fn with_inverses(request: Request, results: Vec<Value>) -> Vec<Request> {
    let mut requests = vec![request];
    if let Some(inverse) = requests[0].operation().and_then(|operation| operation.inverse) {
        let back = results.into_iter().map(|result| requests[0].then(inverse, result));
        requests.extend(back.collect::<Vec<_>>());
    }
    requests
}

/// Punycode is one Bootstring of many: its requests are also requests of the codec `bootstring`.
fn as_any_bootstring(request: Request) -> Vec<Request> {
    let other = Request { codec: "bootstring".to_owned(), ..request.clone() };
    if request.codec != "punycode" || other.operation().is_none() {
        return vec![request];
    }
    let swift = other.clone().with("set", "swift");
    vec![request, other, swift]
}

/// Requests that no vector asks, or so few that thinning may drop them: parameters that are not a set
/// of a Bootstring, each for another reason, plain ASCII that is longer than a label, records of a number
/// that are wrong or rare, and a record whose number has no digits.
pub(super) fn odd(scopes: &[Scope]) -> BTreeSet<Vec<u8>> {
    const SETS: [&[(&str, &str)]; 11] = [
        &[("base", "2")],
        &[("base", "128")],
        &[("tmin", "30"), ("tmax", "20")],
        &[("skew", "0")],
        &[("damp", "1")],
        &[("initial-bias", "1153")],
        &[("initial-n", "256")],
        &[("delimiter", "\u{FC}")],
        &[("digits", "0123456789")],
        &[("base", "3"), ("tmin", "1"), ("tmax", "1"), ("digits", "aab"), ("initial-bias", "0")],
        &[("base", "3"), ("tmin", "1"), ("tmax", "1"), ("digits", "abc"), ("initial-bias", "0")],
    ];
    const RECORDS: [&str; 8] = [
        // An element of a bracket expression, and a class as the beginning and the end of a range.
        r#"0 0 "u" "E2U+sip" "!^[[.+.]][[=4=]]*.*$!sip:x@example.com!" ."#,
        r#"0 0 "u" "E2U+sip" "!^.[[:digit:]-9]*$!sip:x@example.com!" ."#,
        r#"0 0 "u" "E2U+sip" "!^.[4-[:digit:]]*$!sip:x@example.com!" ."#,
        // A backslash before what it need not escape, and after the last delimiter.
        r#"0 0 "u" "E2U+sip" "!^.*$!sip:\\x@example.com!" ."#,
        r#"0 0 "u" "E2U+sip" "!^.*$!sip:x@example.com!\\!" ."#,
        r#"0 0 a(b "E2U+sip" "!^.*$!sip:x@example.com!" ."#,
        r#"0 0 "" "" "" example"#,
        r#"0 0 "" "" "" ".""#,
    ];
    let requests = ["encode", "decode"].into_iter().flat_map(|op| {
        SETS.map(|set| {
            let request = Request::new("bootstring", op, Value::from("b\u{FC}cher"));
            set.iter().fold(request, |request, (name, word)| request.with(name, word))
        })
    });
    let long = Request::new("punycode", "encode", Value::from("a".repeat(70).as_str()));
    let number = "+441632960083";
    let list = |texts: &[&str]| Value::List(texts.iter().map(|&text| text.into()).collect());
    let rewrite = |texts: &[&str]| Request::new("enum", "rewrite", list(texts));
    let rewrites = RECORDS.map(|record| rewrite(&[number, record])).into_iter();
    let rewrites = rewrites.chain([rewrite(&[])]);
    let steps = list(&["connect e164", "record e164 no-number -"]);
    let book = Request::new("uri2dec", "book", steps);
    requests
        .chain([long, book])
        .chain(rewrites)
        .filter_map(|request| octets(&request, scopes))
        .collect()
}
