//! A plain command-line program that is started once for each request.
//!
//! In: a request. Out: its outcome, from standard output and the exit status: 0 is a value, 1 a
//! refusal, 89 a skip, and any other end a crash. `PROTOCOL.md` has the rules.

mod error;
mod form;
mod template;

pub use form::{InputForm, OutputForm};
pub use template::{Template, TemplateError};

use std::ffi::OsString;
use std::time::{Duration, Instant};

use acegate_codec::{Text, Value};

use error::{UnexpectedOutput, Unrepresentable};

use super::command_line;
use crate::implementation::Implementation;
use crate::observation::{Death, Fault, Observation, Outcome, Refusal, SkipReason, StartError};
use crate::protocol::{CodecSupport, DeclaredLimits, Description, Identity, Idna, Request};
use crate::supervisor::{Limits, NOT_HELD, Process, Program, show_left_memory};

/// How a one-shot program is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OneShotSpec {
    /// The template for each operation.
    pub templates: Vec<(String, Template)>,
    /// The codec that the command is of.
    pub codec: String,
    /// How the input is written to standard input, if no template takes it as an argument.
    pub input: InputForm,
    /// How the output is read.
    pub output: OutputForm,
    /// Variables set for the program.
    pub env: Vec<(String, String)>,
    /// Whether `PATH` and these are all the variables that the program gets.
    pub clear_env: bool,
    /// The limits that the program declares.
    pub limits: DeclaredLimits,
    /// The treatment of host names; `None` if it is not known.
    pub idna: Option<Idna>,
}

/// A one-shot program.
#[derive(Debug)]
pub struct OneShot {
    spec: OneShotSpec,
    limits: Limits,
    description: Description,
    /// How much of their limits all calls have used.
    waited: Duration,
    /// The memory that outlives ended programs.
    left_memory: Vec<String>,
}

impl OneShot {
    /// Makes the implementation. The program is looked for, but not started yet.
    ///
    /// # Errors
    ///
    /// [`StartError::Spawn`] if the program of a template does not exist or cannot be run.
    pub fn start(spec: OneShotSpec, limits: Limits) -> Result<Self, StartError> {
        for (_, template) in &spec.templates {
            let name = template.program();
            command_line::check_program(name)?;
            if command_line::find_program(name).is_none() {
                return Err(StartError::Spawn {
                    program: name.to_owned(),
                    reason: "no such program".into(),
                });
            }
        }
        let ops = spec.templates.iter().map(|(op, _)| op.clone()).collect();
        let support = CodecSupport {
            ops,
            params: Default::default(),
            limits: spec.limits,
            idna: spec.idna,
        };
        let identity = Identity {
            name: spec
                .templates
                .first()
                .map(|(_, template)| template.program().to_owned())
                .unwrap_or_default(),
            ..Identity::default()
        };
        let description = Description::new(identity, [(spec.codec.clone(), support)].into());
        Ok(Self {
            spec,
            limits,
            description,
            waited: Duration::ZERO,
            left_memory: Vec::new(),
        })
    }

