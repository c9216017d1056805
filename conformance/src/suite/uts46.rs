//! The screening of names for UTS #46: an implementation is asked with its own settings, by its own version
//! of Unicode, and for what its function is made for.

use acegate_codec::punycode::PREFIX;
use acegate_codec::unicode::{Version, Versions};
use acegate_codec::uts46::{Settings, process, versions};
use acegate_codec::{Operation, Parameter, Parameters};

use crate::observation::SkipReason;
use crate::protocol::{CodecSupport, DeclaredUnicode, Idna, Request};

/// The request as the implementation can be asked it.
///
/// A setting that the implementation does not have is replaced by its own, if the name has the same text and
/// breaks the same conditions under both.
///
/// # Errors
///
/// The reason, if the request is not sent.
pub(super) fn asked(
    request: Request,
    support: &CodecSupport,
) -> Result<Request, (SkipReason, String)> {
    let Some(operation) = request.operation() else { return Ok(request) };
    // A number that is no character is refused under all settings, or cannot be asked.
    let name = request.text().and_then(acegate_codec::Text::to_scalar_string);
    let (params, replaced) = with_own_settings(&request.params, operation, support);
    let request = Request { params, ..request.clone() };
    let Some(name) = name else { return Ok(request) };
    let unsupported = |why: String| Err((SkipReason::Unsupported, why));
    let Some(settings) = settings(operation, &request.params) else { return Ok(request) };
    if !replaced.is_empty() {
        let wanted = settings_before(operation, &request, &replaced);
        if !is_decided_alike(&request.op, &name, &wanted, &settings) {
            let names: Vec<_> = replaced.iter().map(|(name, _)| *name).collect();
            return unsupported(format!("the answer depends on {}", names.join(", ")));
        }
    }
    // The URL Standard has changed its mind on whether an encoded label of such a name is read.
    let is_read_by_some = request.op == "to-ascii" && name.is_ascii() && has_encoded_label(&name);
    let is_url = settings.url && replaced.iter().any(|(name, _)| *name == "profile");
    let by_url = "the host of a URL is ASCII and has an encoded label";
    let besides = (is_url && is_read_by_some).then_some(by_url);
    if let Some(why) =
        besides.or_else(|| besides_uts46(&request.op, &name, &settings, support.idna))
    {
        return unsupported(format!("not for UTS #46 to decide: {why}"));
    }
    let needed = versions(&request.op, &name, &settings);
    let declared = support.limits.unicode;
    let limit = declared.map_or(Versions::all(Version::V12_1), |DeclaredUnicode(own)| own);
    if needed.are_within(limit) {
        return Ok(request);
    }
    let tables = [
        ("mapping", needed.mapping, limit.mapping),
        ("normalisation", needed.nfc, limit.nfc),
        ("Bidi classes and marks", needed.bidi, limit.bidi),
        ("joining types", needed.joining, limit.joining),
    ];
    let old = tables.into_iter().find(|(_, needed, own)| needed > own);
    let (table, needed, own) = old.expect("a table that is not within its limit");
    let answer = format!("the answer is that of Unicode {needed}");
    Err((
        SkipReason::Limit,
        match declared {
            Some(_) => format!("{answer}, the {table} of the implementation of {own}"),
            None => format!("{answer}: {DECLARE}"),
        },
    ))
}

/// Why a name is not asked of an implementation that does not say what its tables are.
const DECLARE: &str =
    "declare limits.unicode in codecs.uts46, and the names of your version are asked";

