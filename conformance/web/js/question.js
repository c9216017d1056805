// The requests of the suite as calls of functions, and the answers of the functions as replies. Nothing here
// runs code of the implementation, so the page and the package can trust it.

import { bare, jsonOf } from "./data.js";
import { codePoints, isString, stringOf } from "./text.js";

/** The length of an input whose characters may be more than a call has room for as arguments. */
const LONG = 10_000;

/** The description of an implementation, as the line protocol has it: each codec with its operations. */
export function helloOf(codecs, { name = "an implementation in JavaScript", version = "" } = {}) {
  return jsonOf({
    type: "hello", protocol: 1, window: 1,
    implementation: { name, version, language: "JavaScript" },
    codecs: Object.fromEntries(codecs.map(({ codec, ops, declared }) => [codec, { ops, ...declared }])),
  });
}

/** The call that a request needs: `{ codec, op, text, params }`, or `{ skip }` if no string can express its input. */
export function questionOf(line) {
  const { codec, op, in: input, params } = bare(JSON.parse(line));
  if (Array.isArray(input) || input.b !== undefined) return { __proto__: null, skip: "a function in JavaScript is given a text" };
  const points = input.u ?? codePoints(input.t ?? "");
  if (!isString(points)) return { __proto__: null, skip: "a string of UTF-16 cannot hold this text" };
  return { __proto__: null, codec, op, text: stringOf(points), params: params && { ...params } };
}

/** The outcome, as the line protocol has it, for an answer of `call.js`. */
export function outcomeOf(question, answer) {
  if (answer.text !== undefined) return textOutcome(question.text, answer);
  if (answer.points !== undefined) return { __proto__: null, ok: { u: answer.points } };
  if (answer.refused !== undefined) return { __proto__: null, error: { message: answer.refused } };
  // The stack of a worker is small, and an input that fills it says nothing about the codec.
  if (answer.isStack && question.text.length > LONG) return { __proto__: null, skip: "the stack of this engine cannot hold it" };
  return { __proto__: null, crash: answer.crash };
}

/**
 * The outcome for a result that is a string. UTF-16 does not say whether a pair of surrogates is one character;
 * `own`, the code that the implementation writes for this text, does.
 */
function textOutcome(code, { text, own }) {
  if (own === null) return { __proto__: null, skip: "UTF-16 does not say whether a pair of surrogates is one character, and no encoder tells" };
  const isOfUnits = own !== undefined && own.toLowerCase() !== code.toLowerCase();
  if (isOfUnits && text.length > Array.from(text).length + 1) {
    return { __proto__: null, skip: "of two pairs, UTF-16 does not say which is one character" };
  }
  return { __proto__: null, ok: { u: isOfUnits ? Array.from(text.split(""), (c) => c.charCodeAt(0)) : codePoints(text) } };
}
