// The module of WebAssembly: a request in, its answer out, both in JSON.

import { bare, jsonOf } from "./data.js";

/** Starts the module of these octets. Returns a function that answers requests. */
export async function start(octets) {
  let memory = null;
  const host = { elapsed_ms: () => performance.now(), date_ms: () => Date.now() };
  const { instance } = await WebAssembly.instantiate(octets, { host });
  const { reserve, answer, answered, convert } = instance.exports;
  // The memory may have grown, so that its buffer is another one.
  const octetsAt = (address, length) => {
    if (memory?.buffer !== instance.exports.memory.buffer) memory = new Uint8Array(instance.exports.memory.buffer);
    return memory.subarray(address >>> 0, (address >>> 0) + length);
  };
  const encoder = new TextEncoder();
  // A text may begin with U+FEFF.
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const answerOf = (length) => decoder.decode(octetsAt(answered(), length));
  const ask = (request) => {
    const text = encoder.encode(jsonOf(request));
    octetsAt(reserve(text.length), text.length).set(text);
    return bare(JSON.parse(answerOf(answer() >>> 0)));
  };
  // The result of an operation on a string, by the places of codec and operation; `undefined` if it is no string.
  ask.convert = (codec, operation, text) => {
    const octets = encoder.encode(text);
    octetsAt(reserve(octets.length), octets.length).set(octets);
    const length = convert(codec, operation);
    return length < 0 ? undefined : answerOf(length);
  };
  return ask;
}
