import { check, explain, punycode, Refusal, type Run } from "acegate";

const expect = (seen: unknown, expected: unknown): void => {
  const [one, other] = [seen, expected].map((it) => JSON.stringify(it));
  if (one !== other) throw new Error(`${one}: expected ${other}`);
};

const code: string = punycode.encode("bücher");
expect([code, punycode.toAscii("bücher"), punycode.decode(Array.from(code, (c) => c.charCodeAt(0)))], ["bcher-kva", "xn--bcher-kva", "bücher"]);
const steps: [string, string][] = explain("punycode", "decode", code);
expect(steps[0], ["input", `"${code}"`]);
const run: Run = await check({ punycode: { encode: (text) => punycode.encode(text), limits: { width: 32 } } }, { timeout: 100 });
expect([run.failed, run.findings.length, run.report("junit").startsWith("<?xml")], [0, 0, true]);
try {
  punycode.decode("-9uc");
  expect("a text", "a refusal");
} catch (error) {
  expect(error instanceof Refusal && [error.kind.length, error.at.toFixed()], [9, "0"]);
}
let said = "";
(await check({ punycode: {} })).tests((_, body) => {
  try {
    body();
  } catch (error) {
    said = String(error);
  }
});
expect(said, "Error: Nothing was checked.");
// @ts-expect-error: a number is no text.
punycode.encode(5);
