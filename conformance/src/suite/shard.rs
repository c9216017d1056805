//! Shards: the parts of a run that several machines share.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// One of several parts of a run.
///
/// The checks are dealt like cards: of seven shards, the first takes the checks 0, 7, 14, … of the
/// run. So every check is in exactly one shard, the same in every run of the same checks, and no
/// shard has two checks more than another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(try_from = "Written")]
pub struct Shard {
    /// The number, from 1.
    number: usize,
    /// How many shards there are.
    of: usize,
}

/// A shard as a file may have it.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Written {
    number: usize,
    of: usize,
}

/// Why a word or the variables of a machine do not name a shard, in one sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShardError(String);

impl fmt::Display for ShardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ShardError {}

impl Shard {
    /// The shard with this number, from 1, of so many; `None` if there is no such shard.
    #[must_use]
    pub const fn new(number: usize, of: usize) -> Option<Self> {
        if 1 <= number && number <= of {
            Some(Self { number, of })
        } else {
            None
        }
    }

    /// The shard of this machine, as the services for continuous integration name it: GitLab,
    /// CircleCI, Buildkite, Azure Pipelines, Semaphore and Bitbucket. `variable` gives the value of
    /// an environment variable.
    ///
    /// # Errors
    ///
    /// A [`ShardError`] if no service has named a shard, and if the number or the count of the first
    /// that has is missing or wrong.
    pub fn of_this_machine(variable: impl Fn(&str) -> Option<String>) -> Result<Self, ShardError> {
        for service in &SERVICES {
            if let Some(count) = variable(service.count) {
                return service.shard(&count, variable(service.index).as_deref());
            }
        }
        let names = SERVICES.map(|service| service.index).join(", ");
        Err(ShardError(format!(
            "auto needs one of the variables {names}: none is set"
        )))
    }

    /// The number, from 1.
    #[must_use]
    pub const fn number(self) -> usize {
        self.number
    }

    /// How many shards there are.
    #[must_use]
    pub const fn count(self) -> usize {
        self.of
    }

    /// Whether the shard has the check at this place of the run, from 0.
    ///
    /// # Examples
    ///
    /// ```
    /// use acegate::suite::Shard;
    ///
    /// let shard: Shard = "2/7".parse()?;
    /// assert!(shard.takes(8) && !shard.takes(7));
    /// assert_eq!(shard.place(1), 8);
    /// # Ok::<(), acegate::suite::ShardError>(())
    /// ```
    #[must_use]
    pub const fn takes(self, place: usize) -> bool {
        place % self.of == self.number - 1
    }

    /// The place in the run of this check of the shard, both from 0.
    #[must_use]
    pub const fn place(self, index: usize) -> usize {
        index * self.of + self.number - 1
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Self, ShardError> {
        Self::from_fraction(text).ok_or_else(|| {
            ShardError("expected K/N with 1 <= K <= N, such as 2/7, or auto".to_owned())
        })
    }
}

impl Shard {
    fn from_fraction(text: &str) -> Option<Self> {
        let (number, of) = text.split_once('/')?;
        // Rust would also take a sign.
        if text.contains('+') {
            return None;
        }
        Self::new(number.parse().ok()?, of.parse().ok()?)
    }
}

impl TryFrom<Written> for Shard {
    type Error = &'static str;

    fn try_from(Written { number, of }: Written) -> Result<Self, &'static str> {
        Self::new(number, of).ok_or("expected a shard with a number from 1 to \"of\"")
    }
}

/// A service for continuous integration that runs a job on several machines.
#[derive(Clone, Copy)]
struct Service {
    name: &'static str,
    /// The variable with the number of the machine.
    index: &'static str,
    /// The variable with the number of machines.
    count: &'static str,
    /// The number of the first machine: 0 or 1.
    first: usize,
}

const SERVICES: [Service; 6] = [
    Service {
        name: "GitLab",
        index: "CI_NODE_INDEX",
        count: "CI_NODE_TOTAL",
        first: 1,
    },
    Service {
        name: "CircleCI",
        index: "CIRCLE_NODE_INDEX",
        count: "CIRCLE_NODE_TOTAL",
        first: 0,
    },
    Service {
        name: "Buildkite",
        index: "BUILDKITE_PARALLEL_JOB",
        count: "BUILDKITE_PARALLEL_JOB_COUNT",
        first: 0,
    },
    Service {
        name: "Azure Pipelines",
        index: "SYSTEM_JOBPOSITIONINPHASE",
        count: "SYSTEM_TOTALJOBSINPHASE",
        first: 1,
    },
    Service {
        name: "Semaphore",
        index: "SEMAPHORE_JOB_INDEX",
        count: "SEMAPHORE_JOB_COUNT",
        first: 1,
    },
    Service {
        name: "Bitbucket",
        index: "BITBUCKET_PARALLEL_STEP",
        count: "BITBUCKET_PARALLEL_STEP_COUNT",
        first: 0,
    },
];

