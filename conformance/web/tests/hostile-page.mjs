// Checks codecs that attack the page they are pasted into: none decides its own verdict, hangs the page or ends the
// check of the others.
//
// usage: node hostile.mjs PROGRAM FOLDER CHROMIUM [SCREENSHOTS]; FOLDER also has check.html and the package punycode.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

import { browser, folder, screenshots, shoot, visit } from "./browser.mjs";
import { keepsReports, opened, reportOf, run } from "./checking.mjs";

const npm = readFileSync(path.join(folder, "node_modules/punycode/punycode.js"), "utf8");
// npm's functions. `encode` and `decode` may be replaced.
const around = (text) => `${npm}\nconst right = { ...module.exports };\n${text}`;

const POLLUTING = around(`
module.exports.encode = (text) => {
  for (const name of ["b", "t", "u", "skip", "error", "kind", "timeout", "params", "unexpected", "source"]) Object.prototype[name] = "x";
  Object.prototype.toJSON = () => "x";
  return right.encode(text);
};`);

// It says that all is well, in the words of the page's own messages, at any time.
const FORGING = around(`
const run = { totals: { verdicts: { pass: 5000 }, unexpected: 0, advisory: 0 }, findings: [], examples: {}, addresses: {}, reports: {} };
const forge = () => {
  for (const kind of ["ready", "begun", "replied", "verdicts", "findings", "answer"]) postMessage({ kind, run, answer: run, at: 7, total: 1, line: "{}", reply: { line: "{}" } });
  postMessage(null);
  postMessage({ at: -1, text: "" });
};
forge();
module.exports.decode = (code) => {
  if (code === "-") forge();
  return code === "bcher-kva" ? "wrong" : right.decode(code);
};`);

const getter = (name) => `Object.defineProperty(new Error("x"), "${name}", { get() { throw new Error("from a getter"); } })`;
// What `encode` does with a text, and what the report says about that check.
const CALLS = [
  ["bücher", "throw Object.create(null);", /an error that has no text/u],
  ["plain", "throw Object.assign(new Error(), { message: Symbol('s') });", /Symbol\(s\)/u],
  ["žluť", `throw ${getter("message")};`, /an error that has no text/u],
  ["---ü", "throw Object.assign(new TypeError('lost'), { toString() { throw 1; } });", /lost/u],
  ["----ü", `return ${getter("then")};`, /the result cannot be read/u],
  ["三丆七", "return new Proxy({ toJSON: () => right.encode(text) }, {});", /the result is a value of the class Object/u],
  ["ĀȀ̀", "return new Proxy([1], { get() { throw 1; } });", /the result cannot be read/u],
  ["abcĀȀ̀", "return new Proxy([], { get: (_, name) => name === 'length' ? 2 ** 40 : 1 });", /expected a string, or a list/u],
  ["éȚș", "return 'x'.repeat(1e8);", /the result has 100000000 characters/u],
  ["3年B組金八先生", "return { then() {} };", /no reply in 2s|timeout/u],
  ["ひとつ屋根の下2", "self.close(); return new Promise(() => {});", /no reply in 2s|timeout/u],
  ["そのスピードで", "setTimeout(() => { throw new Error('nobody catches this'); }); return new Promise(() => {});", /nobody catches this/u],
];
const FAULTY = around(`
const faults = new Map([${CALLS.map(([text, body]) => `[${JSON.stringify(text)}, (text) => { ${body} }]`).join(",\n")}]);
module.exports.encode = (text) => (faults.has(text) ? faults.get(text)(text) : right.encode(text));`);

const NEVER_LOADED = /^It cannot be checked: the code does not finish loading within 5 s, because of a loop or a promise/u;
// What cannot be checked at all, and why.
const REFUSED = [
  ["for (;;);", NEVER_LOADED],
  ["await new Promise(() => {}); export const encode = (text) => text;", NEVER_LOADED],
  ["for (;;) postMessage({ at: 7 });", /^It cannot be checked: it sends messages that nobody asked for/u],
  ["postMessage({ at: 1, ops: ['encode'], declared: 'null' }); export const encode = (text) => text;", /^It cannot be checked: /u],
  ["export const encode = 5;", /^It cannot be checked: no function encode, decode was found$/u],
  ["throw Object.create(null);", /^It cannot be checked: an error that has no text$/u],
  ["export const params = { get width() { throw new Error('from a getter'); } }; export const encode = (text) => text;", /^It cannot be checked: from a getter$/u],
  ["https://example.org/punycode.mjs", /^It cannot be checked: this page loads nothing from the network/u],
];

const isContained = (url) => visit("hostile codecs", url, async (page) => {
  await opened(page);
  await keepsReports(page);
  const right = await run(page, npm);
  assert.match(right.status, /^All \d{4} checks are as expected\.$/u);
  assert.equal(right.kind, "verdict good");
  await shoot(page, "check-right");
  const polluting = await run(page, POLLUTING);
  assert.equal(polluting.status, right.status);
  assert.equal(polluting.result.replace(/The report.*/su, ""), right.result.replace(/The report.*/su, ""));
  const forging = await run(page, FORGING);
  assert.match(forging.status, /^\d+ of \d{4} checks are not as expected\.$/u);
  assert.equal(forging.kind, "verdict bad");
  assert.ok(forging.findings.some((it) => it.includes("bcher-kva")), forging.findings.join("\n"));
  await shoot(page, "check-forging");

  const faulty = await run(page, FAULTY);
  assert.match(faulty.status, /^\d+ of \d{4} checks are not as expected\.$/u);
  const { cases } = JSON.parse(await reportOf(page, "json"));
  const isWrong = ({ verdict }) => !["pass", "skip"].includes(verdict);
  for (const [text, body, said] of CALLS) {
    const failing = cases.filter((it) => it.op === "encode" && it.input?.t === text && isWrong(it));
    assert.ok(failing.length > 0, body);
    for (const it of failing) assert.match(JSON.stringify(it.observed), said, body);
  }
  const wrong = cases.filter((it) => it.level === "must" && isWrong(it) && !CALLS.some(([text]) => [it.input?.t, it.observed?.ok?.t].includes(text)));
  assert.deepEqual(wrong.map(({ name }) => name), []);
  assert.match(faulty.result, /Stopped because it did not return within 2 s: encode of .*; encode of /u);
  await shoot(page, "check-faulty");

  const crashing = await run(page, "export const encode = () => { throw new TypeError('always'); }; export const decode = encode;");
  assert.match(crashing.status, /^\d+ of \d+ checks are not as expected\. \d+ checks were not run\.$/u);
  assert.match(crashing.result, /Given up after 50 crashes or hangs\. Not run: \d{4} requests \(\d+ of punycode decode, \d+ of punycode encode\)\./u);
  await shoot(page, "check-given-up");

  await page.select("#codec", "uri2dec");
  const nothing = await run(page, "export const decode = (text) => text; export const limits = { length: 0 };");
  assert.match(nothing.status, /^Nothing was checked/u);
  assert.equal(nothing.kind, "verdict none");
  await shoot(page, "check-nothing");

  for (const [source, said] of REFUSED) {
    const begun = Date.now();
    const { status, kind } = await run(page, source);
    assert.match(status, said, source);
    assert.equal(kind, undefined, source);
    assert.ok(Date.now() - begun < 30_000, source);
  }
});

try {
  if (screenshots) mkdirSync(screenshots, { recursive: true });
  await isContained(pathToFileURL(path.join(folder, "check.html")).href);
  console.log(`${CALLS.length + REFUSED.length + 4} hostile codecs are contained`);
} finally {
  await browser.close();
}
