//! The data of this package: every file loads, has nothing for the linter to find, and is written
//! the canonical way; together the files make the embedded suite.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use acegate_vectors::{
    Case, File, Integer, Ledger, Outcome, Suite, Value, format_file, lint, lint_with_ledger,
};
use libtest_mimic::{Arguments, Failed, Trial};

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut trials = vec![
        Trial::test("suite/the_embedded_suite_equals_the_folder", {
            let root = root.to_owned();
            move || the_embedded_suite_equals_the_folder(&root)
        }),
        Trial::test("suite/has_nothing_for_the_linter", has_nothing_for_the_linter),
        Trial::test("suite/rests_on_the_ledger", rests_on_the_ledger),
        Trial::test("suite/clauses_are_of_the_direction", clauses_are_of_the_direction),
        Trial::test("suite/names_opinions_that_can_be_asked_again", {
            let root = root.to_owned();
            move || names_opinions_that_can_be_asked_again(&root)
        }),
        Trial::test("suite/checks_have_distinct_names", checks_have_distinct_names),
        Trial::test("suite/themes_are_described_where_most_of_their_cases_are", {
            let root = root.to_owned();
            move || themes_are_described_where_most_of_their_cases_are(&root)
        }),
        Trial::test("suite/utf_5_has_the_digits_of_integers", utf_5_has_the_digits_of_integers),
    ];
    let suite = Suite::load(&[root]);
    for file in suite.iter().flat_map(|suite| &suite.files) {
        let path = PathBuf::from(&file.path);
        let name = path.strip_prefix(root).unwrap_or(&path).display().to_string();
        trials.push(Trial::test(format!("{name}/is_formatted"), {
            let path = path.clone();
            move || is_formatted(&path)
        }));
        let place = format!("{}/{}", file.codec, file.theme);
        trials.push(Trial::test(format!("{name}/lies_where_its_codec_is"), move || {
            let folder = place.split('/').next().unwrap_or_default();
            expect(path.parent().is_some_and(|parent| parent.ends_with(folder)), || {
                format!("{} is not in the folder {folder}", path.display())
            })
        }));
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn the_embedded_suite_equals_the_folder(root: &Path) -> Result<(), Failed> {
    let embedded = Suite::embedded()?;
    let loaded = Suite::load(&[root])?;
    let in_repository = |path: &str| {
        let below = Path::new(path).strip_prefix(root).expect("a file of the folder");
        format!("vectors/{}", below.display())
    };
    let files = loaded.files.into_iter();
    let files: Vec<_> =
        files.map(|file| File { path: in_repository(&file.path), ..file }).collect();
    expect(embedded.files == files, || "the embedded files differ".to_owned())?;
    expect(embedded.cases.len() == loaded.cases.len(), || "some cases are missing".to_owned())?;
    embedded.cases.iter().zip(&loaded.cases).try_for_each(|(case, loaded)| {
        let loaded = Case { file: in_repository(&loaded.file), ..(**loaded).clone() };
        expect(**case == loaded, || format!("{case:?} differs from {loaded:?}"))
    })
}

fn has_nothing_for_the_linter() -> Result<(), Failed> {
    let findings = lint(&Suite::embedded()?);
    let lines: Vec<_> = findings.iter().map(ToString::to_string).collect();
    expect(lines.is_empty(), || lines.join("\n"))
}

fn rests_on_the_ledger() -> Result<(), Failed> {
    let findings = lint_with_ledger(&Suite::embedded()?, &Ledger::embedded()?);
    let lines: Vec<_> = findings.iter().map(ToString::to_string).collect();
    expect(lines.is_empty(), || lines.join("\n"))
}

/// The sections that are only about writing, and those that are only about reading.
const ONE_WAY: &[(&str, &[&str], &[&str])] = &[
    ("RFC 3492", &["6.3"], &["6.2"]),
    ("RFC 3490", &["4.1"], &["4.2"]),
    ("draft-ietf-idn-utf6-00", &["2.4"], &["2.5"]),
    ("draft-ietf-idn-race-03", &["2.2", "2.5.1"], &["2.3", "2.4.2", "2.5.2"]),
    ("draft-ietf-idn-lace-01", &["2.2", "2.5.1"], &["2.3", "2.4.2", "2.5.2"]),
    ("draft-jseng-utf5-01", &["2.3"], &["2.4"]),
];

/// An encoder is not blamed under a section on decoding; what a decoder does may follow from a
/// rule on writing (it gives back what was written), but not from the procedure of it alone.
fn clauses_are_of_the_direction() -> Result<(), Failed> {
    let writes = |op: &String| matches!(op.as_str(), "encode" | "to-ascii");
    let under = |case: &Case, sections: &[&str]| {
        sections.iter().any(|section| {
            let rest = case.clause.strip_prefix(section);
            rest.is_some_and(|rest| !rest.starts_with(|next: char| next.is_ascii_digit()))
        })
    };
    let suite = Suite::embedded()?;
    let mut wrong = Vec::new();
    for case in &suite.cases {
        for (document, writing, reading) in ONE_WAY {
            let of_document = case.document == *document;
            let only_writes = case.ops.iter().all(writes);
            let only_reads = !case.ops.iter().any(writes);
            if of_document
                && (only_writes && under(case, reading) || only_reads && under(case, writing))
            {
                wrong.push(format!("{}: {}", case.id, case.clause));
            }
        }
    }
    expect(wrong.is_empty(), || wrong.join("\n"))
}

/// Whoever confirms a case is one of those that `reports/make/agreement.py` asks.
fn names_opinions_that_can_be_asked_again(root: &Path) -> Result<(), Failed> {
    let script = fs::read_to_string(root.join("../reports/make/agreement.py"))?;
    let list =
        script.split("\nIMPLEMENTATIONS = [").nth(1).and_then(|rest| rest.split("\n]").next());
    let asked: BTreeSet<_> = list
        .into_iter()
        .flat_map(str::lines)
        .filter_map(|line| line.trim().strip_prefix("(\"")?.split('"').next())
        .collect();
    expect(asked.len() > 10, || format!("the script asks only {asked:?}"))?;
    let suite = Suite::embedded()?;
    let named = suite.cases.iter().flat_map(|case| case.confirmed.iter());
    let unknown: BTreeSet<_> =
        named.filter(|name| !asked.contains(name.split(' ').next().unwrap_or_default())).collect();
    expect(unknown.is_empty(), || format!("nobody can ask {unknown:?} again"))
}

fn checks_have_distinct_names() -> Result<(), Failed> {
    let suite = Suite::embedded()?;
    let mut names: Vec<_> = suite.checks().into_iter().map(|check| check.name).collect();
    names.sort();
    match names.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(format!("two checks are named {}", pair[0]).into()),
        None => expect(names.len() >= suite.cases.len(), || "a case has no check".to_owned()),
    }
}

