// An implementation in JavaScript, as the suite asks it: functions by codec and operation.

import { codePoints, isString, stringOf } from "./text.js";

/** The length of an input whose characters may be more than a call has room for as arguments. */
const LONG = 10_000;

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
    const encode = op === "decode" ? functions.get(`${codec} encode`) : undefined;
    const code = stringOf(points);
    const failure = (error) => {
      // The stack of a worker is small, and an input that fills it says nothing of the codec.
      if (points.length > LONG && /call stack/iu.test(error?.message ?? "")) return { skip: "the stack of this engine cannot hold it" };
      return refuses(error) ? { error: { message: String(error?.message ?? error) } } : { crash: String(error) };
    };
    try {
      const result = call(code, params);
      if (!isPromise(result)) return outcomeOf(result, ownCode(result, op, encode), code);
      const later = async () => {
        const text = await result;
        return outcomeOf(text, await ownCode(text, op, encode), code);
      };
      return later().catch(failure);
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

const isPromise = (value) => typeof value?.then === "function";

/**
 * The code that the implementation writes for its own decoded text, where that tells something: UTF-16 does
 * not say whether a pair is one character. `null` if it refuses the text or has no encoder.
 */
function ownCode(text, op, encode) {
  if (op !== "decode" || typeof text !== "string" || !/[\u{10000}-\u{10ffff}]/u.test(text)) return undefined;
  try {
    const own = encode ? encode(text) : null;
    return isPromise(own) ? own.catch(() => null) : own;
  } catch {
    return null;
  }
}

function outcomeOf(result, own, code) {
  if (typeof result === "string") {
    if (own === null) return { skip: "UTF-16 does not say whether a pair of surrogates is one character, and no encoder tells" };
    const isOfUnits = own !== undefined && String(own).toLowerCase() !== code.toLowerCase();
    if (isOfUnits && result.length > Array.from(result).length + 1) {
      return { skip: "of two pairs, UTF-16 does not say which is one character" };
    }
    return { ok: { u: isOfUnits ? Array.from(result.split(""), (c) => c.charCodeAt(0)) : codePoints(result) } };
  }
  if (Array.isArray(result) && result.every((c) => Number.isSafeInteger(c) && c >= 0)) return { ok: { u: result } };
  return { crash: `the result is ${kindOf(result)}: expected a string, or a list of code points` };
}

const hyphenated = (name) => name.replace(/[A-Z]+/gu, (letters) => `-${letters.toLowerCase()}`);

const kindOf = (value) => {
  if (value === null || value === undefined) return String(value);
  return typeof value === "object" ? `a value of the class ${value.constructor?.name ?? "Object"}` : `the ${typeof value} ${String(value).slice(0, 40)}`;
};
