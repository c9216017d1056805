// The live page: a text or a code, in one encoding or in all, with the worked steps.

import { start } from "../js/module.js";
import { codePoints, shown, stringOf, toValue } from "../js/text.js";
import { argument } from "../js/finding.js";
import { keypad } from "./keypad.js";
import { unpack } from "./unpack.js";

/** What the list of encodings offers besides the codecs: views of a text by several of them. */
const ALL = "all";
const STANDARDS = "standards";
const byId = (id) => document.getElementById(id);
const [form, text, codec, op, parameters, status, result] =
  ["live", "text", "codec", "op", "parameters", "status", "result"].map(byId);

const { make, copyButton } = globalThis.acegatePage;
/** What most people come for. */
const FIRST = ["punycode", "uts46"];

/** A part that the module has written; it escapes every text. */
const drawn = (markup, ...classes) => {
  const element = make("div");
  element.classList.add(...classes);
  element.innerHTML = markup;
  return element;
};

const ask = await start(await unpack());
const codecs = ask({ do: "codecs" });
const chosen = () => codecs.find((one) => one.id === codec.value);
const operation = () => chosen()?.operations.find((one) => one.name === op.value);

const listed = [...codecs].sort((one, other) => rank(one) - rank(other));
codec.append(make("option", { value: ALL }, "Every encoding"),
  make("option", { value: STANDARDS }, "A name by UTS #46 and IDNA 2008"),
  ...listed.map((one) => make("option", { value: one.id }, one.title)));

/** The place of a codec in the list. */
function rank({ id }) {
  const place = FIRST.indexOf(id);
  return place < 0 ? FIRST.length : place;
}

const fillOperations = () => {
  const operations = chosen()?.operations.filter((one) => one.has_steps || !one.is_list) ?? [];
  op.replaceChildren(...operations.map((one) => make("option", { value: one.name }, `${one.name}: ${one.takes}`)));
  op.parentElement.hidden = operations.length === 0;
  fillParameters();
};

const fillParameters = () => {
  const specs = operation()?.parameters ?? [];
  const field = (spec) => {
    const input = spec.values.length > 0
      ? make("select", {}, ...spec.values.map((value) => make("option", { value }, value)))
      : make("input", { placeholder: spec.default, autocomplete: "off" });
    input.name = `p.${spec.name}`;
    input.title = spec.summary;
    return make("label", {}, spec.name, input);
  };
  parameters.querySelector("div").replaceChildren(...specs.map(field));
  parameters.hidden = specs.length === 0;
};

/** The parameters that do not have their defaults. */
const given = () => {
  const fields = [...parameters.querySelectorAll("select, input")];
  const differ = fields.filter((field) => field.value !== "" && field.selectedIndex !== 0);
  return Object.fromEntries(differ.map((field) => {
    const isNumber = field.tagName === "INPUT" && /^\d+$/u.test(field.value) && field.name !== "p.digits" && field.name !== "p.delimiter";
    return [field.name.slice(2), isNumber ? Number(field.value) : field.value];
  }));
};

const request = (input, name = op.value, params = given()) =>
  JSON.stringify({ id: 0, codec: codec.value, op: name, params, in: input });

const input = () => (operation().is_list ? text.value.split("\n").map(toValue) : toValue(text.value));

/** The refused input with a mark under the place, its kind, and the document. */
const refusal = (error) => {
  const points = codePoints(text.value);
  const at = Math.min(error.at ?? points.length, points.length);
  const [before, here, after] = [points.slice(0, at), points.slice(at, at + 1), points.slice(at + 1)].map(stringOf);
  const place = error.at === undefined || operation().is_list ? [] : [make("p", { class: "place", dir: "auto" },
    before, make("mark", { "aria-label": `Here: ${here || "the end"}` }, here || "∎"), after)];
  const kind = error.kind ? [make("p", { class: "meta" }, `kind ${error.kind} · ${error.document}`)] : [];
  return make("div", { class: "refused" }, make("p", {}, make("strong", {}, "Refused"), ` ${error.message}`), ...place, ...kind);
};

