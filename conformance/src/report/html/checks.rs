//! The checks of a run as data, and the form that searches them.
//!
//! The data is one object: `repeat`, the words before the id in the command that repeats a check;
//! `names`, one list for each kind of name that many checks share; and `checks`, a list for each
//! check that was not skipped, whose fields `page.js` names in the same order. A number in it is the place of a name in its
//! list. Trailing fields that are empty are left out.

use std::collections::HashMap;
use std::io;

use serde_json::{Map, Value as Json, json};

use super::check::{got, in_order, other_lines, templates, verdict};
use super::markup::{Markup, data, each, html, number, table};
use crate::escape::printable_start;
use crate::plural::grouped;
use crate::report::check::{CheckEntry, CheckState};
use crate::report::failure::repeat_command;
use crate::report::label::Label;
use crate::report::run::{PAGE_FIELD, Run};

/// How many octets of a value of a check that passed are shown. They are most of the page.
const PASSED_FIELD: usize = 240;

/// The part of the page with every check. The script makes the form and the table.
pub(super) fn checks(run: &Run) -> io::Result<Markup> {
    let (templates, steps) = templates(run);
    Ok(html!(
        "<section id=\"checks\" aria-labelledby=\"checks-title\">\
         <h2 id=\"checks-title\" tabindex=\"-1\">Checks</h2>\
         <noscript><p>The list of all checks needs JavaScript. {} shows the failures, and the \
         report file has every check.</p></noscript>{}<div id=\"list\"></div></section>\n{}{}",
        "\"acegate report FILE --format text\"",
        skipped(run),
        templates,
        data("data", &content(run, &steps))?
    ))
}

/// How many checks were skipped for each reason. They are in no list, because they were not run.
fn skipped(run: &Run) -> Option<Markup> {
    let reasons = run.skips();
    if reasons.is_empty() {
        return None;
    }
    let all = reasons.iter().map(|(_, number)| number).sum();
    let rows = each(reasons, |(reason, checks)| {
        html!(
            "<tr>{}<td>{}</td></tr>",
            number(grouped(checks)),
            printable_start(reason, PAGE_FIELD)
        )
    });
    Some(html!(
        "<details class=\"skipped\"><summary>{} skipped: why</summary><table>{}</table></details>",
        counted(all),
        table(&["Checks:", "Reason"], &rows)
    ))
}

fn counted(checks: usize) -> String {
    let noun = if checks == 1 { "check" } else { "checks" };
    format!("{} {noun}", grouped(checks))
}

fn content(run: &Run, steps: &HashMap<&str, usize>) -> Json {
    let repeat = repeat_command("check", &run.start.arguments) + " --id";
    let findings = run.findings_by_check();
    let mut names = Names::default();
    // The findings and states are in the order of the page.
    for finding in &run.findings {
        names.place("finding", &finding.id);
    }
    let mut checks = Vec::new();
    for check in in_order(run) {
        if check.state == CheckState::Skipped {
            continue;
        }
        let name = check.case.name.as_str();
        let finding = findings.get(name).map_or("", |finding| &finding.id);
        let steps = steps.get(name).copied().unwrap_or_default();
        checks.push(row(check, &repeat, finding, steps, &mut names));
    }
    let mut states = Map::new();
    for state in CheckState::ALL {
        states.insert(state.code().to_owned(), state.words().into());
    }
    let summaries = run.findings.iter().map(|finding| text(&finding.summary));
    let summaries: Vec<_> = summaries.collect();
    json!({
        "repeat": repeat,
        "states": states,
        "summaries": summaries,
        "names": names.lists,
        "checks": checks,
    })
}

fn row(check: &CheckEntry, repeat: &str, finding: &str, steps: usize, names: &mut Names) -> Json {
    let CheckEntry { case, asked, .. } = check;
    let is_passed = check.state == CheckState::Passed;
    let expected = check.line(Label::Expected);
    let got = got(check);
    let mut requirements = Vec::new();
    for id in &case.requirements {
        requirements.push(names.place("requirement", id));
    }
    // The page makes the usual command by itself.
    let usual = format!("{repeat} {}", case.case);
    let mut lines = Map::new();
    for (label, text) in other_lines(check) {
        let is_usual = label == Label::Rerun && text == usual;
        // The steps are of use where the answer is wrong.
        let is_unwanted = label == Label::Explain && is_passed;
        if !is_usual && !is_unwanted {
            lines.insert(label.code().to_owned(), text.into());
        }
    }
    let most = if is_passed { PASSED_FIELD } else { PAGE_FIELD };
    let got = if got == expected { "" } else { got };
    let input = names.place("value", &printable_start(&asked.input, most));
    let expected = names.place("value", &printable_start(expected, most));
    let got = names.place("value", &printable_start(got, most));
    let mut row = vec![
        text(&case.name),
        // Most checks are named like their case.
        if case.case == case.name {
            Json::from(0)
        } else {
            text(&case.case)
        },
        names.place("codec", &case.codec),
        names.place("op", &case.op),
        names.place("level", case.level.as_str()),
        names.place("clause", &format!("{}, {}", case.document, case.clause)),
        names.place("state", check.state.code()),
        names.place("verdict", &verdict(case)),
        names.place("file", &case.file),
        Json::from(case.line),
        input,
        expected,
        got,
        names.place("note", case.note.as_deref().unwrap_or_default()),
        requirements.into(),
        names.place("params", &asked.params),
        names.place("finding", finding),
        names.place("reason", &check.reason),
        lines.into(),
        steps.into(),
    ];
    let empty = [json!(0), json!([]), json!({})];
    while row.last().is_some_and(|field| empty.contains(field)) {
        row.pop();
    }
    row.into()
}

fn text(text: &str) -> Json {
    printable_start(text, PAGE_FIELD).into()
}

/// The names of a page, each kind in its list. The first of every list is empty: it is none.
#[derive(Debug, Default)]
struct Names {
    places: HashMap<(&'static str, String), usize>,
    lists: Map<String, Json>,
}

impl Names {
    /// The place of a name, which is added if it is new.
    fn place(&mut self, kind: &'static str, name: &str) -> Json {
        if name.is_empty() {
            return 0.into();
        }
        let list = self.lists.entry(kind).or_insert_with(|| json!([""]));
        let Json::Array(list) = list else {
            return 0.into();
        };
        let place = self
            .places
            .entry((kind, name.to_owned()))
            .or_insert_with(|| {
                list.push(printable_start(name, PAGE_FIELD).into());
                list.len() - 1
            });
        (*place).into()
    }
}
