//! The flags of UTS #46, and the operations and parameters of the codec.

use crate::codec::{Arguments, Operation, ParameterSpec};
use crate::facts::Verb;

/// The flags of the processing (UTS #46, sections 4, 4.1 and 4.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Settings {
    /// CheckHyphens: no label has a hyphen first, last, or both third and fourth.
    pub check_hyphens: bool,
    /// CheckBidi: the labels of a Bidi name satisfy the Bidi rule of RFC 5893.
    pub check_bidi: bool,
    /// CheckJoiners: U+200C and U+200D satisfy the rules of RFC 5892.
    pub check_joiners: bool,
    /// UseSTD3ASCIIRules: of ASCII, only small letters, digits and the hyphen are allowed.
    pub std3: bool,
    /// VerifyDnsLength: the lengths of the labels and of the name are within the limits of the DNS.
    pub verify_dns_length: bool,
    /// Transitional_Processing: the deviation characters are mapped. It is deprecated since 15.1.
    pub transitional: bool,
    /// IgnoreInvalidPunycode: a label whose Punycode fails stays as it is.
    pub ignore_invalid_punycode: bool,
    /// The result is the host of a URL: it is not empty and has no forbidden domain code point (URL
    /// Standard, "domain to ASCII").
    pub url: bool,
    /// The labels of a host that is all ASCII are decoded and checked, as the URL Standard said before June 2026.
    /// Since then such a host is only written in lower case (whatwg/url#914). It counts only with `url`.
    pub reads_ascii_hosts: bool,
}

impl Settings {
    /// All checks, nothing lenient.
    pub const STRICT: Self = Self {
        check_hyphens: true,
        check_bidi: true,
        check_joiners: true,
        std3: true,
        verify_dns_length: true,
        transitional: false,
        ignore_invalid_punycode: false,
        url: false,
        reads_ascii_hosts: false,
    };

    /// The profile of the URL Standard, with beStrict false.
    pub const WHATWG: Self = Self {
        check_hyphens: false,
        std3: false,
        verify_dns_length: false,
        url: true,
        ..Self::STRICT
    };

    /// The settings that the parameters of a request choose. A parameter of the request wins over the
    /// profile.
    #[must_use]
    pub fn from_arguments(arguments: &Arguments<'_>) -> Self {
        let base = if arguments.is("profile", "whatwg") {
            Self::WHATWG
        } else {
            Self::STRICT
        };
        Self {
            check_hyphens: given_or(arguments, "check-hyphens", base.check_hyphens),
            check_bidi: given_or(arguments, "check-bidi", base.check_bidi),
            check_joiners: given_or(arguments, "check-joiners", base.check_joiners),
            std3: given_or(arguments, "std3", base.std3),
            verify_dns_length: given_or(arguments, "verify-dns-length", base.verify_dns_length),
            transitional: given_or(arguments, "transitional", base.transitional),
            ignore_invalid_punycode: given_or(
                arguments,
                "ignore-invalid-punycode",
                base.ignore_invalid_punycode,
            ),
            url: base.url,
            reads_ascii_hosts: arguments.is(EDITION, Edition::Y2025.word()),
        }
    }

    /// Whether this name is a host that the URL Standard only writes in lower case: it is ASCII, and `beStrict`
    /// is false.
    pub(super) fn only_lowers(&self, name: &str) -> bool {
        let is_strict = self.check_hyphens || self.std3 || self.verify_dns_length;
        self.url && !is_strict && !self.reads_ascii_hosts && name.is_ascii()
    }
}

/// The parameter that chooses the edition of the URL Standard.
pub const EDITION: &str = "edition";

/// The editions of the URL Standard that differ on hosts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Edition {
    /// Before June 2026: the labels of a host of ASCII are decoded and checked.
    Y2025,
    /// Since June 2026: a host of ASCII is only written in lower case.
    June2026,
}

impl Edition {
    /// The word for it in a request.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Y2025 => "2025",
            Self::June2026 => "2026-06",
        }
    }
}

/// The value of a parameter, or its default if the request does not have it.
fn given_or(arguments: &Arguments<'_>, name: &str, default: bool) -> bool {
    if arguments.given(name) {
        arguments.is(name, "true")
    } else {
        default
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self::STRICT
    }
}

/// The operations. Only ToASCII measures lengths.
pub(crate) const OPERATIONS: [Operation; 2] = [
    Operation::new(
        Verb::ToAscii,
        "a name",
        "the same in ASCII, mapped and checked",
    )
    .with(&PARAMETERS)
    .in_any_case(),
    Operation::new(
        Verb::ToUnicode,
        "a name",
        "the same in Unicode, mapped and checked",
    )
    .with(PARAMETERS.split_at(PARAMETERS.len() - OF_TO_ASCII).0)
    .in_any_case(),
];

/// The last parameters are of ToASCII only.
const OF_TO_ASCII: usize = 2;

const PARAMETERS: [ParameterSpec; 9] = [
    flag(
        "check-hyphens",
        ON,
        "Whether hyphens are refused first, last, and third with fourth.",
    ),
    flag(
        "check-bidi",
        ON,
        "Whether the Bidi rule of RFC 5893 is checked.",
    ),
    flag(
        "check-joiners",
        ON,
        "Whether the rules of RFC 5892 for U+200C and U+200D are checked.",
    ),
    flag(
        "std3",
        ON,
        "Whether ASCII is restricted to small letters, digits and the hyphen.",
    ),
    flag(
        "transitional",
        OFF,
        "Whether the deviation characters are mapped (deprecated).",
    ),
    flag(
        "ignore-invalid-punycode",
        OFF,
        "Whether a label whose Punycode fails stays as it is.",
    ),
    flag(
        "profile",
        &["uts46", "whatwg"],
        "The flags that are not given: those above (uts46), or those of the URL Standard (whatwg), which also forbids an empty result and some code points.",
    ),
    flag(
        "verify-dns-length",
        ON,
        "Whether the lengths of the labels and of the name are checked.",
    ),
    flag(
        EDITION,
        &["current", "2026-06", "2025"],
        "With profile whatwg, the edition of the URL Standard: since June 2026 a host of ASCII is only lower-cased; until then its labels were decoded and checked.",
    ),
];

const ON: &[&str] = &["true", "false"];
const OFF: &[&str] = &["false", "true"];

const fn flag(
    name: &'static str,
    values: &'static [&'static str],
    summary: &'static str,
) -> ParameterSpec {
    ParameterSpec {
        name,
        values,
        summary,
    }
}
