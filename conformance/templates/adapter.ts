// An adapter for acegate in TypeScript. Fill in the two functions; delete what your library does not have.
// @ts-ignore: the types of Node.js need not be installed
import { createInterface } from 'node:readline';

declare const process: any;

type Operation = (text: string) => string | null;
const operations: Record<string, Operation> = {
  encode: (text) => null, // the library's calls go here: text in, its code out; null: not filled in
  decode: (code) => null,
};
const refuses = (e: unknown) => e instanceof RangeError; // which exceptions are refusals, and not faults

const hello = {
  type: 'hello', protocol: 1, window: 64, values: ['u'],
  implementation: { name: 'mine', version: '0.1', language: 'TypeScript' },
  codecs: { punycode: { ops: Object.keys(operations) } },
};
const isPair = (high: number, low = 0) => high >= 0xd800 && high < 0xdc00 && low >= 0xdc00 && low < 0xe000;

// UTF-16 does not say whether a pair is one character: it is two surrogates if that character has another code.
function isOfUnits(text: string, code: string): boolean {
  try {
    const own = /[\ud800-\udbff][\udc00-\udfff]/.test(text) ? operations.encode(text)! : code;
    return own.toLowerCase() !== code.toLowerCase() && operations.decode(own) === text;
  } catch {
    return false; // there is no encoder that tells
  }
}

function answer(operation: Operation, points: number[]): object {
  if (points.some((c) => c > 0x10ffff)) return { skip: 'a string holds nothing above U+10FFFF' };
  if (points.some((c, at) => isPair(c, points[at + 1]))) return { skip: 'in UTF-16 a pair of surrogates is one character' };
  try {
    const text = points.map((c) => String.fromCodePoint(c)).join(''), result = operation(text);
    if (result === null) return { skip: 'not filled in yet' };
    const isUnits = operation === operations.decode && isOfUnits(result, text);
    if (isUnits && result.length > Array.from(result).length + 1) return { skip: 'of two pairs, UTF-16 does not say which is one character' };
    return { ok: { u: (isUnits ? result.split('') : Array.from(result)).map((c) => c.codePointAt(0)) } };
  } catch (e) {
    return refuses(e) ? { error: { message: String(e) } } : { crash: String(e) };
  }
}

createInterface({ input: process.stdin }).on('line', (line: string) => {
  const request = JSON.parse(line);
  const has = request.codec === 'punycode' && request.op in operations;
  const reply = request.type === 'hello' ? hello
    : { id: request.id, ...(has ? answer(operations[request.op], request.in.u) : { skip: 'not an operation of this library' }) };
  process.stdout.write(JSON.stringify(reply) + '\n');
});
