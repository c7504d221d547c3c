// Fixtures that name another with `like`, and things of `fixtures/shared` that several have: each contains only what differs.
import { isDeepStrictEqual } from "node:util";

export type Json = Record<string, unknown>;
/** Name in `fixtures/shared` → the thing. */
export type Shared = ReadonlyMap<string, Json>;

/** What the `like` of a thing within a fixture begins with. */
export const SHARED = "shared/";
/** The lists of a fixture whose items are merged by their position; all others are replaced. */
const BY_POSITION = ["upstream", "events", "page.events"];

export const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The name of the shared thing that an object is like; null where it is like none. */
export const sharedName = ({ like }: Json): string | null =>
  typeof like === "string" && like.startsWith(SHARED) ? like.slice(SHARED.length) : null;

/**
 * `base` with the parts of `patch`: objects are merged at any depth, exchanges of `upstream` and `events` by their position,
 * and all else is replaced. Of `result` and `failure`, the one that `patch` has replaces the other.
 */
export function mergedWith(base: Json, { like: _, ...patch }: Json): Json {
  const merged = merge(base, patch, "") as Json;
  if (patch.failure !== undefined && patch.result === undefined) delete merged.result;
  if (patch.result !== undefined && patch.failure === undefined) delete merged.failure;
  return merged;
}

/** `at` is the dotted path in the fixture, null within a thing. */
function merge(base: unknown, patch: unknown, at: string | null): unknown {
  if (Array.isArray(base) && Array.isArray(patch) && BY_POSITION.includes(at ?? "")) {
    const rest = base.slice(patch.length);
    return [...patch.map((item, index) => (index < base.length ? merge(base[index], item, null) : item)), ...rest];
  }
  if (!isObject(base) || !isObject(patch)) return patch;
  const names = Object.keys(patch).filter((one) => one !== "__proto__");
  return { ...base, ...Object.fromEntries(names.map((one) => [one, merge(base[one], patch[one], below(at, one))])) };
}

/** The patch with which a thing that is like `base` becomes `full`; null where no patch does. */
export function patchOfThing(base: Json, full: Json): Json | null {
  const patch = (difference(base, full, null) ?? {}) as Json;
  return isDeepStrictEqual(merge(base, patch, null), full) ? patch : null;
}

/** The patch with which `mergedWith` makes `full` of `base`; null where no patch does, since something has to go. */
export function patchFor(base: Json, full: Json): Json | null {
  const patch = (difference(base, full, "") ?? {}) as Json;
  return isDeepStrictEqual(mergedWith(base, patch), full) ? patch : null;
}

const below = (at: string | null, name: string) => (at === null ? null : at === "" ? name : `${at}.${name}`);

/** What `patch` has to say of `full`; undefined where they are equal. */
function difference(base: unknown, full: unknown, at: string | null): unknown {
  if (isDeepStrictEqual(base, full)) return undefined;
  if (Array.isArray(base) && Array.isArray(full) && BY_POSITION.includes(at ?? "")) {
    const items = full.map((item, index) => difference(base[index], item, null) ?? {});
    const end = items.findLastIndex((item) => !isObject(item) || Object.keys(item).length > 0);
    return items.slice(0, end + 1);
  }
  if (!isObject(base) || !isObject(full)) return full;
  const entries = Object.entries(full).flatMap(([one, value]): [string, unknown][] => {
    const changed = Object.hasOwn(base, one) ? difference(base[one], value, below(at, one)) : value;
    return changed === undefined ? [] : [[one, changed]];
  });
  return Object.fromEntries(entries);
}

/** A value with what its objects share. An object that is like an unknown thing stays as it is. */
export function withShared(value: unknown, shared: Shared): unknown {
  if (Array.isArray(value)) return value.map((item) => withShared(item, shared));
  if (!isObject(value)) return value;
  const own = Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withShared(item, shared)]));
  const base = shared.get(sharedName(own) ?? "");
  if (!base) return own;
  const { like: _, ...patch } = own;
  return merge(base, patch, null);
}
