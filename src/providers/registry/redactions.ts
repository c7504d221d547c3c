// Redaction: which fields of a tool's result a rule hides, and a result without them. What is hidden says so in its place.
import { nearest } from "../../foundation/schema/nearest.ts";
import type { RegisteredEndpoint } from "./registry.ts";
import { type ResultText, replaceableTexts, type TextKind } from "./untrusted-fields.ts";

/** Stands in place of a text; a text of another format gets one that fits its schema. */
export const REDACTED = "[redacted]";
const IN_PLACE: Readonly<Record<TextKind, unknown>> = {
  text: REDACTED,
  any: REDACTED,
  object: {},
  email: "redacted@redacted.invalid",
  uri: "https://redacted.invalid/",
};

/** A field of a result that is hidden. */
export interface RedactedField {
  /** Such as `messages[].from.name`. */
  readonly path: string;
  readonly kind: TextKind;
}

type Returning = Pick<RegisteredEndpoint, "def">;

const texts = new WeakMap<RegisteredEndpoint["def"], readonly ResultText[]>();

function textsOf(tool: Returning): readonly ResultText[] {
  const known = texts.get(tool.def);
  if (known) return known;
  const found = replaceableTexts(tool);
  texts.set(tool.def, found);
  return found;
}

/**
 * The fields of a tool's result that a rule hides: those which `fields` name, or without it every text that others may have
 * written. `subject` names every field of this name, `from.email` every `email` within a `from`.
 */
export function redactedFields(tool: Returning, fields: readonly string[] | undefined): RedactedField[] {
  const all = textsOf(tool);
  const hidden =
    fields === undefined
      ? all.filter(({ by }) => by === "others")
      : all.filter(({ path }) => fields.some((field) => isNamed(stepsOf(field), stepsOf(path))));
  return hidden.map(({ path, kind }) => ({ path, kind }));
}

/** What is wrong with a field of a rule about these tools; null where one of them has it. */
export function fieldError(field: string, tools: readonly Returning[]): string | null {
  if (tools.some((tool) => redactedFields(tool, [field]).length > 0)) return null;
  const paths = [...new Set(tools.flatMap((tool) => textsOf(tool).map(({ path }) => path)))];
  const within = paths.find((path) => isNamed(stepsOf(field), stepsOf(path).slice(0, -1)));
  const name = JSON.stringify(field.slice(0, 60));
  if (within !== undefined)
    return `${name} has fields of its own. Name those that are hidden, such as ${JSON.stringify(within)}.`;
  const last = field.split(".").at(-1) ?? "";
  const meant = nearest(field, paths) ?? nearest(last, [...new Set(paths.map((path) => stepsOf(path).at(-1) ?? ""))]);
  return `No result of this rule's tools has a text, address or link ${name}${meant === null ? "" : `; perhaps you mean ${JSON.stringify(meant)}`}.`;
}

const stepsOf = (path: string): string[] => path.replaceAll("[]", "").split(".");

/** Whether the steps of a field are the last ones of a path, in which `*` is any name. */
function isNamed(field: readonly string[], path: readonly string[]): boolean {
  const start = path.length - field.length;
  return start >= 0 && field.every((step, at) => path[start + at] === step || path[start + at] === "*");
}

/** The result without its hidden fields, and the paths of those that had a value. The given value is not changed. */
export function withoutFields(data: unknown, fields: readonly RedactedField[]): { data: unknown; redacted: string[] } {
  let result = data;
  const redacted: string[] = [];
  for (const { path, kind } of fields) {
    const replaced = replacedAt(result, path.replaceAll("[]", ".[]").split("."), 0, IN_PLACE[kind]);
    if (replaced === result) continue;
    result = replaced;
    redacted.push(path);
  }
  return { data: result, redacted };
}

/** The same value where nothing is there to replace: an absent field, null and an empty text say nothing. */
function replacedAt(value: unknown, steps: readonly string[], at: number, by: unknown): unknown {
  if (value === null || value === undefined || value === "") return value;
  const step = steps[at];
  if (step === undefined) return by;
  if (typeof value !== "object") return value;
  if (Array.isArray(value)) {
    // A path whose schema has variants may meet a list where it names none.
    const rest = step === "[]" ? at + 1 : at;
    return withItems(value, (item) => replacedAt(item, steps, rest, by));
  }
  if (step === "*") return withFields(value, Object.keys(value), (one) => replacedAt(one, steps, at + 1, by));
  if (!Object.hasOwn(value, step)) return value;
  return withFields(value, [step], (one) => replacedAt(one, steps, at + 1, by));
}

function withItems(list: readonly unknown[], replace: (item: unknown) => unknown): unknown {
  const items = list.map(replace);
  return items.some((item, at) => item !== list[at]) ? items : list;
}

function withFields(value: object, names: readonly string[], replace: (one: unknown) => unknown): unknown {
  const given = value as Record<string, unknown>;
  const changed = names.flatMap((name): [string, unknown][] => {
    const one = replace(given[name]);
    return one === given[name] ? [] : [[name, one]];
  });
  return changed.length === 0 ? value : { ...given, ...Object.fromEntries(changed) };
}