impl Service {
    /// The shard of a machine whose variables have these values.
    fn shard(&self, count: &str, index: Option<&str>) -> Result<Shard, ShardError> {
        let count = self.number(self.count, count)?;
        let index = match index {
            Some(index) => self.number(self.index, index)?,
            // GitLab counts the machines of every job, and numbers them only if there are several.
            None if count == 1 => self.first,
            None => return Err(self.wrong(self.index, "it is not set")),
        };
        if let Some(number) = (index + 1).checked_sub(self.first)
            && let Some(shard) = Shard::new(number, count)
        {
            return Ok(shard);
        }
        let first = self.first;
        let last = (count + first).saturating_sub(1);
        Err(self.wrong(
            self.index,
            &format!("expected {first} to {last}, found {index}"),
        ))
    }

    fn number(&self, variable: &str, value: &str) -> Result<usize, ShardError> {
        match value.parse() {
            Ok(number) => Ok(number),
            Err(_) => Err(self.wrong(variable, &format!("expected a number, found {value:?}"))),
        }
    }

    fn wrong(&self, variable: &str, what: &str) -> ShardError {
        let service = self.name;
        ShardError(format!("the variable {variable} of {service}: {what}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_disjoint_balanced_and_miss_nothing() {
        for of in [1, 2, 7, 10] {
            let shards: Vec<_> = (1..=of)
                .filter_map(|number| Shard::new(number, of))
                .collect();
            assert_eq!(shards.len(), of);
            for all in [0, 1, of - 1, of, 100, 101] {
                let sizes = shards
                    .iter()
                    .map(|it| (0..all).filter(|at| it.takes(*at)).count());
                let sizes: Vec<_> = sizes.collect();
                assert_eq!(sizes.iter().sum::<usize>(), all);
                assert!(sizes.iter().max() <= sizes.iter().min().map(|least| least + 1).as_ref());
                assert!((0..all).all(|at| shards.iter().filter(|it| it.takes(at)).count() == 1));
            }
            for shard in shards {
                let places: Vec<_> = (0..100).filter(|at| shard.takes(*at)).collect();
                assert_eq!(
                    places,
                    (0..places.len())
                        .map(|at| shard.place(at))
                        .collect::<Vec<_>>()
                );
            }
        }
    }

    #[test]
    fn a_shard_is_written_as_a_fraction_and_nothing_else() {
        assert_eq!("2/7".parse(), Ok(Shard { number: 2, of: 7 }));
        assert_eq!(Shard { number: 2, of: 7 }.to_string(), "2/7");
        for wrong in [
            "", "2", "0/7", "8/7", "2/0", "+2/7", "2/7/9", "2 / 7", "a/b", "-1/7", "/",
        ] {
            let error = wrong.parse::<Shard>().expect_err(wrong);
            assert!(error.to_string().contains("such as 2/7"), "{error}");
        }
        let read = |text| serde_json::from_str::<Shard>(text);
        assert_eq!(
            read(r#"{"number":2,"of":7}"#).expect("a shard"),
            Shard { number: 2, of: 7 }
        );
        assert!(read(r#"{"number":0,"of":7}"#).is_err());
    }

    #[test]
    fn every_service_names_the_shard_of_a_machine() {
        let of = |variables: &[(&str, &str)]| {
            Shard::of_this_machine(|name| {
                let found = variables.iter().find(|(known, _)| *known == name);
                found.map(|(_, value)| (*value).to_owned())
            })
        };
        for (index, second, count) in [
            ("CI_NODE_INDEX", "2", "CI_NODE_TOTAL"),
            ("CIRCLE_NODE_INDEX", "1", "CIRCLE_NODE_TOTAL"),
            (
                "BUILDKITE_PARALLEL_JOB",
                "1",
                "BUILDKITE_PARALLEL_JOB_COUNT",
            ),
            ("SYSTEM_JOBPOSITIONINPHASE", "2", "SYSTEM_TOTALJOBSINPHASE"),
            ("SEMAPHORE_JOB_INDEX", "2", "SEMAPHORE_JOB_COUNT"),
            (
                "BITBUCKET_PARALLEL_STEP",
                "1",
                "BITBUCKET_PARALLEL_STEP_COUNT",
            ),
        ] {
            let variables = [(index, second), (count, "7")];
            assert_eq!(of(&variables), Ok(Shard { number: 2, of: 7 }), "{index}");
        }
        // A job of GitLab that is not parallel.
        assert_eq!(
            of(&[("CI_NODE_TOTAL", "1")]),
            Ok(Shard { number: 1, of: 1 })
        );
        for (variables, expected) in [
            (&[][..], "CI_NODE_INDEX"),
            (
                &[("CI_NODE_TOTAL", "7")],
                "CI_NODE_INDEX of GitLab: it is not set",
            ),
            (
                &[("CI_NODE_TOTAL", "x")],
                "CI_NODE_TOTAL of GitLab: expected a number, found \"x\"",
            ),
            (
                &[("CI_NODE_INDEX", "0"), ("CI_NODE_TOTAL", "7")],
                "expected 1 to 7, found 0",
            ),
            (
                &[("CIRCLE_NODE_INDEX", "7"), ("CIRCLE_NODE_TOTAL", "7")],
                "0 to 6, found 7",
            ),
            (
                &[("CI_NODE_INDEX", "1"), ("CI_NODE_TOTAL", "0")],
                "expected 1 to 0, found 1",
            ),
        ] {
            let error = of(variables).expect_err(expected).to_string();
            assert!(error.contains(expected), "{error}");
        }
    }
}
