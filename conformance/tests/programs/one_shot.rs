//! Programs that are called once a request.

#![expect(clippy::print_stdout, reason = "what is skipped is said")]

use std::process::Command;

use acegate::event::{Event, Observed, Recording, record};
use acegate::implementation::{
    Implementation, InputForm, OneShot, OneShotSpec, OutputForm, Template,
};
use acegate::judge::{ExitStatus, Failing, Verdict};
use acegate::observation::{Outcome, SkipReason};
use acegate::protocol::Request;
use acegate::runner::RunOptions;
use acegate::supervisor::{Limits, use_guard};
use acegate_codec::Value;

use super::support::{LIMITS, Mark, VECTORS, checks, helper};

/// A question to the one-shot program, with these words after its name.
struct Asked {
    words: &'static str,
    input: InputForm,
    output: OutputForm,
    limits: Limits,
}

impl Asked {
    const fn new(words: &'static str) -> Self {
        Self { words, input: InputForm::Line, output: OutputForm::Line, limits: LIMITS }
    }

    const fn input(self, input: InputForm) -> Self {
        Self { input, ..self }
    }

    const fn output(self, output: OutputForm) -> Self {
        Self { output, ..self }
    }

    fn start(&self, mark: &Mark) -> OneShot {
        use_guard(env!("CARGO_BIN_EXE_acegate"));
        let template = format!("'{}' {}", helper("once").display(), self.words);
        let template = Template::parse(&template).expect("a template");
        let spec = OneShotSpec {
            templates: ["encode", "decode"].map(|op| (op.to_owned(), template.clone())).into(),
            codec: "punycode".into(),
            input: self.input,
            output: self.output,
            env: vec![mark.variable()],
            clear_env: false,
            limits: Default::default(),
            idna: None,
        };
        OneShot::start(spec, self.limits).expect("the program is there")
    }

    fn outcome(&self, input: impl Into<Value>) -> Outcome {
        let mark = Mark::new();
        let request = Request::new("punycode", "decode", input.into());
        let outcome = self.start(&mark).answer(&request).outcome;
        mark.assert_gone();
        outcome
    }

    #[track_caller]
    fn assert_value(&self, input: &str, expected: &str) {
        assert_eq!(self.outcome(input), Outcome::Value(Value::from(expected)));
    }

    #[track_caller]
    fn assert_fault(&self, input: &str, code: &str, text: &str) {
        match self.outcome(input) {
            Outcome::Fault(fault) => {
                assert_eq!(fault.code(), code, "{fault}");
                assert!(fault.to_string().contains(text), "{fault}");
            }
            other => panic!("no fault: {other:?}"),
        }
    }

    #[track_caller]
    fn assert_unrepresentable(&self, input: Value, text: &str) {
        match self.outcome(input) {
            Outcome::Skipped(SkipReason::Unrepresentable, reason) => {
                assert!(reason.contains(text), "{reason}");
            }
            other => panic!("not left out: {other:?}"),
        }
    }
}

#[test]
fn right_answers_pass() {
    let asked = Asked::new("{op}");
    let start = || Ok(Box::new(asked.start(&Mark::new())) as Box<_>);
    let mut verdicts = Vec::new();
    let (options, recording) = (RunOptions::default(), Recording::default());
    let end = record(&checks(VECTORS), &start, &options, &recording, &mut |event| {
        if let Event::Case(case) = event {
            verdicts.push(case.verdict);
        }
    });
    assert_eq!(verdicts, [Verdict::Pass; 3]);
    assert_eq!(end.expect("it starts").exit, ExitStatus::AsExpected);
}

#[test]
fn exit_status_0_is_an_answer() {
    Asked::new("decode").assert_value("tda", "ü");
    Asked::new("decode {in:text}").assert_value("tda", "ü");
}

#[test]
fn exit_status_1_is_a_refusal_with_standard_error_as_its_message() {
    match Asked::new("decode").outcome("!") {
        Outcome::Refused(refusal) => {
            assert_eq!((refusal.kind, refusal.at), (None, None));
            assert!(refusal.message.is_some_and(|message| message.contains("digit")));
        }
        other => panic!("no refusal: {other:?}"),
    }
}

#[test]
fn exit_status_89_is_not_an_answer() {
    let outcome = Asked::new("no-such-thing").outcome("tda");
    assert!(matches!(outcome, Outcome::Skipped(SkipReason::Unsupported, _)), "{outcome:?}");
}

#[test]
fn any_other_end_is_a_fault() {
    for (words, input, code, text) in [
        ("status", "3", "crash", "ended with status 3"),
        ("status", "2", "crash", "ended with status 2"),
        ("status", "101", "crash", "ended with status 101"),
        ("signal", "tda", "crash", "signal 9 (SIGKILL)"),
        ("hang", "tda", "timeout", "1.5s"),
        ("flood", "tda", "output-limit", "over 1048576 bytes"),
    ] {
        Asked::new(words).assert_fault(input, code, text);
    }
}

