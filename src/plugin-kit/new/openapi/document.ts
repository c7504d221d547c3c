// An OpenAPI description as it was read: bounded in size, depth and values, with references only within the file.
import { StartupError } from "../../../foundation/errors.ts";
import { unescapedStep } from "../../../foundation/schema/json-pointer.ts";

export type Json = Record<string, unknown>;

/** What a description may cost. */
const MAX_BYTES = 32 * 1024 * 1024;
const MAX_DEPTH = 100;
/** Counted at each place where a value stands: an alias of YAML that is used twice counts twice. */
const MAX_VALUES = 3_000_000;
const MAX_REFERENCES = 20;
/** Schemas that are read for one plugin. */
const MAX_SCHEMAS = 100_000;

export interface Description {
  root: Json;
  /** The object behind a value, and the reference that led there last. Throws where that is another file. */
  resolve(value: unknown): { value: Json; reference: string | null };
  /** Counts a schema that is read; throws where there are too many. */
  countSchema(): void;
}

export const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
export const objectOf = (value: unknown): Json => (isObject(value) ? value : {});
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
export const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);
/** A member of its own: a description may name one `constructor`. */
export const memberOf = (value: Json, name: string): unknown => (Object.hasOwn(value, name) ? value[name] : undefined);

/** Reads a description; throws `StartupError` with what is wrong with it. */
export function readDescription(text: string, parseYaml: (text: string) => unknown): Description {
  if (text.length > MAX_BYTES) throw new StartupError("The description is larger than 32 MiB: make it smaller first.");
  const root = parse(text, parseYaml);
  assertBounded(root);
  const version = isObject(root) ? root.openapi : undefined;
  if (!isObject(root) || typeof version !== "string" || !/^3\.[01]\./.test(version)) {
    const is = isObject(root) && root.swagger !== undefined ? "This is Swagger 2: convert it first. " : "";
    throw new StartupError(`${is}The file must be an OpenAPI description of version 3.0 or 3.1.`);
  }
  let schemas = 0;
  return {
    root,
    resolve: (value) => resolve(root, value),
    countSchema() {
      if (++schemas > MAX_SCHEMAS) throw new StartupError("The chosen operations have too many schemas: choose fewer.");
    },
  };
}

function parse(text: string, parseYaml: (text: string) => unknown): unknown {
  try {
    return /^\s*[{[]/.test(text) ? JSON.parse(text) : parseYaml(text);
  } catch (error) {
    throw new StartupError(
      `The description is neither JSON nor YAML: ${String((error as Error).message).slice(0, 200)}`,
    );
  }
}

/** Without recursion: what it looks for would break that. */
function assertBounded(root: unknown): void {
  const pending: [value: unknown, depth: number][] = [[root, 0]];
  let count = 0;
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [value, depth] = next;
    if (++count + pending.length > MAX_VALUES)
      throw new StartupError(`The description contains more than ${MAX_VALUES} values.`);
    if (typeof value !== "object" || value === null) continue;
    if (depth > MAX_DEPTH) throw new StartupError(`The description is nested deeper than ${MAX_DEPTH} levels.`);
    for (const inner of Object.values(value)) pending.push([inner, depth + 1]);
  }
}

function resolve(root: Json, value: unknown): { value: Json; reference: string | null } {
  let current = objectOf(value);
  let reference: string | null = null;
  for (let count = 0; ; count++) {
    const next = memberOf(current, "$ref");
    if (typeof next !== "string") return { value: current, reference };
    if (count === MAX_REFERENCES)
      throw new StartupError(`The references from ${next.slice(0, 100)} never end at a value.`);
    if (!next.startsWith("#/")) {
      throw new StartupError(
        `The description refers to another file or address, ${next.slice(0, 200)}: bundle it into one file first. Nothing is fetched.`,
      );
    }
    reference = next;
    current = objectOf(pointed(root, next));
  }
}

/** RFC 6901, in the fragment of a URL. */
function pointed(root: Json, reference: string): unknown {
  let value: unknown = root;
  for (const part of reference.slice(2).split("/")) {
    const name = unescaped(part);
    value = Array.isArray(value) ? value[Number(name)] : memberOf(objectOf(value), name);
  }
  if (value === undefined) throw new StartupError(`The description has nothing at ${reference.slice(0, 200)}.`);
  return value;
}

function unescaped(part: string): string {
  const plain = unescapedStep(part);
  try {
    return decodeURIComponent(plain);
  } catch {
    // A reference that is not percent-encoded is taken as it is.
    return plain;
  }
}
