// `read_result`: calls a tool that only reads once more, and gives a field of its result from an offset on.
import type { CallToolResult, Tool } from "@modelcontextprotocol/server";
import { cutToFit, endOfCharacter, valueAtPointer } from "./cut-to-fit.ts";
import { dataResult, errorResult, MAX_RESULT } from "./results.ts";

export const READ_ON_TOOL = "read_result";

export const READ_ON =
  "To read on, call read_result with this tool, the same arguments, a field as named here, and as offset how much was included.";

export const readOnTool: Tool = {
  name: READ_ON_TOOL,
  title: "Read on in a result",
  description:
    "Read the rest of a field in a result that was cut because it was too long; its result_cut names the field.",
  inputSchema: {
    type: "object",
    properties: {
      tool: { type: "string", description: "The tool whose result was cut; one that only reads." },
      arguments: {
        type: "object",
        description: "The arguments of that call, unchanged.",
        additionalProperties: true,
      },
      field: { type: "string", description: "The field as result_cut names it, such as /html." },
      offset: { type: "integer", description: "How much of it was read before, in its unit. Default: 0." },
    },
    required: ["tool", "field"],
    additionalProperties: false,
  },
  annotations: {
    title: "Read on in a result",
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: true,
  },
};

/** Which part of a result a caller wants. */
export interface Part {
  field: string;
  offset: number;
}

/** The part that the arguments name; else a sentence that says what is wrong. */
export function partOf({ field, offset = 0 }: Record<string, unknown>): Part | string {
  const start = typeof offset === "string" && /^\d{1,15}$/.test(offset) ? Number(offset) : offset;
  if (typeof field !== "string" || !/^(\/|$)/.test(field)) return '"field" must be a field as result_cut names it.';
  if (!Number.isSafeInteger(start) || (start as number) < 0) return '"offset" must be a whole number from 0.';
  return { field, offset: start as number };
}

/** Room for what stands around the part. */
const AROUND = 10_000;

/** The part of a result, as much of it as fits. */
export function partResult(data: Record<string, unknown>, { field, offset }: Part): CallToolResult {
  const whole = valueAtPointer(data, field);
  const from = whole === undefined ? null : restOf(whole, offset);
  if (from === null) {
    const names = Object.keys(data)
      .slice(0, 40)
      .map((name) => `/${name}`);
    return errorResult(
      "VALIDATION_ERROR",
      `The result has no text, list or object at "${field.slice(0, 100)}".`,
      `Its fields are ${names.join(", ")}.`,
    );
  }
  const { rest, start, total, unit } = from;
  const { value, cuts } = cutToFit(rest, MAX_RESULT - AROUND);
  const own = cuts.find((cut) => cut.field === "");
  const next = own ? start + own.included : null;
  const inner = cuts.filter((cut) => cut !== own).slice(0, 20);
  const located = inner.map((cut) => ({ ...cut, field: field + movedBy(cut.field, unit === "items" ? start : 0) }));
  return dataResult({
    field,
    offset: start,
    total,
    unit,
    value,
    next_offset: next,
    ...(located.length > 0 && { result_cut: { fields: located, next_step: READ_ON } }),
  });
}

function restOf(whole: unknown, offset: number) {
  if (typeof whole === "string") {
    const start = endOfCharacter(whole, offset);
    return { rest: whole.slice(start), start, total: whole.length, unit: "characters" };
  }
  if (Array.isArray(whole)) return { rest: whole.slice(offset), start: offset, total: whole.length, unit: "items" };
  if (typeof whole !== "object" || whole === null) return null;
  const entries = Object.entries(whole);
  return { rest: Object.fromEntries(entries.slice(offset)), start: offset, total: entries.length, unit: "fields" };
}

/** A pointer into the rest of a list as one into the whole list. */
function movedBy(pointer: string, offset: number): string {
  return pointer.replace(/^\/(\d+)/, (step, index: string) => (offset === 0 ? step : `/${Number(index) + offset}`));
}
