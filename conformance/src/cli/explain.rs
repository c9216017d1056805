//! `acegate explain`.

use std::io::Write;

use acegate_codec::{Family, Parameters, Text, Verb, family};
use acegate_deviations::deviations;
use acegate_vectors::Suite;
use clap::{Args, ValueEnum};

use super::codec::report_refusal;
use super::output::{Ended, Output, print_columns, printed};
use super::standards::{check_is_name, side_by_side};
use super::value::{self, InputArguments};
use super::vectors::{is_requirement, unfiltered};
use crate::coverage::in_short;
use crate::escape::printable;
use crate::explain::catalogue::{self, Operator};
use crate::explain::{Part, Trace, explain_in_words};
use crate::hunt::interpretations_of;
use crate::report::html::markup::html;
use crate::report::html::{PageExtras, page, trace as drawn};
use crate::suite::{Filter, rules};

#[derive(Debug, Args)]
pub(super) struct ExplainArguments {
    #[command(flatten)]
    on: InputArguments,
    /// Explain the decoding of the input instead of its encoding.
    #[arg(short, long)]
    decode: bool,
    /// Explain another operation than `encode` or `decode`, such as `to-ascii`.
    #[arg(long, conflicts_with = "decode")]
    op: Option<String>,
    /// The format of the output.
    #[arg(long, value_enum, default_value_t)]
    format: ExplainFormat,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum ExplainFormat {
    /// A step a line.
    #[default]
    Text,
    /// A page with the steps as the document draws them.
    Html,
}

pub(super) fn run(arguments: &ExplainArguments, parameters: &Parameters, output: &Output) -> Ended {
    if is_requirement(&arguments.on.codec) {
        return requirement(arguments, output);
    }
    let codec = &arguments.on.codec;
    match &arguments.on.input {
        Some(input) => catalogue::codec_first(codec, &[input])?,
        None if acegate_codec::codec(codec).is_none() => {
            return name(arguments, parameters, output);
        }
        None => {}
    }
    let op = match (arguments.decode, arguments.op.as_deref()) {
        (true, _) => Verb::Decode.name(),
        (false, Some(op)) => op,
        // The standards for names have nothing else.
        (false, None) if family(codec).is_some_and(Family::is_of_checked_names) => {
            Verb::ToAscii.name()
        }
        (false, None) => Verb::Encode.name(),
    };
    let operator = Operator::new(codec, op, parameters)?;
    let input = value::input(&arguments.on, operator.takes_list())?;
    match explain_in_words(&operator, &input) {
        Ok(trace) => {
            let title = format!("{} {op}", operator.codec.id());
            print(arguments, &trace, &title, operator.codec.document(), output)
        }
        Err(failure) => report_refusal(&failure, &operator, &input, output),
    }
}

/// Prints the answers of the standards for names, because the only word is a name.
fn name(arguments: &ExplainArguments, parameters: &Parameters, output: &Output) -> Ended {
    let word = &arguments.on.codec;
    let InputArguments {
        hex, list, flags, ..
    } = &arguments.on;
    if !arguments.on.code_points {
        check_is_name(word)?;
    }
    let has_option = arguments.decode || arguments.op.is_some() || !parameters.is_empty();
    if has_option || *hex || *list || flags.is_some() {
        let what = format!(
            "no codec {word:?}: without a codec, a name takes no option but --code-points and --format"
        );
        return Err(what.into());
    }
    let read = value::read_value(&arguments.on, word)?;
    let text = read.as_text().ok().and_then(Text::to_scalar_string);
    let Some(name) = text else {
        return Err("a name has only Unicode scalar values".into());
    };
    let trace = side_by_side(&name);
    print(
        arguments,
        &trace,
        &printable(&name),
        "UTS #46 and IDNA 2008",
        output,
    )
}

/// Prints the sentence of a requirement, its cases, and the deviations that break it.
fn requirement(arguments: &ExplainArguments, output: &Output) -> Ended {
    let id = &arguments.on.codec;
    let filter = Filter {
        requirements: vec![id.clone()],
        ..Filter::default()
    };
    // The filter's error names the nearest ids.
    let chosen = filter.apply_to_requirements(rules()).map_err(unfiltered)?;
    let [rule] = chosen.as_slice() else {
        return Err(format!("no requirement {id:?}").into());
    };
    if arguments.on.input.is_some() || arguments.op.is_some() || arguments.decode {
        let codec = &rule.codec;
        let what = format!("{id} is a requirement, which takes no input: acegate explain {codec}");
        return Err(what.into());
    }
    let suite = Suite::embedded()?;
    let mut cases = Vec::new();
    for case in &suite.cases {
        if case.requirements.contains(id) {
            cases.push(case.id.as_str());
        }
    }
    let mut broken = Vec::new();
    for deviation in deviations() {
        if deviation.breaks.contains(&id.as_str()) {
            broken.push(deviation.id);
        }
    }
    if broken.is_empty() {
        broken.push("no simulated bug");
    }
    let facts = [
        ("says", rule.text.clone()),
        (
            "clause",
            format!("{}, {} ({})", rule.document, rule.clause, rule.level),
        ),
        ("basis", rule.basis.to_string()),
        ("cases", in_short(rule, &cases)),
        ("list", format!("acegate vectors list {id}")),
        ("broken by", broken.join(", ")),
        ("covered", format!("acegate coverage {id}")),
    ];
    let mut parts = Vec::new();
    for (name, text) in facts {
        parts.push(Part::Fact(name, text));
    }
    for sentence in interpretations_of(id) {
        parts.push(Part::Fact("in hunts", sentence));
    }
    print(arguments, &Trace { parts }, id, &rule.document, output)
}

fn print(
    arguments: &ExplainArguments,
    trace: &Trace,
    title: &str,
    document: &str,
    output: &Output,
) -> Ended {
    printed(match arguments.format {
        ExplainFormat::Text => print_columns(trace.steps(), &mut output.out()),
        ExplainFormat::Html => {
            let content = html!(
                "<section class=\"summary\"><h1>{}</h1><p class=\"lead\">{}</p>{}</section>",
                title,
                document,
                drawn(trace)
            );
            let page = page(PageExtras::default(), title, &[], &content);
            output.data().write_all(page.as_bytes())
        }
    })
}
