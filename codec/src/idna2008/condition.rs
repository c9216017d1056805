//! The rules that a name or a label can break, by the codes of this crate.

use crate::conditions::conditions;
use crate::error::{Error, ErrorKind};

conditions! {
    /// A rule of IDNA 2008.
    Condition {
        Empty = "EMPTY", Empty, "RFC 1035, 3.1", "Only the label of the root is empty, and it is the last one.";
        Ldh = "LDH", NotLdh, "RFC 5890, 2.3.1", "An ASCII label has only letters, digits and hyphens.";
        EdgeHyphen = "HEND", Hyphen, "RFC 5891, 4.2.3.1; RFC 5890, 2.3.1", "A label neither begins nor ends with a hyphen.";
        ReservedLdh = "RLDH", BadPrefix, "RFC 5890, 2.3.1", "An ASCII label that has hyphens both third and fourth begins with xn--.";
        NotALabel = "NOTA", BadPrefix, "RFC 5890, 2.3.2.1", "An A-label begins with xn--.";
        NotULabel = "NOTU", LdhOnly, "RFC 5890, 2.3.2.1", "A U-label has a code point that is not ASCII.";
        Punycode = "PUNY", BadDigit, "RFC 5891, 5.4", "The rest of an A-label is Punycode.";
        Fake = "FAKE", LdhOnly, "RFC 5890, 2.3.2.1", "An A-label decodes to a text that is not all ASCII.";
        RoundTrip = "RT", NotCanonical, "RFC 5891, 4.2.1 and 5.4", "An A-label is what its U-label encodes to.";
        Nfc = "NFC", NotNfc, "RFC 5891, 4.2.1 and 5.4", "The label is in normalisation form C.";
        ThirdHyphens = "H34", Hyphen, "RFC 5891, 4.2.3.1 and 5.4", "The label does not have hyphens both third and fourth.";
        LeadingMark = "MARK", LeadingMark, "RFC 5891, 4.2.3.2 and 5.4", "The label does not begin with a mark.";
        Disallowed = "DIS", Disallowed, "RFC 5891, 4.2.2 and 5.4", "No code point is DISALLOWED.";
        Unassigned = "UNA", Unassigned, "RFC 5891, 4.2.2 and 5.4", "No code point is UNASSIGNED.";
        Joiner = "CJ", Joiner, "RFC 5892, A.1 and A.2", "Each joiner is in a context that its rule allows.";
        Context = "CO", Context, "RFC 5892, A.3 to A.9", "Each CONTEXTO code point is in a context that its rule allows.";
        Bidi = "BIDI", Bidi, "RFC 5893, 2", "In a name with a right-to-left character each label satisfies the Bidi rule.";
        LabelLength = "LEN", TooLong, "RFC 5891, 4.2.4", "A label in ASCII has at most 63 characters.";
        NameLength = "NAME", TooLong, "RFC 1035, 2.3.4", "A name in ASCII has at most 253 characters, without the final dot.";
    }
}

/// Why a name or a label is refused: the first rule that it breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Refusal {
    /// The rule.
    pub code: Condition,
    /// The error: its kind, and the start of the label that breaks the rule, or the end of a name that breaks it
    /// as a whole.
    pub error: Error,
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Self {
        refusal.error
    }
}
