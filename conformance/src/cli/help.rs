//! The frame of every help: two examples at its start, the exit status at its end where it is not the
//! usual one, and for the program its commands in groups. The same for shells, and as a manual.

use std::io::Write;

use clap::Command;
use clap_complete::{Shell, generate};
use clap_mangen::Man;

use super::codec::wrapped;
use super::output::{Ended, Output, printed};
use super::usage;

/// Each command with the exit statuses that differ from the usual ones, and below it two examples.
const FRAMES: &str = r#"
[]
  acegate check python-codec --codec punycode
  acegate init python
[check]
  acegate check --cmd "python3 adapter.py" --report run.ndjson
  acegate check python-codec --codec punycode --level must
[report] the same as the run in the report.
  acegate report run.ndjson --format html > run.html
  acegate report run.ndjson --quiet
[merge] the same as a single run of all checks.
  acegate merge shard-1.ndjson shard-2.ndjson
  acegate merge shard-*.ndjson --report run.ndjson
[diff] 1 if anything got worse.
  acegate diff old.ndjson new.ndjson
  acegate diff old.ndjson new.ndjson --format markdown
[statement]
  acegate statement run.ndjson > statement.md
  acegate statement run.ndjson --format html > statement.html
[doctor] 1 if the adapter has a fault.
  acegate doctor --cmd "python3 adapter.py"
  acegate doctor python-codec
[serve]
  acegate serve plain
  acegate serve --deviation utf5/ucs-4
[encode] 1 if the input is refused, 2 if it cannot be read.
  acegate encode punycode bücher
  acegate encode uri2dec alice@commandus.com
[decode] 1 if the input is refused, 2 if it cannot be read.
  acegate decode punycode bcher-kva
  acegate decode punycode --output cps bcher-kva
[apply] 1 if the input is refused, 2 if it cannot be read.
  acegate apply punycode to-ascii www.bücher.example
  acegate apply uri2dec key alice@commandus.com
[codecs]
  acegate codecs
  acegate codecs punycode
[explain] 1 if the input is refused, 2 if it cannot be read.
  acegate explain punycode bücher
  acegate explain faß.example
[vectors]
  acegate vectors list punycode
  acegate vectors show punycode/edge/leading-delimiter-word
[vectors lint]
  acegate vectors lint
  acegate vectors lint mine.yaml
[vectors fmt] 1 with --check if a file is not in canonical form.
  acegate vectors fmt mine.yaml
  acegate vectors fmt --check mine.yaml
[vectors add]
  acegate vectors add mine.yaml
  acegate vectors add found.yaml --to vectors
[vectors export]
  acegate vectors export --codec punycode --level must > vectors.json
  acegate vectors export punycode --op decode --seeds seeds --dict words.dict
[vectors from-input] 1 if a case of the suite tests the input already.
  acegate vectors from-input punycode decode --file crash-1f40
  acegate vectors from-input punycode decode --file crash-1f40 > crash.yaml
[vectors list]
  acegate vectors list punycode --level must
  acegate vectors list "utf5/printed/*"
[vectors show]
  acegate vectors show punycode/edge/leading-delimiter-word
  acegate vectors show vectors/punycode/texts.yaml:49
[vectors digest]
  acegate vectors digest
  acegate vectors digest mine.yaml
[vectors schema]
  acegate vectors schema
  acegate vectors schema > schema.json
[coverage] 1 if a must requirement or a simulated bug is not covered.
  acegate coverage punycode-27
  acegate coverage --format markdown > coverage.md
[implementations]
  acegate implementations
  acegate implementations --install python-idna
[completions]
  acegate completions bash
  acegate completions zsh > _acegate
[man]
  acegate man check > check.1
  acegate man vectors show > show.1
[init]
  acegate init python
  acegate init c --fuzz
[matrix]
  acegate matrix plain reference --codec utf5
  acegate matrix --reports run.ndjson
[hunt]
  acegate hunt python-codec --requests 1000 --seed 7
  acegate hunt --cmd "python3 adapter.py" --time 2s --emit found.yaml --force