#[test]
fn output_that_is_not_utf_8_is_octets() {
    let outcome = Asked::new("no-utf8").outcome("tda");
    assert_eq!(outcome, Outcome::Value(Value::Octets(vec![0xFF])));
}

#[test]
fn input_that_is_never_read_does_no_harm() {
    Asked::new("deaf x").assert_value(&"a".repeat(1 << 18), "deaf");
}

#[test]
fn every_form_reaches_the_program_as_it_is_named() {
    let echo = || Asked::new("echo").output(OutputForm::Text);
    echo().input(InputForm::Text).assert_value("ü\n", "ü\n");
    echo().input(InputForm::Line).assert_value("ü", "ü\n");
    echo().input(InputForm::Hex).assert_value("ü", "c3bc");
    echo().input(InputForm::Cps).assert_value("aü", "U+0061 U+00FC");
    echo().input(InputForm::None).assert_value("ü", "");
    Asked::new("echo '<{in:text}>'").assert_value("a b'\"$(x)", "<a b'\"$(x)>");
    Asked::new("echo {in:hex}").assert_value("ü", "c3bc");
    Asked::new("echo {in:cps}").assert_value("aü", "U+0061 U+00FC");
}

#[test]
fn every_form_is_read_back() {
    Asked::new("echo {in:hex}").output(OutputForm::Hex).assert_value("ü\n", "ü\n");
    let surrogate = Asked::new("echo {in:cps}").output(OutputForm::Cps);
    let value = Value::from_code_points([0xD800, 0x61]);
    assert_eq!(surrogate.outcome(value.clone()), Outcome::Value(value));
}

#[test]
fn inputs_that_cannot_be_passed_are_counted_as_unrepresentable() {
    let surrogate = || Value::from_code_points([0xD800]);
    Asked::new("echo {in:text}").assert_unrepresentable(Value::from("a\0"), "NUL");
    Asked::new("echo {in:text}").assert_unrepresentable(surrogate(), "surrogates");
    Asked::new("echo {in:hex}").assert_unrepresentable(surrogate(), "surrogates");
    Asked::new("echo").assert_unrepresentable(surrogate(), "surrogates");
    Asked::new("echo").assert_unrepresentable(Value::from("a\nb"), "newline");
    Asked::new("echo").assert_unrepresentable(Value::Octets(vec![1]), "only text");
}

/// The faults of libidn 1.41, which its library has, too. Digits are looked up with a signed test, so
/// characters below `0` have values. The delimiter of an empty basic part is one of them. Only the
/// first half of the surrogates is refused.
const WRONG_IN_IDN: [(&str, &str); 4] = [
    ("punycode/edge/leading-delimiter-letter", r#"{"ok":{"t":"\u0097"}}"#),
    ("punycode/edge/bad-digit-exclamation", r#"{"ok":{"t":"\u0086\u0080"}}"#),
    ("punycode/edge/bad-digit-space-last", r#"{"ok":{"t":"\u00fc\u0101"}}"#),
    ("punycode/edge/surrogate-dc00", r#"{"ok":{"b":"edb080"}}"#),
];

#[test]
fn gnu_idn_has_only_its_known_faults() {
    let version = Command::new("idn").arg("--version").output();
    if !version.is_ok_and(|output| output.status.success()) {
        let is_forced = std::env::var_os("ACEGATE_TEST_ALL").is_some();
        assert!(!is_forced, "this test needs GNU idn: apt-get install idn");
        println!("skipped: there is no GNU idn here");
        return;
    }
    let output = Command::new(env!("CARGO_BIN_EXE_acegate"))
        .args(["check", "--one-shot", "idn --quiet --punycode-{op}", "--codec", "punycode"])
        .args(["--id", "punycode/samples/*", "--id", "punycode/edge/*", "--format", "ndjson"])
        .output()
        .expect("acegate runs");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let (mut passed, mut wrong) = (0, 0);
    for event in text.lines().map(|line| serde_json::from_str(line).expect("an event")) {
        let Event::Case(case) = event else {
            continue;
        };
        passed += usize::from(case.verdict == Verdict::Pass);
        // It takes what must be refused, and never answers wrongly, refuses wrongly or dies.
        let is_lax = case.failing == Some(Failing::AcceptedWrongly);
        assert!(is_lax || matches!(case.verdict, Verdict::Pass | Verdict::Skip), "{case:?}");
        if let Some((_, found)) = WRONG_IN_IDN.iter().find(|(id, _)| *id == case.case) {
            let found: Observed = serde_json::from_str(found).expect("what is observed");
            assert_eq!(case.observed, Some(found), "{}", case.name);
            wrong += 1;
        }
    }
    assert!(passed > 50, "only {passed} passed");
    assert_eq!(wrong, WRONG_IN_IDN.len());
}
