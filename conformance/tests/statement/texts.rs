//! Statements as JSON, Markdown and HTML: their differences, their fields, and what is hostile in them.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::rc::Rc;

use acegate::implementation::Implementation;
use acegate::observation::StartError;
use acegate::protocol::{Description, Identity, Request};
use acegate::statement::{
    NotAStatement, RequirementEntry, RequirementStatus, differences, html, json, markdown,
};

use super::support::{KnowsAll, deviant, events, few, few_events, made, start_mut};

#[test]
fn each_change_of_a_statement_is_named_with_its_line_and_both_values() {
    let statement = made(&few_events()).expect("a statement");
    let found = |text: &str| differences(text, &statement).expect("a statement");
    let failed = |row: &&RequirementEntry| row.result == RequirementStatus::Failed;
    let id = &statement.requirements.iter().find(failed).expect("one").id;
    for (text, old, new, subject) in [
        (json(&statement), "\"result\": \"failed\"", "\"result\": \"verified\"", Some(id)),
        (markdown(&statement), " failed | ", " verified | ", None),
        (html(&statement), ">failed</td>", ">verified</td>", None),
    ] {
        assert_eq!(found(&text), []);
        let is_wanted =
            |line: &&str| line.contains(old) && (subject.is_some() || line.contains(&**id));
        let whole: Vec<_> = text.split('\n').collect();
        let line = whole.iter().position(is_wanted).expect("the row");
        let changed = whole[line].replacen(old, new, 1);
        let mut lines = whole.clone();
        lines[line] = &changed;
        let [one] = &found(&lines.join("\n"))[..] else { panic!("one difference") };
        assert_eq!((one.line, one.subject.as_ref()), (line + 1, subject.or(one.subject.as_ref())));
        assert_eq!(one.statement.as_deref(), Some(&*changed));
        assert_eq!(one.report.as_deref(), Some(whole[line]));
        // A row that is taken out, and one that is added.
        lines.remove(line);
        let [gone] = &found(&lines.join("\n"))[..] else { panic!("one difference") };
        assert_eq!((gone.statement.as_ref(), gone.report.as_deref()), (None, Some(whole[line])));
        lines.insert(3, "All is \u{1b}[2J well.");
        let both = found(&lines.join("\n"));
        assert!(both.len() == 2 && both[0].line == 4, "{both:?}");
        assert!(!both[0].to_string().contains('\u{1b}'));
    }
    let whole = json(&statement);
    assert_eq!(found(&whole.replace("\n  ", "\n")), []);
    let twice = whole.replacen("\"result\":", "\"result\": \"verified\",\n \"result\":", 1);
    assert!(!found(&twice).is_empty());
}

#[test]
fn a_text_that_is_not_a_statement_is_refused_and_one_of_another_version_differs() {
    let statement = made(&few_events()).expect("a statement");
    for text in ["", "# A title\n", "{}", "{\"type\":\"run-start\"}"] {
        assert_eq!(differences(text, &statement), Err(NotAStatement));
    }
    let newer = json(&statement).replacen("\"statement\": 1", "\"statement\": 2", 1);
    let found = differences(&newer, &statement).expect("it begins as one");
    assert_eq!((found.len(), found[0].line), (1, 2));
}

/// An implementation whose description is hostile.
struct Hostile {
    description: Description,
    inner: Box<dyn Implementation>,
}

const HOSTILE: &str = "</td></tr><script>x</script> | `b` \u{202e}\u{1b}[31m\n# title ![x](y)";

impl Implementation for Hostile {
    fn describe(&self) -> &Description {
        &self.description
    }

    fn answer(&mut self, request: &Request) -> acegate::observation::Observation {
        self.inner.answer(request)
    }
}

fn hostile() -> Result<Box<dyn Implementation>, StartError> {
    let inner = deviant()?;
    let mut description = inner.describe().clone();
    let text = || HOSTILE.to_owned();
    description.implementation =
        Identity { name: text(), version: text(), language: text(), url: text() };
    description.codecs.values_mut().for_each(|support| support.params.push(text()));
    description.codecs.insert(text(), Default::default());
    Ok(Box::new(Hostile { description, inner }))
}

