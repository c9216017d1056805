//! The published report: one page and its plots.

use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use crate::clock::cycles_per_nanosecond;
use crate::contestants::libraries;
use crate::report::{Section, Table, goal_table};
use crate::suites::Settings;

/// Writes `bench.md` and a folder `bench` with its plots. Returns what was written.
///
/// # Errors
///
/// If a file cannot be written, or a plot has no data.
pub fn write(
    folder: &Path,
    settings: &Settings,
    sections: &[Section],
) -> Result<String, Box<dyn Error>> {
    let plots = folder.join(PLOTS);
    fs::create_dir_all(&plots)?;
    let mut count = 0;
    for plot in sections.iter().flat_map(|section| &section.plots) {
        fs::write(plots.join(format!("{}.svg", plot.name)), plot.to_svg()?)?;
        count += 1;
    }
    let page = folder.join("bench.md");
    fs::write(&page, page_of(settings, sections)?)?;
    Ok(format!("{} and {count} plots", page.display()))
}

/// The folder of the plots, beside the page.
const PLOTS: &str = "bench";

fn page_of(settings: &Settings, sections: &[Section]) -> Result<String, std::fmt::Error> {
    let mut page = String::from(HEAD);
    writeln!(page, "\n## Goals\n")?;
    writeln!(page, "Ratios tell how many times as fast; exponents are of the length.\n")?;
    let goals: Vec<_> = sections.iter().flat_map(|section| section.goals.clone()).collect();
    writeln!(page, "{}", goal_table(&goals))?;
    writeln!(page, "## Environment\n\n{}", environment(settings))?;
    writeln!(page, "## Cautions\n\n{CAUTIONS}")?;
    for section in sections {
        writeln!(page, "{section}")?;
        for plot in &section.plots {
            writeln!(page, "![{}]({PLOTS}/{}.svg)\n", plot.title, plot.name)?;
        }
    }
    Ok(page.trim_end().to_owned() + "\n")
}

const HEAD: &str = "# Speed

Made by `cargo run --profile dist -p acegate-benches --features libidn -- report --out reports`. All
contestants run in one process, a pass of each over the inputs in every round, and what is measured
is the CPU time of the thread. The answers of all are compared on every input before anything is
timed.
";

const CAUTIONS: &str = "\
- The figures are of one processor. Ratios inside a run carry over to others better than
  nanoseconds, and neither carries over to one without BMI2, where only the rows *portable* count.
- The corpus is made from a seed: words that are no words, of letters as unequal in frequency as
  those of a language. A list of real words would be short enough to be learnt.
- Texts of fewer than 10,000 code points are in sets of different ones, and still partly learnt by
  the branch predictor: take no growth from them.
- `word` and `bit-vector` are written in this repository as yardsticks. They are no peers.
- The fastest decoder that is known, that of ada-url/idna, is in C++ and not measured here.
- Long strings of uri2dec are answered with a string that is allocated anew, `memcpy` writes into a
  buffer that is there already.
";

fn environment(settings: &Settings) -> Table {
    let mut table = Table::new(&["what", "value"]);
    table.align(&[crate::report::Align::Left, crate::report::Align::Left]);
    let unknown = || "unknown".to_owned();
    table.row(["processor".to_owned(), processor().unwrap_or_else(unknown)]);
    let clock = format!("{:.2} cycles a nanosecond while busy", cycles_per_nanosecond());
    table.row(["clock".to_owned(), clock]);
    let best = acegate_codec::simd::limit(acegate_codec::simd::Backend::V3);
    table.row(["highest SIMD backend", best.name()]);
    table.row(["compiler", env!("ACEGATE_BENCH_RUSTC")]);
    table.row(["profile", env!("ACEGATE_BENCH_PROFILE")]);
    table.row(["crates", "idna 1.1, punycode 0.4, unic-idna-punycode 0.9"]);
    let libraries = libraries();
    let none = "none (built without the feature `libidn`, or not installed)".to_owned();
    let libraries = if libraries.is_empty() { none } else { libraries.join(", ") };
    table.row(["libraries".to_owned(), libraries]);
    table.row(["rounds".to_owned(), settings.rounds.to_string()]);
    table
}

/// The model of the processor, from the system.
fn processor() -> Option<String> {
    let information = fs::read_to_string("/proc/cpuinfo").ok()?;
    let field = |name: &str| {
        let line = information.lines().find(|line| line.starts_with(name))?;
        Some(line.split_once(':')?.1.trim().to_owned())
    };
    let (model, family, number) = (field("model name")?, field("cpu family")?, field("model\t")?);
    Some(format!("{model}, family {family}, model {number}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{Goal, Plot, Shape};

    #[test]
    fn the_page_shows_goals_tables_and_plots() {
        let mut section = Section::new("A suite");
        section.goals.push(Goal::new("encode", 5.0, 4.0, 4.5));
        let bars = vec![("idna".to_owned(), 490.0, false)];
        section.plots.push(Plot {
            name: "short".to_owned(),
            title: "Labels".to_owned(),
            shape: Shape::Bars { axis: "ns".to_owned(), bars },
        });
        let folder = std::env::temp_dir().join(format!("acegate-bench-{}", std::process::id()));
        let written = write(&folder, &Settings::QUICK, &[section]).unwrap();
        let page = fs::read_to_string(folder.join("bench.md")).unwrap();
        let svg = fs::read_to_string(folder.join("bench/short.svg")).unwrap();
        fs::remove_dir_all(&folder).unwrap();
        assert!(written.ends_with("bench.md and 1 plots"), "{written}");
        assert!(page.contains("holds, aim reached"), "{page}");
        assert!(page.contains("![Labels](bench/short.svg)"), "{page}");
        assert!(page.contains("## Cautions") && page.contains("compiler"), "{page}");
        assert!(svg.starts_with("<svg"), "{svg}");
    }
}
