// Contacts (people at accounts) and leads (prospects).
import { endpoint, field, many, maybeText, record, t } from "gateway/plugin";
import { common, recordId } from "./fields.ts";
import {
  COMMON_NAMES,
  changedSince,
  containsWords,
  ifDefined,
  lastChangePagination,
  requestForList,
  text,
  updatedSince,
} from "./list-request.ts";
import { literal } from "./soql.ts";

const person = {
  id: field.text({ from: "Id" }),
  name: field.nonEmptyText({ from: "Name" }),
  first_name: field.nonEmptyText({ from: "FirstName" }),
  last_name: field.nonEmptyText({ from: "LastName" }),
  emails: field.of({
    from: "Email",
    raw: maybeText,
    shape: t.Array(t.String()),
    map: (email) => (email ? [email] : []),
  }),
  phones: field.derived({
    reads: t.Object({ Phone: maybeText, MobilePhone: maybeText }),
    shape: t.Array(t.String()),
    map: ({ Phone, MobilePhone }) => [Phone, MobilePhone].flatMap((phone) => phone || []),
  }),
};
const personOptions = { title: field.nonEmptyText({ from: "Title", description: "Job title." }), ...common };
const PERSON_NAMES = [...COMMON_NAMES, "Name", "FirstName", "LastName", "Email", "Phone", "MobilePhone", "Title"];

const contact = record({
  ...person,
  company: field.nonEmptyText({ from: "Account.Name" }),
  ...personOptions,
  department: field.nullableText({ from: "Department" }),
  account_id: field.nullableText({ from: "AccountId" }),
});

const lead = record({
  ...person,
  company: field.nonEmptyText({ from: "Company" }),
  ...personOptions,
  status: field.nullableText({ from: "Status" }),
  source: field.nullableText({ from: "LeadSource" }),
  is_converted: field.flag({ from: "IsConverted" }),
  converted_contact_id: field.nullableText({
    from: "ConvertedContactId",
    description: "Id of the contact that the lead was converted to; null before.",
  }),
});

export const peopleEndpoints = {
  list_contacts: endpoint({
    method: "GET",
    path: "/contacts",
    permission: "contacts.read",
    description: "List or search Salesforce contacts, with email addresses, phone numbers and their account.",
    keywords: ["find person", "customer", "email address", "phone number", "crm"],
    query: t.Object({
      q: text("Part of the name or email address."),
      account_id: t.Optional(recordId("Only contacts of this account, by id from salesforce_list_accounts.")),
      owner_id: t.Optional(recordId("Only contacts owned by the user with this id.")),
      updated_since: updatedSince,
    }),
    upstream: ({ query, page }) => {
      const where = [
        containsWords(["Name", "Email"], query.q),
        ifDefined(query.account_id, (id) => `AccountId = ${literal(id)}`),
        ifDefined(query.owner_id, (id) => `OwnerId = ${literal(id)}`),
        changedSince(query.updated_since),
      ];
      return requestForList("Contact", [...PERSON_NAMES, "Department", "AccountId", "Account.Name"], where, page);
    },
    returns: many("contacts", contact, { at: "records", pagination: lastChangePagination }),
  }),
  list_leads: endpoint({
    method: "GET",
    path: "/leads",
    permission: "leads.read",
    description: "List or search Salesforce leads, with company, status and contact data.",
    keywords: ["prospects", "new leads", "inquiries", "crm"],
    query: t.Object({
      q: text("Part of the name, company or email address."),
      status: text("Only leads of this status, such as Open - Not Contacted."),
      is_converted: t.Optional(t.Boolean({ description: "true: only converted leads; false: only others." })),
      owner_id: t.Optional(recordId("Only leads owned by the user with this id.")),
      updated_since: updatedSince,
    }),
    upstream: ({ query, page }) => {
      const own = ["Company", "Status", "LeadSource", "IsConverted", "ConvertedContactId"];
      const where = [
        containsWords(["Name", "Company", "Email"], query.q),
        ifDefined(query.status, (status) => `Status = ${literal(status)}`),
        ifDefined(query.is_converted, (is) => `IsConverted = ${is}`),
        ifDefined(query.owner_id, (id) => `OwnerId = ${literal(id)}`),
        changedSince(query.updated_since),
      ];
      return requestForList("Lead", [...PERSON_NAMES, ...own], where, page);
    },
    returns: many("leads", lead, { at: "records", pagination: lastChangePagination }),
  }),
};
