//! The readers of acegate take any input.

use acegate::escape::{printable, printable_lines};
use acegate::event::Event;
use acegate::hunt::Violation;
use acegate::implementation::Template;
use acegate::protocol::{
    Description, Hello, Reply, Request as ProtocolRequest, ValueForm, any_from_json, any_to_json,
    value_from_json, value_to_json,
};
use acegate::report::{ReportOptions, format_named};
use acegate_vectors::{Case, Suite, format_file, write_case};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::laws::law;

/// A vector file loads, or its error names the position. A file that loads is written in one form, which
/// loads as the same.
pub(crate) fn vector_files(octets: &[u8]) -> Result<(), Violation> {
    const NAME: &str = "input.yaml";
    let suite = match Suite::from_sources([(NAME, octets)]) {
        Ok(suite) => suite,
        Err(error) => {
            let lines = octets.split(|&octet| octet == b'\n').count();
            let shown = error.to_string();
            let has_place = (1..=lines).contains(&error.line) && error.column >= 1;
            law(has_place, "vectors", "error-has-a-place", || shown.clone())?;
            let harmless = !error.message.is_empty() && shown.split('\n').all(is_harmless);
            return law(harmless, "vectors", "error-is-shown-without-harm", || shown);
        }
    };
    let Ok(written) = format_file(NAME, octets) else {
        return law(false, "vectors", "what-loads-can-be-written", String::new);
    };
    let again = match Suite::from_sources([(NAME, written.as_bytes())]) {
        Ok(again) => again,
        Err(error) => {
            return law(false, "vectors", "what-is-written-loads", || {
                error.to_string()
            });
        }
    };
    let same = without_lines(&again) == without_lines(&suite);
    law(same, "vectors", "writing-keeps-the-cases", || {
        written.clone()
    })?;
    let twice = format_file(NAME, written.as_bytes());
    law(
        twice.as_ref() == Ok(&written),
        "vectors",
        "one-form",
        || written.clone(),
    )?;
    // A line that the case does not have in the file is one of its group or of the defaults, whose indents may
    // be others.
    let mut whole = true;
    for case in &suite.cases {
        let case = write_case(case);
        whole &= case.lines().all(|line| written.contains(line.trim_start()));
    }
    law(whole, "vectors", "a-case-is-written-as-in-its-file", || {
        written
    })
}

/// The cases, wherever in their file they are.
fn without_lines(suite: &Suite) -> Vec<Case> {
    let mut cases = Vec::new();
    for case in &suite.cases {
        let mut case = (**case).clone();
        case.line = 0;
        cases.push(case);
    }
    cases
}

/// A line of the protocol is read or refused; what is read is written as a line that is read as
/// the same.
pub(crate) fn protocol_lines(octets: &[u8]) -> Result<(), Violation> {
    if let Ok((id, request)) = ProtocolRequest::from_line(octets) {
        let line = request.to_line(id, &ALL_FORMS);
        let again = line.as_deref().map(ProtocolRequest::from_line);
        law(
            again == Some(Ok((id, request))),
            "request",
            "line-is-read-back",
            || shown(line),
        )?;
    }
    if let Ok(reply) = Reply::from_line(octets) {
        let line = reply.to_line();
        let one = line.iter().filter(|&&octet| octet == b'\n').count() == 1;
        law(one && line.ends_with(b"\n"), "reply", "one-line", || {
            shown(Some(line.clone()))
        })?;
        let again = Reply::from_line(&line);
        law(
            again.as_ref() == Ok(&reply),
            "reply",
            "line-is-read-back",
            || shown(Some(line)),
        )?;
    }
    read_back::<Description>(octets, "hello", "description-is-read-back")?;
    read_back::<Hello>(octets, "hello", "hello-is-read-back")?;
    Ok(())
}

/// The value that JSON means, if it does. It is written as JSON that means the same.
fn read_back<T: DeserializeOwned + PartialEq + Serialize>(
    octets: &[u8],
    operation: &str,
    name: &str,
) -> Result<Option<T>, Violation> {
    let Ok(value) = serde_json::from_slice::<T>(octets) else {
        return Ok(None);
    };
    let written = serde_json::to_vec(&value).unwrap_or_default();
    let again = serde_json::from_slice(&written).ok();
    law(again.as_ref() == Some(&value), operation, name, || {
        shown(Some(written))
    })?;
    Ok(Some(value))
}

