// What other calls need to know first: things by words, the stages of the pipelines, and who works here.
import {
  endpoint,
  many,
  maybe,
  maybeFlag,
  maybeNumber,
  maybeText,
  nullable,
  oneOf,
  pages,
  path,
  resource,
  shapes,
  t,
  valueAt,
} from "gateway/plugin";
import { addressOf, byCursor, id, idOf, maybeId } from "./fields.ts";

const named = maybe(t.Object({ id: maybeId, name: maybeText }));
const namedShape = nullable(t.Object({ id: shapes.nullableText(), name: shapes.nullableText() }));
const toNamed = (thing: { id?: unknown; name?: string | null } | null | undefined) =>
  thing ? { id: idOf(thing.id), name: thing.name ?? null } : null;

const KINDS = ["deal", "person", "organization", "lead", "product", "file", "project"] as const;

const Found = resource({
  raw: t.Object({
    item: t.Object({
      id: t.Union([t.Integer(), t.String()]),
      type: t.String(),
      title: maybeText,
      name: maybeText,
      status: maybeText,
      value: maybeNumber,
      currency: maybeText,
      emails: maybe(t.Array(t.String())),
      phones: maybe(t.Array(t.String())),
      stage: named,
      person: named,
      organization: named,
    }),
  }),
  shape: t.Object({
    id: t.String(),
    type: t.String({ description: `One of ${KINDS.join(", ")}.` }),
    name: nullable(t.String({ description: "Name or title." })),
    status: nullable(t.String({ description: "Of a deal: open, won or lost." })),
    value: nullable(t.Number()),
    currency: shapes.nullableText(),
    emails: t.Array(t.String()),
    phones: t.Array(t.String()),
    stage: namedShape,
    person: namedShape,
    organization: namedShape,
    url: nullable(t.String({ description: "Opens it in the browser." })),
  }),
  map: ({ item }, call) => ({
    id: String(item.id),
    type: item.type,
    name: item.title ?? item.name ?? null,
    status: item.status ?? null,
    value: item.value ?? null,
    currency: item.currency ?? null,
    emails: item.emails ?? [],
    phones: item.phones ?? [],
    stage: toNamed(item.stage),
    person: toNamed(item.person),
    organization: toNamed(item.organization),
    url: addressOf(call, item.type, item.id),
  }),
});

const Stage = resource({
  raw: t.Object({
    id: t.Integer(),
    name: maybeText,
    order_nr: maybeNumber,
    pipeline_id: t.Integer(),
    deal_probability: maybeNumber,
    pipeline_name: maybeText,
  }),
  shape: t.Object({
    id: t.String(),
    name: shapes.nullableText(),
    position: nullable(t.Number({ description: "Its place in the pipeline." })),
    probability: nullable(t.Number({ description: "Chance of winning a deal in it, percent." })),
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

const User = resource({
  raw: t.Object({
    id: t.Integer(),
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

/** Both lists are short; Pipedrive gives 500 at once. */
const ALL = { limit: 500 };

export const lookupEndpoints = {
  search_items: endpoint({
    method: "GET",
    path: "/search",
    permission: "search.read",
    description: "Search Pipedrive by words for deals, people, organizations, leads, products and files.",
    keywords: ["find contact", "find deal", "find company", "look up"],
    query: t.Object({
      q: t.String({ minLength: 2, maxLength: 200, description: "What to look for, such as a name or email address." }),
      type: t.Optional(oneOf(KINDS, "Only this kind of thing.")),
    }),
    upstream: ({ query }) => ({ path: path`/v2/itemSearch`, query: { term: query.q, item_types: query.type } }),
    returns: many("results", Found, { at: "data.items", pagination: { ...byCursor, max: 100 } }),
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
        upstream.request({ path: path`/v2/stages`, query: { ...query, ...ALL } }),
        upstream.request({ path: path`/v2/pipelines`, query: ALL }),
      ]);
      return {
        ...stages,
        json: { data: withPipelines(valueAt(stages.json, "data"), valueAt(pipelines.json, "data")) },
      };
    },
    returns: many("stages", Stage, { at: "data", pagination: pages.whole() }),
  }),
  list_users: endpoint({
    method: "GET",
    path: "/users",
    permission: "users.read",
    description: "List the users of the Pipedrive company: who can own deals, activities and contacts.",
    keywords: ["team", "colleagues", "sales reps", "owners"],
    upstream: () => ({ path: path`/v1/users` }),
    returns: many("users", User, { at: "data", pagination: pages.whole(), absentWhenEmpty: true }),
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