const value = (ok) => {
  const read = shown(ok);
  const points = Array.isArray(ok) || ok.b !== undefined ? [] : [make("p", { class: "meta" }, pointsOf(ok))];
  const inverse = operation().inverse;
  const back = inverse && !Array.isArray(ok)
    ? [make("a", { class: "swap", href: address({ op: inverse, text: read }) }, `Swap: ${inverse} it`)] : [];
  return make("div", { class: "value" }, make("output", { dir: "auto" }, read || "(empty)"),
    make("p", { class: "actions" }, copyButton("the result", () => read), ...back), ...points);
};

const pointsOf = (ok) => {
  const points = ok.u ?? codePoints(ok.t);
  const listed = points.slice(0, 40).map((c) => `U+${c.toString(16).toUpperCase().padStart(4, "0")}`).join(" ");
  return `${points.length} characters${points.length > 0 && points.length <= 40 ? ` · ${listed}` : ""}`;
};

const draw = () => {
  if (codec.value === ALL) {
    result.replaceChildren(drawn(ask({ do: "encodings", text: text.value }).html));
    for (const code of result.querySelectorAll("table.encodings code")) {
      code.after(" ", copyButton("the code", () => code.textContent));
    }
    status.textContent = `“${short(text.value)}” in every encoding.`;
    return;
  }
  if (codec.value === STANDARDS) {
    result.replaceChildren(drawn(ask({ do: "standards", text: text.value }).html, "worked-steps"), command());
    status.textContent = `“${short(text.value)}” by UTS #46 and IDNA 2008.`;
    return;
  }
  const line = request(input());
  const answer = ask({ do: "apply", line });
  const parts = [answer.error ? refusal(answer.error) : value(answer.ok)];
  status.textContent = answer.error ? `Rejected: ${answer.error.message}` : `The result is ${short(shown(answer.ok))}`;
  if (operation().has_steps) {
    const explained = ask({ do: "explain", line });
    if (explained.html) {
      const pad = codec.value === "uri2dec" ? keypad(explained.steps) : null;
      if (pad) parts.push(make("h2", {}, "On the keypad"), pad);
      parts.push(make("h2", {}, "Worked steps"), drawn(explained.html, "worked-steps"), command());
    }
  }
  result.replaceChildren(...parts);
};

const short = (it) => (it.length > 60 ? `${it.slice(0, 60)}…` : it);

/** The command that prints what is shown. */
const command = () => {
  if (codec.value === STANDARDS) return shownCommand(`acegate explain ${argument(text.value)}`);
  const options = Object.entries(given()).map(([name, it]) => ` --${name} ${argument(String(it))}`).join("");
  const written = operation().is_list ? "--list" : argument(text.value);
  return shownCommand(`acegate explain ${codec.value} --op ${op.value}${options} ${written}`);
};

const shownCommand = (line) => make("p", { class: "meta" }, make("code", {}, line));

/** The address of a case: what is shown now, with these changes. */
const address = (changes = {}) => {
  const words = { codec: codec.value, ...(chosen() && { op: op.value }), text: text.value,
    ...Object.fromEntries(Object.entries(given()).map(([name, it]) => [`p.${name}`, it])), ...changes };
  return `#${new URLSearchParams(words)}`;
};

const changed = () => {
  history.replaceState(null, "", address());
  draw();
};

/** Shows the case that the address names. */
const follow = () => {
  const words = new URLSearchParams(location.hash.slice(1));
  text.value = words.get("text") ?? (location.hash ? "" : text.value);
  const isKnown = words.get("codec") === STANDARDS || codecs.some((one) => one.id === words.get("codec"));
  codec.value = isKnown ? words.get("codec") : ALL;
  fillOperations();
  if (operation() && chosen().operations.some((one) => one.name === words.get("op"))) op.value = words.get("op");
  fillParameters();
  for (const field of parameters.querySelectorAll("select, input")) {
    if (words.has(field.name)) field.value = words.get(field.name);
  }
  draw();
};

form.addEventListener("submit", (event) => event.preventDefault());
codec.addEventListener("change", () => { fillOperations(); changed(); });
op.addEventListener("change", () => { fillParameters(); changed(); });
parameters.addEventListener("change", changed);
text.addEventListener("input", changed);
addEventListener("hashchange", follow);
form.hidden = false;
follow();
