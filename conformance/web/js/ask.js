// A check of an implementation: its requests are asked, one after the other, and judged.

/** How many faults, and how many milliseconds lost to them, end a check. */
const FAULTS = { count: 50, ms: 60_000 };

/**
 * Asks the requests that have no reply yet. `limit` is the time of one in milliseconds; a promise that
 * never settles is a time limit. A function that never returns is ended by who called this.
 */
export async function askAll(lines, replies, answer, { limit = 5000, begun = () => {}, replied = () => {} } = {}) {
  let faults = replies.filter((reply) => reply?.timeout || reply?.line?.includes('"crash"')).length;
  let lost = replies.reduce((sum, reply) => sum + (reply?.timeout ?? 0), 0);
  for (let at = replies.findIndex((reply) => !reply); at >= 0 && at < lines.length; at += 1) {
    if (replies[at]) continue;
    if (faults >= FAULTS.count || lost >= FAULTS.ms) break;
    begun(at);
    const start = performance.now();
    let outcome = answer(lines[at]);
    if (typeof outcome.then === "function") outcome = await within(outcome, limit);
    const elapsed_us = Math.round((performance.now() - start) * 1000);
    if (outcome.timeout) lost += outcome.timeout;
    if (outcome.timeout || outcome.crash) faults += 1;
    replies[at] = outcome.timeout ? outcome : { line: JSON.stringify({ id: at, ...outcome }), elapsed_us };
    replied(at);
  }
  return replies;
}

function within(promise, limit) {
  let timer;
  const late = new Promise((resolve) => {
    timer = setTimeout(() => resolve({ timeout: limit }), limit);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
