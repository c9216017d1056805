//! The library as it is without default features: no command line, no programs, no YAML. `.ci/run`
//! builds this test so.

use acegate::event::{Recording, record};
use acegate::implementation::{InProcess, Registry};
use acegate::judge::Verdict;
use acegate::runner::RunOptions;
use acegate_vectors::{SCHEMA, Suite, write_case};

#[test]
fn the_embedded_suite_is_run_and_written_without_yaml() {
    let suite = Suite::embedded().expect("the suite");
    let case = suite.case("punycode/samples/s-ascii").expect("a sample of RFC 3492");
    assert!(write_case(case).starts_with("  - id: \"punycode/samples/s-ascii\"\n"));
    assert!(SCHEMA.starts_with('{'));
    let mut checks = suite.checks();
    checks.retain(|check| check.codec() == "utf5");
    let start = || Ok(Box::new(InProcess::registry(Registry::Plain)) as Box<_>);
    let end = record(&checks, &start, &RunOptions::default(), &Recording::default(), &mut |_| {});
    let totals = end.expect("it starts").totals;
    assert_eq!((totals.count(Verdict::Pass), totals.unexpected), (checks.len(), 0));
}
