//! Punycode of labels.

use super::Settings;
use crate::contest::{
    Contestant, Disagreement, Origin, OursDiffer, Times, agreed, compare, interleave,
};
use crate::contestants::{Interface, Label, labels_from, punycodes};
use crate::corpus;
use crate::report::{Goal, Plot, Section, Shape, Table};

/// The time for a label, compared with all peers, by interface.
///
/// # Errors
///
/// [`OursDiffer`] if the codec and its model give different answers.
pub fn short_labels(settings: &Settings) -> Result<Section, OursDiffer> {
    let mut section = Section::new("Punycode, short labels");
    let labels = labels_from(corpus::labels(settings.labels));
    section.text(describe(&labels, settings));
    for interface in Interface::ALL {
        let mut contestants = punycodes(interface);
        let disagreement = compare(&mut contestants, &labels)?;
        let inputs = agreed(&labels, &disagreement);
        let times = interleave(&mut contestants, &inputs, settings.rounds);
        let contest = Contest { interface, contestants: &contestants, inputs: &inputs, times };
        contest.write(&disagreement, &mut section);
    }
    Ok(section)
}

fn describe(labels: &[Label], settings: &Settings) -> String {
    let count = labels.len().max(1) as f64;
    let mean =
        |size: &dyn Fn(&Label) -> usize| labels.iter().map(size).sum::<usize>() as f64 / count;
    format!(
        "{} different labels in {} scripts by turns: on average {:.1} code points, of which {:.1} \
         outside ASCII, {:.1} octets of UTF-8 and {:.1} of Punycode. {} rounds; median, and the \
         10th to 90th percentile in brackets. Ratios are formed inside each round and tell how many \
         times as fast as the peer; *best* is the peer with the least median.",
        labels.len(),
        corpus::SCRIPTS.len(),
        mean(&|label| label.points.len()),
        mean(&|label| label.points.iter().filter(|point| **point >= 0x80).count()),
        mean(&|label| label.text.len()),
        mean(&|label| label.code.len()),
        settings.rounds,
    )
}

struct Contest<'a> {
    interface: Interface,
    contestants: &'a [Contestant<Label>],
    inputs: &'a [Label],
    times: Times,
}

impl Contest<'_> {
    fn write(&self, disagreement: &Disagreement, section: &mut Section) {
        section.heading(self.interface.title());
        for (peer, count) in &disagreement.peers {
            section.text(format!(
                "`{peer}` gives another answer to {count} labels, which are left out for all."
            ));
        }
        section.table(self.table());
        section.plots.push(self.plot());
        section.goals.extend(self.goals());
    }

    fn table(&self) -> Table {
        let header = ["contestant", "ns per label", "idna = 1", "best = 1", "Mcp/s"];
        let mut table = Table::new(&header);
        let (idna, best) = (self.place("idna"), self.best());
        let code_points: usize = self.inputs.iter().map(|label| label.points.len()).sum();
        for (at, contestant) in self.contestants.iter().enumerate() {
            let per_pass = self.times.of(at);
            let [low, median, high] = [per_pass.low, per_pass.median, per_pass.high]
                .map(|time| time / self.inputs.len().max(1) as f64);
            let ratio = |to: Option<usize>| {
                to.map_or_else(String::new, |to| {
                    let ratio = self.times.ratio(to, at);
                    format!("{:.2} ({:.2}-{:.2})", ratio.median, ratio.low, ratio.high)
                })
            };
            table.row([
                contestant.name().to_owned(),
                format!("{median:.0} ({low:.0}-{high:.0})"),
                ratio(idna),
                ratio(best),
                format!("{:.1}", code_points as f64 * 1e3 / per_pass.median),
            ]);
        }
        table
    }

    fn plot(&self) -> Plot {
        let bars = self.contestants.iter().enumerate().filter(|(_, one)| one.name() != "plain");
        let bars = bars.map(|(at, one)| {
            let per_label = self.times.of(at).median / self.inputs.len().max(1) as f64;
            (one.name().to_owned(), per_label, one.origin() == Origin::Fast)
        });
        Plot {
            name: format!("short-{}", self.interface.name()),
            title: format!("Punycode, {}, 10,000 labels of 13 scripts", self.interface.title()),
            shape: Shape::Bars {
                axis: "ns per label, less is faster".to_owned(),
                bars: bars.collect(),
            },
        }
    }

    fn goals(&self) -> Vec<Goal> {
        let ratio = |ours: &str, peer: Option<usize>| {
            let (ours, peer) = (self.place(ours)?, peer?);
            Some(self.times.ratio(peer, ours).median)
        };
        let (idna, best) = (self.place("idna"), self.best());
        let wanted: &[(&str, &str, Option<usize>, f64, f64)] = match self.interface {
            Interface::EncodeText => &[
                ("encode UTF-8, into a buffer, to idna", "acegate-into-v3", idna, 4.0, 5.5),
                (
                    "encode UTF-8, into a buffer, to the best peer",
                    "acegate-into-v3",
                    best,
                    3.0,
                    4.5,
                ),
                ("encode UTF-8, returning a string, to idna", "acegate-owned-v3", idna, 3.5, 4.5),
                ("encode UTF-8, portable, to idna", "acegate-into-portable", idna, 4.0, 4.7),
            ],
            Interface::DecodeText => &[
                ("decode to UTF-8, into a buffer, to idna", "acegate-into-v3", idna, 2.8, 3.7),
                ("decode to UTF-8, portable, to idna", "acegate-into-portable", idna, 2.0, 2.8),
            ],
            Interface::EncodePoints | Interface::DecodePoints => &[],
        };
        wanted
            .iter()
            .filter_map(|&(what, ours, peer, must, aim)| {
                Some(Goal::new(what, ratio(ours, peer)?, must, aim))
            })
            .collect()
    }

    fn place(&self, name: &str) -> Option<usize> {
        self.contestants.iter().position(|contestant| contestant.name() == name)
    }

    fn best(&self) -> Option<usize> {
        let is_peer = |at: &usize| self.contestants[*at].origin() == Origin::Peer;
        let median = |at: &usize| self.times.of(*at).median;
        let peers = (0..self.contestants.len()).filter(is_peer);
        peers.min_by(|one, other| median(one).total_cmp(&median(other)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_is_a_peer_and_ratios_are_to_it() {
        let contestants = punycodes(Interface::EncodePoints);
        // The codec takes 100 ns, its model 20 ns, idna 400 ns, all others 300 ns.
        let time = |one: &Contestant<Label>| match (one.origin(), one.name()) {
            (Origin::Fast, _) => 100.0,
            (Origin::Yardstick, _) => 20.0,
            (_, "idna") => 400.0,
            _ => 300.0,
        };
        let times = Times::from_rounds(contestants.iter().map(|one| vec![time(one)]).collect());
        let inputs = labels_from(vec!["bücher".to_owned()]);
        let contest = Contest {
            interface: Interface::EncodeText,
            contestants: &contestants,
            inputs: &inputs,
            times,
        };
        let best = contest.best().unwrap();
        assert_eq!(contestants[best].name(), "unic");
        let goals = contest.goals();
        // 400 / 100 and 300 / 100 if the processor has both backends.
        assert!(goals.contains(&Goal::new("encode UTF-8, portable, to idna", 4.0, 4.0, 4.7)));
        assert!(contest.table().to_string().contains("4.00 (4.00-4.00)"));
        // Six code points in 100 ns are 60 million a second.
        assert!(contest.table().to_string().contains("60.0"));
    }
}
