// The format idn-hostname of the package ajv-formats-draft2019 of npm, in the validator of JSON Schema Ajv. It has no
// tables of Unicode: the hosts are encoded in Punycode, and the result is held to the syntax of host names.
'use strict';
const { Skip, load, serve, versionOf } = require('./frame.js');

const Ajv = load('ajv'), formats = load('ajv-formats-draft2019');
const validate = formats(new Ajv()).compile({ type: 'string', format: 'idn-hostname' });
serve({ name: 'ajv-formats-draft2019', version: versionOf('ajv-formats-draft2019'), url: 'https://www.npmjs.com/package/ajv-formats-draft2019' }, {
  check: (text) => {
    if (/[\u3002\uff0e\uff61]/.test(text)) throw new Skip('it separates labels at three other dots, too, as the tests of JSON Schema require');
    return validate(text) ? text : null;
  },
}, () => false, null, null, { limits: { unicode: '18' }, params: { process: ['registration'], mapping: ['none'] } });
