// Notes on deals, persons, organizations and leads. Pipedrive stores HTML, callers read and write plain text.
import {
  endpoint,
  InvalidInput,
  many,
  maybeText,
  one,
  path,
  rawId,
  resource,
  type Static,
  shapes,
  t,
} from "gateway/plugin";
import { id, idOf, isoTime, leadId, maybeId, numericId } from "./fields.ts";
import { fromHtml, toHtml } from "./html.ts";
import { offsetPagination } from "./pagination.ts";

const note = resource({
  raw: t.Object({
    id: rawId,
    content: maybeText,
    user_id: maybeId,
    deal_id: maybeId,
    person_id: maybeId,
    org_id: maybeId,
    lead_id: maybeId,
    add_time: maybeText,
    update_time: maybeText,
  }),
  shape: t.Object({
    id: t.String(),
    text: t.String({ description: "Plain text." }),
    user_id: shapes.nullableText(),
    deal_id: shapes.nullableText(),
    person_id: shapes.nullableText(),
    organization_id: shapes.nullableText(),
    lead_id: shapes.nullableText(),
    created_at: shapes.nullableTime(),
    updated_at: shapes.nullableTime(),
  }),
  map: (raw) => ({
    id: String(raw.id),
    text: fromHtml(raw.content) ?? "",
    user_id: idOf(raw.user_id),
    deal_id: idOf(raw.deal_id),
    person_id: idOf(raw.person_id),
    organization_id: idOf(raw.org_id),
    lead_id: idOf(raw.lead_id),
    created_at: isoTime(raw.add_time),
    updated_at: isoTime(raw.update_time),
  }),
});

const noteTargets = t.Object({
  deal_id: t.Optional(id("Id of the deal, from pipedrive_list_deals.")),
  person_id: t.Optional(id("Id of the person, from pipedrive_list_persons.")),
  organization_id: t.Optional(id("Id of the organization, from pipedrive_list_organizations.")),
  lead_id: t.Optional(leadId("Id of the lead, from pipedrive_list_leads.")),
});
const toUpstreamTargets = ({ deal_id, person_id, organization_id, lead_id }: Static<typeof noteTargets>) => ({
  deal_id: numericId(deal_id),
  person_id: numericId(person_id),
  org_id: numericId(organization_id),
  lead_id,
});

export const noteEndpoints = {
  list_notes: endpoint({
    method: "GET",
    path: "/notes",
    permission: "notes.read",
    description:
      "List the notes in Pipedrive, the newest first: of a deal, a person, an organization or a lead, or all.",
    keywords: ["comments", "history", "what was said"],
    query: noteTargets,
    upstream: ({ query }) => ({ path: path`/v1/notes`, query: { ...toUpstreamTargets(query), sort: "add_time DESC" } }),
    returns: many("notes", note, { at: "data", pagination: offsetPagination, absentWhenEmpty: true }),
  }),
  create_note: endpoint({
    method: "POST",
    path: "/notes",
    permission: "notes.write",
    reaches: false,
    description: "Write a note in Pipedrive on a deal, a person, an organization or a lead.",
    keywords: ["add comment", "log", "write down"],
    body: t.Object({
      text: t.String({ minLength: 1, maxLength: 50_000, description: "Plain text; line breaks are preserved." }),
      ...noteTargets.properties,
    }),
    upstream: ({ body: { text, ...targets } }) => {
      if (Object.values(targets).every((value) => value === undefined))
        throw new InvalidInput("A note needs a deal_id, person_id, organization_id or lead_id.");
      return { path: path`/v1/notes`, json: { content: toHtml(text), ...toUpstreamTargets(targets) } };
    },
    returns: one(note, { at: "data" }),
  }),
};
