// A target for Jazzer.js that compares your codec with the codecs of the npm package "acegate". It knows no choice that
// a document leaves: return where yours may differ.
const CODEC = "punycode";
const OPERATION = "decode";

// Yours: returns the result, throws a RangeError if it rejects the input, or returns undefined to skip it.
function mine(text) {
  return undefined;
}

// The result, or null for a rejection. Any other error is a crash.
function answer(run, text) {
  try {
    return run(text);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const library = import("acegate");

module.exports.fuzz = async (data) => {
  const text = data.toString();
  const got = answer(mine, text);
  if (got === undefined) return;
  const { codecs } = await library;
  const expected = answer(codecs[CODEC][OPERATION], text);
  if (got !== expected) {
    const shown = [text, got, expected].map((value) => JSON.stringify(value));
    throw new Error(`${CODEC} ${OPERATION} of ${shown[0]} gives ${shown[1]}, expected ${shown[2]}`);
  }
};
