//! The counts at the end of the report for people.

use std::collections::BTreeMap;
use std::io::{self, Write};

use super::style::QUIET;
use crate::escape::{printable, printable_start};
use crate::judge::Verdict;

/// How many reasons for skipping are shown.
const SHOWN: usize = 8;

/// How many different reasons are counted separately.
const KEPT: usize = 1000;

/// How many octets of a reason are shown.
const REASON: usize = 300;

/// How many checks got which verdict, by codec.
#[derive(Debug, Default)]
pub(super) struct Table {
    codecs: BTreeMap<String, BTreeMap<Verdict, usize>>,
}

impl Table {
    pub(super) fn add(&mut self, codec: &str, verdict: Verdict) {
        if !self.codecs.contains_key(codec) {
            self.codecs.insert(codec.to_owned(), BTreeMap::new());
        }
        if let Some(counts) = self.codecs.get_mut(codec) {
            *counts.entry(verdict).or_default() += 1;
        }
    }

    /// Writes the codecs with at least one check that was not skipped. The reasons for skipping cover the
    /// others.
    pub(super) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let was_asked = |counts: &BTreeMap<_, _>| counts.keys().any(|it| *it != Verdict::Skip);
        let codecs = self.codecs.iter().filter(|(_, counts)| was_asked(counts));
        let codecs: Vec<_> = codecs.map(|(codec, counts)| (printable(codec), counts)).collect();
        if codecs.is_empty() {
            return Ok(());
        }
        let seen = Verdict::ALL.into_iter();
        let seen = seen.filter(|it| codecs.iter().any(|(_, counts)| counts.contains_key(it)));
        let seen: Vec<_> = seen.collect();
        let width = codecs.iter().map(|(codec, _)| codec.len()).max().unwrap_or_default().max(5);
        write!(out, "\n{QUIET}{:width$}", "codec")?;
        for verdict in &seen {
            write!(out, "  {verdict:>6}")?;
        }
        writeln!(out, "{QUIET:#}")?;
        for (codec, counts) in &codecs {
            write!(out, "{codec:width$}")?;
            for verdict in &seen {
                let cell = verdict.code().len().max(6);
                let count = counts.get(verdict).copied().unwrap_or_default();
                write!(out, "  {count:>cell$}")?;
            }
            writeln!(out)?;
        }
        Ok(())
    }
}

/// Why checks were skipped.
#[derive(Debug, Default)]
pub(super) struct Skips {
    reasons: BTreeMap<String, usize>,
    others: usize,
}

impl Skips {
    pub(super) fn add(&mut self, reason: &str) {
        let reason = printable_start(reason, REASON);
        if self.reasons.len() < KEPT || self.reasons.contains_key(&reason) {
            *self.reasons.entry(reason).or_default() += 1;
        } else {
            self.others += 1;
        }
    }

    /// How many checks were skipped for each reason, in sentences.
    pub(super) fn lines(&self, has_file: bool) -> Vec<(usize, String)> {
        let mut reasons: Vec<_> = self.reasons.iter().collect();
        reasons.sort_by(|a, b| b.1.cmp(a.1).then(a.0.cmp(b.0)));
        let (shown, others) = reasons.split_at(reasons.len().min(SHOWN));
        let others: usize = others.iter().map(|(_, count)| **count).sum::<usize>() + self.others;
        let shown = shown.iter().map(|&(reason, &count)| (count, format!("skipped: {reason}")));
        let place = if has_file { "in the report file" } else { "--report FILE holds them" };
        let rest = (others > 0).then(|| (others, format!("skipped for other reasons ({place})")));
        shown.chain(rest).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(skips: &Skips, has_file: bool) -> String {
        let lines = skips.lines(has_file).into_iter();
        lines.map(|(count, text)| format!("{count} {text}\n")).collect()
    }

    #[test]
    fn a_report_file_is_named_only_where_there_is_one() {
        let mut skips = Skips::default();
        (0..=SHOWN).for_each(|number| skips.add(&number.to_string()));
        assert!(
            written(&skips, true).ends_with("1 skipped for other reasons (in the report file)\n")
        );
        let without = "1 skipped for other reasons (--report FILE holds them)\n";
        assert!(written(&skips, false).ends_with(without));
    }

    #[test]
    fn reasons_without_end_are_bounded_in_length_and_number() {
        let mut skips = Skips::default();
        for number in 0..2 * KEPT {
            skips.add(&format!("{number}{}", "x".repeat(1 << 16)));
        }
        assert_eq!((skips.reasons.len(), skips.others), (KEPT, KEPT));
        let text = written(&skips, false);
        assert!(text.lines().all(|line| line.len() < REASON + 60), "{text}");
        assert!(
            text.contains(&format!("{} skipped for other reasons", 2 * KEPT - SHOWN)),
            "{text}"
        );
    }

    #[test]
    fn a_codec_that_was_never_asked_has_no_row() {
        let mut table = Table::default();
        for (codec, verdict) in
            [("lace", Verdict::Skip), ("punycode", Verdict::Pass), ("punycode", Verdict::Skip)]
        {
            table.add(codec, verdict);
        }
        let mut out = Vec::new();
        table.write(&mut out).expect("memory takes it");
        let text = String::from_utf8(out).expect("UTF-8");
        assert!(text.contains("\npunycode       1       1\n"), "{text}");
        assert!(!text.contains("lace"), "{text}");
    }
}
