// What the checks of a plugin's parts share: how a violation is reported, and the forms of names, schemas and URLs.
import { TypeGuard } from "@sinclair/typebox";

/** `field` is a dotted path within the plugin, such as `endpoints.list_repos.permission`. */
export type Report = (field: string, message: string) => void;

export const METHODS: readonly string[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

export const KEY = /^[a-z][a-z0-9_]{0,62}$/;

/** Characters of the texts that people read on the connect page, in any language. */
export const MAX_NAME = 60;
export const MAX_SENTENCE = 200;
export const MAX_HELP = 300;
export const MAX_STEPS = 6;

/** Whether it is a text that says something, in so many characters. */
export const isText = (value: unknown, max = Number.POSITIVE_INFINITY): value is string =>
  typeof value === "string" && value.trim() !== "" && value.length <= max;

/** Found valid before: many endpoints share a resource, and a look through one takes a good part of a millisecond. */
const schemas = new WeakSet<object>();

export function isSchema(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (schemas.has(value)) return true;
  const isValid = TypeGuard.IsSchema(value);
  if (isValid) schemas.add(value);
  return isValid;
}

export function isHttps(value: unknown): boolean {
  return typeof value === "string" && /^https:\/\/[a-z0-9]/i.test(value) && URL.canParse(value);
}

/** Whether it is a regular expression of the whole value: one with `g` or `y` would remember the last value. */
export function isAnchored(value: unknown): boolean {
  return value instanceof RegExp && /^\^.*\$$/s.test(value.source) && !/[gy]/.test(value.flags);
}

export const isObject = <T>(value: T): value is T & object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Whether it is what `resource({ raw, shape, map })` makes. */
export function isResource(value: unknown): boolean {
  const resource = value as { raw?: unknown; shape?: unknown; map?: unknown } | undefined;
  return isSchema(resource?.raw) && isSchema(resource?.shape) && typeof resource?.map === "function";
}
