//! The values of the derived property, and the versions of Unicode that have tables of it.

use crate::named::named;

named! {
    /// The derived property of a code point.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Property {
        /// It may be anywhere in a label.
        Pvalid = "PVALID",
        /// It is a joiner and may be where its rule allows it. Every implementation has to apply this rule.
        ContextJ = "CONTEXTJ",
        /// It may be where its rule allows it. A lookup does not have to apply this rule.
        ContextO = "CONTEXTO",
        /// It is in no label.
        Disallowed = "DISALLOWED",
        /// No character is assigned to it.
        Unassigned = "UNASSIGNED",
    }
}

named! {
    /// A version of Unicode, as far back as the tables of IDNA 2008 have been kept.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[expect(missing_docs, reason = "the names are the versions")]
    pub enum Age {
        V6_0 = "6.0",
        V6_1 = "6.1",
        V6_2 = "6.2",
        V6_3 = "6.3",
        V7_0 = "7.0",
        V8_0 = "8.0",
        V9_0 = "9.0",
        V10_0 = "10.0",
        V11_0 = "11.0",
        V12_0 = "12.0",
        V12_1 = "12.1",
        V13_0 = "13.0",
        V14_0 = "14.0",
        V15_0 = "15.0",
        V15_1 = "15.1",
        V16_0 = "16.0",
        V17_0 = "17.0",
        V18_0 = "18.0",
    }
}