[sweep]
  acegate sweep plain --frames alone --planes 1
  acegate sweep --cmd "python3 adapter.py" --codec punycode --planes 1 --format markdown
[compare]
  acegate compare plain reference --frames alone --code-points U+00C0-00FF
  acegate compare reference --cmd "python3 adapter.py" --codec punycode --generate 200
"#;

/// The examples of a command and the exit statuses that differ; `None` if it has no frame.
fn frame(path: &str) -> Option<(&'static str, &'static str)> {
    let (_, rest) = FRAMES.split_once(&format!("\n[{path}]"))?;
    let (status, rest) = rest.split_once('\n')?;
    Some((rest.split("\n[").next()?, status.trim_start()))
}

/// The groups of the commands in the help of the program.
const GROUPS: [(&str, &str); 5] = [
    (
        "Check an implementation",
        "check doctor hunt sweep compare matrix implementations init",
    ),
    ("Read and compare reports", "report diff merge statement"),
    (
        "Encode and decode",
        "encode decode apply explain codecs serve",
    ),
    ("Look at the test vectors", "vectors coverage"),
    ("Set up the shell", "completions man help"),
];

/// The command and all commands inside with the frames of their helps.
pub(super) fn framed(command: Command) -> Command {
    let groups = groups(&command);
    let template = "{before-help}{about-with-newline}\n{usage-heading} {usage}\n\n";
    framed_at("", command).help_template(format!(
        "{template}{groups}Options:\n{{options}}{{after-help}}"
    ))
}

fn framed_at(path: &str, command: Command) -> Command {
    let command = command.mut_subcommands(|inner| {
        let path = format!("{path} {}", inner.get_name());
        framed_at(path.trim_start(), inner)
    });
    let Some((examples, status)) = frame(path) else {
        return command;
    };
    let command = command.before_help(format!("Examples:\n{}", examples.trim_end()));
    if status.is_empty() {
        command
    } else {
        command.after_help(format!("Exit status: {status}"))
    }
}

fn groups(command: &Command) -> String {
    const MARGIN: usize = 20;
    let mut text = String::new();
    for (title, names) in GROUPS {
        text += &format!("{title}:\n");
        for name in names.split(' ') {
            let about = command.find_subcommand(name).and_then(Command::get_about);
            let about = about.map_or("Print the help of a command".into(), ToString::to_string);
            for (place, line) in wrapped(&about, MARGIN).into_iter().enumerate() {
                let name = if place == 0 { name } else { "" };
                text += &format!("  {name:16}  {line}\n");
            }
        }
        text += "\n";
    }
    text
}

pub(super) fn print_completions(shell: Shell, mut command: Command, output: &Output) -> Ended {
    // `generate` cannot return an error, as memory has none.
    let mut script = Vec::new();
    generate(shell, &mut command, "acegate", &mut script);
    printed(output.data().write_all(&script))
}

pub(super) fn print_manual(asked: &[String], mut command: Command, output: &Output) -> Ended {
    command.build();
    let mut page = &command;
    for word in asked {
        let Some(inner) = page.find_subcommand(word) else {
            return Err(usage::no_command(word, page).into());
        };
        page = inner;
    }
    let title = page.get_bin_name().unwrap_or("acegate").replace(' ', "-");
    let source = concat!("acegate ", env!("CARGO_PKG_VERSION"));
    let mut text = Vec::new();
    let rendered = Man::new(page.clone())
        .title(title)
        .source(source)
        .render(&mut text);
    printed(rendered.and_then(|()| output.data().write_all(&text)))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::cli::Cli;

    #[test]
    fn every_command_is_in_one_group() {
        let command = Cli::command();
        let grouped = GROUPS.iter().flat_map(|(_, names)| names.split(' '));
        let mut grouped: Vec<_> = grouped.filter(|name| *name != "help").collect();
        grouped.sort_unstable();
        let mut names: Vec<_> = command.get_subcommands().map(Command::get_name).collect();
        names.sort_unstable();
        assert_eq!(grouped, names);
    }
}
