//! The way from the command line to an implementation and its limits.

use std::time::Duration;

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
use crate::runner::FaultBudget;
use crate::supervisor::{Limits, end_on_signals};

#[derive(Clone, Debug, Args)]
#[group(id = "target", required = true, multiple = false)]
struct TargetChoice {
    /// `reference`, `plain`, a bundled adapter, or the path of a manifest.
    implementation: Option<String>,
    /// A command that speaks the line protocol.
    #[arg(long, value_name = "COMMAND", display_order = 0)]
    cmd: Option<String>,
    /// A command that is started once for each case, such as `tool {op} {in:text}`; or `OP=COMMAND`,
    /// given once for each operation.
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
    /// The treatment of host names besides encoding, in place of the program's own word.
    #[arg(long, value_enum, value_name = "PROFILE", help_heading = "Program")]
    idna: Option<Idna>,
    /// Set a variable for the program.
    #[arg(long, value_name = "NAME=VALUE", help_heading = "Program")]
    env: Vec<String>,
    /// Give the program only PATH and the variables of --env.
    #[arg(long, help_heading = "Program")]
    env_clear: bool,
    /// The longest time from a request to its reply, such as `2s` or `500ms`: CPU time, or idle time. The
    /// load of the machine does not count.
    #[arg(long, default_value_t = TIMEOUT, value_name = "TIME", help_heading = "Limits")]
    pub(super) timeout: Time,
    /// The longest time from the start to the reply to hello, counted in the same way.
    #[arg(long, default_value_t = START_TIMEOUT, value_name = "TIME", help_heading = "Limits")]
    pub(super) start_timeout: Time,
    /// Bytes of one line of output, its newline included; of all output with --one-shot.
    #[arg(long, default_value_t = 1 << 20, value_name = "BYTES",
          value_parser = whole(1..=usize::MAX), help_heading = "Limits")]
    pub(super) output_limit: usize,
    /// Resident memory of the program and every process that it starts, in MiB.
    #[arg(long, default_value_t = 1024, value_name = "MIB",
          value_parser = whole(1..=u64::MAX), help_heading = "Limits")]
    pub(super) memory_limit: u64,
}

/// The default of `--timeout`: a label takes a millisecond, and a slow start of a language less than this.
pub(super) const TIMEOUT: Time = Time(Duration::from_secs(2));

/// The default of `--start-timeout`: a program that loads large tables on a slow machine.
pub(super) const START_TIMEOUT: Time = Time(Duration::from_secs(10));

pub(super) fn limits(arguments: &TargetArguments) -> Limits {
    Limits {
        time: arguments.timeout.0,
        start: arguments.start_timeout.0,
        output: arguments.output_limit,
        memory: arguments.memory_limit.saturating_mul(1 << 20),
        ..Limits::default()
    }
}

/// The budget for this many faults. The time grows with it: 1.2 s a fault, so one minute for the
/// default of 50.
pub(super) fn fault_budget(count: u32) -> FaultBudget {
    match count {
        0 => FaultBudget::UNLIMITED,
        count => FaultBudget {
            count: Some(count),
            time: Some(Duration::from_millis(1200).saturating_mul(count)),
        },
    }
}

