//! `acegate matrix`: implementations side by side.

use std::fs;
use std::path::Path;

use crate::run::{Ended, acegate};

/// A program in the line protocol that answers every request with `$1`, a shell command.
const ADAPTER: &str = r#"read -r hello
printf '{"type":"hello","protocol":1,"implementation":{"name":"%s","version":"1","language":"sh"},"codecs":{"punycode":{"ops":["decode"]}}}\n' "$2"
while read -r line; do id=${line#*\"id\":}; id=${id%%,*}; eval "$1"; done
"#;

/// The checks that are sent: four that are refused, and one of a leading delimiter among them.
const CHOICE: [&str; 2] = ["--id", "punycode/edge/leading-delimiter-*"];

fn matrix(words: &[&str]) -> Ended {
    acegate(".", &[&["matrix"], words].concat())
}

/// Writes a manifest of a program that answers with this shell command.
fn manifest(folder: &Path, file: &str, name: &str, answer: &str) -> String {
    fs::write(folder.join("adapter.sh"), ADAPTER).expect("written");
    let words = ["sh", "{folder}/adapter.sh", answer, name];
    let words = words.map(|word| serde_json::to_string(word).expect("a string")).join(", ");
    let path = folder.join(file);
    let title = file.trim_end_matches(".yaml");
    fs::write(&path, format!("name: \"{title}\"\nrun: [{words}]\n")).expect("written");
    path.display().to_string()
}

const REFUSES: &str = r#"printf '{"id":%s,"error":{}}\n' "$id""#;
const DIES: &str = "kill -SEGV $$";

#[test]
fn the_same_runs_give_the_same_octets_and_a_broken_adapter_stops_none() {
    let folder = tempfile::tempdir().expect("a folder");
    let good = manifest(folder.path(), "good.yaml", "good", REFUSES);
    let broken = folder.path().join("broken.yaml").display().to_string();
    fs::write(&broken, "name: \"broken\"\nrun: [\"false\"]\n").expect("written");
    let kept = folder.path().join("kept");
    let kept = kept.to_str().expect("UTF-8");
    let names = [good.as_str(), &broken, "plain"];
    let markdown = matrix(&[&["--keep", kept], &names[..], &CHOICE].concat()).with(0).out;
    assert!(markdown.starts_with("# Implementations\n\n2 implementations in 2 languages, "));
    assert!(markdown.contains("2 have no must failure, 0 have one or more."), "{markdown}");
    assert!(markdown.contains("| `broken` | `"), "{markdown}");

    // Other implementations at the same time, in another order, change nothing.
    let names = ["plain", &broken, good.as_str()];
    let two = matrix(&[&["-j", "4"], &names[..], &CHOICE].concat()).out;
    let chosen = |text: &str, is_chosen: fn(&str) -> bool| -> Vec<String> {
        text.lines().filter(|line| is_chosen(line)).map(str::to_owned).collect()
    };
    let without_day = |text: &str| chosen(text, |line| !line.starts_with("Suite"));
    assert_eq!(without_day(&two), without_day(&markdown));

    // The reports that were kept give the same rows.
    let reports = fs::read_dir(kept).expect("a folder").map(|entry| entry.expect("one").path());
    let reports = reports.map(|path| path.display().to_string()).collect::<Vec<_>>();
    assert_eq!(reports.len(), 2);
    let reports = reports.iter().map(String::as_str).collect::<Vec<_>>();
    let later = matrix(&[&["--reports"], &reports[..]].concat()).out;
    let rows =
        |text: &str| chosen(text, |line| line.starts_with("| `") && !line.contains("broken"));
    assert_eq!(rows(&later), rows(&markdown));
}

#[test]
fn an_unknown_name_is_refused_before_anything_runs() {
    let folder = tempfile::tempdir().expect("a folder");
    let kept = folder.path().join("kept");
    for names in [&["plain", "nope"][..], &["nope"]] {
        let words = [&["--keep", kept.to_str().expect("UTF-8")], names, &CHOICE].concat();
        let refused = matrix(&words).with(2);
        assert!(refused.out.is_empty() && refused.err.contains("no implementation \"nope\""));
        assert_eq!(fs::read_dir(&kept).expect("a folder").count(), 0);
    }
}

#[test]
fn inputs_that_damage_memory_are_withheld_and_others_are_shown() {
    let folder = tempfile::tempdir().expect("a folder");
    let dies = manifest(folder.path(), "dies.yaml", "dies", DIES);
    let out = folder.path().join("out");
    let out = out.to_str().expect("UTF-8");
    let accepts = r#"printf '{"id":%s,"ok":{"t":"x"}}\n' "$id""#;
    let accepts = manifest(folder.path(), "accepts.yaml", "accepts", accepts);
    matrix(&[&["--out", out, &dies, &accepts], &CHOICE[..]].concat()).with(0);
    let mut files = fs::read_dir(out).expect("a folder").map(|entry| entry.expect("one").path());
    let mut pages = files.by_ref().map(|path| fs::read_to_string(path).expect("text"));
    let dead = |text: &String| text.contains("fault/punycode/decode/crash");
    let of_dead: Vec<_> = pages.by_ref().filter(dead).collect();
    assert_eq!(of_dead.len(), 5, "three matrices and two pages");
    let pages = of_dead.iter().filter(|text| text.contains("see SECURITY.md"));
    assert_eq!(pages.count(), 2);
    for text in &of_dead {
        assert!(!text.contains("punycode/edge/") && !text.contains("asked    "), "{text}");
    }
    // The inputs of another finding are withheld if the caller says so.
    let page = || fs::read_to_string(Path::new(out).join("accepts.md")).expect("a page");
    assert!(page().contains("repeat    acegate check"), "{}", page());
    let withheld = ["--out", out, &accepts, "--withhold", "accepts/unexplained/"];
    matrix(&[&withheld[..], &CHOICE].concat());
    assert!(!page().contains("repeat    acegate check"), "{}", page());
}

#[test]
fn nothing_that_an_implementation_says_is_markup() {
    let folder = tempfile::tempdir().expect("a folder");
    let hostile = "</script><img src=x>|`\\u202e[a](b)\\u001b";
    let path = manifest(folder.path(), "hostile.yaml", hostile, REFUSES);
    let out = folder.path().join("out");
    let run = ["--out", out.to_str().expect("UTF-8"), &path];
    matrix(&[&run[..], &CHOICE].concat()).with(0);
    for entry in fs::read_dir(out).expect("a folder") {
        let path = entry.expect("one").path();
        let text = fs::read_to_string(&path).expect("text");
        assert!(!text.contains(['\u{202e}', '\u{1b}']), "{text}");
        if path.extension().is_some_and(|extension| extension == "html") {
            assert!(
                text.contains("default-src &apos;none&apos;") && !text.contains("<img"),
                "{text}"
            );
        }
    }
}

#[test]
fn the_page_of_the_matrix_leads_to_those_of_the_implementations() {
    let folder = tempfile::tempdir().expect("a folder");
    let refuses = manifest(folder.path(), "refuses.yaml", "refuses", REFUSES);
    let out = folder.path().join("out");
    let run = ["--out", out.to_str().expect("UTF-8"), &refuses, "plain"];
    matrix(&[&run[..], &["--id", "punycode/edge/*delimiter*"]].concat());
    let read = |name: &str| fs::read_to_string(out.join(name)).expect("text");
    let matrix = read("matrix.html");
    for part in ["<a href=\"refuses.html\">refuses</a>", "<td class=\"passed\">✓</td>"] {
        assert!(matrix.contains(part), "{part}: {matrix}");
    }
    // It also refuses what is to be decoded: a must failure, with its example on its page.
    assert!(matrix.contains("<td class=\"failed\">✗ "), "{matrix}");
    assert!(read("refuses.html").contains("<dt>repeat</dt>"));
    assert!(read("refuses.html").contains("<a href=\"matrix.html\">"));
}

#[test]
fn a_file_that_is_not_a_report_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("x.ndjson");
    fs::write(&path, "[]\n").expect("written");
    let path = path.display().to_string();
    for (path, said) in [(&*path, format!("{path}, line 1")), ("/no/such", "/no/such: ".into())] {
        let run = matrix(&["--reports", path]).with(2);
        assert!(run.out.is_empty() && run.err.starts_with(&format!("error: {said}")), "{run:?}");
    }
}

#[test]
fn json_has_a_row_for_each_implementation_and_a_cell_for_each_requirement() {
    let run = matrix(&[&["plain", "--format", "json"], &CHOICE[..]].concat());
    let matrix: serde_json::Value = serde_json::from_str(&run.out).expect("JSON");
    let row = &matrix["rows"][0];
    assert_eq!((matrix["format"].as_u64(), row["name"].as_str()), (Some(1), Some("plain")));
    let sent = row["run"].as_u64().expect("a number");
    assert!(sent >= 4 && row["passed"].as_u64() == Some(sent), "{row}");
    let asked = row["requirements"].as_object().expect("an object");
    assert_eq!(matrix["requirements"].as_array().map(Vec::len), Some(asked.len()));
    // The cases about a leading delimiter are about section 6.2.
    let cell = &row["requirements"]["punycode-26"];
    assert!(cell["passed"].as_u64() > Some(0), "{row}");
}
