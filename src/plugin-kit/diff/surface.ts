// What callers, grants and stored settings can see of a plugin, under its names of today: the parts whose change somebody notices.
import type { TObject, TSchema } from "@sinclair/typebox";
import { previousNamesIn } from "../../foundation/schema/previous-names.ts";
import { type AnyEventDef, type Pagination, type Provider, path } from "../../plugin/index.ts";
import { previousNamesOf } from "../../providers/registry/previous-names.ts";
import { buildRegistry, type RegisteredEndpoint } from "../../providers/registry/registry.ts";
import { dataSchema } from "../../providers/registry/response-data.ts";
import { permissionsOf, scopesOf } from "../../providers/registry/scopes.ts";

export interface Field {
  isRequired: boolean;
  /** What may be in it: its schema without the words around it. */
  form: string;
  isDeprecated: boolean;
}
/** Fields by their dotted path; `[]` stands for an item of a list. */
export type Fields = ReadonlyMap<string, Field>;

/** A part under its name of today, and the names that it had. */
interface Named {
  before: readonly string[];
}
export interface ToolSurface extends Named {
  route: string;
  needs: readonly string[];
  effect: string;
  inputs: ReadonlyMap<string, Field & Named>;
  returns: string;
  /** How a list continues from a cursor; null for what is no list. */
  paging: string | null;
  fields: Fields;
}
export interface Surface {
  id: string;
  version: string | null;
  contract: number;
  signIns: readonly string[];
  services: ReadonlyMap<string, Named>;
  permissions: ReadonlyMap<string, Named & { scopes: readonly string[] }>;
  tools: ReadonlyMap<string, ToolSurface>;
  events: ReadonlyMap<string, Named & { fields: Fields }>;
  sources: ReadonlyMap<string, Named & { permission: string; isChosen: boolean }>;
}

export function surfaceOf(provider: Provider): Surface {
  const names = previousNamesOf(provider);
  const named = <T>(kind: keyof typeof names, entries: readonly (readonly [string, T])[]) =>
    new Map(entries.map(([name, part]) => [name, { ...part, before: names[kind].before(name) }]));
  const services = Object.keys(provider.services);
  const sources = Object.entries(provider.sources ?? {});
  const events = [provider.webhook?.events, ...sources.map(([, source]) => source.events)];
  return {
    id: provider.id,
    version: provider.version ?? null,
    contract: provider.contract ?? 1,
    signIns: Object.keys(provider.auth),
    services: named(
      "services",
      services.map((name) => [name, {}] as const),
    ),
    permissions: named(
      "permissions",
      permissionsOf(provider).map((name) => [name, { scopes: scopesOf(provider, name) }] as const),
    ),
    tools: new Map(buildRegistry([provider]).endpoints.map((endpoint) => [endpoint.key, toolOf(endpoint)])),
    events: named(
      "events",
      events.flatMap((own) =>
        Object.entries<AnyEventDef>(own ?? {}).map(([type, { shape }]) => [type, { fields: fieldsOf(shape) }] as const),
      ),
    ),
    sources: named(
      "sources",
      sources.map(
        ([name, { permission, resource }]) => [name, { permission, isChosen: resource !== undefined }] as const,
      ),
    ),
  };
}

function toolOf(endpoint: RegisteredEndpoint): ToolSurface {
  const { def, effects, input, method, needs } = endpoint;
  const { kind } = def.returns;
  return {
    before: def.previousNames ?? [],
    route: `${method} ${endpoint.path.replace(/\{[^{}]*\}/g, "{}")}`,
    needs,
    effect: effects.effect,
    inputs: inputsOf(endpoint, input),
    returns: kind === "many" || kind === "stream" ? `${kind} ${def.returns.collection}` : kind,
    paging: def.returns.kind === "many" ? pagingOf(def.returns.pagination) : null,
    fields: kind === "file" || kind === "deleted" ? new Map() : fieldsOf(dataSchema(endpoint)),
  };
}

/** Positions in the forms that providers use: a number or a token, and a query. */
const POSITIONS = ["12", "position=12"];

/** What of a request says where a page begins. A page's number also depends on the size of pages, which a cursor keeps. */
function pagingOf({ apply, keepsSize }: Pagination): string {
  const partsAt = (position: string | null): string[] => {
    try {
      const request = apply({ path: path`/`, query: {} }, { limit: 10, position });
      return Object.entries(request).flatMap(([part, value]) =>
        typeof value === "object" && value !== null
          ? Object.entries(value).map(([name, one]) => `${part} ${name} ${JSON.stringify(one)}`)
          : [`${part} ${JSON.stringify(value)}`],
      );
    } catch {
      // A pagination of the plugin's own refuses positions that it did not make.
      return [];
    }
  };
  const first = partsAt(null);
  const later = POSITIONS.map((position) => partsAt(position).filter((part) => !first.includes(part)));
  return JSON.stringify([keepsSize === true, later]);
}

/** Arguments by name, each with its names of before, which the registered schemas no longer have. */
function inputsOf({ def }: RegisteredEndpoint, input: RegisteredEndpoint["input"]) {
  const declared: Record<string, TSchema | undefined> = { ...def.query?.properties, ...def.body?.properties };
  for (const [name, doc] of Object.entries(def.params ?? {})) if (typeof doc !== "string") declared[name] = doc;
  const parts = Object.values(input).filter((part): part is TObject => part !== null);
  return new Map(
    parts.flatMap((part) =>
      Object.entries(part.properties).map(([name, schema]) => {
        const isRequired = part.required?.includes(name) ?? false;
        const before = previousNamesIn(declared[name]);
        return [name, { isRequired, form: formOf(schema), isDeprecated: schema.deprecated === true, before }] as const;
      }),
    ),
  );
}

/** Deeper than any shape that somebody reads by path. */
const MAX_DEPTH = 12;

function fieldsOf(schema: TSchema): Fields {
  const fields = new Map<string, Field>();
  const visit = (part: TSchema, path: string, depth: number): void => {
    if (depth > MAX_DEPTH) return;
    for (const inner of [...(part.allOf ?? []), ...(part.anyOf ?? [])] as TSchema[]) visit(inner, path, depth + 1);
    if (part.items && !Array.isArray(part.items)) visit(part.items as TSchema, `${path}[]`, depth + 1);
    for (const [name, field] of Object.entries((part.properties ?? {}) as Record<string, TSchema>)) {
      const at = path === "" ? name : `${path}.${name}`;
      const isRequired = (part.required as string[] | undefined)?.includes(name) ?? false;
      fields.set(at, { isRequired, form: shallowFormOf(field), isDeprecated: field.deprecated === true });
      visit(field, at, depth + 1);
    }
  };
  visit(schema, "", 0);
  return fields;
}

const WORDS = ["description", "title", "examples", "deprecated", "$comment", "$id", "previousNames"];

/** A schema as text, without what only describes it. */
function formOf(schema: TSchema): string {
  return JSON.stringify(schema, (name, value: unknown) => (WORDS.includes(name) ? undefined : value));
}

/** The same without the fields of objects, which are listed by themselves. */
function shallowFormOf(schema: TSchema): string {
  const inner = ["properties", "required", "additionalProperties", ...WORDS];
  return JSON.stringify(schema, (name, value: unknown) => (inner.includes(name) ? undefined : value));
}
