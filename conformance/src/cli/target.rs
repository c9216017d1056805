//! The way from the command line to an implementation and its limits.

use acegate_codec::Verb;
use clap::Args;

use super::output::CliError;
use super::time::Time;
use super::words::whole;
use crate::implementation::{ImplementationSource, InputForm, OneShotSpec, OutputForm, Template};
use crate::interrupt;
use crate::judge::ExitStatus;
use crate::nearest::expected_one_of;
use crate::observation::StartError;
use crate::protocol::{DeclaredLimits, Idna};
use crate::supervisor::{Limits, end_on_signals};

#[derive(Clone, Debug, Args)]
#[group(id = "target", required = true, multiple = false)]
struct TargetChoice {
    /// `reference`, `plain`, a bundled adapter, or the path of a manifest.
    implementation: Option<String>,
    /// A command that speaks the line protocol.
    #[arg(long, value_name = "COMMAND", display_order = 0)]
    cmd: Option<String>,
    /// A command that is started once per case, e.g. `tool {op} {in:text}`; or `OP=COMMAND`, once per
    /// operation.
    #[arg(long, value_name = "TEMPLATE", display_order = 0)]
    one_shot: Vec<String>,
}

/// The implementation to check, and its limits.
#[derive(Clone, Debug, Args)]
pub(super) struct TargetArguments {
    #[command(flatten)]
    choice: TargetChoice,
    /// With --one-shot: how the input is written to standard input, if the command has no `{in:…}`.
    #[arg(
        long,
        value_enum,
        default_value_t,
        requires = "one_shot",
        help_heading = "One-shot"
    )]
    stdin: InputForm,
    /// With --one-shot: how standard output is read.
    #[arg(
        long,
        value_enum,
        default_value_t,
        requires = "one_shot",
        help_heading = "One-shot"
    )]
    stdout: OutputForm,
    /// With --one-shot and `{op}`: the operations that the command has.
    #[arg(
        long,
        value_delimiter = ',',
        value_name = "OP",
        requires = "one_shot",
        help_heading = "One-shot"
    )]
    ops: Vec<String>,
    /// With --one-shot: the width of the program's integers in bits; unbounded if left out.
    #[arg(long, value_name = "BITS", value_parser = whole(1..=u64::MAX), requires = "one_shot",
          help_heading = "One-shot")]
    width: Option<u64>,
    /// With --one-shot: the longest input in code points; unbounded if left out.
    #[arg(long, value_name = "N", value_parser = whole(0..=u64::MAX), requires = "one_shot",
          help_heading = "One-shot")]
    length: Option<u64>,
    /// How the program treats host names besides encoding. Overrides its own declaration.
    #[arg(long, value_enum, value_name = "PROFILE", help_heading = "Program")]
    idna: Option<Idna>,
    /// Set an environment variable of the program.
    #[arg(long, value_name = "NAME=VALUE", help_heading = "Program")]
    env: Vec<String>,
    /// Start the program with only PATH and the variables of --env.
    #[arg(long, help_heading = "Program")]
    env_clear: bool,
    /// The time limit for a reply, e.g. `2s` or `500ms`, in CPU time or idle time. The load of the
    /// machine does not count.
    #[arg(long, default_value_t = TIMEOUT, value_name = "TIME", help_heading = "Limits")]
    pub(super) timeout: Time,
    /// The time limit for the reply to hello after the start, measured in the same way.
    #[arg(long, default_value_t = START_TIMEOUT, value_name = "TIME", help_heading = "Limits")]
    pub(super) start_timeout: Time,
    /// The limit for one line of output in bytes, with its newline; with --one-shot for all output.
    #[arg(long, default_value_t = OUTPUT_LIMIT, value_name = "BYTES",
          value_parser = whole(1..=usize::MAX), help_heading = "Limits")]
    pub(super) output_limit: usize,
    /// The limit for the resident memory of the program and its child processes, in MiB.
    #[arg(long, default_value_t = MEMORY_LIMIT, value_name = "MIB",
          value_parser = whole(1..=u64::MAX), help_heading = "Limits")]
    pub(super) memory_limit: u64,
}

/// The default of `--timeout`.
pub(super) const TIMEOUT: Time = Time(Limits::DEFAULT.time);

/// The default of `--start-timeout`.
pub(super) const START_TIMEOUT: Time = Time(Limits::DEFAULT.start);

/// The default of `--output-limit`, in bytes.
pub(super) const OUTPUT_LIMIT: usize = Limits::DEFAULT.output;