#[test]
fn what_an_implementation_says_of_itself_is_inert_in_every_format() {
    let mut events = events(hostile, &few(), None);
    start_mut(&mut events).filters.push(HOSTILE.into());
    start_mut(&mut events).baseline = Some(HOSTILE.into());
    start_mut(&mut events).arguments.push(HOSTILE.into());
    let statement = made(&events).expect("a statement");
    for text in [json(&statement), markdown(&statement), html(&statement)] {
        let steers = |c: char| c != '\n' && c.is_control() || matches!(c, '\u{202a}'..='\u{202e}');
        assert!(!text.contains(steers));
        assert!(text.lines().all(|line| !line.starts_with("# title")));
        assert_eq!(differences(&text, &statement), Ok(Vec::new()));
    }
    assert!(!html(&statement).contains("<script>x"));
    let text = markdown(&statement);
    // Nothing outside a code span is of the implementation.
    assert!(text.starts_with("# Conformance statement: ``<"), "{}", &text[..80]);
    // Every row has the cells of the head of its table.
    let (mut columns, mut is_inside) = (0, false);
    for line in text.lines() {
        let cells = line.replace("\\|", "").matches('|').count();
        let is_row = line.starts_with('|');
        columns = if is_row && !is_inside { cells } else { columns };
        is_inside = is_row;
        assert!(!is_row || cells == columns, "{line}");
    }
}

fn acegate(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_acegate"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("the program was built")
}

#[test]
fn the_commands_make_and_check_a_statement_by_their_exit_status() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |arguments: &[&str]| acegate(folder.path(), arguments);
    let check = ["check", "reference", "--codec", "utf5", "--report", "run.ndjson"];
    assert_eq!(run(&check).status.code(), Some(0));
    for format in ["markdown", "html", "json"] {
        let output = run(&["statement", "run.ndjson", "--format", format]);
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        fs::write(folder.path().join(format), &output.stdout).expect("a file");
        let verify = ["verify-statement", format, "--report", "run.ndjson"];
        let output = run(&verify);
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stdout));
        let text = fs::read_to_string(folder.path().join(format)).expect("UTF-8");
        fs::write(folder.path().join(format), text.replace("partial", "whole")).expect("a file");
        let output = run(&verify);
        assert_eq!(output.status.code(), Some(1));
        let told = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(told.contains("whole") && told.contains("partial"), "{told}");
    }
    // Another run makes another report, if only by its date and times.
    fs::write(folder.path().join("md"), run(&["statement", "run.ndjson"]).stdout).expect("a file");
    let again = ["check", "reference", "--codec", "utf5", "--report", "again.ndjson"];
    assert_eq!(run(&again).status.code(), Some(0));
    let output = run(&["verify-statement", "md", "--report", "again.ndjson"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        String::from_utf8_lossy(&output.stdout)
            .contains(": the statement says | Report (SHA-256) | ")
    );
    for wrong in [
        &["statement", "md"][..],
        &["statement", "no.ndjson"],
        &["verify-statement", "run.ndjson", "--report", "run.ndjson"],
    ] {
        assert_eq!(run(wrong).status.code(), Some(2), "{wrong:?}");
    }
}

#[test]
fn the_page_describes_every_field_of_the_json() {
    let mut fields = std::collections::BTreeSet::new();
    let statement = made(&events(deviant, &few(), Some(Rc::new(KnowsAll)))).expect("a statement");
    let value: serde_json::Value = serde_json::from_str(&json(&statement)).expect("JSON");
    collect("", &value, &mut fields);
    let page = include_str!("../../STATEMENT.md");
    let described: std::collections::BTreeSet<String> = page
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split_once("` |"))
        .map(|(field, _)| field.to_owned())
        .collect();
    for field in &fields {
        assert!(described.contains(field), "STATEMENT.md lacks {field}");
    }
    assert!(fields.len() > 50, "{fields:?}");
}

/// The names of fields, with `[]` for a list and `*` for a map with names of its own.
fn collect(
    place: &str,
    value: &serde_json::Value,
    fields: &mut std::collections::BTreeSet<String>,
) {
    let own = ["claims", "totals", "run.verdicts"];
    match value {
        serde_json::Value::Object(map) => {
            for (name, value) in map {
                let name = if own.contains(&place) { "*" } else { name };
                let place =
                    if place.is_empty() { name.to_owned() } else { format!("{place}.{name}") };
                fields.insert(place.clone());
                collect(&place, value, fields);
            }
        }
        serde_json::Value::Array(values) => {
            values.iter().for_each(|value| collect(&format!("{place}[]"), value, fields));
        }
        _ => {}
    }
}
