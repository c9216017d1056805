//! Traces compared with those that RFC 3492 prints in sections 7.2 and 7.3.

use acegate_codec::bootstring::{Bootstring, Digit};
use acegate_codec::{Error, ErrorKind};

const PUNYCODE: Bootstring = Bootstring::PUNYCODE;

/// Sample (B): the inserted code point, its delta, the digits, the bias after it. Section 7.2 prints
/// them for decoding and section 7.3 for encoding.
const SAMPLE_B: &[(u32, u32, &str, u32)] = &[
    (0x4E0D, 19853, "ihq", 21),
    (0x4E2D, 64, "wc", 20),
    (0x4E3A, 37, "rb", 13),
    (0x4E48, 56, "4c", 17),
    (0x4EC0, 599, "v8a", 32),
    (0x4ED6, 130, "8d", 23),
    (0x4EEC, 154, "qg", 25),
    (0x6587, 46301, "056p", 84),
    (0x8BF4, 88531, "qjye", 90),
];

const TEXT_B: [u32; 9] = [
    0x4ED6, 0x4EEC, 0x4E3A, 0x4EC0, 0x4E48, 0x4E0D, 0x8BF4, 0x4E2D, 0x6587,
];

#[test]
fn sample_b_has_the_printed_steps_both_ways() {
    let trace = PUNYCODE.trace_decode(b"ihqwcrb4cv8a8dqg056pqjye");
    assert_eq!(
        (trace.n, trace.bias, trace.delimiter, trace.error),
        (128, 72, None, None)
    );
    assert_eq!(trace.steps.len(), SAMPLE_B.len());
    for (step, expected) in trace.steps.iter().zip(SAMPLE_B) {
        let digits = characters(&step.digits);
        assert_eq!(
            (step.code_point, step.delta, &*digits, step.next_bias),
            *expected
        );
    }
    assert_eq!(trace, PUNYCODE.trace_encode(&TEXT_B));
    assert_eq!(trace.text_after(9), TEXT_B);
    assert_eq!(trace.text_after(3), [0x4E3A, 0x4E0D, 0x4E2D]);
}

#[test]
fn literal_part_and_spans_follow_the_code() {
    let code = b"3B-ww4c5e180e575a65lsy2b";
    let trace = PUNYCODE.trace_decode(code);
    assert_eq!(
        (trace.literal.as_slice(), trace.delimiter),
        (&b"3B"[..], Some(2))
    );
    let mut at = 3;
    for step in &trace.steps {
        assert_eq!(step.span.start, at);
        at = step.span.end;
        assert_eq!(
            characters(&step.digits).as_bytes(),
            &code[step.span.clone()]
        );
    }
    assert_eq!(at, code.len());
    assert_eq!(trace.text_after(0), [0x33, 0x42]);
}

#[test]
fn digits_add_up_to_their_delta_and_the_last_is_under_its_threshold() {
    let trace = PUNYCODE.trace_decode(b"qjy9");
    let step = &trace.steps[0];
    // q = 16, j = 9, y = 24 with thresholds 1, 1, 26: 24 is under 26 and ends the number.
    let digits: Vec<_> = step
        .digits
        .iter()
        .map(|digit| (digit.value, digit.threshold, digit.weight))
        .collect();
    assert_eq!(digits, [(16, 1, 1), (9, 1, 35), (24, 26, 1225)]);
    assert_eq!(step.delta, 16 + 9 * 35 + 24 * 1225);
}

#[test]
fn digits_before_an_error_are_pending() {
    for (code, steps, pending, kind, position) in [
        ("tda!", 1, "", ErrorKind::BadDigit, 3),
        ("tda9!", 1, "9", ErrorKind::BadDigit, 4),
        ("tda99", 1, "99", ErrorKind::Truncated, 5),
        ("99999999", 0, "99999999", ErrorKind::Overflow, 7),
        ("99999999z", 0, "99999999", ErrorKind::Overflow, 7),
        ("e-Oy65t", 0, "Oy65t", ErrorKind::OutOfRange, 2),
        ("ib9ba", 0, "ib9b", ErrorKind::Surrogate, 0),
        ("\u{80}-a", 0, "", ErrorKind::NotBasic, 0),
    ] {
        let points: Vec<u32> = code.chars().map(u32::from).collect();
        let trace = PUNYCODE.trace_decode(&points);
        assert_eq!(trace.steps.len(), steps, "{code}");
        assert_eq!(characters(&trace.pending), pending, "{code}");
        assert_eq!(trace.error, Some(Error::new(kind, position)), "{code}");
    }
}

#[test]
fn encoder_shows_the_steps_before_an_overflow() {
    let text = [vec![0x78; 3855], vec![0xFC, 0x10_FFFF]].concat();
    let trace = PUNYCODE.trace_encode(&text);
    assert_eq!(trace.error, Some(Error::new(ErrorKind::Overflow, 3856)));
    assert_eq!(trace.steps.len(), 1);
    // (FC − 80) × 3856 + 3855.
    assert_eq!(trace.steps[0].delta, 481_999);
}

fn characters(digits: &[Digit]) -> String {
    digits
        .iter()
        .map(|digit| char::from(digit.character))
        .collect()
}
