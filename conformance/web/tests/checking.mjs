// The page that checks pasted functions: how a check is begun, and what is read from it.

export const opened = (page) => page.waitForSelector("form:not([hidden])");

// Pastes a source, or leaves the one that is there, and waits until the check has ended.
export const run = async (page, source) => {
  if (source) await page.$eval("#source", (area, text) => { area.value = text; }, source);
  const begun = Date.now();
  await page.click("#run");
  await page.waitForFunction(() => document.querySelector(".verdict") || !document.getElementById("run").disabled, { timeout: 120_000 });
  const verdict = Date.now() - begun;
  await page.waitForFunction(() => !document.getElementById("run").disabled, { timeout: 120_000 });
  const findings = await page.$$eval("article.finding.counting", (all) => all.map((it) => it.textContent));
  const [kind] = await page.$$eval(".verdict", (all) => all.map((it) => it.className));
  return {
    kind, findings, verdict, causes: Date.now() - begun,
    status: await page.$eval("#status", (it) => it.textContent),
    result: await page.$eval("#result", (it) => it.textContent),
  };
};

// The policy of the page lets nothing fetch its reports, so their texts are kept as they are made.
export const keepsReports = (page) => page.evaluate(() => {
  const make = URL.createObjectURL.bind(URL);
  window.made = new Map();
  URL.createObjectURL = (blob) => {
    const address = make(blob);
    window.made.set(address, blob);
    return address;
  };
});
export const reportOf = (page, ending) => page.$eval(`#result a[download='acegate.${ending}']`, (it) => window.made.get(it.href).text());
