//! Enums whose variants have stable codes.

/// Declares each variant and its code in one line. The code is its name in JSON, too.
macro_rules! coded {
    (
        $(#[$about:meta])*
        pub enum $name:ident { $($(#[$doc:meta])* $variant:ident = $code:literal,)* }
    ) => {
        $(#[$about])*
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash,
            serde::Serialize, serde::Deserialize,
        )]
        #[cfg_attr(test, derive(schemars::JsonSchema))]
        pub enum $name {
            $($(#[$doc])* #[serde(rename = $code)] $variant,)*
        }

        impl $name {
            /// Every one of them, in the order of reports.
            pub const ALL: [Self; [$(Self::$variant),*].len()] = [$(Self::$variant),*];

            /// The stable code, in lowercase with hyphens.
            #[must_use]
            pub const fn code(self) -> &'static str {
                match self { $(Self::$variant => $code,)* }
            }
        }
    };
}
pub(crate) use coded;
