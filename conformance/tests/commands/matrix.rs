//! `acegate matrix`: implementations side by side.

use std::fs;

use crate::run::{Ended, Folder, acegate};

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
fn manifest(folder: &Folder, title: &str, name: &str, answer: &str) -> String {
    folder.write("adapter.sh", ADAPTER);
    let words = ["sh", "{folder}/adapter.sh", answer, name];
    let words = words
        .map(|word| serde_json::to_string(word).expect("a string"))
        .join(", ");
    let file = format!("{title}.yaml");
    folder.write(&file, format!("name: \"{title}\"\nrun: [{words}]\n"));
    folder.word(&file)
}

const REFUSES: &str = r#"printf '{"id":%s,"error":{}}\n' "$id""#;
const DIES: &str = "kill -SEGV $$";

#[test]
fn the_same_runs_give_the_same_octets_and_a_broken_adapter_stops_none() {
    let folder = Folder::new();
    let good = manifest(&folder, "good", "good", REFUSES);
    folder.write("broken.yaml", "name: \"broken\"\nrun: [\"false\"]\n");
    let (broken, kept) = (folder.word("broken.yaml"), &*folder.word("kept"));
    let names = [good.as_str(), &broken, "plain"];
    let markdown = matrix(&[&["--keep", kept], &names[..], &CHOICE].concat())
        .with(0)
        .out;
    assert!(markdown.starts_with("# Implementations\n\n2 implementations in 2 languages, "));
    assert!(
        markdown.contains("2 have no must failure, 0 have one or more."),
        "{markdown}"
    );
    assert!(markdown.contains("| `broken` | `"), "{markdown}");

    // Other implementations at the same time, in another order, change nothing.
    let names = ["plain", &broken, good.as_str()];
    let two = matrix(&[&["-j", "4"], &names[..], &CHOICE].concat()).out;
    let chosen = |text: &str, is_chosen: fn(&str) -> bool| -> Vec<String> {
        text.lines()
            .filter(|line| is_chosen(line))
            .map(str::to_owned)
            .collect()
    };
    let without_day = |text: &str| chosen(text, |line| !line.starts_with("Suite"));
    assert_eq!(without_day(&two), without_day(&markdown));

    // The reports that were kept give the same rows.
    let reports = fs::read_dir(kept)
        .expect("a folder")
        .map(|entry| entry.expect("one").path());
    let reports = reports
        .map(|path| path.display().to_string())
        .collect::<Vec<_>>();
    assert_eq!(reports.len(), 2);
    let reports = reports.iter().map(String::as_str).collect::<Vec<_>>();
    let later = matrix(&[&["--reports"], &reports[..]].concat()).out;
    let rows = |text: &str| {
        chosen(text, |line| {
            line.starts_with("| `") && !line.contains("broken")
        })
    };
    assert_eq!(rows(&later), rows(&markdown));
}

#[test]
fn an_unknown_name_is_refused_before_anything_runs() {
    let folder = Folder::new();
    let kept = &*folder.word("kept");
    for names in [&["plain", "nope"][..], &["nope"]] {
        let words = [&["--keep", kept], names, &CHOICE].concat();
        let refused = matrix(&words).with(2);
        assert!(refused.out.is_empty() && refused.err.contains("no implementation \"nope\""));
        assert_eq!(std::fs::read_dir(kept).expect("a folder").count(), 0);
    }
}

#[test]
fn inputs_that_damage_memory_are_withheld_and_others_are_shown() {
    let folder = Folder::new();
    let dies = manifest(&folder, "dies", "dies", DIES);
    let out = &*folder.word("out");
    let accepts = r#"printf '{"id":%s,"ok":{"t":"x"}}\n' "$id""#;
    let accepts = manifest(&folder, "accepts", "accepts", accepts);
    matrix(&[&["--out", out, &dies, &accepts], &CHOICE[..]].concat()).with(0);
    let mut files = fs::read_dir(out)
        .expect("a folder")
        .map(|entry| entry.expect("one").path());
    let mut pages = files
        .by_ref()
        .map(|path| fs::read_to_string(path).expect("text"));
    let dead = |text: &String| text.contains("fault/punycode/decode/crash");
    let of_dead: Vec<_> = pages.by_ref().filter(dead).collect();
    assert_eq!(of_dead.len(), 3, "two matrices and a page");
    // Neither do the answers have what it answered, where the other one's answer is.
    let answers = folder.read("out/answers.json");
    assert!(
        !answers.contains("dies") && answers.contains("accepts"),
        "{answers}"
    );
    let pages = of_dead
        .iter()
        .filter(|text| text.contains("see SECURITY.md"));
    assert_eq!(pages.count(), 1);
    for text in &of_dead {
        // The example of the other one is in the JSON.
        let of_dead = text.lines().filter(|line| line.contains("\"dies\""));
        let shown = of_dead.collect::<Vec<_>>().join("\n");
        let shown = if shown.is_empty() { text } else { &shown };
        assert!(
            !shown.contains("punycode/edge/") && !shown.contains("input    "),
            "{shown}"
        );
    }
    // The inputs of another finding are withheld if the caller says so.
    let page = || folder.read("out/accepts.md");
    assert!(page().contains("rerun     acegate check"), "{}", page());
    let withheld = ["--out", out, &accepts, "--withhold", "accepts/unexplained/"];
    matrix(&[&withheld[..], &CHOICE].concat());
    assert!(!page().contains("rerun     acegate check"), "{}", page());
}

