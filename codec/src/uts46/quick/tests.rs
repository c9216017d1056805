//! The short way beside the long one.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::ToString;

use icu_normalizer::properties::CanonicalCombiningClassMapBorrowed;

use super::*;
use crate::uts46::process::{process, process_any};

/// The contents of a string before a call, which must stay.
const BEFORE: &str = "before-\u{FC}";

/// The result of the short way.
fn answer(is_to_ascii: bool, name: &str, settings: &Settings) -> Option<String> {
    let mut out = BEFORE.to_string();
    if append(is_to_ascii, name, settings, &mut out) {
        return Some(out.strip_prefix(BEFORE).expect("it appends").to_string());
    }
    assert_eq!(out, BEFORE, "{name:?} is left, so nothing is appended");
    None
}

/// Holds both operations against the long way. Returns how many took the short one.
fn compare(name: &str) -> usize {
    let mut quick = 0;
    for (op, is_to_ascii) in [("to-ascii", true), ("to-unicode", false)] {
        for settings in [Settings::STRICT, Settings::WHATWG] {
            let right = process_any(is_to_ascii, name, &settings);
            assert_eq!(process(op, name, &settings), right, "{op} {name:?}");
        }
        quick += usize::from(answer(is_to_ascii, name, &Settings::STRICT).is_some());
    }
    quick
}

/// Whether a name is its own result, said in another way: between its hyphens and full stops are small letters
/// and digits.
fn is_plain_by_parts(name: &str) -> bool {
    let mut parts = name.split(['-', '.']);
    let are_words = parts.all(|part| {
        let is_word = |octet: u8| octet.is_ascii_lowercase() || octet.is_ascii_digit();
        !part.is_empty() && part.bytes().all(is_word)
    });
    are_words && name.len() <= LABEL_MAX
}

/// Compares the two definitions. A plain name must be its own result by the long way.
fn compare_plain(name: &str) -> bool {
    let is_plain = is_plain(name.as_bytes());
    assert_eq!(is_plain, is_plain_by_parts(name), "{name:?}");
    is_plain
}

#[test]
fn plain_names_are_those_of_small_letters_and_digits_with_single_separators() {
    assert!(!compare_plain(""));
    let mut plain = 0;
    for length in 1..=66 {
        for at in 0..length {
            for octet in 0..=0x7F {
                let mut name = [b'a', b'7'].repeat(33);
                name.truncate(length);
                name[at] = octet;
                let name = str::from_utf8(&name).expect("it is ASCII");
                plain += usize::from(compare_plain(name));
            }
            for pair in ["--", "-.", ".-", "..", "-a", "a."] {
                let mut name = "b".repeat(length);
                name.insert_str(at, pair);
                plain += usize::from(compare_plain(&name));
            }
            let mut name = "b".repeat(length);
            name.insert(at, 'é');
            assert!(!compare_plain(&name));
        }
    }
    assert!(plain > 60_000, "only {plain} are plain");
}

#[test]
fn a_plain_name_is_its_own_result_by_the_long_way() {
    for name in [
        "a",
        "7",
        "a-b",
        "1.2",
        "a.b-c.d",
        "ab-c-d",
        "xn-a",
        &"a".repeat(63),
    ] {
        assert!(compare_plain(name), "{name}");
        for is_to_ascii in [true, false] {
            for settings in [Settings::STRICT, Settings::WHATWG] {
                let right = process_any(is_to_ascii, name, &settings).into_result();
                assert_eq!(right.as_deref(), Ok(name));
                assert!(is_its_own_result(name, &settings));
            }
        }
    }
    let transitional = Settings {
        transitional: true,
        ..Settings::STRICT
    };
    assert!(!is_its_own_result("a", &transitional));
}

