//! Punycode of long texts: the growth of the time.

use super::Settings;
use crate::contest::{
    Contestant, Origin, OursDiffer, Times, agreed, alternate, compare, interleave,
};
use crate::contestants::{Interface, Label, labels_from, punycodes};
use crate::corpus::{TextKind, different_characters, text};
use crate::report::{Goal, Plot, Section, Series, Shape, Table};
use crate::stats::growth_exponent;

/// The time for a text by its length, compared with all peers, from and to code points.
///
/// # Errors
///
/// [`OursDiffer`] if the codec gives different answers on its backends.
pub fn long_texts(settings: &Settings) -> Result<Section, OursDiffer> {
    let mut section = Section::new("Punycode, long texts");
    section.text(format!(
        "Milliseconds for one text, median; short texts in sets of different ones, so that the branch \
         predictor does not learn them. A classical encoder costs the length times the number of \
         different characters, a classical decoder the square of the length. A dash: not run, \
         because one text would take over {:.0} s. The exponents of acegate are formed inside rounds \
         in which both lengths take turns.",
        settings.patience
    ));
    for kind in TextKind::ALL {
        let steps = steps(kind, settings);
        for interface in [Interface::EncodePoints, Interface::DecodePoints] {
            let growth = Growth::measure(kind, interface, &steps, settings)?;
            growth.write(&steps, &mut section);
        }
    }
    Ok(section)
}

const LENGTHS: [usize; 6] = [100, 1_000, 10_000, 30_000, 100_000, 300_000];
/// The number of code points of a pass over short texts.
const PASS: usize = 30_000;
/// The time limit in seconds for the rounds of one length.
const BUDGET: f64 = 4.0;

/// The texts of one length.
struct Step {
    length: usize,
    different: usize,
    labels: Vec<Label>,
}

fn steps(kind: TextKind, settings: &Settings) -> Vec<Step> {
    let most = settings.longest_text.min(kind.limit());
    let lengths = LENGTHS.into_iter().filter(|length| *length <= most);
    lengths
        .map(|length| {
            let count = (PASS / length).max(1) as u64;
            let labels = labels_from((0..count).map(|seed| text(kind, length, seed)).collect());
            let different = labels.first().map_or(0, |label| different_characters(label.text));
            Step { length, different, labels }
        })
        .collect()
}

/// The milliseconds of one contestant by length.
#[derive(Clone, Debug)]
struct Line {
    name: String,
    origin: Origin,
    points: Vec<(usize, f64)>,
    /// The exponents that were measured separately, each with its two lengths.
    exponents: Vec<(usize, usize, f64)>,
}

struct Growth {
    kind: TextKind,
    interface: Interface,
    lines: Vec<Line>,
    /// The ratios to idna and to the best peer, at each length at which they take part.
    ratios: Vec<(usize, &'static str, f64)>,
    notes: Vec<String>,
}

impl Growth {
    fn measure(
        kind: TextKind,
        interface: Interface,
        steps: &[Step],
        settings: &Settings,
    ) -> Result<Self, OursDiffer> {
        let lines =
            contestants(interface).iter().map(|one| Line::new(one.name(), one.origin())).collect();
        let mut growth = Self { kind, interface, lines, ratios: Vec::new(), notes: Vec::new() };
        for step in steps {
            growth.measure_step(step, settings)?;
        }
        for (from, to) in EXPONENTS {
            let step = |length| steps.iter().find(|step| step.length == length);
            if let (Some(smaller), Some(larger)) = (step(from), step(to)) {
                growth.measure_exponent(smaller, larger, settings);
            }
        }
        Ok(growth)
    }

    /// Both lengths take turns, so that a machine that is slower for a while does not look like growth.
    fn measure_exponent(&mut self, smaller: &Step, larger: &Step, settings: &Settings) {
        let mut running = contestants(self.interface);
        running.retain(|one| one.origin() == Origin::Fast);
        for one in &mut running {
            let lists = [smaller.labels.as_slice(), larger.labels.as_slice()];
            let ratio = alternate(one, &lists, settings.rounds).ratio(1, 0).median;
            let exponent = exponent_of_text(smaller, larger, ratio);
            if let Some(line) = self.lines.iter_mut().find(|line| line.name == one.name()) {
                line.exponents.push((smaller.length, larger.length, exponent));
            }
        }
    }