/// The implementation that the command line names. `codecs` are those of the filter.
pub(super) fn source(
    arguments: &TargetArguments,
    codecs: &[String],
) -> Result<ImplementationSource, StartError> {
    let env = environment(arguments).map_err(StartError::Unknown)?;
    is_for_one_shot(arguments).map_err(StartError::Unknown)?;
    let mut source = match (&arguments.choice.implementation, &arguments.choice.cmd) {
        (Some(name), _) => ImplementationSource::named(name)?,
        (None, Some(command)) => ImplementationSource::command(command)?,
        (None, None) => {
            let spec = one_shot(arguments, codecs, env.clone()).map_err(StartError::Unknown)?;
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
    format!("\nexamine it with: {}", shell_words::join(words))
}

/// The words after `acegate check` that name the same implementation again.
pub(super) fn words(arguments: &TargetArguments) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut option = |name: &str, value: &str| words.extend([name.to_owned(), value.to_owned()]);
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
    choice
        .cmd
        .iter()
        .for_each(|command| option("--cmd", command));
    choice
        .one_shot
        .iter()
        .for_each(|template| option("--one-shot", template));
    if !choice.one_shot.is_empty() {
        option("--stdin", &value_name(stdin));
        option("--stdout", &value_name(stdout));
        if !ops.is_empty() {
            option("--ops", &ops.join(","));
        }
        width
            .iter()
            .for_each(|limit| option("--width", &limit.to_string()));
        length
            .iter()
            .for_each(|limit| option("--length", &limit.to_string()));
    }
    idna.iter()
        .for_each(|idna| option("--idna", &value_name(idna)));
    env.iter().for_each(|variable| option("--env", variable));
    if arguments.env_clear {
        words.push("--env-clear".into());
    }
    words.extend(arguments.choice.implementation.clone());
    words
}

fn value_name(value: &impl clap::ValueEnum) -> String {
    value
        .to_possible_value()
        .map(|value| value.get_name().to_owned())
        .unwrap_or_default()
}

fn environment(arguments: &TargetArguments) -> Result<Vec<(String, String)>, String> {
    let pair = |variable: &String| {
        let pair = variable
            .split_once('=')
            .filter(|(name, _)| !name.is_empty());
        pair.map(|(name, value)| (name.to_owned(), value.to_owned()))
            .ok_or_else(|| format!("--env {variable:?}: expected NAME=VALUE"))
    };
    arguments.env.iter().map(pair).collect()
}

/// Refuses an option that only --one-shot has, if another implementation is given.
fn is_for_one_shot(arguments: &TargetArguments) -> Result<(), String> {
    let TargetArguments {
        choice,
        stdin,
        stdout,
        ops,
        width,
        length,
        ..
    } = arguments;
    let given = [
        ("--stdin", *stdin != InputForm::default()),
        ("--stdout", *stdout != OutputForm::default()),
        ("--ops", !ops.is_empty()),
        ("--width", width.is_some()),
        ("--length", length.is_some()),
    ];
    match given
        .iter()
        .find(|(_, is_given)| *is_given && choice.one_shot.is_empty())
    {
        Some((option, _)) => Err(format!(
            "{option} is for --one-shot: expected it beside that"
        )),
        None => Ok(()),
    }
}

/// The operations of a one-shot command if none is named.
const USUAL_OPS: [&str; 2] = ["encode", "decode"];

fn one_shot(
    arguments: &TargetArguments,
    codecs: &[String],
    mut env: Vec<(String, String)>,
) -> Result<OneShotSpec, String> {
    let [codec] = codecs else {
        return Err(
            "--one-shot needs one --codec: the command is taken to be of that codec".into(),
        );
    };
    let mut templates: Vec<(String, Template)> = Vec::new();
    for text in &arguments.choice.one_shot {
        let is_name =
            |op: &str| !op.is_empty() && op.bytes().all(|b| b.is_ascii_lowercase() || b == b'-');
        if let Some((op, text)) = text.split_once('=').filter(|(op, _)| is_name(op)) {
            templates.push((op.to_owned(), Template::parse(text)?));
            continue;
        }
        let template = Template::parse(text)?;
        if arguments.choice.one_shot.len() > 1 {
            return Err(format!(
                "of several --one-shot, each is OP=COMMAND: {text:?}"
            ));
        }
        if arguments.ops.is_empty() && !template.has("{op}") {
            return Err(format!(
                "the template does not say which operation it is: expected {{op}} in it, \
                 OP=COMMAND, or --ops: {text:?}"
            ));
        }
        let usual = USUAL_OPS.map(str::to_owned).to_vec();
        let ops = if arguments.ops.is_empty() {
            usual
        } else {
            arguments.ops.clone()
        };
        templates.extend(ops.into_iter().map(|op| (op, template.clone())));
    }
    // The operations of a codec that only the user's own vectors have are not known.
    let operations = acegate_codec::codec(codec).map(acegate_codec::Codec::operations);
    if let Some(operations) = operations {
        let names = || operations.iter().map(|operation| operation.name);
        if let Some((op, _)) = templates
            .iter()
            .find(|(op, _)| names().all(|name| name != op))
        {
            let expected = expected_one_of(op, names());
            return Err(format!("{codec} has no operation {op:?}: {expected}"));
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