    /// Calls the program.
    fn call(&mut self, request: &Request) -> Called {
        let template = self.spec.templates.iter().find(|(op, _)| *op == request.op);
        let Some((_, template)) = template else {
            let why = format!("no template for {}", request.op);
            return Outcome::Skipped(SkipReason::Unsupported, why).into();
        };
        let prepared = match self.prepared(template, request) {
            Ok(prepared) => prepared,
            Err(why) => {
                return Outcome::Skipped(SkipReason::Unrepresentable, why.to_string()).into();
            }
        };
        let mut program = Program::new(prepared.argv);
        program.env = self.spec.env.iter().cloned().collect();
        program.clear_env = self.spec.clear_env;
        let mut process = match Process::start(&program, self.limits) {
            Ok(process) => process,
            Err(error) => return Outcome::Fault(Fault::NotRun(error.to_string())).into(),
        };
        process.send(&prepared.input);
        process.close_input();
        let ended = process.output_within(self.limits.time);
        process.kill();
        self.left_memory.extend(process.left_memory());
        self.waited += process.spent();
        if let Some(reason) = process.not_started() {
            return Outcome::Fault(Fault::NotRun(reason)).into();
        }
        let stderr = process.stderr();
        let outcome = match ended {
            Ok((Death::Exited(0), output)) => match self.value(request, &output) {
                Ok(value) => Outcome::Value(value),
                Err(unexpected) => match self.spec.output.large_value(&output) {
                    Some(value) => value.into(),
                    None => Outcome::Fault(Fault::Caught(unexpected.to_string())),
                },
            },
            Ok((Death::Exited(1), _)) => {
                let message = if stderr.is_empty() {
                    None
                } else {
                    Some(stderr.clone())
                };
                Outcome::Refused(Refusal {
                    message,
                    ..Refusal::default()
                })
            }
            Ok((Death::Exited(89), _)) => {
                Outcome::Skipped(SkipReason::Unsupported, "exit status 89".into())
            }
            Ok((death, _)) => Outcome::Fault(Fault::Died(death)),
            Err(fault) => Outcome::Fault(fault),
        };
        Called { outcome, stderr }
    }

    /// The arguments and the standard input for a request.
    fn prepared(
        &self,
        template: &Template,
        request: &Request,
    ) -> Result<Prepared, Unrepresentable> {
        let takes_lists = !template.takes_input()
            && (self.spec.input, self.spec.output) == (InputForm::Line, OutputForm::Line);
        match &request.input {
            Value::Text(text) => {
                let form = if template.takes_input() {
                    InputForm::None
                } else {
                    self.spec.input
                };
                Ok(Prepared {
                    argv: template.fill(request, text)?,
                    input: form.bytes(text)?,
                })
            }
            Value::List(values) if takes_lists => {
                let mut input = Vec::new();
                for value in values {
                    let Ok(text) = value.as_text() else {
                        return Err(Unrepresentable::NotTextInLines);
                    };
                    input.extend(InputForm::Line.bytes(text)?);
                }
                Ok(Prepared {
                    argv: template.fill(request, &Text::default())?,
                    input,
                })
            }
            Value::List(_) => Err(Unrepresentable::List),
            Value::Octets(_) => Err(Unrepresentable::Octets),
        }
    }

    /// Reads the output. If the input was a list, each line is a value of a list.
    fn value(&self, request: &Request, output: &[u8]) -> Result<Value, UnexpectedOutput> {
        match &request.input {
            Value::List(_) => {
                let mut values = Vec::new();
                for line in output.split_inclusive(|&octet| octet == b'\n') {
                    values.push(self.spec.output.value(line)?);
                }
                Ok(Value::List(values))
            }
            _ => self.spec.output.value(output),
        }
    }
}

/// How a program is called for a request.
struct Prepared {
    argv: Vec<OsString>,
    /// The octets of standard input.
    input: Vec<u8>,
}

/// The end of a call.
struct Called {
    outcome: Outcome,
    /// The end of standard error.
    stderr: String,
}

impl From<Outcome> for Called {
    /// An outcome without standard error: the program did not run.
    fn from(outcome: Outcome) -> Self {
        Self {
            outcome,
            stderr: String::new(),
        }
    }
}

impl Implementation for OneShot {
    fn describe(&self) -> &Description {
        &self.description
    }

    fn not_held(&self) -> Option<&str> {
        NOT_HELD
    }

    fn left_memory(&self) -> Option<String> {
        show_left_memory(&self.left_memory)
    }

    fn answer(&mut self, request: &Request) -> Observation {
        let start = Instant::now();
        let Called { outcome, stderr } = self.call(request);
        Observation {
            outcome,
            elapsed: start.elapsed(),
            stderr,
        }
    }

    fn is_new_each_time(&self) -> bool {
        true
    }

    fn waited(&self) -> Option<Duration> {
        Some(self.waited)
    }
}
