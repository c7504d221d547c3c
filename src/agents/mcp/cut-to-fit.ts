// Cuts a result to what a model reads at once, and tells what was cut. Long texts and lists share the room fairly, so that
// everything short stays whole.
import { escapedStep, unescapedStep } from "../../foundation/schema/json-pointer.ts";

/** What was cut: the field as a JSON pointer, how much of it is there, and of how much. */
export interface Cut {
  field: string;
  included: number;
  total: number;
  unit: "characters" | "items" | "fields";
}

/** No field is cut below as many characters of JSON: what is left would say nothing. */
const LEAST = 200;
/** A list has rather fewer items than ones of which little is left. */
const LEAST_OF_ITEM = 2_000;

/** The value in at most so many characters of JSON, with every cut that was made in it. */
export function cutToFit(value: unknown, room: number): { value: unknown; cuts: Cut[] } {
  const cutting: Cutting = { cuts: [], sizes: new Map() };
  return { value: fitted(value, room, "", cutting), cuts: cutting.cuts };
}

interface Cutting {
  cuts: Cut[];
  /** Each object's and list's characters of JSON, counted once: a deep value would be written anew at each level. */
  sizes: Map<object, number>;
}

function sizeOf(value: unknown, sizes: Cutting["sizes"]): number {
  if (typeof value !== "object" || value === null) return (JSON.stringify(value) ?? "").length;
  const known = sizes.get(value);
  if (known !== undefined) return known;
  const parts = Array.isArray(value)
    ? value.map((item) => sizeOf(item, sizes))
    : Object.entries(value).map(([name, part]) => JSON.stringify(name).length + 1 + sizeOf(part, sizes));
  const size = Math.max(
    2,
    parts.reduce((sum, part) => sum + part + 1, 1),
  );
  sizes.set(value, size);
  return size;
}

function fitted(value: unknown, room: number, field: string, cutting: Cutting): unknown {
  if (sizeOf(value, cutting.sizes) <= room) return value;
  if (typeof value === "string") return fittedText(value, room, field, cutting);
  if (Array.isArray(value)) {
    const entries = value.map((item, i) => [String(i), item] as const);
    return fittedParts(entries, "items", room, field, cutting).map(([, item]) => item);
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(fittedParts(Object.entries(value), "fields", room, field, cutting));
}

function fittedText(text: string, room: number, field: string, { cuts }: Cutting): string {
  let end = Math.min(text.length, Math.max(room, LEAST) - 2);
  const size = () => JSON.stringify(text.slice(0, end)).length;
  // An escape takes up to six characters of JSON.
  while (end > 0 && size() > Math.max(room, LEAST)) {
    end = Math.min(end - 1, Math.floor((end * Math.max(room, LEAST)) / size()));
  }
  end = endOfCharacter(text, end);
  if (end < text.length) cuts.push({ field, included: end, total: text.length, unit: "characters" });
  return text.slice(0, end);
}

/** The offset, or the one before it within a surrogate pair: half of one is no text. */
export function endOfCharacter(text: string, offset: number): number {
  return /[\ud800-\udbff]/.test(text[offset - 1] ?? "") && /[\udc00-\udfff]/.test(text[offset] ?? "")
    ? offset - 1
    : offset;
}

/** The first parts of a list or object that fit when none is cut to less than the least, each cut to its fair share. */
function fittedParts(
  parts: readonly (readonly [string, unknown])[],
  unit: "items" | "fields",
  room: number,
  field: string,
  cutting: Cutting,
): (readonly [string, unknown])[] {
  const least = unit === "items" ? LEAST_OF_ITEM : LEAST;
  // A part has its comma, in an object its name in quotes and a colon as well.
  const around = (name: string) => (unit === "fields" ? JSON.stringify(name).length + 2 : 1);
  const sizes = parts.map(([, value]) => sizeOf(value, cutting.sizes));
  let left = room - 2;
  let count = 0;
  for (const [i, [name]] of parts.entries()) {
    left -= around(name) + Math.min(sizes[i] as number, least);
    if (left < 0 && count > 0) break;
    count++;
  }
  const first = parts.slice(0, count);
  const names = first.reduce((sum, [name]) => sum + around(name), 2);
  const share = fairShare(sizes.slice(0, count), room - names);
  if (count < parts.length) cutting.cuts.push({ field, included: count, total: parts.length, unit });
  return first.map(([name, value]) => [name, fitted(value, share, `${field}/${escapedStep(name)}`, cutting)] as const);
}

/** The largest size to which each can be cut so that all fit: what is smaller leaves its room to the others. */
function fairShare(sizes: readonly number[], room: number): number {
  let left = room;
  const ascending = [...sizes].sort((a, b) => a - b);
  for (const [i, size] of ascending.entries()) {
    const share = Math.floor(left / (ascending.length - i));
    if (size > share) return Math.max(share, LEAST);
    left -= size;
  }
  return Number.POSITIVE_INFINITY;
}

/** The value at a JSON pointer; undefined where there is none. */
export function valueAtPointer(value: unknown, pointer: string): unknown {
  if (pointer === "") return value;
  let found: unknown = value;
  for (const part of pointer.split("/").slice(1)) {
    const name = unescapedStep(part);
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, name)) return undefined;
    found = (found as Record<string, unknown>)[name];
  }
  return pointer.startsWith("/") ? found : undefined;
}
