// The counts of a run, and what they say.

/** The counts of a run. Checks that were skipped or not run are not among those that ran. */
export function countsOf({ verdicts, unexpected, advisory }) {
  const { pass = 0, skip = 0, filtered = 0, "not-run": notRun = 0 } = verdicts;
  const all = Object.values(verdicts).reduce((sum, count) => sum + count, 0);
  return { ran: all - skip - filtered - notRun, passed: pass, skipped: skip, failed: unexpected, notRun, advisory };
}

/**
 * The verdict in a sentence. Its kind is `good` only if checks passed, none failed and all were run; `none` if
 * nothing failed but that cannot be said.
 */
export function verdictOf({ ran, passed, failed, notRun }) {
  const rest = notRun > 0 ? ` ${plural(notRun, "check was", "checks were")} not run.` : "";
  if (failed > 0) return { kind: "bad", text: `${failed} of ${plural(ran, "check is", "checks are")} not as expected.${rest}` };
  if (ran === 0) return { kind: "none", text: `Nothing was checked.${rest}` };
  if (passed === 0) return { kind: "none", text: `No check passes.${rest}` };
  if (notRun > 0) return { kind: "none", text: `${plural(ran, "check is", "checks are")} as expected, but not all were run.${rest}` };
  return { kind: "good", text: ran === 1 ? "The one check is as expected." : `All ${ran} checks are as expected.` };
}

/** A number with its noun. */
export const plural = (count, one, more = `${one}s`) => `${count} ${count === 1 ? one : more}`;
