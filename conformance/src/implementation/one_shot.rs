//! A plain command-line program: one process a request, the operation and input in its arguments or
//! on its standard input.

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use std::time::{Duration, Instant};

use acegate_codec::{Text, Value};
use acegate_vectors::Integer;

use super::{Implementation, command_line};
use crate::observation::{
    Death, Fault, LargeValue, Observation, Outcome, Refusal, SkipReason, StartError,
};
use crate::protocol::{CodecSupport, DeclaredLimits, Description, Identity, Request};
use crate::supervisor::{Limits, Process, Program};

/// How a one-shot program is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OneShotSpec {
    /// The template for each operation.
    pub templates: Vec<(String, Template)>,
    /// The codec, where the templates do not take its name.
    pub codec: String,
    /// How the input stands on standard input.
    pub input: InputForm,
    /// How the output is read.
    pub output: OutputForm,
    /// Variables set for the program.
    pub env: Vec<(String, String)>,
    /// Whether the program gets no other variables than these and `PATH`.
    pub clear_env: bool,
    /// The limits that the program has by design.
    pub limits: DeclaredLimits,
}

/// A command as words with places for the operation and the input.
///
/// The words are split by the shell's quoting rules, and no shell is involved: what stands in a
/// place is always one word, or part of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    words: Vec<String>,
}

/// How the input is passed on standard input.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum InputForm {
    /// Nothing: the input stands in the arguments.
    None,
    /// UTF-8 text as it is.
    Text,
    /// UTF-8 text and a newline. Text that holds a newline or NUL cannot be passed: tools that read
    /// lines take either for the end.
    #[default]
    Line,
    /// The UTF-8 octets as hexadecimal digits.
    Hex,
    /// Code points as `U+` numbers, separated by spaces.
    Cps,
}

/// How the output is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum OutputForm {
    /// UTF-8 text as it is.
    Text,
    /// UTF-8 text without its last newline.
    #[default]
    Line,
    /// Hexadecimal digits of UTF-8 octets.
    Hex,
    /// Code points as `U+` numbers, separated by spaces.
    Cps,
}

/// What can stand in braces.
const PLACES: [&str; 5] = ["{op}", "{codec}", "{in:text}", "{in:hex}", "{in:cps}"];

/// The longest argument that Linux takes, in bytes, with the NUL at its end.
const LONGEST_WORD: usize = 128 << 10;

impl Template {
    /// The template in this text.
    ///
    /// # Errors
    ///
    /// A sentence on what is wrong: an open quote, no command, or a place that does not exist.
    pub fn parse(text: &str) -> Result<Self, String> {
        let words = command_line::split(text)?;
        if words.is_empty() {
            return Err("the one-shot command is empty".into());
        }
        for word in &words {
            let mut rest = word.as_str();
            while let Some(at) = rest.find('{') {
                let place = PLACES.iter().find(|place| rest[at..].starts_with(**place));
                let Some(place) = place else {
                    return Err(format!(
                        "unknown place in {word:?}: expected one of {}",
                        PLACES.join(" ")
                    ));
                };
                rest = &rest[at + place.len()..];
            }
        }
        Ok(Self { words })
    }

    /// The words, the first of which is the program.
    #[must_use]
    pub fn words(&self) -> &[String] {
        &self.words
    }

    /// Whether the place stands anywhere in the template.
    #[must_use]
    pub fn has(&self, place: &str) -> bool {
        self.words.iter().any(|word| word.contains(place))
    }

    /// Whether the input stands in the arguments.
    #[must_use]
    pub fn takes_input(&self) -> bool {
        self.has("{in:")
    }

    fn fill(&self, request: &Request, text: &Text) -> Result<Vec<OsString>, String> {
        let filled = |word: &String| {
            let word = fill_word(word, request, text)?;
            let length = word.len();
            if length < LONGEST_WORD {
                return Ok(word);
            }
            Err(format!("an argument of {length} bytes is longer than the system takes"))
        };
        self.words.iter().map(filled).collect()
    }
}

