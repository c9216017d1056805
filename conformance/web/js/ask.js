// A check of an implementation: its requests are run one after the other, until there are too many faults.

import { bare, jsonOf } from "./data.js";
import { outcomeOf, questionOf } from "./question.js";
import { plural } from "./verdict.js";

/** How many faults, and how many milliseconds lost to them, end a check. */
const FAULTS = { count: 50, ms: 60_000 };

/**
 * Asks the requests of these lines. `answer` gets a question and returns an answer of `call.js`, or a promise of
 * one; `{ timeout }` has the milliseconds after which there was none.
 *
 * Returns the replies, which end early if the check was given up, and why it was.
 */
export async function askAll(lines, answer, replied = () => {}) {
  const replies = [];
  const faults = { count: 0, ms: 0 };
  while (replies.length < lines.length && faults.count < FAULTS.count && faults.ms < FAULTS.ms) {
    const at = replies.length;
    const question = questionOf(lines[at]);
    const begun = performance.now();
    let answered = question.skip === undefined ? answer(question, at) : question;
    if (answered instanceof Promise) answered = await answered;
    const elapsed_us = Math.round((performance.now() - begun) * 1000);
    replies.push(replyOf(at, question, answered, elapsed_us));
    if (answered.timeout !== undefined || answered.crash !== undefined) faults.count += 1;
    faults.ms += answered.timeout ?? 0;
    replied(at);
  }
  const notAsked = lines.slice(replies.length);
  return { replies, givenUp: notAsked.length > 0 ? sentence(faults, notAsked) : null };
}

function replyOf(id, question, answered, elapsed_us) {
  if (answered.timeout !== undefined) return { __proto__: null, timeout: answered.timeout };
  const outcome = question.skip === undefined ? outcomeOf(question, answered) : question;
  const line = jsonOf({ id, ...outcome });
  return { __proto__: null, line, elapsed_us };
}

/** Why a check was given up, and what was not run, by operation. */
function sentence({ count, ms }, notAsked) {
  const counts = new Map();
  for (const line of notAsked) {
    const { codec, op } = bare(JSON.parse(line));
    const name = `${codec} ${op}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const parts = Array.from(counts, ([name, times]) => `${times} of ${name}`);
  const lost = ms > 0 ? `, ${Math.round(ms / 1000)} s of them without a reply` : "";
  return `Given up after ${count} crashes or hangs${lost}. Not run: ${plural(notAsked.length, "request")} (${parts.join(", ")}).`;
}
