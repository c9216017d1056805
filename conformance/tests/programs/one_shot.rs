//! Programs that are called once a request.

use acegate::event::Observed;
use acegate::implementation::{
    Implementation, InputForm, OneShot, OneShotSpec, OutputForm, Template,
};
use acegate::judge::{Failing, Verdict};
use acegate::observation::{AnyValue, Fault, Outcome, SkipReason};
use acegate::protocol::Request;
use acegate::supervisor::use_guard;
use acegate_codec::Value;

use super::run::{acegate, checked, has_programs};
use super::support::{LIMITS, Mark, events, helper};

/// The outcome of decoding this input by the one-shot program with these words after its name.
fn outcome(words: &str, form: (InputForm, OutputForm), input: impl Into<Value>) -> Outcome {
    use_guard(env!("CARGO_BIN_EXE_acegate"));
    let mark = Mark::new();
    let template = format!("'{}' {words}", helper("once").display());
    let template = Template::parse(&template).expect("a template");
    let spec = OneShotSpec {
        templates: ["encode", "decode"]
            .map(|op| (op.to_owned(), template.clone()))
            .into(),
        codec: "punycode".into(),
        input: form.0,
        output: form.1,
        env: vec![mark.variable()],
        clear_env: false,
        limits: Default::default(),
        idna: None,
    };
    let mut program = OneShot::start(spec, LIMITS).expect("the program is there");
    let outcome = program
        .answer(&Request::new("punycode", "decode", input.into()))
        .outcome;
    mark.assert_gone();
    outcome
}

fn list(values: &[&str]) -> Value {
    Value::List(values.iter().map(|&value| value.into()).collect())
}

const LINES: (InputForm, OutputForm) = (InputForm::Line, OutputForm::Line);

#[test]
fn every_form_reaches_the_program_and_is_read_back() {
    let text = |form| (form, OutputForm::Text);
    let long = "a".repeat(1 << 18);
    for (words, form, input, expected) in [
        ("decode", LINES, "tda", "ü"),
        ("decode {in:text}", LINES, "tda", "ü"),
        // Input that is never read does no harm.
        ("deaf x", LINES, &long, "deaf"),
        ("echo", text(InputForm::Text), "ü\n", "ü\n"),
        ("echo", text(InputForm::Line), "ü", "ü\n"),
        ("echo", text(InputForm::Hex), "ü", "c3bc"),
        ("echo", text(InputForm::Cps), "aü", "U+0061 U+00FC"),
        ("echo", text(InputForm::None), "ü", ""),
        ("echo '<{in:text}>'", LINES, "a b'\"$(x)", "<a b'\"$(x)>"),
        ("echo {in:hex}", LINES, "ü", "c3bc"),
        ("echo {in:cps}", LINES, "aü", "U+0061 U+00FC"),
        (
            "echo {in:hex}",
            (InputForm::Line, OutputForm::Hex),
            "ü\n",
            "ü\n",
        ),
        ("echo '--{op} {in:hex}'", LINES, "a", "--decode 61"),
        // Words that look like options, or are empty, reach the program as they are.
        ("echo --", LINES, "x", "--"),
        ("echo -x", LINES, "x", "-x"),
        ("echo ''", LINES, "x", ""),
        // Braces in the input stay as they are.
        ("echo {in:text}", LINES, "{op}", "{op}"),
        ("echo {in:cps}", LINES, "a\0", "U+0061 U+0000"),
        // Output is compared exactly but for one newline.
        (
            "echo",
            (InputForm::Text, OutputForm::Line),
            "a \n\n",
            "a \n",
        ),
        ("echo", text(InputForm::Text), "a\n", "a\n"),
    ] {
        assert_eq!(
            outcome(words, form, input),
            Outcome::Value(Value::from(expected)),
            "{words}"
        );
    }
    let surrogate = Value::from_code_points([0xD800, 0x61]);
    let echoed = outcome(
        "echo {in:cps}",
        (InputForm::Line, OutputForm::Cps),
        surrogate.clone(),
    );
    assert_eq!(echoed, Outcome::Value(surrogate));
    for values in [&["ask 2", "", "ask 3"][..], &[""], &[]] {
        assert_eq!(
            outcome("echo", LINES, list(values)),
            Outcome::Value(list(values))
        );
    }
    let numbers = |words: &str, form| outcome(words, (InputForm::None, form), "");
    let large = numbers("echo 'U+61 U+100000000'", OutputForm::Cps);
    assert_eq!(large, AnyValue::from_integers(&[97, 1 << 32]).into());
    let text = "U+100000000";
    assert_eq!(
        numbers("echo U+100000000", OutputForm::Line),
        Outcome::Value(text.into())
    );
    let octets = outcome("no-utf8", LINES, "tda");
    assert_eq!(octets, Outcome::Value(Value::Octets(vec![0xFF])));
}

