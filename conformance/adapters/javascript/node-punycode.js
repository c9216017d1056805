// The punycode module that Node.js carries.
'use strict';
const punycode = require('punycode');
const { serve } = require('./frame.js');

serve({ name: 'Node.js punycode', version: `${punycode.version} in Node ${process.versions.node}`, url: 'https://nodejs.org/api/punycode.html' },
  { encode: punycode.encode, decode: punycode.decode }, (e) => e instanceof RangeError, { limits: { width: 31 } });
