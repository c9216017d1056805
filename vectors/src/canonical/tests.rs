use proptest::prelude::*;

use super::*;
use crate::embedded::VECTORS;

/// The file as the loader reads it.
fn load(text: &str) -> Option<Suite> {
    Suite::from_sources([("x.yaml", text.as_bytes())]).ok()
}

#[test]
fn every_embedded_file_is_read_as_by_the_loader() {
    let sources = VECTORS.iter().map(|(path, text)| (*path, text.as_bytes()));
    let loaded = Suite::from_sources(sources).expect("the files load");
    let read = read_suite(VECTORS).expect("the files are in canonical form");
    for (case, loaded) in read.cases.iter().zip(&loaded.cases) {
        assert_eq!(case, loaded);
    }
    assert!(read == loaded, "the files or the number of cases differ");
}

/// A file with every field and every form of a value, and a head of comments.
const FULL: &str = r##"# First comment.

# Second comment.

format: 1
codec: punycode
document: "RFC 3492"
theme: x
summary: "A \"file\"."
defaults:
  clause: "1"
  requirements: []
  level: must
  op: decode
  params: { width: 32 }
  origin: found
  confirmed: ["plain"]
cases:
  - id: "punycode/x/all"
    clause: "A"
    requirements: ["punycode-1", "punycode-2"]
    level: may
    ops: [encode, decode]
    params: { annotation: true, set: "punycode", width: 32 }
    input: { parts: [{ t: "ab", times: 3 }, { u: "U+D800" }] }
    expect: { ok: { u: "U+0041 U+00FC", flags: "ul" } }
    origin: printed
    confirmed: ["plain", "reference"]
    note: "Schlüssel \u00AD, \U000E0001, \n and \t # no comment."

  - id: "punycode/x/any"
    level: should
    params: {}
    input: { b: "00ff" }
    expect: { any: [{ ok: [{ t: "" }, { u: "U+D800" }] }, { error: [a, b], at: 7 }] }
    confirmed: []

  - id: "punycode/x/integers"
    input: [{ t: "a" }, { t: "b" }]
    expect: { ok: { u: "U+0041 U+100000000" } }
    origin: corrected

  - id: "punycode/x/steps"
    steps:
      - { do: "ask \\", expect: "" }
      - { do: "ask 2", expect: "\t" }
    origin: derived
"##;

#[test]
fn every_form_is_read() {
    let suite = read_suite(&[("x.yaml", FULL)]).expect("it is in canonical form");
    assert_eq!(Some(suite), load(FULL));
}

#[test]
fn an_id_that_is_used_twice_is_refused() {
    assert_eq!(read_suite(&[("x.yaml", FULL), ("y.yaml", FULL)]), None);
    assert_eq!(read_suite(&[]), None);
}

/// Pieces that mean something in the files.
const PIECES: &[&str] = &[
    "",
    " ",
    "  ",
    "\n",
    "\t",
    "\"",
    "\\",
    "'",
    "#",
    "-",
    ",",
    ":",
    "[",
    "]",
    "{",
    "}",
    "0",
    "1",
    "00",
    "4294967296",
    "18446744073709551616",
    "a",
    "u",
    "true",
    "null",
    "no",
    "~",
    "U+",
    "U+0041 ",
    "U+110000000",
    "\\u00AD",
    "\\uD800",
    "\\x41",
    "\\/",
    "ü",
    "\u{ad}",
    "\u{feff}",
    "\u{fffe}",
    "\u{ffff}",
    "\u{1fffe}",
    "\u{85}",
    "t: \"a\"",
    ", times: 0",
    ", at: 3",
    ", flags: \"\"",
    "ok",
    "error",
    "any",
    "steps",
    "defaults:\n  level: may\n",
    "\n    ops: [a, b]",
    "# comment\n",
    "---\n",
    "&a ",
    "*a",
    "!x ",
    "|",
    ">",
    "? ",
    "<<: ",
    "10e3",
    "0x1F",
    "-1",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4096))]

    #[test]
    fn a_changed_file_is_read_as_by_the_loader_or_not_at_all(
        changes in prop::collection::vec(
            (any::<prop::sample::Index>(), 0..12_usize, prop::sample::select(PIECES)), 1..4),
    ) {
        let mut text = FULL.to_owned();
        for (place, removed, piece) in changes {
            let places: Vec<_> = text.char_indices().map(|(at, _)| at).collect();
            let at = place.index(places.len());
            let end = places.get(at + removed).copied().unwrap_or(text.len());
            text.replace_range(places[at]..end, piece);
        }
        if let Some(suite) = read_suite(&[("x.yaml", &text)]) {
            prop_assert_eq!(Some(suite), load(&text), "{}", text);
        }
    }
}
