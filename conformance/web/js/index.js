// The npm package: the codecs as functions, and the suite for functions of your own.

import { askAll } from "./ask.js";
import { messageOf } from "./finding.js";
import { answering, describe } from "./implementation.js";
import { start } from "./module.js";
import { codePoints, isString, stringOf, toValue } from "./text.js";

const load = async (name) => {
  const address = new URL(name, import.meta.url);
  if (address.protocol !== "file:") return start(await (await fetch(address)).arrayBuffer());
  const { readFile } = await import("node:fs/promises");
  return start(await readFile(address));
};

const ask = await load("./codecs.wasm");

/** A refusal: its kind, and the place of the first error in the input, in code points. */
export class Refusal extends RangeError {
  constructor({ kind, at, message }) {
    super(message);
    [this.name, this.kind, this.at] = ["Refusal", kind, at];
  }
}

const answerOf = (answer) => {
  if (answer.error?.kind !== undefined) throw new Refusal(answer.error);
  if (answer.error) throw new TypeError(answer.error.message);
  return answer;
};

const lineOf = (codec, op, input, params) => {
  const value = (one) => (typeof one === "string" ? toValue(one) : Array.isArray(one) && typeof one[0] === "string" ? one.map(value) : { u: Array.from(one) });
  return JSON.stringify({ id: 0, codec, op, params, in: value(input) });
};

const read = (value) => {
  if (Array.isArray(value)) return value.map(read);
  if (value.t !== undefined) return value.t;
  return value.b ?? (isString(value.u) ? stringOf(value.u) : value.u);
};

const functionsOf = ({ id, operations }, codecAt) => Object.fromEntries(operations.map(({ name }, at) => {
  const call = (input, params) => {
    // Nearly every call is one of a string, for which no request is written.
    const short = params === undefined && typeof input === "string" && !/\p{Cs}/u.test(input) ? ask.convert(codecAt, at, input) : undefined;
    return short ?? read(answerOf(ask({ do: "apply", line: lineOf(id, name, input, params) })).ok);
  };
  return [name.replace(/-([a-z])/gu, (_, letter) => letter.toUpperCase()), call];
}));

const all = Object.fromEntries(ask({ do: "codecs" }).map((codec, at) => [codec.id, functionsOf(codec, at)]));

/** The codecs by name. `enum` is a word of the language, so that it is only here. */
export const codecs = all;
export const { punycode, bootstring, uts46, utf5, utf6, race, lace, uri2dec } = all;

/** The worked steps of an operation: the name of each, and its text. */
export const explain = (codec, op, input, params = {}) => answerOf(ask({ do: "explain", line: lineOf(codec, op, input, params) })).steps;

let checker;

/** Puts the suite to these functions. Nothing but the functions is called, and nothing is started. */
export async function check(implementation, { name, version, timeout = 5000, refuses } = {}) {
  const hello = describe(implementation, { name, version });
  checker ??= load("./check.wasm");
  const judgeOf = await checker;
  const { requests, error } = judgeOf({ do: "requests", hello });
  if (error) throw new TypeError(`acegate: ${error.message}`);
  const replies = await askAll(requests, Array(requests.length).fill(null), answering(implementation, refuses), { limit: timeout });
  const judged = judgeOf({ do: "judge", hello, replies, diagnose: true, formats: [] });
  if (judged.error) throw new TypeError(`acegate: ${judged.error.message}`);
  return new Run(judged, (format) => judgeOf({ do: "judge", hello, replies, diagnose: true, formats: [format] }));
}

/** A run of the suite: what is wrong, and how much of it. */
class Run {
  #judge;

  constructor({ totals, findings, examples }, judge) {
    this.#judge = judge;
    const { pass = 0, skip = 0 } = totals.verdicts;
    this.asked = Object.values(totals.verdicts).reduce((sum, count) => sum + count, 0) - skip;
    [this.passed, this.skipped, this.failed] = [pass, skip, totals.unexpected];
    const of = (it) => ({ ...it, message: messageOf(it, examples[it.id]) });
    this.findings = findings.filter((it) => it.unexpected > 0).map(of);
    this.advice = findings.filter((it) => it.unexpected === 0).map(of);
  }

  /** Registers a test for each finding, which fails, and one for the whole suite. */
  tests(test) {
    for (const { summary, message } of this.findings) {
      test(summary, () => {
        throw new Error(message);
      });
    }
    test(`acegate: ${this.asked} checks, ${this.failed} not as expected`, () => {
      if (this.failed > 0 || this.passed === 0) throw new Error(this.passed === 0 ? "no check passes" : `${this.failed} checks are not as expected`);
    });
  }

  /** The report in a format of acegate: html, json, junit, markdown, ndjson, sarif, tap. */
  report(format) {
    const { reports, error } = this.#judge(format);
    if (error) throw new RangeError(error.message);
    return reports[format];
  }
}

export { codePoints };
