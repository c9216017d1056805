// The hosts of the package whatwg-url of npm: UTS 46 as the WHATWG has it, over the package tr46.
'use strict';
const { load, serve, versionOf } = require('./frame.js');
const { edition, tables, url46 } = require('./uts46-frame.js');

const { URL } = load('whatwg-url');
const hostname = (text) => new URL(`http://${text}`).hostname;
serve({ name: 'whatwg-url', version: versionOf('whatwg-url'), url: 'https://www.npmjs.com/package/whatwg-url' },
  { 'to-ascii': hostname }, (e) => e instanceof TypeError, { idna: 'lenient' }, { ...url46, idna: 'url', limits: { ...tables(hostname), url: edition(hostname) } });
