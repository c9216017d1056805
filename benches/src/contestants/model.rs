//! Each codec of labels and texts, and its plain model, through the same functions.

use acegate_codec::bootstring::Bootstring;
use acegate_codec::host::{self, LabelRules};
use acegate_codec::{plain, punycode, utf5, utf6};

use super::Label;
use super::number::Direction;
use super::short::store;
use crate::contest::{Contestant, Origin};

/// A codec that has a plain model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModelCodec {
    /// `punycode`.
    Punycode,
    /// `bootstring` with the parameters of Swift.
    Bootstring,
    /// `utf5`.
    Utf5,
    /// `utf6`.
    Utf6,
}

impl ModelCodec {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Punycode, Self::Bootstring, Self::Utf5, Self::Utf6];

    /// The name in tables.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Punycode => "punycode",
            Self::Bootstring => "bootstring (swift)",
            Self::Utf5 => "utf5",
            Self::Utf6 => "utf6",
        }
    }

    fn rules(self) -> [LabelRules; 2] {
        match self {
            Self::Utf6 => [utf6::RULES, plain::utf6::RULES],
            _ => [punycode::RULES, plain::bootstring::RULES],
        }
    }
}

/// The texts with their codes from the codec. Texts that it refuses are left out.
#[must_use]
pub fn samples_from(codec: ModelCodec, texts: Vec<String>) -> Vec<Label> {
    let [mut encoder, _] = models(codec, Direction::Encode);
    let samples = Label::all(texts.into_iter().map(|text| (text, String::new())));
    Label::all(samples.iter().filter_map(|sample| {
        let code = encoder.answer(sample)?.into_iter().filter_map(char::from_u32).collect();
        Some((sample.text.to_owned(), code))
    }))
}

/// The codec and its model, with the same interface. Each returns an answer of its own.
#[must_use]
pub fn models(codec: ModelCodec, direction: Direction) -> [Contestant<Label>; 2] {
    use Direction::{Decode, Encode};
    match (codec, direction) {
        (ModelCodec::Bootstring, Encode) => pair(
            |label, out| store(SWIFT.encode(label.points).ok(), out),
            |label, out| store(plain::bootstring::encode(&SWIFT, label.points).ok(), out),
        ),
        (ModelCodec::Bootstring, Decode) => pair(
            |label, out| store(SWIFT.decode(&code_points(label)).ok(), out),
            |label, out| store(plain::bootstring::decode(&SWIFT, &code_points(label)).ok(), out),
        ),
        (ModelCodec::Utf5, Encode) => pair(
            |label, out| store(Some(utf5::encode(label.text)), out),
            |label, out| store(Some(plain::utf5::encode(label.text)), out),
        ),
        (ModelCodec::Utf5, Decode) => pair(
            |label, out| store(utf5::decode(label.code).ok(), out),
            |label, out| store(plain::utf5::decode(label.code).ok(), out),
        ),
        (codec, direction) => {
            let [fast, plain] = codec.rules().map(|rules| bare(rules, direction));
            pair(fast, plain)
        }
    }
}

static SWIFT: Bootstring = Bootstring::SWIFT;

/// The interface that both have: code points as integers.
fn code_points(label: &Label) -> Vec<u32> {
    label.code.bytes().map(u32::from).collect()
}

fn pair<O: crate::contest::Answer + 'static>(
    fast: impl FnMut(&Label, &mut O) -> bool + 'static,
    plain: impl FnMut(&Label, &mut O) -> bool + 'static,
) -> [Contestant<Label>; 2] {
    [
        Contestant::new("fast", Origin::Fast, fast),
        Contestant::new("plain", Origin::Yardstick, plain),
    ]
}

type Call = Box<dyn FnMut(&Label, &mut String) -> bool>;

fn bare(rules: LabelRules, direction: Direction) -> Call {
    match direction {
        Direction::Encode => {
            Box::new(move |label, out| store(host::encode_bare(label.text, &rules).ok(), out))
        }
        Direction::Decode => {
            Box::new(move |label, out| store(host::decode_bare(label.code, &rules).ok(), out))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contest::compare;
    use crate::corpus::{SCRIPTS, script_text};

    #[test]
    fn models_agree_on_every_script_and_length() {
        for codec in ModelCodec::ALL {
            for script in 0..SCRIPTS.len() {
                let texts = [4, 64, 300].map(|length| script_text(script, length, 1));
                let samples = samples_from(codec, texts.into());
                assert!(!samples.is_empty(), "{} {script}", codec.name());
                for direction in Direction::ALL {
                    compare(&mut models(codec, direction), &samples).unwrap();
                }
            }
        }
    }
}
