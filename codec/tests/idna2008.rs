//! The reference of IDNA 2008 and its model, held against the rules of the documents and against each other.

mod alike;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::{env, fs};

use acegate_codec::idna2008::model::{self, ProtocolSteps, script, usual_width};
use acegate_codec::idna2008::{
    Age, Mapping, NameOptions, Process, Property, age, check, is_a_label, is_u_label, process,
    property, property_in, to_ascii, to_unicode, versions,
};
use acegate_codec::unicode::{Version, Versions};
use acegate_codec::uts46::model::{Icu, Tables};
use acegate_codec::{ErrorKind, Parameter, Parameters, Value, Verb, punycode, uts46};
use serde_json::Value as Json;

use self::alike::is_left_out;

const VERBS: [Verb; 5] = [
    Verb::ToAscii,
    Verb::ToUnicode,
    Verb::Check,
    Verb::IsULabel,
    Verb::IsALabel,
];

const REGISTRATION: NameOptions = NameOptions::REGISTRATION;
const LOOKUP: NameOptions = NameOptions::LOOKUP;
const MAPPED: NameOptions = NameOptions {
    mapping: Mapping::Rfc5895,
    ..NameOptions::LOOKUP
};

/// The published table of each version, from the file of ranges. The test reads the file in its own way.
#[test]
fn the_computed_property_is_the_published_one_in_every_version() {
    let file = include_str!("../src/idna2008/derived.txt");
    let mut published = vec![('U', Age::V6_0); 0x11_0000];
    for line in file.lines().filter(|line| !line.starts_with('#')) {
        let columns: Vec<_> = line.split(';').collect();
        let (first, last) = columns[0]
            .split_once("..")
            .unwrap_or((columns[0], columns[0]));
        let first = usize::from_str_radix(first, 16).expect("a code point");
        let last = usize::from_str_radix(last, 16).expect("a code point");
        let age = Age::ALL.into_iter().find(|age| age.name() == columns[2]);
        let letter = columns[1].chars().next().expect("a letter");
        published[first..=last].fill((letter, age.expect("a version")));
    }
    let letter = |property| match property {
        Property::Pvalid => 'P',
        Property::ContextJ => 'J',
        Property::ContextO => 'O',
        Property::Disallowed => 'D',
        Property::Unassigned => 'U',
    };
    for (code_point, &(value, assigned)) in published.iter().enumerate() {
        let code_point = u32::try_from(code_point).expect("a code point");
        assert_eq!(letter(property(code_point)), value, "{code_point:X}");
        assert_eq!(age(code_point), (value != 'U').then_some(assigned));
        if char::from_u32(code_point).is_some_and(is_left_out) {
            continue;
        }
        for version in Age::ALL {
            let expected = if assigned > version {
                'U'
            } else if code_point == 0x111C9 && version < Age::V11_0 {
                'D'
            } else {
                value
            };
            let computed = letter(property_in(code_point, version));
            assert_eq!(computed, expected, "{code_point:X} in {}", version.name());
        }
    }
}

#[test]
fn traps_of_the_derived_property_have_the_values_of_rfc_5892() {
    for (code_point, value) in [
        (0x19DA, Property::Disallowed), // Gc is No since 6.0
        (0x111C9, Property::Pvalid),
        (0xB7, Property::ContextO),    // punctuation, but an exception
        (0x640, Property::Disallowed), // a letter, but an exception
        (0x3007, Property::Pvalid),    // a number, but an exception
        (0xDF, Property::Pvalid),
        (0x1E9E, Property::Disallowed),
        (0x1100, Property::Disallowed),
        (0x20D0, Property::Disallowed),
        (0x13A0, Property::Pvalid), // a capital letter that folds to itself
        (0xAB70, Property::Disallowed),
        (0xD800, Property::Disallowed),
        (0xFDD0, Property::Disallowed),
        (0xE000, Property::Disallowed),
        (0x378, Property::Unassigned),
        (0x1CCF0, Property::Disallowed),
        (0x200C, Property::ContextJ),
        (0x11_0000, Property::Disallowed),
    ] {
        assert_eq!(property(code_point), value, "{code_point:X}");
    }
    assert_eq!(property_in(0x111C9, Age::V10_0), Property::Disallowed);
    assert_eq!(property_in(0x111C9, Age::V11_0), Property::Pvalid);
    // Valid from the version on that assigned them.
    for (code_point, first) in [
        (0x560, Age::V11_0),
        (0xE86, Age::V12_0),
        (0xD04, Age::V13_0),
        (0xC5D, Age::V14_0),
        (0x1123F, Age::V15_0),
        (0x2EBF0, Age::V15_1),
        (0x1C8A, Age::V16_0),
        (0xC5C, Age::V17_0),
        (0x11B0A, Age::V18_0),
    ] {
        for version in Age::ALL {
            let is_valid = property_in(code_point, version) == Property::Pvalid;
            assert_eq!(is_valid, version >= first, "{code_point:X} in {version:?}");
        }
    }
}

