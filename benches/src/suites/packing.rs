//! Numbers of uri2dec: the key packing core by length and form.

use acegate_codec::uri2dec::Form;

use super::Settings;
use crate::clock::cycles_per_nanosecond;
use crate::contest::{Contestant, Origin, OursDiffer, Times, compare, interleave};
use crate::contestants::{Address, Direction, addresses_from, numbers, packers};
use crate::corpus::{self, ADDRESS_SIZES, long_address};
use crate::report::{Goal, Plot, Section, Series, Shape, Table};
use crate::stats::growth_exponent;

/// The subject of a measurement: the packing core, or whole numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Subject {
    /// Digits into buffers.
    Core,
    /// Numbers as strings.
    Numbers(Form),
}

impl Subject {
    const ALL: [Self; 3] =
        [Self::Core, Self::Numbers(Form::Direct), Self::Numbers(Form::PreInverted)];

    /// The form in which addresses are given to the contestants.
    const fn form(self) -> Form {
        match self {
            Self::Core => Form::Direct,
            Self::Numbers(form) => form,
        }
    }

    const fn title(self, direction: Direction) -> &'static str {
        match (self, direction) {
            (Self::Core, Direction::Encode) => "pack",
            (Self::Core, Direction::Decode) => "unpack",
            (Self::Numbers(Form::Direct), Direction::Encode) => "encode, direct form",
            (Self::Numbers(Form::Direct), Direction::Decode) => "decode, direct form",
            (Self::Numbers(_), Direction::Encode) => "encode, pre-inverted form",
            (Self::Numbers(_), Direction::Decode) => "decode, pre-inverted form",
        }
    }

    /// The yardstick with a word of 128 bits that returns its answer in the same way.
    const fn word(self) -> &'static str {
        match self {
            Self::Core => "word",
            Self::Numbers(_) => "word-owned",
        }
    }

    fn contestants(self, direction: Direction, longest: usize) -> Vec<Contestant<Address>> {
        match self {
            Self::Core => packers(direction, longest),
            Self::Numbers(form) => numbers(direction, form, longest),
        }
    }
}

/// The time for an address and for long strings, compared with yardsticks and a plain copy.
///
/// # Errors
///
/// [`OursDiffer`] if the codec, its model and the yardsticks give different answers.
pub fn packing(settings: &Settings) -> Result<Section, OursDiffer> {
    let mut section = Section::new("uri2dec numbers");
    let clock = cycles_per_nanosecond();
    section.text(format!(
        "*pack* and *unpack* are the core: from an address to the digits of hash and key in the \
         caller's buffers, and back. *encode* and *decode* are whole numbers, as strings: marker and \
         spaces besides, the form, the checks of the number, and an allocation. All in natural \
         order, shifted profile, spaced, local. Cycles are reckoned with {clock:.2} a nanosecond, \
         measured in this run by a chain of multiplications. `word` is a 128-bit accumulator with a \
         table of 256 entries (addresses of up to 40 symbols), for the core, for numbers into a \
         buffer and returning a string; `bit-vector` has one boolean a bit; `memcpy` copies the \
         input into a buffer."
    ));
    let addresses = corpus::addresses(settings.labels);
    for subject in Subject::ALL {
        let addresses = addresses_from(addresses.clone(), subject.form());
        for direction in Direction::ALL {
            short(&addresses, subject, direction, clock, settings, &mut section)?;
        }
    }
    for subject in [Subject::Core, Subject::Numbers(Form::Direct)] {
        for direction in Direction::ALL {
            long(subject, direction, clock, settings, &mut section)?;
        }
    }
    Ok(section)
}

