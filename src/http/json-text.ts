// Reads a body as JSON, and reports the numbers in it that JavaScript would change silently.
import type { InputError } from "../errors.ts";
import { pointer } from "../schema/check.ts";

/** What may be a number of 16 digits or a three-digit exponent; strings that look like one are sorted out later. */
const MAY_CHANGE = /[:,[\s-](?:\d[\d.]{15}|\d[\d.]*[eE]\+?\d{3})/;
const MAX_ERRORS = 20;

/** The JSON value with errors for numbers that lost digits, or the error that it is no JSON. */
export function readJson(bytes: Uint8Array): { json: unknown; errors: InputError[] } | { errors: InputError[] } {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return { json: JSON.parse(text), errors: MAY_CHANGE.test(text) ? changedNumbers(text) : [] };
  } catch {
    return { errors: [{ in: "body", path: "", message: "The body is not valid JSON." }] };
  }
}

/** Stands for a changed number, so that it is found again with its path. */
class ChangedNumber {
  constructor(readonly reason: string) {}
}

function changedNumbers(text: string): InputError[] {
  const errors: InputError[] = [];
  const open: { path: string; value: unknown }[] = [{ path: "", value: parseMarked(text) }];
  for (let node = open.pop(); node && errors.length < MAX_ERRORS; node = open.pop()) {
    const { path, value } = node;
    if (value instanceof ChangedNumber) {
      const name = path.slice(1).replaceAll("/", ".") || "The body";
      errors.push({ in: "body", path, message: `"${name}" ${value.reason}` });
    } else if (typeof value === "object" && value !== null) {
      for (const [name, inner] of Object.entries(value)) open.push({ path: path + pointer(name), value: inner });
    }
  }
  return errors.reverse();
}

/** Whether an integer beyond the exact ones lost digits, in any notation. */
function isRounded(value: number, source = ""): boolean {
  if (Number.isSafeInteger(value) || !Number.isInteger(value)) return false;
  return /^-?\d+$/.test(source) || digitsOf(source) !== digitsOf(String(value));
}

/** A number's digits without zeros at the ends, and their power of ten. */
function digitsOf(text: string): string {
  const [, sign, integer = "", fraction = "", power = "0"] =
    text.match(/^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/) ?? [];
  const digits = `${integer}${fraction}`.replace(/^0+/, "");
  const short = digits.replace(/0+$/, "");
  return `${sign}${short}e${Number(power) - fraction.length + digits.length - short.length}`;
}

/** Parses a text with marks for the numbers that differ from what was written (RFC 8259, section 6). */
function parseMarked(text: string): unknown {
  const mark = (_name: string, value: unknown, { source }: { source?: string } = {}) => {
    if (typeof value !== "number") return value;
    if (!Number.isFinite(value)) return new ChangedNumber("is a number that is too large.");
    return isRounded(value, source)
      ? new ChangedNumber("is a whole number beyond 9007199254740991; send it as text.")
      : value;
  };
  try {
    return (JSON.parse as (text: string, reviver: typeof mark) => unknown)(text, mark);
  } catch {
    // Nested too deep for the runtime; every schema refuses that.
    return null;
  }
}
