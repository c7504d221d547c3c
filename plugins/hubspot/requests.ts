// The requests that list, search, read and write records: developers.hubspot.com/docs/api-reference/crm-contacts-v3.
import {
  FAILURES,
  InvalidInput,
  joinPaths,
  type Page,
  type Pagination,
  pages,
  path,
  t,
  type Upstream,
  type UpstreamPath,
  type UpstreamRequest,
  type UpstreamResponse,
  valueAt,
} from "gateway/plugin";
import { type ObjectType, propertiesOf } from "./record.ts";

export const crmPath = (rest: UpstreamPath) => joinPaths(path`/crm/v3`, rest);
const objectPath = (name: string) => crmPath(path`/objects/${name}`);

export const recordId = (description: string) => t.String({ pattern: "^[0-9]{1,19}$", description });
const ownerId = recordId("Id of the owner, from hubspot_list_owners.");
const furtherProperties = t.Optional(
  t.String({
    pattern: "^[a-z0-9_]{1,100}(,[a-z0-9_]{1,100}){0,99}$",
    description: "Additional properties to return, custom ones too: HubSpot's internal names, separated by commas.",
  }),
);
/** The query field of every endpoint that reads one record. */
export const getFields = { properties: furtherProperties };
/** The query fields of every endpoint that lists records. */
export const listFields = {
  q: t.Optional(
    t.String({
      minLength: 1,
      maxLength: 1_000,
      description: "Words to search for in the text properties, such as names and email addresses.",
    }),
  ),
  owner_id: t.Optional(ownerId),
  updated_since: t.Optional(
    t.String({
      format: "date-time",
      description: "Only what was changed at this time or later, such as 2026-01-31T09:00:00Z.",
    }),
  ),
  properties: furtherProperties,
};
/** The body fields of every endpoint that writes a record. */
export const writeFields = {
  owner_id: t.Optional(ownerId),
  properties: t.Optional(
    t.Unsafe<Record<string, string | number | boolean | null>>(
      t.Object(
        {},
        {
          additionalProperties: t.Union([t.String(), t.Number(), t.Boolean(), t.Null()]),
          description: "Additional properties by HubSpot's internal names, custom ones too; null clears a property.",
        },
      ),
    ),
  ),
};

function propertiesToRead(type: ObjectType, further: unknown): string[] {
  const requested = typeof further === "string" && further !== "" ? further.split(",") : [];
  return [...new Set([...propertiesOf(type), ...requested])];
}

/** Without filters a list, else a search, which is another endpoint at HubSpot. */
export function requestForList(type: ObjectType, query: Record<string, unknown>): UpstreamRequest {
  const properties = propertiesToRead(type, query.properties);
  const filters = Object.entries({ ...type.filters, owner_id: "hubspot_owner_id" }).flatMap(([field, propertyName]) =>
    query[field] === undefined ? [] : [{ propertyName, operator: "EQ", value: String(query[field]) }],
  );
  if (typeof query.updated_since === "string") {
    filters.push({ propertyName: type.modified, operator: "GTE", value: String(Date.parse(query.updated_since)) });
  }
  if (query.q === undefined && filters.length === 0) {
    return { path: objectPath(type.name), query: { properties: properties.join(",") } };
  }
  return {
    method: "POST",
    safe: true,
    path: joinPaths(objectPath(type.name), path`/search`),
    json: {
      query: query.q,
      filterGroups: filters.length > 0 ? [{ filters }] : undefined,
      sorts: [{ propertyName: type.modified, direction: "DESCENDING" }],
      properties,
    },
  };
}

/** HubSpot returns no more results of a search: developers.hubspot.com/docs/api-reference/search/guide. */
const MAX_SEARCH_RESULTS = 10_000;
const paging = { size: "limit", param: "after", read: "paging.next.after", max: 100 };
export const queryPagination = pages.cursor(paging);
const bodyPagination = pages.cursor({ ...paging, in: "json" });

/** Lists page in the query, searches in the body. A cursor belongs to its filters, so the two never mix. */
export const listPagination: Pagination = {
  ...queryPagination,
  apply: (req, page) =>
    req.json === undefined ? queryPagination.apply(req, page) : bodyPagination.apply(req, withinSearchLimit(page)),
};

function withinSearchLimit(page: Page): Page {
  const left = MAX_SEARCH_RESULTS - Number(page.position ?? 0);
  if (left <= 0) throw new InvalidInput("HubSpot shows no more than 10,000 matches of a search; narrow the filters.");
  return { ...page, limit: Math.min(page.limit, left) };
}

/** One record by id; a contact also by email address. */
export function requestForGet(type: ObjectType, id: string, further?: string): UpstreamRequest {
  return {
    path: joinPaths(objectPath(type.name), path`/${id}`),
    query: { properties: propertiesToRead(type, further).join(","), ...idPropertyOf(id) },
  };
}
const idPropertyOf = (id: string) => ({ idProperty: id.includes("@") ? "email" : undefined });

/** The properties that a body sets, all as texts; "" clears one. */
export function propertiesToSet(fields: ObjectType["fields"], body: Record<string, unknown>): Record<string, string> {
  const own = Object.entries({ ...fields, owner_id: "hubspot_owner_id" }).map(([field, name]) => [name, body[field]]);
  const entries = [...Object.entries(body.properties ?? {}), ...own].filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries.map(([name, value]) => [name, value === null ? "" : String(value)]));
}

/** Body field → HubSpot's association type id between the two object types. */
type Links = Readonly<Record<string, number>>;
export const linkedIds = (things: string) =>
  t.Optional(
    t.Array(recordId(`Id of one of the ${things}.`), {
      maxItems: 50,
      description: `Ids of the ${things} to associate.`,
    }),
  );

/** Creates a record with its associations: developers.hubspot.com/docs/api-reference/crm-associations-v4/guide. */
export function requestForCreate(
  { name, fields }: Pick<ObjectType, "name" | "fields">,
  links: Links,
  body: Record<string, unknown>,
): UpstreamRequest {
  const associations = Object.entries(links).flatMap(([field, associationTypeId]) =>
    ((body[field] ?? []) as string[]).map((id) => ({
      to: { id },
      types: [{ associationCategory: "HUBSPOT_DEFINED", associationTypeId }],
    })),
  );
  return {
    path: objectPath(name),
    json: {
      properties: propertiesToSet(fields, body),
      associations: associations.length > 0 ? associations : undefined,
    },
  };
}

/** Changes a record and reads it back, since HubSpot returns only the changed properties. */
export async function updateRecord(
  type: ObjectType,
  { params, body }: { params: { id: string }; body: Record<string, unknown> },
  upstream: Upstream,
): Promise<UpstreamResponse> {
  const changed = await upstream.request({
    method: "PATCH",
    path: joinPaths(objectPath(type.name), path`/${params.id}`),
    query: idPropertyOf(params.id),
    json: { properties: propertiesToSet(type.fields, body) },
  });
  // By id: the email address in the path may be what changed.
  const further = Object.keys(body.properties ?? {}).join(",");
  const id = valueAt(changed.json, "id");
  if (typeof id !== "string" || id === "") return changed;
  // A failure to read the record back must not hide that it was changed.
  return (await upstream.attempt(requestForGet(type, id, further), FAILURES)) ?? changed;
}
