// A finding in words: an example, the reason, and how to repeat it.

import { shown } from "./text.js";

/** How many characters of a value are shown. */
const SHOWN = 120;

/** The facts of a finding: the name of each, and its text. */
export function factsOf(finding, example) {
  const facts = [["checks", `${finding.unexpected || finding.advisory}, ${finding.level}`], ["spec", finding.clauses.join("; ")]];
  if (finding.seen?.length) facts.push(["seen in", finding.seen.join(", ")]);
  if (example) {
    const { codec, op, input, expected, observed, note } = example;
    const right = expected.map((one) => ("ok" in one ? quoted(one.ok) : "a refusal")).join(" or ");
    facts.push([op, quoted(input)], ["expected", right], ["got", answered(observed) ?? example.verdict]);
    if (note) facts.push(["why", note]);
    if (shown(input).length <= SHOWN) facts.push(["rerun", `acegate explain ${codec} --op ${op} ${argument(shown(input))}`]);
  }
  return facts;
}

/** The finding as the message of a test. */
export function messageOf(finding, example) {
  return [finding.summary, ...factsOf(finding, example).map(([name, text]) => `${name}: ${text}`)].join("\n");
}

const answered = (observed) => {
  if (observed && "ok" in observed) return quoted(observed.ok);
  if (observed?.error) return "a refusal";
  return observed?.text ?? observed?.fault;
};

/** A value as a string of JavaScript; characters that steer or hide are escaped. */
export const quoted = (value) => {
  const text = shown(value);
  const start = JSON.stringify(text.length > SHOWN ? text.slice(0, SHOWN) : text);
  const safe = start.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (c) => `\\u{${c.codePointAt(0).toString(16)}}`);
  return text.length > SHOWN ? `${safe}… (${text.length} characters)` : safe;
};

/** A text as an argument of a shell. Characters that steer or hide are answered as code points. */
export const argument = (text) => {
  if (/[\p{C}\p{Zl}\p{Zp}]/u.test(text)) {
    const points = Array.from(text, (c) => `U+${c.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}`);
    return `--code-points '${points.join(" ")}'`;
  }
  return `${text.startsWith("-") ? "-- " : ""}'${text.replaceAll("'", "'\\''")}'`;
};
