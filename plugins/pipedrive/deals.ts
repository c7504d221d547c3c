// Deals, and the stages of the pipelines that they move through.
import {
  asDay,
  endpoint,
  many,
  maybeNumber,
  maybeText,
  nullable,
  one,
  oneOf,
  path,
  resource,
  type Static,
  shapes,
  t,
} from "gateway/plugin";
import { currency, customFields, customRaw, customShape, day, id, idOf, isoTime, maybeId, numericId, toCustom, updatedSince, utcTime, webUrl } from "./fields.ts";
import { cursorPagination, lastChangedFirst } from "./pagination.ts";

const deal = resource({
  raw: t.Object({
    id: t.Integer(),
    title: maybeText,
    value: maybeNumber,
    currency: maybeText,
    status: maybeText,
    stage_id: maybeId,
    pipeline_id: maybeId,
    person_id: maybeId,
    org_id: maybeId,
    owner_id: maybeId,
    probability: maybeNumber,
    lost_reason: maybeText,
    expected_close_date: maybeText,
    won_time: maybeText,
    lost_time: maybeText,
    add_time: maybeText,
    update_time: maybeText,
    custom_fields: customRaw,
  }),
  shape: t.Object({
    id: t.String(),
    title: shapes.nullableText(),
    value: nullable(t.Number()),
    currency: shapes.nullableText(),
    status: nullable(t.String({ description: "open, won, lost or deleted." })),
    stage_id: nullable(t.String({ description: "list_stages has its name." })),
    pipeline_id: shapes.nullableText(),
    person_id: shapes.nullableText(),
    organization_id: shapes.nullableText(),
    owner_id: shapes.nullableText(),
    probability: nullable(t.Number({ description: "Percent." })),
    lost_reason: shapes.nullableText(),
    expected_close_date: shapes.nullableDay("A day, such as 2026-01-31."),
    won_at: shapes.nullableTime(),
    lost_at: shapes.nullableTime(),
    url: nullable(t.String({ description: "Opens it in the browser." })),
    custom_fields: customShape,
    created_at: shapes.nullableTime(),
    updated_at: shapes.nullableTime(),
  }),
  map: (raw, call) => ({
    id: String(raw.id),
    title: raw.title ?? null,
    value: raw.value ?? null,
    currency: raw.currency ?? null,
    status: raw.status ?? null,
    stage_id: idOf(raw.stage_id),
    pipeline_id: idOf(raw.pipeline_id),
    person_id: idOf(raw.person_id),
    organization_id: idOf(raw.org_id),
    owner_id: idOf(raw.owner_id),
    probability: raw.probability ?? null,
    lost_reason: raw.lost_reason ?? null,
    expected_close_date: asDay(raw.expected_close_date),
    won_at: isoTime(raw.won_time),
    lost_at: isoTime(raw.lost_time),
    url: webUrl(call, "deal", raw.id),
    custom_fields: toCustom(raw.custom_fields),
    created_at: isoTime(raw.add_time),
    updated_at: isoTime(raw.update_time),
  }),
});

const status = (description: string) => oneOf(["open", "won", "lost"], description);
const title = t.String({ minLength: 1, maxLength: 255, description: "Name of the deal." });

const values = {
  value: t.Optional(t.Number({ minimum: 0, description: "What it is worth." })),
  currency: t.Optional(currency),
  stage_id: t.Optional(id("Id of the stage to put it in, which decides the pipeline; list_stages gives it.")),
  status: t.Optional(status("open, won or lost.")),
  lost_reason: t.Optional(t.String({ maxLength: 150, description: "Why it was lost." })),
  probability: t.Optional(t.Integer({ minimum: 0, maximum: 100, description: "Chance of winning it, percent." })),
  expected_close_date: t.Optional(day("A day, such as 2026-01-31.")),
  person_id: t.Optional(id("Id of the person it is with; list_persons gives it.")),
  organization_id: t.Optional(id("Id of the organization it is with; list_organizations gives it.")),
  owner_id: t.Optional(id("Id of the user who works on it; list_users gives it.")),
  custom_fields: t.Optional(customFields("Values of custom fields by the 40-character key of each.")),
};
const changes = t.Object({ title: t.Optional(title), ...values });

function toBody({ organization_id, person_id, owner_id, stage_id, ...rest }: Static<typeof changes>) {
  return {
    ...rest,
    stage_id: numericId(stage_id),
    person_id: numericId(person_id),
    org_id: numericId(organization_id),
    owner_id: numericId(owner_id),
  };
}

const dealId = id("Id of the deal; list_deals gives it.");

export const dealEndpoints = {
  list_deals: endpoint({
    method: "GET",
    path: "/deals",
    permission: "deals.read",
    description: "List the deals in Pipedrive, the last changed first. search_items finds them by words.",
    keywords: ["pipeline", "opportunities", "sales", "won deals", "lost deals"],
    query: t.Object({
      status: t.Optional(status("Only open, won or lost deals; all unless said.")),
      owner_id: t.Optional(id("Only deals of this user; list_users gives it.")),
      person_id: t.Optional(id("Only deals with this person.")),
      organization_id: t.Optional(id("Only deals with this organization.")),
      pipeline_id: t.Optional(id("Only deals in this pipeline; list_stages gives it.")),
      stage_id: t.Optional(id("Only deals in this stage; list_stages gives it.")),
      updated_since: updatedSince,
    }),
    upstream: ({ query: { organization_id, updated_since, ...query } }) => ({
      path: path`/v2/deals`,
      query: { ...query, org_id: organization_id, updated_since: utcTime(updated_since), ...lastChangedFirst },
    }),
    returns: many("deals", deal, { at: "data", pagination: cursorPagination }),
  }),
  get_deal: endpoint({
    method: "GET",
    path: "/deals/{id}",
    permission: "deals.read",
    description: "Get one Pipedrive deal with its value, stage, people and custom fields.",
    keywords: ["deal details", "opportunity"],
    params: { id: dealId },
    upstream: ({ params }) => ({ path: path`/v2/deals/${params.id}` }),
    returns: one(deal, { at: "data" }),
  }),
  create_deal: endpoint({
    method: "POST",
    path: "/deals",
    permission: "deals.write",
    description: "Create a deal in Pipedrive, in a stage of a pipeline, with its person or organization.",
    keywords: ["new deal", "add opportunity"],
    body: t.Object({ title, ...values }),
    upstream: ({ body }) => ({ path: path`/v2/deals`, json: toBody(body) }),
    returns: one(deal, { at: "data" }),
  }),
  update_deal: endpoint({
    method: "PATCH",
    path: "/deals/{id}",
    permission: "deals.write",
    description: "Change a Pipedrive deal: move it to another stage, mark it as won or lost, or set its value.",
    keywords: ["move deal", "close deal", "win", "lose", "stage"],
    params: { id: dealId },
    body: t.Object(changes.properties, { minProperties: 1 }),
    upstream: ({ params, body }) => ({ path: path`/v2/deals/${params.id}`, json: toBody(body) }),
    returns: one(deal, { at: "data" }),
  }),
};
