//! The examination of a one-shot command.
//!
//! In: its templates. Out: points on words that a shell would read, on the form of the output, and on
//! the exit statuses of values and refusals.

use std::path::Path;

use acegate_codec::{Codec, Parameters, Value, Verb, codec, punycode};

use super::idna::examine_idna;
use super::{Examination, QUOTED, last_words};
use crate::escape::printable_start;
use crate::event::Observed;
use crate::implementation::{
    Implementation, InputForm, OneShot, OneShotSpec, OutputForm, Template,
};
use crate::observation::{Fault, Observation, Outcome, SkipReason, StartError};
use crate::protocol::Request;
use crate::report::wording::show_observed;
use crate::supervisor::Limits;

/// Inputs that most operations take.
const TAKEN: [&str; 6] = [
    "abc",
    "bücher",
    "bcher-kva",
    "a b'\"$(x)\\",
    "",
    "alice@commandus.com",
];

/// Inputs that most operations refuse.
const REFUSED: [&str; 4] = ["!", "a!", "-!", "\u{80}"];

/// The file names of shells.
const SHELLS: [&str; 7] = ["sh", "bash", "dash", "zsh", "ksh", "fish", "busybox"];

/// Examines a command that is started once for each request.
///
/// Its templates are searched for words that a shell would read, and for an input that is not passed
/// at all. Then it is called with inputs that the reference takes and with inputs that it refuses.
/// The answers may be wrong; their form must be right.
///
/// # Errors
///
/// [`StartError::Spawn`] if the program of a template does not exist.
pub fn examine_one_shot(spec: &OneShotSpec, limits: Limits) -> Result<Examination, StartError> {
    let mut subject = OneShot::start(spec.clone(), limits)?;
    let mut examination = Examination::default();
    let Some(reference) = codec(&spec.codec) else {
        examination.bad(
            "codec",
            format!("{:?} is not a codec of the suite", spec.codec),
        );
        return Ok(examination);
    };
    for (op, template) in &spec.templates {
        let is_known = reference
            .operations()
            .iter()
            .any(|operation| operation.name == op);
        if !is_known {
            let operations = reference.operations().iter();
            let names: Vec<_> = operations.map(|operation| operation.name).collect();
            let names = names.join(", ");
            examination.bad(
                "operation",
                format!("{} has no {op:?}: it has {names}", spec.codec),
            );
            continue;
        }
        if !examine_template(op, template, spec, &mut examination) {
            continue;
        }
        let mut examiner = Examiner {
            subject: &mut subject,
            reference,
            spec,
            op,
            examination: &mut examination,
        };
        if examiner.examine_taken() {
            examiner.examine_refused();
        }
    }
    let has_names = spec
        .templates
        .iter()
        .any(|(op, _)| op == Verb::ToAscii.name());
    if spec.codec == punycode::ABOUT.id && has_names && examination.is_healthy() {
        let support = subject.describe().support(punycode::ABOUT.id);
        examine_idna(
            &support,
            |request| subject.answer(request).outcome,
            &mut examination,
        );
    }
    Ok(examination)
}

/// Examines the words of a template. Returns whether it can be called.
fn examine_template(
    op: &str,
    template: &Template,
    spec: &OneShotSpec,
    examination: &mut Examination,
) -> bool {
    let program = Path::new(template.program())
        .file_name()
        .unwrap_or_default()
        .to_string_lossy();
    // The script follows the option.
    let script = template.words().skip_while(|word| *word != "-c").nth(1);
    if SHELLS.contains(&&*program) && script.is_some_and(|script| script.contains("{in:")) {
        examination.bad(
            "template",
            format!(
                "{op}: {program} would run the input as commands; pass it as an argument: \
                 {program} -c 'tool \"$1\"' {program} {{in:text}}"
            ),
        );
        return false;
    }
    if !template.takes_input() && spec.input == InputForm::None {
        examination.bad(
            "template",
            format!("{op}: the input is not passed; write {{in:text}}, or leave out --stdin none"),
        );
        return false;
    }
    true
}

/// A command under examination by one operation.
struct Examiner<'a> {
    subject: &'a mut OneShot,
    reference: &'static dyn Codec,
    spec: &'a OneShotSpec,
    op: &'a str,
    examination: &'a mut Examination,
}

