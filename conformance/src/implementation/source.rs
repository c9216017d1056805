//! From what a user names to something that can be started.

use std::path::Path;
use std::sync::Arc;

use super::adapters::{Manifest, adapters};
use super::command_line;
use super::{Implementation, InProcess, OneShot, OneShotSpec, Registry, Subprocess};
use crate::nearest::expected_one_of;
use crate::observation::StartError;
use crate::supervisor::{Limits, Program, TemporaryFolder};

/// Where an implementation comes from. Starting it twice gives two that share nothing.
#[derive(Clone, Debug)]
pub enum ImplementationSource {
    /// Codecs that acegate carries.
    Registry(Registry),
    /// A program that speaks the line protocol.
    Program {
        /// The command.
        program: Program,
        /// The folder that holds a bundled adapter's files for as long as it is needed.
        folder: Option<Arc<TemporaryFolder>>,
    },
    /// A program that is called once a request.
    OneShot(OneShotSpec),
}

impl ImplementationSource {
    /// The implementation of this name: `reference`, `plain`, a bundled adapter, or the path of a
    /// manifest.
    ///
    /// # Errors
    ///
    /// [`StartError::Unknown`] where there is none or its manifest cannot be read,
    /// [`StartError::Missing`] where a program that it needs is not there, [`StartError::Unpack`]
    /// where the files of a bundled adapter cannot be written.
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
            let program = manifest.program(folder.path());
            return Ok(Self::Program { program, folder: Some(Arc::new(folder)) });
        }
        let path = Path::new(name);
        if path.is_dir() {
            let what = command_line::instead_of_manifest(path).unwrap_or_default();
            return Err(StartError::Unknown(what));
        }
        if path.is_file() {
            let (manifest, folder) = Manifest::read(path).map_err(|error| {
                match command_line::instead_of_manifest(path) {
                    Some(what) => StartError::Unknown(what),
                    None => error,
                }
            })?;
            check_needs(&manifest)?;
            if let Some(program) = manifest.run.first() {
                command_line::check_program(
                    &program.replace("{folder}", &folder.to_string_lossy()),
                )?;
            }
            return Ok(Self::Program { program: manifest.program(&folder), folder: None });
        }
        Err(StartError::Unknown(unknown(name)))
    }

    /// The program with this command line, split by the shell's quoting rules.
    ///
    /// # Errors
    ///
    /// [`StartError::Unknown`] where a quote is open, nothing is named or a shell is needed,
    /// [`StartError::Spawn`] where the system would not run the file that is named.
    pub fn command(text: &str) -> Result<Self, StartError> {
        let words = command_line::split(text).map_err(StartError::Unknown)?;
        let Some(name) = words.first() else {
            return Err(StartError::Unknown("the command is empty".into()));
        };
        command_line::check_program(name)?;
        Ok(Self::Program { program: Program::new(words), folder: None })
    }

    /// Starts it.
    ///
    /// # Errors
    ///
    /// Any [`StartError`].
    pub fn start(&self, limits: Limits) -> Result<Box<dyn Implementation>, StartError> {
        Ok(match self {
            Self::Registry(registry) => Box::new(InProcess::registry(*registry)),
            Self::Program { program, .. } => Box::new(Subprocess::start(program.clone(), limits)?),
            Self::OneShot(spec) => Box::new(OneShot::start(spec.clone(), limits)?),
        })
    }
}

/// What to write for a name that is not known.
fn unknown(name: &str) -> String {
    if name.contains(char::is_whitespace) {
        let command = shell_words::quote(name);
        return format!("no implementation {name:?}: write --cmd {command} to run a command");
    }
    if name.contains('/') || Path::new(name).extension().is_some() {
        return format!("no file {name:?}: expected the path of a manifest");
    }
    let bundled = adapters().iter().map(|adapter| adapter.name);
    format!(
        "no implementation {name:?}: {}, the path of a manifest, --cmd or --one-shot",
        expected_one_of(name, ["reference", "plain"].into_iter().chain(bundled))
    )
}

fn check_needs(manifest: &Manifest) -> Result<(), StartError> {
    match manifest.missing() {
        None => Ok(()),
        Some(program) => {
            Err(StartError::Missing { name: manifest.name.clone(), program: program.to_owned() })
        }
    }
}
