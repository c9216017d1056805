'use strict';
// The test vectors of acegate as tests of node:test, vitest or jest. README.md has an example.
const fs = require('node:fs');
const path = require('node:path');
const zlib = require('node:zlib');

const FILE = path.join(__dirname, 'acegate-vectors.json.gz');
const LEVELS = ['must', 'should', 'may'];

// Calls `test(name, function)` for each check of the codec that the library can run. `functions` has the library's
// function for each operation, from string to string. `refuses(error)` says whether it rejects an input by
// this error; every other error fails. `params`, `limits` and `idna` are what a library declares, `texts` is
// what it can be given besides characters, `exceptions` a file. Returns the number of tests.
function vectors(test, codec, functions, { refuses = () => true, level = 'must', params = {}, limits = {}, idna = 'undeclared',
  texts = [], exceptions, file = FILE } = {}) {
  const octets = fs.readFileSync(file);
  const suite = JSON.parse(octets[0] === 0x1f ? zlib.gunzipSync(octets) : octets);
  const excepted = exceptions ? JSON.parse(fs.readFileSync(exceptions, 'utf8')).exceptions : [];
  const own = { params: { ...suite.defaults[codec], ...params }, limits, idna, texts, level };
  const chosen = suite.cases.filter((it) => it.codec === codec && Object.hasOwn(functions, it.op) && applies(it, own));
  for (const one of chosen) {
    test(one.name, () => {
      const known = excepted.find((it) => covers(it, one.name));
      const wrong = check(one, functions[one.op], refuses);
      if (wrong && !known) throw Object.assign(new Error(wrong), { stack: wrong });
      if (!wrong && known && [one.name, one.name.split(':')[0]].includes(known.id)) throw new Error(`${one.name} passes: remove it from ${exceptions}`);
    });
  }
  return chosen.length;
}

function applies({ level, needs, input }, { params, limits, idna, texts, level: lowest }) {
  const given = points(input);
  const url = limits.url ?? 'undeclared';
  return given !== null && LEVELS.indexOf(level) <= LEVELS.indexOf(lowest)
    && Object.entries(needs.params).every(([name, value]) => params[name] === value)
    && (needs.idna ?? [idna]).includes(idna) && (needs.url ?? [url]).includes(url)
    && (needs.text ?? []).every((it) => texts.includes(it))
    && parseFloat(needs.unicode ?? 0) <= parseFloat(limits.unicode ?? 12.1)
    && (needs.width ?? limits.width) === limits.width
    && (needs.labels ?? 1) <= (limits.labels ?? Infinity) && given.length <= (limits.length ?? Infinity);
}

function covers({ id, expires = '9999-12-31' }, name) {
  const pattern = new RegExp(`^${id.replace(/[.+^${}()|[\]\\]/g, '\\$&').replace(/\*/g, '.*').replace(/\?/g, '.')}$`);
  return expires >= new Date().toISOString().slice(0, 10) && [name, name.split(':')[0]].some((it) => pattern.test(it));
}

// The code points, or null for what is no text: octets, a list, flags of letter case.
function points(value) {
  if (Array.isArray(value) || value.b !== undefined || value.flags) return null;
  return value.t === undefined ? value.u.map(Number) : Array.from(value.t, (c) => c.codePointAt(0));
}

// The string; a number above U+10FFFF is in none.
const text = (value) => points(value)?.map((c) => (c > 0x10ffff ? ' above U+10FFFF ' : String.fromCodePoint(c))).join('');

// What is wrong, or null.
function check({ name, level, params, input, expected, document, clause, note }, call, refuses) {
  let [got, shown] = [null, ''];
  try {
    got = call(text(input));
    shown = JSON.stringify(got);
  } catch (error) {
    const isRefusal = refuses(error);
    [got, shown] = [isRefusal ? null : undefined, `${isRefusal ? 'a refusal' : 'a crash'}: ${error}`];
  }
  const fits = ({ ok }) => (ok === undefined ? got === null : typeof got === 'string' && text(ok) === got);
  if (expected.some(fits)) return null;
  const right = expected.map((it) => (it.ok === undefined ? `a refusal: ${it.error.join(', ')}` : JSON.stringify(it.ok))).join(' or ');
  return `${name} (${level})\n  input     ${JSON.stringify(input)} ${JSON.stringify(params)}\n  got       ${shown}\n`
    + `  expected  ${right}\n  clause    ${document}, ${clause}${note ? `\n  note      ${note}` : ''}`;
}

module.exports = { vectors };
