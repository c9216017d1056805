//! The validity criteria of section 4.1, with the rules of RFC 5892 for joiners and of RFC 5893 for names
//! that run to the left.

use super::{Bidi, Criteria, Joining, Label, PREFIX, Processing, Status};

/// Gives the index of the character of a label that breaks a condition.
pub type Criterion = fn(&Judged<'_>) -> Option<usize>;

/// A label that is judged.
pub struct Judged<'a> {
    /// The steps and flags.
    pub run: &'a Processing<'a>,
    /// The label.
    pub label: &'a Label,
    /// The characters of its text.
    pub characters: &'a [char],
}

impl Criteria {
    /// The criteria as the document has them, with those of RFC 5892, appendices A.1 and A.2, and of RFC
    /// 5893, section 2, rules 1 to 6.
    pub const ALL: Self = Self {
        v1: |judged| {
            let text = &judged.label.text;
            let normal = judged.run.rules.tables.nfc(text);
            if normal == *text {
                return None;
            }
            let mut pairs = text.chars().zip(normal.chars());
            let first = pairs.position(|(own, nfc)| own != nfc);
            Some(first.unwrap_or(judged.characters.len()))
        },
        v2: |judged| (judged.characters.get(2..4) == Some(&['-', '-'])).then_some(2),
        v3: |judged| {
            let last = judged.characters.len().checked_sub(1)?;
            [0, last]
                .into_iter()
                .find(|&at| judged.characters[at] == '-')
        },
        v4: |judged| judged.label.text.starts_with(PREFIX).then_some(0),
        v6: |judged| {
            judged
                .run
                .rules
                .tables
                .is_mark(*judged.characters.first()?)
                .then_some(0)
        },
        // A decoded label is judged as without transitional processing. In any other, transitional
        // processing has mapped every deviation character.
        v7: |judged| {
            let tables = judged.run.rules.tables;
            judged
                .characters
                .iter()
                .position(|&c| !matches!(tables.status(c), Status::Valid | Status::Deviation(_)))
        },
        u1: |judged| {
            judged
                .characters
                .iter()
                .position(|c| c.is_ascii() && !matches!(c, 'a'..='z' | '0'..='9' | '-'))
        },
        c1: |judged| {
            judged
                .positions('\u{200C}')
                .find(|&at| !virama_before(judged, at) && !joins(judged, at))
        },
        c2: |judged| {
            judged
                .positions('\u{200D}')
                .find(|&at| !virama_before(judged, at))
        },
        b1: |judged| match bidi_classes(judged).next()? {
            Bidi::L | Bidi::R | Bidi::AL => None,
            _ => Some(0),
        },
        b2: |judged| {
            judged.runs_left()?;
            let mut classes = bidi_classes(judged);
            classes.position(|class| matches!(class, Bidi::L | Bidi::Other))
        },
        b3: |judged| {
            judged.runs_left()?;
            judged.wrong_end(|class| matches!(class, Bidi::R | Bidi::AL | Bidi::EN | Bidi::AN))
        },
        b4: |judged| {
            judged.runs_left()?;
            let european = bidi_classes(judged).position(|class| class == Bidi::EN)?;
            let arabic = bidi_classes(judged).position(|class| class == Bidi::AN)?;
            Some(european.max(arabic))
        },
        b5: |judged| {
            judged.runs_right()?;
            bidi_classes(judged)
                .position(|class| matches!(class, Bidi::R | Bidi::AL | Bidi::AN | Bidi::Other))
        },
        b6: |judged| {
            judged.runs_right()?;
            judged.wrong_end(|class| matches!(class, Bidi::L | Bidi::EN))
        },
    };
}

/// A criterion that nothing breaks.
#[must_use]
pub fn never(_: &Judged<'_>) -> Option<usize> {
    None
}

/// Whether a virama is before the character.
#[must_use]
pub fn virama_before(judged: &Judged<'_>, at: usize) -> bool {
    let before = at.checked_sub(1).map(|before| judged.characters[before]);
    before.is_some_and(|c| judged.run.rules.tables.is_virama(c))
}

/// Whether letters that join are before and after the character, past transparent ones.
#[must_use]
pub fn joins(judged: &Judged<'_>, at: usize) -> bool {
    let before = judged.characters[..at].iter().rev();
    let after = judged.characters[at + 1..].iter();
    matches!(first_joining(judged, before), Some(Joining::L | Joining::D))
        && matches!(first_joining(judged, after), Some(Joining::R | Joining::D))
}

/// The joining type of the first of these characters that is not transparent.
fn first_joining<'c>(
    judged: &Judged<'_>,
    characters: impl Iterator<Item = &'c char>,
) -> Option<Joining> {
    let mut kinds = characters.map(|&c| judged.run.rules.tables.joining(c));
    kinds.find(|kind| *kind != Joining::T)
}

/// RFC 5893, section 2: whether the name of these labels is a Bidi name. The label of this index does not
/// matter: the rule is about all labels of a Bidi name.
pub(super) fn is_bidi_name(run: &Processing<'_>, labels: &[Label], _: usize) -> bool {
    *run.is_bidi_name
        .get_or_init(|| has_right_to_left(run, labels))
}

/// Whether one of these labels has a character of class R, AL or AN.
#[must_use]
pub fn has_right_to_left(run: &Processing<'_>, labels: &[Label]) -> bool {
    let mut characters = labels.iter().flat_map(|label| label.text.chars());
    characters.any(|c| matches!(run.rules.tables.bidi(c), Bidi::R | Bidi::AL | Bidi::AN))
}

/// The classes of the label that is judged.
pub fn bidi_classes<'a>(judged: &'a Judged<'_>) -> impl DoubleEndedIterator<Item = Bidi> + 'a {
    judged
        .characters
        .iter()
        .map(|&c| judged.run.rules.tables.bidi(c))
}

impl Judged<'_> {
    /// The places of a character.
    pub fn positions(&self, c: char) -> impl Iterator<Item = usize> {
        let places = self.characters.iter().enumerate();
        places.filter(move |&(_, own)| *own == c).map(|(at, _)| at)
    }

    fn runs_left(&self) -> Option<()> {
        matches!(bidi_classes(self).next()?, Bidi::R | Bidi::AL).then_some(())
    }

    fn runs_right(&self) -> Option<()> {
        (bidi_classes(self).next()? == Bidi::L).then_some(())
    }

    /// The last character that is not NSM, if its class is not a right one.
    fn wrong_end(&self, is_right: fn(Bidi) -> bool) -> Option<usize> {
        let (at, class) = bidi_classes(self)
            .enumerate()
            .filter(|(_, class)| *class != Bidi::NSM)
            .last()?;
        (!is_right(class)).then_some(at)
    }
}
