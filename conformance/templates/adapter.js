// An adapter for acegate in JavaScript. Fill in the two functions; delete what your library does not have.
'use strict';

const NOT_FILLED_IN = Symbol('not filled in');
const operations = {
  encode(text) { return NOT_FILLED_IN; }, // the library's calls go here: text in, its code out
  decode(code) { return NOT_FILLED_IN; },
};
const refuses = (e) => e instanceof RangeError; // which exceptions are refusals, and not faults

const hello = {
  type: 'hello', protocol: 1, window: 64, values: ['u'],
  implementation: { name: 'mine', version: '0.1', language: 'JavaScript' },
  codecs: { punycode: { ops: Object.keys(operations) } },
};
const isPair = (high, low) => high >= 0xd800 && high < 0xdc00 && low >= 0xdc00 && low < 0xe000;

function answer(operation, points) {
  if (points.some((c) => c > 0x10ffff)) return { skip: 'a string holds nothing above U+10FFFF' };
  if (points.some((c, at) => isPair(c, points[at + 1]))) return { skip: 'in UTF-16 a pair of surrogates is one character' };
  try {
    const result = operation(points.map((c) => String.fromCodePoint(c)).join(''));
    if (result === NOT_FILLED_IN) return { skip: 'not filled in yet' };
    return { ok: { u: Array.from(result, (c) => c.codePointAt(0)) } };
  } catch (e) {
    return refuses(e) ? { error: { message: e.message } } : { crash: String(e) };
  }
}

require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const request = JSON.parse(line);
  const has = request.codec === 'punycode' && Object.hasOwn(operations, request.op);
  const reply = request.type === 'hello' ? hello
    : { id: request.id, ...(has ? answer(operations[request.op], request.in.u) : { skip: 'not an operation of this library' }) };
  process.stdout.write(JSON.stringify(reply) + '\n');
});
