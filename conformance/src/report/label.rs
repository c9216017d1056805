//! The labels of the lines on a failure, in every format.

use crate::observation::coded;

coded! {
    /// The label of a line. They are in the order in which the report for people shows them: the example and
    /// how to run it again, then the reasons.
    pub(crate) enum Label {
        /// The verdict on the example and its name.
        Example = "example",
        /// The operation, its input and its parameters.
        Input = "input",
        /// The right outcomes.
        Expected = "expected",
        /// The observed outcome.
        Got = "got",
        /// The first wrong step of a scenario.
        Step = "step",
        /// The first place at which the answer differs.
        Differs = "differs",
        /// The last lines of standard error.
        Stderr = "stderr",
        /// How the limit can be declared.
        Declare = "declare",
        /// The command that runs the check again.
        Rerun = "rerun",
        /// Why the expected outcome is right: the note of the case.
        Why = "why",
        /// The known bug that it looks like.
        Cause = "cause",
        /// The document, the clause and the level.
        Spec = "spec",
        /// The command that shows the steps to the right answer.
        Explain = "explain",
        /// The command that shows the test case, or its place.
        Case = "case",
        /// The other checks of the finding.
        Others = "others",
    }
}

/// A line with its label, as plain text shows it: `got       "tda"`.
pub(crate) fn labelled(label: Label, text: &str) -> String {
    format!("{:<9} {text}\n", label.code())
}