fn fill_word(word: &str, request: &Request, text: &Text) -> Result<OsString, String> {
    let mut out = Vec::new();
    let mut rest = word;
    while let Some(at) = rest.find('{') {
        out.extend_from_slice(&rest.as_bytes()[..at]);
        let place = PLACES.iter().find(|place| rest[at..].starts_with(**place));
        let place = place.ok_or("unknown place")?;
        match *place {
            "{op}" => out.extend_from_slice(request.op.as_bytes()),
            "{codec}" => out.extend_from_slice(request.codec.as_bytes()),
            "{in:hex}" => out.extend_from_slice(hex_of(text)?.as_bytes()),
            "{in:cps}" => out.extend_from_slice(cps_of(text).as_bytes()),
            _ => {
                let string = scalar(text)?;
                if string.contains('\0') {
                    return Err("NUL cannot stand in an argument".into());
                }
                out.extend_from_slice(string.as_bytes());
            }
        }
        rest = &rest[at + place.len()..];
    }
    out.extend_from_slice(rest.as_bytes());
    Ok(OsString::from_vec(out))
}

fn scalar(text: &Text) -> Result<String, String> {
    text.to_scalar_string().ok_or_else(|| "surrogates and numbers above 10FFFF are no text".into())
}

fn hex_of(text: &Text) -> Result<String, String> {
    Ok(scalar(text)?.bytes().map(|byte| format!("{byte:02x}")).collect())
}

fn cps_of(text: &Text) -> String {
    let words: Vec<_> = text.code_points.iter().map(|c| format!("U+{c:04X}")).collect();
    words.join(" ")
}

impl InputForm {
    fn bytes(self, text: &Text) -> Result<Vec<u8>, String> {
        Ok(match self {
            Self::None => Vec::new(),
            Self::Text => scalar(text)?.into_bytes(),
            Self::Line => {
                let mut line = scalar(text)?;
                if line.contains(['\n', '\0']) {
                    return Err("text with a newline or NUL is not one line".into());
                }
                line.push('\n');
                line.into_bytes()
            }
            Self::Hex => hex_of(text)?.into_bytes(),
            Self::Cps => cps_of(text).into_bytes(),
        })
    }
}

impl OutputForm {
    /// The value in the output, or a sentence on what was expected. Octets that are not UTF-8 are a
    /// value of octets: the program accepted its input, and wrote what is no text.
    fn value(self, output: &[u8]) -> Result<Value, String> {
        match self {
            Self::Text => Ok(text_or_octets(output)),
            Self::Line => Ok(text_or_octets(output.strip_suffix(b"\n").unwrap_or(output))),
            Self::Hex => {
                let text = String::from_utf8_lossy(output);
                let json = serde_json::json!({ "b": text.trim() });
                match crate::protocol::value_from_json(&json) {
                    Ok(Value::Octets(octets)) => Ok(text_or_octets(&octets)),
                    _ => Err("expected pairs of hexadecimal digits on standard output".into()),
                }
            }
            Self::Cps => String::from_utf8_lossy(output)
                .split_whitespace()
                .map(|word| {
                    word.strip_prefix("U+").and_then(|hex| u32::from_str_radix(hex, 16).ok())
                })
                .collect::<Option<Vec<_>>>()
                .map(Value::from_code_points)
                .ok_or_else(|| "expected U+ numbers on standard output".into()),
        }
    }

    /// The value in output that [`Self::value`] does not read because a number of it is above 32
    /// bits.
    fn large_value(self, output: &[u8]) -> Option<LargeValue> {
        /// Longer numbers are not read.
        const MOST_DIGITS: usize = 1000;
        if self != Self::Cps {
            return None;
        }
        let text = std::str::from_utf8(output).ok()?;
        let integer = |word: &str| {
            let digits = word.strip_prefix("U+").filter(|digits| digits.len() <= MOST_DIGITS);
            digits.and_then(Integer::from_hex)
        };
        text.split_whitespace().map(integer).collect::<Option<_>>().and_then(LargeValue::text)
    }
}

fn text_or_octets(octets: &[u8]) -> Value {
    std::str::from_utf8(octets).map_or_else(|_| Value::Octets(octets.to_vec()), Value::from)
}

/// A one-shot program.
#[derive(Debug)]
pub struct OneShot {
    spec: OneShotSpec,
    limits: Limits,
    description: Description,
    /// The time that all calls have used of their limit.
    waited: Duration,
}

