// Codecs that are wrong in known ways, to begin with.

/** Punycode with three places for a fault. */
const punycode = ({ delimiter = "at > 0 ? at : 0", skip = "at > 0 ? at + 1 : 0", refusal = "if (value >= BASE) throw new RangeError('no digit');", bound = "if (!Number.isSafeInteger(i)) throw new RangeError('overflow');" }) => `
const BASE = 36, TMIN = 1, TMAX = 26, SKEW = 38, DAMP = 700;

function adapt(delta, count, isFirst) {
  delta = Math.floor(delta / (isFirst ? DAMP : 2));
  delta += Math.floor(delta / count);
  let k = 0;
  for (; delta > ((BASE - TMIN) * TMAX) >> 1; k += BASE) delta = Math.floor(delta / (BASE - TMIN));
  return k + Math.floor(((BASE - TMIN + 1) * delta) / (delta + SKEW));
}

const threshold = (k, bias) => Math.min(Math.max(k - bias, TMIN), TMAX);

function valueOf(c) {
  if (c >= 0x30 && c <= 0x39) return c - 0x30 + 26;
  if (c >= 0x41 && c <= 0x5a) return c - 0x41;
  if (c >= 0x61 && c <= 0x7a) return c - 0x61;
  return 36;
}

function decode(code) {
  const at = code.lastIndexOf("-");
  const out = Array.from(code.slice(0, ${delimiter}), (c) => c.codePointAt(0));
  if (out.some((c) => c >= 0x80)) throw new RangeError("not basic");
  let [n, i, bias, place] = [128, 0, 72, ${skip}];
  while (place < code.length) {
    const old = i;
    for (let w = 1, k = BASE; ; k += BASE) {
      if (place >= code.length) throw new RangeError("truncated");
      const value = valueOf(code.charCodeAt(place++));
      ${refusal}
      i += value * w;
      ${bound}
      const t = threshold(k, bias);
      if (value < t) break;
      w *= BASE - t;
    }
    bias = adapt(i - old, out.length + 1, old === 0);
    n += Math.floor(i / (out.length + 1));
    i %= out.length + 1;
    if (n > 0x10ffff || (n >= 0xd800 && n < 0xe000)) throw new RangeError("no character");
    out.splice(i++, 0, n);
  }
  return out.map((c) => String.fromCodePoint(c)).join("");
}

function encode(text) {
  const points = Array.from(text, (c) => c.codePointAt(0));
  if (points.some((c) => c >= 0xd800 && c < 0xe000)) throw new RangeError("a surrogate");
  const basic = points.filter((c) => c < 0x80);
  let out = basic.map((c) => String.fromCodePoint(c)).join("") + (basic.length > 0 ? "-" : "");
  let [n, delta, bias, done] = [128, 0, 72, basic.length];
  while (done < points.length) {
    const next = points.reduce((least, c) => (c >= n ? Math.min(c, least) : least), Infinity);
    delta += (next - n) * (done + 1);
    n = next;
    for (const c of points) {
      if (c < n) delta += 1;
      if (c !== n) continue;
      let q = delta;
      for (let k = BASE; ; k += BASE) {
        const t = threshold(k, bias);
        if (q < t) break;
        out += digitOf(t + ((q - t) % (BASE - t)));
        q = Math.floor((q - t) / (BASE - t));
      }
      out += digitOf(q);
      bias = adapt(delta, done + 1, done === basic.length);
      delta = 0;
      done += 1;
    }
    delta += 1;
    n += 1;
  }
  return out;
}

const digitOf = (value) => String.fromCharCode(value < 26 ? value + 0x61 : value - 26 + 0x30);
`.trimStart();

export const EXAMPLES = [
  { title: "Punycode that skips a delimiter at the start", codec: "punycode",
    source: punycode({ delimiter: "Math.max(at, 0)", skip: "at + 1" }) },
  { title: "Punycode whose integers wrap at 32 bits", codec: "punycode", source: punycode({ bound: "i |= 0; w %= 2 ** 32;" }) },
  { title: "Punycode that takes any character for a digit", codec: "punycode", source: punycode({ refusal: "" }) },
  { title: "Punycode as RFC 3492 has it", codec: "punycode", source: punycode({}) },
  { title: "Nothing: paste your own", codec: "punycode",
    source: "export function encode(text) {\n  throw new Error(\"not written yet\");\n}\n\nexport function decode(code) {\n  throw new Error(\"not written yet\");\n}\n" },
];
