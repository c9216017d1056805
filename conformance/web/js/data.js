// Data that a codec cannot change by what it puts onto the prototypes of the language.

/** The same data with objects that inherit nothing, so that a field that is missing is missing. */
export function bare(value) {
  if (typeof value !== "object" || value === null) return value;
  if (!Array.isArray(value)) Object.setPrototypeOf(value, null);
  for (const name of Object.keys(value)) bare(value[name]);
  return value;
}

/** Data as JSON, without a call of any `toJSON`. */
export function jsonOf(value) {
  if (typeof value === "string") return JSON.stringify(value);
  if (value === null || typeof value === "boolean" || Number.isFinite(value)) return String(value);
  if (Array.isArray(value)) return `[${Array.from(value, jsonOf).join(",")}]`;
  if (typeof value !== "object") throw new TypeError(`${kindOf(value)} cannot be written as JSON`);
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${jsonOf(field)}`).join(",")}}`;
}

/** What kind of value it is, in words. It may throw for an object whose class cannot be read. */
export function kindOf(value) {
  if (value === null || value === undefined) return String(value);
  if (typeof value === "object") return `a value of the class ${value.constructor?.name ?? "Object"}`;
  return `the ${typeof value} ${String(value).slice(0, 40)}`;
}
