//! `acegate explain`.

use std::io::{self, Write};

use acegate_codec::{Parameters, Value};

use super::arguments::{ExplainArguments, ExplainFormat};
use super::catalogue::Operator;
use super::output::{Ended, Output, print_columns, printed};
use super::{catalogue, refusal, value};
use crate::explain::{Part, Trace, explain};
use crate::report::html::markup::html;
use crate::report::html::{PageExtras, page, trace as drawn};

pub(super) fn run(arguments: &ExplainArguments, parameters: &Parameters, output: &Output) -> Ended {
    let op = if arguments.decode { "decode" } else { arguments.op.as_deref().unwrap_or("encode") };
    let operator = Operator::new(&arguments.on.codec, op, parameters)?;
    let input = value::input(&arguments.on, catalogue::takes_list(&arguments.on.codec, op))?;
    match explain(operator.codec, op, parameters, &input) {
        Ok(mut trace) => {
            name_refusal(&mut trace, &operator, parameters, &input);
            printed(match arguments.format {
                ExplainFormat::Text => print_columns(trace.steps(), &mut output.out()),
                ExplainFormat::Html => print_page(&trace, &operator, output),
            })
        }
        Err(failure) => refusal::report(&failure, &operator, &input, output),
    }
}

/// Says of a refusal which symbol is refused and where, as every other command does.
fn name_refusal(trace: &mut Trace, operator: &Operator, parameters: &Parameters, input: &Value) {
    let Some(Part::Fact("refused", text)) = trace.parts.last_mut() else { return };
    if let Err(failure) = operator.codec.apply(operator.op, parameters, input) {
        let sentence = refusal::sentence(&failure, operator, input);
        // The steps may find another error than the codec, which then stays as it is.
        if sentence.split(':').next() == text.split(':').next() {
            *text = sentence;
        }
    }
}

fn print_page(trace: &Trace, operator: &Operator, output: &Output) -> io::Result<()> {
    let title = format!("{} {}", operator.codec.id(), operator.op);
    let content = html!(
        "<section class=\"summary\"><h1>{}</h1><p class=\"lead\">{}</p>{}</section>",
        title,
        operator.codec.document(),
        drawn(trace)
    );
    let page = page(PageExtras::default(), &title, &[], &content);
    output.data().write_all(page.as_bytes())
}
