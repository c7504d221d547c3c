// Parameters of raw statements whose conditions vary.
import type { Parameter } from "./database.ts";

/** Collects the parameters of a statement; `add` returns the name, $1, $2 … */
export function parameters() {
  const values: Parameter[] = [];
  return { values, add: (value: Parameter) => `$${values.push(value)}` };
}
export type Parameters = ReturnType<typeof parameters>;

/** Unix milliseconds as ISO 8601, which both drivers take for a `timestamptz`. */
export const isoOf = (time: number) => new Date(time).toISOString();
