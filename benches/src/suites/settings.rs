//! The amount of measuring.

/// The amount of measuring.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// The number of passes of each contestant over the inputs, after one pass to warm up.
    pub rounds: usize,
    /// The number of labels, and the number of addresses.
    pub labels: usize,
    /// The largest number of code points of a long text.
    pub longest_text: usize,
    /// The largest number of octets of a long address.
    pub longest_address: usize,
    /// A peer that would need more seconds for one pass is left out.
    pub patience: f64,
}

impl Settings {
    /// The settings for the published figures.
    pub const FULL: Self = Self {
        rounds: 21,
        labels: crate::corpus::LABELS,
        longest_text: 300_000,
        longest_address: 16 << 20,
        patience: 3.0,
    };

    /// Settings for a check of a few seconds.
    pub const QUICK: Self = Self {
        rounds: 5,
        labels: crate::corpus::LABELS,
        longest_text: 10_000,
        longest_address: 1 << 20,
        patience: 0.1,
    };

    /// The number of rounds that fit into `seconds` if one round takes this long, but at least three.
    #[must_use]
    pub fn rounds_within(&self, seconds: f64, of_one: f64) -> usize {
        let fit = (seconds / of_one.max(1e-9)) as usize;
        fit.clamp(3, self.rounds.max(3))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_fit_but_are_never_fewer_than_three() {
        let full = Settings::FULL;
        assert_eq!(full.rounds_within(10.0, 0.1), 21);
        assert_eq!(full.rounds_within(10.0, 2.0), 5);
        assert_eq!(full.rounds_within(10.0, 60.0), 3);
        assert_eq!(full.rounds_within(10.0, 0.0), 21);
    }
}
