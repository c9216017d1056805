// The worker of the page that checks: it has the module and what was pasted, and asks one the other's requests.

import { start } from "../js/module.js";
import { askAll } from "../js/ask.js";
import { answering, describe } from "../js/implementation.js";

const camel = (op) => op.replace(/-([a-z])/gu, (_, letter) => letter.toUpperCase()).replace(/Ascii$/u, "ASCII");

/** The functions that a source has for the operations of a codec, whichever way it hands them out. */
async function functionsOf(source, operations) {
  const names = operations.map((op) => [op, [op, camel(op), camel(op).replace("ASCII", "Ascii")]]);
  const known = [...new Set(names.flatMap(([, all]) => all.filter((name) => /^\w+$/u.test(name))))];
  const own = known.map((name) => `${name}: typeof ${name} === "function" ? ${name} : undefined`).join(", ");
  const isCommon = /\bmodule\.exports\b|\bexports\.\w/u.test(source);
  const text = /^\s*https?:\/\/\S+\s*$/u.test(source) ? `export * from ${JSON.stringify(source.trim())};`
    : `${isCommon ? "const module = { exports: {} }, exports = module.exports;" : ""}${source}
;export const acegate = { ${own} };${isCommon ? " export const acegateCommon = module.exports;" : ""}`;
  const address = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  const module = await import(address).finally(() => URL.revokeObjectURL(address));
  const places = [module, module.default, module.acegateCommon, module.acegate].filter(Boolean);
  const found = names.map(([op, all]) => [op, places.flatMap((place) => all.map((name) => place[name])).find((it) => typeof it === "function")]);
  const functions = Object.fromEntries(found.filter(([, call]) => call));
  if (Object.keys(functions).length === 0) throw new Error(`no function ${known.join(", ")} was found`);
  // What the line protocol has beside the operations: the parameters that are read, and limits.
  const declared = ["params", "limits", "idna"].map((name) => [name, places.map((place) => place[name]).find((it) => it !== undefined)]);
  return { ...functions, ...Object.fromEntries(declared.filter(([, it]) => it !== undefined)) };
}

addEventListener("message", async ({ data: { octets, codec, operations, source, replies, limit, live_page } }) => {
  try {
    const ask = await start(octets);
    const codecs = { [codec]: await functionsOf(source, operations) };
    const hello = describe(codecs, { name: "the pasted functions" });
    const { requests, error } = ask({ do: "requests", hello });
    if (error) throw new Error(error.message);
    postMessage({ kind: "ready", total: requests.length });
    const all = requests.map((_, at) => replies[at] ?? null);
    await askAll(requests, all, answering(codecs), {
      limit,
      begun: (at) => postMessage({ kind: "begun", at, line: requests[at] }),
      replied: (at) => postMessage({ kind: "replied", at, reply: all[at] }),
    });
    const judge = (diagnose, formats) => ask({ do: "judge", hello, replies: all, diagnose, formats, live_page });
    postMessage({ kind: "verdicts", run: judge(false, []) });
    postMessage({ kind: "findings", run: judge(true, ["html", "json", "junit", "markdown"]) });
  } catch (error) {
    postMessage({ kind: "failed", message: String(error?.message ?? error) });
  }
});
