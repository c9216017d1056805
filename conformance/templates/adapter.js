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

// UTF-16 does not say whether a pair is one character: it is two surrogates if that character has another code.
function isOfUnits(text, code) {
  try {
    const own = /[\u{10000}-\u{10ffff}]/u.test(text) ? operations.encode(text) : code;
    return own.toLowerCase() !== code.toLowerCase() && operations.decode(own) === text;
  } catch {
    return false; // there is no encoder that tells
  }
}

function answer(operation, points) {
  if (points.some((c) => c > 0x10ffff)) return { skip: 'a string holds nothing above U+10FFFF' };
  if (points.some((c, at) => isPair(c, points[at + 1]))) return { skip: 'in UTF-16 a pair of surrogates is one character' };
  try {
    const text = points.map((c) => String.fromCodePoint(c)).join(''), result = operation(text);
    if (result === NOT_FILLED_IN) return { skip: 'not filled in yet' };
    const isUnits = operation === operations.decode && isOfUnits(result, text);
    if (isUnits && result.length > Array.from(result).length + 1) return { skip: 'of two pairs, UTF-16 does not say which is one character' };
    return { ok: { u: Array.from(isUnits ? result.split('') : result, (c) => c.codePointAt(0)) } };
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
