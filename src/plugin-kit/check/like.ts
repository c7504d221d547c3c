// Fixtures that name another with `like`, and contain only what differs from it.
import { isDeepStrictEqual } from "node:util";

type Json = Record<string, unknown>;

export const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * `base` with the parts of `patch`: objects are merged at any depth, exchanges of `upstream` by their position, and all else
 * is replaced. Of `result` and `failure`, the one that `patch` has replaces the other.
 */
export function mergedWith(base: Json, { like: _, ...patch }: Json): Json {
  const merged = merge(base, patch) as Json;
  if (patch.failure !== undefined && patch.result === undefined) delete merged.result;
  if (patch.result !== undefined && patch.failure === undefined) delete merged.failure;
  const { upstream } = base;
  if (!Array.isArray(upstream) || !Array.isArray(patch.upstream)) return merged;
  const own: unknown[] = patch.upstream;
  const exchanges = Array.from({ length: Math.max(upstream.length, own.length) }, (_, at) =>
    at < own.length ? merge(upstream[at], own[at]) : upstream[at],
  );
  return { ...merged, upstream: exchanges };
}

function merge(base: unknown, patch: unknown): unknown {
  if (!isObject(base) || !isObject(patch)) return patch;
  const names = Object.keys(patch).filter((name) => name !== "__proto__");
  return { ...base, ...Object.fromEntries(names.map((name) => [name, merge(base[name], patch[name])])) };
}

/** The patch with which `mergedWith` makes `full` of `base`; null where no patch does, since something has to go. */
export function patchFor(base: Json, full: Json): Json | null {
  const { upstream: before = [], ...others } = base as { upstream?: unknown[] };
  const { upstream: after = [], ...rest } = full as { upstream?: unknown[] };
  const exchanges = after.map((exchange, at) => difference(before[at], exchange) ?? {});
  while (exchanges.length > 0 && isObject(exchanges.at(-1)) && Object.keys(exchanges.at(-1) as Json).length === 0)
    exchanges.pop();
  const patch: Json = {
    ...(difference(others, rest) as Json | undefined),
    ...(exchanges.length > 0 && { upstream: exchanges }),
  };
  return isDeepStrictEqual(mergedWith(base, patch), full) ? patch : null;
}

/** What `patch` has to say of `full`; undefined where they are equal. */
function difference(base: unknown, full: unknown): unknown {
  if (isDeepStrictEqual(base, full)) return undefined;
  if (!isObject(base) || !isObject(full)) return full;
  const entries = Object.entries(full).flatMap(([name, value]): [string, unknown][] => {
    const changed = Object.hasOwn(base, name) ? difference(base[name], value) : value;
    return changed === undefined ? [] : [[name, changed]];
  });
  return Object.fromEntries(entries);
}
