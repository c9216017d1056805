//! `acegate corpus`, and the corpus folder of a hunt.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};

use super::output::Output;
use crate::hunt::{Corpus, HuntEvent, MOST_ASKED, keep_request};
use crate::judge::ExitStatus;
use crate::protocol::Request;
use crate::report::wording::count;

#[derive(Debug, Args)]
pub(super) struct CorpusArguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Keep the smallest request of each feature of the model, and remove the others.
    ///
    /// A feature is codec, operation, parameters, kind of right answer and magnitude. Files that hold no
    /// request stay.
    Minimise {
        /// The folder of `acegate hunt --corpus`.
        folder: PathBuf,
    },
}

pub(super) fn run(arguments: &CorpusArguments, output: &Output) -> ExitStatus {
    let Action::Minimise { folder } = &arguments.action;
    let corpus = match Corpus::read(folder, usize::MAX) {
        Ok(corpus) => corpus,
        Err(error) => {
            let what = format!("cannot read the folder {}: {error}", folder.display());
            return output.error(ExitStatus::Usage, what);
        }
    };
    corpus.warnings.iter().for_each(|what| output.note(what));
    let kept = corpus.minimised();
    for (path, _) in &corpus.requests {
        if kept.binary_search(&path.as_path()).is_ok() {
            continue;
        }
        if let Err(error) = fs::remove_file(path) {
            let what = format!("cannot remove {}: {error}", path.display());
            return output.error(ExitStatus::Usage, what);
        }
    }
    let requests = count(corpus.requests.len(), "request", "requests");
    let line = format!("kept {} of {requests}", kept.len());
    output.finish(writeln!(output.data(), "{line}").map(|()| ExitStatus::AsExpected))
}

/// The requests of the corpus folder of a hunt, which is made if it is not there.
///
/// # Errors
///
/// A sentence if the folder cannot be read.
pub(super) fn kept_requests(
    folder: Option<&Path>,
    output: &Output,
) -> Result<Vec<Request>, String> {
    let Some(folder) = folder else { return Ok(Vec::new()) };
    let read = fs::create_dir_all(folder).and_then(|()| Corpus::read(folder, MOST_ASKED));
    let corpus = read.map_err(|error| format!("cannot read {}: {error}", folder.display()))?;
    corpus.warnings.iter().for_each(|what| output.note(what));
    Ok(corpus.requests.into_iter().map(|(_, request)| request).collect())
}

/// Keeps the requests of a hunt that teach something, as they come.
pub(super) struct Keeper<'a> {
    folder: Option<&'a Path>,
    taken: usize,
}

impl<'a> Keeper<'a> {
    pub(super) const fn new(folder: Option<&'a Path>) -> Self {
        Self { folder, taken: 0 }
    }

    /// Takes an event of the hunt. After the first error no more requests are kept.
    pub(super) fn take(&mut self, event: &HuntEvent<'_>, output: &Output) {
        let (HuntEvent::Progress { learnt, .. }, Some(folder)) = (event, self.folder) else {
            return;
        };
        for request in &learnt[self.taken.min(learnt.len())..] {
            if let Err(error) = keep_request(folder, request) {
                let folder = folder.display();
                output.note(format!("no more requests are kept in {folder}: {error}"));
                self.folder = None;
                return;
            }
        }
        self.taken = learnt.len();
    }
}
