//! Report files as they are read: whole, cut off, from other versions, and hostile.

use std::io::{Cursor, Read};

use acegate::event::{Event, EventReader, LONGEST_LINE, MOST_LINES, ReadError};
use proptest::collection::vec;
use proptest::prelude::*;

use super::rich::RICH;
use super::{lines, run};

/// The events of a file, why it was not read further, and whether it is complete.
fn read(file: &[u8]) -> (Vec<Event>, Option<ReadError>, bool) {
    let (mut events, mut error) = (Vec::new(), None);
    let mut reader = EventReader::new(file);
    for event in reader.by_ref() {
        match event {
            Ok(event) => events.push(event),
            Err(wrong) => error = Some(wrong),
        }
    }
    assert!(reader.next().is_none(), "the end is the end");
    (events, error, reader.is_complete())
}

#[test]
fn the_rich_run_is_read_and_written_octet_for_octet() {
    let (events, error, is_complete) = read(RICH.as_bytes());
    assert_eq!(
        (error, is_complete, events.len()),
        (None, true, RICH.lines().count())
    );
    assert_eq!(lines(&events).concat(), RICH);
}

#[test]
fn a_file_that_was_cut_off_is_read_up_to_its_last_whole_line() {
    let first = RICH.find('\n').expect("lines") + 1;
    let ends = (first..first + 1200).chain((RICH.len() - 300)..RICH.len());
    for end in ends {
        let (events, error, is_complete) = read(&RICH.as_bytes()[..end]);
        assert_eq!(error, None, "{end} octets");
        // Without its newline the last line is whole.
        let lines = RICH.as_bytes()[..end]
            .iter()
            .filter(|&&octet| octet == b'\n')
            .count();
        let is_whole = RICH.as_bytes()[end] == b'\n';
        assert_eq!(events.len(), lines + usize::from(is_whole), "{end} octets");
        assert_eq!(
            is_complete,
            events.len() == RICH.lines().count(),
            "{end} octets"
        );
    }
    for end in 0..first - 1 {
        let (events, error, _) = read(&RICH.as_bytes()[..end]);
        assert_eq!(
            (events.len(), error.map(|error| error.line)),
            (0, Some(1)),
            "{end} octets"
        );
    }
}

#[test]
fn fields_and_types_of_newer_versions_are_left_out() {
    let newer = RICH
        .replacen("\"format\":2,", "\"format\":2,\"later\":{\"a\":[1]},", 1)
        .replace("\"verdict\":\"fail\",", "\"verdict\":\"fail\",\"later\":7,")
        .replacen('\n', "\n{\"type\":\"later\",\"name\":\"x\"}\n", 2);
    assert_ne!(newer, RICH);
    let mut reader = EventReader::new(newer.as_bytes());
    let events: Result<Vec<_>, _> = reader.by_ref().collect();
    assert_eq!(events, Ok(read(RICH.as_bytes()).0));
    assert_eq!((reader.left_out(), reader.is_complete()), (2, true));
}

