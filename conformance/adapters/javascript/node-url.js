// The host names of Node.js: UTS 46 as the WHATWG has it.
'use strict';
const url = require('url');
const { serve } = require('./frame.js');
const { edition, newest, url46 } = require('./uts46-frame.js');

// Ada's tables stay at old versions, except the table of the mapping.
const unicode = { mapping: newest(url.domainToASCII), nfc: '15.0', bidi: '13', joining: '4' };
// An empty text is their refusal.
serve({ name: 'Node.js url', version: process.versions.node, language: 'C++', url: 'https://nodejs.org/api/url.html' },
  { 'to-ascii': (text) => url.domainToASCII(text) || null, 'to-unicode': (text) => url.domainToUnicode(text) || null },
  () => false, { idna: 'lenient' }, { ...url46, idna: 'url', limits: { unicode, url: edition(url.domainToASCII) } });