    fn measure_step(&mut self, step: &Step, settings: &Settings) -> Result<(), OursDiffer> {
        let mut round = 0.0;
        let mut running = contestants(self.interface);
        running.retain(|one| {
            let line = self.lines.iter().find(|line| line.name == one.name());
            let expected = line.map_or(Some(0.0), |line| line.expected(step.length));
            let patient = expected.is_some_and(|seconds| seconds <= settings.patience);
            round += expected.filter(|_| patient).unwrap_or(0.0) * step.labels.len() as f64;
            patient || one.origin() == Origin::Fast
        });
        let disagreement = compare(&mut running, &step.labels)?;
        for (peer, count) in &disagreement.peers {
            self.notes.push(format!(
                "`{peer}` gives another answer to {count} of {} texts of {} code points, which are \
                 left out for all.",
                step.labels.len(),
                step.length
            ));
        }
        let inputs = agreed(&step.labels, &disagreement);
        if inputs.is_empty() {
            return Ok(());
        }
        let rounds = settings.rounds_within(BUDGET, round);
        let times = interleave(&mut running, &inputs, rounds);
        for (at, one) in running.iter().enumerate() {
            let milliseconds = times.of(at).median / inputs.len() as f64 / 1e6;
            if let Some(line) = self.lines.iter_mut().find(|line| line.name == one.name()) {
                line.points.push((step.length, milliseconds));
            }
        }
        self.note_ratios(step.length, &running, &times);
        Ok(())
    }

    fn note_ratios(&mut self, length: usize, running: &[Contestant<Label>], times: &Times) {
        let median = |at: &usize| times.of(*at).median;
        let peers = (0..running.len()).filter(|at| running[*at].origin() == Origin::Peer);
        let best = peers.min_by(|one, other| median(one).total_cmp(&median(other)));
        let idna = running.iter().position(|one| one.name() == "idna");
        for (name, peer) in [("idna", idna), ("the best peer", best)] {
            if let Some(peer) = peer {
                self.ratios.push((length, name, times.ratio(peer, 0).median));
            }
        }
    }

    fn write(&self, steps: &[Step], section: &mut Section) {
        let title = format!("{}, {} text", self.interface.title(), self.kind.name());
        section.heading(title.clone());
        for note in &self.notes {
            section.text(note.clone());
        }
        section.table(self.table(steps));
        section.goals.extend(self.goals());
        section.plots.push(Plot {
            name: format!("long-{}-{}", self.interface.name(), self.kind.name().to_lowercase()),
            title,
            shape: Shape::Lines {
                x: "code points".to_owned(),
                y: "milliseconds".to_owned(),
                series: self.lines.iter().map(Line::series).collect(),
            },
        });
    }

    fn table(&self, steps: &[Step]) -> Table {
        let mut header = vec!["contestant".to_owned()];
        header.extend(steps.iter().map(|step| step.length.to_string()));
        header.extend(
            EXPONENTS.map(|(from, to)| format!("exponent {}k-{}k", from / 1_000, to / 1_000)),
        );
        let header: Vec<_> = header.iter().map(String::as_str).collect();
        let mut table = Table::new(&header);
        let mut different = vec!["different characters".to_owned()];
        different.extend(steps.iter().map(|step| step.different.to_string()));
        table.row(different);
        for line in &self.lines {
            let mut row = vec![line.name.clone()];
            row.extend(steps.iter().map(|step| {
                line.at(step.length).map_or_else(|| "–".to_owned(), |time| format!("{time:.3}"))
            }));
            row.extend(EXPONENTS.map(|(from, to)| {
                line.exponent(from, to).map_or_else(String::new, |value| format!("{value:.2}"))
            }));
            table.row(row);
        }
        for name in ["idna", "the best peer"] {
            let mut row = vec![format!("first, to {name}")];
            row.extend(steps.iter().map(|step| {
                let ratio = self.ratio(step.length, name);
                ratio.map_or_else(|| "–".to_owned(), |ratio| format!("{ratio:.1}x"))
            }));
            table.row(row);
        }
        table
    }

    fn goals(&self) -> Vec<Goal> {
        let mut goals = Vec::new();
        let what = if self.interface == Interface::EncodePoints { "encode" } else { "decode" };
        let kind = self.kind.name();
        let (from, to) = if self.kind.limit() < 100_000 { EXPONENTS[0] } else { EXPONENTS[1] };
        for line in self.lines.iter().filter(|line| line.origin == Origin::Fast) {
            if let Some(exponent) = line.exponent(from, to) {
                let name = format!("{what} {kind}, growth exponent {from} to {to}, {}", line.name);
                goals.push(Goal::new(name, exponent, 1.25, 1.15));
            }
        }
        if self.kind == TextKind::Mixed {
            let wanted = match self.interface {
                Interface::EncodePoints => {
                    [("idna", 100.0, 180.0), ("the best peer", 100.0, 180.0)]
                }
                _ => [("idna", 150.0, 240.0), ("the best peer", 12.0, 28.0)],
            };
            for (peer, must, aim) in wanted {
                if let Some(ratio) = self.ratio(100_000, peer) {
                    let name = format!("{what} mixed, 100000 code points, to {peer}");
                    goals.push(Goal::new(name, ratio, must, aim));
                }
            }
        }
        goals
    }

