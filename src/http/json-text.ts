// Reads a body's bytes as JSON, and tells of the numbers in it that JavaScript would change in silence.
import type { InputError } from "../errors.ts";
import { pointer } from "../schema/check.ts";

/** What may be a number of 16 digits or of a three-digit exponent; what only looks like one in a text is sorted out later. */
const MAY_CHANGE = /[:,[\s-](?:\d[\d.]{15}|\d[\d.]*[eE]\+?\d{3})/;
const MAX_FAULTS = 20;

/** The value of a JSON text with what its numbers have lost, or why it is none. */
export function readJson(bytes: Uint8Array): { json: unknown; faults: InputError[] } | { faults: InputError[] } {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return { json: JSON.parse(text), faults: MAY_CHANGE.test(text) ? changedNumbers(text) : [] };
  } catch {
    return { faults: [{ in: "body", path: "", message: "The body is not valid JSON." }] };
  }
}

/** Takes the place of a number, so that it can be found again with its path. */
class Changed {
  constructor(readonly reason: string) {}
}

function changedNumbers(text: string): InputError[] {
  const faults: InputError[] = [];
  const open: { path: string; value: unknown }[] = [{ path: "", value: parseMarked(text) }];
  for (let place = open.pop(); place && faults.length < MAX_FAULTS; place = open.pop()) {
    const { path, value } = place;
    if (value instanceof Changed) {
      const name = path.slice(1).replaceAll("/", ".") || "The body";
      faults.push({ in: "body", path, message: `"${name}" ${value.reason}` });
    } else if (typeof value === "object" && value !== null) {
      for (const [name, inner] of Object.entries(value)) open.push({ path: path + pointer(name), value: inner });
    }
  }
  return faults.reverse();
}

/** Whether a whole number beyond what is exact was written with digits that it has lost, in whatever notation. */
function isRounded(value: number, source = ""): boolean {
  if (Number.isSafeInteger(value) || !Number.isInteger(value)) return false;
  return /^-?\d+$/.test(source) || digitsOf(source) !== digitsOf(String(value));
}

/** A number's digits without zeros at the ends, and the power of ten that they stand for. */
function digitsOf(text: string): string {
  const [, sign, whole = "", fraction = "", power = "0"] =
    text.match(/^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, "");
  const short = digits.replace(/0+$/, "");
  return `${sign}${short}e${Number(power) - fraction.length + digits.length - short.length}`;
}

/** The text's value with marks where a number is not the one that was written (RFC 8259, section 6). */
function parseMarked(text: string): unknown {
  const mark = (_name: string, value: unknown, { source }: { source?: string } = {}) => {
    if (typeof value !== "number") return value;
    if (!Number.isFinite(value)) return new Changed("is a number that is too large.");
    return isRounded(value, source)
      ? new Changed("is a whole number beyond 9007199254740991; send it as text.")
      : value;
  };
  try {
    return (JSON.parse as (text: string, reviver: typeof mark) => unknown)(text, mark);
  } catch {
    // Nested so deep that the runtime gives up; every schema refuses that.
    return null;
  }
}
