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

    const EMPTY: Self = Self(1);
    const SURROGATE: Self = Self(1 << 1);
    const CONTROL: Self = Self(1 << 2);
    const DELIMITER_FIRST: Self = Self(1 << 3);
    const UNDERSCORE: Self = Self(1 << 4);
    const SPACE: Self = Self(1 << 5);
    const BACKSLASH: Self = Self(1 << 6);
    const PREFIX: Self = Self(1 << 7);
    const SUPPLEMENTARY: Self = Self(1 << 8);
    const CAPITAL: Self = Self(1 << 9);
    const HYPHEN: Self = Self(1 << 10);
    const NOT_LDH: Self = Self(1 << 11);
    const DIGIT: Self = Self(1 << 12);
    const LONGER_THAN_NAME: Self = Self(1 << 13);
    const LONGER_THAN_LABEL: Self = Self(1 << 14);
    const REPEATED: Self = Self(1 << 15);
    const BEYOND_ASCII: Self = Self(1 << 16);
    const ONLY_ASCII: Self = Self(1 << 17);

    /// The traits of an input. A list has the traits of all its values.
    ///
    /// Every input of a run comes here, so each code point is looked at once.
    #[must_use]
    pub fn of(input: &Value) -> Self {
        let mut code_points = Vec::new();
        collect(input, &mut code_points);
        let mut traits = Self::of_whole(&code_points);
        for &c in &code_points {
            traits = traits.with(Self::of_code_point(c));
        }
        if !traits.has_all(Self::BEYOND_ASCII) {
            traits = traits.with(Self::ONLY_ASCII);
        }
        traits
    }

    /// The traits that a single code point gives its input.
    fn of_code_point(c: u32) -> Self {
        let Ok(octet @ 0..=0x7F) = u8::try_from(c) else {
            let special = match c {
                0x80..=0x9F => Self::CONTROL,
                0xD800..=0xDFFF => Self::SURROGATE,
                0x1_0000.. => Self::SUPPLEMENTARY,
                _ => Self::BEYOND_ASCII,
            };
            return special.with(Self::BEYOND_ASCII);
        };
        match octet {
            b'a'..=b'z' => Self::default(),
            b'A'..=b'Z' => Self::CAPITAL,
            b'0'..=b'9' => Self::DIGIT,
            b'-' => Self::HYPHEN,
            b'_' => Self::UNDERSCORE.with(Self::NOT_LDH),
            b' ' => Self::SPACE.with(Self::NOT_LDH),
            b'\\' => Self::BACKSLASH.with(Self::NOT_LDH),
            0..=0x1F | 0x7F => Self::CONTROL.with(Self::NOT_LDH),
            _ => Self::NOT_LDH,
        }
    }

    /// The traits that only the whole input shows.
    fn of_whole(code_points: &[u32]) -> Self {
        let mut traits = Self::default();
        if code_points.is_empty() {
            traits = traits.with(Self::EMPTY);
        }
        if starts_with_delimiter(code_points) {
            traits = traits.with(Self::DELIMITER_FIRST);
        }
        if has_prefix(code_points) {
            traits = traits.with(Self::PREFIX);
        }
        if code_points.len() > NAME {
            traits = traits.with(Self::LONGER_THAN_NAME);
        }
        if code_points.len() > LABEL {
            traits = traits.with(Self::LONGER_THAN_LABEL);
        }
        if has_repetition(code_points) {
            traits = traits.with(Self::REPEATED);
        }
        traits
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

/// The code points of a value, or of all values of a list.
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

fn starts_with_delimiter(code_points: &[u32]) -> bool {
    const DELIMITERS: [u32; 2] = [b'-' as u32, b'_' as u32];
    matches!(code_points.first(), Some(c) if DELIMITERS.contains(c))
}

/// Whether a label begins with the prefix of Punycode, in any case.
fn has_prefix(code_points: &[u32]) -> bool {
    for label in code_points.split(|&c| c == u32::from('.')) {
        if let [x, n, b'-', b'-', ..] = ascii_start(label)
            && x.eq_ignore_ascii_case(&b'x')
            && n.eq_ignore_ascii_case(&b'n')
        {
            return true;
        }
    }
    false
}

/// The first four code points of a label, as octets; a zero for one beyond ASCII or missing.
fn ascii_start(label: &[u32]) -> [u8; 4] {
    let mut start = [0; 4];
    for (octet, &c) in start.iter_mut().zip(label) {
        *octet = u8::try_from(c).unwrap_or_default();
    }
    start
}

fn has_repetition(code_points: &[u32]) -> bool {
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
