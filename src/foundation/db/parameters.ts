// Parameters of raw statements whose conditions vary.
import type { Parameter } from "./database.ts";

/** Collects the parameters of a statement; `add` returns the name, $1, $2 … */
export function parameters() {
  const values: Parameter[] = [];
  return { values, add: (value: Parameter) => `$${values.push(value)}` };
}
export type Parameters = ReturnType<typeof parameters>;

/** Other years have a sign in ISO 8601, which Postgres refuses; the id of a request, which a caller chooses, may say one. */
const FIRST = Date.parse("0001-01-01T00:00:00.000Z");
const LAST = Date.parse("9999-12-31T23:59:59.999Z");

/** Unix milliseconds as ISO 8601, which both drivers take for a `timestamptz`: those beyond the four digits of a year end there. */
export const isoOf = (time: number) => new Date(Math.max(FIRST, Math.min(time, LAST))).toISOString();
