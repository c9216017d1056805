//! The codecs and the checks of acegate without processes and files, for a module of WebAssembly.
//!
//! In: a request in JSON, of a page or a package. Out: the answer in JSON. [`answer`] is the whole
//! interface. With the feature `check`, the module has the suite and names causes.

#[cfg(feature = "check")]
mod check;
mod codecs;
#[cfg(target_family = "wasm")]
mod exports;

use serde_json::{Value as Json, json};

/// Answers a request, which names itself in the field `do`.
///
/// | request | answer |
/// | --- | --- |
/// | `codecs` | every codec with its operations and parameters |
/// | `apply` a request line of the protocol | `ok` with the value, or `error` |
/// | `explain` a request line of the protocol | the steps in words and as HTML, or `error` |
/// | `encodings` of a text | the text in every encoding, as HTML |
/// | `standards` of a name | its answers by UTS #46 and IDNA 2008, in words and as HTML |
/// | `requests` for a description (feature `check`) | the lines of the requests that the suite has for it |
/// | `judge` the reply lines (feature `check`) | findings and counts, and reports in the requested formats |
///
/// A request that is wrong has the answer `{"error":{"message":…}}`.
#[must_use]
pub fn answer(request: &str) -> String {
    let answer = match serde_json::from_str(request) {
        Ok(request) => chosen(&request).unwrap_or_else(|message| refused(&message)),
        Err(error) => refused(&format!("a request is JSON: {error}")),
    };
    answer.to_string()
}

fn chosen(request: &Json) -> Result<Json, String> {
    match text(request, "do")? {
        "codecs" => Ok(codecs::all()),
        "apply" => codecs::apply(text(request, "line")?),
        "explain" => codecs::explain(text(request, "line")?),
        "encodings" => Ok(codecs::encodings(text(request, "text")?)),
        "standards" => Ok(codecs::standards(text(request, "text")?)),
        #[cfg(feature = "check")]
        "requests" => check::requests(text(request, "hello")?),
        #[cfg(feature = "check")]
        "judge" => check::judge(request),
        other => Err(format!("no request {other:?}")),
    }
}

/// A field that is a text.
fn text<'a>(request: &'a Json, field: &str) -> Result<&'a str, String> {
    request[field]
        .as_str()
        .ok_or_else(|| format!("the request needs a text as its {field:?}"))
}

fn refused(message: &str) -> Json {
    json!({ "error": { "message": message } })
}
