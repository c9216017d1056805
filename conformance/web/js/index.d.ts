/** A text, or its code points. */
export type Text = string | readonly number[];

/** The parameters of an operation, as `acegate codecs CODEC` lists them. */
export type Parameters = Readonly<Record<string, string | number | boolean>>;

/** The error with which a codec rejects an input. */
export declare class Refusal extends RangeError {
  /** The kind of the error, such as `bad-digit`. */
  readonly kind: string;
  /** The position of the first error in the input, in code points. */
  readonly at: number;
}

/** An operation. It throws a `Refusal` for an input that the document rejects. */
export type Operation = (input: Text, params?: Parameters) => string;

/** The operations of a codec, by name: `encode`, `toAscii`. */
export type Codec = Readonly<Record<string, Operation>>;

interface Encoding extends Codec {
  readonly encode: Operation;
  readonly decode: Operation;
}

interface HostEncoding extends Encoding {
  readonly toAscii: Operation;
  readonly toUnicode: Operation;
}

export declare const codecs: Readonly<Record<string, Codec>>;
export declare const punycode: HostEncoding;
export declare const bootstring: Encoding;
export declare const uts46: Codec & { readonly toAscii: Operation; readonly toUnicode: Operation };
export declare const idna2008: Codec & {
  readonly toAscii: Operation;
  readonly toUnicode: Operation;
  readonly check: Operation;
  readonly isULabel: Operation;
  readonly isALabel: Operation;
};
export declare const utf5: Encoding;
export declare const utf6: HostEncoding;
export declare const race: HostEncoding;
export declare const lace: HostEncoding;
export declare const uri2dec: Encoding;

/** The worked steps of an operation: the name of each, and its text. */
export declare function explain(codec: string, op: string, input: Text, params?: Parameters): [string, string][];

/** A function under test. It may return a promise. It rejects an input by throwing. */
export type Checked = (input: string, params?: Parameters) => string | readonly number[] | Promise<string | readonly number[]>;

/** The operations that a codec may have. */
export type OperationName = "encode" | "decode" | "toAscii" | "toASCII" | "toUnicode" | "hash" | "invert" | "key" | "parses"
  | "assign" | "escape" | "unescape" | "writeRecord" | "readRecord" | "toDomain" | "toNumber";

/** The functions of a codec, by operation, and its description as in the line protocol. */
export type CheckedCodec = { readonly [name in OperationName]?: Checked } & {
  /** The parameters that the functions read. */
  readonly params?: readonly string[] | Readonly<Record<string, readonly (string | number | boolean)[]>>;
  /** The limits of the functions, such as the width of integers, and the Unicode version. */
  readonly limits?: Readonly<Record<string, unknown>>;
  /** What the functions do besides encoding, as the line protocol defines it: `strict`, `lookup`, `lenient`, `none` or `std3`
   * for `punycode`, `url` or `2008` for `uts46`. */
  readonly idna?: "strict" | "lookup" | "lenient" | "none" | "std3" | "url" | "2008";
};

export interface CheckOptions {
  readonly name?: string;
  readonly version?: string;
  /** How long a promise may take, in milliseconds. */
  readonly timeout?: number;
  /** Whether an error rejects the input; otherwise it is a crash. */
  readonly refuses?: (error: unknown) => boolean;
}

/** The checks that fail for the same cause. */
export interface Finding {
  readonly id: string;
  readonly summary: string;
  /** The example, the reason and the clause, in lines. */
  readonly message: string;
  readonly level: "must" | "should" | "may";
  readonly clauses: readonly string[];
  readonly unexpected: number;
  readonly advisory: number;
  readonly checks: readonly string[];
  readonly seen?: readonly string[];
}

export interface Run {
  /** How many checks ran. */
  readonly asked: number;
  readonly passed: number;
  readonly skipped: number;
  /** How many checks were not run, because the run stopped before. */
  readonly notRun: number;
  /** Why the run stopped, and what was not run; `null` if it was complete. */
  readonly givenUp: string | null;
  /** How many checks are not as expected. */
  readonly failed: number;
  readonly findings: readonly Finding[];
  /** Findings that do not count. */
  readonly advice: readonly Finding[];
  /** Registers a failing test for each finding, and one test for the suite as a whole. */
  tests(test: (name: string, run: () => void) => unknown): void;
  /** The report in a format of acegate: `html`, `json`, `junit`, `markdown`, `ndjson`, `sarif`, `tap`. */
  report(format: string): string;
}

/** Runs the suite against these functions. */
export declare function check(implementation: Readonly<Record<string, CheckedCodec>>, options?: CheckOptions): Promise<Run>;
