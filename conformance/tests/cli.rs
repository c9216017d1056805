//! The terminal sessions in `tests/cli`: every command with all that it prints.
//!
//! `TRYCMD=overwrite cargo test --test cli` writes what is printed now; the diff is the review.

#[test]
fn sessions_print_the_output_that_they_show() {
    trycmd::TestCases::new().case("tests/cli/*.trycmd");
}
