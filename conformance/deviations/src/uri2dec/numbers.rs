//! Hashes, keys, numbers and records under the rules of the model, of which a deviation changes one.

use acegate_codec::plain::uri2dec::KeypadRules;
use acegate_codec::uri2dec::{Options, Record};
use acegate_codec::{Error, ErrorKind, Failure, Operation, Value};

use crate::Call;

/// The answer of an implementation with these rules; `None` for operations of the text layer.
pub(super) fn answer(call: &Call<'_>, rules: KeypadRules) -> Option<Result<Value, Failure>> {
    let arguments =
        Operation::select(call.reference.operations(), call.op, call.parameters).ok()?;
    let record = if arguments.is("record", "hash") { Record::Hash } else { Record::Address };
    let options = Options::from(arguments);
    // Readings are looked for at every marker, which is slow where there are very many.
    if call.code_points().len() > LONGEST {
        return None;
    }
    let input = text_of(call);
    let output = match call.op {
        "hash" => rules.hash(&input, options.form),
        "invert" => rules.invert(&input),
        "key" => rules.key(&input, &options),
        "encode" => rules.encode(&input, &options),
        "decode" => rules.decode(&input, &options),
        "write-record" => rules.write_record(&input, record, &options),
        "read-record" => rules.read_record(&input, &options),
        "parses" => {
            let list = |found: Vec<String>| found.iter().map(|a| Value::from(a.as_str())).collect();
            let found = rules.parses(&input, &options);
            return Some(found.map(|found| Value::List(list(found))).map_err(|_| refusal(call)));
        }
        _ => return None,
    };
    Some(output.map(|text| Value::from(text.as_str())).map_err(|_| refusal(call)))
}

/// The input; U+0000, which no operation takes, stands for what no text has.
pub(super) fn text_of(call: &Call<'_>) -> String {
    call.code_points().iter().map(|&c| char::from_u32(c).unwrap_or('\0')).collect()
}

/// The refusal, with the error of the reference if that refuses too.
pub(super) fn refusal(call: &Call<'_>) -> Failure {
    let own = Failure::Refused(Error::new(ErrorKind::Syntax, 0));
    call.answer().err().unwrap_or(own)
}

const LONGEST: usize = 4096;
