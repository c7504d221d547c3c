// Leads: prospects in the leads inbox.
import {
  asDay,
  endpoint,
  InvalidInput,
  many,
  maybe,
  maybeFlag,
  maybeNumber,
  maybeText,
  nullable,
  one,
  path,
  resource,
  shapes,
  t,
} from "gateway/plugin";
import { currency, day, id, idOf, isoTime, maybeId, numericId, updatedSince, utcTime, webUrl } from "./fields.ts";
import { offsetPagination } from "./pagination.ts";

const lead = resource({
  raw: t.Object({
    id: t.String(),
    title: maybeText,
    value: maybe(t.Object({ amount: maybeNumber, currency: maybeText })),
    person_id: maybeId,
    organization_id: maybeId,
    owner_id: maybeId,
    source_name: maybeText,
    is_archived: maybeFlag,
    expected_close_date: maybeText,
    add_time: maybeText,
    update_time: maybeText,
  }),
  shape: t.Object({
    id: t.String(),
    title: shapes.nullableText(),
    value: nullable(t.Number()),
    currency: shapes.nullableText(),
    person_id: shapes.nullableText(),
    organization_id: shapes.nullableText(),
    owner_id: shapes.nullableText(),
    source: nullable(t.String({ description: "Source of the lead, as Pipedrive names it." })),
    is_archived: t.Boolean(),
    expected_close_date: shapes.nullableDay("A day, such as 2026-01-31."),
    url: nullable(t.String({ description: "URL to open in a browser." })),
    created_at: shapes.nullableTime(),
    updated_at: shapes.nullableTime(),
  }),
  map: (raw, { identity }) => ({
    id: raw.id,
    title: raw.title ?? null,
    value: raw.value?.amount ?? null,
    currency: raw.value?.currency ?? null,
    person_id: idOf(raw.person_id),
    organization_id: idOf(raw.organization_id),
    owner_id: idOf(raw.owner_id),
    source: raw.source_name ?? null,
    is_archived: raw.is_archived ?? false,
    expected_close_date: asDay(raw.expected_close_date),
    url: webUrl(identity.tenant.domain, "lead", raw.id),
    created_at: isoTime(raw.add_time),
    updated_at: isoTime(raw.update_time),
  }),
});

export const leadEndpoints = {
  list_leads: endpoint({
    method: "GET",
    path: "/leads",
    permission: "leads.read",
    description: "List the leads in Pipedrive's leads inbox, the last changed first.",
    keywords: ["prospects", "inquiries", "new leads"],
    query: t.Object({
      owner_id: t.Optional(id("Only leads of this user, from pipedrive_list_users.")),
      person_id: t.Optional(id("Only leads with this person.")),
      organization_id: t.Optional(id("Only leads with this organization.")),
      updated_since: updatedSince,
    }),
    upstream: ({ query: { updated_since, ...query } }) => ({
      path: path`/v1/leads`,
      query: { ...query, updated_since: utcTime(updated_since), sort: "update_time DESC" },
    }),
    returns: many("leads", lead, { at: "data", pagination: offsetPagination, absentWhenEmpty: true }),
  }),
  create_lead: endpoint({
    method: "POST",
    reaches: { when: ["owner_id"] },
    path: "/leads",
    permission: "leads.write",
    description: "Create a lead in Pipedrive's leads inbox, with a person or an organization.",
    keywords: ["new prospect", "add lead"],
    body: t.Object({
      title: t.String({ minLength: 1, maxLength: 255, description: "Name of the lead." }),
      person_id: t.Optional(id("Id of the person; this or organization_id is needed.")),
      organization_id: t.Optional(id("Id of the organization, from pipedrive_list_organizations.")),
      value: t.Optional(t.Number({ minimum: 0, description: "Estimated value of the lead; needs currency." })),
      currency: t.Optional(currency),
      expected_close_date: t.Optional(day("A day, such as 2026-01-31.")),
      owner_id: t.Optional(id("Id of the owner, from pipedrive_list_users.")),
    }),
    upstream: ({ body }) => {
      if (body.person_id === undefined && body.organization_id === undefined)
        throw new InvalidInput("A lead needs a person_id or an organization_id.");
      if ((body.value === undefined) !== (body.currency === undefined))
        throw new InvalidInput("value and currency go together.");
      return {
        path: path`/v1/leads`,
        json: {
          title: body.title,
          person_id: numericId(body.person_id),
          organization_id: numericId(body.organization_id),
          value: body.value === undefined ? undefined : { amount: body.value, currency: body.currency },
          expected_close_date: body.expected_close_date,
          owner_id: numericId(body.owner_id),
        },
      };
    },
    returns: one(lead, { at: "data" }),
  }),
};
