// Gives the shapes of the API document names: what several operations share, and every thing that they return.
import { candidates, type OperationWords, operationWords, type Site } from "./openapi-names.ts";
import { isObject, type Json, mapParts } from "./openapi-shapes.ts";
import type { RouteData } from "./route.ts";

/** A shape that stands once and is no whole thing stays where it is read; so does a tiny one. */
const MIN_SHARED_CHARS = 100;
const MIN_OWN_CHARS = 200;

/** The shapes of one operation, before they have names. */
export interface OperationShapes {
  route: RouteData;
  data: Json | null;
  body: Json | null;
}
/** The payload of events, and what it is called where no operation returns the same. */
export interface EventShape {
  provider: string;
  name: string;
  payload: Json;
}
interface Shape {
  schema: Json;
  title: string | null;
  sites: Site[];
  /** Null where descriptions differ: each use has its own. */
  description: string | null;
}

export interface NamedShapes {
  schemas: Record<string, Json>;
  /** The same schema with references to the components. */
  referring(schema: Json): Json;
}

export async function nameShapes(
  operations: readonly OperationShapes[],
  events: readonly EventShape[],
  taken: readonly string[],
  nextTurn: () => Promise<void>,
): Promise<NamedShapes> {
  const shapes = new Map<string, Shape>();
  for (const { route, data, body } of operations) {
    const words = wordsOf(route);
    if (data) collect(shapes, data, siteOf(words, false));
    if (body) collect(shapes, body, siteOf(words, true));
    await nextTurn();
  }
  for (const { provider, name, payload } of events) collect(shapes, payload, eventSite(provider, name));
  const names = assignNames(shapes, new Set(taken));
  const referring = (schema: Json): Json => {
    const inner = mapParts(withoutTitle(schema), referring);
    const name = isShape(schema) ? names.get(keyOf(schema)) : undefined;
    if (name === undefined) return inner;
    const { description } = schema;
    const isOwn = description !== undefined && shapes.get(keyOf(schema))?.description !== description;
    return { $ref: `#/components/schemas/${name}`, ...(isOwn && { description }) };
  };
  const schemas: Record<string, Json> = {};
  for (const [key, name] of names) {
    const { schema, description } = shapes.get(key) as Shape;
    const { description: _one, ...rest } = mapParts(withoutTitle(schema), referring);
    schemas[name] = { ...(description !== null && { description }), ...rest };
    await nextTurn();
  }
  return { schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))), referring };
}

function wordsOf(route: RouteData): OperationWords {
  const isCall = route.access === "key" && route.id.startsWith(`${route.tag.name}_`);
  const service = route.access === "key" ? route.permissions[0]?.split(/[:.]/)[1] : undefined;
  return operationWords(route.id, isCall ? route.tag.name : undefined, service);
}

const siteOf = (operation: OperationWords, isInput: boolean): Site => ({
  operation,
  isInput,
  keys: [],
  isItem: false,
  collection: null,
  inList: /^(list|search|find)$/.test(operation.verb),
});

function eventSite(provider: string, full: string): Site {
  const operation = { full, prefix: provider, provider, verb: "", noun: full.slice(provider.length) };
  return { operation, isInput: false, keys: [], isItem: false, collection: null, inList: false, isEvent: true };
}

function collect(shapes: Map<string, Shape>, schema: Json, site: Site): void {
  const collection = site.keys.length === 0 && !site.isInput ? collectionOf(schema) : null;
  if (isShape(schema)) {
    const key = keyOf(schema);
    const description = (schema.description as string | undefined) ?? null;
    const found = shapes.get(key);
    if (found) {
      found.sites.push({ ...site, collection });
      if (found.description !== description) found.description = null;
    } else {
      const title = (schema.title as string | undefined) ?? null;
      shapes.set(key, { schema, title, sites: [{ ...site, collection }], description });
    }
  }
  const inList = site.inList || collection !== null;
  mapParts(schema, (part, name, keyword) => {
    const isItem = keyword === "items" || (site.isItem && name === null);
    collect(shapes, part, { ...site, keys: name === null ? site.keys : [...site.keys, name], isItem, inList });
    return part;
  });
}

/** The key of a page's items, where the shape is a page of a list. */
function collectionOf({ properties }: Json): string | null {
  if (!isObject(properties) || !("next_cursor" in properties)) return null;
  return Object.keys(properties).find((name) => (properties[name] as Json).type === "array") ?? null;
}

function isShape({ type, properties }: Json): boolean {
  return type === "object" && isObject(properties) && Object.keys(properties).length > 0;
}

function keyOf({ description: _description, ...schema }: Json): string {
  return JSON.stringify(schema);
}

const withoutTitle = ({ title, ...schema }: Json): Json =>
  typeof title === "string" ? schema : { ...schema, ...(title !== undefined && { title }) };

/** Best names first; a shape whose names are all taken stays inline. */
function assignNames(shapes: ReadonlyMap<string, Shape>, taken: Set<string>): Map<string, string> {
  const wanted = [...shapes]
    .filter(([key, shape]) => deservesName(key, shape))
    .map(([key, { title, sites }]) => {
      const { rank, names } = candidates(sites);
      return {
        key,
        rank: title === null ? rank : -1,
        names: title === null ? names : [title, ...names],
        uses: sites.filter(({ isEvent }) => !isEvent).length,
      };
    })
    .sort((a, b) => a.rank - b.rank || b.uses - a.uses);
  const assigned = new Map<string, string>();
  for (const { key, names } of wanted) {
    const name = names.find((one) => !taken.has(one));
    if (name === undefined) continue;
    taken.add(name);
    assigned.set(key, name);
  }
  return assigned;
}

function deservesName(key: string, { title, sites }: Shape): boolean {
  if (title !== null || sites.some(({ isEvent, keys }) => isEvent && keys.length === 0)) return true;
  if (sites.length > 1) return key.length >= MIN_SHARED_CHARS;
  const [site] = sites;
  const isFullResult =
    site !== undefined && !site.isInput && (site.keys.length === 0 || (site.keys.length === 1 && site.isItem));
  return isFullResult && site.collection === null && key.length >= MIN_OWN_CHARS;
}