#[test]
fn ages_are_those_of_the_tables_that_uts46_declares() {
    for c in '\0'..=char::MAX {
        let Some(age) = age(c.into()) else {
            continue;
        };
        let name = age.name();
        let version = Version::from_name(name).unwrap_or(Version::V12_1);
        assert_eq!(version, Version::of(c), "{c:?} is of {name}");
    }
}

#[test]
fn scripts_and_widths_have_a_second_source() {
    for c in '\0'..=char::MAX {
        let second = uts46::script(c);
        let first = script(c).map(|script| format!("{script:?}"));
        let is_named = ["Greek", "Hebrew", "Hiragana", "Katakana", "Han"].contains(&second);
        assert_eq!(first.as_deref(), is_named.then_some(second), "{c:?}");
        let width = usual_width(c);
        let is_wide_or_narrow = matches!(c, '\u{3000}' | '\u{FF00}'..='\u{FFEF}');
        assert!(width == c || is_wide_or_narrow, "{c:?} becomes {width:?}");
        if is_wide_or_narrow {
            // The compatibility decomposition goes further, but from both to the same.
            let nfkd = icu_normalizer::DecomposingNormalizerBorrowed::new_nfkd();
            let text = c.to_string();
            assert_eq!(nfkd.normalize(&text), nfkd.normalize(&width.to_string()));
            assert_eq!(width == c, nfkd.normalize(&text) == text, "{c:?}");
        }
    }
}

/// The result of a name in ASCII, or the code of the rule that it breaks.
fn answer(name: &str, options: &NameOptions) -> String {
    match process(Verb::ToAscii, name, options) {
        Ok(ascii) => ascii,
        Err(refusal) => refusal.code.name().to_owned(),
    }
}

/// A name, and its answers in a registration, in a lookup, and in a lookup that maps.
struct Row(&'static str, &'static str, &'static str, &'static str);

