// The punycode module that Node.js carries, behind acegate's line protocol.
'use strict';
const punycode = require('punycode');
const readline = require('readline');

const text = (value) => value.t ?? punycode.ucs2.encode(value.u);

function answer(op, value) {
  if (value.u?.some((c) => c > 0x10ffff)) return { skip: 'a JavaScript string holds nothing above U+10FFFF' };
  const pair = ([high, low]) => high >= 0xd800 && high < 0xdc00 && low >= 0xdc00 && low < 0xe000;
  if (value.u?.some((c, at) => pair([c, value.u[at + 1]]))) return { skip: 'in UTF-16 a pair of surrogates is one character' };
  try {
    const result = punycode[op](text(value));
    return { ok: { u: punycode.ucs2.decode(result) } };
  } catch (e) {
    // The module refuses with RangeError; anything else is a fault of its own.
    return e instanceof RangeError ? { error: { message: e.message } } : { crash: String(e) };
  }
}

const hello = {
  type: 'hello', protocol: 1, window: 64, values: ['u'],
  implementation: { name: 'Node.js punycode', version: `${punycode.version} in Node ${process.versions.node}`,
                    language: 'JavaScript', url: 'https://nodejs.org/api/punycode.html' },
  codecs: { punycode: { ops: ['encode', 'decode'], limits: { width: 31 } } },
};
readline.createInterface({ input: process.stdin }).on('line', (line) => {
  const request = JSON.parse(line);
  const known = request.codec === 'punycode' && ['encode', 'decode'].includes(request.op);
  const reply = request.type === 'hello' ? hello
    : { id: request.id, ...(known ? answer(request.op, request.in) : { skip: 'only punycode encode and decode' }) };
  process.stdout.write(JSON.stringify(reply) + '\n');
});
