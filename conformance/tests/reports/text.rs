//! The report for people.

use super::{check_wrong, is_inert, run};

#[test]
fn vectors_are_asked_besides_the_suite_or_alone() {
    let asked =
        |option: &str| run(&["check", "reference", option, "failing.yaml", "--id", "punycode/*"]);
    let (besides, alone) = (asked("--vectors"), asked("--only-vectors"));
    let checks = |text: &str| -> usize {
        let before = text.split(" checks").next().and_then(|it| it.rsplit(' ').next());
        before.and_then(|number| number.parse().ok()).unwrap_or_else(|| panic!("{text}"))
    };
    assert!(checks(&besides.out) > 1000 && checks(&alone.out) < 20);
    assert_eq!(besides.err, "");
    let note = alone.err;
    let (first, _) = note.split_once('\n').expect("a line");
    assert!(first.starts_with("note: ") && first.ends_with(" (--only-vectors)"), "{note}");
}

#[test]
fn a_failing_run_shows_enforced_findings_before_advisory_ones() {
    let output = check_wrong(&["--only-vectors", "other.yaml"]).with(1);
    snapbox::assert_data_eq!(output.out, snapbox::file!["failing.txt"]);
}

#[test]
fn findings_are_in_short_on_demand() {
    let output = check_wrong(&["--details", "0"]);
    snapbox::assert_data_eq!(output.out, snapbox::file!["short.txt"]);
    let one = check_wrong(&["--details", "1"]).out;
    assert_eq!(one.matches("  got      ").count(), 1, "{one}");
    assert!(one.contains("\nfurther findings in short"), "{one}");
}

#[test]
fn no_field_of_an_implementation_is_printed_without_a_bound() {
    let output =
        run(&["check", "--cmd", "python3 loud.py", "--only-vectors", "failing.yaml"]).with(1);
    let text = output.out;
    assert!(is_inert(&text));
    // 300 octets of the reason of a skip are shown, each as eight characters at most.
    let longest = text.lines().map(str::len).max().expect("a report");
    assert!(longest < 300 * 8 + 100, "{longest}");
    // The refusal and the crash that are examples, and the skip.
    assert_eq!(text.matches(" octets)").count(), 3, "{text}");
}

#[test]
fn errors_are_as_inert_as_replies() {
    let hostile = "\u{1b}[2J\u{9b}31m\u{202e}";
    let folder = tempfile::tempdir().expect("a folder");
    let manifest = folder.path().join(format!("{hostile}.yaml"));
    std::fs::write(&manifest, format!("name: \"x\"\nneeds: [\"{}\"]\n", "no-such"))
        .expect("a file");
    let manifest = manifest.to_str().expect("UTF-8");
    for words in [
        &["check", manifest][..],
        &["check", hostile],
        &["check", "reference", "--only-vectors", hostile],
        &["check", "reference", "--timeout", hostile],
        &[hostile],
        &["check", "--cmd", hostile],
        &["check", "reference", &format!("--{hostile}")],
    ] {
        let output = run(words);
        let shown = output.err;
        assert!(matches!(output.status, Some(2 | 3)), "{words:?}: {shown}");
        assert!(is_inert(&shown), "{words:?}: {shown:?}");
        // Each of three ways to write it can be seen.
        let is_told = ["<U+001B>", "\\u{1b}", "\u{fffd}[2J"].iter().any(|it| shown.contains(it));
        assert!(is_told, "{words:?}: {shown}");
    }
}

#[test]
fn vectors_of_others_are_as_inert_as_replies() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("\u{1b}[2J\u{202e}.yaml");
    let text =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/reports/failing.yaml"));
    let text =
        text.expect("a file").replace("RFC 3492", "\\e]0;owned\\a").replace("6.2", "\\e[2J6");
    std::fs::write(&path, text).expect("a file");
    let path = path.to_str().expect("UTF-8");
    for words in [
        &["vectors", "list", "--only-vectors", path][..],
        &["vectors", "show", "--only-vectors", path],
        &["vectors", "lint", path],
        &["check", "plain", "--only-vectors", path],
    ] {
        let printed = run(words).out;
        assert!(is_inert(&printed), "{words:?}: {printed:?}");
        assert!(printed.contains("<U+001B>") || printed.contains("\\u001B"), "{words:?}");
    }
}
