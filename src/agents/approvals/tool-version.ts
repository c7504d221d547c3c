// What a yes to a call is about: a hash of what its tool takes and does. Where it differs, the yes is to another tool.
import { createHash } from "node:crypto";
import type { RegisteredEndpoint } from "../../providers/registry/registry.ts";

/** Words about a schema that change nothing of what it takes. */
const ANNOTATIONS = new Set(["description", "title", "examples"]);

const versions = new WeakMap<RegisteredEndpoint, string>();

export function toolVersion(endpoint: RegisteredEndpoint): string {
  const version = versions.get(endpoint) ?? makeVersion(endpoint);
  versions.set(endpoint, version);
  return version;
}

function makeVersion({ tool, method, path, permissions, effects, input, provider }: RegisteredEndpoint): string {
  const { effect, reaches, spends = false } = effects;
  const parts = [input.params, input.query, input.body].map((schema) => schema && withoutAnnotations(schema));
  const text = JSON.stringify([
    tool,
    method,
    path,
    permissions,
    effect,
    reaches,
    spends,
    provider.version ?? null,
    parts,
  ]);
  return createHash("sha256").update(text).digest("hex");
}

/** `isNames`: the members are names of fields, of which one may be called `title`. */
function withoutAnnotations(value: unknown, isNames = false): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutAnnotations(one));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => isNames || !ANNOTATIONS.has(name))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, withoutAnnotations(inner, !isNames && name === "properties")]),
  );
}
