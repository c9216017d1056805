//! The table of the laws and the deviations that each finds.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use serde_json::{Value as Json, json};

use super::{Found, Hit, Trial};

/// Deviations that no random request shows, and why.
const UNREACHED: [(&str, &str); 1] = [(
    "punycode/encoder-wraps-at-32-bits",
    "the delta to 10FFFF passes 32 bits after 3,855 code points, and the longest input of a target has 2,048 octets",
)];

/// The results for all deviations.
#[derive(Clone, Debug)]
pub struct Table {
    /// One row a deviation.
    pub rows: Vec<Found>,
    /// How hard the laws tried.
    pub trial: Trial,
}

impl Table {
    /// Whether a law finds each deviation that it can find.
    #[must_use]
    pub fn is_enough(&self) -> bool {
        self.missed().all(|row| UNREACHED.iter().any(|(id, _)| *id == row.deviation.id))
    }

    /// The deviations that are wrong and found by no law.
    pub fn missed(&self) -> impl Iterator<Item = &Found> {
        self.rows.iter().filter(|row| row.deviation.equivalent.is_none() && !row.is_found())
    }

    /// For programs.
    #[must_use]
    pub fn json(&self) -> Json {
        let row = |row: &Found| {
            let Found { deviation, laws } = row;
            let hit = |hit: Hit| json!({ "request": hit.request, "seed": hit.is_seed });
            let laws: BTreeMap<_, _> =
                laws.iter().map(|(law, found)| (*law, found.map(hit))).collect();
            json!({ "deviation": deviation.id, "equivalent": deviation.equivalent, "laws": laws })
        };
        json!({
            "format": 2,
            "seed": self.trial.seed,
            "executions": self.trial.executions,
            "deviations": self.rows.iter().map(row).collect::<Vec<_>>(),
        })
    }

    /// For people.
    #[must_use]
    pub fn markdown(&self) -> String {
        let Trial { seed, executions } = self.trial;
        let wrong: Vec<_> =
            self.rows.iter().filter(|row| row.deviation.equivalent.is_none()).collect();
        let missed: Vec<_> = self.missed().collect();
        let mut out = format!(
            "# The laws and the deviations that each finds\n\nMade by `cargo run --release -p \
             acegate-fuzz -- planted --seed {seed} --runs {executions}`.\n\nEach of {} deviations \
             was the subject of each law of its codec, with at most {executions} requests of each target: a third of \
             random octets, the others those of vectors with up to eight changes. Then came the \
             seeds. {} were found by a law. The codecs without a deviation broke no law by the same requests. A law is about some \
             of the ways of being wrong, so that it need not find all deviations of its codecs; \
             `fast_equals_plain` compares with the model and is about each. *Alone* counts the deviations \
             that no other law found, *executions* the random requests up to the first that broke the law.\n\n\
             | law | deviations of its codecs | found | by a seed only | alone | executions, median | most |\n\
             | --- | ---: | ---: | ---: | ---: | ---: | ---: |\n",
            wrong.len(),
            wrong.len() - missed.len(),
        );
        let laws: BTreeSet<_> = wrong.iter().flat_map(|row| row.laws.keys().copied()).collect();
        for law in laws {
            let concerned: Vec<_> = wrong.iter().filter_map(|row| row.laws.get(law)).collect();
            let hits: Vec<Hit> = concerned.iter().filter_map(|it| **it).collect();
            let random = hits.iter().filter(|hit| !hit.is_seed);
            let mut numbers: Vec<_> = random.map(|hit| hit.request).collect();
            numbers.sort_unstable();
            let is_alone = |row: &&&Found| {
                let mut found = row.laws.iter().filter(|(_, number)| number.is_some());
                found.next().is_some_and(|(name, _)| *name == law) && found.next().is_none()
            };
            let shown = |at: usize| numbers.get(at).map_or("-".to_owned(), ToString::to_string);
            out += &format!(
                "| `{law}` | {} | {} | {} | {} | {} | {} |\n",
                concerned.len(),
                hits.len(),
                hits.len() - numbers.len(),
                wrong.iter().filter(is_alone).count(),
                shown(numbers.len() / 2),
                shown(numbers.len().saturating_sub(1)),
            );
        }
        out += "\n## Not found by a law that is about each\n\n";
        out += "| deviation | why |\n| --- | --- |\n";
        for Found { deviation, laws } in &self.rows {
            if laws.get("fast_equals_plain").is_none_or(Option::is_some) {
                continue;
            }
            let known = UNREACHED.iter().find(|(id, _)| *id == deviation.id);
            let why = deviation.equivalent.or(known.map(|(_, why)| *why));
            let others = laws.iter().filter(|(_, number)| number.is_some());
            let others: Vec<_> = others.map(|(law, _)| format!("`{law}`")).collect();
            let found = format!("no request of that law shows it; found by {}", others.join(", "));
            let why = why.unwrap_or(if others.is_empty() { "no request shows it" } else { &found });
            writeln!(out, "| `{}` | {why} |", deviation.id)
                .expect("writing to a string does not fail");
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use acegate_deviations::find;

    #[test]
    fn a_deviation_that_is_missed_without_a_reason_is_not_enough() {
        let row = |id| Found {
            deviation: find(id).expect("a deviation"),
            laws: [("fast_equals_plain", None)].into(),
        };
        let trial = Trial { seed: 1, executions: 1 };
        let rows: Vec<_> = UNREACHED.iter().map(|(id, _)| row(id)).collect();
        let mut table = Table { rows, trial };
        assert!(table.is_enough());
        table.rows.push(row("punycode/threshold-test-without-tmin"));
        assert!(table.is_enough(), "its answers are right");
        table.rows.push(row("punycode/leading-delimiter-consumed"));
        assert!(!table.is_enough());
        let text = table.markdown();
        assert!(
            text.contains("`punycode/leading-delimiter-consumed` | no request shows it"),
            "{text}"
        );
    }
}