fn short(
    addresses: &[Address],
    subject: Subject,
    direction: Direction,
    clock: f64,
    settings: &Settings,
    section: &mut Section,
) -> Result<(), OursDiffer> {
    let mut contestants = subject.contestants(direction, *ADDRESS_SIZES.end());
    compare(&mut contestants, addresses)?;
    let times = interleave(&mut contestants, addresses, settings.rounds);
    let octets: usize = addresses.iter().map(|address| address.text.len()).sum();
    let count = addresses.len().max(1) as f64;
    section.heading(format!("{}, addresses", subject.title(direction)));
    section.text(format!(
        "{} different addresses of {:.1} symbols on average.",
        addresses.len(),
        octets as f64 / count
    ));
    let to_word = format!("{} = 1", subject.word());
    let header = ["contestant", "ns per address", "cycles per octet", &to_word, "memcpy = 1"];
    let mut table = Table::new(&header);
    for (at, one) in contestants.iter().enumerate() {
        let time = times.of(at);
        let against = |name| ratio(&contestants, &times, name, at);
        table.row([
            one.name().to_owned(),
            format!(
                "{:.1} ({:.1}-{:.1})",
                time.median / count,
                time.low / count,
                time.high / count
            ),
            format!("{:.2}", time.median / octets.max(1) as f64 * clock),
            against(subject.word()).map_or_else(String::new, |ratio| format!("{ratio:.2}")),
            against("memcpy").map_or_else(String::new, |ratio| format!("{ratio:.3}")),
        ]);
    }
    section.table(table);
    if subject == Subject::Core {
        let (must, aim) = match direction {
            Direction::Encode => (5.0, 8.0),
            Direction::Decode => (4.0, 6.0),
        };
        if let Some(ratio) = ratio(&contestants, &times, subject.word(), 0) {
            let title = subject.title(direction);
            let what = format!("{title} addresses, to a 128-bit word with a table");
            section.goals.push(Goal::new(what, ratio, must, aim));
        }
    }
    Ok(())
}

/// The speed relative to the named contestant.
fn ratio(contestants: &[Contestant<Address>], times: &Times, name: &str, of: usize) -> Option<f64> {
    let to = contestants.iter().position(|one| one.name() == name)?;
    Some(times.ratio(to, of).median)
}

const LENGTHS: [usize; 5] = [1 << 10, 1 << 14, 1 << 17, 1 << 20, 1 << 24];
/// The number of octets of a pass over short strings.
const PASS: usize = 1 << 18;
/// The length from which slow contestants are left out.
const SLOW: usize = 1 << 17;
/// The time limit in seconds for the rounds of one length.
const BUDGET: f64 = 4.0;

fn long(
    subject: Subject,
    direction: Direction,
    clock: f64,
    settings: &Settings,
    section: &mut Section,
) -> Result<(), OursDiffer> {
    let lengths: Vec<_> =
        LENGTHS.into_iter().filter(|length| *length <= settings.longest_address).collect();
    let names: Vec<_> = subject
        .contestants(direction, usize::MAX)
        .iter()
        .map(|one| (one.name().to_owned(), one.origin()))
        .collect();
    let mut rows: Vec<Vec<f64>> = vec![Vec::new(); names.len()];
    let mut shares: Vec<f64> = vec![f64::NAN; names.len()];
    for &length in &lengths {
        let inputs = addresses_from(strings(length), subject.form());
        let mut contestants = subject.contestants(direction, length);
        contestants.retain(|one| length <= SLOW || one.origin() != Origin::Yardstick);
        compare(&mut contestants, &inputs)?;
        // Every fast contestant takes less than ten nanoseconds for an octet.
        let round = (length.max(PASS) * contestants.len()) as f64 * 1e-8;
        let times = interleave(&mut contestants, &inputs, settings.rounds_within(BUDGET, round));
        let octets = (length * inputs.len()) as f64;
        for (at, one) in contestants.iter().enumerate() {
            let Some(row) = names.iter().position(|(name, _)| name == one.name()) else { continue };
            rows[row].push(times.of(at).median / octets * clock);
            if length == MIB {
                shares[row] = ratio(&contestants, &times, "memcpy", at).unwrap_or(f64::NAN);
            }
        }
    }
    section.heading(format!("{}, long strings", subject.title(direction)));
    section.text(
        "Cycles per symbol of the address, by its length; less is faster. The time is \
                  linear where the figures of a row are alike.",
    );
    section.table(long_table(&lengths, &names, &rows, &shares));
    section.goals.extend(long_goals(subject, direction, &lengths, &names, &rows, &shares));
    section.plots.push(long_plot(subject, direction, &lengths, &names, &rows));
    Ok(())
}

const MIB: usize = 1 << 20;

/// Different strings of this length, enough for a pass.
fn strings(length: usize) -> Vec<String> {
    let all = long_address(length.max(PASS));
    all.as_bytes()
        .chunks_exact(length)
        .map(|part| part.iter().copied().map(char::from).collect())
        .collect()
}

