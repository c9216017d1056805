import { check, explain, punycode, Refusal, type Run } from "acegate";

const code: string = punycode.encode("bücher");
const steps: [string, string][] = explain("punycode", "decode", code);
const run: Run = await check({ punycode: { encode: (text) => punycode.encode(text), limits: { width: 32 } } }, { timeout: 100 });
run.tests((name, body) => [name, body, steps]);
try {
  punycode.decode("-9uc");
} catch (error) {
  if (error instanceof Refusal) [error.kind.length, error.at.toFixed()];
}
// @ts-expect-error: a number is no text.
punycode.encode(5);
