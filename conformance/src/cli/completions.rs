//! `acegate completions` and `acegate man`: the commands and options, for shells and for the manual.

use std::io::Write;

use clap::Command;
use clap_complete::{Shell, generate};
use clap_mangen::Man;

use super::output::{Ended, Output, printed};
use super::usage;

/// Prints the completions of a shell for the whole command line.
pub(super) fn run(shell: Shell, mut command: Command, output: &Output) -> Ended {
    // `generate` cannot return an error, as memory has none.
    let mut script = Vec::new();
    generate(shell, &mut command, "acegate", &mut script);
    printed(output.data().write_all(&script))
}

/// Prints the page of the manual on a command.
pub(super) fn run_man(words: &[String], mut command: Command, output: &Output) -> Ended {
    command.build();
    let mut page = &command;
    for word in words {
        let Some(inner) = page.find_subcommand(word) else {
            return Err(usage::no_command(word, page).into());
        };
        page = inner;
    }
    let title = page.get_bin_name().unwrap_or("acegate").replace(' ', "-");
    let source = concat!("acegate ", env!("CARGO_PKG_VERSION"));
    let mut text = Vec::new();
    let rendered = Man::new(page.clone()).title(title).source(source).render(&mut text);
    printed(rendered.and_then(|()| output.data().write_all(&text)))
}
