//! The choices that the documents leave, and the operations and parameters of the codec.

use crate::codec::{Arguments, Operation, ParameterSpec};
use crate::facts::Verb;

/// The two processes of RFC 5891.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Process {
    /// Section 4: a label that is to be registered.
    Registration,
    /// Section 5: a name that is looked up.
    Lookup,
}

/// The change of a name that comes before all checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mapping {
    /// Nothing.
    None,
    /// It is normalised to form C.
    Nfc,
    /// It is mapped by RFC 5895, section 2.
    Rfc5895,
}

/// The options of the operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NameOptions {
    /// The process.
    pub process: Process,
    /// The change of a name that comes before all checks.
    pub mapping: Mapping,
    /// Whether the Bidi rule of RFC 5893 is checked.
    pub check_bidi: bool,
    /// Whether the rules of the CONTEXTO code points are checked (RFC 5892, A.3 to A.9).
    pub check_contexto: bool,
    /// Whether a name may end with the empty label of the root.
    pub root: bool,
    /// Whether an ASCII label has to be an LDH label (RFC 5890, section 2.3.1).
    pub ldh: bool,
}

impl NameOptions {
    /// Registration with every check, and without a mapping.
    pub const REGISTRATION: Self = Self {
        process: Process::Registration,
        mapping: Mapping::None,
        check_bidi: true,
        check_contexto: true,
        root: true,
        ldh: true,
    };

    /// Lookup without a mapping. It does not check the rules that RFC 5891, section 5.4, leaves out.
    pub const LOOKUP: Self = Self {
        process: Process::Lookup,
        check_contexto: false,
        ..Self::REGISTRATION
    };

    /// The options that the parameters of a request choose.
    #[must_use]
    pub fn from_arguments(arguments: &Arguments<'_>) -> Self {
        let process = arguments.choice(PROCESS, [Process::Registration, Process::Lookup]);
        let base = match process {
            Process::Registration => Self::REGISTRATION,
            Process::Lookup => Self::LOOKUP,
        };
        let mut options = Self {
            mapping: arguments.choice(MAPPING, [Mapping::None, Mapping::Nfc, Mapping::Rfc5895]),
            check_bidi: arguments.choice(CHECK_BIDI, [true, false]),
            root: arguments.choice(ROOT, [true, false]),
            ldh: arguments.choice(LDH, [true, false]),
            ..base
        };
        if arguments.given(CHECK_CONTEXTO) {
            options.check_contexto = arguments.is(CHECK_CONTEXTO, "true");
        }
        options
    }
}

impl Default for NameOptions {
    fn default() -> Self {
        Self::REGISTRATION
    }
}

/// The operations: three on names, two on single labels.
pub(crate) const OPERATIONS: [Operation; 5] = [
    Operation::new(
        Verb::ToAscii,
        "a name",
        "the same with A-labels for its U-labels, checked",
    )
    .with(&PARAMETERS),
    Operation::new(
        Verb::ToUnicode,
        "a name",
        "the same with U-labels for its A-labels, checked",
    )
    .with(&PARAMETERS),
    Operation::new(Verb::Check, "a name", "the same, if it is valid").with(&PARAMETERS),
    Operation::new(Verb::IsULabel, "a label", "the same, if it is a U-label").with(OF_LABELS),
    Operation::new(Verb::IsALabel, "a label", "the same, if it is an A-label").with(OF_LABELS),
];

const CHECK_BIDI: &str = "check-bidi";
const CHECK_CONTEXTO: &str = "check-contexto";
const PROCESS: &str = "process";
const MAPPING: &str = "mapping";
const ROOT: &str = "root";
const LDH: &str = "ldh";

/// The first two are of labels also.
const PARAMETERS: [ParameterSpec; 6] = [
    ParameterSpec {
        name: CHECK_BIDI,
        values: &["true", "false"],
        summary: "Whether the Bidi rule of RFC 5893 is checked.",
    },
    ParameterSpec {
        name: CHECK_CONTEXTO,
        values: &["true", "false"],
        summary: "Whether the rules of RFC 5892, A.3 to A.9, are checked. In a lookup the default is false.",
    },
    ParameterSpec {
        name: PROCESS,
        values: &["registration", "lookup"],
        summary: "The process of RFC 5891: that of section 4 or that of section 5.",
    },
    ParameterSpec {
        name: MAPPING,
        values: &["none", "nfc", "rfc5895"],
        summary: "What happens to a name before: nothing, normalisation, or the mapping of RFC 5895.",
    },
    ParameterSpec {
        name: ROOT,
        values: &["true", "false"],
        summary: "Whether a name may end with the empty label of the root.",
    },
    ParameterSpec {
        name: LDH,
        values: &["true", "false"],
        summary: "Whether an ASCII label may have only letters, digits and hyphens, none of them at an end.",
    },
];

const OF_LABELS: &[ParameterSpec] = PARAMETERS.split_at(2).0;
