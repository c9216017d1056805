//! Readers of numbers and records, with a field for each rule.

use acegate_codec::uri2dec::{Form, NumberScope, Packing, Profile, Strictness};

use super::numbers::{Model, is_digits, other, round, strip};
use super::rules::{
    Accepts, Alignment, Extension, Order, Readings, Rules, SERVICE_DIGITS, ZeroKey,
};

impl Model<'_> {
    pub(super) fn decode(&self, number: &str) -> Option<String> {
        let [hash, marker, key]: [&str; 3] = self.parts(number).try_into().ok()?;
        let body = key.trim_end_matches('9');
        self.check_extension(hash.len() + 1 + body.len(), key.len() - body.len())?;
        self.natural(hash, one_char(marker)?, body)
    }

    fn parts<'t>(&self, number: &'t str) -> Vec<&'t str> {
        match self.rules.any_spaces {
            true => number.split(' ').filter(|part| !part.is_empty()).collect(),
            false => number.split(' ').collect(),
        }
    }

    pub(super) fn parses(&self, number: &str) -> Option<Vec<String>> {
        if !is_digits(number) {
            return None;
        }
        let body = number.trim_end_matches('9');
        self.check_extension(body.len(), number.len() - body.len())?;
        let profile = self.options.profile;
        let markers = [profile.marker(Form::Direct), profile.marker(Form::PreInverted)];
        let places = || body.match_indices(markers);
        let readings = |(at, marker): (usize, &str)| {
            self.natural(&body[..at], one_char(marker)?, &body[at + 1..])
        };
        let mut found: Vec<_> = match (profile, self.rules.readings) {
            (Profile::Octal, Readings::FirstMarker) => {
                places().next().and_then(readings).into_iter().collect()
            }
            _ => places().filter_map(readings).collect(),
        };
        match self.rules.readings {
            Readings::ShortestFirst => found.reverse(),
            Readings::OnlyLongest => found.truncate(1),
            Readings::LongestFirst | Readings::FirstMarker => {}
        }
        (!found.is_empty()).then_some(found)
    }

    pub(super) fn read_record(&self, record: &str) -> Option<String> {
        let rest = match record.get(..4) {
            Some(name) if name.eq_ignore_ascii_case("ics:") => &record[4..],
            _ if !self.rules.record_name => record,
            _ => return None,
        };
        let token = rest.split(' ').next()?;
        if is_digits(token) {
            return self.decode(rest);
        }
        let address = self.read(token)?;
        let tail = &rest[token.len()..];
        let natural = self.decode(&(self.hash(&address) + tail))?;
        let (_, form) = self.of_marker(tail.chars().nth(1)?)?;
        let named = if form == Form::PreInverted { self.inverted(&address) } else { address };
        (named == natural || !self.rules.record_key_compared).then_some(named)
    }

    fn of_marker(&self, marker: char) -> Option<(Profile, Form)> {
        let (profile, form) = Profile::of_marker(marker)?;
        let form = if self.rules.markers_swapped { other(form) } else { form };
        (form == Form::Direct || !self.rules.direct_only).then_some((profile, form))
    }

    fn natural(&self, hash: &str, marker: char, key: &str) -> Option<String> {
        let (profile, form) = self.of_marker(marker)?;
        let hash = if self.rules.hash_nines_off { hash.trim_end_matches('9') } else { hash };
        if hash.is_empty() || !is_digits(hash) {
            return None;
        }
        let vector = self.vector(hash, profile, key)?;
        let inverted = form == Form::PreInverted;
        let natural = if inverted && !self.rules.key_of_spelling {
            self.inverted_hash(hash)
        } else {
            hash.to_owned()
        };
        let mut bits = vector.into_iter().chain(std::iter::repeat(false));
        let mut symbol = |digit: char| {
            let width = self.bits(digit);
            let code = (0..width).map(|bit| usize::from(bits.next() == Some(true)) << bit).sum();
            let row = self.rules.table[digit.to_digit(10)? as usize];
            row.chars().nth(code).or(Some(digit))
        };
        let order = self.arranged(&natural, |hash| self.inverted_hash(hash));
        let symbols = order.chars().map(&mut symbol).collect::<Option<String>>()?;
        let address = if self.is_natural() { symbols } else { self.rearranged(&symbols) };
        let back = inverted && (self.rules.key_of_spelling || self.rules.leaves_inverted);
        Some(if back { self.inverted(&address) } else { address })
    }

    fn is_natural(&self) -> bool {
        self.rules.order == Order::AsAsked && self.options.packing == Packing::NaturalLsb
    }

    /// Undoes [`Self::arranged`].
    fn rearranged(&self, symbols: &str) -> String {
        let mirrored: String = symbols.chars().rev().collect();
        if self.rules.order == Order::NaturalMsb { mirrored } else { self.inverted(&mirrored) }
    }

    /// The vector of a key, its lowest bit first.
    fn vector(&self, hash: &str, profile: Profile, key: &str) -> Option<Vec<bool>> {
        let Rules { accepts, alignment, zero_key, .. } = *self.rules;
        let lenient = self.options.strictness == Strictness::Lenient;
        let zero = self.zero(profile);
        let mut bits = Vec::new();
        for digit in key.chars().rev() {
            let value = (digit as u32).checked_sub(zero as u32).filter(|value| *value < 8)?;
            bits.extend((0..3).map(|bit| value >> bit & 1 == 1));
        }
        let may_be_empty = accepts.empty || zero_key == ZeroKey::Empty;
        let unaligned = lenient
            || matches!(
                alignment,
                Alignment::Above | Alignment::WithoutCount | Alignment::KeepsZeros
            );
        let leading_zeros = accepts.leading_zeros || lenient || alignment == Alignment::KeepsZeros;
        let misaligned = accepts.misaligned
            || unaligned
            || (zero_key == ZeroKey::Aligned && bits == [true, false, false]);
        if (key.is_empty() && !may_be_empty)
            || (key.len() > 1 && key.starts_with(zero) && !leading_zeros)
        {
            return None;
        }
        bits.truncate(self.rules.width);
        strip(&mut bits);
        round(&mut bits, self.rules.precision);
        bits.resize(bits.len().next_multiple_of(3), false);
        if !bits.contains(&true) {
            return Some(Vec::new());
        }
        let count = usize::from(bits[0]) + 2 * usize::from(bits[1]);
        let extra = if alignment == Alignment::CountsItself { (count + 2) % 4 } else { count };
        if extra == 3 && !accepts.reserved_length {
            return None;
        }
        let below = if alignment == Alignment::Above { 0 } else { extra };
        let mut spare = bits.iter().skip(2).take(below);
        if spare.any(|bit| *bit) && !accepts.spare_bits {
            return None;
        }
        if !misaligned && (key.chars().find(|digit| *digit != zero)? as u32) < zero as u32 + 4 {
            return None;
        }
        let mut vector: Vec<bool> = bits.into_iter().skip(2 + below).collect();
        strip(&mut vector);
        let capacity = self.capacity(hash);
        let fits = vector.len() <= capacity || accepts.too_long;
        (fits && capacity <= self.rules.longest).then_some(vector)
    }

    fn check_extension(&self, digits: usize, nines: usize) -> Option<()> {
        let Accepts { any_nines, short, .. } = self.rules.accepts;
        let total = digits + nines;
        let target = match self.rules.extension {
            Extension::To(all) => all,
            Extension::ToMultiples => total.next_multiple_of(SERVICE_DIGITS),
            Extension::Never => SERVICE_DIGITS,
        };
        let least = match self.rules.extension {
            Extension::Never => 0,
            _ => target,
        };
        let right = match self.options.scope {
            _ if self.options.strictness == Strictness::Lenient => true,
            _ if nines > 0 && any_nines => true,
            NumberScope::Service if nines == 0 => total >= least || short,
            NumberScope::Service => total == target,
            NumberScope::Local => nines == 0 || total <= SERVICE_DIGITS,
        };
        right.then_some(())
    }
}

fn one_char(text: &str) -> Option<char> {
    let mut characters = text.chars();
    characters.next().filter(|_| characters.next().is_none())
}
