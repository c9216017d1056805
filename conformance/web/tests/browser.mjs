// Chromium without a window: pages that may load nothing from the network, and what each must satisfy.
//
// The arguments of the script that uses this are PROGRAM FOLDER CHROMIUM [SCREENSHOTS]; FOLDER has
// puppeteer-core and axe-core.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";

export const [program, folder, chromium, screenshots] = process.argv.slice(2);
const require = createRequire(path.join(folder, "here.js"));
const puppeteer = require("puppeteer-core");
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
export const acegate = (...words) => acegateIn(".", ...words);
export const acegateIn = (cwd, ...words) => {
  const options = { cwd, maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "ignore"] };
  try {
    return execFileSync(path.resolve(program), words, options);
  } catch (error) {
    // Failures of the implementation under test are wanted here.
    if (error.status === 1) return error.stdout;
    throw error;
  }
};

export const save = (name, octets) => {
  const file = path.join(folder, name);
  writeFileSync(file, octets);
  return pathToFileURL(file).href;
};

export const browser = await puppeteer.launch({
  executablePath: chromium,
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
});

// Shows a page to `look`, and fails if anything goes wrong in it. Only its own file may be loaded.
export const visit = async (name, url, look, { width = 1280, scheme = "light", script = true } = {}) => {
  // What a page remembers is not known to the next one.
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  const troubles = [];
  await page.setViewport({ width, height: 900 });
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
  await page.setJavaScriptEnabled(script);
  page.on("console", (message) => troubles.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => troubles.push(`error: ${error.message}`));
  page.on("dialog", (dialog) => troubles.push(`dialog: ${dialog.message()}`));
  page.on("request", (request) => {
    const address = request.url().split("#")[0];
    if (address !== url.split("#")[0] && !address.startsWith("blob:")) troubles.push(`request: ${address.slice(0, 200)}`);
  });
  await page.goto(url);
  if (script) await page.waitForFunction(() => !document.getElementById("data"));
  await look(page);
  assert.deepEqual(troubles, [], name);
  await context.close();
};

// Shows a page in each colour and in each width, a desk's and a telephone's; for pictures, in each colour of each
// width, because the colours of a page do not depend on its width.
export const inColoursAndWidths = async (name, url, narrow, look) => {
  const shown = [["light", 1280], ["dark", narrow], ["dark", 1280], ["light", narrow]];
  for (const [scheme, width] of screenshots ? shown : shown.slice(0, 2)) {
    const title = `${name}-${scheme}-${width}`;
    await visit(title, url, (page) => look(page, title), { width, scheme });
  }
};

export const accessible = async (page, name) => {
  await page.evaluate(axe);
  const found = await page.evaluate((rules) => window.axe.run(document, { runOnly: rules }), RULES);
  const broken = found.violations.map((it) => `${it.id}: ${it.nodes[0].html.slice(0, 200)} (${it.nodes[0].failureSummary})`);
  assert.deepEqual(broken, [], name);
  assert.ok(found.passes.length > 20, `${name}: the rules were applied`);
};

export const narrowEnough = async (page, name) => {
  const [page_, screen] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(page_ <= screen, `${name}: ${page_} pixels wide on a screen of ${screen}`);
};

export const shoot = async (page, name) => {
  if (screenshots) await page.screenshot({ path: path.join(screenshots, `${name}.png`) });
};