#[test]
fn names_have_the_answers_that_the_documents_give() {
    for Row(name, registration, lookup, mapped) in [
        Row("Bücher", "DIS", "DIS", "xn--bcher-kva"),
        Row("\u{1E9E}", "DIS", "DIS", "xn--zca"),
        Row("faß", "xn--fa-hia", "xn--fa-hia", "xn--fa-hia"),
        Row("♥", "DIS", "DIS", "DIS"),
        Row("xn--g6h", "DIS", "xn--g6h", "xn--g6h"),
        Row("a·b", "CO", "xn--ab-0ea", "xn--ab-0ea"),
        Row("l·l", "xn--ll-0ea", "xn--ll-0ea", "xn--ll-0ea"),
        Row("\u{640}\u{628}", "DIS", "DIS", "DIS"),
        Row("\u{1100}", "DIS", "DIS", "DIS"),
        Row("\u{19DA}", "DIS", "DIS", "DIS"),
        Row("≠", "DIS", "DIS", "DIS"),
        Row("ﬁ", "DIS", "DIS", "DIS"),
        Row("a\u{AD}b", "DIS", "DIS", "DIS"),
        Row("\u{345}", "MARK", "MARK", "MARK"),
        Row("e\u{301}", "NFC", "NFC", "xn--9ca"),
        Row("a。b", "DIS", "DIS", "a.b"),
        Row("ａ", "DIS", "DIS", "a"),
        Row("a．b｡c", "DIS", "DIS", "a.b.c"),
        Row("\u{628}\u{660}\u{6F0}", "CO", "BIDI", "BIDI"),
        Row("0.א", "BIDI", "BIDI", "BIDI"),
        Row("-é", "HEND", "xn----bga", "xn----bga"),
        Row("éb--c", "H34", "H34", "H34"),
        Row("ébc--d", "xn--bc--d-9ra", "xn--bc--d-9ra", "xn--bc--d-9ra"),
        Row("ab--c", "RLDH", "RLDH", "RLDH"),
        Row("a_b", "LDH", "LDH", "LDH"),
        Row("-a", "HEND", "HEND", "HEND"),
        Row("a.", "a.", "a.", "a."),
        Row("é.", "xn--9ca.", "xn--9ca.", "xn--9ca."),
        Row("a..b", "EMPTY", "EMPTY", "EMPTY"),
        Row(".", "EMPTY", "EMPTY", "EMPTY"),
        Row("", "EMPTY", "EMPTY", "EMPTY"),
        Row("ſ", "DIS", "DIS", "DIS"),
        Row("\u{2126}", "NFC", "NFC", "xn--bya"),
        Row("EXAMPLE", "EXAMPLE", "EXAMPLE", "example"),
        Row("XN--9CA", "xn--9ca", "xn--9ca", "xn--9ca"),
        Row("xn--9", "PUNY", "PUNY", "PUNY"),
        Row("xn--abc-", "HEND", "HEND", "HEND"),
        Row("\u{628}\u{627}\u{200C}\u{628}", "CJ", "CJ", "CJ"),
        Row("\u{378}", "UNA", "UNA", "UNA"),
        Row("xn--é", "H34", "H34", "H34"),
    ] {
        assert_eq!(answer(name, &REGISTRATION), registration, "{name:?}");
        assert_eq!(answer(name, &LOOKUP), lookup, "{name:?} in a lookup");
        assert_eq!(answer(name, &MAPPED), mapped, "{name:?}, mapped");
    }
}

#[test]
fn lengths_are_those_of_the_dns() {
    let label = "é".repeat(57);
    let of_63 = punycode::encode(&label).expect("a code");
    assert_eq!(of_63.len() + 4, 63, "{of_63}");
    assert!(to_ascii(&label, &REGISTRATION).is_ok());
    assert_eq!(answer(&"é".repeat(58), &REGISTRATION), "LEN");
    assert_eq!(answer(&"a".repeat(64), &LOOKUP), "LEN");
    let code = format!("xn--{}", punycode::encode(&"é".repeat(58)).expect("a code"));
    assert!(to_unicode(&code, &LOOKUP).is_err());
    let of_253 = [
        "a".repeat(63),
        "a".repeat(63),
        "a".repeat(63),
        "a".repeat(61),
    ]
    .join(".");
    assert!(to_ascii(&of_253, &REGISTRATION).is_ok());
    assert!(to_ascii(&(of_253.clone() + "."), &REGISTRATION).is_ok());
    assert_eq!(answer(&(of_253 + "a"), &REGISTRATION), "NAME");
}

#[test]
fn the_definitions_of_labels_hold() {
    for (label, is_u, is_a) in [
        ("é", None, Some(ErrorKind::BadPrefix)),
        ("abc", Some(ErrorKind::LdhOnly), Some(ErrorKind::BadPrefix)),
        ("", Some(ErrorKind::Empty), Some(ErrorKind::Empty)),
        ("xn--9ca", Some(ErrorKind::LdhOnly), None),
        ("XN--9CA", Some(ErrorKind::LdhOnly), None),
        (
            "xn--g6h",
            Some(ErrorKind::LdhOnly),
            Some(ErrorKind::Disallowed),
        ),
        (
            "xn--abc-",
            Some(ErrorKind::LdhOnly),
            Some(ErrorKind::LdhOnly),
        ),
        ("xn--", Some(ErrorKind::LdhOnly), Some(ErrorKind::Empty)),
        (
            "xn---9uc",
            Some(ErrorKind::LdhOnly),
            Some(ErrorKind::BadDigit),
        ),
        ("xn--é", Some(ErrorKind::Hyphen), Some(ErrorKind::NotBasic)),
        ("-é", Some(ErrorKind::Hyphen), Some(ErrorKind::BadPrefix)),
        (
            "é.a",
            Some(ErrorKind::Disallowed),
            Some(ErrorKind::BadPrefix),
        ),
        ("\u{6F0}", None, Some(ErrorKind::BadPrefix)),
        ("\u{660}", Some(ErrorKind::Bidi), Some(ErrorKind::BadPrefix)),
    ] {
        for options in [
            REGISTRATION,
            NameOptions {
                check_contexto: true,
                ..LOOKUP
            },
        ] {
            let kind = |answer: Result<(), acegate_codec::Error>| answer.err().map(|it| it.kind);
            assert_eq!(
                kind(is_u_label(label, &options)),
                is_u,
                "{label:?} as a U-label"
            );
            assert_eq!(
                kind(is_a_label(label, &options)),
                is_a,
                "{label:?} as an A-label"
            );
        }
    }
}

