// Watches what a plugin's `map` reads: a mistyped field of `raw` is undefined without a word.
import type { TSchema } from "@sinclair/typebox";
import { nearest } from "../../foundation/schema/nearest.ts";
import type { AnyCall } from "../../plugin/index.ts";
import type { RegisteredEndpoint } from "../../providers/registry/registry.ts";
import { positionOf } from "../../providers/registry/thrown.ts";

type Properties = Readonly<Record<string, TSchema>>;
type OnRead = (message: string) => void;

/** The endpoint with a `map` that gets watched values; `onRead` hears of each mistyped field once. */
export function withWatchedMap(endpoint: RegisteredEndpoint, onRead: OnRead): RegisteredEndpoint {
  const { returns } = endpoint.def;
  if (!("resource" in returns)) return endpoint;
  const { resource } = returns;
  const map = (raw: never, call: AnyCall) =>
    resource.map(watched(raw, resource.raw, "raw", once(onRead)) as never, call);
  return { ...endpoint, def: { ...endpoint.def, returns: { ...returns, resource: { ...resource, map } } } };
}

function once(onRead: OnRead): OnRead {
  const seen = new Set<string>();
  return (message) => {
    if (!seen.has(message)) onRead(message);
    seen.add(message);
  };
}

/** The value, whose reads are compared with the schema; as it is where the schema does not say what it holds. */
function watched(value: unknown, schema: TSchema | undefined, path: string, onRead: OnRead): unknown {
  if (typeof value !== "object" || value === null || schema === undefined) return value;
  if (Array.isArray(value)) return watchedItems(value, itemsOf(schema), path, onRead);
  const properties = propertiesOf(schema);
  if (properties === null) return value;
  let isCopied = false;
  return new Proxy(value, {
    get(target, key) {
      const inner: unknown = Reflect.get(target, key);
      if (typeof key !== "string" || key in Object.prototype || isCopied) return inner;
      if (!Object.hasOwn(properties, key)) {
        const meant = inner === undefined ? nearest(key, Object.keys(properties)) : null;
        // What is there, or resembles nothing, is read on purpose: a function of the plugin may take any JSON.
        if (meant !== null) onRead(undeclared(`${path}.${key}`, meant));
        return inner;
      }
      return watched(inner, properties[key], `${path}.${key}`, onRead);
    },
    // A copy reads every field that is there, and says nothing of what it is for.
    ownKeys(target) {
      isCopied = true;
      return Reflect.ownKeys(target);
    },
  });
}

function watchedItems(list: unknown[], schema: TSchema | undefined, path: string, onRead: OnRead): unknown[] {
  return list.map((item) => watched(item, schema, `${path}[]`, onRead));
}

function undeclared(path: string, meant: string): string {
  const at = positionOf(new Error());
  return `The map reads \`${path}\`, which \`raw\` does not declare${at === null ? "" : ` (${at})`}; did you mean \`${meant}\`?`;
}

/** The properties that an object of the schema has; null where it may have others, or is none. */
function propertiesOf(schema: TSchema): Properties | null {
  const parts: readonly TSchema[] | undefined = schema.allOf ?? schema.anyOf;
  if (parts) {
    const objects = parts.filter(({ type }) => type !== "null");
    const all = objects.map(propertiesOf);
    return all.includes(null) ? null : Object.assign({}, ...(all as Properties[]));
  }
  const isClosed = schema.type === "object" && schema.properties !== undefined && !schema.patternProperties;
  return isClosed && !schema.additionalProperties ? (schema.properties as Properties) : null;
}

/** The schema of a list's items; undefined where it does not say. */
function itemsOf(schema: TSchema): TSchema | undefined {
  const parts: readonly TSchema[] | undefined = schema.anyOf;
  const lists = (parts ?? [schema]).filter(({ type }) => type === "array");
  const items: unknown = lists.length === 1 ? lists[0]?.items : undefined;
  return typeof items === "object" && items !== null && !Array.isArray(items) ? (items as TSchema) : undefined;
}
