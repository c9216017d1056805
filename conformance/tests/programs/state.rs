//! Programs that are wrong only after other requests.

use acegate::judge::{Failing, Verdict};
use acegate_vectors::Check;

use super::support::{LIMITS, Ran, checks, run_checks};

/// Decodes codes in this order: one of three code points, one of forty, two that are refused, one of a
/// code point, and one of six.
fn vectors() -> Vec<Check> {
    let long = "ü".repeat(40);
    let long_code = acegate_codec::punycode::encode(&long).expect("it has a code");
    let long = format!("{{ ok: {{ t: \"{long}\" }} }}");
    checks(&[
        ("three", "decode", "abc-", "{ ok: { t: \"abc\" } }"),
        ("long", "decode", &long_code, &long),
        ("bad", "decode", "!", "{ error: [bad-digit] }"),
        ("cut-off", "decode", "td", "{ error: [truncated] }"),
        ("one", "decode", "tda", "{ ok: { t: \"ü\" } }"),
        ("six", "decode", "bcher-kva", "{ ok: { t: \"bücher\" } }"),
    ])
}

fn run(checks: &[Check], mode: &str) -> Ran {
    run_checks(checks, &[mode], LIMITS).expect("it starts")
}

#[test]
fn the_rest_of_an_earlier_result_is_a_matter_of_state_also_of_a_long_one_alone() {
    for (mode, passes) in [("keeps-rest", "long"), ("keeps-rest-of-long", "three")] {
        let ran = run(&vectors(), mode);
        assert_eq!(ran.case(passes).verdict, Verdict::Pass);
        for name in ["one", "six"] {
            // It fails only after the long one, and only the two of them show the failure again.
            let case = ran.case(name);
            assert_eq!(case.failing, Some(Failing::WrongValue));
            assert!(case.order_dependent);
            assert_eq!(case.after, ["punycode/programs/long"]);
            let mut checks = vectors();
            checks.retain(|check| check.name == case.name || case.after.contains(&check.name));
            let again = run(&checks, mode);
            assert_eq!(again.case(name).observed, case.observed);
            assert!(again.case(name).order_dependent);
            checks.retain(|check| check.name == case.name);
            assert_eq!(run(&checks, mode).case(name).verdict, Verdict::Pass);
        }
        assert_eq!(ran.end.totals.order_dependent, 2);
        assert!(ran.end.behaves_like.is_empty(), "{:?}", ran.end.behaves_like);
    }
}
