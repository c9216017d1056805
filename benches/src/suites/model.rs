//! Each fast path compared with its plain model. It must never be slower.

use super::Settings;
use crate::contest::{OursDiffer, compare, interleave};
use crate::contestants::{Direction, ModelCodec, models as contestants, samples_from};
use crate::corpus::{SCRIPTS, script_text};
use crate::report::{Section, Table};
use crate::stats::Spread;

/// The speed of each codec relative to its model, by script and length.
///
/// # Errors
///
/// [`OursDiffer`] if a codec and its model give different answers.
pub fn models(settings: &Settings) -> Result<Section, OursDiffer> {
    let mut section = Section::new("Fast paths compared with their plain models");
    section.text(format!(
        "How many times as fast as its model, by the code points of a text: the median over {} \
         scripts, and the worst with its script. A fast path counts as slower where it takes longer \
         in nine rounds of ten, twice over.",
        SCRIPTS.len()
    ));
    let mut header = vec!["codec".to_owned()];
    header.extend(LENGTHS.iter().map(|length| format!("{length} code points")));
    let header: Vec<_> = header.iter().map(String::as_str).collect();
    let mut table = Table::new(&header);
    for codec in ModelCodec::ALL {
        for direction in Direction::ALL {
            let mut row = vec![format!("{} {}", codec.name(), direction.name())];
            for length in LENGTHS {
                let cell = Cell { codec, direction, length };
                let ratios = cell.ratios(settings)?;
                section.faults.extend(cell.faults(&ratios, settings)?);
                row.push(summary(&ratios));
            }
            table.row(row);
        }
    }
    section.table(table);
    Ok(section)
}

/// The lengths of a character or two, a word, a whole label, the longest label, and a short text.
const LENGTHS: [usize; 5] = [2, 5, 20, 63, 1_000];
/// The number of code points of a pass: enough for the clock, and few enough for the slow models.
const PASS: usize = 6_000;

#[derive(Clone, Copy, Debug)]
struct Cell {
    codec: ModelCodec,
    direction: Direction,
    length: usize,
}

impl Cell {
    /// The ratio in each script that the codec reads.
    fn ratios(self, settings: &Settings) -> Result<Vec<(usize, Spread)>, OursDiffer> {
        let mut ratios = Vec::new();
        for script in 0..SCRIPTS.len() {
            if let Some(ratio) = self.ratio(script, settings)? {
                ratios.push((script, ratio));
            }
        }
        Ok(ratios)
    }

    fn ratio(self, script: usize, settings: &Settings) -> Result<Option<Spread>, OursDiffer> {
        let texts = (0..(PASS / self.length) as u64)
            .map(|seed| script_text(script, self.length, seed))
            .filter(|text| !text.is_ascii());
        let samples = samples_from(self.codec, texts.collect());
        if samples.is_empty() {
            return Ok(None);
        }
        let mut pair = contestants(self.codec, self.direction);
        compare(&mut pair, &samples)?;
        Ok(Some(interleave(&mut pair, &samples, settings.rounds).ratio(1, 0)))
    }

    /// The scripts in which the model is faster by more than the rounds differ from each other, also
    /// when they are measured again.
    fn faults(
        self,
        ratios: &[(usize, Spread)],
        settings: &Settings,
    ) -> Result<Vec<String>, OursDiffer> {
        let mut faults = Vec::new();
        for &(script, ratio) in ratios {
            if loses(ratio) && self.ratio(script, settings)?.is_some_and(loses) {
                faults.push(format!(
                    "{} {} is slower than its plain model on {} of {} code points: {:.2}",
                    self.codec.name(),
                    self.direction.name(),
                    SCRIPTS[script].name(),
                    self.length,
                    ratio.median,
                ));
            }
        }
        Ok(faults)
    }
}

fn loses(ratio: Spread) -> bool {
    ratio.high < 1.0
}

fn summary(ratios: &[(usize, Spread)]) -> String {
    let medians: Vec<_> = ratios.iter().map(|(_, ratio)| ratio.median).collect();
    let worst = ratios.iter().min_by(|one, other| one.1.median.total_cmp(&other.1.median));
    worst.map_or_else(String::new, |(script, ratio)| {
        let middle = Spread::of(&medians).median;
        format!("{middle:.2} ({} {:.2})", SCRIPTS[*script].name(), ratio.median)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn losing_is_beyond_the_spread() {
        assert!(loses(Spread { low: 0.8, median: 0.9, high: 0.99 }));
        assert!(!loses(Spread { low: 0.8, median: 0.9, high: 1.01 }));
    }

    #[test]
    fn the_worst_script_is_named() {
        let ratio = |median| Spread { low: median, median, high: median };
        let ratios = [(1, ratio(3.0)), (3, ratio(1.5)), (6, ratio(2.0))];
        assert_eq!(summary(&ratios), "2.00 (Japanese 1.50)");
        assert_eq!(summary(&[]), "");
    }
}
