// The npm package: the codecs as functions, and the suite for your functions.

import { askAll } from "./ask.js";
import { answering, messageOfError } from "./call.js";
import { jsonOf, kindOf } from "./data.js";
import { messageOf } from "./finding.js";
import { start } from "./module.js";
import { helloOf } from "./question.js";
import { codePoints, isString, stringOf, toValue } from "./text.js";
import { countsOf, plural, verdictOf } from "./verdict.js";

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
  return jsonOf({ id: 0, codec, op, params, in: value(input) });
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
export const { punycode, bootstring, uts46, idna2008, utf5, utf6, race, lace, uri2dec } = all;

/** The worked steps of an operation: the name of each, and its text. */
export const explain = (codec, op, input, params = {}) => answerOf(ask({ do: "explain", line: lineOf(codec, op, input, params) })).steps;

let checker;

/** The fields of a codec that are no functions. */
const DECLARED = ["params", "limits", "idna"];

/** Runs the suite against these functions. Nothing but the functions is called, and nothing is started. */
export async function check(implementation, { name, version, timeout = 5000, refuses } = {}) {
  const codecs = Object.keys(implementation).map((codec) => ({ codec, ...partsOf(codec, implementation[codec]) }));
  if (codecs.length === 0) throw new TypeError("acegate: no codec: expected { punycode: { encode, decode } }, or others");
  const hello = helloOf(codecs, { name, version });
  checker ??= load("./check.wasm");
  const judgeOf = await checker;
  const { requests, error } = judgeOf({ do: "requests", hello });
  if (error) throw new TypeError(`acegate: ${error.message}`);
  const calls = new Map(codecs.map(({ codec, functions }) => [codec, answering(functions, refuses)]));
  const asked = await askAll(requests, ({ codec, op, text, params }) => {
    const answer = calls.get(codec)(op, text, params);
    return answer instanceof Promise ? within(answer, timeout) : answer;
  });
  const judge = (formats) => judgeOf({ do: "judge", hello, replies: asked.replies, diagnose: true, formats });
  const judged = judge([]);
  if (judged.error) throw new TypeError(`acegate: ${judged.error.message}`);
  return new Run(judged, asked.givenUp, (format) => judge([format]));
}

/** The functions of a codec by operation, and what it says about itself. */
function partsOf(codec, all) {
  const functions = { __proto__: null };
  const declared = { __proto__: null };
  for (const name of Object.keys(all)) {
    const value = readable(`${codec}.${name}`, () => all[name]);
    if (DECLARED.includes(name)) {
      // What cannot be written is found here, where its name is known.
      if (value !== null && value !== undefined) declared[name] = readable(`${codec}.${name}`, () => JSON.parse(jsonOf(value)));
    } else if (typeof value === "function") {
      functions[hyphenated(name)] = value;
    } else {
      throw new TypeError(`acegate: ${codec}.${name} is ${kindOf(value)}: expected a function`);
    }
  }
  return { functions, ops: Object.keys(functions), declared };
}

function readable(name, read) {
  try {
    return read();
  } catch (error) {
    throw new TypeError(`acegate: ${name} cannot be read: ${messageOfError(error)}`);
  }
}

const hyphenated = (name) => name.replace(/[A-Z]+/gu, (letters) => `-${letters.toLowerCase()}`);

function within(promise, limit) {
  let timer;
  const late = new Promise((resolve) => {
    timer = setTimeout(() => resolve({ __proto__: null, timeout: limit }), limit);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** A run of the suite: what is wrong, and how much of it. */
class Run {
  #judge;
  #verdict;

  constructor({ totals, findings, examples }, givenUp, judge) {
    this.#judge = judge;
    const counts = countsOf(totals);
    this.#verdict = verdictOf(counts);
    [this.asked, this.passed, this.skipped, this.failed, this.notRun] = [counts.ran, counts.passed, counts.skipped, counts.failed, counts.notRun];
    this.givenUp = givenUp;
    const of = (it) => ({ ...JSON.parse(jsonOf(it)), message: messageOf(it, examples[it.id]) });
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
    const rest = this.notRun > 0 ? `, ${this.notRun} not run` : "";
    test(`acegate: ${plural(this.asked, "check")}, ${this.failed} not as expected${rest}`, () => {
      const { kind, text } = this.#verdict;
      if (kind !== "good") throw new Error(this.givenUp === null ? text : `${text} ${this.givenUp}`);
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
