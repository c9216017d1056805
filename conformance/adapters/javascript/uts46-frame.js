// The versions of the tables of UTS 46, and its settings in the URL Standard, for the adapters in JavaScript.
'use strict';

// The newest version of Unicode whose new letters are taken.
const LETTERS = [['18', 0x11b0a], ['17', 0xc5c], ['16', 0x1c8a], ['15.1', 0x2ebf0], ['15.0', 0x11f02], ['14', 0xc5d], ['13', 0xd04]];
exports.newest = (takes) => LETTERS.find(([, letter]) => {
  try { return takes(String.fromCodePoint(letter)); } catch { return false; }
})?.[0] ?? '12.1';
// The edition of the URL Standard: since June 2026 a host of ASCII is kept whatever its labels hold.
exports.edition = (takes) => {
  try { return takes('xn--9') === 'xn--9' ? '2026-06' : '2025-12'; } catch { return '2025-12'; }
};
// The versions of a library that has its own tables and leaves normalisation to the engine.
exports.tables = (takes) => {
  const own = exports.newest(takes);
  return { unicode: { mapping: own, bidi: own, joining: own, nfc: exports.newest((letter) => /\p{L}/u.test(letter)) } };
};

// The settings that the URL Standard has for all hosts.
exports.url46 = { params: { profile: ['whatwg'], 'check-hyphens': [false], std3: [false], 'verify-dns-length': [false] } };
