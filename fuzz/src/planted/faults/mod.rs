//! The faults that are planted, at least one for everything that the codecs can do wrong.

mod bootstring;
mod fast_labels;
mod labels;
mod uri2dec;

/// One fault: a piece of the code and what stands in its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The stable name.
    pub id: &'static str,
    /// The file below `codec/src`.
    pub file: &'static str,
    /// The codecs that are wrong with it.
    pub codecs: &'static [&'static str],
    /// What is wrong, for people.
    pub what: &'static str,
    /// The code, which stands in the file exactly once.
    pub find: &'static str,
    /// What stands in its place; `{on}` says whether the fault is on.
    pub replace: &'static str,
}

impl Fault {
    /// The number by which it is turned on: its place in [`FAULTS`].
    #[must_use]
    pub fn number(&self) -> usize {
        FAULTS.iter().position(|fault| fault.id == self.id).unwrap_or(FAULTS.len())
    }
}

/// The faults.
pub const FAULTS: &[Fault] = &joined::<COUNT>();

const PARTS: [&[Fault]; 4] =
    [bootstring::FAULTS, fast_labels::FAULTS, labels::FAULTS, uri2dec::FAULTS];

const COUNT: usize = {
    let (mut count, mut part) = (0, 0);
    while part < PARTS.len() {
        count += PARTS[part].len();
        part += 1;
    }
    count
};

const fn joined<const N: usize>() -> [Fault; N] {
    let mut faults = [PARTS[0][0]; N];
    let (mut at, mut part) = (0, 0);
    while part < PARTS.len() {
        let mut place = 0;
        while place < PARTS[part].len() {
            faults[at] = PARTS[part][place];
            (at, place) = (at + 1, place + 1);
        }
        part += 1;
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn there_are_enough_with_names_of_their_own_over_all_codecs() {
        assert!(FAULTS.len() >= 40);
        let names: BTreeSet<_> = FAULTS.iter().map(|fault| fault.id).collect();
        assert_eq!(names.len(), FAULTS.len());
        for codec in acegate_codec::codecs() {
            assert!(
                FAULTS.iter().any(|fault| fault.codecs.contains(&codec.id())),
                "{}",
                codec.id()
            );
        }
    }
}
