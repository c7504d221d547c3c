// Parses JSON without rounding: integers that JavaScript cannot hold, such as long ids, become text.

/** What may be an integer of sixteen digits or more. */
const MAY_BE_LONG = /[:,[\s-]\d{16}/;

/** `JSON.parse`, but for integers beyond 2^53, which are their digits as a string. */
export function parseExactly(text: string): unknown {
  if (!MAY_BE_LONG.test(text)) return JSON.parse(text);
  const exact = (_name: string, value: unknown, { source = "" }: { source?: string } = {}) =>
    typeof value === "number" && !Number.isSafeInteger(value) && /^-?\d+$/.test(source) ? source : value;
  return (JSON.parse as (text: string, reviver: typeof exact) => unknown)(text, exact);
}
