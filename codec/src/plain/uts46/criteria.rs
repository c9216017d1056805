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
    /// The criteria as the document has them.
    pub const ALL: Self = Self {
        v1: not_in_nfc,
        v2: hyphens_third_and_fourth,
        v3: hyphen_at_edge,
        v4: prefix_inside,
        v6: mark_first,
        v7: not_valid,
        u1: not_std3,
        c1: non_joiner_out_of_context,
        c2: joiner_without_virama,
        b1: neither_direction_first,
        b2: foreign_to_the_left,
        b3: wrong_end_to_the_left,
        b4: two_kinds_of_numbers,
        b5: foreign_to_the_right,
        b6: wrong_end_to_the_right,
    };
}

/// A criterion that nothing breaks.
#[must_use]
pub fn never(_: &Judged<'_>) -> Option<usize> {
    None
}

fn not_in_nfc(judged: &Judged<'_>) -> Option<usize> {
    let normal = judged.run.rules.tables.nfc(&judged.label.text);
    let differ = |(own, nfc): (char, char)| own != nfc;
    let first = judged.label.text.chars().zip(normal.chars()).position(differ);
    (normal != judged.label.text).then(|| first.unwrap_or(judged.characters.len()))
}

fn hyphens_third_and_fourth(judged: &Judged<'_>) -> Option<usize> {
    (judged.characters.get(2..4) == Some(&['-', '-'])).then_some(2)
}

fn hyphen_at_edge(judged: &Judged<'_>) -> Option<usize> {
    let last = judged.characters.len().checked_sub(1)?;
    [0, last].into_iter().find(|&at| judged.characters[at] == '-')
}

fn prefix_inside(judged: &Judged<'_>) -> Option<usize> {
    judged.label.text.starts_with(PREFIX).then_some(0)
}

fn mark_first(judged: &Judged<'_>) -> Option<usize> {
    judged.characters.first().is_some_and(|&c| judged.run.rules.tables.is_mark(c)).then_some(0)
}

/// A decoded label is judged as without transitional processing. In any other, transitional processing has
/// mapped every deviation character.
fn not_valid(judged: &Judged<'_>) -> Option<usize> {
    let status = |c: &char| judged.run.rules.tables.status(*c);
    let is_valid = |c| matches!(status(c), Status::Valid | Status::Deviation(_));
    judged.characters.iter().position(|c| !is_valid(c))
}

fn not_std3(judged: &Judged<'_>) -> Option<usize> {
    let is_allowed = |c: char| matches!(c, 'a'..='z' | '0'..='9' | '-') || !c.is_ascii();
    judged.characters.iter().position(|&c| !is_allowed(c))
}

/// RFC 5892, appendix A.1.
fn non_joiner_out_of_context(judged: &Judged<'_>) -> Option<usize> {
    judged.positions('\u{200C}').find(|&at| !virama_before(judged, at) && !joins(judged, at))
}

/// RFC 5892, appendix A.2.
fn joiner_without_virama(judged: &Judged<'_>) -> Option<usize> {
    judged.positions('\u{200D}').find(|&at| !virama_before(judged, at))
}

/// Whether a virama stands before the character.
#[must_use]
pub fn virama_before(judged: &Judged<'_>, at: usize) -> bool {
    let before = at.checked_sub(1).map(|before| judged.characters[before]);
    before.is_some_and(|c| judged.run.rules.tables.is_virama(c))
}

/// Whether letters that join stand before and after the character, past transparent ones.
#[must_use]
pub fn joins(judged: &Judged<'_>, at: usize) -> bool {
    let joining = |c: &char| judged.run.rules.tables.joining(*c);
    let mut before = judged.characters[..at].iter().rev().map(joining);
    let mut after = judged.characters[at + 1..].iter().map(joining);
    let passes = |kind: &Joining| *kind != Joining::T;
    matches!(before.find(passes), Some(Joining::L | Joining::D))
        && matches!(after.find(passes), Some(Joining::R | Joining::D))
}

/// RFC 5893, section 2: a label of the name has a character of class R, AL or AN. The label of this index
/// does not matter: the rule is about all labels of a Bidi name.
#[must_use]
pub fn is_bidi_name(run: &Processing<'_>, labels: &[Label], _: usize) -> bool {
    let is_right = |c| matches!(run.rules.tables.bidi(c), Bidi::R | Bidi::AL | Bidi::AN);
    labels.iter().any(|label| label.text.chars().any(is_right))
}

/// The classes of the label that is judged.
pub fn bidi_classes<'a>(judged: &'a Judged<'_>) -> impl DoubleEndedIterator<Item = Bidi> + 'a {
    judged.characters.iter().map(|&c| judged.run.rules.tables.bidi(c))
}

/// Section 2, rule 1.
fn neither_direction_first(judged: &Judged<'_>) -> Option<usize> {
    let is_other = |class| !matches!(class, Bidi::L | Bidi::R | Bidi::AL);
    bidi_classes(judged).next().is_some_and(is_other).then_some(0)
}

/// Section 2, rule 2.
fn foreign_to_the_left(judged: &Judged<'_>) -> Option<usize> {
    judged.runs_left()?;
    let mut classes = bidi_classes(judged);
    classes.position(|class| matches!(class, Bidi::L | Bidi::Other))
}

/// Section 2, rule 3.
fn wrong_end_to_the_left(judged: &Judged<'_>) -> Option<usize> {
    judged.runs_left()?;
    judged.wrong_end(|class| matches!(class, Bidi::R | Bidi::AL | Bidi::EN | Bidi::AN))
}

/// Section 2, rule 4.
fn two_kinds_of_numbers(judged: &Judged<'_>) -> Option<usize> {
    judged.runs_left()?;
    let european = bidi_classes(judged).position(|class| class == Bidi::EN)?;
    let arabic = bidi_classes(judged).position(|class| class == Bidi::AN)?;
    Some(european.max(arabic))
}

/// Section 2, rule 5.
fn foreign_to_the_right(judged: &Judged<'_>) -> Option<usize> {
    judged.runs_right()?;
    let is_foreign = |class| matches!(class, Bidi::R | Bidi::AL | Bidi::AN | Bidi::Other);
    bidi_classes(judged).position(is_foreign)
}

/// Section 2, rule 6.
fn wrong_end_to_the_right(judged: &Judged<'_>) -> Option<usize> {
    judged.runs_right()?;
    judged.wrong_end(|class| matches!(class, Bidi::L | Bidi::EN))
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
        let (at, class) =
            bidi_classes(self).enumerate().filter(|(_, class)| *class != Bidi::NSM).last()?;
        (!is_right(class)).then_some(at)
    }
}
