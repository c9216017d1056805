//! Each codec of texts that is fast, and its plain model, through the same functions.

use acegate_codec::bootstring::Bootstring;
use acegate_codec::host;
use acegate_codec::{plain, punycode};

use super::Label;
use super::number::Direction;
use crate::contest::{Answer, Contestant, Origin};

/// A codec that is fast and has a plain model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModelCodec {
    /// `punycode`.
    Punycode,
    /// `bootstring` with the parameters of Swift.
    Bootstring,
}

impl ModelCodec {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Punycode, Self::Bootstring];

    /// The name in tables.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Punycode => "punycode",
            Self::Bootstring => "bootstring (swift)",
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
            |label| SWIFT.encode(label.points).ok(),
            |label| plain::bootstring::encode(&SWIFT, label.points).ok(),
        ),
        (ModelCodec::Bootstring, Decode) => pair(
            |label| SWIFT.decode(&code_points(label)).ok(),
            |label| plain::bootstring::decode(&SWIFT, &code_points(label)).ok(),
        ),
        (ModelCodec::Punycode, Encode) => pair(
            |label| host::encode_bare(label.text, &punycode::RULES).ok(),
            |label| host::encode_bare(label.text, &plain::bootstring::RULES).ok(),
        ),
        (ModelCodec::Punycode, Decode) => pair(
            |label| host::decode_bare(label.code, &punycode::RULES).ok(),
            |label| host::decode_bare(label.code, &plain::bootstring::RULES).ok(),
        ),
    }
}

static SWIFT: Bootstring = Bootstring::SWIFT;

/// The interface that both have: code points as integers.
fn code_points(label: &Label) -> Vec<u32> {
    label.code.bytes().map(u32::from).collect()
}

fn pair<O: Answer + 'static>(
    fast: impl Fn(&Label) -> Option<O> + 'static,
    plain: impl Fn(&Label) -> Option<O> + 'static,
) -> [Contestant<Label>; 2] {
    [
        Contestant::owned("fast", Origin::Fast, fast),
        Contestant::owned("plain", Origin::Yardstick, plain),
    ]
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
