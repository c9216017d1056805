// An implementation in JavaScript, as the suite asks it: functions by codec and operation.

import { codePoints, isString, stringOf } from "./text.js";

/** The description of these functions, as the line protocol has it. */
export function describe(codecs, { name = "an implementation in JavaScript", version = "" } = {}) {
  const entries = Object.entries(codecs).map(([codec, { params, limits, idna, ...functions }]) => {
    const ops = Object.keys(functions).map(hyphenated);
    const bad = Object.entries(functions).find(([, call]) => typeof call !== "function");
    if (bad) throw new TypeError(`acegate: ${codec}.${bad[0]} is ${kindOf(bad[1])}: expected a function`);
    return [codec, { ops, ...(params && { params }), ...(limits && { limits }), ...(idna && { idna }) }];
  });
  if (entries.length === 0) throw new TypeError("acegate: no codec: expected { punycode: { encode, decode } }, or others");
  return JSON.stringify({
    type: "hello", protocol: 1, window: 1,
    implementation: { name, version, language: "JavaScript" },
    codecs: Object.fromEntries(entries),
  });
}

/**
 * A function that answers a request line with the outcome of a reply, or with a promise of it.
 *
 * A function that throws refuses the input, unless the error is one of the language: then it crashed.
 */
export function answering(codecs, refuses = isRefusal) {
  const functions = new Map(Object.entries(codecs).flatMap(([codec, all]) =>
    Object.entries(all).map(([op, call]) => [`${codec} ${hyphenated(op)}`, call])));
  return (line) => {
    const { codec, op, in: input, params } = JSON.parse(line);
    const call = functions.get(`${codec} ${op}`);
    const points = input.u ?? codePoints(input.t ?? "");
    if (input.b !== undefined || Array.isArray(input)) return { skip: "a function in JavaScript is given a text" };
    if (!isString(points)) return { skip: "a string of UTF-16 cannot hold this text" };
    const inverse = functions.get(`${codec} encode`);
    const outcome = (result) => outcomeOf(result, op === "decode" ? inverse : null, stringOf(points));
    const failure = (error) => (refuses(error) ? { error: { message: String(error?.message ?? error) } } : { crash: String(error) });
    try {
      const result = call(stringOf(points), params);
      return typeof result?.then === "function" ? Promise.resolve(result).then(outcome).catch(failure) : outcome(result);
    } catch (error) {
      return failure(error);
    }
  };
}

/** Whether an error refuses the input. The language throws the others where a program is wrong. */
export function isRefusal(error) {
  const isOfLanguage = [TypeError, ReferenceError, SyntaxError, EvalError].some((type) => error instanceof type);
  return !isOfLanguage && !/call stack|out of memory|invalid array length|invalid string length/iu.test(error?.message ?? "");
}

function outcomeOf(result, encode, code) {
  if (typeof result === "string") {
    const units = encode && isOfUnits(result, code, encode);
    if (units && result.length > Array.from(result).length + 1) {
      return { skip: "of two pairs, UTF-16 does not say which is one character" };
    }
    return { ok: { u: units ? Array.from(result.split(""), (c) => c.charCodeAt(0)) : codePoints(result) } };
  }
  if (Array.isArray(result) && result.every((c) => Number.isSafeInteger(c) && c >= 0)) return { ok: { u: result } };
  return { crash: `the result is ${kindOf(result)}: expected a string, or a list of code points` };
}

// UTF-16 does not say whether a pair is one character: it is two surrogates if that character has another code.
function isOfUnits(text, code, encode) {
  if (!/[\u{10000}-\u{10ffff}]/u.test(text)) return false;
  try {
    const own = encode(text);
    return typeof own === "string" && own.toLowerCase() !== code.toLowerCase();
  } catch {
    return false; // No encoder tells.
  }
}

const hyphenated = (name) => name.replace(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`);

const kindOf = (value) => {
  if (value === null || value === undefined) return String(value);
  return typeof value === "object" ? `a value of the class ${value.constructor?.name ?? "Object"}` : `the ${typeof value} ${String(value).slice(0, 40)}`;
};
