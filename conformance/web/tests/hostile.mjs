// What an implementation may do to the check that runs in the same process, and what becomes of it.
import assert from "node:assert/strict";
import { check, codecs } from "acegate";

const { encode, decode } = codecs.race;
const right = await check({ race: { encode, decode } });
assert.equal(right.failed, 0);
assert.deepEqual([codecs.punycode.decode("a-6m0i"), decode("bq--3d7p6mcc")], ["\ufeffa", "\ufeff\u3042"]);
assert.ok(right.passed > 500, `${right.passed}`);
const countsOf = ({ asked, passed, skipped, failed, notRun }) => ({ asked, passed, skipped, failed, notRun });

// A prototype that the implementation changes is no field of a request, a reply or a verdict.
const POLLUTED = ["a", "at", "b", "t", "u", "in", "ok", "op", "own", "text", "points", "skip", "error", "crash", "refused", "timeout", "isStack",
  "id", "line", "params", "limits", "idna", "reports", "pass", "filtered", "note", "seen"];
const polluted = [...POLLUTED.map((name) => [name, "x"]), ["toJSON", () => "x"]];
const pollute = () => polluted.forEach(([name, value]) => Object.defineProperty(Object.prototype, name, { value, writable: true, configurable: true }));
const clean = () => polluted.forEach(([name]) => delete Object.prototype[name]);
const polluting = (call) => (text) => {
  pollute();
  return call(text);
};
const after = await check({ race: { encode: polluting(encode), decode: polluting(decode) } }).finally(clean);
assert.deepEqual(countsOf(after), countsOf(right));
assert.deepEqual(after.findings, []);

// Whatever one call returns or throws is the fault of that call, which the finding names.
const CALL = "bq--3bhnmtxmjy5e5qcojbha3c7ujywwlby";
const throwing = (thrown) => () => { throw thrown; };
const revoked = Proxy.revocable([], {});
revoked.revoke();
const withGetter = (object, name) => Object.defineProperty(object, name, { get: throwing(new Error("from a getter")) });
const HOSTILE = [
  ["an object without a prototype is thrown", throwing(Object.create(null)), /rejects valid input/u],
  ["the message is a symbol", throwing(Object.assign(new Error("x"), { message: Symbol("s") })), /rejects valid input/u],
  ["the message cannot be read", throwing(withGetter(new Error("x"), "message")), /rejects valid input/u],
  ["a crash has no text", throwing(Object.assign(new TypeError("lost"), { toString: throwing(1) })), /lost/u],
  ["the result has a getter", () => withGetter({}, "then"), /cannot be read/u],
  ["the class cannot be read", () => withGetter({}, "constructor"), /the result cannot be read/u],
  ["the class has no name", () => ({ constructor: { name: Symbol("s") } }), /the result cannot be read/u],
  ["the result has toJSON", () => new Proxy({ toJSON: () => decode(CALL) }, {}), /expected a string/u],
  ["the list throws", () => new Proxy([1], { get: throwing(new Error("from a trap")) }), /cannot be read/u],
  ["the list was revoked", () => revoked.proxy, /cannot be read/u],
  ["the list has no end", () => new Proxy([], { get: (_, name) => (name === "length" ? 2 ** 40 : 1) }), /expected a string/u],
  ["the promise never settles", () => new Promise(() => {}), /in time/u],
  ["the promise is none", () => ({ then() {} }), /in time/u],
];
for (const [name, hostile, said] of HOSTILE) {
  const run = await check({ race: { decode: (text) => (text === CALL ? hostile() : decode(text)) } }, { timeout: 50 });
  assert.equal(run.notRun, 0, name);
  assert.ok(run.failed > 0 && run.failed < 5, `${name}: ${run.failed} fail`);
  assert.ok(run.findings.some(({ message }) => said.test(message) && message.includes(CALL)), `${name}: ${run.findings.map(({ message }) => message).join("\n\n")}`);
}
const doubtful = await check({ race: { decode: throwing(new Error("x")) } }, { refuses: throwing(new Error("y")) });
assert.match(doubtful.findings[0].message, /says what refuses throws/u);

// A check that gave up is not green, and says what was not run.
const crashing = await check({ race: { encode, decode: throwing(new TypeError("always")) }, utf5: { encode: throwing(new TypeError("always")) } });
assert.ok(crashing.notRun > 0);
assert.match(crashing.givenUp, /^Given up after 50 crashes or hangs\. Not run: \d+ requests \(.*\d+ of utf5 encode\)\.$/u);
const failures = [];
crashing.tests((title, body) => {
  try {
    body();
  } catch (error) {
    failures.push(`${title}: ${error.message}`);
  }
});
assert.match(failures.at(-1), /, \d+ not run: .*checks are not as expected\. \d+ checks were not run\. Given up after 50/u);
assert.equal(right.givenUp, null);

// What is passed is named if it is no function or cannot be read.
const refusals = [
  [{ race: { decode: 5 } }, /race\.decode is the number 5: expected a function/u],
  [{ race: withGetter({ encode }, "decode") }, null],
  [{ race: Object.defineProperty({}, "decode", { enumerable: true, get: throwing(new Error("from a getter")) }) }, /race\.decode cannot be read: from a getter/u],
  [{ race: { decode, limits: { length: 10n } } }, /race\.limits cannot be read: the bigint 10 cannot be written/u],
];
for (const [implementation, said] of refusals) {
  if (said) await assert.rejects(check(implementation), said);
  else await check(implementation);
}
console.log(`${HOSTILE.length + polluted.length} hostile implementations are contained`);