#[test]
fn an_error_names_line_field_and_expected_form() {
    let lines: Vec<_> = RICH.lines().collect();
    let with = |number: usize, old: &str, new: &str| {
        let mut changed: Vec<_> = lines.iter().map(|line| (*line).to_owned()).collect();
        assert!(changed[number - 1].contains(old), "{}", changed[number - 1]);
        changed[number - 1] = changed[number - 1].replacen(old, new, 1);
        changed.join("\n") + "\n"
    };
    let last = lines.len();
    let beyond_text = "\"observed\":{\"ok\":{\"t\":\"2542316622999999\"}}";
    let refused = "[{\"error\":[\"not-ldh\"]}]";
    let changed = [
        (
            1,
            "\"format\":3",
            "\"format\":4",
            "",
            "format 4; this version of acegate reads formats 1 to 3",
        ),
        (
            1,
            "\"format\":3",
            "\"format\":\"3\"",
            "format",
            "expected u32",
        ),
        (
            1,
            "\"checks\":37",
            "\"checks\":-1",
            "checks",
            "expected usize",
        ),
        (
            1,
            "\"suite\":\"0000000000000000\",",
            "",
            "",
            "missing field `suite`",
        ),
        (2, "\"type\":\"case\",", "", "", "missing field `type`"),
        (2, "\"line\":7", "\"line\":\"7\"", "line", "expected usize"),
        (
            2,
            "\"verdict\":\"fail\"",
            "\"verdict\":\"no\"",
            "verdict",
            "unknown variant",
        ),
        (
            2,
            beyond_text,
            "\"observed\":{\"ok\":{\"u\":[-1]}}",
            "observed",
            "integers from 0",
        ),
        (
            4,
            refused,
            "[{\"error\":7}]",
            "expected.error",
            "expected a sequence",
        ),
        (4, refused, "[{}]", "expected", "\"ok\" or \"error\""),
        (
            6,
            "{\"error\":{\"at\":2",
            "{\"error\":{\"at\":-2",
            "observed.error.at",
            "expected u64",
        ),
        (
            6,
            "\"kind\":\"bad-digit\"",
            "\"kind\":7",
            "observed.error.kind",
            "expected a string",
        ),
        (
            last,
            "\"unexpected\":",
            "\"unexpected\":true,\"x\":",
            "totals.unexpected",
            "usize",
        ),
    ];
    let changed =
        changed.map(|(line, old, new, field, what)| (with(line, old, new), line, field, what));
    let files = [
        (
            String::new(),
            1,
            "",
            "expected \"run-start\", found no event",
        ),
        ("hello\n".into(), 1, "", "expected a report file"),
        ("[]\n".into(), 1, "", "expected"),
        (
            lines[1..].join("\n"),
            1,
            "",
            "expected \"run-start\" as the first event, found \"case\"",
        ),
        (RICH.repeat(2), last + 1, "", "expected one run in a file"),
        (
            format!("{RICH}{}\n", lines[1]),
            last + 1,
            "",
            "no event after \"run-end\"",
        ),
        (
            format!("{}\n{{\"type\":\"case\"\n", lines[0]),
            2,
            "",
            "EOF while parsing",
        ),
    ];
    for (file, line, field, what) in changed.into_iter().chain(files) {
        let (_, error, _) = read(file.as_bytes());
        let error = error.unwrap_or_else(|| panic!("no error: {what}"));
        assert_eq!(
            (error.line, error.field.as_deref().unwrap_or("")),
            (line, field),
            "{error}"
        );
        assert!(error.what.contains(what), "{error}, not {what}");
        assert!(
            error.to_string().starts_with(&format!("line {line}")),
            "{error}"
        );
    }
}

#[test]
fn a_line_without_end_is_an_error_and_takes_bounded_room() {
    let first = RICH.lines().next().expect("lines").to_owned() + "\n{\"type\":\"";
    let endless = Cursor::new(first).chain(std::io::repeat(b'a'));
    let error = EventReader::new(std::io::BufReader::new(endless)).find_map(Result::err);
    let error = error.expect("it is too long");
    assert_eq!(
        (error.line, error.what),
        (2, format!("longer than {LONGEST_LINE} octets"))
    );
}

