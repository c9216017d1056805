//! The suite for an implementation that the host calls.
//!
//! In: a description, and replies, as the protocol has them. Out: the requests, a line each, and the run:
//! findings, counts and reports. The host limits the time of a request and says which had none left.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use acegate::event::{CaseEvent, Event, Evidence, Finding, Recording, record};
use acegate::findings::{behaves_like, with_findings};
use acegate::implementation::Implementation;
use acegate::observation::{Exhausted, Fault, Observation, Outcome};
use acegate::protocol::{Description, Reply, Request};
use acegate::report::html::live_case;
use acegate::report::{ReportOptions, Reporter, format_named};
use acegate::runner::{FaultBudget, RunOptions};
use acegate::suite::screen;
use acegate_vectors::{Check, Suite};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::codecs::FORMS;

/// The lines of the requests of the suite that an implementation of this description can receive, each
/// once. The number of a request is its place.
pub(crate) fn requests(hello: &str) -> Result<Json, String> {
    let description =
        Description::from_line(hello.as_bytes()).map_err(|error| error.to_string())?;
    let checks = checks()?;
    let chosen = chosen(&checks, &description);
    let lines: Vec<_> = lines(
        chosen
            .iter()
            .filter_map(|check| screen(check, &description).ok()),
    );
    Ok(json!({ "requests": lines, "checks": chosen.len() }))
}

/// The run in which an implementation of this description gave these replies.
pub(crate) fn judge(request: &Json) -> Result<Json, String> {
    let judged = Judged::deserialize(request).map_err(|error| error.to_string())?;
    let description =
        Description::from_line(judged.hello.as_bytes()).map_err(|error| error.to_string())?;
    let all = checks()?;
    let checks: Vec<Check> = chosen(&all, &description).into_iter().cloned().collect();
    let requests = checks
        .iter()
        .filter_map(|check| screen(check, &description).ok());
    let mut answers = HashMap::new();
    for (line, reply) in lines(requests).into_iter().zip(&judged.replies) {
        if let Some(reply) = reply {
            answers.insert(key_of(&line), observation(reply)?);
        }
    }
    let recorded = Recorded {
        description,
        answers: Arc::new(answers),
    };
    let options = RunOptions {
        faults: FaultBudget::UNLIMITED,
        ..RunOptions::default()
    };
    let diagnose = judged.diagnose.then_some(behaves_like as _);
    let recording = Recording {
        diagnose,
        evidence: Evidence::OfAll,
        ..Recording::default()
    };
    let mut run = Run::new(&judged)?;
    let mut sink = with_findings(|event: &Event| run.take(event));
    let end = record(
        &checks,
        &|| Ok(Box::new(recorded.clone()) as Box<dyn Implementation>),
        &options,
        &recording,
        &mut sink,
    );
    drop(sink);
    let end = end.map_err(|error| error.to_string())?;
    Ok(json!({
        "totals": written(&end.totals),
        "findings": written(&run.findings),
        "examples": written(&run.examples()),
        "addresses": run.addresses(),
        "reports": written(&run.reports()),
    }))
}

#[derive(Deserialize)]
struct Judged {
    hello: String,
    /// The reply to each request; `null` if it was not sent.
    replies: Vec<Option<Json>>,
    /// The formats of the reports.
    #[serde(default)]
    formats: Vec<String>,
    /// The address of the live page, for the worked steps of a report.
    live_page: Option<String>,
    /// Whether causes are looked for, which takes longer than the verdicts.
    #[serde(default)]
    diagnose: bool,
}

fn checks() -> Result<Vec<Check>, String> {
    Ok(Suite::embedded()
        .map_err(|error| error.to_string())?
        .checks())
}

/// The checks of the codecs that the implementation has.
fn chosen<'a>(checks: &'a [Check], description: &Description) -> Vec<&'a Check> {
    checks
        .iter()
        .filter(|check| description.codecs.contains_key(check.codec()))
        .collect()
}

/// The lines of requests, each once; the number of a request is its place.
fn lines(requests: impl Iterator<Item = Request>) -> Vec<String> {
    let mut seen = HashSet::new();
    let mut lines = Vec::new();
    for request in requests {
        if seen.insert(key(&request))
            && let Some(line) = line(&request, lines.len() as u64)
        {
            lines.push(line);
        }
    }
    lines
}

