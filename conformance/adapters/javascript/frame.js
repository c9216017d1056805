// The frame of the adapters in JavaScript: acegate's line protocol around functions that take a text and settings.
'use strict';
const fs = require('fs');
const path = require('path');

// Modules come from a folder in ACEGATE_LIBRARIES, or from the one that acegate is called in.
const places = (process.env.ACEGATE_LIBRARIES ?? '').split(':').filter((place) => fs.existsSync(path.join(place, 'node_modules')));
const here = path.resolve(places[0] ?? process.cwd());
const from = require('module').createRequire(path.join(here, 'x.js'));
exports.load = (name) => {
  try {
    return from(name);
  } catch (e) {
    console.error(`${e.message.split('\n')[0]} in ${here}: run npm install ${name.replace(/\/$/, '')}`);
    process.exit(2);
  }
};
exports.versionOf = (name) => {
  const files = from.resolve.paths('x').map((folder) => path.join(folder, name, 'package.json'));
  return JSON.parse(fs.readFileSync(files.find((file) => fs.existsSync(file)))).version;
};
exports.codePoints = (text) => Array.from(text, (c) => c.codePointAt(0));
exports.Skip = class extends Error {}; // This request is not for the library to answer.
const isPair = (high, low) => high >= 0xd800 && high < 0xdc00 && low >= 0xdc00 && low < 0xe000;

// UTF-16 does not say whether a pair is one character: it is two surrogates if that character has another code.
function isOfUnits({ encode, decode }, text, code) {
  try {
    const own = encode(text);
    return /^[\0-\x7f]*$/.test(code) && own.toLowerCase() !== code.toLowerCase() && decode(own) === text;
  } catch {
    return false; // the encoder does not tell
  }
}

function answer(functions, refuses, has, { op, params, in: { u, t } }) {
  const points = u ?? exports.codePoints(t);
  if (has && Object.entries(params).some(([name, value]) => !has[name]?.includes(value))) return { skip: 'no such setting' };
  if (points.some((c) => c > 0x10ffff)) return { skip: 'a JavaScript string holds nothing above U+10FFFF' };
  if (points.some((c, at) => isPair(c, points[at + 1]))) return { skip: 'in UTF-16 a pair of surrogates is one character' };
  try {
    const text = points.map((c) => String.fromCodePoint(c)).join('');
    const result = functions[op](text, params);
    if (result === null) return { error: {} };
    const made = Array.isArray(result) ? result : exports.codePoints(result), pairs = result.length - made.length;
    const isUnits = op === 'decode' && pairs > 0 && isOfUnits(functions, result, text);
    if (isUnits && pairs > 1) return { skip: 'of two pairs, UTF-16 does not say which is one character' };
    return { ok: { u: isUnits ? exports.codePoints(result.split('')) : made } };
  } catch (e) {
    if (e instanceof exports.Skip) return { skip: e.message };
    return refuses(e) ? { error: { message: e.message } } : { crash: String(e) };
  }
}

// `functions` make a text or its code points, and refuse by `null`, or by an exception that `refuses` knows.
// `support`, `uts46` and `idna2008` are what the codecs Punycode, UTS 46 and IDNA 2008 declare, with their parameters;
// the functions are not tested as a codec that is null. Punycode needs no declaration.
exports.serve = (implementation, functions, refuses, support = {}, uts46, idna2008) => {
  const ops = Object.keys(functions), codecs = {};
  for (const [codec, declared] of Object.entries({ punycode: support, uts46, idna2008 })) if (declared) codecs[codec] = { ops, ...declared };
  const hello = { type: 'hello', protocol: 1, window: 64, values: ['u'], implementation: { language: 'JavaScript', ...implementation }, codecs };
  require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const request = JSON.parse(line), has = codecs[request.codec];
    const reply = has?.ops.includes(request.op) ? answer(functions, refuses, has.params, request) : { skip: `only ${ops} of ${Object.keys(codecs)}` };
    process.stdout.write(JSON.stringify(request.type === 'hello' ? hello : { id: request.id, ...reply }) + '\n');
  });
};
