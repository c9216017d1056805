//! Programs that are wrong only after other requests.

use acegate::judge::{Failing, Verdict};
use acegate::runner::RunOptions;
use acegate_vectors::Check;

use super::support::{LIMITS, Ran, checks, run_checks};

/// Decodes codes in this order: one of three code points, one of forty, two that are refused, one of a
/// code point, and one of six.
fn vectors() -> Vec<Check> {
    let long = "ü".repeat(40);
    let long_code = acegate_codec::punycode::encode(&long).expect("it has a code");
    let cases = [
        ("three", "abc-", "{ ok: { t: \"abc\" } }"),
        ("long", &long_code, &format!("{{ ok: {{ t: \"{long}\" }} }}")),
        ("bad", "!", "{ error: [bad-digit] }"),
        ("cut-off", "td", "{ error: [truncated] }"),
        ("one", "tda", "{ ok: { t: \"ü\" } }"),
        ("six", "bcher-kva", "{ ok: { t: \"bücher\" } }"),
    ];
    let mut text = "format: 1\ncodec: punycode\ndocument: \"RFC 3492\"\ntheme: programs\n\
        summary: \"Results of several lengths.\"\ncases:"
        .to_owned();
    for (name, input, expect) in cases {
        text += &format!(
            "\n  - id: \"punycode/programs/{name}\"\n    clause: \"6.2\"\n    requirements: []\n    \
             level: must\n    op: decode\n    input: {{ t: \"{input}\" }}\n    expect: {expect}\n    \
             origin: derived\n"
        );
    }
    checks(&text)
}

fn run(checks: &[Check], mode: &str) -> Ran {
    run_checks(checks, &[mode], LIMITS, &RunOptions::default()).expect("it starts")
}

/// Checks that a case fails only after these, and that they and it alone show the failure again.
#[track_caller]
fn assert_depends(mode: &str, ran: &Ran, name: &str, after: &[&str]) {
    let case = ran.case(name);
    assert_eq!(case.failing, Some(Failing::WrongValue));
    assert!(case.order_dependent);
    let after: Vec<_> = after.iter().map(|it| format!("punycode/programs/{it}")).collect();
    assert_eq!(case.after, after);
    let mut only = vectors();
    only.retain(|check| check.name == case.name);
    assert_eq!(run(&only, mode).case(name).verdict, Verdict::Pass);
    let mut both = vectors();
    both.retain(|check| check.name == case.name || case.after.contains(&check.name));
    let again = run(&both, mode);
    assert_eq!(again.case(name).observed, case.observed);
    assert!(again.case(name).order_dependent);
}

#[test]
fn the_rest_of_an_earlier_result_is_a_matter_of_state() {
    let ran = run(&vectors(), "keeps-rest");
    assert_eq!(ran.case("long").verdict, Verdict::Pass);
    assert_depends("keeps-rest", &ran, "one", &["long"]);
    assert_depends("keeps-rest", &ran, "six", &["long"]);
    assert_eq!(ran.end.totals.order_dependent, 2);
    assert!(ran.end.behaves_like.is_empty(), "{:?}", ran.end.behaves_like);
}

#[test]
fn state_is_found_that_only_a_long_request_leaves() {
    let ran = run(&vectors(), "keeps-rest-of-long");
    assert_eq!(ran.case("three").verdict, Verdict::Pass);
    assert_depends("keeps-rest-of-long", &ran, "one", &["long"]);
    assert_depends("keeps-rest-of-long", &ran, "six", &["long"]);
}
