//! The report for people.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use serde_json::Value as Json;

use super::event::{BehavesLike, CaseEvent, Event, RunEnd, RunStart};
use super::printable::{printable, printable_value};
use crate::judge::{ExitStatus, Failing, Verdict};

const BAD: Style = AnsiColor::Red.on_default().bold();
const GOOD: Style = AnsiColor::Green.on_default().bold();
const MILD: Style = AnsiColor::Yellow.on_default();
const QUIET: Style = Style::new().dimmed();

/// How many reasons for skipping are shown.
const SKIP_REASONS: usize = 8;

/// How many libraries are named in which a deviation was seen.
const SEEN: usize = 3;

/// What the report shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextOptions {
    /// How many failures are shown in full. The others get one line each.
    pub details: usize,
}

impl Default for TextOptions {
    fn default() -> Self {
        Self { details: 20 }
    }
}

/// Renders the events of one run as text, in the order of the suite.
#[derive(Debug, Default)]
pub struct TextReport {
    options: TextOptions,
    start: RunStart,
    failures: Vec<CaseEvent>,
    skipped: BTreeMap<String, usize>,
    codecs: BTreeMap<Cow<'static, str>, BTreeMap<Verdict, usize>>,
}

impl TextReport {
    /// A report with these options.
    #[must_use]
    pub fn new(options: TextOptions) -> Self {
        Self { options, ..Self::default() }
    }

