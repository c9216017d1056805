// Opens the pages of acegate in Chromium and fails if one loads anything from the network, reports an
// error, breaks a rule of accessibility, is wider than a phone, is slow, or lets a report do anything.
//
// usage: node pages.mjs PROGRAM FOLDER CHROMIUM [SCREENSHOTS]; FOLDER has puppeteer-core and axe-core.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";

import { acegate, accessible, browser, folder, inColoursAndWidths, narrowEnough, program, save, screenshots, shoot, visit } from "./browser.mjs";

// What first paint and search may take on a machine with nothing else to do, in milliseconds.
const MOST = 200;
// A page of the reference suite has at most this many octets a check.
const OCTETS = 500;
// Whatever could run, end an element, or load something.
const HOSTILE = "</script><script>window.harmed=1</script><img src=x onerror=window.harmed=1>" +
  "<svg onload=window.harmed=1>\"'><iframe srcdoc=x>javascript:window.harmed=1 --><!-- " +
  "</template></textarea></title><style>*{display:none}</style>${window.harmed=1}\u202e\u0000\u001b[31m\uffff";

const render = (name, report) => save(`${name}.html`, acegate("report", report, "--format", "html"));

const hostileReport = () => {
  const verdicts = ["fail", "crash", "pass", "skip", "not-run", "fail"];
  const observed = [{ ok: { t: HOSTILE } }, { fault: HOSTILE, text: HOSTILE }, { ok: { t: HOSTILE } },
    { skip: HOSTILE, reason: HOSTILE }, { fault: HOSTILE, text: HOSTILE }, { error: { kind: HOSTILE, message: HOSTILE } }];
  const cases = verdicts.map((verdict, at) => ({
    type: "case", name: `${at}${HOSTILE}`, case: HOSTILE, codec: at === 5 ? "punycode" : HOSTILE,
    op: at === 5 ? "encode" : HOSTILE, document: HOSTILE, clause: HOSTILE, requirements: [HOSTILE], level: "must",
    digest: HOSTILE, file: HOSTILE, line: at, note: HOSTILE, input: { t: HOSTILE }, expected: [{ ok: { t: HOSTILE } }],
    observed: observed[at], verdict, ...(verdict === "fail" ? { failing: "wrong-value" } : {}),
    unexpected: at < 2 || at === 5, elapsed_us: 1, stderr: HOSTILE }));
  const totals = { verdicts: {}, unexpected: 3, advisory: 0, other_kinds: 0, order_dependent: 0 };
  const start = { type: "run-start", format: 1, acegate: HOSTILE, suite: HOSTILE,
    implementation: { name: HOSTILE, version: HOSTILE, language: HOSTILE, url: "javascript:window.harmed=1" },
    arguments: [HOSTILE], checks: 6, filtered: 0, strict_errors: false };
  const end = { type: "run-end", totals, remarks: [HOSTILE], exit: "unexpected", elapsed_us: 1 };
  const file = path.join(folder, "hostile.ndjson");
  writeFileSync(file, [start, ...cases, end].map((event) => `${JSON.stringify(event)}\n`).join(""));
  return file;
};

const countOf = (page) => page.$eval(".status p", (status) => status.textContent);

// A phone leaves the name of a check more room than its result.
const readable = async (page, name) => {
  const width = await page.$$eval("table.checks > tbody > tr:not(.detail) > th", (list) => Math.min(...list.map((it) => it.clientWidth)));
  assert.ok(width >= 150, `${name}: the names of the checks are ${width} pixels wide`);
};

// Every page in both colours and both widths, with a check unfolded where there is one.
const looks = (name, url) => inColoursAndWidths(name, url, 320, async (page, title) => {
  await shoot(page, title);
  const first = await page.$("table.checks th button");
  if (first) await first.click();
  await page.evaluate(() => document.querySelectorAll("details").forEach((it) => { it.open = true; }));
  await accessible(page, title);
  await narrowEnough(page, title);
  if (first) await readable(page, title);
  await shoot(page, `${title}-open`);
});

