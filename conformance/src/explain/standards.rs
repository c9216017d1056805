//! One name by UTS #46 and by IDNA 2008, and the steps at which the standards part.
//!
//! Both are worked out by their models. Where UTS #46 changes the name before it checks it, the registration of the
//! changed name shows whether the change makes the difference, or the rules for labels do, or both.

use acegate_codec::idna2008::model::ProtocolSteps;
use acegate_codec::idna2008::{self, Mapping, NameOptions};
use acegate_codec::uts46::model::{Rules, Worked};
use acegate_codec::uts46::{self, Code, Settings};
use acegate_codec::{Parameter, Parameters, Verb};

use super::{Trace, idna2008 as steps_of_2008, numbers, uts46 as steps_of_uts46};
use crate::escape::printable;

/// The answer of one standard to a name.
pub struct Ruling {
    /// The standard, and the process that it has for this.
    pub title: &'static str,
    /// The codec that answers so.
    pub codec: &'static str,
    /// Its parameters.
    pub parameters: Parameters,
    /// The ASCII form, or the rules that the name breaks: at least one.
    pub answer: Result<String, Vec<BrokenRule>>,
}

/// A rule that a name breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrokenRule {
    /// Its short name, such as `DIS`.
    pub code: &'static str,
    /// The rule in a sentence, with the character that breaks it.
    pub sentence: String,
}

/// A step at which the standards part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Parting {
    /// UTS #46 changes the name first, IDNA 2008 does not, and that makes a difference.
    Change {
        /// The verb for the change: it maps or normalises the name.
        step: &'static str,
        /// The result.
        name: String,
        /// The characters that do not stay as they are, each in words.
        mappings: Vec<String>,
    },
    /// Some check rules that the others do not have.
    Rules {
        /// The name as UTS #46 has changed it.
        name: String,
        /// Those that reject the name for these rules, by their titles.
        rejecting: Vec<&'static str>,
        /// The short names of the rules.
        codes: Vec<&'static str>,
        /// Those that accept the name.
        accepting: Vec<&'static str>,
    },
}

/// A process of IDNA 2008.
struct Protocol {
    title: &'static str,
    parameters: &'static [(&'static str, &'static str)],
    options: NameOptions,
}

/// The title of UTS #46 among the [`Ruling`]s.
const UTS46: &str = "UTS #46";

const REGISTRATION: Protocol = Protocol {
    title: "IDNA 2008 registration",
    parameters: &[],
    options: NameOptions::REGISTRATION,
};

const LOOKUP: Protocol = Protocol {
    title: "IDNA 2008 lookup",
    parameters: &[("process", "lookup")],
    options: NameOptions::LOOKUP,
};

const MAPPED_LOOKUP: Protocol = Protocol {
    title: "IDNA 2008 mapped lookup",
    parameters: &[("process", "lookup"), ("mapping", "rfc5895")],
    options: NameOptions {
        mapping: Mapping::Rfc5895,
        ..NameOptions::LOOKUP
    },
};

/// The answers of UTS #46 with every check, and of IDNA 2008: a registration, a lookup, and a lookup after the mapping
/// of RFC 5895.
#[must_use]
pub fn rulings(name: &str) -> [Ruling; 4] {
    [
        Ruling {
            title: UTS46,
            codec: uts46::ABOUT.id,
            parameters: Parameters::new(),
            answer: answer_of_uts46(&work(name)),
        },
        REGISTRATION.ruling(name),
        LOOKUP.ruling(name),
        MAPPED_LOOKUP.ruling(name),
    ]
}

/// The answers of the standards to a name and the steps at which they part, in words.
#[must_use]
pub fn side_by_side(name: &str) -> Trace {
    let mut trace = Trace::default();
    trace.fact("name", printable(name));
    if !name.is_ascii() {
        trace.fact("characters", numbers(name.chars().map(u32::from)));
    }
    let rulings = rulings(name);
    for ruling in &rulings {
        match &ruling.answer {
            Ok(value) => trace.fact(ruling.title, printable(value)),
            Err(rules) => {
                for rule in rules {
                    trace.fact(ruling.title, format!("rejected, {}", rule.sentence));
                }
            }
        }
    }
    let found = partings(name);
    for parting in &found {
        trace.fact("they part", sentence(parting));
    }
    if found.is_empty() {
        let verb = match rulings[0].answer {
            Ok(_) => "accept",
            Err(_) => "reject",
        };
        let text = format!("UTS #46, registration and lookup {verb} the name");
        trace.fact("they agree", text);
    }
    trace
}

/// The steps at which UTS #46, registration and lookup part, in the order in which they come; none if all accept the
/// name with one result, or all reject it.
#[must_use]
pub fn partings(name: &str) -> Vec<Parting> {
    let mut partings = Vec::new();
    let worked = work(name);
    let changed = worked.normalised.as_str();
    if codes_or_value(&REGISTRATION.answer(name)) != codes_or_value(&REGISTRATION.answer(changed)) {
        let is_mapped = worked.mapped != name;
        partings.push(Parting::Change {
            step: if is_mapped { "maps" } else { "normalises" },
            name: changed.to_owned(),
            mappings: steps_of_uts46::changes(name, &Settings::STRICT),
        });
    }
    partings.extend(parting_of_rules(&worked));
    partings
}

