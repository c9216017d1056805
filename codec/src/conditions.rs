//! The rules that a name can break, as each standard lists them.

/// Declares an enumeration of rules: each with its short name, its kind of error, its clause and its sentence, in the
/// order in which the rules are checked.
macro_rules! conditions {
    (
        $(#[$about:meta])*
        $list:ident {
            $($name:ident = $code:literal, $kind:ident, $clause:literal, $sentence:literal;)*
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $list {
            $(#[doc = $sentence] $name,)*
        }

        impl $list {
            /// Every rule, in the order in which they are checked.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// The short name, such as `B1`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$name => $code,)* }
            }

            /// The kind of error of a label that breaks the rule. Where Punycode fails, the error has the kind
            /// that Punycode gives.
            #[must_use]
            pub const fn kind(self) -> ErrorKind {
                match self { $(Self::$name => ErrorKind::$kind,)* }
            }

            /// The document and the section that have the rule.
            #[must_use]
            pub const fn clause(self) -> &'static str {
                match self { $(Self::$name => $clause,)* }
            }

            /// The rule in one sentence.
            #[must_use]
            pub const fn sentence(self) -> &'static str {
                match self { $(Self::$name => $sentence,)* }
            }
        }
    };
}

pub(crate) use conditions;
