//! The way from a user's words to an implementation that can be started.
//!
//! In: `python-codec`, the path of a manifest, or the text of a command. Out: a source, or a
//! sentence on what to write instead.

use std::path::Path;
use std::sync::Arc;

use super::adapters::Manifest;
use super::build::build;
use super::bundled::{adapters, where_unbundled};
use super::command_line;
use super::{OneShot, OneShotSpec, Subprocess};
use crate::implementation::{Implementation, InProcess, Registry};
use crate::nearest::did_you_mean;
use crate::observation::StartError;
use crate::protocol::Idna;
use crate::supervisor::{Limits, Program, TemporaryFolder};

/// A way to start an implementation. Starting it twice gives two that share no state.
#[derive(Clone, Debug)]
pub enum ImplementationSource {
    /// Codecs of acegate.
    Registry(Registry),
    /// A program that speaks the line protocol.
    Program {
        /// The command.
        program: Program,
        /// The folder with the files of an adapter that was called by its name; `None` for other programs.
        folder: Option<Arc<TemporaryFolder>>,
        /// The treatment of host names that replaces its own declaration.
        idna: Option<Idna>,
    },
    /// A command that is started once for each request.
    OneShot(OneShotSpec),
}

impl ImplementationSource {
    /// The implementation of this name: `reference`, `plain`, an adapter that [`adapters`] lists, or the
    /// path of a manifest.
    ///
    /// # Errors
    ///
    /// [`StartError::Unknown`] if there is none or its manifest cannot be read,
    /// [`StartError::Missing`] if a program that it needs is not on this machine,
    /// [`StartError::Unpack`] if the files of an adapter cannot be written.
    pub fn named(name: &str) -> Result<Self, StartError> {
        match name {
            "reference" => return Ok(Self::Registry(Registry::Reference)),
            "plain" => return Ok(Self::Registry(Registry::Plain)),
            _ => {}
        }
        if let Some(adapter) = adapters().iter().find(|adapter| adapter.name == name) {
            let manifest = adapter.manifest()?;
            check_needs(&manifest)?;
            let folder = adapter.unpack()?;
            build(&manifest, folder.path())?;
            let program = manifest.program(folder.path());
            return Ok(Self::Program {
                program,
                folder: Some(Arc::new(folder)),
                idna: None,
            });
        }
        let path = Path::new(name);
        if path.is_dir() {
            let advice = command_line::instead_of_manifest(path);
            return Err(StartError::Unknown(advice.unwrap_or_default()));
        }
        if path.is_file() {
            let (manifest, folder) = match Manifest::read(path) {
                Ok(read) => read,
                Err(error) => {
                    let advice = command_line::instead_of_manifest(path);
                    return Err(advice.map_or(error, StartError::Unknown));
                }
            };
            check_needs(&manifest)?;
            build(&manifest, &folder)?;
            let program = manifest.program(&folder);
            command_line::check_program(&program.name())?;
            return Ok(Self::Program {
                program,
                folder: None,
                idna: None,
            });
        }
        if path.exists() {
            let what = format!("{name} is not a regular file: expected the path of a manifest");
            return Err(StartError::Unknown(what));
        }
        Err(StartError::Unknown(unknown_name(name)))
    }

    /// The program with this command line, split by the shell's quoting rules.
    ///
    /// # Errors
    ///
    /// [`StartError::Unknown`] if a quote is open, the command is empty or it needs a shell,
    /// [`StartError::Spawn`] if the system would not run the file.
    pub fn command(text: &str) -> Result<Self, StartError> {
        let words =
            command_line::split(text).map_err(|error| StartError::Unknown(error.to_string()))?;
        let Some(name) = words.first() else {
            return Err(StartError::Unknown("the command is empty".into()));
        };
        command_line::check_program(name)?;
        Ok(Self::Program {
            program: Program::new(words),
            folder: None,
            idna: None,
        })
    }

    /// Starts the implementation under these limits.
    ///
    /// # Errors
    ///
    /// Any [`StartError`].
    pub fn start(&self, limits: Limits) -> Result<Box<dyn Implementation>, StartError> {
        Ok(match self {
            Self::Registry(registry) => Box::new(InProcess::registry(*registry)),
            Self::Program { program, idna, .. } => {
                Box::new(Subprocess::start(program.clone(), limits)?.with_idna(*idna))
            }
            Self::OneShot(spec) => Box::new(OneShot::start(spec.clone(), limits)?),
        })
    }
}

/// The message for a name that is not known: what to write instead.
fn unknown_name(name: &str) -> String {
    if name.contains(char::is_whitespace) {
        let command = shell_words::quote(name);
        return format!("no implementation {name:?}: write --cmd {command} to run a command");
    }
    if name.contains('/') || Path::new(name).extension().is_some() {
        return format!("no file {name:?}: expected the path of a manifest");
    }
    if let Some(place) = where_unbundled(name) {
        return place;
    }
    let bundled = adapters().iter().map(|adapter| adapter.name);
    let near = did_you_mean(name, ["reference", "plain"].into_iter().chain(bundled));
    format!(
        "no implementation {name:?}: expected reference, plain, a bundled adapter that `acegate \
         implementations` lists, the path of a manifest, --cmd or --one-shot{near}"
    )
}

fn check_needs(manifest: &Manifest) -> Result<(), StartError> {
    let Some(program) = manifest.missing() else {
        return Ok(());
    };
    Err(StartError::Missing {
        name: manifest.name.clone(),
        program: program.to_owned(),
    })
}
