// Contacts (people at accounts) and leads (prospects).
import { endpoint, many, maybeFlag, maybeText, nullable, resource, shapes, t } from "gateway/plugin";
import { isoTime, recordId, webUrl } from "./fields.ts";
import {
  COMMON_FIELDS,
  changedSince,
  containsWords,
  ifDefined,
  lastChangePagination,
  rawAccount,
  requestForList,
  text,
  updatedSince,
} from "./list-request.ts";
import { literal } from "./soql.ts";

const PERSON = {
  ...COMMON_FIELDS,
  Name: maybeText,
  FirstName: maybeText,
  LastName: maybeText,
  Email: maybeText,
  Phone: maybeText,
  MobilePhone: maybeText,
  Title: maybeText,
};
const PERSON_FIELDS = Object.keys(PERSON);

const rawPerson = t.Object(PERSON);
type RawPerson = (typeof rawPerson)["static"];

function toPerson(raw: RawPerson, company: string | null | undefined, call: Parameters<typeof webUrl>[1]) {
  return {
    id: raw.Id,
    name: raw.Name || null,
    first_name: raw.FirstName || null,
    last_name: raw.LastName || null,
    emails: raw.Email ? [raw.Email] : [],
    phones: [raw.Phone, raw.MobilePhone].flatMap((phone) => phone || []),
    company: company || null,
    title: raw.Title || null,
    url: webUrl(raw.Id, call),
    created_at: isoTime(raw.CreatedDate),
    updated_at: isoTime(raw.LastModifiedDate),
    owner_id: raw.OwnerId ?? null,
  };
}

const contact = resource({
  raw: t.Object({ ...PERSON, Department: maybeText, AccountId: maybeText, Account: rawAccount }),
  shape: t.Object({
    ...shapes.contact,
    department: nullable(t.String()),
    account_id: nullable(t.String()),
    owner_id: nullable(t.String()),
  }),
  map: (raw, call) => ({
    ...toPerson(raw, raw.Account?.Name, call),
    department: raw.Department ?? null,
    account_id: raw.AccountId ?? null,
  }),
});

const lead = resource({
  raw: t.Object({
    ...PERSON,
    Company: maybeText,
    Status: maybeText,
    LeadSource: maybeText,
    IsConverted: maybeFlag,
    ConvertedContactId: maybeText,
  }),
  shape: t.Object({
    ...shapes.contact,
    status: nullable(t.String()),
    source: nullable(t.String()),
    is_converted: t.Boolean(),
    converted_contact_id: nullable(
      t.String({ description: "Id of the contact that the lead was converted to; null before." }),
    ),
    owner_id: nullable(t.String()),
  }),
  map: (raw, call) => ({
    ...toPerson(raw, raw.Company, call),
    status: raw.Status ?? null,
    source: raw.LeadSource ?? null,
    is_converted: raw.IsConverted ?? false,
    converted_contact_id: raw.ConvertedContactId ?? null,
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
      return requestForList("Contact", [...PERSON_FIELDS, "Department", "AccountId", "Account.Name"], where, page);
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
      return requestForList("Lead", [...PERSON_FIELDS, ...own], where, page);
    },
    returns: many("leads", lead, { at: "records", pagination: lastChangePagination }),
  }),
};
