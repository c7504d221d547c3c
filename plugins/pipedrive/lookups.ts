// Looks up what other endpoints need: search results, pipeline stages, users.
import {
  endpoint,
  many,
  maybe,
  maybeFlag,
  maybeNumber,
  maybeText,
  nullable,
  one,
  oneOf,
  pages,
  path,
  rawId,
  resource,
  shapes,
  t,
  valueAt,
} from "gateway/plugin";
import { id, idOf, maybeId, webUrl } from "./fields.ts";
import { cursorPagination } from "./pagination.ts";

const rawReference = maybe(t.Object({ id: maybeId, name: maybeText }));
const referenceShape = nullable(t.Object({ id: shapes.nullableText(), name: shapes.nullableText() }));
const toReference = (thing: { id?: unknown; name?: string | null } | null | undefined) =>
  thing ? { id: idOf(thing.id), name: thing.name ?? null } : null;

const ITEM_TYPES = ["deal", "person", "organization", "lead", "product", "file", "project"] as const;

const searchResult = resource({
  raw: t.Object({
    item: t.Object({
      id: rawId,
      type: t.String(),
      title: maybeText,
      name: maybeText,
      status: maybeText,
      value: maybeNumber,
      currency: maybeText,
      emails: maybe(t.Array(t.String())),
      phones: maybe(t.Array(t.String())),
      stage: rawReference,
      person: rawReference,
      organization: rawReference,
    }),
  }),
  shape: t.Object({
    id: t.String(),
    type: t.String({ description: `One of ${ITEM_TYPES.join(", ")}.` }),
    name: nullable(t.String({ description: "Name or title." })),
    status: nullable(t.String({ description: "For a deal: open, won or lost." })),
    value: nullable(t.Number()),
    currency: shapes.nullableText(),
    emails: t.Array(t.String()),
    phones: t.Array(t.String()),
    stage: referenceShape,
    person: referenceShape,
    organization: referenceShape,
    url: nullable(t.String({ description: "URL to open in a browser." })),
  }),
  map: ({ item }, { identity }) => ({
    id: String(item.id),
    type: item.type,
    name: item.title ?? item.name ?? null,
    status: item.status ?? null,
    value: item.value ?? null,
    currency: item.currency ?? null,
    emails: item.emails ?? [],
    phones: item.phones ?? [],
    stage: toReference(item.stage),
    person: toReference(item.person),
    organization: toReference(item.organization),
    url: webUrl(identity.tenant.domain, item.type, item.id),
  }),
});

const stage = resource({
  raw: t.Object({
    id: rawId,
    name: maybeText,
    order_nr: maybeNumber,
    pipeline_id: rawId,
    deal_probability: maybeNumber,
    pipeline_name: maybeText,
  }),
  shape: t.Object({
    id: t.String(),
    name: shapes.nullableText(),
    position: nullable(t.Number({ description: "Position of the stage in its pipeline." })),
    probability: nullable(t.Number({ description: "Chance of winning a deal in this stage, in percent." })),
    pipeline_id: t.String(),
    pipeline_name: shapes.nullableText(),
  }),
  map: (raw) => ({
    id: String(raw.id),
    name: raw.name ?? null,
    position: raw.order_nr ?? null,
    probability: raw.deal_probability ?? null,
    pipeline_id: String(raw.pipeline_id),
    pipeline_name: raw.pipeline_name ?? null,
  }),
});

const user = resource({
  raw: t.Object({
    id: rawId,
    name: maybeText,
    email: maybeText,
    icon_url: maybeText,
    active_flag: maybeFlag,
    timezone_name: maybeText,
  }),
  shape: t.Object({ ...shapes.person, is_active: t.Boolean(), time_zone: shapes.nullableText() }),
  map: (raw) => ({
    id: String(raw.id),
    name: raw.name ?? null,
    email: raw.email ?? null,
    avatar_url: raw.icon_url ?? null,
    is_active: raw.active_flag ?? true,
    time_zone: raw.timezone_name ?? null,
  }),
});

/** Both lists are short, and Pipedrive returns up to 500 at once. */
const ALL_AT_ONCE = { limit: 500 };

export const lookupEndpoints = {
  search_items: endpoint({
    method: "GET",
    path: "/search",
    permission: "search.read",
    description: "Search Pipedrive by words for deals, people, organizations, leads, products and files.",
    keywords: ["find contact", "find deal", "find company", "look up"],
    query: t.Object({
      q: t.String({
        minLength: 2,
        maxLength: 200,
        description: "Text to search for, such as a name or email address.",
      }),
      type: t.Optional(oneOf(ITEM_TYPES, "Only items of this type.")),
    }),
    upstream: ({ query }) => ({ path: path`/v2/itemSearch`, query: { term: query.q, item_types: query.type } }),
    returns: many("results", searchResult, { at: "data.items", pagination: { ...cursorPagination, max: 100 } }),
  }),
  list_stages: endpoint({
    method: "GET",
    path: "/stages",
    permission: "deals.read",
    description: "List the stages of the sales pipelines in Pipedrive, in order, with their pipeline.",
    keywords: ["pipelines", "funnel", "sales process"],
    query: t.Object({ pipeline_id: t.Optional(id("Only stages of this pipeline.")) }),
    run: async ({ query }, upstream) => {
      const [stages, pipelines] = await Promise.all([
        upstream.request({ path: path`/v2/stages`, query: { ...query, ...ALL_AT_ONCE } }),
        upstream.request({ path: path`/v2/pipelines`, query: ALL_AT_ONCE }),
      ]);
      return {
        ...stages,
        json: { data: withPipelines(valueAt(stages.json, "data"), valueAt(pipelines.json, "data")) },
      };
    },
    returns: many("stages", stage, { at: "data", pagination: pages.whole() }),
  }),
  get_me: endpoint({
    method: "GET",
    path: "/me",
    permission: "users.read",
    description: "Get the connected Pipedrive user: name, email address, time zone.",
    keywords: ["who am I", "my account", "profile"],
    upstream: () => ({ path: path`/v1/users/me` }),
    returns: one(user, { at: "data", by: "owner" }),
  }),
  list_users: endpoint({
    method: "GET",
    path: "/users",
    permission: "users.read",
    description: "List the users of the Pipedrive company: who can own deals, activities and contacts.",
    keywords: ["team", "colleagues", "sales reps", "owners"],
    upstream: () => ({ path: path`/v1/users` }),
    returns: many("users", user, { at: "data", pagination: pages.whole(), absentWhenEmpty: true }),
  }),
};

function withPipelines(stages: unknown, pipelines: unknown): unknown {
  if (!Array.isArray(stages)) return stages;
  const names = new Map(
    (Array.isArray(pipelines) ? pipelines : []).map((p: unknown) => [valueAt(p, "id"), valueAt(p, "name")]),
  );
  return stages.map((stage: unknown) => ({
    ...(stage as object),
    pipeline_name: names.get(valueAt(stage, "pipeline_id")) ?? null,
  }));
}
