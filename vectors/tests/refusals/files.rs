//! Files that are refused as a whole, or whose parts are no YAML of the subset.

use acegate_vectors::Suite;

use super::{GOOD, changed, load, refused};

#[test]
fn yaml_beyond_the_subset() {
    refused("level: must", "level: &a must", "11:12", "anchor");
    refused("level: must", "level: *a", "11:12", "alias");
    refused("level: must", "level: !!str must", "11:12", "tag");
    refused("level: must", "<<: { level: must }", "11:5", "merge");
    refused("level: must", "? level\n    : must", "11:5", "complex key");
    refused("    level: must", "\tlevel: must", "11:1", "tab");
    refused("A note.", "A\tnote.", "18:13", "tab");
    refused("format: 1", "---\nformat: 1", "2:1", "document marker");
    refused(
        "    origin: derived\n    confirmed",
        "---\n    origin: derived\n    confirmed",
        "16:1",
        "document marker",
    );
    refused("format: 1", "%YAML 1.2", "2:1", "directive");
    refused(
        "level: must",
        "level: must # why",
        "11:17",
        "comment below the head",
    );
    refused(
        "  - id: \"punycode/x/two\"",
        "# two\n  - id: \"punycode/x/two\"",
        "20:1",
        "comment",
    );
    refused(
        "level: must",
        "level: must\"",
        "11:16",
        "quote inside a word",
    );
    refused(
        "level: must\n",
        "level: must\r\n",
        "11:16",
        "carriage return",
    );
    refused("A note.", "A \u{202e}note.", "18:14", "U+202E");
    refused("A note.", "A \u{0}note.", "18:14", "U+0000");
    refused("# A", "\u{feff}# A", "1:1", "U+FEFF");
    refused("level: must", "level: [must", "12:7", "placement of ':'");
    refused("level: must", "level: [must]", "11:12", "expected a word");
}

#[test]
fn text_that_is_not_utf_8() {
    let mut octets = GOOD.as_bytes().to_vec();
    let at = GOOD.find("A note.").unwrap();
    octets[at] = 0xff;
    let error = load(octets).unwrap_err();
    assert_eq!((error.line, error.column), (18, 12));
    assert_eq!(error.source_line, "    note: \"\u{fffd}");
    assert!(error.message.contains("UTF-8"));
}

#[test]
fn a_file_cannot_forge_its_report() {
    let text = changed("    level: must", "    \"\\u001B[2Jx\": 1\n    level: must");
    let error = load(text).unwrap_err();
    assert_eq!((error.line, error.column), (11, 5));
    assert!(error.message.contains("\\u{1b}[2Jx"), "{error}");
    assert!(
        !error.to_string().contains('\u{1b}'),
        "the report shows no control character"
    );
}

#[test]
fn paths_that_hold_nothing() {
    let error = Suite::load(&["no/such/file.yaml"]).unwrap_err();
    assert_eq!((error.line, error.file.as_str()), (0, "no/such/file.yaml"));
    assert!(error.message.starts_with("cannot be read"), "{error}");
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/src");
    let error = Suite::load(&[source]).unwrap_err();
    assert!(error.message.contains("no vector file"), "{error}");
}

#[test]
fn deep_nesting_is_refused() {
    let levels = "at most 16 levels";
    for (open, message) in [("[", levels), ("{a: ", levels), ("- ", "not allowed")] {
        let text = format!("format: {}", open.repeat(20_000));
        let error = load(text).expect_err("no vector file");
        assert_eq!(error.line, 1);
        assert!(error.message.contains(message), "{error:.200}");
    }
}

#[test]
fn a_file_of_twenty_thousand_cases_loads() {
    let (head, case) = GOOD
        .split_once("  - id: \"punycode/x/two\"")
        .expect("two cases");
    let cases = (0..20_000).map(|number| format!("  - id: \"punycode/x/n{number}\"{case}"));
    let text = format!("{head}{}", cases.collect::<String>());
    assert_eq!(load(text).expect("a file").cases.len(), 20_001);
}
