// The contacts of a HubSpot account.
import { endpoint, many, one, record, shapes, t } from "gateway/plugin";
import { listOf, madeOf, type ObjectType, property, type RawRecord, recordFields, textOf } from "./record.ts";
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

export const contacts: ObjectType = {
  name: "contacts",
  typeId: "0-1",
  modified: "lastmodifieddate",
  filters: { lifecycle_stage: "lifecyclestage", company_id: "associations.company" },
  fields: {
    email: "email",
    first_name: "firstname",
    last_name: "lastname",
    phone: "phone",
    mobile_phone: "mobilephone",
    company: "company",
    title: "jobtitle",
    lifecycle_stage: "lifecyclestage",
  },
  reads: ["hs_additional_emails"],
};

const textsOf = (raw: RawRecord, ...names: string[]) => names.flatMap((name) => textOf(raw, name) ?? []);
const contact = record({
  ...recordFields(contacts),
  name: madeOf(shapes.contact.name, (raw) => textsOf(raw, "firstname", "lastname").join(" ") || null),
  first_name: property("firstname"),
  last_name: property("lastname"),
  emails: madeOf(shapes.contact.emails, (raw) => [...textsOf(raw, "email"), ...listOf(raw, "hs_additional_emails")]),
  phones: madeOf(shapes.contact.phones, (raw) => textsOf(raw, "phone", "mobilephone")),
  company: property("company"),
  title: property("jobtitle", shapes.contact.title.description),
  lifecycle_stage: property("lifecyclestage", "Lifecycle stage, such as lead or customer."),
});

const text = (description: string) => t.Optional(t.String({ maxLength: 1_000, description }));
const fields = {
  email: text("Email address; HubSpot keeps one contact for each."),
  first_name: text("First name."),
  last_name: text("Last name."),
  phone: text("Phone number."),
  mobile_phone: text("Mobile phone number."),
  company: text("Name of the company, as text."),
  title: text("Position in the company."),
  lifecycle_stage: text("Lifecycle stage, such as lead, opportunity or customer."),
  ...writeFields,
};
const idOrEmail = t.String({
  pattern: "^([0-9]{1,19}|[^@\\s/\\\\]{1,64}@[^@\\s/\\\\]{1,255})$",
  description: "Id of the contact, from hubspot_list_contacts, or its email address.",
});

export const contactEndpoints = {
  list_contacts: endpoint({
    method: "GET",
    path: "/contacts",
    permission: "contacts.read",
    description: "List or search the contacts in HubSpot, by words, owner, company or lifecycle stage.",
    keywords: ["find person", "leads", "customers", "address book", "phone number"],
    query: t.Object({
      ...listFields,
      lifecycle_stage: t.Optional(
        t.String({ maxLength: 100, description: "Only contacts at this lifecycle stage, such as lead." }),
      ),
      company_id: t.Optional(recordId("Only contacts of this company.")),
    }),
    upstream: ({ query }) => requestForList(contacts, query),
    returns: many("contacts", contact, { at: "results", pagination: listPagination }),
  }),
  get_contact: endpoint({
    method: "GET",
    path: "/contacts/{id}",
    permission: "contacts.read",
    description: "Get one HubSpot contact by its id or email address.",
    keywords: ["look up person", "who is", "customer"],
    params: { id: idOrEmail },
    query: t.Object(getFields),
    upstream: ({ params, query }) => requestForGet(contacts, params.id, query.properties),
    returns: one(contact),
  }),
  create_contact: endpoint({
    method: "POST",
    reaches: { when: ["owner_id", "properties"] },
    path: "/contacts",
    permission: "contacts.write",
    description:
      "Create a contact in HubSpot. If a contact with that email address exists, the call fails and names that contact's id.",
    keywords: ["add person", "new lead", "save customer"],
    body: t.Object({ ...fields, company_ids: linkedIds("companies") }, { minProperties: 1 }),
    readAs: {
      company_ids: { absent: "hubspot_list_contacts finds it by company_id." },
      email: "emails",
      phone: "phones",
      mobile_phone: "phones",
    },
    upstream: ({ body }) => requestForCreate(contacts, { company_ids: 279 }, body),
    returns: one(contact),
  }),
  update_contact: endpoint({
    method: "PATCH",
    idempotent: true,
    reaches: { when: ["owner_id", "properties"] },
    path: "/contacts/{id}",
    permission: "contacts.write",
    description: "Change a HubSpot contact: name, phone number, lifecycle stage, owner or any other property.",
    keywords: ["edit person", "assign lead"],
    params: { id: idOrEmail },
    body: t.Object(fields, { minProperties: 1 }),
    readAs: { email: "emails", phone: "phones", mobile_phone: "phones" },
    run: (call, upstream) => updateRecord(contacts, call, upstream),
    returns: one(contact),
  }),
};
