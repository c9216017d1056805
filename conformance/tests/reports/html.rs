//! The page of a run, as another reader of HTML sees it: structure, policy, data and escaping.
//!
//! `conformance/web/tests/pages.mjs` opens pages in a browser.

use acegate::event::{BaselineVerdict, CaseEvent, Event, RunEnd, RunStart};
use acegate::judge::{ExitStatus, Failing, Verdict};
use acegate::observation::AnyValue;
use acegate::report::ReportOptions;

use super::hostile::{HOSTILE_EVENTS, python};
use super::rich::events;
use super::{rendered, run_of};

/// Reads a page with Python's parser. Prints the elements that are not closed in their order, and
/// gives `elements` as (name, attributes), `texts` by element, `data`, and `rows` as lists of cells.
const READER: &str = r#"
import sys, json, hashlib, base64
from html.parser import HTMLParser
VOID = {'meta', 'br', 'input', 'img', 'link', 'hr', 'base', 'source'}
class Page(HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.elements, self.texts, self.wrong, self.rows = [], [], {}, [], []
    def handle_starttag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))
        if tag == 'tr': self.rows.append([])
        if tag in ('td', 'th') and self.rows: self.rows[-1].append('')
        if tag not in VOID: self.open.append(tag)
    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag: self.wrong.append(tag)
    def handle_data(self, text):
        if self.open: self.texts.setdefault(self.open[-1], []).append(text)
        if self.rows and ('td' in self.open or 'th' in self.open): self.rows[-1][-1] += text
source = sys.stdin.buffer.read().decode()
page = Page()
page.feed(source)
page.close()
assert not page.open and not page.wrong, (page.open, page.wrong)
data = json.loads(next(text for text in page.texts['script'] if text.startswith('{')))
rows = {row[0]: row[1:] for row in page.rows if row}
"#;

fn page(events: &[Event]) -> String {
    rendered("html", ReportOptions::default(), events)
}

fn read(events: &[Event], program: &str) -> String {
    python(&format!("{READER}{program}"), &page(events))
}

/// The policy allows its own style and script and nothing else; it has one title, and its parts are named;
/// and a requirement has the result of its checks. `rich.yaml` names a row of the ledger for each result.
#[test]
fn another_reader_sees_the_policy_the_parts_and_the_results() {
    let program = r#"
meta = next(a for t, a in page.elements if a.get('http-equiv') == 'Content-Security-Policy')
rules = dict(rule.strip().split(' ', 1) for rule in meta['content'].split(';'))
source_of = lambda text: "'sha256-%s'" % base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
assert rules.pop('style-src') == ' '.join(map(source_of, page.texts['style']))
scripts = [text for text in page.texts['script'] if not text.startswith('{')]
assert rules.pop('script-src') == ' '.join(map(source_of, scripts)), len(scripts)
print(sorted(rules.items()))
loading = [a for t, a in page.elements if {'src', 'srcset', 'style'} & a.keys()]
print(loading, {a['href'][0] for t, a in page.elements if 'href' in a})
print([t for t, a in page.elements][:8], [a for t, a in page.elements][4]['name'])

heads = [t for t, a in page.elements if t in ('h1', 'h2', 'h3', 'h4')]
steps = [int(b[1]) - int(a[1]) for a, b in zip(heads, heads[1:])]
print(heads.count('h1'), max(steps), page.texts['h2'])
ids = [a['id'] for t, a in page.elements if 'id' in a]
assert len(ids) == len(set(ids))
labels = [a['aria-labelledby'] for t, a in page.elements if 'aria-labelledby' in a]
print(set(labels) <= set(ids), len(labels))
assert all('scope' in a for t, a in page.elements if t == 'th')
print([t for t, a in page.elements if t in ('header', 'nav', 'main', 'footer')])

for id in ('punycode-26', 'punycode-27', 'punycode-32', 'punycode-34', 'punycode-36', 'punycode-1'):
    print(id, rows[id][0], rows[id][1], rows[id][3])
assert all(len(row) == 4 for id, row in rows.items() if id.startswith('punycode-'))
"#;
    let expected = "[('base-uri', \"'none'\"), ('default-src', \"'none'\"), ('form-action', \"'none'\")]\n\
        [] {'#'}\n['html', 'head', 'meta', 'meta', 'meta', 'style', 'style', 'script'] color-scheme\n\
        1 1 ['Findings', 'Requirements', 'Checks']\nTrue 4\n['header', 'nav', 'main', 'footer']\n\
        punycode-26 6.2 must passed 1 check\n\
        punycode-27 6.2 must failed 1 of 1 check\n\
        punycode-32 6.2 must failed 1 of 2 checks\n\
        punycode-34 6.2 must not tested it cannot be kept alive\n\
        punycode-36 6.2 must not tested no such thing\n\
        punycode-1 3.1 must not tested its checks were left out by the filters\n";
    assert_eq!(read(&events(), program), expected);
}

