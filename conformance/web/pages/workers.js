// The two workers of the page: one judges, and one has the code that was pasted.

import { LONGEST_RESULT } from "../js/call.js";

/** The texts of the workers: the page is made with them. */
const ANSWERING = "THE ANSWERING WORKER";
const JUDGING = "THE JUDGING WORKER";
/** How long the pasted code may take to load, in milliseconds: much more than a large file needs on a slow machine. */
const LOADING_MS = 5000;
/** How long one call may take, in milliseconds. */
export const CALL_MS = 2000;
/** A reply that came during a standstill of the page is read in this time, in milliseconds. */
const GRACE_MS = 50;
/** How many unexpected messages a worker may send. A correct one sends none. */
const STRAY_MESSAGES = 1000;

function workerOf(text) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  const worker = new Worker(address);
  URL.revokeObjectURL(address);
  return worker;
}

/** The worker that has the suite. */
export class Judge {
  #worker = workerOf(JUDGING);
  #octets;

  constructor(octets) {
    this.#octets = octets;
  }

  /** The answer of the module to a request. */
  async ask(request) {
    const answer = await new Promise((resolve, reject) => {
      this.#worker.onmessage = ({ data }) => resolve(data.answer);
      this.#worker.onerror = (event) => reject(new Error(event.message));
      this.#worker.postMessage({ octets: this.#octets, request });
    });
    this.#octets = undefined;
    if (answer.error) throw new Error(answer.error.message);
    return answer;
  }

  end() {
    this.#worker.terminate();
  }
}

/**
 * The worker that has the pasted code. It may say anything at any time: only an answer to the call that is open
 * counts, and only as far as it is one. After a deadline the worker is ended, and the next call starts another.
 */
export class Answerer {
  #load;
  #worker = null;
  /** The message that is answered next: its number, and what takes the answer. */
  #open = null;
  #number = 0;
  #strays = 0;

  constructor(source, operations) {
    this.#load = { source, operations };
  }

  /** Loads the code. Returns the operations that it has, and what it declares. */
  async load() {
    this.end();
    this.#strays = 0;
    const worker = workerOf(ANSWERING);
    this.#worker = worker;
    worker.onmessage = ({ data }) => this.#take(worker, data);
    worker.onmessageerror = () => this.#take(worker, null);
    worker.onerror = (event) => {
      event.preventDefault();
      this.#take(worker, { at: this.#number, failed: event.message });
    };
    const said = await this.#ask(this.#load, LOADING_MS);
    if (said === null) throw new LoadingTimeout();
    return loadedOf(said, this.#load.operations);
  }

  /** The answer of a function as `call.js` has it, or `{ timeout }`. */
  async call({ op, text, params }) {
    if (this.#worker === null) {
      try {
        await this.load();
      } catch (error) {
        if (error instanceof LoadingTimeout) return { timeout: LOADING_MS };
        return { crash: `loading it again after a fault fails: ${error.message}` };
      }
    }
    const said = await this.#ask({ op, text, params }, CALL_MS);
    return said === null ? { timeout: CALL_MS } : answerIn(said);
  }

  /** Ends the worker, whatever it does. */
  end() {
    this.#worker?.terminate();
    this.#worker = null;
  }

  /** What the worker says to a message; `null` after the deadline. */
  #ask(message, limit) {
    this.#number += 1;
    return new Promise((resolve) => {
      const late = () => {
        this.end();
        settle(null);
      };
      let timer = setTimeout(() => {
        timer = setTimeout(late, GRACE_MS);
      }, limit);
      const settle = (said) => {
        clearTimeout(timer);
        this.#open = null;
        resolve(said);
      };
      this.#open = { at: this.#number, settle };
      this.#worker.postMessage({ at: this.#number, ...message });
    });
  }

  #take(worker, data) {
    if (worker !== this.#worker) return;
    if (this.#open !== null && data?.at === this.#open.at) {
      this.#open.settle(data);
      return;
    }
    this.#strays += 1;
    if (this.#strays < STRAY_MESSAGES) return;
    this.end();
    this.#open?.settle({ failed: `it sends messages that nobody asked for (${STRAY_MESSAGES})` });
  }
}

class LoadingTimeout extends Error {
  constructor() {
    super(`the code does not finish loading within ${LOADING_MS / 1000} s, because of a loop or a promise at its top level`);
  }
}

/** What the worker says after loading, as far as it is what it should say. */
function loadedOf({ ops, declared, failed }, operations) {
  if (typeof failed === "string") throw new Error(failed);
  const known = operations.filter((op) => Array.isArray(ops) && ops.includes(op));
  if (known.length === 0 || typeof declared !== "string" || declared.length > LONGEST_RESULT) throw new Error("the code answers for the page that loads it");
  const { params, limits, idna } = JSON.parse(declared);
  return { ops: known, declared: { params, limits, idna } };
}

/** An answer as far as it is one: any other is a crash. */
function answerIn({ text, own, points, refused, crash, isStack, failed }) {
  if (typeof text === "string" && text.length <= LONGEST_RESULT) {
    return { text, own: typeof own === "string" || own === null ? own : undefined };
  }
  const isPoint = (point) => Number.isSafeInteger(point) && point >= 0;
  if (Array.isArray(points) && points.length <= LONGEST_RESULT && points.every(isPoint)) return { points };
  if (typeof refused === "string") return { refused };
  if (typeof crash === "string") return { crash, isStack: isStack === true };
  return { crash: typeof failed === "string" ? failed : "its worker sends a message that is no answer" };
}