#[test]
fn the_parts_of_a_file_are_bounded() {
    let start = RICH.lines().next().expect("lines");
    let last = RICH.lines().last().expect("lines");
    let all = |text: &str| {
        format!(
            "{{\"codec\":\"\",\"document\":\"{text}\",\"clause\":\"\",\"level\":\"must\",\"file\":\"\",\
             \"observed\":{{\"reason\":\"\",\"skip\":\"limit\"}}}}"
        )
    };
    let checks = |count| vec!["{\"name\":\"a\",\"digest\":\"\",\"line\":1}"; count].join(",");
    let skips = |text: &str, count| {
        format!(
            "{{\"type\":\"skips\",\"all\":{},\"checks\":[{}]}}",
            all(text),
            checks(count)
        )
    };
    let finding = "{\"type\":\"finding\",\"id\":\"a\",\"cause\":\"fault\",\"summary\":\"\",\
        \"level\":\"must\",\"clauses\":[],\"unexpected\":0,\"advisory\":0,\"checks\":[]}";
    let rows: [(String, usize, &str); 8] = [
        ("\n".repeat(MOST_LINES), MOST_LINES, "lines and checks"),
        (
            skips("", 1000) + &"\n".repeat(MOST_LINES - 900),
            MOST_LINES - 1000,
            "lines and checks",
        ),
        (
            format!("{{\"type\":\"later\",\"a\":[{}]}}", "0,".repeat(1 << 21)),
            2,
            "more than 1048576 values",
        ),
        (
            format!("{{\"type\":\"later\",\"a\":[{}]}}", "{},".repeat(1 << 18)),
            2,
            "more than 131072 objects",
        ),
        (skips("", 1001), 2, "expected at most 1000 checks in a line"),
        (skips(&"x".repeat(2000), 1), 2, "octets of text in \"all\""),
        (
            finding.to_owned(),
            2,
            "it names 1 checks, and the report has 0",
        ),
        (last.to_owned(), 2, "it names "),
    ];
    for (text, line, what) in rows {
        let (_, error, _) = read(format!("{start}\n{text}\n").as_bytes());
        let error = error.unwrap_or_else(|| panic!("no error: {what}"));
        assert!(error.what.contains(what), "{error}, not {what}");
        assert_eq!(error.line, line, "{error}");
    }
}

#[test]
fn a_report_without_end_is_refused_by_every_reader_alike() {
    for words in [
        &["report", "/dev/zero"][..],
        &["statement", "/dev/zero"],
        &["merge", "/dev/zero", "/dev/zero"],
        &["diff", "/dev/zero", "/dev/zero"],
        &["check", "reference", "--resume", "/dev/zero"],
    ] {
        let ended = run(words).with(2);
        let expected = format!("line 1: longer than {LONGEST_LINE} octets");
        assert!(ended.err.contains(&expected), "{words:?}: {}", ended.err);
    }
}

/// Octets in the place of one: any, or a part of JSON that is hostile, large or of another type.
fn odd() -> impl Strategy<Value = Vec<u8>> {
    let parts = r#"\u001b[2J \u202e \u0000 \" \\ 𝒳 99999999999999999999 null [] {}"#.split(' ');
    let part = proptest::sample::select(parts.collect::<Vec<_>>())
        .prop_map(|part| part.as_bytes().to_vec());
    prop_oneof![part, vec(any::<u8>(), 1)]
}

proptest! {
    /// Its words and values can be any.
    #[test]
    fn a_file_with_wrong_octets_is_read_or_refused_and_what_is_read_is_written_and_read_again(
        changes in vec((0..RICH.len(), odd()), 1..6),
        cut in 0..RICH.len(),
    ) {
        let mut file = RICH.as_bytes()[..RICH.len() - cut / 4].to_vec();
        for (at, odd) in changes {
            let at = at.min(file.len() - 1);
            file.splice(at..=at, odd);
        }
        let count = file.split(|&octet| octet == b'\n').count();
        let (events, error, _) = read(&file);
        prop_assert!(events.len() <= count);
        prop_assert!(error.is_none_or(|error| error.line <= count && !error.what.is_empty()));
        if !events.is_empty() {
            let (again, error, _) = read(lines(&events).concat().as_bytes());
            prop_assert_eq!((again, error), (events, None));
        }
    }

    #[test]
    fn any_octets_after_a_beginning_are_read_or_refused(octets in vec(any::<u8>(), 0..200)) {
        let start = RICH.lines().next().expect("lines").as_bytes();
        read(&[start, b"\n", &octets].concat());
        read(&octets);
    }
}