/// The default of `--memory-limit`, in MiB.
pub(super) const MEMORY_LIMIT: u64 = Limits::DEFAULT.memory >> MIB_BITS;

/// A MiB is 2 to the power of this many bytes.
const MIB_BITS: u32 = 20;

pub(super) fn limits(arguments: &TargetArguments) -> Limits {
    Limits {
        time: arguments.timeout.0,
        start: arguments.start_timeout.0,
        output: arguments.output_limit,
        memory: arguments.memory_limit.saturating_mul(1 << MIB_BITS),
        ..Limits::default()
    }
}

/// The implementation that the command line names. `codecs` are the codecs of the filter.
pub(super) fn source(
    arguments: &TargetArguments,
    codecs: &[String],
) -> Result<ImplementationSource, StartError> {
    let env = environment(arguments)?;
    is_for_one_shot(arguments)?;
    let mut source = match (&arguments.choice.implementation, &arguments.choice.cmd) {
        (Some(name), _) => ImplementationSource::named(name)?,
        (None, Some(command)) => ImplementationSource::command(command)?,
        (None, None) => {
            let spec = one_shot(arguments, codecs, env)?;
            return Ok(ImplementationSource::OneShot(spec));
        }
    };
    if let ImplementationSource::Program { program, idna, .. } = &mut source {
        program.env.extend(env);
        program.clear_env = arguments.env_clear;
        *idna = arguments.idna;
    } else if !env.is_empty() || arguments.idna.is_some() {
        let option = if env.is_empty() { "--idna" } else { "--env" };
        let what = format!("{option} is for a program: expected an adapter, a manifest or --cmd");
        return Err(StartError::Unknown(what));
    }
    Ok(source)
}

/// The words after `acegate check` that name the same implementation and its codecs again.
pub(super) fn words_with_codecs(arguments: &TargetArguments, codecs: &[String]) -> Vec<String> {
    let mut words = words(arguments);
    if !arguments.choice.one_shot.is_empty() {
        words.extend(["--codec".to_owned(), codecs.join(",")]);
    }
    words
}

/// The command that examines the implementation that these words name.
pub(super) fn advise_doctor(words: &[String]) -> String {
    let words = ["acegate", "doctor"]
        .into_iter()
        .chain(words.iter().map(String::as_str));
    format!("\ntest it with: {}", shell_words::join(words))
}

/// The words after `acegate check` that name the same implementation again.
pub(super) fn words(arguments: &TargetArguments) -> Vec<String> {
    let TargetArguments {
        choice,
        stdin,
        stdout,
        ops,
        width,
        length,
        idna,
        env,
        ..
    } = arguments;
    let mut words: Vec<String> = Vec::new();
    if let Some(command) = &choice.cmd {
        push_option(&mut words, "--cmd", command);
    }
    for template in &choice.one_shot {
        push_option(&mut words, "--one-shot", template);
    }
    if !choice.one_shot.is_empty() {
        push_option(&mut words, "--stdin", &value_name(stdin));
        push_option(&mut words, "--stdout", &value_name(stdout));
        if !ops.is_empty() {
            push_option(&mut words, "--ops", &ops.join(","));
        }
        if let Some(width) = width {
            push_option(&mut words, "--width", &width.to_string());
        }
        if let Some(length) = length {
            push_option(&mut words, "--length", &length.to_string());
        }
    }
    if let Some(idna) = idna {
        push_option(&mut words, "--idna", &value_name(idna));
    }
    for variable in env {
        push_option(&mut words, "--env", variable);
    }
    if arguments.env_clear {
        words.push("--env-clear".into());
    }
    words.extend(choice.implementation.clone());
    words
}

fn push_option(words: &mut Vec<String>, name: &str, value: &str) {
    words.push(name.to_owned());
    words.push(value.to_owned());
}

fn value_name(value: &impl clap::ValueEnum) -> String {
    value
        .to_possible_value()
        .map(|value| value.get_name().to_owned())
        .unwrap_or_default()
}

/// The variables of `--env`, each with its value.
fn environment(arguments: &TargetArguments) -> Result<Vec<(String, String)>, StartError> {
    let mut variables = Vec::new();
    for word in &arguments.env {
        match word.split_once('=') {
            Some((name, value)) if !name.is_empty() => {
                variables.push((name.to_owned(), value.to_owned()));
            }
            _ => return Err(wrong(format!("--env {word:?}: expected NAME=VALUE"))),
        }
    }
    Ok(variables)
}

