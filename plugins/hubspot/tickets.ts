// The support tickets of a HubSpot account.
import { endpoint, field, many, one, oneOf, pages, record, shapes, t } from "gateway/plugin";
import { idText, pipeline, requestForPipelines } from "./pipelines.ts";
import { listOf, madeOf, type ObjectType, property, recordFields, textOf } from "./record.ts";
import {
  linkedIds,
  listFields,
  listPagination,
  recordId,
  requestForCreate,
  requestForList,
  writeFields,
} from "./requests.ts";

export const tickets: ObjectType = {
  name: "tickets",
  typeId: "0-5",
  modified: "hs_lastmodifieddate",
  filters: {
    pipeline_id: "hs_pipeline",
    stage_id: "hs_pipeline_stage",
    contact_id: "associations.contact",
    company_id: "associations.company",
  },
  fields: {
    title: "subject",
    body: "content",
    pipeline_id: "hs_pipeline",
    stage_id: "hs_pipeline_stage",
    priority: "hs_ticket_priority",
  },
  reads: ["hs_ticket_category", "closed_date"],
};

const ticket = record({
  ...recordFields(tickets),
  key: field.text({ from: "id", description: shapes.issue.key.description }),
  title: madeOf(shapes.issue.title, (raw) => textOf(raw, "subject") ?? ""),
  body: property("content", "Plain text."),
  state: madeOf(
    t.String({ description: "Id of the stage; hubspot_list_ticket_pipelines returns the names." }),
    (raw) => textOf(raw, "hs_pipeline_stage") ?? "",
  ),
  is_closed: madeOf(shapes.issue.is_closed, (raw) => textOf(raw, "closed_date") !== null),
  labels: madeOf(shapes.issue.labels, (raw) => listOf(raw, "hs_ticket_category").map((name) => ({ name }))),
  pipeline_id: property("hs_pipeline"),
  priority: property("hs_ticket_priority", "LOW, MEDIUM, HIGH or URGENT."),
});

const priority = oneOf(["LOW", "MEDIUM", "HIGH", "URGENT"], "Priority of the ticket.");

export const ticketEndpoints = {
  list_tickets: endpoint({
    method: "GET",
    path: "/tickets",
    permission: "tickets.read",
    description: "List or search the support tickets in HubSpot, by words, owner, pipeline, stage, contact or company.",
    keywords: ["help desk", "support requests", "cases", "complaints"],
    query: t.Object({
      ...listFields,
      pipeline_id: t.Optional(idText("Only tickets in this pipeline.")),
      stage_id: t.Optional(idText("Only tickets in this stage.")),
      contact_id: t.Optional(recordId("Only tickets of this contact.")),
      company_id: t.Optional(recordId("Only tickets of this company.")),
    }),
    upstream: ({ query }) => requestForList(tickets, query),
    returns: many("tickets", ticket, { at: "results", pagination: listPagination }),
  }),
  create_ticket: endpoint({
    method: "POST",
    reaches: { when: ["owner_id", "properties"] },
    path: "/tickets",
    permission: "tickets.write",
    description: "Create a support ticket in HubSpot, in a stage of a pipeline, for contacts, companies and deals.",
    keywords: ["open case", "report problem", "help desk"],
    body: t.Object({
      title: t.String({ minLength: 1, maxLength: 1_000, description: "Subject of the ticket, in one line." }),
      stage_id: idText("Id of a stage of the pipeline, from hubspot_list_ticket_pipelines."),
      pipeline_id: t.Optional(idText("Id of the pipeline; the default is the account's default one.")),
      body: t.Optional(t.String({ maxLength: 65_536, description: "Description of the ticket, as plain text." })),
      priority: t.Optional(priority),
      ...writeFields,
      contact_ids: linkedIds("contacts"),
      company_ids: linkedIds("companies"),
      deal_ids: linkedIds("deals"),
    }),
    readAs: {
      contact_ids: { absent: "hubspot_list_tickets finds it by contact_id." },
      company_ids: { absent: "hubspot_list_tickets finds it by company_id." },
      deal_ids: { absent: "The link is a record of its own at HubSpot, which no tool reads." },
      stage_id: "state",
    },
    upstream: ({ body }) => requestForCreate(tickets, { contact_ids: 16, company_ids: 339, deal_ids: 28 }, body),
    returns: one(ticket),
  }),
  list_ticket_pipelines: endpoint({
    method: "GET",
    path: "/pipelines/tickets",
    permission: "tickets.read",
    description: "List the pipelines of HubSpot tickets with their stages.",
    keywords: ["help desk process", "ticket stages", "ticket status"],
    upstream: () => requestForPipelines("tickets"),
    returns: many("pipelines", pipeline, { at: "results", pagination: pages.whole() }),
  }),
};