/// A JSON value is a value of the protocol or is refused; it is written in the forms that are
/// allowed and in no others, and read back as itself.
pub(crate) fn protocol_values(octets: &[u8]) -> Result<(), Violation> {
    let Some((&forms, rest)) = octets.split_first() else {
        return Ok(());
    };
    let Ok(json) = serde_json::from_slice(rest) else {
        return Ok(());
    };
    if let Ok(any) = any_from_json(&json) {
        let written = any_to_json(&any);
        let back = any_from_json(&written);
        law(back == Ok(any), "value", "any-is-read-back", || {
            written.to_string()
        })?;
    }
    let Ok(value) = value_from_json(&json) else {
        return Ok(());
    };
    let allowed = (0..3)
        .filter(|at| forms >> at & 1 == 1)
        .map(|at| ALL_FORMS[at]);
    let allowed: Vec<_> = allowed.collect();
    let Some(written) = value_to_json(&value, &allowed) else {
        return law(allowed.len() < 3, "value", "some-form-holds-it", || {
            json.to_string()
        });
    };
    let back = value_from_json(&written);
    law(back == Ok(value), "value", "json-is-read-back", || {
        written.to_string()
    })
}

/// A report file is read event by event; what is read is written as a line that is read as the
/// same, and rendering any order of events gives text that steers no terminal.
pub(crate) fn report_events(octets: &[u8]) -> Result<(), Violation> {
    let format = format_named("text").expect("the format of the program");
    let mut report = format.reporter(ReportOptions::default());
    let mut out = Vec::new();
    for line in octets.split(|&octet| octet == b'\n') {
        let Some(event) = read_back::<Event>(line, "event", "line-is-read-back")? else {
            continue;
        };
        let taken = report.event(&event, &mut out);
        law(taken.is_ok(), "report", "renders", || format!("{taken:?}"))?;
    }
    let text = String::from_utf8_lossy(&out);
    let plain: String = strip_styles(&text);
    let harmless = plain.split('\n').all(is_harmless);
    law(harmless, "report", "shown-without-harm", || {
        format!("{plain:?}")
    })
}

/// A template is read or refused, and what is read knows its positions.
pub(crate) fn one_shot_templates(octets: &[u8]) -> Result<(), Violation> {
    let text = String::from_utf8_lossy(octets);
    let Ok(template) = Template::parse(&text) else {
        return Ok(());
    };
    let places = ["{in:text}", "{in:hex}", "{in:cps}"];
    let takes = template
        .words()
        .any(|word| places.iter().any(|place| word.contains(place)));
    law(
        takes == template.takes_input(),
        "template",
        "places-are-known",
        || text.clone().into(),
    )?;
    law(
        Template::parse(&text) == Ok(template),
        "template",
        "reading-is-repeatable",
        || text.into(),
    )
}

/// Shown text steers no terminal, and showing it again changes nothing.
pub(crate) fn printable_text(octets: &[u8]) -> Result<(), Violation> {
    let text = String::from_utf8_lossy(octets);
    let once = printable(&text);
    law(
        is_harmless(&once),
        "printable",
        "shown-without-harm",
        || format!("{once:?}"),
    )?;
    law(
        printable(&once) == once,
        "printable",
        "twice-changes-nothing",
        || format!("{once:?}"),
    )?;
    let lines = printable_lines(&text);
    let harmless = lines.split('\n').all(is_harmless);
    law(harmless, "printable", "lines-without-harm", || {
        format!("{lines:?}")
    })
}

const ALL_FORMS: [ValueForm; 3] = [ValueForm::U, ValueForm::T, ValueForm::B];

/// Whether nothing in the text can steer a terminal or reorder or hide what is shown.
///
/// A second copy, so that a gap in the table of acegate shows.
fn is_harmless(text: &str) -> bool {
    text.chars().all(|c| {
        let bidirectional = matches!(c, '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}'
            | '\u{2066}'..='\u{2069}');
        let invisible = matches!(c, '\u{AD}' | '\u{200B}'..='\u{200D}' | '\u{2060}'..='\u{2064}'
            | '\u{FEFF}' | '\u{E0000}'..='\u{E007F}');
        let separator = matches!(c, '\u{2028}' | '\u{2029}');
        !c.is_control() && !bidirectional && !invisible && !separator
    })
}

/// The text without the colours that the report itself puts in.
fn strip_styles(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part.trim_start_matches(|c: char| c.is_ascii_digit() || c == ';');
        // Only a colour ends in `m`; anything else stays and is found to be harmful.
        match end.strip_prefix('m') {
            Some(rest) => out += rest,
            None => out.extend(["\u{1b}", part]),
        }
    }
    out
}

fn shown(line: Option<Vec<u8>>) -> String {
    String::from_utf8_lossy(&line.unwrap_or_default()).into_owned()
}
