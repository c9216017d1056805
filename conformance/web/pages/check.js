// The page that checks a codec: it starts the worker, ends one that hangs, and draws the findings.

import { unpack } from "./unpack.js";
import { EXAMPLES } from "./examples.js";
import { factsOf, quoted } from "../js/finding.js";

/** The text of the worker: the page is made with it. */
const WORKER = "THE WORKER";
/** How long one request may take, in milliseconds. */
const LIMIT = 2000;
/** The live page stands beside this one. */
const LIVE = new URL("live.html", location.href).href;
/** The codecs that a function of texts can have, with their operations. */
const CODECS = {
  punycode: ["encode", "decode"], uts46: ["to-ascii", "to-unicode"], utf5: ["encode", "decode"], utf6: ["encode", "decode"],
  race: ["encode", "decode"], lace: ["encode", "decode"], uri2dec: ["encode", "decode"], enum: ["to-domain", "to-number"],
};

const byId = (id) => document.getElementById(id);
const [form, codec, example, source, run, stop, progress, bar, status, result] =
  ["check", "codec", "example", "source", "run", "stop", "progress", "bar", "status", "result"].map(byId);

const { make, prose } = globalThis.acegatePage;
const octets = await unpack();
let end = () => {};

/** Asks all requests; a worker that hangs is ended, and the next one goes on after its request. */
function check(text) {
  end();
  const replies = [];
  const hung = [];
  let [worker, total, current, watch] = [null, 0, null, 0];
  const address = URL.createObjectURL(new Blob([WORKER], { type: "text/javascript" }));
  const finish = (message) => {
    clearInterval(watch);
    worker.terminate();
    URL.revokeObjectURL(address);
    [progress.hidden, stop.hidden, run.disabled, end] = [true, true, false, () => {}];
    if (message) status.textContent = message;
  };
  const take = ({ data }) => {
    if (data.kind === "ready") {
      total = data.total;
    } else if (data.kind === "begun") {
      current = { at: data.at, line: data.line, since: performance.now() };
    } else if (data.kind === "replied") {
      replies[data.at] = data.reply;
      current = null;
      bar.value = data.at / total;
      if (data.at % 100 === 0) status.textContent = `${data.at} of ${total} requests are answered.`;
    } else if (data.kind === "verdicts") {
      current = null;
      draw(data.run, hung, false);
    } else if (data.kind === "findings") {
      draw(data.run, hung, true);
      finish();
    } else {
      finish(`It cannot be checked: ${data.message}`);
    }
  };
  const begin = () => {
    worker = new Worker(address);
    worker.addEventListener("message", take);
    worker.addEventListener("error", (event) => finish(`It cannot be checked: ${event.message}`));
    worker.postMessage({ octets, codec: codec.value, operations: CODECS[codec.value], source: text, replies, limit: LIMIT, live_page: LIVE });
  };
  end = () => finish("Stopped.");
  watch = setInterval(() => {
    // A promise that never settles is seen to by the worker, which has the same time and a little less to do.
    if (!current || performance.now() - current.since < LIMIT * 1.5) return;
    worker.terminate();
    replies[current.at] = { timeout: LIMIT };
    hung.push(current.line);
    current = null;
    begin();
  }, 100);
  result.replaceChildren();
  [progress.hidden, stop.hidden, run.disabled, bar.value] = [false, false, true, 0];
  status.textContent = "The suite begins.";
  begin();
}

function draw(judged, hung, isWhole) {
  if (judged.error) {
    status.textContent = judged.error.message;
    return;
  }
  const { totals, findings, examples, addresses, reports } = judged;
  const exampleOf = ({ id }) => ({ example: examples[id], address: addresses[id] });
  const { pass = 0, skip = 0 } = totals.verdicts;
  const asked = Object.values(totals.verdicts).reduce((sum, count) => sum + count, 0) - skip;
  const isGood = totals.unexpected === 0;
  const verdict = isGood ? `All ${asked} checks are as expected.` : `${totals.unexpected} of ${asked} checks are not as expected.`;
  status.textContent = isWhole ? verdict : `${verdict} The causes are looked for.`;
  const counting = findings.filter((it) => it.unexpected > 0);
  const advisory = findings.filter((it) => it.unexpected === 0);
  const parts = [make("p", { class: `verdict ${isGood ? "good" : "bad"}` }, make("strong", {}, verdict),
    ` ${pass} pass, ${totals.advisory} are advice, ${skip} were not asked.`)];
  if (hung.length > 0) parts.push(make("p", {}, `Ended because it did not return: ${hung.map(named).join("; ")}`));
  if (isWhole) {
    parts.push(...counting.map((it) => finding(it, exampleOf(it))));
    if (advisory.length > 0) {
      parts.push(make("h2", {}, "Advice"), ...advisory.map((it) => finding(it, exampleOf(it), "advisory")));
    }
    parts.push(make("p", {}, "The report: ", ...Object.entries(reports).flatMap(([name, text]) => [download(name, text), " "])));
  }
  result.replaceChildren(...parts);
}

const named = (line) => {
  const { op, in: input } = JSON.parse(line);
  return `${op} of ${quoted(input)}`;
};

function finding(it, { example, address }, kind = "counting") {
  const fields = factsOf(it, example).map(([name, text]) =>
    make("div", {}, make("dt", {}, name), make("dd", { dir: "auto" }, ...(name === "because" ? prose(text) : [text]))));
  const worked = address ? [make("p", { class: "meta" }, make("a", { href: `${LIVE}#${address}` }, "See it worked through, live"))] : [];
  return make("article", { class: `finding ${kind}` }, make(kind === "advisory" ? "h3" : "h2", {}, ...prose(it.summary)), make("dl", { class: "fields plain" }, ...fields), ...worked);
}

function download(name, text) {
  const endings = { html: "html", json: "json", junit: "xml", markdown: "md" };
  const link = make("a", { download: `acegate.${endings[name]}`, href: URL.createObjectURL(new Blob([text])) }, name);
  return link;
}

codec.append(...Object.keys(CODECS).map((name) => make("option", { value: name }, name)));
example.append(...EXAMPLES.map(({ title }, at) => make("option", { value: at }, title)));
const show = () => {
  const chosen = EXAMPLES[example.value];
  [source.value, codec.value] = [chosen.source, chosen.codec];
};
example.addEventListener("change", show);
const file = make("input", { type: "file", accept: ".js,.mjs,.cjs,text/javascript" });
file.addEventListener("change", async () => {
  if (file.files[0]) source.value = await file.files[0].text();
});
byId("file-place").append(file);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  check(source.value);
});
stop.addEventListener("click", () => end());
form.hidden = false;
show();
