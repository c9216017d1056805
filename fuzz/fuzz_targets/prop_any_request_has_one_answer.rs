//! libFuzzer program for the target `prop_any_request_has_one_answer`.
#![no_main]

acegate_fuzz::program! {
    prop_any_request_has_one_answer up to 256,
        "Any request, sensible or not, has one answer, and positions of errors are within the input." => [
        Reader any_request_has_one_answer {}
    ];
}
