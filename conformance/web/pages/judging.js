// The worker that has the module of WebAssembly: it gives the requests and judges the replies. No code that was
// pasted comes here.

import { start } from "../js/module.js";

let asking = null;

addEventListener("message", async ({ data: { octets, request } }) => {
  try {
    asking ??= start(octets);
    const ask = await asking;
    postMessage({ answer: ask(request) });
  } catch (error) {
    postMessage({ answer: { error: { message: String(error?.message ?? error) } } });
  }
});