    /// Takes an event. The text is written with the last one.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    pub fn take(&mut self, event: &Event, out: &mut dyn Write) -> io::Result<()> {
        match event {
            Event::RunStart(start) => {
                self.start = (**start).clone();
                Ok(())
            }
            Event::Case(case) => {
                let counts = self.codecs.entry(case.codec.clone()).or_default();
                *counts.entry(case.verdict).or_default() += 1;
                if case.verdict.is_failure() || case.verdict == Verdict::NotRun {
                    self.failures.push((**case).clone());
                } else if case.verdict == Verdict::Skip {
                    let reason = case.observed["reason"].as_str().unwrap_or_default();
                    *self.skipped.entry(printable(reason)).or_default() += 1;
                }
                Ok(())
            }
            Event::RunEnd(end) => self.write(end, out),
        }
    }

    fn write(&mut self, end: &RunEnd, out: &mut dyn Write) -> io::Result<()> {
        self.failures.sort_by(|a, b| (&a.file, a.line, &a.name).cmp(&(&b.file, b.line, &b.name)));
        let identity = &self.start.implementation;
        let words = [&identity.name, &identity.version]
            .into_iter()
            .filter(|word| !word.is_empty())
            .map(|word| printable(word))
            .collect::<Vec<_>>();
        let language = match identity.language.as_str() {
            "" => String::new(),
            language => format!(" ({})", printable(language)),
        };
        writeln!(out, "{}{language}, {} checks", words.join(" "), self.start.checks)?;
        let not_run = self.failures.iter().filter(|case| case.verdict == Verdict::NotRun).count();
        let failures = self.failures.iter().filter(|case| case.verdict != Verdict::NotRun);
        for (index, case) in failures.enumerate() {
            if index < self.options.details {
                self.write_case(case, end, out)?;
            } else {
                if index == self.options.details {
                    let further = if index == 0 { "failures" } else { "further failures" };
                    writeln!(out, "\n{further} in short (--details shows more of them in full):")?;
                }
                self.write_title(case, out)?;
            }
        }
        if not_run > 0 {
            let first = self.failures.iter().find(|case| case.verdict == Verdict::NotRun);
            let reason = first.and_then(|case| case.observed["text"].as_str()).unwrap_or_default();
            writeln!(out, "\n{BAD}{not_run} checks not run{BAD:#}: {}", printable(reason))?;
        }
        for like in &end.behaves_like {
            let BehavesLike { deviation, summary, explained, telling, .. } = like;
            writeln!(out, "\n{MILD}behaves like{MILD:#} {}{}", printable(deviation), seen(like))?;
            writeln!(out, "  {} (agrees on {explained} of {telling})", printable(summary))?;
        }
        self.write_table(out)?;
        self.write_end(end, out)
    }

    fn write_title(&self, case: &CaseEvent, out: &mut dyn Write) -> io::Result<()> {
        let style = if case.unexpected { BAD } else { MILD };
        let verdict = match case.failing {
            Some(failing) => describe(failing),
            None => case.verdict.code(),
        };
        let order = if case.order_dependent { ", not when asked alone" } else { "" };
        let advisory = if case.unexpected { "" } else { " (advisory)" };
        writeln!(out, "{style}{verdict}{style:#}{order}{advisory}  {}", printable(&case.name))
    }

    fn write_case(&self, case: &CaseEvent, end: &RunEnd, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out)?;
        self.write_title(case, out)?;
        let mut asked = format!("{} {}", printable(&case.op), printable_value(&case.input));
        for (name, value) in &case.params {
            let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            asked += &format!("  {}={}", printable(name), printable(&value));
        }
        let mut line = |name: &str, text: &str| writeln!(out, "  {QUIET}{name:<9}{QUIET:#} {text}");
        line("asked", &format!("{} {asked}", printable(&case.codec)))?;
        let expected: Vec<_> = case.expected.iter().map(show_expected).collect();
        line("expected", &expected.join(", or "))?;
        line("got", &show_observed(&case.observed))?;
        if let Some(step) = case.step {
            line("step", &show_step(case, step))?;
        }
        let clause = format!("{}, {} ({})", case.document, case.clause, case.level);
        line("clause", &printable(&clause))?;
        if let Some(note) = &case.note {
            line("because", &printable(note))?;
        }
        if let Some(like) =
            end.behaves_like.iter().find(|like| like.checks.iter().any(|name| *name == case.name))
        {
            line("like", &format!("{}{}", printable(&like.deviation), seen(like)))?;
        }
        if !case.stderr.is_empty() {
            line("stderr", &last_lines(&case.stderr))?;
        }
        line("vector", &format!("{}:{}", printable(&case.file), case.line))?;
        let words = ["acegate", "check"].into_iter();
        let words = words.chain(self.start.arguments.iter().map(String::as_str));
        line("repeat", &printable(&shell_words::join(words.chain(["--id", &case.case]))))
    }

    fn write_table(&self, out: &mut dyn Write) -> io::Result<()> {
        let seen: Vec<_> = Verdict::ALL
            .into_iter()
            .filter(|verdict| self.codecs.values().any(|counts| counts.contains_key(verdict)))
            .collect();
        if seen.is_empty() {
            return Ok(());
        }
        let codecs = self.codecs.iter().map(|(codec, counts)| (printable(codec), counts));
        let codecs: Vec<_> = codecs.collect();
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

    fn write_end(&self, end: &RunEnd, out: &mut dyn Write) -> io::Result<()> {
        let totals = &end.totals;
        if !self.skipped.is_empty() {
            let mut reasons: Vec<_> = self.skipped.iter().collect();
            reasons.sort_by(|a, b| b.1.cmp(a.1).then(a.0.cmp(b.0)));
            let (shown, others) = reasons.split_at(reasons.len().min(SKIP_REASONS));
            let others: usize = others.iter().map(|(_, count)| **count).sum();
            for (reason, count) in shown {
                writeln!(out, "{count:>6} skipped: {reason}")?;
            }
            if others > 0 {
                writeln!(out, "{others:>6} skipped for other reasons (in the report file)")?;
            }
        }
        if self.start.filtered > 0 {
            writeln!(out, "{} checks were left out by the filters", self.start.filtered)?;
        }
        if totals.other_kinds > 0 && !self.start.strict_errors {
            writeln!(
                out,
                "{} inputs were refused for another reason than expected (--strict-errors fails them)",
                totals.other_kinds
            )?;
        }
        if totals.advisory > 0 {
            writeln!(out, "{} failures are advisory (--enforce counts them)", totals.advisory)?;
        }
        for remark in &end.remarks {
            writeln!(out, "{MILD}remark{MILD:#}: {}", printable(remark))?;
        }
        let seconds = end.elapsed_us as f64 / 1e6;
        let (style, text) = match end.exit {
            ExitStatus::AsExpected => (GOOD, format!("all {} as expected", totals.run())),
            ExitStatus::Unexpected => {
                (BAD, format!("{} of {} not as expected", totals.unexpected, totals.run()))
            }
            ExitStatus::NotAlive => (BAD, "the implementation could not be kept alive".to_owned()),
            ExitStatus::NothingRan => (BAD, "nothing was run".to_owned()),
            ExitStatus::Interrupted => (BAD, "interrupted".to_owned()),
            ExitStatus::Usage => (BAD, "usage".to_owned()),
        };
        writeln!(out, "{style}{text}{style:#}, {seconds:.3} s")
    }
}