/// A parameter whose value was replaced, with the value that was wanted.
type Replaced = (&'static str, Parameter);

/// The parameters with the implementation's own settings where it does not have those that are wanted.
fn with_own_settings(
    wanted: &Parameters,
    operation: &'static Operation,
    support: &CodecSupport,
) -> (Parameters, Vec<Replaced>) {
    let (mut params, mut replaced) = (wanted.clone(), Vec::new());
    for spec in operation.parameters {
        let default = Parameter::from_word(spec.values[0]);
        let value = wanted.get(spec.name).unwrap_or(&default);
        let own = match support.params.values(spec.name) {
            None => Some(&default),
            Some(values) if values.is_empty() || values.contains(value) => None,
            Some(values) => values.first(),
        };
        let Some(own) = own.filter(|own| *own != value) else { continue };
        replaced.push((spec.name, value.clone()));
        match *own == default {
            true => params.remove(spec.name),
            false => params.insert(spec.name.to_owned(), own.clone()),
        };
    }
    (params, replaced)
}

fn settings(operation: &'static Operation, params: &Parameters) -> Option<Settings> {
    let arguments = Operation::select(std::slice::from_ref(operation), operation.name, params);
    Some(Settings::from_arguments(&arguments.ok()?))
}

/// The settings that were wanted of a request whose parameters have been replaced.
fn settings_before(
    operation: &'static Operation,
    request: &Request,
    replaced: &[Replaced],
) -> Settings {
    let mut params = request.params.clone();
    for (name, value) in replaced {
        params.insert((*name).to_owned(), value.clone());
    }
    settings(operation, &params).unwrap_or_default()
}

/// Whether a name has the same text, or breaks the same conditions, under both settings.
fn is_decided_alike(op: &str, name: &str, one: &Settings, other: &Settings) -> bool {
    let (one, other) = (process(op, name, one), process(op, name, other));
    one.codes == other.codes && (one.error.is_some() || one.text == other.text)
}

fn has_encoded_label(name: &str) -> bool {
    name.split('.').any(|label| acegate_codec::host::has_prefix(label, PREFIX))
}

/// The rule besides UTS #46 that decides the answer.
fn besides_uts46(
    op: &str,
    name: &str,
    settings: &Settings,
    idna: Option<Idna>,
) -> Option<&'static str> {
    match idna? {
        Idna::Url => of_urls(name),
        Idna::Idna2008 => of_idna_2008(op, name, settings.std3),
        Idna::Strict | Idna::Lenient | Idna::None | Idna::Std3 => None,
    }
}

/// The part of a name that a parser of URLs reads itself: a delimiter, or a number, which makes an address.
fn of_urls(name: &str) -> Option<&'static str> {
    let is_delimiter = |c| matches!(c, '\0'..=' ' | '\u{7F}') || "#%/:<>?@[\\]^|".contains(c);
    let mapped = process("to-unicode", name, &Settings::WHATWG).text;
    if name.contains(is_delimiter) || mapped.contains(is_delimiter) {
        return Some("a delimiter of URLs");
    }
    let last = mapped.strip_suffix('.').unwrap_or(&mapped).rsplit('.').next()?;
    let is_number = !last.is_empty() && last.bytes().all(|c| c.is_ascii_digit())
        || last.strip_prefix("0x").is_some_and(|hex| hex.bytes().all(|c| c.is_ascii_hexdigit()));
    is_number.then_some("a number at the end, which makes the name an address")
}

/// The part of a name that IDNA 2008 refuses after the mapping, or asks context rules for (RFC 5892, section 2).
fn of_idna_2008(op: &str, name: &str, has_std3: bool) -> Option<&'static str> {
    let text = process("to-unicode", name, &Settings::STRICT).text;
    let labels = text.strip_suffix('.').unwrap_or(&text);
    if op == "to-unicode" && (labels.split('.').any(str::is_empty) || labels.len() > 63) {
        return Some("lengths, which IDNA 2008 verifies in both directions");
    }
    // Of ASCII it allows what STD 3 allows, whatever the flag says.
    let is_ldh = |c| matches!(c, 'a'..='z' | '0'..='9' | '-' | '.');
    let is_foreign = |c: char| match c.is_ascii() {
        true => !has_std3 && !is_ldh(c),
        false => !is_letter_or_digit(c),
    };
    text.contains(is_foreign).then_some("a code point that IDNA 2008 does not allow everywhere")
}

/// Whether the code point is a letter, mark or digit, and none of the exceptions of RFC 5892, section 2.6.
fn is_letter_or_digit(c: char) -> bool {
    let is_exception = matches!(
        c,
        '\u{640}' | '\u{7FA}' | '\u{302E}' | '\u{302F}' | '\u{3031}'..='\u{3035}' | '\u{303B}'
            | '\u{660}'..='\u{669}' | '\u{6F0}'..='\u{6F9}' | '\u{1100}'..='\u{11FF}'
            | '\u{A960}'..='\u{A97C}' | '\u{D7B0}'..='\u{D7FB}'
    );
    let is_joiner = matches!(c, '\u{200C}' | '\u{200D}');
    is_joiner || !is_exception && acegate_codec::uts46::is_letter_mark_or_digit(c)
}
