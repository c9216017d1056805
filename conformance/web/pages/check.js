// The page that checks a codec. One worker runs the pasted code, another judges the answers, and this page shows the result.

import { unpack } from "./unpack.js";
import { EXAMPLES } from "./examples.js";
import { Answerer, CALL_MS, Judge } from "./workers.js";
import { askAll } from "../js/ask.js";
import { factsOf, quoted } from "../js/finding.js";
import { helloOf } from "../js/question.js";
import { countsOf, plural, verdictOf } from "../js/verdict.js";

/** The live page is in the same folder. */
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

/** How many requests a second the slowest of the usual libraries answers, and how long the causes take. */
const REQUESTS_PER_S = 1500;
const CAUSES_S = 3;

/** Says on the button how many checks a codec has, and how long they take. */
async function announce() {
  const chosen = codec.value;
  const counter = new Judge(octets);
  try {
    const hello = helloOf([{ codec: chosen, ops: CODECS[chosen], declared: {} }]);
    const { requests } = await counter.ask({ do: "requests", hello });
    const seconds = Math.ceil(requests.length / REQUESTS_PER_S) + CAUSES_S;
    if (codec.value === chosen) run.textContent = `Run ${plural(requests.length, "check")} (about ${seconds} s)`;
  } catch {
    // The check itself says what is wrong.
    run.textContent = "Run the checks";
  }
  counter.end();
}

/** Checks the pasted code until the end, or until it is stopped. */
async function check(source) {
  end();
  if (/^\s*https?:\/\/\S+\s*$/u.test(source)) {
    status.textContent = "It cannot be checked: this page loads nothing from the network. Paste the text of the module.";
    return;
  }
  const judge = new Judge(octets);
  const chosen = codec.value;
  const answerer = new Answerer(source, CODECS[chosen]);
  const progressed = { done: 0, total: 0 };
  const stopped = new Promise((resolve) => { end = () => resolve(stoppedSentence(progressed)); });
  result.replaceChildren();
  [progress.hidden, stop.hidden, run.disabled, bar.value] = [false, false, true, 0];
  status.textContent = "Starting the checks.";
  try {
    status.textContent = await Promise.race([stopped, checked(chosen, judge, answerer, progressed)]);
  } catch (error) {
    status.textContent = `It cannot be checked: ${error.message}`;
  }
  judge.end();
  answerer.end();
  [progress.hidden, stop.hidden, run.disabled, end] = [true, true, false, () => {}];
}

/** Asks all requests, has them judged, and draws the result. Returns the verdict. */
async function checked(codec, judge, answerer, progressed) {
  const { ops, declared } = await answerer.load();
  const hello = helloOf([{ codec, ops, declared }], { name: "the pasted functions" });
  const { requests } = await judge.ask({ do: "requests", hello });
  progressed.total = requests.length;
  const late = [];
  const { replies, givenUp } = await askAll(requests, (question) => timed(answerer.call(question), question, late), (at) => {
    progressed.done = at + 1;
    bar.value = progressed.done / requests.length;
    if (at % 100 === 0) status.textContent = `${at} of ${requests.length} requests are answered.`;
  });
  const judged = (diagnose, formats) => judge.ask({ do: "judge", hello, replies, diagnose, formats, live_page: LIVE });
  const remarks = remarksOf(late, givenUp);
  const verdict = draw(await judged(false, []), remarks, false);
  status.textContent = `${verdict} The causes are looked for.`;
  return draw(await judged(true, ["html", "json", "junit", "markdown"]), remarks, true);
}

/** The answer to a question, which is noted if there is none in time. */
async function timed(answered, question, late) {
  const answer = await answered;
  if (answer.timeout !== undefined) late.push(`${question.op} of ${quoted({ t: question.text })}`);
  return answer;
}

function remarksOf(late, givenUp) {
  const remarks = [];
  if (late.length > 0) remarks.push(`Stopped because it did not return within ${CALL_MS / 1000} s: ${late.join("; ")}`);
  if (givenUp !== null) remarks.push(givenUp);
  return remarks;
}

function stoppedSentence({ done, total }) {
  return total === 0 ? "Stopped. No request was answered." : `Stopped after ${done} of ${plural(total, "request")}. Nothing is judged.`;
}

/** Draws a run that was judged, and returns its verdict. */
function draw({ totals, findings, examples, addresses, reports }, remarks, isWhole) {
  const exampleOf = ({ id }) => ({ example: examples[id], address: addresses[id] });
  const counts = countsOf(totals);
  const { kind, text: verdict } = verdictOf(counts);
  const counting = findings.filter((it) => it.unexpected > 0);
  const advisory = findings.filter((it) => it.unexpected === 0);
  const parts = [make("p", { class: `verdict ${kind}` }, make("strong", {}, verdict),
    ` ${counts.passed} pass, ${counts.advisory} are advice, ${counts.skipped} were skipped.`)];
  parts.push(...remarks.map((remark) => make("p", { class: "remark", dir: "auto" }, remark)));
  if (isWhole) {
    parts.push(...counting.map((it) => finding(it, exampleOf(it))));
    if (advisory.length > 0) {
      parts.push(make("h2", {}, "Advice"), ...advisory.map((it) => finding(it, exampleOf(it), "advisory")));
    }
    parts.push(make("p", {}, "The report: ", ...Object.entries(reports).flatMap(([name, text]) => [download(name, text), " "])));
  }
  result.replaceChildren(...parts);
  return verdict;
}

function finding(it, { example, address }, kind = "counting") {
  const fields = factsOf(it, example).map(([name, text]) =>
    make("div", {}, make("dt", {}, name), make("dd", { dir: "auto" }, ...(name === "why" ? prose(text) : [text]))));
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
  announce();
};
codec.addEventListener("change", announce);
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
