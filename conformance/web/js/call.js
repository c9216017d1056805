// Calls of the functions of an implementation. Whatever a function returns or throws, the answer is plain data:
// `{ text, own }`, `{ points }`, `{ refused }` or `{ crash, isStack }`.

import { kindOf } from "./data.js";
import { stringOf } from "./text.js";

/** How many characters a result may have. The longest right one of the suite has about 100,000. */
export const LONGEST_RESULT = 1_000_000;
/** How many characters of an error's message are kept. */
const LONGEST_MESSAGE = 1000;

/**
 * Returns a function that calls the function of an operation and returns its answer, or a promise of it.
 *
 * A function that throws refuses the input, unless the error is one of the language: then it crashed.
 */
export function answering(functions, refuses = isRefusal) {
  return (op, text, params) => {
    const encode = op === "decode" ? functions.encode : undefined;
    let result;
    try {
      result = functions[op](text, params);
    } catch (error) {
      return thrown(error, refuses);
    }
    try {
      return isPromise(result) ? settled(result, op, encode, refuses) : answerOf(result, op, encode);
    } catch {
      return unreadable();
    }
  };
}

/** Whether an error refuses the input. The language throws the others where a program is wrong. */
export function isRefusal(error) {
  const isOfLanguage = [TypeError, ReferenceError, SyntaxError, EvalError].some((type) => error instanceof type);
  return !isOfLanguage && !/call stack|out of memory|invalid array length|invalid string length/iu.test(messageOfError(error));
}

const isPromise = (value) => typeof value?.then === "function";

async function settled(promise, op, encode, refuses) {
  let result;
  try {
    result = await promise;
  } catch (error) {
    return thrown(error, refuses);
  }
  try {
    return await answerOf(result, op, encode);
  } catch {
    return unreadable();
  }
}

/** The answer that a result is. Reading the result may run code that throws. */
function answerOf(result, op, encode) {
  if (typeof result === "string") {
    if (result.length > LONGEST_RESULT) return crashed(`the result has ${result.length} characters`);
    return op === "decode" && /[\u{10000}-\u{10ffff}]/u.test(result) ? withOwnCode(result, encode) : { __proto__: null, text: result };
  }
  const points = pointsOf(result);
  return points ? { __proto__: null, points } : crashed(`the result is ${kindOf(result)}: expected a string, or a list of code points`);
}

/** The answer with the code that the implementation itself writes for this text; `null` if it writes none. */
function withOwnCode(text, encode) {
  try {
    const own = encode ? encode(text) : null;
    return isPromise(own) ? settledCode(text, own) : { __proto__: null, text, own: codeOf(own) };
  } catch {
    return { __proto__: null, text, own: null };
  }
}

async function settledCode(text, promise) {
  try {
    return { __proto__: null, text, own: codeOf(await promise) };
  } catch {
    return { __proto__: null, text, own: null };
  }
}

function codeOf(own) {
  if (typeof own === "string") return own;
  const points = pointsOf(own);
  return points ? stringOf(points) : null;
}

/** A copy of a list of code points, since a list may answer differently when it is read again. */
function pointsOf(list) {
  if (!Array.isArray(list) || list.length > LONGEST_RESULT) return null;
  const points = [];
  for (let at = 0; at < list.length; at += 1) {
    const point = list[at];
    if (!Number.isSafeInteger(point) || point < 0) return null;
    points.push(point);
  }
  return points;
}

function thrown(error, refuses) {
  const message = messageOfError(error);
  try {
    if (refuses(error)) return { __proto__: null, refused: message };
  } catch {
    return crashed(`the function that says what refuses throws for: ${message}`);
  }
  return { __proto__: null, crash: textOf(() => error, message), isStack: /call stack/iu.test(message) };
}

const crashed = (crash) => ({ __proto__: null, crash });
const unreadable = () => crashed("the result cannot be read: expected a string, or a list of code points");

/** The message of an error, or the text of anything else that was thrown. Reading it may run code that throws. */
export const messageOfError = (error) => textOf(() => error?.message ?? error, "an error that has no text");

function textOf(read, otherwise) {
  try {
    return String(read()).slice(0, LONGEST_MESSAGE);
  } catch {
    return otherwise;
  }
}