fn line(request: &Request, id: u64) -> Option<String> {
    let line = String::from_utf8(request.to_line(id, &FORMS)?).ok()?;
    Some(line.trim_end().to_owned())
}

/// A request without its number.
fn key(request: &Request) -> String {
    line(request, 0).unwrap_or_default()
}

fn key_of(line: &str) -> String {
    Request::from_line(line.as_bytes())
        .map(|(_, request)| key(&request))
        .unwrap_or_default()
}

/// A reply of the protocol, or `{"timeout":MS}`.
fn observation(reply: &Json) -> Result<Observation, String> {
    let elapsed = Duration::from_micros(reply["elapsed_us"].as_u64().unwrap_or_default());
    if let Some(ms) = reply["timeout"].as_u64() {
        let limit = Duration::from_millis(ms);
        let fault = Fault::Timeout {
            limit,
            partial: 0,
            exhausted: Exhausted::Wall,
        };
        return Ok(Observation::new(Outcome::Fault(fault), limit));
    }
    let outcome = match reply["line"].as_str() {
        Some(line) => match Reply::from_line(line.as_bytes()) {
            Ok(reply) => reply.outcome,
            Err(error) => return Err(error.to_string()),
        },
        None => return Err("a reply has a line or a timeout".to_owned()),
    };
    Ok(Observation::new(outcome, elapsed))
}

/// An implementation whose answers are known.
#[derive(Clone)]
struct Recorded {
    description: Description,
    answers: Arc<HashMap<String, Observation>>,
}

impl Implementation for Recorded {
    fn describe(&self) -> &Description {
        &self.description
    }

    fn answer(&mut self, request: &Request) -> Observation {
        self.answers.get(&key(request)).cloned().unwrap_or_else(|| {
            let fault = Fault::NotRun("the host ended the run before".to_owned());
            Observation::new(Outcome::Fault(fault), Duration::ZERO)
        })
    }
}

/// The parts of a run that the host gets.
struct Run {
    findings: Vec<Finding>,
    /// The checks that failed, by name.
    failures: HashMap<String, CaseEvent>,
    formats: Vec<Rendering>,
}

/// A value of the library as JSON.
fn written(value: &impl serde::Serialize) -> Json {
    serde_json::to_value(value).unwrap_or_default()
}

/// A report that is being written.
struct Rendering {
    name: String,
    reporter: Box<dyn Reporter>,
    written: Vec<u8>,
}

impl Run {
    fn new(judged: &Judged) -> Result<Self, String> {
        let mut formats = Vec::new();
        for name in &judged.formats {
            let format = format_named(name).ok_or_else(|| format!("no format {name:?}"))?;
            let live_page = judged.live_page.as_ref().and_then(|page| page.parse().ok());
            let reporter = format.reporter(ReportOptions {
                live_page,
                ..ReportOptions::default()
            });
            formats.push(Rendering {
                name: name.clone(),
                reporter,
                written: Vec::new(),
            });
        }
        Ok(Self {
            findings: Vec::new(),
            failures: HashMap::new(),
            formats,
        })
    }

    fn take(&mut self, event: &Event) {
        match event {
            Event::Case(case) if case.failing.is_some() || case.unexpected => {
                self.failures.insert(case.name.clone(), (**case).clone());
            }
            Event::Finding(finding) => self.findings.push((**finding).clone()),
            _ => {}
        }
        for Rendering {
            reporter, written, ..
        } in &mut self.formats
        {
            // Memory takes all that is written.
            let _ = reporter.event(event, written);
        }
    }

    /// The best example of each finding, by its id.
    fn examples(&self) -> BTreeMap<&str, &CaseEvent> {
        let mut examples = BTreeMap::new();
        for finding in &self.findings {
            if let Some(name) = finding.checks.first()
                && let Some(case) = self.failures.get(name)
            {
                examples.insert(finding.id.as_str(), case);
            }
        }
        examples
    }

    /// The same as the address of the live page has it.
    fn addresses(&self) -> BTreeMap<&str, String> {
        let mut addresses = BTreeMap::new();
        for (id, case) in self.examples() {
            if let Some(address) = live_case(case) {
                addresses.insert(id, address);
            }
        }
        addresses
    }