#[test]
fn a_position_is_the_start_of_its_label() {
    for (name, options, position) in [
        ("é.Ä.b", REGISTRATION, 3),
        ("é。♥", MAPPED, 5),
        ("é｡♥", MAPPED, 5),
        ("a.a。♥", REGISTRATION, 2),
    ] {
        let error = check(name, &options).expect_err("is wrong");
        assert_eq!(error.position, position, "{name}");
    }
}

#[test]
fn parameters_choose_the_settings() {
    let registered = |parameters: &[(&str, &str)], name: &str| {
        let mut all = Parameters::new();
        for (parameter, word) in parameters {
            all.insert((*parameter).to_owned(), Parameter::from_word(word));
        }
        use acegate_codec::Codec;
        let reference = acegate_codec::idna2008::CODEC.apply("to-ascii", &all, &name.into());
        let model = model::CODEC.apply("to-ascii", &all, &name.into());
        assert_eq!(reference, model, "{name}");
        match reference {
            Ok(Value::Text(text)) => text.to_scalar_string().expect("a text"),
            other => format!("{other:?}"),
        }
    };
    assert_eq!(registered(&[("process", "lookup")], "a·b"), "xn--ab-0ea");
    let strict = [("process", "lookup"), ("check-contexto", "true")];
    assert!(registered(&strict, "a·b").contains("Refused"));
    assert_eq!(
        registered(&[("check-contexto", "false")], "a·b"),
        "xn--ab-0ea"
    );
    assert_eq!(registered(&[("mapping", "nfc")], "e\u{301}"), "xn--9ca");
    assert_eq!(registered(&[("ldh", "false")], "_sip"), "_sip");
    assert_eq!(registered(&[("check-bidi", "false")], "0.א"), "0.xn--4db");
    assert!(registered(&[("root", "false")], "a.").contains("Empty"));
    assert!(registered(&[("profile", "whatwg")], "a").contains("Unsupported"));
}

#[test]
fn capital_letters_that_are_newer_than_rust_have_a_lower_case() {
    for c in '\0'..=char::MAX {
        let stays = uts46::general_category(c) == "Uppercase_Letter"
            && property(c.into()) == Property::Disallowed
            && answer(&c.to_string(), &MAPPED) == "DIS";
        if stays {
            // It has a compatibility decomposition, as the mathematical letters do.
            let nfkc = icu_normalizer::ComposingNormalizerBorrowed::new_nfkc();
            assert!(!nfkc.is_normalized(&c.to_string()), "{c:?}");
        }
    }
    assert_eq!(
        answer("\u{A7CE}", &MAPPED),
        answer("\u{A7CF}", &REGISTRATION)
    );
}

#[test]
fn single_code_points_have_one_answer_alone_and_after_a_letter() {
    for c in ('\0'..=char::MAX).filter(|&c| !is_left_out(c)) {
        let is_known =
            Versions::of(c).newest() <= Version::V16 && age(c.into()) <= Some(Age::V16_0);
        for text in [String::from(c), format!("a{c}")] {
            compare_one(Verb::ToAscii, &text, &REGISTRATION, is_known);
            compare_one(Verb::ToUnicode, &text, &MAPPED, is_known);
            compare_one(Verb::IsULabel, &text, &REGISTRATION, is_known);
        }
    }
}

