//! Families: known bugs with a number in them, such as the bits at which integers wrap. Each value
//! is a separate deviation. A few of them are in the list of all; the others are found by their id,
//! and by the answers of an implementation.

use acegate_codec::bootstring::model::Steps;

use crate::{Behaviour, Deviation, Reads, Seen, Writes};

/// Deviations that differ in one number.
pub struct Family {
    /// One for each value, the likeliest first.
    pub members: Vec<Deviation>,
    /// How many of them are in the list of all deviations: they come first.
    listed: usize,
}

impl Family {
    /// The members that are in the list of all deviations.
    #[must_use]
    pub fn listed(&self) -> &[Deviation] {
        &self.members[..self.listed]
    }

    /// The members that are not in it.
    #[must_use]
    pub fn others(&self) -> &[Deviation] {
        &self.members[self.listed..]
    }
}

/// A row of a table of families: the model with one number in it.
pub(crate) struct Row {
    /// The id without the codec. `#` is replaced by the value.
    pub(crate) id: &'static str,
    /// One sentence on what the members do, with `#` for the value.
    pub(crate) summary: &'static str,
    /// The requirements that they break.
    pub(crate) breaks: &'static [&'static str],
    /// Where the value is used, most likely first.
    pub(crate) directions: &'static [Direction],
    /// The members that are in the list of all deviations.
    pub(crate) listed: &'static [Listed],
    /// The values, without those of listed members and of deviations that have a separate row.
    pub(crate) values: Vec<i128>,
    /// The steps without the value.
    pub(crate) steps: Steps,
    /// Puts the value into the steps.
    pub(crate) set: fn(&mut Steps, i128),
}

/// A member that is in the list of all deviations.
pub(crate) struct Listed {
    pub(crate) direction: Direction,
    pub(crate) value: i128,
    /// The libraries in which it was seen.
    pub(crate) seen: &'static [Seen],
}

/// Where a wrong number is used.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Direction {
    /// Where texts are encoded and where they are decoded.
    Both,
    /// Where they are decoded only.
    Decoder,
    /// Where they are encoded only.
    Encoder,
}

impl Direction {
    /// Both directions, and each of them.
    pub(crate) const ALL: &'static [Self] = &[Self::Both, Self::Decoder, Self::Encoder];
    /// A decoder only.
    pub(crate) const READS: &'static [Self] = &[Self::Decoder];
}

impl Row {
    /// The members for one direction.
    pub(crate) fn family(&self, direction: Direction) -> Family {
        let listed = self
            .listed
            .iter()
            .filter(|listed| listed.direction == direction);
        let mut members: Vec<Deviation> = listed
            .map(|listed| self.member(direction, listed.value, listed.seen))
            .collect();
        let listed = members.len();
        for &value in &self.values {
            let is_listed = self
                .listed
                .iter()
                .any(|it| it.direction == direction && it.value == value);
            if !is_listed {
                members.push(self.member(direction, value, &[]));
            }
        }
        Family { members, listed }
    }

    /// The deviation with this value. It is never freed, like the rows of the tables.
    fn member(&self, direction: Direction, value: i128, seen: &'static [Seen]) -> Deviation {
        let mut steps = self.steps;
        (self.set)(&mut steps, value);
        let behaviour = match direction {
            Direction::Both => Behaviour::Model(Box::leak(Box::new(steps))),
            Direction::Decoder => Behaviour::Model(Box::leak(Box::new(Reads(steps)))),
            Direction::Encoder => Behaviour::Model(Box::leak(Box::new(Writes(steps)))),
        };
        let value = value.to_string();
        let prefix = match direction {
            Direction::Both => "",
            Direction::Decoder => "decoder-",
            Direction::Encoder => "encoder-",
        };
        let id = format!("punycode/{prefix}{}", self.id.replace('#', &value));
        let summary = in_direction(direction, &self.summary.replace('#', &value));
        Deviation {
            id: id.leak(),
            summary: summary.leak(),
            breaks: self.breaks,
            seen,
            equivalent: None,
            behaviour,
        }
    }
}

/// A sentence with the words that say in which direction it applies.
fn in_direction(direction: Direction, sentence: &str) -> String {
    let mut rest = sentence.chars();
    let first: String = rest
        .next()
        .into_iter()
        .flat_map(char::to_lowercase)
        .collect();
    match direction {
        Direction::Both => sentence.to_owned(),
        Direction::Decoder => format!("When decoding, {first}{}", rest.as_str()),
        Direction::Encoder => format!("When encoding, {first}{}", rest.as_str()),
    }
}