/// Where a deviation was seen, in brackets.
fn seen(like: &BehavesLike) -> String {
    if like.seen.is_empty() {
        return String::new();
    }
    let mut libraries: Vec<_> = like.seen.iter().map(|library| printable(library)).collect();
    if libraries.len() > SEEN {
        let more = libraries.len() - SEEN;
        libraries.truncate(SEEN);
        libraries.push(format!("{more} more"));
    }
    format!(", seen in {}", libraries.join("; "))
}

const fn describe(failing: Failing) -> &'static str {
    match failing {
        Failing::WrongValue => "wrong value",
        Failing::AcceptedWrongly => "accepted wrongly",
        Failing::RefusedWrongly => "refused wrongly",
        Failing::WrongKind => "refused for another reason",
    }
}

/// The first step whose answer is wrong, from 1, with what was to come of it and what came.
fn show_step(case: &CaseEvent, step: usize) -> String {
    let shown = |list: &Json| match list.get(step) {
        Some(value) => printable_value(value),
        None => "nothing".to_owned(),
    };
    // Of several right lists that agree so far, each says what might have come.
    let agrees = |right: &&Json| {
        let found = case.observed["ok"].as_array().into_iter().flatten();
        right
            .as_array()
            .is_some_and(|right| right.iter().zip(found).take(step).all(|(a, b)| a == b))
    };
    let right = case.expected.iter().filter_map(|expected| expected.get("ok")).filter(agrees);
    let right: Vec<_> = right.map(shown).collect();
    let asked = case.input.get(step).map_or_else(|| "behind the last".to_owned(), printable_value);
    let got = shown(&case.observed["ok"]);
    format!("{}, {asked}: expected {}, got {got}", step + 1, right.join(", or "))
}

fn show_expected(expected: &Json) -> String {
    if let Some(value) = expected.get("ok") {
        return printable_value(value);
    }
    let kinds: Vec<_> = expected["error"].as_array().into_iter().flatten().collect();
    let kinds: Vec<_> = kinds.iter().filter_map(|kind| kind.as_str()).collect();
    let at = expected.get("at").map_or_else(String::new, |at| format!(" at {at}"));
    format!("a refusal: {}{at}", kinds.join(" or "))
}

/// What came of a request, in words.
pub(crate) fn show_observed(observed: &Json) -> String {
    if let Some(value) = observed.get("ok") {
        return printable_value(value);
    }
    if let Some(fault) = observed.get("text").and_then(Json::as_str) {
        return printable(fault);
    }
    let refusal = &observed["error"];
    let mut out = "a refusal".to_owned();
    if let Some(kind) = refusal["kind"].as_str() {
        out += &format!(": {}", printable(kind));
    }
    if let Some(at) = refusal["at"].as_u64() {
        out += &format!(" at {at}");
    }
    if let Some(message) = refusal["message"].as_str() {
        out += &format!(" ({})", last_lines(message));
    }
    out
}

/// The last lines of foreign text on one line, made safe.
fn last_lines(text: &str) -> String {
    let lines: Vec<_> = text.lines().rev().filter(|line| !line.trim().is_empty()).take(3).collect();
    let lines: Vec<_> = lines.into_iter().rev().map(|line| printable(line.trim())).collect();
    lines.join(" | ")
}
