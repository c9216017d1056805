// Texts as strings and as code points.

/** The code points of a string. A surrogate without its other half is a code point. */
export const codePoints = (text) => Array.from(text, (c) => c.codePointAt(0));

/** Whether a string of UTF-16 can express these code points: none above U+10FFFF, no pair of surrogates. */
export const isString = (points) => points.every((c) => c <= 0x10ffff) && !points.some((c, at) => isPair(c, points[at + 1]));

const isPair = (high, low) => high >= 0xd800 && high < 0xdc00 && low >= 0xdc00 && low < 0xe000;

/** The string of code points. */
export const stringOf = (points) => points.map((c) => String.fromCodePoint(c)).join("");

/** A text as a value of the protocol. */
export const toValue = (text) => (text.isWellFormed?.() ?? !/\p{Cs}/u.test(text) ? { t: text } : { u: codePoints(text) });

/** A value of the protocol as people read it. */
export const shown = (value) => {
  if (Array.isArray(value)) return value.map(shown).join("\n");
  if (value.t !== undefined) return value.t;
  if (value.b !== undefined) return value.b;
  return isString(value.u) ? stringOf(value.u) : value.u.map((c) => `U+${c.toString(16).toUpperCase().padStart(4, "0")}`).join(" ");
};