/// A theme in the comment of a file is one of its ids, and no other file has more cases of it.
fn themes_are_described_where_most_of_their_cases_are(root: &Path) -> Result<(), Failed> {
    let suite = Suite::load(&[root])?;
    let mut counts = BTreeMap::<_, BTreeMap<_, usize>>::new();
    for case in &suite.cases {
        let theme = case.id.rsplit_once('/').map_or("", |(theme, _)| theme);
        *counts.entry(theme).or_default().entry(&*case.file).or_default() += 1;
    }
    let (mut described, mut wrong) = (0, Vec::new());
    for file in &suite.files {
        let text = fs::read_to_string(&file.path)?;
        let comment = text.lines().take_while(|line| line.starts_with('#'));
        for line in comment.filter_map(|line| line.strip_prefix("# - ")) {
            let theme = format!("{}/{}", file.codec, line.split(':').next().unwrap_or_default());
            let files = counts.get(&*theme);
            let here = files.and_then(|files| files.get(&*file.path));
            if here.is_none() || here < files.and_then(|files| files.values().max()) {
                wrong.push(format!("{theme} is described in {}", file.path));
            }
            described += 1;
        }
    }
    expect(wrong.is_empty() && described > 100, || wrong.join("\n"))
}

/// UTF-5 writes the hexadecimal digits of each number, the first of them as G to V.
fn utf_5_has_the_digits_of_integers() -> Result<(), Failed> {
    let small = |value: &Value| match value {
        Value::Text { code_points, .. } => code_points.iter().copied().map(Integer::from).collect(),
        Value::Octets(_) | Value::List(_) => Vec::new(),
    };
    let written = |number: &Integer| {
        let hex = number.to_hex();
        let first = u32::from_str_radix(&hex[..1], 16).expect("a digit");
        let rest = hex.chars().skip(1).map(u32::from);
        [u32::from('G') + first].into_iter().chain(rest).map(Integer::from).collect::<Vec<_>>()
    };
    let mut checks = Suite::embedded()?.checks();
    checks.retain(|check| check.name.starts_with("utf5/integers/"));
    let mut computed = 0;
    for check in &checks {
        let right = check.expect.outcomes().iter().find_map(|outcome| match outcome {
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
        expect(found == digits, || format!("{}: {found:?}", check.name))?;
        computed += 1;
    }
    expect(computed >= 39, || format!("{computed} computed"))
}

fn is_formatted(path: &Path) -> Result<(), Failed> {
    let text = fs::read_to_string(path)?;
    let formatted = format_file(&path.to_string_lossy(), text.as_bytes())?;
    let line = text.lines().zip(formatted.lines()).position(|(is, should)| is != should);
    expect(text == formatted, || match line {
        Some(line) => format!("line {} is not written the canonical way", line + 1),
        None => "the length differs from the canonical writing".to_owned(),
    })
}

fn expect(holds: bool, otherwise: impl FnOnce() -> String) -> Result<(), Failed> {
    if holds { Ok(()) } else { Err(otherwise().into()) }
}
