// The package tr46 of npm: UTS 46, with all of its checks unless a request says otherwise.
'use strict';
const { load, serve, versionOf } = require('./frame.js');
const { tables } = require('./uts46-frame.js');

const tr46 = load('tr46');
const asked = (p) => ({
  checkHyphens: p['check-hyphens'] ?? true, checkBidi: p['check-bidi'] ?? true, checkJoiners: p['check-joiners'] ?? true,
  useSTD3ASCIIRules: p.std3 ?? true, verifyDNSLength: p['verify-dns-length'] ?? true, transitionalProcessing: p.transitional ?? false,
  processingOption: p.transitional ? 'transitional' : 'nontransitional', ignoreInvalidPunycode: p['ignore-invalid-punycode'] ?? false,
});
// Its tables of joining may be older than its tables of mapping.
const { unicode } = tables((text) => tr46.toASCII(text, {}));
const joins = (letter) => tr46.toASCII(`${letter}\u200c${letter}`, { checkJoiners: true, verifyDNSLength: false }) !== null;
unicode.joining = [['14', '\u{10f70}'], ['13', '\u{10fb0}']].find(([, letter]) => joins(letter))?.[0] ?? '12.1';
if (unicode.joining === '14') unicode.joining = unicode.mapping;
serve({ name: 'tr46', version: versionOf('tr46'), url: 'https://www.npmjs.com/package/tr46' }, {
  'to-ascii': (text, params) => tr46.toASCII(text, asked(params)),
  'to-unicode': (text, params) => {
    const { domain, error } = tr46.toUnicode(text, asked(params));
    return error ? null : domain;
  },
}, () => false, { idna: 'strict' }, { limits: { unicode }, params: {
  'check-hyphens': [true, false], 'check-bidi': [true, false], 'check-joiners': [true, false], std3: [true, false],
  'verify-dns-length': [true, false], transitional: [false, true], 'ignore-invalid-punycode': [false, true],
} });
