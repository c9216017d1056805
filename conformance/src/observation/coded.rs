//! Enums whose variants have stable codes.

/// Declares each variant and its code in one line. The code is also its name in JSON.
macro_rules! coded {
    (
        $(#[$about:meta])*
        $vis:vis enum $name:ident { $($(#[$doc:meta])* $variant:ident = $code:literal,)* }
    ) => {
        $(#[$about])*
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash,
            serde::Serialize, serde::Deserialize,
        )]
        #[cfg_attr(test, derive(schemars::JsonSchema))]
        $vis enum $name {
            $($(#[$doc])* #[serde(rename = $code)] $variant,)*
        }

        #[allow(dead_code, reason = "only some are listed or put into words")]
        impl $name {
            /// All values, in the order of reports.
            $vis const ALL: [Self; [$(Self::$variant),*].len()] = [$(Self::$variant),*];

            /// The stable code, in lowercase with hyphens.
            #[must_use]
            $vis const fn code(self) -> &'static str {
                match self { $(Self::$variant => $code,)* }
            }

            /// The code in words, for people.
            pub(crate) fn words(self) -> String {
                self.code().replace('-', " ")
            }
        }
    };
}
pub(crate) use coded;