impl Examiner<'_> {
    fn reference_outcome(&self, input: &Value) -> Outcome {
        self.reference
            .apply(self.op, &Parameters::new(), input)
            .into()
    }

    fn call(&mut self, input: &Value) -> Observation {
        self.subject
            .answer(&Request::new(&self.spec.codec, self.op, input.clone()))
    }

    /// Calls the command with inputs that the reference takes. Returns whether refusals can be
    /// examined.
    fn examine_taken(&mut self) -> bool {
        let mut called = 0;
        let mut agreed = 0;
        let mut skipped = 0;
        let mut first = String::new();
        for text in TAKEN {
            let input = Value::from(text);
            let Outcome::Value(right) = self.reference_outcome(&input) else {
                continue;
            };
            let observation = self.call(&input);
            if called == 0 {
                first = show(&observation);
            }
            called += 1;
            let shown = format!("{} {text:?}", self.op);
            match &observation.outcome {
                Outcome::Value(found) if *found == right => agreed += 1,
                Outcome::Value(found) => {
                    if let Some(what) = self.wrong_form(found, &right) {
                        self.examination.bad("output", format!("{shown}: {what}"));
                        return false;
                    }
                }
                Outcome::Fault(fault) => {
                    self.examination
                        .bad("exit status", sentence_on(&shown, fault, &observation));
                    return false;
                }
                Outcome::Skipped(SkipReason::Unsupported, _) => skipped += 1,
                Outcome::Large(_) | Outcome::Refused(_) | Outcome::Skipped(..) => {}
            }
        }
        if called > 0 && skipped == called {
            let text = format!("{}: every call ends with status 89, a skip", self.op);
            self.examination.bad("answers", text);
            return false;
        }
        if called > 0 && agreed == 0 {
            let text = format!(
                "{}: none of {called} calls returned what the reference returns; the first \
                    returned {first}",
                self.op
            );
            self.examination.doubt("output", text);
        } else if called > 0 {
            let text = format!(
                "{}: {agreed} of {called} calls agree with the reference",
                self.op
            );
            self.examination.good("output", text);
        }
        true
    }

    /// The fault of output that contains the right value and more; `None` if it has no such fault.
    fn wrong_form(&self, found: &Value, right: &Value) -> Option<String> {
        if let Value::Octets(octets) = found {
            let count = octets.len();
            return Some(format!(
                "{count} octets of output are not UTF-8; write UTF-8, or U+ numbers and --stdout \
                    cps"
            ));
        }
        let found = scalar(found)?;
        let right = scalar(right)?;
        if right.is_empty() || !found.contains(&right) {
            let as_latin_1: String = right.bytes().map(char::from).collect();
            if found != as_latin_1 || found == right {
                return None;
            }
            return Some("UTF-8 read as Latin-1; make the program use UTF-8".to_owned());
        }
        if found == format!("{right}\n") && self.spec.output == OutputForm::Text {
            return Some("a newline after the value; leave out --stdout text".to_owned());
        }
        if found == format!("{right}\r") || found == format!("{right}\r\n") {
            return Some("a carriage return after the value; end lines with a newline".to_owned());
        }
        let found = printable_start(&found, QUOTED);
        Some(format!(
            "more than the value on standard output: {found:?} instead of {right:?}"
        ))
    }

    /// Calls the command with inputs that the reference refuses.
    fn examine_refused(&mut self) {
        let mut called = 0;
        let mut refused = 0;
        // The first refusal that was none.
        let mut accepted = None;
        for text in REFUSED {
            let input = Value::from(text);
            let Outcome::Refused(_) = self.reference_outcome(&input) else {
                continue;
            };
            let observation = self.call(&input);
            called += 1;
            let shown = format!("{} {text:?}", self.op);
            match &observation.outcome {
                Outcome::Refused(_) => refused += 1,
                accepting @ (Outcome::Value(_) | Outcome::Large(_)) => {
                    let is_empty = matches!(accepting, Outcome::Value(found)
                        if scalar(found).is_some_and(|text| text.trim().is_empty()));
                    let words = last_words(&observation);
                    if is_empty {
                        let text = format!(
                            "{shown}: exit status 0 without a value{words}; to reject an input, \
                                exit with status 1"
                        );
                        return self.examination.bad("refusal", text);
                    }
                    let found = show(&observation);
                    accepted.get_or_insert_with(|| format!("{shown} returns {found}"));
                }
                Outcome::Fault(fault) => {
                    let text = sentence_on(&shown, fault, &observation);
                    return self.examination.bad("refusal", text);
                }
                Outcome::Skipped(..) => {}
            }
        }
        match accepted {
            _ if called == 0 => {}
            Some(accepted) if refused == 0 => {
                let advice = "if that is a message, exit with status 1";
                self.examination
                    .doubt("refusal", format!("{accepted}, status 0; {advice}"));
            }
            _ => {
                let text = format!("{}: {refused} of {called} calls, status 1", self.op);
                self.examination.good("refusal", text);
            }
        }
    }
}

/// The sentence on a fault, with the meaning of exit statuses.
fn sentence_on(shown: &str, fault: &Fault, observation: &Observation) -> String {
    let meaning = match fault {
        Fault::Died(death) => format!(
            "the process {death}: 0 is a value, 1 a refusal, 89 not supported, all others a crash"
        ),
        other => other.to_string(),
    };
    format!("{shown}: {meaning}{}", last_words(observation))
}

/// The outcome of a call, and its last words.
fn show(observation: &Observation) -> String {
    show_observed(&Observed::of(&observation.outcome)) + &last_words(observation)
}

fn scalar(value: &Value) -> Option<String> {
    value.as_text().ok()?.to_scalar_string()
}
