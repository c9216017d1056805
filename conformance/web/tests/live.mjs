// Opens the pages that compute, compares them with the program, and checks codecs that are wrong.
//
// usage: node live.mjs PROGRAM FOLDER CHROMIUM [SCREENSHOTS]; FOLDER also has live.html and check.html, and
// the package punycode.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

import { acegateIn, accessible, browser, folder, inColoursAndWidths, narrowEnough, program, screenshots, shoot, visit } from "./browser.mjs";
import { keepsReports, opened, reportOf, run } from "./checking.mjs";

// Codes that documents print: RFC 3492, 7.1 (B), and the encyclopedia's example; the RACE and LACE of
// draft-ietf-idn-amc-ace-m-00 (B); draft-jseng-utf5-01; the row of the UTF-6 draft's 3.2 that it left
// empty, by its rules; uri2dec 5.2 and 5.5; RFC 6116, 3.2.
const PRINTED = [
  ["bücher", "Punycode", "bcher-kva"],
  ["他们为什么不说中文", "Punycode", "ihqwcrb4cv8a8dqg056pqjye"],
  ["他们为什么不说中文", "RACE", "bq--3bhnmtxmjy5e5qcojbha3c7ujywwlby"],
  ["他们为什么不说中文", "LACE", "lq--azhnn3b2ybea2aml6qau4libmwdq"],
  ["日本語", "UTF-5", "M5E5M72COA9E"],
  ["それぞれの場所", "UTF-6", "wq--j05dj08cj05ej08cj06el834m240"],
  ["alice", "uri2dec", "25423 1 5622999999"],
  ["+44-20-7946-0148", "ENUM", "8.4.1.0.6.4.9.7.0.2.4.4.e164.arpa"],
];

// Inputs that are refused, and the kind of each: every codec, every way.
const REFUSED = [
  ["punycode", "decode", ["-9uc", "b-\u00fcx", "ab-x", "99999999", "!", "bcher-kv", "_-x", "\u212a", "-"]],
  ["utf5", "decode", ["0", "GZ", "MZ", "g!", "\u00fc"]],
  ["utf6", "decode", ["xn--a", "wq--!", "wq--0", "bq--a"]],
  ["race", "decode", ["bq--1", "xn--a", "bq--!", "bq--a", "bq--abc0"]],
  ["lace", "decode", ["lq--1", "bq--a", "lq--!", "lq--a"]],
  ["uts46", "to-ascii", ["-a", "xn--a", "a..b", "\u05d0a", "\u200cx", "_", "\u0300", "xn--0-"]],
  ["uri2dec", "encode", ["\u00fc", "a b", "a*b", "("]],
  ["uri2dec", "decode", ["x", "1", "25423 7 1"]],
  ["race", "encode", ["a.b", "abc"]],
];

// Texts from a seed: the same in each run.
let seed = 20260101;
const random = (below) => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return Math.floor((seed / 2 ** 32) * below);
};
const LETTERS = ["a", "b", "Z", "0", "9", "-", ".", "ü", "ß", "é", "ł", "я", "ж", "中", "文", "す", "め", "א", "ع", "क", "𐌀", "😀", "\u200d", " "];
const anyText = () => Array.from({ length: random(9) }, () => LETTERS[random(LETTERS.length)]).join("");
const OPERATIONS = [["punycode", "encode"], ["punycode", "to-ascii"], ["punycode", "decode"], ["uts46", "to-ascii"], ["uts46", "to-unicode"],
  ["utf5", "encode"], ["utf6", "encode"], ["race", "encode"], ["lace", "encode"], ["uri2dec", "encode"]];

// A page shows characters that steer or hide as their code points.
const visible = (text) => text.replace(/\p{Cf}/gu, (c) => `<U+${c.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}>`);