    fn ratio(&self, length: usize, peer: &str) -> Option<f64> {
        let found = self.ratios.iter().find(|(at, name, _)| (*at, *name) == (length, peer));
        found.map(|(.., ratio)| *ratio)
    }
}

/// The exponent for one text, from the times that the passes take.
fn exponent_of_text(smaller: &Step, larger: &Step, ratio: f64) -> f64 {
    let time = |step: &Step, pass: f64| (step.length, pass / step.labels.len() as f64);
    growth_exponent(time(smaller, 1.0), time(larger, ratio))
}

/// The steps of length over which growth is measured.
const EXPONENTS: [(usize, usize); 2] = [(10_000, 30_000), (10_000, 100_000)];

impl Line {
    fn new(name: &str, origin: Origin) -> Self {
        Self { name: name.to_owned(), origin, points: Vec::new(), exponents: Vec::new() }
    }

    fn at(&self, length: usize) -> Option<f64> {
        self.points.iter().find(|point| point.0 == length).map(|point| point.1)
    }

    fn exponent(&self, from: usize, to: usize) -> Option<f64> {
        let measured = self.exponents.iter().find(|(one, other, _)| (*one, *other) == (from, to));
        if let Some((.., exponent)) = measured {
            return Some(*exponent);
        }
        Some(growth_exponent((from, self.at(from)?), (to, self.at(to)?)))
    }

    /// The seconds that a text of this length will take if the growth goes on; `None` if the contestant
    /// has already given up. The first text is expected to take no time.
    fn expected(&self, length: usize) -> Option<f64> {
        let Some(&(before, milliseconds)) = self.points.last() else {
            return Some(0.0);
        };
        let exponent = match self.points[..] {
            [.., one, other] => growth_exponent(one, other).clamp(1.0, 2.2),
            _ => 2.0,
        };
        Some(milliseconds / 1e3 * (length as f64 / before as f64).powf(exponent))
    }

    fn series(&self) -> Series {
        Series {
            name: self.name.clone(),
            points: self.points.iter().map(|&(length, time)| (length as f64, time)).collect(),
            main: self.origin == Origin::Fast,
        }
    }
}

/// The contestants that write into a buffer, and the peers. The plain model is left out, because it is
/// quadratic.
fn contestants(interface: Interface) -> Vec<Contestant<Label>> {
    let mut all = punycodes(interface);
    all.retain(|one| one.origin() != Origin::Yardstick && !one.name().contains("owned"));
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(points: &[(usize, f64)]) -> Line {
        Line { points: points.to_vec(), ..Line::new("idna", Origin::Peer) }
    }

    #[test]
    fn the_next_length_is_expected_to_go_on_growing() {
        assert_eq!(line(&[]).expected(100), Some(0.0));
        // One point: quadratic. 1 ms at 100 is 100 ms at 1,000.
        let close = |found: Option<f64>, seconds: f64| (found.unwrap() - seconds).abs() < 1e-9;
        assert!(close(line(&[(100, 1.0)]).expected(1_000), 0.1));
        // Linear so far: ten times as long, ten times the time.
        assert!(close(line(&[(100, 1.0), (1_000, 10.0)]).expected(10_000), 0.1));
        // Quadratic so far.
        assert!(close(line(&[(100, 1.0), (1_000, 100.0)]).expected(10_000), 10.0));
    }

    #[test]
    fn exponents_need_both_lengths() {
        let line = line(&[(10_000, 1.0), (100_000, 10.0)]);
        assert!((line.exponent(10_000, 100_000).unwrap() - 1.0).abs() < 1e-12);
        assert_eq!(line.exponent(10_000, 30_000), None);
        // A separate measurement counts.
        let line = Line { exponents: vec![(10_000, 100_000, 1.5)], ..line };
        assert_eq!(line.exponent(10_000, 100_000), Some(1.5));
    }

    #[test]
    fn an_exponent_is_of_one_text() {
        let step = |length, count| Step {
            length,
            different: 0,
            labels: labels_from(vec!["ü".to_owned(); count]),
        };
        // A pass over three texts takes as long as one over a text of three times the length.
        let exponent = exponent_of_text(&step(10_000, 3), &step(30_000, 1), 1.0);
        assert!((exponent - 1.0).abs() < 1e-12);
    }

    #[test]
    fn quick_texts_are_measured_without_a_peer_that_differs() {
        let settings = Settings { rounds: 3, longest_text: 1_000, ..Settings::QUICK };
        let steps = steps(TextKind::Mixed, &settings);
        assert_eq!(steps.iter().map(|step| step.labels.len()).collect::<Vec<_>>(), [300, 30]);
        let growth =
            Growth::measure(TextKind::Mixed, Interface::EncodePoints, &steps, &settings).unwrap();
        assert_eq!(growth.notes, [""; 0]);
        assert!(growth.ratio(1_000, "idna").is_some_and(|ratio| ratio > 0.0));
        assert!(growth.lines.iter().all(|line| line.points.len() == 2));
    }
}
