//! The data of this package: every file loads, has nothing for the linter to find, and is written
//! the canonical way; together the files make the embedded suite.
#![cfg(feature = "yaml")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::iter;
use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::LazyLock;

use acegate_vectors::{
    Case, File, Integer, Ledger, Outcome, Requirement, Suite, Value, format_file, lint,
    lint_with_ledger,
};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

static EMBEDDED: LazyLock<Suite> =
    LazyLock::new(|| Suite::embedded().expect("the embedded suite is valid"));

static LOADED: LazyLock<Suite> =
    LazyLock::new(|| Suite::load(&[root()]).expect("the files of the folder load"));

#[test]
fn the_embedded_suite_equals_the_folder() {
    assert_eq!(Suite::embedded_digest(), LOADED.digest());
    let in_repository = |path: &str| {
        let below = Path::new(path)
            .strip_prefix(root())
            .expect("a file of the folder");
        format!("vectors/{}", below.display())
    };
    let files = LOADED.files.iter().cloned();
    let files: Vec<_> = files
        .map(|file| File {
            path: in_repository(&file.path),
            ..file
        })
        .collect();
    assert!(EMBEDDED.files == files, "the embedded files differ");
    assert_eq!(EMBEDDED.cases.len(), LOADED.cases.len());
    for (case, loaded) in EMBEDDED.cases.iter().zip(&LOADED.cases) {
        let loaded = Case {
            file: in_repository(&loaded.file),
            ..(**loaded).clone()
        };
        assert_eq!(**case, loaded);
    }
}

#[test]
fn the_suite_has_nothing_for_the_linter_and_rests_on_the_ledger() {
    let ledger = Ledger::embedded().expect("the embedded ledger is valid");
    let findings = [lint(&EMBEDDED), lint_with_ledger(&EMBEDDED, &ledger)].concat();
    let lines: Vec<_> = findings.iter().map(ToString::to_string).collect();
    assert!(lines.is_empty(), "{}", lines.join("\n"));
}

/// The sections that are only about writing, and those that are only about reading.
const ONE_WAY: &[(&str, &[&str], &[&str])] = &[
    ("RFC 3492", &["6.3"], &["6.2"]),
    ("RFC 3490", &["4.1"], &["4.2"]),
    ("draft-ietf-idn-utf6-00", &["2.4"], &["2.5"]),
    (
        "draft-ietf-idn-race-03",
        &["2.2", "2.5.1"],
        &["2.3", "2.4.2", "2.5.2"],
    ),
    (
        "draft-ietf-idn-lace-01",
        &["2.2", "2.5.1"],
        &["2.3", "2.4.2", "2.5.2"],
    ),
    ("draft-jseng-utf5-01", &["2.3"], &["2.4"]),
];

