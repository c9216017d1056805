//! The steps of the uri2dec document, sections 5.3 to 5.8.

use acegate_codec::uri2dec::{self, Form, NumberTrace, Options, Packing, Style};
use acegate_codec::{Arguments, Failure};

use super::{Step, refused};

/// The steps of encoding an address.
pub(super) fn encoding(arguments: Arguments<'_>, address: &str) -> Result<Vec<Step>, Failure> {
    Ok(steps(&uri2dec::trace(address, &Options::from(arguments))?))
}

/// The steps of decoding a number: its parts, and the way from the address back to them.
pub(super) fn decoding(arguments: Arguments<'_>, number: &str) -> Result<Vec<Step>, Failure> {
    let options = Options::from(arguments);
    let mut all = vec![("input", number.to_owned())];
    if options.style == Style::Dialled {
        let parses: Vec<_> = uri2dec::parses(number, &options)?.collect();
        for (index, address) in parses.iter().enumerate() {
            all.push(("reading", format!("{}: {address}", index + 1)));
        }
    }
    let address = match uri2dec::decode(number, &options) {
        Ok(address) => address,
        Err(error) if options.style == Style::Spaced => {
            all.extend(parts(number));
            all.push(refused(error));
            return Ok(all);
        }
        Err(error) => return Err(error.into()),
    };
    // In the spaced style the marker names profile and form.
    let marker = number.split(' ').nth(1).and_then(|word| word.chars().next());
    let named =
        marker.filter(|_| options.style == Style::Spaced).and_then(uri2dec::Profile::of_marker);
    let (profile, form) = named.unwrap_or((options.profile, options.form));
    all.extend(steps(&uri2dec::trace(&address, &Options { profile, form, ..options })?));
    all.push(("decoded", address));
    Ok(all)
}

/// The parts of a spaced number, right or wrong.
fn parts(number: &str) -> Vec<Step> {
    let mut words = number.splitn(3, ' ');
    let mut steps = Vec::new();
    if let Some(hash) = words.next() {
        steps.push(("hash", hash.to_owned()));
    }
    let Some(marker) = words.next() else { return steps };
    steps.push(("marker", marker.to_owned()));
    let Some(key) = words.next() else { return steps };
    let digits = key.trim_end_matches('9');
    steps.push(("key", digits.to_owned()));
    let mut characters = marker.chars();
    if let (Some((profile, _)), None) =
        (characters.next().and_then(uri2dec::Profile::of_marker), characters.next())
    {
        let triad = |digit: char| {
            let value = u32::from(digit).checked_sub(u32::from(profile.zero()))?;
            (value < 8).then(|| format!("{value:03b}"))
        };
        let triads: Option<Vec<_>> = digits.chars().map(triad).collect();
        steps.extend(triads.map(|triads| ("triads", triads.join(" "))));
    }
    if digits.len() < key.len() {
        steps.push(("extension", key[digits.len()..].to_owned()));
    }
    steps
}

fn steps(trace: &NumberTrace) -> Vec<Step> {
    let alignment = trace.alignment_bits.len();
    let mut steps = vec![
        ("address", trace.address.clone()),
        ("words", trace.words.join(" ")),
        ("inverted", trace.inverted.clone()),
        ("hash", trace.hash.clone()),
    ];
    if trace.options.form == Form::PreInverted {
        steps.push(("inverted hash", trace.inverted_hash.clone()));
    }
    if trace.options.packing == Packing::InvertedMsb {
        steps.push(("packing", "inverted address, first symbol highest".into()));
    }
    steps.extend([
        ("vector", trace.vector_letters()),
        ("bits", trace.vector_bits()),
        ("significant", format!("{} bits", trace.significant_bits)),
    ]);
    if trace.significant_bits == 0 {
        steps.push(("zero key", "no significant bits, so the key is one zero digit".into()));
    } else {
        steps.push(("alignment", format!("{} ({alignment} bits)", trace.alignment_bits)));
        steps.push(("triads", trace.triads.join(" ")));
    }
    steps.push(("marker", trace.marker.to_string()));
    steps.push(("key", trace.key.clone()));
    if !trace.extension.is_empty() {
        steps.push(("extension", trace.extension.clone()));
    }
    steps.push(("number", trace.number.clone()));
    steps
}