#[test]
fn nothing_that_an_implementation_says_is_markup() {
    let folder = Folder::new();
    let hostile = "</script><img src=x>|`\\u202e[a](b)\\u001b";
    let path = manifest(&folder, "hostile", hostile, REFUSES);
    let out = &*folder.word("out");
    matrix(&[&["--out", out, &path], &CHOICE[..]].concat()).with(0);
    // Two backticks begin a span of code, which the one in the name does not end.
    let page = folder.read("out/hostile.md");
    assert!(page.contains("``</script><img src=x>"), "{page}");
    for entry in fs::read_dir(out).expect("a folder") {
        let path = entry.expect("one").path();
        let text = fs::read_to_string(&path).expect("text");
        assert!(!text.contains(['\u{202e}', '\u{1b}']), "{text}");
        if path.extension().is_some_and(|extension| extension == "md") {
            let in_code = text.matches("``</script><img src=x>").count();
            assert_eq!(text.matches("<img").count(), in_code, "{text}");
        }
    }
}

#[test]
fn the_page_of_the_matrix_leads_to_those_of_the_implementations() {
    let folder = Folder::new();
    let refuses = manifest(&folder, "refuses", "refuses", REFUSES);
    let run = ["--out", &folder.word("out"), &refuses, "plain"];
    matrix(&[&run[..], &["--id", "punycode/edge/*delimiter*"]].concat());
    let matrix = folder.read("out/matrix.md");
    // It also refuses what is to be decoded: a must failure, with its example on its page.
    let row = "| [`refuses`](refuses.md) | `1` | `sh` | 8 | 4 | 4 | 1 | 0 |";
    assert!(matrix.contains(row), "{matrix}");
    let page = folder.read("out/refuses.md");
    assert!(page.contains("rerun     acegate check"), "{page}");
}

#[test]
fn a_file_that_is_not_a_report_is_named() {
    let folder = Folder::new();
    folder.write("x.ndjson", "[]\n");
    let path = folder.word("x.ndjson");
    for (path, said) in [
        (&*path, format!("{path}, line 1")),
        ("/no/such", "/no/such: ".into()),
    ] {
        let run = matrix(&["--reports", path]).with(2);
        assert!(
            run.out.is_empty() && run.err.starts_with(&format!("error: {said}")),
            "{run:?}"
        );
    }
}

#[test]
fn json_has_a_row_for_each_implementation_and_a_cell_for_each_requirement() {
    let run = matrix(&[&["plain", "--format", "json"], &CHOICE[..]].concat());
    let matrix: serde_json::Value = serde_json::from_str(&run.out).expect("JSON");
    let row = &matrix["rows"][0];
    assert_eq!(
        (matrix["format"].as_u64(), row["name"].as_str()),
        (Some(1), Some("plain"))
    );
    let sent = row["run"].as_u64().expect("a number");
    assert!(sent >= 4 && row["passed"].as_u64() == Some(sent), "{row}");
    let asked = row["requirements"].as_object().expect("an object");
    assert_eq!(
        matrix["requirements"].as_array().map(Vec::len),
        Some(asked.len())
    );
    // The cases about a leading delimiter are about section 6.2.
    let cell = &row["requirements"]["punycode-26"];
    assert!(cell["passed"].as_u64() > Some(0), "{row}");
}

#[test]
fn pages_are_made_of_what_an_earlier_matrix_wrote() {
    let folder = Folder::new();
    let hostile = "</script><img src=x onerror=1>";
    let path = manifest(&folder, "hostile", hostile, REFUSES);
    let out = &*folder.word("out");
    let choice = ["--id", "punycode/edge/*delimiter*"];
    matrix(&[&["--out", out, &path, "plain"], &choice[..]].concat()).with(0);
    let pages = &*folder.word("pages");
    let live = ["--live-page", "../live.html"];
    matrix(&[&["--from", out, "--html", pages], &live[..]].concat()).with(0);
    let page = folder.read("pages/implementations/hostile.html");
    // The heading of a finding is a sentence, and its example is shown with links to the case and to the live page.
    assert!(
        page.contains("<h3><span class=\"level must\">must</span> "),
        "{page}"
    );
    assert!(page.contains("href=\"../cases/punycode/"), "{page}");
    assert!(
        page.contains("href=\"../../live.html#codec=punycode&amp;op="),
        "{page}"
    );
    // Nothing that an implementation says is markup.
    assert!(!page.contains("<img") && page.contains("&lt;img"), "{page}");
    for name in ["index", "findings", "requirements", "cases/index"] {
        let page = folder.read(&format!("pages/{name}.html"));
        assert!(!page.contains("<img") && page.contains("</html>"), "{page}");
    }
    // A case says what is right, why, and who answers what.
    let cases = folder.read("pages/cases/punycode/decode-digits.html");
    let start = "<article class=\"case\" id=\"punycode/edge/leading-delimiter-alone\">";
    let case = cases.split(start).nth(1).expect("the case");
    let case = case.split("</article>").next().expect("its end");
    for said in [
        "<h2><code>punycode decode ",
        "a refusal: bad-digit at 0",
        "requirements.html#punycode-26",
        ">must</span>",
    ] {
        assert!(case.contains(said), "{said}: {case}");
    }
    // An earlier matrix without answers has pages too, which name no implementation.
    std::fs::remove_file(folder.path("out/answers.json")).expect("a file");
    matrix(&["--from", out, "--html", pages]).with(0);
    let cases = folder.read("pages/cases/punycode/decode-digits.html");
    assert!(!cases.contains("implementations/hostile.html"), "{cases}");
}
