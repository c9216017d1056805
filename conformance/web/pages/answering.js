// The worker that has what was pasted. The page sends one call at a time, and believes nothing else that is said.

import { answering, messageOfError } from "../js/call.js";
import { jsonOf } from "../js/data.js";

const camel = (op) => op.replace(/-([a-z])/gu, (_, letter) => letter.toUpperCase()).replace(/Ascii$/u, "ASCII");

/** The functions that a source has for the operations of a codec, whichever way it exports them, and its limits. */
async function partsOf(source, operations) {
  const names = operations.map((op) => [op, [op, camel(op), camel(op).replace("ASCII", "Ascii")]]);
  const known = [...new Set(names.flatMap(([, all]) => all.filter((name) => /^\w+$/u.test(name))))];
  const own = known.map((name) => `${name}: typeof ${name} === "function" ? ${name} : undefined`).join(", ");
  const isCommon = /\bmodule\.exports\b|\bexports\.\w/u.test(source);
  const text = `${isCommon ? "const module = { exports: {} }, exports = module.exports;" : ""}${source}
;export const acegate = { ${own} };${isCommon ? " export const acegateCommon = module.exports;" : ""}`;
  const address = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  const module = await import(address).finally(() => URL.revokeObjectURL(address));
  const places = [module, module.default, module.acegateCommon, module.acegate].filter(Boolean);
  const functions = { __proto__: null };
  for (const [op, all] of names) {
    const call = places.flatMap((place) => all.map((name) => place[name])).find((it) => typeof it === "function");
    if (call) functions[op] = call;
  }
  if (Object.keys(functions).length === 0) throw new Error(`no function ${known.join(", ")} was found`);
  // What the line protocol has besides the operations: the parameters that are read, and limits.
  const declared = ["params", "limits", "idna"].map((name) => [name, places.map((place) => place[name]).find((it) => it !== undefined)]);
  return { functions, declared: jsonOf(Object.fromEntries(declared)) };
}

// The pasted code may replace these functions.
const send = postMessage.bind(globalThis);
let answer = null;

addEventListener("message", async ({ data }) => {
  // Without a prototype, on which the pasted code may have put fields.
  const { at, source, operations, op, text, params } = { __proto__: null, ...data };
  if (source === undefined) {
    send({ at, ...(await answer(op, text, params)) });
    return;
  }
  try {
    const { functions, declared } = await partsOf(source, operations);
    answer = answering(functions);
    send({ at, ops: Object.keys(functions), declared });
  } catch (error) {
    send({ at, failed: messageOfError(error) });
  }
});
