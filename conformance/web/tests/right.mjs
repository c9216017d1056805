import { test } from "RUNNER";
import punycode from "punycode/punycode.js";
import { check } from "acegate";

const { encode, decode } = punycode;
const run = await check({ punycode: { encode, decode } });
run.tests(test);