#[test]
fn pairs_of_one_code_point_of_each_class_have_one_answer() {
    let all: Vec<_> = classes().into_values().collect();
    assert!(all.len() > 60, "{} classes", all.len());
    for &first in &all {
        for &second in &all {
            let pair = String::from_iter([first, second]);
            compare(&pair, REGISTRATION);
            compare(&pair, MAPPED);
            if let Ok(code) = punycode::encode(&pair) {
                compare(&format!("xn--{code}"), REGISTRATION);
                compare(&format!("xn--{code}"), LOOKUP);
            }
        }
    }
}

/// `GENERATED_NAMES` says how many.
#[test]
fn generated_names_have_one_answer_under_all_settings() {
    let count = env::var("GENERATED_NAMES").map_or(30_000, |it| it.parse().expect("a number"));
    let random = &mut fastrand::Rng::with_seed(2008);
    let all: Vec<_> = classes().into_values().collect();
    let mut accepted = 0;
    for _ in 0..count {
        let mut labels = Vec::new();
        // One name in 32 is long.
        let most = if random.u8(0..32) == 0 { 16 } else { 3 };
        for _ in 0..random.usize(1..=most) {
            labels.push(label(random, &all));
        }
        let options = NameOptions {
            process: random
                .choice([Process::Registration, Process::Lookup])
                .expect("one"),
            mapping: random
                .choice([Mapping::None, Mapping::Nfc, Mapping::Rfc5895])
                .expect("one"),
            check_bidi: random.bool(),
            check_contexto: random.bool(),
            root: random.bool(),
            ldh: random.bool(),
        };
        let name = labels.join(random.choice([".", "。", "．"]).expect("one"));
        accepted += usize::from(compare(&name, options));
    }
    assert!(accepted * 20 > count, "{accepted} of {count} are accepted");
}

/// A label of a few characters, one of each class or what the contextual rules require.
fn label(random: &mut fastrand::Rng, all: &[char]) -> String {
    const CONTEXTS: &str = "l·\u{200C}\u{200D}\u{94D}बبا͵αΣא׳״・アー٠۰\u{300}é-";
    let contexts: Vec<_> = CONTEXTS.chars().collect();
    let mut text = String::new();
    for _ in 0..random.usize(0..6) {
        text.push(match random.u8(0..8) {
            0 => char::from(random.choice(*b"abz019-AB_").expect("one")),
            1 => random.choice(all.iter().copied()).expect("one"),
            2 | 3 => random
                .choice(['b', 'ü', 'я', '中', 'Ü', 'ａ'])
                .expect("one"),
            _ => random.choice(contexts.iter().copied()).expect("one"),
        });
    }
    if random.u8(0..16) == 0 {
        // About as long as a label may be.
        text = text.repeat(random.usize(2..20));
    }
    match (punycode::encode(&text), random.u8(0..6)) {
        (Ok(code), 0) => format!("xn--{code}"),
        (Ok(code), 1) => format!("XN--{}", code.to_uppercase()),
        (Ok(code), 2) => format!("xn--{}", &code[..random.usize(0..=code.len())]),
        _ => text,
    }
}

/// The limits of lengths, where the reference does not always encode what it measures.
#[test]
fn labels_of_every_length_have_one_answer() {
    for c in ['ü', 'я', 'ب', '中', '한', '\u{94D}', '\u{20000}', 'Ü', 'ａ'] {
        for first in ["", "a", "क", "\u{10FFFD}", "\u{2A6DF}"] {
            for count in 1..=64 {
                let label = format!("{first}{}", c.to_string().repeat(count));
                for name in [&label, &format!("{label}.{label}.{label}.{label}.")] {
                    compare(name, REGISTRATION);
                    compare(name, MAPPED);
                }
            }
        }
    }
}

/// The first code point of each class that the documents tell apart.
fn classes() -> BTreeMap<String, char> {
    let mut classes = BTreeMap::new();
    for c in '\0'..=char::MAX {
        let text = c.to_string();
        let class = (
            property(c.into()),
            Icu.is_mark(c),
            Icu.is_virama(c),
            Icu.bidi(c),
            Icu.joining(c),
            Icu.nfc(&text) == text,
            script(c).map(|script| format!("{script:?}")),
            text.to_lowercase() == text,
        );
        classes.entry(format!("{class:?}")).or_insert(c);
    }
    classes
}

