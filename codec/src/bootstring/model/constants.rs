//! The literal numbers in the procedures of Bootstring. Each can be replaced.

use crate::bootstring::ParameterSet;

/// A literal number in the procedures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Constant {
    /// The lowest threshold.
    TMin,
    /// The highest threshold.
    TMax,
    /// The lowest threshold, which the adaptation does not know.
    LowestThreshold,
    /// The highest threshold, which the adaptation does not know.
    HighestThreshold,
    /// The skew.
    Skew,
    /// The divisor of the first delta.
    Damp,
    /// The divisor of the other deltas.
    Half,
    /// The bias of the first number.
    InitialBias,
    /// The code point from which the first delta counts.
    InitialN,
    /// The greatest delta that the adaptation does not divide again.
    Limit,
    /// The divisor of a delta above the limit.
    Divisor,
    /// The number that each of these divisions adds to the bias.
    Step,
    /// The factor by which a delta is multiplied before it is divided by itself and the skew.
    Slope,
    /// The number that is added to the values of the small letters, as digits.
    SmallLetters,
    /// The number that is added to the values of the capital letters, as digits.
    CapitalLetters,
    /// The number that is added to the values of the figures, as digits.
    Figures,
}

/// The literal numbers in the procedures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the variants of `Constant` say what they are")]
pub struct Constants {
    pub base: i128,
    pub t_min: i128,
    pub t_max: i128,
    pub skew: i128,
    pub damp: i128,
    pub half: i128,
    pub initial_bias: i128,
    pub initial_n: i128,
    pub limit: i128,
    pub divisor: i128,
    pub step: i128,
    pub slope: i128,
    pub small_letters: i128,
    pub capital_letters: i128,
    pub figures: i128,
}

impl Constants {
    /// The numbers of these parameters, and of section 6.1.
    #[must_use]
    pub fn of(set: &ParameterSet<'_>) -> Self {
        let mut constants = Self {
            base: set.base.into(),
            t_min: set.t_min.into(),
            t_max: set.t_max.into(),
            skew: set.skew.into(),
            damp: set.damp.into(),
            half: 2,
            initial_bias: set.initial_bias.into(),
            initial_n: set.initial_n.into(),
            limit: 0,
            divisor: 0,
            step: set.base.into(),
            slope: 0,
            small_letters: 0,
            capital_letters: 0,
            figures: 0,
        };
        constants.derive();
        constants
    }

    /// Calculates the numbers of the adaptation that are made of thresholds.
    fn derive(&mut self) {
        self.divisor = self.base - self.t_min;
        self.limit = (self.divisor * self.t_max) / 2;
        self.slope = self.divisor + 1;
    }

    pub(super) fn change(&mut self, constant: Constant, value: i128) {
        let number = match constant {
            Constant::TMin | Constant::LowestThreshold => &mut self.t_min,
            Constant::TMax | Constant::HighestThreshold => &mut self.t_max,
            Constant::Skew => &mut self.skew,
            Constant::Damp => &mut self.damp,
            Constant::Half => &mut self.half,
            Constant::InitialBias => &mut self.initial_bias,
            Constant::InitialN => &mut self.initial_n,
            Constant::Limit => &mut self.limit,
            Constant::Divisor => &mut self.divisor,
            Constant::Step => &mut self.step,
            Constant::Slope => &mut self.slope,
            Constant::SmallLetters => &mut self.small_letters,
            Constant::CapitalLetters => &mut self.capital_letters,
            Constant::Figures => &mut self.figures,
        };
        *number = value;
        if matches!(constant, Constant::TMin | Constant::TMax) {
            self.derive();
        }
    }

    /// The number that is added to the value of this character as a digit.
    pub(super) fn added_to(&self, character: u32) -> i128 {
        match char::from_u32(character) {
            Some('a'..='z') => self.small_letters,
            Some('A'..='Z') => self.capital_letters,
            Some('0'..='9') => self.figures,
            _ => 0,
        }
    }
}
