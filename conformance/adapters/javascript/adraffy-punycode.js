// The package @adraffy/punycode of npm.
'use strict';
const { load, serve, versionOf, Skip } = require('./frame.js');

const name = '@adraffy/punycode';
const { puny_encoded, puny_decode } = load(name);

function encode(text) {
  if (/^[\0-\x7f]*$/.test(text)) throw new Skip('a label of ASCII alone is not encoded');
  return puny_encoded(text).slice('xn--'.length);
}

serve({ name, version: versionOf(name), url: `https://www.npmjs.com/package/${name}` }, { encode, decode: puny_decode },
  (e) => e.constructor === Error || e.message === 'expected ASCII');