/// An encoder is not blamed under a section on decoding; what a decoder does may follow from a
/// rule on writing (it gives back what was written), but not from the procedure of it alone.
#[test]
fn clauses_are_of_the_direction() {
    let writes = |op: &String| matches!(op.as_str(), "encode" | "to-ascii");
    let mut wrong = Vec::new();
    for case in &EMBEDDED.cases {
        for (document, writing, reading) in ONE_WAY {
            let of_document = case.document == *document;
            let only_writes = case.ops.iter().all(writes);
            let only_reads = !case.ops.iter().any(writes);
            if of_document
                && (only_writes && is_under(&case.clause, reading)
                    || only_reads && is_under(&case.clause, writing))
            {
                wrong.push(format!("{}: {}", case.id, case.clause));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// In a case of two operations, each has a requirement for its direction: that names are decoded in
/// one way says nothing of how they are encoded.
#[test]
fn each_half_of_a_pair_has_a_requirement_of_its_direction() {
    let ledger = Ledger::embedded().expect("the embedded ledger is valid");
    let rows: BTreeMap<_, _> = ledger
        .requirements
        .iter()
        .map(|row| (&row.id, row))
        .collect();
    let mut pairs = 0;
    let mut wrong = Vec::new();
    for case in EMBEDDED.cases.iter().filter(|case| case.ops.len() == 2) {
        let ways: Vec<_> = case
            .requirements
            .iter()
            .map(|id| way_of(rows[id]))
            .collect();
        for op in &case.ops {
            let other = match op.as_str() {
                "encode" | "to-ascii" => Way::Reading,
                "decode" | "to-unicode" => Way::Writing,
                _ => continue,
            };
            pairs += 1;
            if !ways.is_empty() && ways.iter().all(|way| *way == other) {
                wrong.push(format!("{}: {op}: {:?}", case.id, case.requirements));
            }
        }
    }
    assert!(pairs > 2000, "{pairs}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The half of a pair that a requirement is about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Writing,
    Reading,
    Both,
}

/// The requirements of UTS #46 on labels that are decoded. Section 4 has them in addition to all others.
const DECODED: &[&str] = &["uts46-6", "uts46-7", "uts46-8", "uts46-9", "uts46-13"];

fn way_of(row: &Requirement) -> Way {
    if DECODED.contains(&&*row.id) {
        return Way::Reading;
    }
    if row.document == "UTS #46" && row.clause.starts_with("4.2") {
        return Way::Writing;
    }
    let clauses = || iter::once(&row.clause).chain(&row.also);
    for (document, writing, reading) in ONE_WAY {
        if row.document != *document {
            continue;
        }
        if clauses().all(|clause| is_under(clause, writing)) {
            return Way::Writing;
        }
        if clauses().all(|clause| is_under(clause, reading)) {
            return Way::Reading;
        }
    }
    Way::Both
}

/// Whether a clause is one of these sections or a part of it.
fn is_under(clause: &str, sections: &[&str]) -> bool {
    sections.iter().any(|section| {
        let rest = clause.strip_prefix(section);
        rest.is_some_and(|rest| !rest.starts_with(|next: char| next.is_ascii_digit()))
    })
}

/// A case that is named after the length of a name has one of that length, and no label of it is too long:
/// otherwise the label would be refused, and the length of the name would not matter.
#[test]
fn names_have_the_length_of_their_ids_and_labels_of_at_most_63() {
    let mut names = 0;
    for case in &EMBEDDED.cases {
        let mut numbers = case
            .id
            .split(['/', '-'])
            .filter_map(|word| word.parse().ok());
        let length = numbers.rfind(|number| LENGTHS_OF_NAMES.contains(number));
        let is_of_names =
            case.id.contains("name") && case.ops.iter().all(|op| op.starts_with("to-"));
        if !is_of_names {
            continue;
        }
        let Some(length) = length else { continue };
        names += 1;
        let encoded = match case.expect.outcomes().first() {
            Some(Outcome::Ok(value)) if case.ops[0] == "to-ascii" => value.to_scalar_string(),
            _ => case.input.to_scalar_string(),
        };
        let encoded = encoded.unwrap_or_else(|| panic!("{}: a name is text", case.id));
        let encoded = encoded.strip_suffix('.').unwrap_or(&encoded);
        let longest = encoded.split('.').map(|label| label.chars().count()).max();
        assert!(
            longest <= Some(63),
            "{}: a label of {longest:?} characters",
            case.id
        );
        // A name that is refused has no encoded form in the case.
        if encoded.is_ascii() {
            assert_eq!(encoded.len(), length, "{}", case.id);
        }
    }
    assert!(names > 30, "{names}");
}

/// The lengths around the limit of STD 13.
const LENGTHS_OF_NAMES: RangeInclusive<usize> = 250..=260;

/// Every implementation that confirms a case is one that `reports/make/agreement.py` runs.
#[test]
fn the_suite_names_opinions_that_can_be_asked_again() {
    let script = root().join("../reports/make/agreement.py");
    let script = fs::read_to_string(script).expect("the script");
    let list = script
        .split("\nIMPLEMENTATIONS = [")
        .nth(1)
        .and_then(|rest| rest.split("\n]").next());
    let asked: BTreeSet<_> = list
        .into_iter()
        .flat_map(str::lines)
        .filter_map(|line| line.trim().strip_prefix("(\"")?.split('"').next())
        .collect();
    assert!(asked.len() > 10, "the script asks only {asked:?}");
    let named = EMBEDDED.cases.iter().flat_map(|case| case.confirmed.iter());
    let unknown: BTreeSet<_> = named
        .filter(|name| !asked.contains(name.split(' ').next().unwrap_or_default()))
        .collect();
    assert!(unknown.is_empty(), "nobody can ask {unknown:?} again");
}

/// No file has more cases of a theme than the one that says what it is about.
#[test]
fn themes_are_described_where_most_of_their_cases_are() {
    let mut counts = BTreeMap::<_, BTreeMap<_, usize>>::new();
    for case in &EMBEDDED.cases {
        let theme = (&*case.codec, case.theme());
        *counts
            .entry(theme)
            .or_default()
            .entry(&*case.file)
            .or_default() += 1;
    }
    let (mut described, mut wrong) = (0, Vec::new());
    for file in &EMBEDDED.files {
        for theme in file.groups.keys() {
            let files = counts.get(&(&*file.codec, theme));
            let here = files.and_then(|files| files.get(&*file.path));
            if here.is_none() || here < files.and_then(|files| files.values().max()) {
                wrong.push(format!("{theme} is described in {}", file.path));
            }
            described += 1;
        }
    }
    assert!(
        wrong.is_empty() && described > 100,
        "{described} themes: {}",
        wrong.join("\n")
    );
}

/// UTF-5 writes the hexadecimal digits of each number, the first of them as G to V.
#[test]
fn utf_5_has_the_digits_of_integers() {
    let small = |value: &Value| match value {
        Value::Text { code_points, .. } => code_points.iter().copied().map(Integer::from).collect(),
        Value::Octets(_) | Value::List(_) => Vec::new(),
    };
    let written = |number: &Integer| {
        let hex = number.to_hex();
        let first = u32::from_str_radix(&hex[..1], 16).expect("a digit");
        let rest = hex.chars().skip(1).map(u32::from);
        [u32::from('G') + first]
            .into_iter()
            .chain(rest)
            .map(Integer::from)
            .collect::<Vec<_>>()
    };
    let mut checks = EMBEDDED.checks();
    checks.retain(|check| check.name.starts_with("utf5/integers/"));
    let mut computed = 0;
    for check in &checks {
        let right = check
            .expect
            .outcomes()
            .iter()
            .find_map(|outcome| match outcome {
                Outcome::Ok(value) => Some(small(value)),
                Outcome::Integers(integers) => Some(integers.clone()),
                Outcome::Error { .. } => None,
            });
        let Some(right) = right else { continue };
        let (numbers, digits): (Vec<_>, _) = match &*check.op {
            "encode" => (small(&check.input), right),
            _ => (right, small(&check.input)),
        };
        let found: Vec<_> = numbers.iter().flat_map(written).collect();
        assert_eq!(found, digits, "{}", check.name);
        computed += 1;
    }
    assert!(computed >= 39, "{computed} computed");
}

#[test]
fn files_are_formatted_and_lie_where_their_codec_is() {
    for file in &LOADED.files {
        let path = Path::new(&file.path);
        assert!(
            path.parent()
                .is_some_and(|parent| parent.ends_with(&file.codec)),
            "{path:?}"
        );
        let text = fs::read_to_string(path).expect("the file");
        let formatted = format_file(&file.path, text.as_bytes()).expect("it loads");
        let line = text
            .lines()
            .zip(formatted.lines())
            .position(|(is, should)| is != should);
        assert!(
            text == formatted,
            "{path:?} is not written the canonical way after {line:?} lines"
        );
    }
}

/// The ids that the last release has, or for the first one those that it will have: `theme: names`, a line each.
/// Readers write ids into their files of exceptions, so an id stays as long as its case is right. To record
/// the ids of a release, run this test with `WRITE_IDS=1`.
#[test]
fn ids_are_permanent() {
    let path = root().join("tests/ids.txt");
    let mut now: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for case in &EMBEDDED.cases {
        let (theme, name) = case.id.rsplit_once('/').expect("an id has a theme");
        now.entry(theme).or_default().insert(name);
    }
    if std::env::var_os("WRITE_IDS").is_some() {
        let mut text = String::new();
        for (theme, names) in &now {
            let names: Vec<&str> = names.iter().copied().collect();
            text += &format!("{theme}: {}\n", names.join(" "));
        }
        fs::write(&path, text).expect("the file can be written");
    }
    let recorded = fs::read_to_string(path).expect("tests/ids.txt");
    let mut gone = Vec::new();
    for line in recorded.lines() {
        let (theme, names) = line.split_once(": ").expect("a theme and its names");
        for name in names.split(' ') {
            if !now.get(theme).is_some_and(|names| names.contains(name)) {
                gone.push(format!("{theme}/{name}"));
            }
        }
    }
    assert!(gone.is_empty(), "these ids were released: {gone:?}");
}