const filtersWork = (url) => visit("filters", url, async (page) => {
  const all = await countOf(page);
  const total = Number(all.split(" ")[0].replaceAll(",", ""));
  assert.ok(total > 100, all);
  const filters = await page.$$eval(".filters label", (labels) => labels.map((label) => label.firstChild.textContent));
  for (const wanted of ["Result", "Verdict", "Operation", "Level", "Finding", "Requirement"]) {
    assert.ok(filters.includes(wanted), `no filter ${wanted}: ${filters}`);
  }
  for (let at = 0; at < filters.length; at += 1) {
    const [value, title] = await page.$$eval(".filters select", (selects, place) => {
      const option = selects[place].options[1];
      return [option.value, option.textContent];
    }, at);
    const select = (await page.$$(".filters select"))[at];
    await select.select(value);
    // The title says how many there are.
    const expected = title.slice(title.lastIndexOf("(") + 1, -1);
    assert.equal(await countOf(page), `${expected} of ${all}`, filters[at]);
    const rows = await page.$$eval("table.checks tbody tr", (list) => list.length);
    assert.equal(rows, Math.min(100, Number(expected.replaceAll(",", ""))), filters[at]);
    assert.match(await page.evaluate(() => location.hash), /^#checks\?\w+=/u);
    await select.select("");
    assert.equal(await countOf(page), all);
  }
});

const keyboardWorks = (url) => visit("keyboard", url, async (page) => {
  const all = await countOf(page);
  await page.keyboard.press("/");
  assert.equal(await page.evaluate(() => document.activeElement.id), "search");
  const name = await page.$eval("table.checks tbody th button", (button) => button.textContent);
  await page.keyboard.type(name.toUpperCase());
  assert.match(await countOf(page), /^[1-9]\d* of /u);
  assert.equal(await page.$eval("table.checks tbody th button", (button) => button.textContent), name);
  await page.keyboard.press("Escape");
  assert.equal(await countOf(page), all);
  await page.keyboard.type("no such words");
  assert.match(await countOf(page), /^0 of /u);
  await page.keyboard.press("Escape");
  await page.focus("table.checks tbody th button");
  await page.keyboard.press("Enter");
  const fields = await page.$$eval("table.checks .detail dt", (list) => list.map((it) => it.textContent));
  for (const field of ["input", "expected", "got", "spec", "rerun", "case"]) assert.ok(fields.includes(field), field);
  await page.keyboard.press("ArrowDown");
  const second = await page.$$eval("table.checks tbody th button", (list) => list.indexOf(document.activeElement));
  assert.equal(second, 1);
  // Nothing that is focused is without a mark.
  const outline = await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle);
  assert.equal(outline, "solid");
});

const linksWork = async (url) => {
  let name;
  await visit("links", url, async (page) => {
    const text = await page.$eval(".finding .meta", (line) => line.textContent.split(" · ")[0]);
    await page.click(".finding .meta a");
    await page.waitForFunction(() => !document.querySelector(".status button").hidden);
    // The line has the checks that count, and those that are advisory; the link leads to all.
    const checks = text.match(/\d+/gu).reduce((sum, number) => sum + Number(number), 0);
    assert.equal((await countOf(page)).split(" ")[0], String(checks));
    name = await page.$eval("table.checks tbody th button", (button) => button.textContent);
  });
  await visit("a link to a check", `${url}#checks?${new URLSearchParams({ check: name })}`, async (page) => {
    assert.equal(await page.$eval("table.checks tbody th button[aria-expanded=true]", (it) => it.textContent), name);
  });
};

const coloursAndPaperWork = (url) => visit("colours", url, async (page) => {
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const ink = () => page.evaluate(() => getComputedStyle(document.body).color);
  const [light, dark] = [await ground(), await ink()];
  await page.click("#theme");
  assert.equal(await ground(), light, "the switch goes to light first");
  await page.click("#theme");
  assert.notEqual(await ground(), light, "then to dark");
  await page.emulateMediaType("print");
  assert.equal(await ink(), dark, "paper has dark letters");
  assert.equal(await page.$eval("form.search", (form) => getComputedStyle(form).display), "none");
});

// The button next to a field copies its text.
const copies = (url) => visit("copying", url, async (page) => {
  const [command, copied] = await page.evaluate(async () => {
    const field = document.querySelector(".finding dd.rerun");
    let copied;
    navigator.clipboard.writeText = async (text) => { copied = text; };
    field.nextElementSibling.firstChild.click();
    await Promise.resolve();
    return [field.textContent, copied];
  });
  assert.match(command, /^acegate check /u);
  assert.equal(copied, command);
});

// The chosen colours apply before the body is read.
const doesNotFlash = (url) => visit("chosen colours", url, async (page) => {
  const [scheme, style, script] = await page.$$eval("head > *", (all) => {
    const first = all.map((it) => it.outerHTML.slice(0, 40));
    return ['<meta name="color-scheme"', "<style>", "<script>"].map((it) => first.findIndex((text) => text.startsWith(it)));
  });
  assert.ok(scheme < style && style < script, `${scheme} ${style} ${script}`);
  await page.click("#theme");
  await page.click("#theme");
  await page.reload();
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
});

const readsWithoutScript = (url) => visit("without a script", url, async (page) => {
  const text = await page.$eval("main", (main) => main.innerText);
  for (const wanted of ["Findings", "Cause: ", "expected", "Requirements", "needs JavaScript"]) {
    assert.ok(text.includes(wanted), `without a script there is no ${wanted}`);
  }
}, { script: false });