#[test]
fn the_exit_status_tells_a_refusal_a_skip_and_a_fault() {
    let Outcome::Refused(refusal) = outcome("decode", LINES, "!") else {
        panic!("no refusal")
    };
    assert_eq!((refusal.kind, refusal.at), (None, None));
    assert!(
        refusal
            .message
            .is_some_and(|message| message.contains("digit"))
    );
    let outcome_89 = outcome("no-such-thing", LINES, "tda");
    assert!(
        matches!(outcome_89, Outcome::Skipped(SkipReason::Unsupported, _)),
        "{outcome_89:?}"
    );
    for (words, input, code, text) in [
        ("status", "3", "crash", "ended with status 3"),
        ("status", "2", "crash", "ended with status 2"),
        ("status", "101", "crash", "ended with status 101"),
        ("signal", "tda", "crash", "signal 9 (SIGKILL)"),
        ("hang", "tda", "timeout", "1.5s"),
        ("flood", "tda", "output-limit", "over 1048576 bytes"),
    ] {
        let Outcome::Fault(fault) = outcome(words, LINES, input) else {
            panic!("no fault")
        };
        assert_eq!(fault.code(), code, "{fault}");
        assert!(fault.to_string().contains(text), "{fault}");
    }
    for (words, form, text) in [
        ("echo xy", OutputForm::Hex, "pairs of hexadecimal digits"),
        ("echo xy", OutputForm::Cps, "U+ numbers"),
        ("echo 'U+61 100000000'", OutputForm::Cps, "U+ numbers"),
    ] {
        let outcome = outcome(words, (InputForm::Line, form), "");
        let expected = format!("expected {text} on standard output");
        assert_eq!(outcome, Outcome::Fault(Fault::Caught(expected)), "{words}");
    }
}

#[test]
fn inputs_that_cannot_be_passed_are_counted_as_unrepresentable() {
    let surrogate = || Value::from_code_points([0xD800]);
    for (words, input, text) in [
        ("echo {in:text}", Value::from("a\0"), "NUL"),
        ("echo {in:text}", surrogate(), "surrogates"),
        ("echo {in:hex}", surrogate(), "surrogates"),
        ("echo", surrogate(), "surrogates"),
        ("echo", Value::from("a\nb"), "newline"),
        ("echo", list(&["a\nb"]), "newline"),
        ("echo", Value::Octets(vec![1]), "only text"),
    ] {
        match outcome(words, LINES, input) {
            Outcome::Skipped(SkipReason::Unrepresentable, reason) => {
                assert!(reason.contains(text), "{reason}");
            }
            other => panic!("not left out: {other:?}"),
        }
    }
}

/// The faults of libidn 1.41, which its library also has. Digits are looked up with a signed test, so
/// characters below `0` have values. The delimiter of an empty basic part is one of them. Only the
/// first half of the surrogates is refused.
const WRONG_IN_IDN: [(&str, &str); 4] = [
    (
        "punycode/edge/leading-delimiter-letter",
        r#"{"ok":{"t":"\u0097"}}"#,
    ),
    (
        "punycode/edge/bad-digit-exclamation",
        r#"{"ok":{"t":"\u0086\u0080"}}"#,
    ),
    (
        "punycode/edge/bad-digit-space-last",
        r#"{"ok":{"t":"\u00fc\u0101"}}"#,
    ),
    ("punycode/edge/surrogate-dc00", r#"{"ok":{"b":"edb080"}}"#),
];

#[test]
fn gnu_idn_has_only_its_known_faults() {
    if !has_programs("the faults of GNU Libidn", &["idn"]) {
        return;
    }
    let check = [
        "check",
        "--one-shot",
        "idn --quiet --punycode-{op}",
        "--codec",
        "punycode",
    ];
    let choice = [
        "--id",
        "punycode/samples/*",
        "--id",
        "punycode/edge/*",
        "--format",
        "ndjson",
    ];
    let text = acegate(".", &[&check[..], &choice].concat()).out;
    let (mut passed, mut wrong) = (0, 0);
    for case in checked(&events(&text)) {
        passed += usize::from(case.verdict == Verdict::Pass);
        // It takes what must be refused, and never answers wrongly, refuses wrongly or dies.
        let is_lax = case.failing == Some(Failing::AcceptedWrongly);
        assert!(
            is_lax || matches!(case.verdict, Verdict::Pass | Verdict::Skip),
            "{case:?}"
        );
        if let Some((_, found)) = WRONG_IN_IDN.iter().find(|(id, _)| *id == case.case) {
            let found: Observed = serde_json::from_str(found).expect("what is observed");
            assert_eq!(case.observed, Some(found), "{}", case.name);
            wrong += 1;
        }
    }
    assert!(passed > 50, "only {passed} passed");
    assert_eq!(wrong, WRONG_IN_IDN.len());
}