/// The rules because of which some accept and some reject the name as UTS #46 has changed it.
fn parting_of_rules(worked: &Worked) -> Option<Parting> {
    let answers = [
        (UTS46, answer_of_uts46(worked)),
        (REGISTRATION.title, REGISTRATION.answer(&worked.normalised)),
        (LOOKUP.title, LOOKUP.answer(&worked.normalised)),
    ];
    let mut rejecting = Vec::new();
    let mut codes = Vec::new();
    let mut accepting = Vec::new();
    for (title, answer) in answers {
        let Err(rules) = answer else {
            accepting.push(title);
            continue;
        };
        rejecting.push(title);
        for rule in rules {
            if !codes.contains(&rule.code) {
                codes.push(rule.code);
            }
        }
    }
    if rejecting.is_empty() || accepting.is_empty() {
        return None;
    }
    Some(Parting::Rules {
        name: worked.normalised.clone(),
        rejecting,
        codes,
        accepting,
    })
}

fn sentence(parting: &Parting) -> String {
    match parting {
        Parting::Change {
            step,
            name,
            mappings,
        } => {
            let mut reasons = mappings.join(", ");
            if !reasons.is_empty() {
                reasons = format!(" ({reasons})");
            }
            let name = printable(name);
            format!(
                "UTS #46 {step} the name to \"{name}\" before it checks it{reasons}; IDNA 2008 checks \
                 the name as it is"
            )
        }
        Parting::Rules {
            name,
            rejecting,
            codes,
            accepting,
        } => {
            let name = printable(name);
            let codes = codes.join(", ");
            let reject = with_verb(rejecting, "reject");
            let accept = with_verb(accepting, "accept");
            format!("{reject} \"{name}\" for {codes}; {accept} it")
        }
    }
}

/// `A rejects`, or `A and B reject`.
fn with_verb(titles: &[&str], verb: &str) -> String {
    let ending = if titles.len() == 1 { "s" } else { "" };
    format!("{} {verb}{ending}", titles.join(" and "))
}

fn work(name: &str) -> Worked {
    Rules::ICU.to_ascii(name, Settings::STRICT)
}

fn answer_of_uts46(worked: &Worked) -> Result<String, Vec<BrokenRule>> {
    let mut broken = Vec::new();
    for label in &worked.labels {
        for fault in &label.faults {
            let sentence = steps_of_uts46::in_words(fault, &label.text);
            note(fault.code.name(), sentence, &mut broken);
        }
    }
    for fault in &worked.faults {
        let sentence = steps_of_uts46::in_words(fault, &worked.result);
        note(fault.code.name(), sentence, &mut broken);
    }
    // Where a text has no error, this note is none.
    broken.retain(|rule| rule.code != Code::X4_2.name());
    answer(&worked.result, broken)
}

impl Protocol {
    fn ruling(&self, name: &str) -> Ruling {
        let mut parameters = Parameters::new();
        for (parameter, word) in self.parameters {
            parameters.insert((*parameter).to_owned(), Parameter::from_word(word));
        }
        Ruling {
            title: self.title,
            codec: idna2008::ABOUT.id,
            parameters,
            answer: self.answer(name),
        }
    }

    fn answer(&self, name: &str) -> Result<String, Vec<BrokenRule>> {
        let examined = ProtocolSteps::ICU.work(Verb::ToAscii, name, self.options);
        let mut broken = Vec::new();
        for label in &examined.labels {
            for fault in &label.faults {
                let sentence = steps_of_2008::in_words(fault, &label.text);
                note(fault.code.name(), sentence, &mut broken);
            }
        }
        for fault in &examined.faults {
            let sentence = steps_of_2008::in_words(fault, &examined.result);
            note(fault.code.name(), sentence, &mut broken);
        }
        answer(&examined.result, broken)
    }
}

/// Adds a rule that is broken, once.
fn note(code: &'static str, sentence: String, broken: &mut Vec<BrokenRule>) {
    if broken.iter().all(|rule| rule.code != code) {
        broken.push(BrokenRule { code, sentence });
    }
}

fn answer(result: &str, broken: Vec<BrokenRule>) -> Result<String, Vec<BrokenRule>> {
    if broken.is_empty() {
        Ok(result.to_owned())
    } else {
        Err(broken)
    }
}

/// The parts of an answer that are compared: the case of ASCII letters and the places of the faults do not count.
fn codes_or_value(answer: &Result<String, Vec<BrokenRule>>) -> Vec<String> {
    match answer {
        Ok(value) => vec![value.to_ascii_lowercase()],
        Err(rules) => rules.iter().map(|rule| rule.code.to_owned()).collect(),
    }
}
