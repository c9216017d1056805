//! Enums whose values have names.

/// Declares an enum, with the name of each value, and the list of all.
macro_rules! named {
    ($(#[$of:meta])* pub enum $enum:ident { $($(#[$on:meta])* $value:ident = $name:literal,)* }) => {
        $(#[$of])*
        pub enum $enum {
            $($(#[$on])* $value,)*
        }

        impl $enum {
            /// Every value, in the order of declaration.
            pub const ALL: [Self; [$(Self::$value),*].len()] = [$(Self::$value),*];

            /// The stable name.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$value => $name,)* }
            }
        }
    };
}

pub(crate) use named;
