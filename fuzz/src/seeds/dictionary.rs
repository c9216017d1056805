//! Dictionaries: the words of the vectors for a target about codecs, and the words of the formats for a reader.

use std::collections::BTreeSet;

use acegate::fuzz::{dictionary, dictionary_file};
use acegate::protocol::Request;
use acegate_vectors::LoadError;

use super::suite;
use crate::targets::Target;

/// The fields of JSON that the readers of acegate know.
const FIELDS: [&str; 13] = [
    "id", "codec", "op", "params", "in", "ok", "error", "skip", "crash", "kind", "at", "type",
    "verdict",
];

/// Words of JSON, of YAML and of commands that they know, with a bar between two.
const WORDS: &str = r#""u":[|"t":"|"b":"|"flags":[|"run-start"|"case"|"run-end"|\ud800|1e999|null|true
18446744073709551616|U+D800|U+110000|{ t: |{ u: |{ ok: |{ error: [|{ any: [|expect: |- id: |*a |&a |<<: |{op}
{in:text}|{in:hex}|{in:cps}|{codec}"#;

/// The dictionary of a target in libFuzzer's form, the same each time.
pub(crate) fn dictionary_of(target: &Target) -> Result<String, LoadError> {
    let mut words: BTreeSet<Vec<u8>> = BTreeSet::new();
    if target.scopes().next().is_none() {
        words.extend(FIELDS.map(|field| format!("\"{field}\":").into_bytes()));
        let known = WORDS.lines().flat_map(|line| line.split('|'));
        words.extend(
            known
                .chain(["---\n", "%YAML 1.2\n", "\u{202e}"])
                .map(|word| word.as_bytes().to_vec()),
        );
    } else {
        words = dictionary(&suite()?.checks(), |request| is_about(target, request));
    }
    Ok(dictionary_file(&words))
}

fn is_about(target: &Target, request: &Request) -> bool {
    let mut scopes = target.scopes();
    scopes.any(|scope| scope.includes(&request.codec, &request.op))
}
