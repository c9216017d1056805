//! The traits of an input, by which failing inputs can differ from all that pass.

use acegate_codec::Value;

/// The traits that an input has, one bit each, in the order of [`InputTraits::NAMES`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct InputTraits(u32);

/// How many characters a label of a host name may have.
const LABEL: usize = 63;
/// How many octets a name or a string of the DNS may have.
const NAME: usize = 255;

impl InputTraits {
    /// The words for each trait, after "have". The rarer ones come first: where several tell failing inputs
    /// from passing ones, the first is said.
    pub const NAMES: [&'static str; 18] = [
        "no character at all",
        "a surrogate",
        "a control character",
        "a delimiter at the start",
        "an underscore",
        "a space",
        "a backslash",
        "a label with the prefix xn--",
        "a character above U+FFFF",
        "a capital letter of ASCII",
        "a hyphen",
        "an ASCII character that is no letter, digit or hyphen",
        "a digit of ASCII",
        "more than 255 characters",
        "more than 63 characters",
        "a character twice",
        "a character beyond ASCII",
        "only ASCII characters",
    ];

    /// The traits of an input; of a list, those that any of its values has.
    #[must_use]
    pub fn of(input: &Value) -> Self {
        let mut code_points = Vec::new();
        collect(input, &mut code_points);
        let is_ascii = |c: u32, is: fn(&u8) -> bool| u8::try_from(c).is_ok_and(|octet| is(&octet));
        let any = |is: &dyn Fn(u32) -> bool| code_points.iter().any(|&c| is(c));
        let has = |wanted: char| any(&|c| c == u32::from(wanted));
        let starts_with_delimiter = code_points
            .first()
            .is_some_and(|&c| c == u32::from('-') || c == u32::from('_'));
        let has_beyond_ascii = any(&|c| c >= 0x80);
        // In the order of the names.
        let traits = [
            code_points.is_empty(),
            any(&|c| matches!(c, 0xD800..=0xDFFF)),
            any(&|c| matches!(c, 0..=0x1F | 0x7F..=0x9F)),
            starts_with_delimiter,
            has('_'),
            has(' '),
            has('\\'),
            has_prefix(&code_points),
            any(&|c| c > 0xFFFF),
            any(&|c| is_ascii(c, u8::is_ascii_uppercase)),
            has('-'),
            any(&|c| c < 0x80 && c != u32::from('-') && !is_ascii(c, u8::is_ascii_alphanumeric)),
            any(&|c| is_ascii(c, u8::is_ascii_digit)),
            code_points.len() > NAME,
            code_points.len() > LABEL,
            has_one_twice(&code_points),
            has_beyond_ascii,
            !has_beyond_ascii,
        ];
        let mut bits = 0;
        for (place, is_so) in traits.into_iter().enumerate() {
            bits |= u32::from(is_so) << place;
        }
        Self(bits)
    }

    /// The traits that both have.
    #[must_use]
    pub const fn shared(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Whether it has all of these.
    #[must_use]
    pub const fn has_all(self, these: Self) -> bool {
        self.0 & these.0 == these.0
    }

    /// Each of its traits alone, in the order of the names.
    pub fn each(self) -> impl Iterator<Item = Self> + Clone {
        (0..Self::NAMES.len())
            .map(|place| Self(1 << place))
            .filter(move |&one| self.has_all(one))
    }

    /// Both together.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The words for the traits, after "have".
    #[must_use]
    pub fn words(self) -> String {
        let places = (0..Self::NAMES.len()).filter(|place| self.0 >> place & 1 == 1);
        places
            .map(|place| Self::NAMES[place])
            .collect::<Vec<_>>()
            .join(" and ")
    }
}

/// The code points of a value, those of all values of a list.
fn collect(value: &Value, code_points: &mut Vec<u32>) {
    match value {
        Value::Text(text) => code_points.extend_from_slice(&text.code_points),
        Value::Octets(octets) => code_points.extend(octets.iter().copied().map(u32::from)),
        Value::List(values) => {
            for value in values {
                collect(value, code_points);
            }
        }
    }
}

/// Whether a label begins with the prefix of Punycode.
fn has_prefix(code_points: &[u32]) -> bool {
    let is_prefix = |label: &[u32]| {
        let start = label
            .iter()
            .take(4)
            .map(|&c| char::from_u32(c).unwrap_or('\u{fffd}'));
        start.map(|c| c.to_ascii_lowercase()).eq("xn--".chars())
    };
    code_points.split(|&c| c == u32::from('.')).any(is_prefix)
}

fn has_one_twice(code_points: &[u32]) -> bool {
    let mut sorted = code_points.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).any(|pair| pair[0] == pair[1])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn traits_have_words_in_the_order_of_their_bits() {
        for (input, words) in [
            ("", "no character at all and only ASCII characters"),
            (
                "xn--a_",
                "an underscore and a label with the prefix xn-- and a hyphen and an ASCII \
              character that is no letter, digit or hyphen and a character twice and only ASCII \
              characters",
            ),
            (
                " ü",
                "a space and an ASCII character that is no letter, digit or hyphen and a \
              character beyond ASCII",
            ),
            (
                "A1",
                "a capital letter of ASCII and a digit of ASCII and only ASCII characters",
            ),
            (
                "\u{10000}",
                "a character above U+FFFF and a character beyond ASCII",
            ),
        ] {
            assert_eq!(InputTraits::of(&input.into()).words(), words, "{input}");
        }
    }
}