impl OneShot {
    /// The program, after one trial start that shows whether it exists.
    ///
    /// # Errors
    ///
    /// [`StartError::Spawn`] where a command of the templates cannot be run.
    pub fn start(spec: OneShotSpec, limits: Limits) -> Result<Self, StartError> {
        for (_, template) in &spec.templates {
            let name = &template.words[0];
            command_line::check_program(name)?;
            if command_line::find_program(name).is_none() {
                return Err(StartError::Spawn {
                    program: name.clone(),
                    reason: "no such program".into(),
                });
            }
        }
        let ops = spec.templates.iter().map(|(op, _)| op.clone()).collect();
        let support = CodecSupport { ops, limits: spec.limits, ..CodecSupport::default() };
        let identity = Identity {
            name: spec.templates.first().map(|(_, t)| t.words[0].clone()).unwrap_or_default(),
            ..Identity::default()
        };
        let description = Description::new(identity, [(spec.codec.clone(), support)].into());
        Ok(Self { spec, limits, description, waited: Duration::ZERO })
    }

    fn run(&mut self, request: &Request) -> (Outcome, String) {
        let skipped = |reason, text| (Outcome::Skipped(reason, text), String::new());
        let template = self.spec.templates.iter().find(|(op, _)| *op == request.op);
        let Some((_, template)) = template else {
            return skipped(SkipReason::Unsupported, format!("no template for {}", request.op));
        };
        let (argv, input) = match self.prepared(template, request) {
            Ok(prepared) => prepared,
            Err(reason) => return skipped(SkipReason::Unrepresentable, reason),
        };
        let mut program = Program::new(argv);
        program.env = self.spec.env.iter().cloned().collect();
        program.clear_env = self.spec.clear_env;
        let mut process = match Process::start(&program, self.limits) {
            Ok(process) => process,
            Err(error) => {
                return (Outcome::Fault(Fault::NotRun(error.to_string())), String::new());
            }
        };
        process.send(&input);
        process.close_input();
        let ended = process.output_within(self.limits.time);
        process.kill();
        self.waited += process.spent();
        if let Some(reason) = process.not_started() {
            return (Outcome::Fault(Fault::NotRun(reason)), String::new());
        }
        let stderr = process.stderr();
        let outcome = match ended {
            Ok((Death::Exited(0), output)) => match self.value(request, &output) {
                Ok(value) => Outcome::Value(value),
                Err(expected) => match self.spec.output.large_value(&output) {
                    Some(value) => Outcome::Large(value),
                    None => Outcome::Fault(Fault::Caught(expected)),
                },
            },
            Ok((Death::Exited(1), _)) => {
                let message = if stderr.is_empty() { None } else { Some(stderr.clone()) };
                Outcome::Refused(Refusal { message, ..Refusal::default() })
            }
            Ok((Death::Exited(89), _)) => {
                Outcome::Skipped(SkipReason::Unsupported, "exit status 89".into())
            }
            Ok((death, _)) => Outcome::Fault(Fault::Died(death)),
            Err(fault) => Outcome::Fault(fault),
        };
        (outcome, stderr)
    }

    /// The arguments and the standard input for a request.
    fn prepared(
        &self,
        template: &Template,
        request: &Request,
    ) -> Result<(Vec<OsString>, Vec<u8>), String> {
        match &request.input {
            Value::Text(text) => {
                let form = if template.takes_input() { InputForm::None } else { self.spec.input };
                Ok((template.fill(request, text)?, form.bytes(text)?))
            }
            Value::List(values) if !template.takes_input() && self.takes_lists() => {
                let line = |value: &Value| match value.as_text() {
                    Ok(text) => InputForm::Line.bytes(text),
                    Err(_) => Err("only text can be a line".into()),
                };
                let lines = values.iter().map(line).collect::<Result<Vec<_>, _>>()?;
                Ok((template.fill(request, &Text::default())?, lines.concat()))
            }
            Value::List(_) => Err("a list is passed as lines of standard input".into()),
            Value::Octets(_) => Err("only text can be passed".into()),
        }
    }

    /// What the program wrote: a list, a value a line, where it was given one.
    fn value(&self, request: &Request, output: &[u8]) -> Result<Value, String> {
        match &request.input {
            Value::List(_) => {
                let lines = output.split_inclusive(|&octet| octet == b'\n');
                lines
                    .map(|line| self.spec.output.value(line))
                    .collect::<Result<_, _>>()
                    .map(Value::List)
            }
            _ => self.spec.output.value(output),
        }
    }

    fn takes_lists(&self) -> bool {
        (self.spec.input, self.spec.output) == (InputForm::Line, OutputForm::Line)
    }
}

impl Implementation for OneShot {
    fn describe(&self) -> &Description {
        &self.description
    }

