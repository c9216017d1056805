// The host names of Node.js: UTS 46 as the WHATWG has it.
'use strict';
const url = require('url');
const { serve } = require('./frame.js');

// An empty text is their refusal.
const refused = (convert) => (text) => convert(text) || (text ? null : '');
serve({ name: 'Node.js url', version: process.versions.node, language: 'C++', url: 'https://nodejs.org/api/url.html' },
  { 'to-ascii': refused(url.domainToASCII), 'to-unicode': refused(url.domainToUnicode) }, () => false, { idna: 'lenient' });
