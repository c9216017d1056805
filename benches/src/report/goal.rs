//! The goals of the codecs, and whether they are reached.

use super::{Align, Table};

/// A figure that must reach a bound.
#[derive(Clone, Debug, PartialEq)]
pub struct Goal {
    what: String,
    measured: f64,
    must: f64,
    aim: f64,
}

impl Goal {
    /// A goal with a bound that must be reached and an aim that should be.
    ///
    /// An aim above the bound makes it a lower bound, an aim below it an upper bound.
    #[must_use]
    pub fn new(what: impl Into<String>, measured: f64, must: f64, aim: f64) -> Self {
        Self { what: what.into(), measured, must, aim }
    }

    /// Whether the bound is reached.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.reaches(self.must)
    }

    fn reaches(&self, bound: f64) -> bool {
        if self.is_lower_bound() { self.measured >= bound } else { self.measured <= bound }
    }

    fn is_lower_bound(&self) -> bool {
        self.aim > self.must
    }

    fn verdict(&self) -> &'static str {
        match (self.holds(), self.reaches(self.aim)) {
            (true, true) => "holds, aim reached",
            (true, false) => "holds",
            (false, _) => "**missed**",
        }
    }
}

/// The goals with their verdicts.
#[must_use]
pub fn goal_table(goals: &[Goal]) -> Table {
    let mut table = Table::new(&["goal", "must", "aim", "measured", "verdict"]);
    table.align(&[Align::Left, Align::Right, Align::Right, Align::Right, Align::Left]);
    for goal in goals {
        let sign = if goal.is_lower_bound() { '≥' } else { '≤' };
        table.row([
            goal.what.clone(),
            format!("{sign} {}", goal.must),
            format!("{sign} {}", goal.aim),
            format!("{:.2}", goal.measured),
            goal.verdict().to_owned(),
        ]);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_aim_says_on_which_side_the_bound_is() {
        let verdict = |measured, must, aim| Goal::new("", measured, must, aim).verdict();
        assert_eq!(verdict(3.9, 4.0, 5.5), "**missed**");
        assert_eq!(verdict(4.0, 4.0, 5.5), "holds");
        assert_eq!(verdict(6.0, 4.0, 5.5), "holds, aim reached");
        assert_eq!(verdict(1.3, 1.25, 1.15), "**missed**");
        assert_eq!(verdict(1.2, 1.25, 1.15), "holds");
        assert_eq!(verdict(1.0, 1.25, 1.15), "holds, aim reached");
    }

    #[test]
    fn a_figure_that_is_none_reaches_nothing() {
        assert!(!Goal::new("", f64::NAN, 1.25, 1.15).holds());
        assert!(!Goal::new("", f64::NAN, 4.0, 5.0).holds());
    }
}
