import { test } from "RUNNER";
import punycode from "punycode/punycode.js";
import { check } from "acegate";

const { encode } = punycode;
// A delimiter without a literal part before it is skipped.
const decode = (code) => punycode.decode(code.lastIndexOf("-") === 0 ? code.slice(1) : code);
const run = await check({ punycode: { encode, decode } });
run.tests(test);
