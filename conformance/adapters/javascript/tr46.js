// The package tr46 of npm: UTS 46 with all of its checks.
'use strict';
const { load, serve, versionOf } = require('./frame.js');

const tr46 = load('tr46');
const options = { checkHyphens: true, checkBidi: true, checkJoiners: true, useSTD3ASCIIRules: true, verifyDNSLength: true,
                  processingOption: 'nontransitional', transitionalProcessing: false };
serve({ name: 'tr46', version: versionOf('tr46'), url: 'https://www.npmjs.com/package/tr46' }, {
  'to-ascii': (text) => tr46.toASCII(text, options),
  'to-unicode': (text) => {
    const { domain, error } = tr46.toUnicode(text, options);
    return error ? null : domain;
  },
}, () => false, { idna: 'strict' });