#[test]
fn every_code_point_has_the_answers_of_the_long_way_wherever_it_stands() {
    let mut quick = 0;
    for c in '\0'..=char::MAX {
        if Facts::of(c) == Facts::LEAVES {
            // With any neighbours, the name leaves the short way.
            quick += answer(true, &format!("a{c}b"), &Settings::STRICT).map_or(0, |_| 1);
            continue;
        }
        let between = format!("a{c}b");
        let code = punycode::encode(&between).expect("a code");
        // Alone, between letters, beside letters that run to the left, and between marks of low and
        // high combining classes.
        for name in [
            c.to_string(),
            format!("xn--{code}.{between}"),
            format!("\u{5D0}{c}"),
            format!("a\u{323C}{c}.\u{5D0}"),
            format!("\u{65}\u{316}{c}\u{315}"),
        ] {
            quick += compare(&name);
        }
    }
    assert!(quick > 500_000, "only {quick} names took the short way");
}

#[test]
fn marks_of_every_class_have_the_answers_of_the_long_way_in_every_order() {
    let classes = CanonicalCombiningClassMapBorrowed::new();
    let mut marks: BTreeMap<u8, char> = BTreeMap::new();
    for c in ('\u{300}'..='\u{1FFFF}').filter(|&c| Facts::of(c) != Facts::LEAVES) {
        marks.entry(classes.get_u8(c)).or_insert(c);
    }
    assert!(marks.len() > 30, "{} classes", marks.len());
    let mut quick = 0;
    for first in marks.values() {
        for second in marks.values() {
            quick += compare(&format!("a{first}{second}"));
            quick += compare(&format!("é{first}{second}\u{300}"));
        }
    }
    assert!(quick > 1_000, "only {quick} names took the short way");
}

#[test]
fn names_leave_the_short_way_where_they_are_wrong() {
    for name in [
        "",
        ".",
        "a.",
        ".a",
        "a..b",
        "-a",
        "a-",
        "ab--c",
        "xn--",
        "xn--a",
        "xn--a-",
        "a_b",
        "A.-",
        "xn--bcher-kva-",
        "é-",
        "-é",
        "éé--é",
        "\u{300}a",
        "xn--\u{E9}",
        "ｘｎ--bcher-kva",
        "ａ",
        "1.\u{5D0}",
        "\u{5D0}a",
        "a\u{200C}b",
        "a\u{3002}b",
        "xn--BCHER-KVA",
        "xn--Bcher-kva",
    ] {
        compare(name);
        assert_eq!(answer(true, name, &Settings::STRICT), None, "{name:?}");
    }
    for long in [63, 64] {
        let label = "a".repeat(long);
        let name = format!("{label}.b");
        assert_eq!(compare(&name) == 0, long > LABEL_MAX);
        assert_eq!(compare(&label) == 0, long > LABEL_MAX);
    }
    for length in 40..63 {
        let label = "\u{FC}".to_string() + &"a".repeat(length);
        let code = punycode::encode(&label).expect("a code");
        let is_short = PREFIX.len() + code.len() <= LABEL_MAX;
        compare(&label);
        let is_quick = answer(true, &label, &Settings::STRICT).is_some();
        assert_eq!(is_quick, is_short, "{length}");
    }
    let label = "a".repeat(50);
    let longest = format!("{label}.{label}.{label}.{label}.{}", "a".repeat(49));
    assert_eq!(longest.len(), NAME_MAX);
    assert_eq!(compare(&longest), 2);
    assert_eq!(compare(&format!("{longest}a")), 1);
}

#[test]
fn right_names_take_the_short_way() {
    for name in [
        "example",
        "a-b.c1",
        "WWW.Example",
        "Bücher.example",
        "xn--bcher-kva.example",
        "ПРИВЕТ",
        "\u{5D0}\u{5D1}.a",
        // The last character of a label is the one before its nonspacing marks.
        "\u{5D0}\u{5B0}.a",
        "ที่.ไทย",
        "हिन्दी",
        "ß",
        "한국",
        "日本語.example",
    ] {
        assert_eq!(compare(name), 2, "{name}");
    }
}
