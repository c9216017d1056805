// The package punycode of npm, punycode.js.
'use strict';
const { load, serve, versionOf } = require('./frame.js');

const punycode = load('punycode/'); // without the slash it is the module of Node.js
serve({ name: 'punycode.js', version: versionOf('punycode'), url: 'https://www.npmjs.com/package/punycode' },
  { encode: punycode.encode, decode: punycode.decode }, (e) => e instanceof RangeError, { limits: { width: 31 } });