    /// The reports by format.
    fn reports(&self) -> BTreeMap<&str, String> {
        let mut reports = BTreeMap::new();
        for Rendering { name, written, .. } in &self.formats {
            let text = String::from_utf8_lossy(written).into_owned();
            reports.insert(name.as_str(), text);
        }
        reports
    }
}

#[cfg(test)]
mod tests {
    use acegate::implementation::{InProcess, Registry};

    use super::*;

    const HELLO: &str = r#"{"type":"hello","protocol":1,"implementation":{"name":"x"},
        "codecs":{"punycode":{"ops":["encode","decode"]}}}"#;

    /// The run in which the reference answers, but for the requests that `other` answers.
    fn run(other: impl Fn(&Request) -> Option<Json>) -> Json {
        let lines = requests(HELLO).expect("requests");
        let mut reference = InProcess::registry(Registry::Reference);
        let reply = |line: &Json| {
            let (id, request) = Request::from_line(line.as_str()?.as_bytes()).ok()?;
            other(&request).or_else(|| {
                let outcome = reference.answer(&request).outcome;
                let line = String::from_utf8(Reply { id, outcome }.to_line()).ok()?;
                Some(json!({ "line": line }))
            })
        };
        let replies: Vec<_> = lines["requests"]
            .as_array()
            .expect("lines")
            .iter()
            .map(reply)
            .collect();
        let formats = ["markdown", "junit"];
        let request =
            json!({ "hello": HELLO, "replies": replies, "formats": formats, "diagnose": true });
        judge(&request).expect("a run")
    }

    fn text_of(request: &Request) -> String {
        let text = request.input.as_text().expect("a text");
        text.to_scalar_string().unwrap_or_default()
    }

    #[test]
    fn the_reference_is_right_and_a_wrong_answer_has_its_cause() {
        let right = run(|_| None);
        assert_eq!(right["totals"]["unexpected"], 0);
        assert!(
            right["totals"]["verdicts"]["pass"].as_u64() > Some(2000),
            "{}",
            right["totals"]
        );
        assert_eq!(right["findings"], json!([]));
        let wrong = run(|request| {
            let rest = text_of(request).strip_prefix('-').map(str::to_owned)?;
            let is_first = request.op == "decode" && !rest.contains('-');
            let decoded = acegate_codec::punycode::decode(&rest)
                .ok()
                .filter(|_| is_first)?;
            let line = json!({ "id": 0, "ok": { "t": decoded } });
            Some(json!({ "line": line.to_string() }))
        });
        let findings = wrong["findings"].as_array().expect("findings");
        let id = "deviation/punycode/leading-delimiter-consumed";
        assert_eq!(findings.len(), 1, "{findings:?}");
        assert_eq!(findings[0]["id"], id);
        assert_eq!(wrong["examples"][id]["observed"]["ok"]["t"], json!(""));
        assert_eq!(wrong["addresses"][id], "codec=punycode&op=decode&text=-");
        assert!(
            wrong["reports"]["junit"]
                .as_str()
                .is_some_and(|it| it.contains("<failure"))
        );
    }

    #[test]
    fn a_request_without_time_or_reply_is_a_failure() {
        let late = run(|request| (text_of(request) == "-").then(|| json!({ "timeout": 7 })));
        let timeouts = &late["totals"]["verdicts"]["timeout"];
        assert!(timeouts.as_u64() >= Some(2), "{}", late["totals"]);
        assert_eq!(timeouts, &late["totals"]["unexpected"]);
        let none = json!({ "hello": HELLO, "replies": [] });
        let none = judge(&none).expect("a run");
        assert_eq!(none["totals"]["verdicts"]["pass"], Json::Null);
        assert!(none["totals"]["verdicts"]["not-run"].as_u64() > Some(2000));
    }

    #[test]
    fn what_is_no_request_is_refused_with_a_sentence() {
        for (request, expected) in [
            ("{", "a request is JSON"),
            ("{}", "needs a text as its"),
            (r#"{"do":"x"}"#, "no request"),
            (r#"{"do":"apply","line":"{}"}"#, "expected a string in"),
            (r#"{"do":"requests","hello":"{}"}"#, "which is missing"),
            (r#"{"do":"judge","hello":"{}"}"#, "replies"),
        ] {
            let answer = crate::answer(request);
            assert!(
                answer.contains(expected) && answer.contains("error"),
                "{request}: {answer}"
            );
        }
    }
}
