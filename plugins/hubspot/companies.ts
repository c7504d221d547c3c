// The companies of a HubSpot account.
import { endpoint, field, many, one, record, t } from "gateway/plugin";
import { type ObjectType, property, recordFields } from "./record.ts";
import {
  getFields,
  listFields,
  listPagination,
  recordId,
  requestForCreate,
  requestForGet,
  requestForList,
  updateRecord,
  writeFields,
} from "./requests.ts";

export const companies: ObjectType = {
  name: "companies",
  typeId: "0-2",
  modified: "hs_lastmodifieddate",
  filters: { domain: "domain", contact_id: "associations.contact" },
  fields: {
    name: "name",
    domain: "domain",
    phone: "phone",
    industry: "industry",
    city: "city",
    country: "country",
    description: "description",
    lifecycle_stage: "lifecyclestage",
  },
  reads: [],
};

const company = record({
  ...recordFields(companies),
  name: property("name"),
  domain: property("domain", "Domain of the company's website."),
  phone: property("phone"),
  industry: property("industry", "One of HubSpot's industry values, such as COMPUTER_SOFTWARE."),
  city: property("city"),
  country: field.nonEmptyText({ from: "properties.country", by: "others" }),
  description: property("description"),
  lifecycle_stage: property("lifecyclestage", "Lifecycle stage, such as lead or customer."),
});

const text = (description: string) => t.Optional(t.String({ maxLength: 5_000, description }));
const fields = {
  domain: text("Domain of the company's website, such as acme.example; HubSpot may fill in other properties from it."),
  phone: text("Phone number."),
  industry: text("One of HubSpot's industry values, such as COMPUTER_SOFTWARE."),
  city: text("City."),
  country: text("Country."),
  description: text("What the company does."),
  lifecycle_stage: text("Lifecycle stage, such as lead, opportunity or customer."),
  ...writeFields,
};
const id = recordId("Id of the company, from hubspot_list_companies.");

export const companyEndpoints = {
  list_companies: endpoint({
    method: "GET",
    path: "/companies",
    permission: "companies.read",
    description: "List or search the companies in HubSpot, by words, domain, owner or one of their contacts.",
    keywords: ["find organization", "accounts", "customers", "firms"],
    query: t.Object({
      ...listFields,
      domain: t.Optional(t.String({ maxLength: 255, description: "Only the company of this domain." })),
      contact_id: t.Optional(recordId("Only companies of this contact.")),
    }),
    upstream: ({ query }) => requestForList(companies, query),
    returns: many("companies", company, { at: "results", pagination: listPagination }),
  }),
  get_company: endpoint({
    method: "GET",
    path: "/companies/{id}",
    permission: "companies.read",
    description: "Get one company in HubSpot by its id.",
    keywords: ["look up organization", "account details"],
    params: { id },
    query: t.Object(getFields),
    upstream: ({ params, query }) => requestForGet(companies, params.id, query.properties),
    returns: one(company),
  }),
  create_company: endpoint({
    method: "POST",
    reaches: { when: ["owner_id", "properties"] },
    path: "/companies",
    permission: "companies.write",
    description:
      "Create a company in HubSpot. HubSpot accepts several companies with the same domain, so search first.",
    keywords: ["add organization", "new account"],
    body: t.Object({ name: t.String({ minLength: 1, maxLength: 1_000, description: "Name." }), ...fields }),
    upstream: ({ body }) => requestForCreate(companies, {}, body),
    returns: one(company),
  }),
  update_company: endpoint({
    method: "PATCH",
    idempotent: true,
    reaches: { when: ["owner_id", "properties"] },
    path: "/companies/{id}",
    permission: "companies.write",
    description: "Change a company in HubSpot: name, domain, owner or any other property.",
    keywords: ["edit organization", "assign account"],
    params: { id },
    body: t.Object({ name: text("New name."), ...fields }, { minProperties: 1 }),
    run: (call, upstream) => updateRecord(companies, call, upstream),
    returns: one(company),
  }),
};