// What the program says: the steps, or the refusal.
const ofProgram = (command, codec, op, text) => {
  const words = command === "explain" ? ["explain", codec, "--op", op, "--", text] : ["apply", codec, op, "--", text];
  try {
    return execFileSync(program, words, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  } catch (error) {
    return error.status === 1 ? { refused: error.stderr } : assert.fail(`${words.join(" ")}: ${error.stderr}`);
  }
};

const page_ = (name) => pathToFileURL(path.join(folder, name)).href;
const shown = async (page, codec, op, text) => {
  await page.evaluate((words) => { location.hash = new URLSearchParams(words).toString(); }, { codec, ...(op && { op }), text });
  await page.waitForFunction((it) => document.getElementById("text").value === it, {}, text);
  return page.evaluate(() => {
    const facts = [...document.querySelectorAll(".worked-steps dl.fields div")];
    return {
      value: document.querySelector(".value output")?.textContent,
      refused: document.querySelector(".refused p")?.textContent,
      kind: document.querySelector(".refused .meta")?.textContent,
      before: document.querySelector(".refused .place")?.firstChild.textContent,
      steps: facts.map((it) => [it.querySelector("dt").textContent, it.querySelector("dd").textContent]),
      codes: [...document.querySelectorAll("table.encodings tbody tr")].map((row) => [row.querySelector("th").textContent, row.querySelector("code")?.textContent]),
    };
  });
};

const saysTheSame = (onPage, ofProgram, what) =>
  assert.equal(visible(onPage ?? "no refusal").replace("Refused", "error:"), ofProgram?.split("\n")[0], what);

const liveEqualsProgram = (url) => visit("live", url, async (page) => {
  await opened(page);
  for (const [text, encoding, code] of PRINTED) {
    assert.equal(Object.fromEntries((await shown(page, "all", null, text)).codes)[encoding], code, `${text} in ${encoding}`);
  }
  let refused = 0;
  for (let round = 0; round < 200; round += 1) {
    const [[codec, op], text] = [OPERATIONS[round % OPERATIONS.length], anyText()];
    const [what, seen] = [`${codec} ${op} ${JSON.stringify(text)}`, await shown(page, codec, op, text)];
    const result = ofProgram("apply", codec, op, text);
    if (result.refused !== undefined) {
      refused += 1;
      saysTheSame(seen.refused, result.refused, what);
    } else {
      assert.equal(seen.value, result.replace(/\n$/u, "") || "(empty)", what);
    }
    const steps = ofProgram("explain", codec, op, text);
    if (typeof steps !== "string") continue;
    for (const [name, content] of seen.steps) {
      const line = new RegExp(`^${name.replace(/[.*+?^$()[\]{}|\\]/gu, "\\$&")} +(.*)$`, "gmu");
      assert.ok([...steps.matchAll(line)].some((found) => visible(found[1]) === content.trimStart()), `${what}: ${name} ${content}\n${steps}`);
    }
    assert.ok(seen.steps.length > 0, what);
  }
  assert.ok(refused > 20 && refused < 150, `${refused} are refused`);
  const wrong = REFUSED.flatMap(([codec, op, texts]) => texts.map((text) => [codec, op, text]));
  assert.ok(wrong.length >= 40, `${wrong.length}`);
  let places = 0;
  for (const [codec, op, text] of wrong) {
    const { refused: message, kind, before, value } = await shown(page, codec, op, text);
    const own = ofProgram("apply", codec, op, text).refused;
    const what = `${codec} ${op} ${JSON.stringify(text)}: ${value ?? message}`;
    saysTheSame(message, own, what);
    assert.ok(kind.startsWith(`kind ${message.slice("Refused ".length).split(":")[0]} · `), what);
    const column = /^ {2}[ -~]*\n {2}( *)\^/mu.exec(own)?.[1].length;
    if (column !== undefined) {
      places += 1;
      assert.equal(before, text.slice(0, column), what);
    }
  }
  assert.ok(places >= 20, `${places} places are marked`);
});

// Names by UTS #46 and IDNA 2008: what the page shows is what `acegate explain NAME` prints. What hunts leave open and
// the commands of the single steps are the program's alone.
const NAMES = ["bücher.example", "faß", "♥", "K.example", "a·b", "ab--c", "אa", "\u0301a", "xn--a", "a_b", "example.com", "한글", "a。b"];
const standardsEqualProgram = (url) => visit("standards", url, async (page) => {
  await opened(page);
  for (const name of NAMES) {
    const { steps } = await shown(page, "standards", null, name);
    const printed = execFileSync(program, ["explain", "--", name], { encoding: "utf8" });
    const [own, ofPage] = [printed.split("\n"), steps.map(([what, content]) => `${what} ${content.trim()}`)];
    for (const fact of ofPage) assert.ok(own.some((line) => visible(line).replace(/  +/gu, " ") === fact), `${name}: ${fact}\n${printed}`);
    const kept = own.filter((line) => line && !/^(left open|steps) /u.test(line));
    assert.equal(ofPage.length, kept.length, `${name}: ${printed}`);
  }
});

const keypadWorks = (url) => visit("keypad", `${url}#codec=uri2dec&op=encode&text=alice%40commandus.com`, async (page) => {
  await page.waitForSelector(".keypad");
  await page.focus(".keypad li:nth-child(3) button");
  const lit = await page.$$eval(".keypad .lit", (parts) => parts.map((it) => it.textContent));
  // `i` is the key 4, and its bits are 10.
  assert.deepEqual(lit, ["4i", "1", "0"]);
  const digits = await page.$$eval(".triad .digit", (parts) => parts.map((it) => it.textContent).join(""));
  assert.equal(digits, "51262235162333");
});

// The parameters are in the address, in the link that leads back, and in the command.
const addressHolds = (url) => visit("address", `${url}#codec=bootstring&op=encode&text=b%C3%BCcher&p.set=rust-v0`, async (page) => {
  await opened(page);
  const value = () => page.$eval(".value output", (it) => it.textContent);
  assert.equal(await value(), "bcher_kva");
  assert.equal(await page.$eval(".worked-steps + .meta", (it) => it.textContent), "acegate explain bootstring --op encode --set 'rust-v0' 'bücher'");
  await page.click(".value a");
  await page.waitForFunction(() => document.getElementById("op").value === "decode");
  assert.equal(await value(), "bücher");
});

const looksRight = (name, url) => inColoursAndWidths(name, url, 390, async (page, title) => {
  await opened(page);
  await page.evaluate(() => document.querySelectorAll("details").forEach((it) => { it.open = true; }));
  await accessible(page, title);
  await narrowEnough(page, title);
  await shoot(page, title);
});

// What is found in the functions of a folder's package punycode: the limit is the adapter's, and the report
// on the page is of the same findings as the program's.
const findsTheSame = async (page, place, source) => {
  const seen = await run(page, `${source}\nmodule.exports.limits = { width: 31 };`);
  const onPage = JSON.parse(await reportOf(page, "json"));
  const begun = Date.now();
  const byProgram = JSON.parse(acegateIn(place, "check", "npm-punycode", "--format", "json"));
  const time = Date.now() - begun;
  const facts = ({ findings }) => findings.map(({ id, level, unexpected, checks }) => [id, level, unexpected, checks]);
  assert.deepEqual(facts(onPage), facts(byProgram));
  const verdicts = ({ cases }) => new Map(cases.map(({ name, verdict }) => [name, verdict]));
  const own = [...verdicts(byProgram)];
  const onThePage = verdicts(onPage);
  // The stack of a worker is too small for some long inputs, which the page skips.
  const skips = new Set(onPage.skips.flatMap(({ checks }) => checks.map(({ name }) => name)));
  const skipped = own.filter(([name]) => skips.has(name)).length;
  assert.ok(skipped < own.length / 200, `${skipped} checks are left out`);
  assert.deepEqual(own.filter(([name, verdict]) => onThePage.get(name) !== verdict && !skips.has(name)), []);
  assert.ok(own.length > 2000 && facts(byProgram).length > 0, `${own.length} checks`);
  console.log(`npm's punycode in ${path.basename(place)}: ${own.length} checks, ${skipped} of them left out on the page, ${facts(onPage).length} findings, on the page in ${seen.causes} ms, by the program in ${time} ms`);
  return seen;
};

const checksWork = (url) => visit("check", url, async (page) => {
  await opened(page);
  await keepsReports(page);
  const file = path.join(folder, "node_modules/punycode/punycode.js");
  const npm = readFileSync(file, "utf8");
  await (await page.$("input[type=file]")).uploadFile(file);
  await page.waitForFunction((text) => document.getElementById("source").value === text, {}, npm);
  const right = await run(page);
  assert.match(right.status, /^All \d{4} checks are as expected\.$/u);
  const reports = await page.$$eval("#result a", (all) => all.filter((it) => it.href.startsWith("blob:")).map((it) => it.download));
  assert.deepEqual(reports, ["acegate.html", "acegate.json", "acegate.xml", "acegate.md"]);
  console.log(`npm's punycode, loaded: verdicts in ${right.verdict} ms, causes in ${right.causes} ms`);
  await findsTheSame(page, folder, npm);
  const wrong = path.join(folder, "wrong");
  cpSync(path.dirname(file), path.join(wrong, "node_modules/punycode"), { recursive: true });
  const skipping = npm.replace("let basic = input.lastIndexOf(delimiter);", "if (input[0] === '-') input = input.slice(1); $&");
  writeFileSync(path.join(wrong, "node_modules/punycode/punycode.js"), skipping);
  const skips = await findsTheSame(page, wrong, skipping);
  assert.ok(skips.findings.length > 0, skips.status);
  await page.select("#example", "0");
  const example = await run(page);
  assert.equal(example.findings.length, 1);
  assert.match(example.findings[0], /The decoder skips a hyphen at the start.*RFC 3492.*decode"-"/su);
  assert.deepEqual(await page.$$eval("article.finding h2 code", (all) => all.map((it) => it.textContent)), ["-9uc", "9uc"]);
  const worked = `${page_("live.html")}#codec=punycode&op=decode&text=-`;
  assert.equal(await page.$eval("article.finding a", (it) => it.href), worked);
  assert.ok((await reportOf(page, "html")).includes(`href="${worked.replaceAll("&", "&amp;")}"`));
  await visit("worked", worked, async (live) => {
    await opened(live);
    assert.match(await live.$eval(".refused", (it) => it.textContent), /^Refused/u);
  });
  const faulty = await run(page, `${npm}
const right = module.exports;
module.exports = {
  encode(text) {
    if (text === "") for (;;);
    if (text === "-") throw new TypeError("it throws");
    return right.encode(text);
  },
  decode(code) {
    if (code === "") return 5;
    return code === "--" ? new Promise(() => {}) : right.decode(code);
  },
};`);
  assert.match(faulty.result, /Stopped because it did not return within 2 s: .*encode of ""/u);
  for (const said of [/the result is the number 5: expected a string/u, /encode crashes.*it throws/su, /decode does not reply in time/u]) {
    assert.ok(faulty.findings.some((it) => said.test(it)), `${said}: ${faulty.findings.join("\n")}`);
  }
  await page.click("#run");
  await page.click("#stop");
  assert.match(await page.$eval("#status", (it) => it.textContent), /^Stopped( after \d+ of \d+ requests. Nothing is judged|. No request was answered)\.$/u);
  await page.$eval("#source", (area) => { area.value = "syntax error"; });
  await page.click("#run");
  await page.waitForFunction(() => document.getElementById("status").textContent.startsWith("It cannot be checked: "));
});

try {
  if (screenshots) mkdirSync(screenshots, { recursive: true });
  const [live, check] = ["live.html", "check.html"].map(page_);
  assert.ok(statSync(path.join(folder, "live.html")).size < 600_000, "the live page has a bounded size");
  assert.ok(statSync(path.join(folder, "check.html")).size < 1_700_000, "the page that checks has a bounded size");
  await liveEqualsProgram(live);
  await standardsEqualProgram(live);
  await keypadWorks(live);
  await addressHolds(live);
  await looksRight("live", live);
  await looksRight("live-standards", `${live}#codec=standards&text=%E2%99%A5.example`);
  await looksRight("live-uri2dec", `${live}#codec=uri2dec&op=encode&text=alice%40commandus.com`);
  await looksRight("live-refused", `${live}#codec=uts46&op=to-ascii&text=%D7%90a`);
  await checksWork(check);
  await looksRight("check", check);
  console.log("the pages that compute are as they should be");
} finally {
  await browser.close();
}
