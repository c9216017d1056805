//! The questions of a comparison.

use acegate_codec::{Value, Verb, punycode, uts46};
use acegate_vectors::{LoadError, Suite};

use super::difference::Place;
use super::names::NameList;
use crate::hunt::generated_requests;
use crate::protocol::{Description, Request};
use crate::suite::request_for;
use crate::sweep::{CodePoints, FRAMES};

/// The questions that are sent to both sides.
#[derive(Clone, Debug, Default)]
pub struct Questions {
    /// Only these codecs; all if empty.
    pub codecs: Vec<String>,
    /// Only these operations; all if empty. Names are sent to `to-ascii` and `to-unicode` unless others are given.
    pub ops: Vec<String>,
    /// Whether the inputs of the suite are sent.
    pub suite: bool,
    /// The frames of a sweep.
    pub frames: FrameChoice,
    /// Generated requests, as a hunt makes them; `None` for none.
    pub generated: Option<Generated>,
    /// A list of names; `None` for none.
    pub names: Option<NameList>,
}

/// The choice of frames.
#[derive(Clone, Debug, Default)]
pub struct FrameChoice {
    /// Their names; none if empty.
    pub frames: Vec<String>,
    /// The code points; `None` for those that each frame has by default.
    pub code_points: Option<CodePoints>,
}

/// Generated requests.
#[derive(Clone, Copy, Debug)]
pub struct Generated {
    /// How many.
    pub count: usize,
    /// The seed. The same seed gives the same requests.
    pub seed: u64,
}

/// A question, before a side is sent it with its settings.
#[derive(Clone, Debug)]
pub(super) struct Question {
    pub(super) request: Request,
    pub(super) place: Place,
}

/// The operations to which names are sent.
const ON_NAMES: [&str; 2] = [Verb::ToAscii.name(), Verb::ToUnicode.name()];

/// The codecs to which names are sent: the first of them that both sides have.
const OF_NAMES: [&str; 2] = [uts46::ABOUT.id, punycode::ABOUT.id];

impl Questions {
    /// The operations that both sides have and that are chosen, as a description.
    pub(super) fn common(&self, descriptions: [&Description; 2]) -> Description {
        let [first, second] = descriptions;
        let mut common = first.clone();
        common.codecs.retain(|codec, support| {
            let Some(other) = second.codecs.get(codec) else {
                return false;
            };
            support
                .ops
                .retain(|op| other.ops.contains(op) && is_chosen(op, &self.ops));
            is_chosen(codec, &self.codecs) && !support.ops.is_empty()
        });
        common
    }

    /// All questions about these operations, beginning with the names of the user.
    pub(super) fn all<'a>(
        &'a self,
        common: &'a Description,
    ) -> Result<impl Iterator<Item = Question> + 'a, LoadError> {
        let mut of_suite = Vec::new();
        if self.suite {
            of_suite = suite_questions(common)?;
        }
        let generated = self.generated.map(|Generated { count, seed }| {
            let requests = generated_requests(common, &self.codecs, seed);
            requests.take(count).map(|request| Question {
                request,
                place: Place::Generated,
            })
        });
        Ok(self
            .on_names(common)
            .chain(of_suite)
            .chain(generated.into_iter().flatten())
            .chain(self.in_frames(common)))
    }

    /// How many questions there are at most.
    pub(super) fn count(&self, common: &Description) -> u64 {
        let mut count = 0;
        if let Some(list) = &self.names {
            count += list.names.len() * self.name_operations(common).len();
        }
        if self.suite {
            count += suite_questions(common).map_or(0, |questions| questions.len());
        }
        count += self.generated.map_or(0, |generated| generated.count);
        for row in self.frame_rows(common) {
            count += row.points.count();
        }
        count as u64
    }

    fn on_names<'a>(&'a self, common: &Description) -> impl Iterator<Item = Question> + use<'a> {
        let operations = self.name_operations(common);
        let names = self.names.iter().flat_map(|list| &list.names);
        names.flat_map(move |(line, name)| {
            let mut questions = Vec::new();
            for (codec, op) in &operations {
                questions.push(Question {
                    request: Request::new(codec, op, Value::from(name.as_str())),
                    place: Place::Line(*line),
                });
            }
            questions
        })
    }

    /// The codecs and operations to which names are sent.
    fn name_operations(&self, common: &Description) -> Vec<(String, String)> {
        let mut operations = Vec::new();
        let has_others = self.ops.iter().any(|op| !ON_NAMES.contains(&op.as_str()));
        if !self.codecs.is_empty() || has_others {
            for (codec, support) in &common.codecs {
                for op in &support.ops {
                    if !self.ops.is_empty() || ON_NAMES.contains(&op.as_str()) {
                        operations.push((codec.clone(), op.clone()));
                    }
                }
            }
            return operations;
        }
        for codec in OF_NAMES {
            let Some(support) = common.codecs.get(codec) else {
                continue;
            };
            for op in ON_NAMES {
                if support.ops.iter().any(|own| own == op) {
                    operations.push((codec.to_owned(), op.to_owned()));
                }
            }
            if !operations.is_empty() {
                break;
            }
        }
        operations
    }

    fn in_frames(&self, common: &Description) -> impl Iterator<Item = Question> + use<> {
        let rows = self.frame_rows(common);
        rows.into_iter().flat_map(|row| {
            let points: Vec<_> = row.points.iter().collect();
            points.into_iter().filter_map(move |point| {
                let text = row.frame.filled(point)?;
                Some(Question {
                    request: Request::new(row.codec, row.op, Value::from(text.as_str())),
                    place: Place::Frame {
                        frame: row.frame.name,
                        point,
                    },
                })
            })
        })
    }

    /// The chosen frames, each with an operation.
    fn frame_rows(&self, common: &Description) -> Vec<FrameRow> {
        let mut rows = Vec::new();
        for frame in FRAMES {
            if !self.frames.frames.iter().any(|name| name == frame.name) {
                continue;
            }
            for used in frame.uses {
                let Some(support) = common.codecs.get(used.codec) else {
                    continue;
                };
                for op in used.ops {
                    if support.ops.iter().any(|own| own == op) {
                        let points = self.frames.code_points.clone();
                        rows.push(FrameRow {
                            frame,
                            codec: used.codec,
                            op,
                            points: points.unwrap_or_else(|| frame.default_fill()),
                        });
                    }
                }
                // As for names, the first codec that both sides have.
                break;
            }
        }
        rows
    }

    /// The code points of all chosen frames.
    pub(super) fn framed_points(&self, common: &Description) -> Vec<CodePoints> {
        let mut points: Vec<CodePoints> = Vec::new();
        for row in self.frame_rows(common) {
            if !points.contains(&row.points) {
                points.push(row.points);
            }
        }
        points
    }
}

struct FrameRow {
    frame: &'static crate::sweep::Frame,
    codec: &'static str,
    op: &'static str,
    points: CodePoints,
}

fn suite_questions(common: &Description) -> Result<Vec<Question>, LoadError> {
    let mut questions = Vec::new();
    for check in Suite::embedded()?.checks() {
        let has_operation = common
            .codecs
            .get(check.codec())
            .is_some_and(|support| support.ops.contains(&check.op));
        if has_operation {
            questions.push(Question {
                request: request_for(&check),
                place: Place::Suite,
            });
        }
    }
    Ok(questions)
}

fn is_chosen(name: &str, chosen: &[String]) -> bool {
    chosen.is_empty() || chosen.iter().any(|own| own == name)
}