/// Refuses an option that only --one-shot has, if another implementation is given.
fn is_for_one_shot(arguments: &TargetArguments) -> Result<(), StartError> {
    if !arguments.choice.one_shot.is_empty() {
        return Ok(());
    }
    let options = [
        ("--stdin", arguments.stdin != InputForm::default()),
        ("--stdout", arguments.stdout != OutputForm::default()),
        ("--ops", !arguments.ops.is_empty()),
        ("--width", arguments.width.is_some()),
        ("--length", arguments.length.is_some()),
    ];
    for (option, is_set) in options {
        if is_set {
            let what = format!("{option} works only with --one-shot");
            return Err(wrong(what));
        }
    }
    Ok(())
}

/// The error of a command line that names no implementation which could be started.
fn wrong(what: impl Into<String>) -> StartError {
    StartError::Unknown(what.into())
}

/// The operations of a one-shot command if none is named.
const USUAL_OPS: [&str; 2] = [Verb::Encode.name(), Verb::Decode.name()];

fn one_shot(
    arguments: &TargetArguments,
    codecs: &[String],
    mut env: Vec<(String, String)>,
) -> Result<OneShotSpec, StartError> {
    let [codec] = codecs else {
        let what = "--one-shot needs exactly one --codec: the codec of the command";
        return Err(wrong(what));
    };
    let templates = templates(arguments)?;
    // The operations of a codec that only the user's own vectors have are not known.
    if let Some(known) = acegate_codec::codec(codec) {
        let names: Vec<_> = known
            .operations()
            .iter()
            .map(|operation| operation.name)
            .collect();
        for (op, _) in &templates {
            if !names.contains(&op.as_str()) {
                let expected = expected_one_of(op, names);
                return Err(wrong(format!(
                    "{codec} has no operation {op:?}: {expected}"
                )));
            }
        }
    }
    // Text is passed and read as UTF-8, so the program must use UTF-8, unless the user decides
    // differently.
    if !env.iter().any(|(name, _)| name == "LC_ALL") {
        env.push(("LC_ALL".into(), "C.UTF-8".into()));
    }
    Ok(OneShotSpec {
        templates,
        codec: codec.clone(),
        input: arguments.stdin,
        output: arguments.stdout,
        env,
        clear_env: arguments.env_clear,
        limits: DeclaredLimits {
            width: arguments.width,
            length: arguments.length,
            ..DeclaredLimits::default()
        },
        idna: arguments.idna,
    })
}

/// The operations of a one-shot command, each with its template.
fn templates(arguments: &TargetArguments) -> Result<Vec<(String, Template)>, StartError> {
    let texts = &arguments.choice.one_shot;
    let mut templates = Vec::new();
    for text in texts {
        if let Some((op, text)) = text.split_once('=')
            && is_name(op)
        {
            let template = Template::parse(text).map_err(|error| wrong(error.to_string()))?;
            templates.push((op.to_owned(), template));
            continue;
        }
        let template = Template::parse(text).map_err(|error| wrong(error.to_string()))?;
        if texts.len() > 1 {
            let what = format!("of several --one-shot, each is OP=COMMAND: {text:?}");
            return Err(wrong(what));
        }
        if arguments.ops.is_empty() && !template.takes_operation() {
            return Err(wrong(format!(
                "the template does not say which operation it is: expected {{op}} in it, \
                 OP=COMMAND, or --ops: {text:?}"
            )));
        }
        if arguments.ops.is_empty() {
            for op in USUAL_OPS {
                templates.push((op.to_owned(), template.clone()));
            }
        }
        for op in &arguments.ops {
            templates.push((op.clone(), template.clone()));
        }
    }
    Ok(templates)
}

/// Whether a word can be the name of an operation.
fn is_name(op: &str) -> bool {
    !op.is_empty() && op.bytes().all(|b| b.is_ascii_lowercase() || b == b'-')
}

#[expect(clippy::needless_pass_by_value, reason = "`map_err` hands it on")]
pub(super) fn not_started(error: StartError) -> CliError {
    CliError::new(start_status(&error), error.to_string())
}

/// Lets Ctrl-C, SIGTERM and SIGHUP end the run in order. A second one ends it at once.
pub(super) fn listen_for_signals() {
    end_on_signals(&interrupt::flag(), &interrupt::continued_flag());
}

/// The end of a command that was interrupted while the implementation started.
pub(super) fn interrupted() -> CliError {
    CliError::new(
        ExitStatus::Interrupted,
        "interrupted before the implementation started",
    )
}

pub(super) const fn start_status(error: &StartError) -> ExitStatus {
    match error {
        StartError::Unknown(_) => ExitStatus::Usage,
        _ => ExitStatus::NotAlive,
    }
}
