//! The plan of a campaign.

use std::path::PathBuf;
use std::time::Duration;

use super::libfuzzer::Share;
use crate::targets::Target;

/// How long a campaign lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// All of it, in time.
    Time(Duration),
    /// Executions of each target and round: the same on every machine.
    Executions(u64),
}

/// The plan of a campaign: targets, budget, folders.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The targets, in their order.
    pub targets: Vec<&'static Target>,
    /// How long.
    pub budget: Budget,
    /// From which the rounds take their seeds.
    pub seed: u64,
    /// How many targets run at once.
    pub jobs: usize,
    /// The package `fuzz`, with what is on file about findings.
    pub package: PathBuf,
    /// The folder that keeps the corpus of each target between campaigns.
    pub corpus: PathBuf,
    /// The folder in which libFuzzer leaves inputs that break a property.
    pub artifacts: PathBuf,
    /// The folder for findings.
    pub findings: PathBuf,
    /// For what nobody needs afterwards.
    pub work: PathBuf,
}

/// The round in which comparisons steer, too. It comes in the middle, so that the last round can
/// build on what it found.
const VALUE_PROFILE_ROUND: usize = 1;

impl Plan {
    /// How often each target gets its turn.
    #[must_use]
    pub const fn rounds(&self) -> usize {
        match self.budget {
            Budget::Time(_) => 3,
            Budget::Executions(_) => 2,
        }
    }

    /// Whether the round uses `-use_value_profile=1`.
    #[must_use]
    pub const fn is_value_profile(&self, round: usize) -> bool {
        round == VALUE_PROFILE_ROUND
    }

    /// The share of one target in one round.
    #[must_use]
    pub fn share(&self) -> Share {
        match self.budget {
            Budget::Time(time) => {
                let slices = (self.targets.len() * self.rounds()).max(1) as u32;
                let share = time * self.jobs as u32 / slices;
                Share::Seconds(share.as_secs().max(1))
            }
            Budget::Executions(count) => Share::Executions(count),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(budget: Budget) -> Plan {
        Plan {
            targets: crate::TARGETS.iter().take(10).collect(),
            budget,
            seed: 1,
            jobs: 2,
            package: PathBuf::new(),
            corpus: PathBuf::new(),
            artifacts: PathBuf::new(),
            findings: PathBuf::new(),
            work: PathBuf::new(),
        }
    }

    #[test]
    fn the_shares_add_up_to_the_budget() {
        // 600 s on two jobs are 1200 s of work for 10 targets in 3 rounds.
        assert_eq!(plan(Budget::Time(Duration::from_secs(600))).share(), Share::Seconds(40));
        assert_eq!(plan(Budget::Time(Duration::ZERO)).share(), Share::Seconds(1));
        assert_eq!(plan(Budget::Executions(9)).share(), Share::Executions(9));
    }
}
