// The deals of a HubSpot account and their pipelines.
import { endpoint, many, nullable, one, pages, record, t } from "gateway/plugin";
import { idText, pipeline, requestForPipelines } from "./pipelines.ts";
import { madeOf, numberOf, type ObjectType, property, recordFields, textOf, time } from "./record.ts";
import {
  getFields,
  linkedIds,
  listFields,
  listPagination,
  recordId,
  requestForCreate,
  requestForGet,
  requestForList,
  updateRecord,
  writeFields,
} from "./requests.ts";

export const deals: ObjectType = {
  name: "deals",
  typeId: "0-3",
  modified: "hs_lastmodifieddate",
  filters: {
    pipeline_id: "pipeline",
    stage_id: "dealstage",
    contact_id: "associations.contact",
    company_id: "associations.company",
  },
  fields: {
    name: "dealname",
    amount: "amount",
    currency: "deal_currency_code",
    pipeline_id: "pipeline",
    stage_id: "dealstage",
    close_date: "closedate",
    description: "description",
  },
  reads: ["hs_is_closed", "hs_is_closed_won"],
};

const flag = (property: string, description: string) =>
  madeOf(nullable(t.Boolean(), description), (raw) => {
    const value = textOf(raw, property);
    return value === null ? null : value === "true";
  });
const deal = record({
  ...recordFields(deals),
  name: property("dealname"),
  amount: madeOf(nullable(t.Number()), (raw) => numberOf(raw, "amount")),
  currency: property("deal_currency_code", "Currency code of the amount; null if the account has only one currency."),
  pipeline_id: property("pipeline"),
  stage_id: property("dealstage", "Id of the stage; hubspot_list_deal_pipelines returns the names."),
  close_date: time("closedate", "When the deal was closed or is expected to close."),
  description: property("description"),
  is_closed: flag("hs_is_closed", "Whether it is won or lost; null if HubSpot does not say."),
  is_won: flag("hs_is_closed_won", "Whether it is won; null if HubSpot does not say."),
});

const name = t.String({ minLength: 1, maxLength: 1_000, description: "Name of the deal." });
const stageId = idText("Id of a stage of the pipeline, from hubspot_list_deal_pipelines.");
const fields = {
  amount: t.Optional(t.Number({ description: "Value of the deal." })),
  currency: t.Optional(t.String({ pattern: "^[A-Z]{3}$", description: "Currency of the amount, such as EUR." })),
  pipeline_id: t.Optional(idText("Id of the pipeline; the default is the account's default one.")),
  close_date: t.Optional(
    t.String({ format: "date-time", description: "When the deal is expected to close, such as 2026-01-31T09:00:00Z." }),
  ),
  description: t.Optional(t.String({ maxLength: 5_000, description: "Description of the deal." })),
  ...writeFields,
};
const id = recordId("Id of the deal, from hubspot_list_deals.");

export const dealEndpoints = {
  list_deals: endpoint({
    method: "GET",
    path: "/deals",
    permission: "deals.read",
    description: "List or search the deals in HubSpot, by words, owner, pipeline, stage, contact or company.",
    keywords: ["opportunities", "sales", "revenue", "forecast"],
    query: t.Object({
      ...listFields,
      pipeline_id: t.Optional(idText("Only deals in this pipeline.")),
      stage_id: t.Optional(idText("Only deals in this stage.")),
      contact_id: t.Optional(recordId("Only deals of this contact.")),
      company_id: t.Optional(recordId("Only deals of this company.")),
    }),
    upstream: ({ query }) => requestForList(deals, query),
    returns: many("deals", deal, { at: "results", pagination: listPagination }),
  }),
  get_deal: endpoint({
    method: "GET",
    path: "/deals/{id}",
    permission: "deals.read",
    description: "Get one deal in HubSpot by its id.",
    keywords: ["opportunity", "sale"],
    params: { id },
    query: t.Object(getFields),
    upstream: ({ params, query }) => requestForGet(deals, params.id, query.properties),
    returns: one(deal),
  }),
  create_deal: endpoint({
    method: "POST",
    reaches: { when: ["owner_id", "properties"] },
    path: "/deals",
    permission: "deals.write",
    description: "Create a deal in HubSpot, in a stage of a pipeline, for contacts and companies.",
    keywords: ["new opportunity", "add sale"],
    body: t.Object({
      name,
      stage_id: stageId,
      ...fields,
      contact_ids: linkedIds("contacts"),
      company_ids: linkedIds("companies"),
    }),
    readAs: {
      contact_ids: { absent: "hubspot_list_deals finds it by contact_id." },
      company_ids: { absent: "hubspot_list_deals finds it by company_id." },
    },
    upstream: ({ body }) => requestForCreate(deals, { contact_ids: 3, company_ids: 341 }, body),
    returns: one(deal),
  }),
  update_deal: endpoint({
    method: "PATCH",
    idempotent: true,
    reaches: { when: ["owner_id", "properties"] },
    path: "/deals/{id}",
    permission: "deals.write",
    description:
      "Change a deal in HubSpot: move it to another stage, set its amount, closing date, owner or any property.",
    keywords: ["move opportunity", "close deal", "won", "lost"],
    params: { id },
    body: t.Object({ name: t.Optional(name), stage_id: t.Optional(stageId), ...fields }, { minProperties: 1 }),
    run: (call, upstream) => updateRecord(deals, call, upstream),
    returns: one(deal),
  }),
  list_deal_pipelines: endpoint({
    method: "GET",
    path: "/pipelines/deals",
    permission: "deals.read",
    description: "List the pipelines of HubSpot deals with their stages.",
    keywords: ["sales process", "stages", "board"],
    upstream: () => requestForPipelines("deals"),
    returns: many("pipelines", pipeline, { at: "results", pagination: pages.whole() }),
  }),
};