/// Holds the reference against its model, in each operation. Says whether one accepts the input.
fn compare(input: &str, options: NameOptions) -> bool {
    let mut accepts = false;
    for verb in VERBS {
        let is_known = versions(verb, input, &options).are_within(Versions::all(Version::V16));
        accepts |= compare_one(verb, input, &options, is_known);
    }
    accepts
}

/// Holds the reference against its model, which has two sources of tables. One is Unicode 16, and may not know all of
/// the input. Says whether the input is accepted.
fn compare_one(verb: Verb, input: &str, options: &NameOptions, is_known: bool) -> bool {
    let reference = process(verb, input, options);
    let model = if is_known {
        ProtocolSteps::IDNA2008.apply(verb, input, options)
    } else {
        ProtocolSteps::ICU.apply(verb, input, options)
    };
    assert_eq!(reference, model, "{verb:?} {input:?} {options:?}");
    let accepts = reference.is_ok();
    check_properties(verb, input, options, reference.ok());
    accepts
}

/// Properties of every result.
fn check_properties(verb: Verb, input: &str, options: &NameOptions, result: Option<String>) {
    let Some(result) = result else {
        return;
    };
    let again = NameOptions {
        mapping: Mapping::None,
        ..*options
    };
    match verb {
        Verb::ToAscii => {
            assert!(result.is_ascii(), "{input:?}: {result:?}");
            assert_eq!(to_ascii(&result, &again).as_ref(), Ok(&result), "{input:?}");
        }
        Verb::ToUnicode => {
            assert_eq!(
                to_unicode(&result, &again).as_ref(),
                Ok(&result),
                "{input:?}"
            );
            let ascii = to_ascii(&result, &again).expect("a name");
            assert_eq!(to_unicode(&ascii, &again), Ok(result), "{input:?}");
        }
        Verb::IsULabel => {
            let ascii = to_ascii(input, &REGISTRATION);
            let asks_more = !options.check_bidi || !options.check_contexto;
            assert!(ascii.is_ok() || asks_more, "{input:?}");
        }
        _ => assert_eq!(result, input),
    }
}

/// The folder `JSON_SCHEMA_TESTS` has the test files of JSON Schema for optional formats, as the package `jsonschema` of
/// Python ships them.
#[test]
#[ignore = "needs the folder JSON_SCHEMA_TESTS, which .ci/run makes"]
fn the_host_names_of_json_schema_are_valid_or_not_as_its_tests_say() {
    let folder = PathBuf::from(env::var_os("JSON_SCHEMA_TESTS").expect("the folder"));
    let mapped = NameOptions {
        mapping: Mapping::Rfc5895,
        root: false,
        ..REGISTRATION
    };
    let unmapped = NameOptions {
        mapping: Mapping::None,
        ..mapped
    };
    let mut with_other_dots = 0;
    for (file, least) in [("idn-hostname.json", 58), ("hostname.json", 18)] {
        let text = fs::read_to_string(folder.join(file)).expect("a file");
        let groups: Json = serde_json::from_str(&text).expect("JSON");
        let mut count = 0;
        for test in tests_of(&groups) {
            // The others are about values that are no strings.
            let Some(name) = test["data"].as_str() else {
                continue;
            };
            count += 1;
            let is_valid = test["valid"] == true;
            if file == "hostname.json" && !name.is_ascii() {
                assert!(!is_valid, "{name:?}");
                continue;
            }
            assert_eq!(check(name, &mapped).is_ok(), is_valid, "{file}: {name:?}");
            // Without the mapping, only the full stop of ASCII separates labels.
            let has_other_dots = name.contains(['\u{3002}', '\u{FF0E}', '\u{FF61}']);
            let is_valid_unmapped = is_valid && !has_other_dots;
            assert_eq!(
                check(name, &unmapped).is_ok(),
                is_valid_unmapped,
                "{name:?}"
            );
            with_other_dots += usize::from(is_valid && has_other_dots);
        }
        assert!(count >= least, "{file}: {count} names");
    }
    assert!(with_other_dots >= 3);
}

fn tests_of(groups: &Json) -> impl Iterator<Item = &Json> {
    let groups = groups.as_array().expect("a list of groups");
    groups
        .iter()
        .flat_map(|group| group["tests"].as_array().expect("a list of tests"))
}
