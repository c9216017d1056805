// The module of WebAssembly: a request in, its answer out, both in JSON.

/** Starts the module of these octets. Returns a function that answers requests. */
export async function start(octets) {
  let memory = null;
  const host = { elapsed_ms: () => performance.now(), date_ms: () => Date.now() };
  const { instance } = await WebAssembly.instantiate(octets, { host });
  const { reserve, answer, answered } = instance.exports;
  // The memory may have grown, so that its buffer is another one.
  const octetsAt = (address, length) => {
    if (memory?.buffer !== instance.exports.memory.buffer) memory = new Uint8Array(instance.exports.memory.buffer);
    return memory.subarray(address >>> 0, (address >>> 0) + length);
  };
  return (request) => {
    const text = new TextEncoder().encode(JSON.stringify(request));
    const address = reserve(text.length);
    octetsAt(address, text.length).set(text);
    const length = answer() >>> 0;
    return JSON.parse(new TextDecoder().decode(octetsAt(answered(), length)));
  };
}
