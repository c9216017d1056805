// The package idn-hostname of npm, which the validators of JSON Schema of Hyperjump use for the format of this name. It
// maps by UTS 46, and is also tested for the names on which RFC 5895 maps alike.
'use strict';
const { Skip, load, serve, versionOf } = require('./frame.js');
const { newest } = require('./uts46-frame.js');

const { isIdnHostname, uts46map } = load('idn-hostname');
const isForm = (c) => /[\u3000\uff00-\uffef]/.test(c); // a wide or narrow form of another character
const narrowed = (c) => (isForm(c) ? c.normalize('NFKC') : c);
const lower = (text) => Array.from(text, (c) => c.toLowerCase()).join('');
const mapped = (text) => Array.from(lower(text), narrowed).join('').normalize('NFC').replaceAll('\u3002', '.');

const byUts46 = (text) => text.split(/[.\u3002\uff0e\uff61]/).map((label) => uts46map(label).normalize('NFC')).join('.');

function succeeds(call) {
  try {
    call();
    return true;
  } catch {
    return false;
  }
}

function isMappedOtherwise(text) {
  if (/[\uffa0-\uffdc]/.test(text)) return true; // to letters of Hangul for compatibility
  // A character that UTS 46 refuses, and RFC 5895 maps to one that it does not.
  if (!succeeds(() => byUts46(text))) return succeeds(() => byUts46(mapped(text)));
  return byUts46(text) !== mapped(text);
}

function check(text) {
  if (isMappedOtherwise(text)) throw new Skip('UTS 46 maps this name to another one than RFC 5895 does');
  return isIdnHostname(text) ? text : null;
}

// Its scripts and its normalisation are those of Node.js.
const own = newest(check), engine = newest((letter) => /\p{L}/u.test(letter));
const hasRoot = succeeds(() => isIdnHostname('a.')); // earlier releases refuse it
serve({ name: 'idn-hostname', version: versionOf('idn-hostname'), url: 'https://www.npmjs.com/package/idn-hostname' },
  { check }, (e) => e instanceof SyntaxError, null, null, {
    limits: { unicode: { mapping: own, bidi: own, joining: own, nfc: engine } },
    params: { process: ['registration'], mapping: ['rfc5895'], root: [hasRoot] },
  });