fn long_table(
    lengths: &[usize],
    names: &[(String, Origin)],
    rows: &[Vec<f64>],
    shares: &[f64],
) -> Table {
    let mut header = vec!["contestant".to_owned()];
    header.extend(lengths.iter().map(|&length| size(length)));
    header.push("of memcpy at 1 MiB".to_owned());
    let header: Vec<_> = header.iter().map(String::as_str).collect();
    let mut table = Table::new(&header);
    for (at, (name, _)) in names.iter().enumerate() {
        let mut row = vec![name.clone()];
        row.extend((0..lengths.len()).map(|place| {
            rows[at].get(place).map_or_else(|| "–".to_owned(), |cycles| format!("{cycles:.2}"))
        }));
        if shares[at].is_finite() {
            row.push(format!("{:.1} %", shares[at] * 100.0));
        }
        table.row(row);
    }
    table
}

fn long_goals(
    subject: Subject,
    direction: Direction,
    lengths: &[usize],
    names: &[(String, Origin)],
    rows: &[Vec<f64>],
    shares: &[f64],
) -> Vec<Goal> {
    let mut goals = Vec::new();
    let Some(place) = lengths.iter().position(|length| *length == MIB) else { return goals };
    for (at, (name, origin)) in names.iter().enumerate() {
        let Some(&cycles) = rows[at].get(place).filter(|_| *origin == Origin::Fast) else {
            continue;
        };
        // Cycles depend on the machine. The ratio to a copy in the same run does not.
        let (cycles_asked, share_asked) = match (name.as_str(), direction) {
            ("acegate-portable", Direction::Encode) => ((4.5, 2.5), (1.7, 3.0)),
            ("acegate-portable", Direction::Decode) => ((7.0, 3.5), (1.1, 2.2)),
            _ => ((1.8, 1.0), (4.3, 7.8)),
        };
        let title = subject.title(direction);
        if subject == Subject::Core {
            for (what, found, (must, aim)) in [
                ("cycles per octet", cycles, cycles_asked),
                ("or % of the speed of memcpy", shares[at] * 100.0, share_asked),
            ] {
                goals.push(Goal::new(format!("{title} 1 MiB, {what}, {name}"), found, must, aim));
            }
        }
        // The time, from the cycles for an octet.
        let total = |place: usize| (lengths[place], rows[at][place] * lengths[place] as f64);
        let last = rows[at].len() - 1;
        let what = format!(
            "{title} {} to {}, growth exponent, {name}",
            size(lengths[0]),
            size(lengths[last])
        );
        goals.push(Goal::new(what, growth_exponent(total(0), total(last)), 1.25, 1.15));
    }
    goals
}

fn long_plot(
    subject: Subject,
    direction: Direction,
    lengths: &[usize],
    names: &[(String, Origin)],
    rows: &[Vec<f64>],
) -> Plot {
    let line = |at: usize| Series {
        name: names[at].0.clone(),
        points: lengths.iter().map(|&length| length as f64).zip(rows[at].iter().copied()).collect(),
        main: names[at].1 == Origin::Fast,
    };
    Plot {
        name: format!("uri2dec-{}", subject.title(direction).replace(", ", "-").replace(' ', "-")),
        title: format!("uri2dec, {}, long strings", subject.title(direction)),
        shape: Shape::Lines {
            x: "symbols".to_owned(),
            y: "cycles per symbol".to_owned(),
            series: (0..names.len()).map(line).collect(),
        },
    }
}

fn size(octets: usize) -> String {
    if octets >= MIB { format!("{} MiB", octets >> 20) } else { format!("{} KiB", octets >> 10) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_make_a_pass_and_differ() {
        let short = strings(1 << 10);
        assert_eq!(short.len(), 256);
        assert!(short.iter().all(|string| string.len() == 1 << 10));
        assert_ne!(short[0], short[1]);
        assert_eq!(strings(1 << 20).len(), 1);
    }

    #[test]
    fn sizes_are_in_binary_units() {
        assert_eq!([1 << 10, 1 << 17, 1 << 24].map(size), ["1 KiB", "128 KiB", "16 MiB"]);
    }

    #[test]
    fn ratios_are_to_the_named_contestant() {
        for subject in Subject::ALL {
            let contestants = subject.contestants(Direction::Encode, 40);
            let time = |one: &Contestant<Address>| {
                vec![if one.name() == subject.word() { 80.0 } else { 10.0 }]
            };
            let times = Times::from_rounds(contestants.iter().map(time).collect());
            let there = subject.form() == Form::Direct;
            assert_eq!(ratio(&contestants, &times, subject.word(), 0), there.then_some(8.0));
            assert_eq!(ratio(&contestants, &times, "nobody", 0), None);
        }
    }
}
