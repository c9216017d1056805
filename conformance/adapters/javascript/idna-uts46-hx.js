// The package idna-uts46-hx of npm in its releases 2 to 4: UTS 46 without direction and joiners. Release 5 is another
// program, and release 6 is tr46 under this name.
'use strict';
const { Skip, load, serve, versionOf } = require('./frame.js');
const { tables } = require('./uts46-frame.js');

let version;
try { version = versionOf('idna-uts46-hx'); } catch { load('idna-uts46-hx'); } // which says that it is not installed
if (!['2', '3', '4'].includes(version.split('.')[0])) {
  console.error(`this adapter is written for releases 2 to 4 of idna-uts46-hx, and ${version} is installed (npm install idna-uts46-hx@4)`);
  process.exit(2);
}
const uts46 = load('idna-uts46-hx');
const asked = (p) => ({ transitional: p.transitional ?? false, useStd3ASCII: p.std3 ?? true, verifyDnsLength: p['verify-dns-length'] ?? true });
serve({ name: 'idna-uts46-hx', version, url: 'https://www.npmjs.com/package/idna-uts46-hx' }, {
  'to-ascii': (text, params) => uts46.toAscii(text, asked(params)),
  'to-unicode': (text, params) => {
    if (params.transitional) throw new Skip('it decodes names without transitional processing');
    return uts46.toUnicode(text, asked(params));
  },
}, (e) => e instanceof RangeError || e.constructor === Error, { idna: 'strict' },
  { limits: tables((text) => uts46.toAscii(text)), params: { 'check-bidi': [false], 'check-joiners': [false], std3: [true, false], 'verify-dns-length': [true, false], transitional: [false, true] } });