    fn answer(&mut self, request: &Request) -> Observation {
        let start = Instant::now();
        let (outcome, stderr) = self.run(request);
        let elapsed: Duration = start.elapsed();
        Observation { outcome, elapsed, stderr }
    }

    fn waited(&self) -> Option<Duration> {
        Some(self.waited)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(text: &str) -> Request {
        Request {
            codec: "punycode".into(),
            op: "decode".into(),
            params: Default::default(),
            input: Value::from(text),
        }
    }

    fn filled(template: &str, text: &str) -> Result<Vec<String>, String> {
        let request = request(text);
        let text = request.input.as_text().expect("text");
        let words = Template::parse(template)?.fill(&request, text)?;
        Ok(words.into_iter().map(|word| word.into_string().expect("UTF-8")).collect())
    }

    #[test]
    fn input_is_always_one_word_and_never_read_by_a_shell() {
        let words = filled("tool '--{op}' pre-{in:text}-post {in:hex} \"{in:cps}\"", "a b;$(x)");
        let expected = [
            "tool",
            "--decode",
            "pre-a b;$(x)-post",
            "6120623b24287829",
            "U+0061 U+0020 U+0062 U+003B U+0024 U+0028 U+0078 U+0029",
        ];
        assert_eq!(words, Ok(expected.map(str::to_owned).to_vec()));
    }

    #[test]
    fn braces_in_the_input_stay_as_they_are() {
        assert_eq!(filled("tool {in:text}", "{op}"), Ok(vec!["tool".into(), "{op}".into()]));
    }

    #[test]
    fn what_an_argument_cannot_hold_is_said() {
        assert!(filled("tool {in:text}", "a\0").is_err_and(|reason| reason.contains("NUL")));
        assert!(filled("tool {in:cps}", "a\0").is_ok());
    }

    #[test]
    fn templates_with_faults_are_refused() {
        for (template, expected) in
            [("", "empty"), ("tool 'x", "quote"), ("tool {input}", "unknown place")]
        {
            let message = Template::parse(template).expect_err("a fault");
            assert!(message.to_lowercase().contains(expected), "{message}");
        }
    }

    #[test]
    fn output_is_compared_exactly_but_for_one_newline() {
        assert_eq!(OutputForm::Line.value(b"a \n\n"), Ok(Value::from("a \n")));
        assert_eq!(OutputForm::Text.value(b"a\n"), Ok(Value::from("a\n")));
        assert_eq!(OutputForm::Hex.value(b"c3bc\n"), Ok(Value::from("ü")));
        assert_eq!(
            OutputForm::Cps.value(b"U+D800 U+61\n"),
            Ok(Value::from_code_points([0xD800, 0x61]))
        );
        let large = |output: &[u8]| OutputForm::Cps.large_value(output);
        let integers = ["97", "4294967296"].map(Integer::from_decimal);
        let integers: Option<Vec<_>> = integers.into_iter().collect();
        assert_eq!(large(b"U+61 U+100000000\n"), integers.and_then(LargeValue::text));
        assert_eq!(large(b"U+61 100000000\n"), None);
        assert_eq!(OutputForm::Line.large_value(b"U+100000000"), None);
        assert_eq!(OutputForm::Line.value(&[0xFF, b'\n']), Ok(Value::Octets(vec![0xFF])));
        assert!(OutputForm::Hex.value(b"xy").is_err());
    }

    #[test]
    fn a_list_is_passed_and_read_as_lines() {
        let spec = OneShotSpec {
            templates: vec![("book".into(), Template::parse("cat").expect("a template"))],
            codec: "uri2dec".into(),
            input: InputForm::Line,
            output: OutputForm::Line,
            clear_env: false,
            env: Vec::new(),
            limits: DeclaredLimits::default(),
        };
        let mut echo = OneShot::start(spec, Limits::default()).expect("cat is there");
        let mut answer = |values: &[&str]| {
            let input = Value::List(values.iter().map(|&value| Value::from(value)).collect());
            let request = Request { op: "book".into(), input, ..request("") };
            (request.input.clone(), echo.answer(&request).outcome)
        };
        for values in [&["ask 2", "", "ask 3"][..], &[""], &[]] {
            let (asked, answered) = answer(values);
            assert_eq!(answered, Outcome::Value(asked));
        }
        let (_, refused) = answer(&["a\nb"]);
        assert!(matches!(refused, Outcome::Skipped(SkipReason::Unrepresentable, _)));
    }
}