#[test]
fn a_hostile_run_brings_no_element_and_no_handler() {
    let program = r#"
allowed = set('''html head meta title style body a header span nav button main section h1 h2 h3 h4 p dl div dt dd
    ul li code article details summary table caption thead tbody tr th td noscript script footer template'''.split())
print({t for t, a in page.elements} - allowed, [t for t, a in page.elements].count('script'))
print([name for t, a in page.elements for name in a if name.startswith('on')])
print(any('</failure><script>' in text for text in page.texts['dd']))
print(all('</failure><script>' in check[0] for check in data['checks']), len(data['checks']))
"#;
    assert_eq!(
        read(&HOSTILE_EVENTS, program),
        "set() 4\n[]\nTrue\nTrue 36\n"
    );
}

/// A check that was skipped says nothing of the implementation, so it is only a number next to its reason.
#[test]
fn skipped_checks_are_counted_by_their_reasons_and_not_listed() {
    let page = page(&events());
    let skipped = page.split("<details class=\"skipped\">").nth(1);
    let skipped = skipped.and_then(|rest| rest.split("</details>").next());
    let skipped = skipped.expect("the reasons");
    assert!(
        skipped.contains("<td class=\"number\">1</td><td>no such thing</td>"),
        "{skipped}"
    );
    let list = page.split("id=\"data\">").nth(1).expect("the list");
    assert!(!list.contains("no such thing"), "{list}");
}

/// Failures that the baseline knows do not count, and are no reason for green.
#[test]
fn a_run_with_known_failures_is_amber() {
    let known = Some(BaselineVerdict::ExpectedFailure);
    assert_eq!(colour_of_a_failure(known), "known");
    assert_eq!(colour_of_a_failure(None), "good");
}

/// The class of the verdict of a run with one failure that does not count.
fn colour_of_a_failure(baseline: Option<BaselineVerdict>) -> String {
    let case = CaseEvent {
        name: "punycode/a".into(),
        case: "punycode/a".into(),
        codec: "punycode".into(),
        op: "decode".into(),
        verdict: Verdict::Fail,
        failing: Some(Failing::AcceptedWrongly),
        baseline,
        ..CaseEvent::default()
    };
    let page = page(&run_of(RunStart::default(), [case], RunEnd::default()));
    let class = page.split("<p class=\"verdict ").nth(1);
    let class = class.and_then(|rest| rest.split('"').next());
    class.expect("a verdict").to_owned()
}

/// The input and the answer of a finding are read without a click.
#[test]
fn an_example_is_outside_of_what_is_folded() {
    let page = page(&events());
    let finding = page
        .split("<article class=\"finding")
        .nth(1)
        .expect("a finding");
    let shown = finding.split("<details").next().unwrap_or_default();
    for field in ["input", "expected", "got", "rerun"] {
        assert!(
            shown.contains(&format!("<dd class=\"{field}\">")),
            "{field}: {shown}"
        );
    }
}

#[test]
fn worked_steps_lead_to_the_live_page_that_is_named() {
    let live_page = Some("https://example.org/live.html".parse().expect("an address"));
    let page = rendered(
        "html",
        ReportOptions {
            live_page,
            ..ReportOptions::default()
        },
        &events(),
    );
    let address = "https://example.org/live.html#codec=punycode&amp;op=decode&amp;text=dies";
    // In the finding that has it as its example, and at the check.
    assert_eq!(page.matches(&format!("<a href=\"{address}\">")).count(), 2);
}

#[test]
fn only_an_address_that_runs_nothing_is_a_live_page() {
    for address in [
        "javascript:alert(1)",
        "JAVASCRIPT:x",
        "data:text/html,x",
        "java\tscript:x",
        "",
    ] {
        let ended = super::run(&[
            "check",
            "reference",
            "--id",
            "utf5/*",
            "--live-page",
            address,
        ])
        .with(2);
        assert!(
            ended.err.contains("--live-page"),
            "{address}: {}",
            ended.err
        );
    }
}

#[test]
fn a_run_of_seven_thousand_failures_has_a_bounded_page() {
    let case = |number| CaseEvent {
        name: format!("punycode/many/check-{number}"),
        case: format!("punycode/many/check-{number}"),
        codec: "punycode".into(),
        op: "decode".into(),
        level: acegate_vectors::Level::Must,
        input: Some(AnyValue::Ordinary(
            format!("bcher-{number}a").as_str().into(),
        )),
        verdict: Verdict::Fail,
        failing: Some(Failing::RefusedWrongly),
        unexpected: true,
        ..CaseEvent::default()
    };
    let start = RunStart {
        checks: 7000,
        ..RunStart::default()
    };
    let end = RunEnd {
        exit: ExitStatus::Unexpected,
        ..RunEnd::default()
    };
    let page = page(&run_of(start, (0..7000).map(case), end));
    // Worked steps have two mebibytes; the other checks have only the command.
    assert!(page.len() < 4 << 20, "{} octets", page.len());
    assert!(
        page.contains("<template id=\"steps-100\">"),
        "the first checks have their steps"
    );
    assert!(
        page.contains("and 6,900 more"),
        "the names of a finding are bounded"
    );
}