const isInert = (url) => visit("hostile", url, async (page) => {
  await page.$$eval("table.checks th button", (buttons) => buttons.forEach((button) => button.click()));
  const found = await page.evaluate(() => {
    const elements = [...document.querySelectorAll("*")];
    const templates = [...document.querySelectorAll("template")].flatMap((it) => [...it.content.querySelectorAll("*")]);
    const all = [...elements, ...templates];
    return {
      harmed: window.harmed !== undefined,
      scripts: document.scripts.length,
      foreign: all.filter((it) => it.matches("img, svg, iframe, object, embed, link, base")).map((it) => it.outerHTML),
      styles: document.querySelectorAll("style").length,
      handlers: all.flatMap((it) => [...it.attributes]).filter((it) => /^on/iu.test(it.name)).map((it) => it.name),
      links: all.filter((it) => it.matches("a")).map((it) => it.getAttribute("href")).filter((it) => !it.startsWith("#")),
      steering: /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufffe\uffff]/u.test(document.documentElement.outerHTML),
      details: document.querySelectorAll("table.checks .detail").length,
      shown: document.querySelector("table.checks").textContent.includes("</script><script>window.harmed=1</script>"),
    };
  });
  assert.deepEqual(found, {
    harmed: false, scripts: 3, foreign: [], styles: 2, handlers: [], links: [], steering: false, details: 5, shown: true,
  });
});

const isAccessible = (name, url) => visit(name, url, async (page) => {
  await accessible(page, name);
  await shoot(page, name);
  await page.setViewport({ width: 320, height: 900 });
  await narrowEnough(page, name);
  await shoot(page, `${name}-320`);
});

// The best of up to six tries, since others may use the machine.
const isFast = async (url, checks) => {
  const best = { paint: Infinity, list: Infinity, search: Infinity };
  for (let round = 0; round < 6 && Math.max(best.paint, best.search) > MOST; round += 1) {
    await visit("speed", url, async (page) => {
      await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
      assert.ok((await countOf(page)).startsWith(checks.toLocaleString("en")), await countOf(page));
      const times = await page.evaluate(() => {
        const search = document.getElementById("search");
        const slowest = ["kva", "overflow", "a", "surrogate decode", "zzz", ""].map((words) => {
          const start = performance.now();
          search.value = words;
          search.dispatchEvent(new Event("input", { bubbles: true }));
          // The layout is a part of what a person waits for.
          document.body.getBoundingClientRect();
          return performance.now() - start;
        });
        const [paint] = performance.getEntriesByName("first-contentful-paint");
        const [list] = performance.getEntriesByName("acegate-list");
        return { paint: paint.startTime, list: list.startTime, search: Math.max(...slowest) };
      });
      for (const name of Object.keys(best)) best[name] = Math.min(best[name], times[name]);
    });
  }
  const busy = loadavg()[0] / cpus().length;
  const most = MOST * Math.max(1, 2 * busy);
  const shown = Object.entries(best).map(([name, ms]) => `${name} ${ms.toFixed(0)} ms`).join(", ");
  console.log(`${checks} checks: ${shown}; at most ${most.toFixed(0)} ms at a load of ${busy.toFixed(1)} a processor`);
  assert.ok(best.paint <= most && best.search <= most, shown);
};

try {
  if (screenshots) mkdirSync(screenshots, { recursive: true });
  const reference = path.join(folder, "reference.ndjson");
  acegate("check", "reference", "--report", reference);
  const whole = render("reference", reference);
  const checks = JSON.parse(readFileSync(reference, "utf8").split("\n", 1)[0]).checks;
  const octets = statSync(path.join(folder, "reference.html")).size;
  console.log(`${checks} checks: ${octets} octets`);
  assert.ok(checks > 7000 && octets < checks * OCTETS, "the page has a bounded size");

  const faults = "utf6/folded-first+utf6/compared-with-first-hyphen";
  const failing = path.join(folder, "failing.ndjson");
  acegate("check", "--cmd", `'${program}' serve --deviation ${faults}`, "--codec", "utf6", "--report", failing);
  const failed = render("failing", failing);
  const hostile = render("hostile", hostileReport());
  const drawn = (name, ...words) => save(`${name}.html`, acegate("explain", "--format", "html", ...words));
  const steps = drawn("explain", "uri2dec", "alice@commandus.com");

  const statement = save("statement.html", acegate("statement", failing, "--format", "html"));

  const matrix = path.join(folder, "matrix");
  acegate("matrix", "plain", "--id", "punycode/edge/*", "--html", matrix, "--live-page", "../live.html");
  const ofMatrix = (name) => pathToFileURL(path.join(matrix, name)).href;

  await filtersWork(failed);
  await keyboardWorks(failed);
  await linksWork(failed);
  await coloursAndPaperWork(failed);
  await readsWithoutScript(failed);
  await isInert(hostile);
  await looks("failing", failed);
  await looks("explain", steps);
  await looks("hostile", hostile);
  await isAccessible("statement", statement);
  for (const name of ["index", "findings", "requirements", "implementations/plain", "cases/index", "cases/punycode/names"]) {
    await isAccessible(name.replaceAll("/", "-"), ofMatrix(`${name}.html`));
  }
  await copies(failed);
  await doesNotFlash(failed);
  await isFast(whole, checks);
  console.log("the pages are as they should be");
} finally {
  await browser.close();
}
