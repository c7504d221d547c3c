// Contacts and leads: people at the companies that one sells to, and those who may become so.
import { endpoint, many, maybeFlag, maybeText, nullable, resource, shapes, t } from "gateway/plugin";
import { addressOf, iso, recordId } from "./fields.ts";
import { ACCOUNT, byChange, COMMON, changedSince, found, given, listing, updatedSince, words } from "./lists.ts";
import { literal } from "./soql.ts";

const PERSON = {
  ...COMMON,
  Name: maybeText,
  FirstName: maybeText,
  LastName: maybeText,
  Email: maybeText,
  Phone: maybeText,
  MobilePhone: maybeText,
  Title: maybeText,
};
const PERSON_FIELDS = Object.keys(PERSON);

const personRaw = t.Object(PERSON);
type PersonRaw = (typeof personRaw)["static"];

function toPerson(raw: PersonRaw, company: string | null | undefined, call: Parameters<typeof addressOf>[1]) {
  return {
    id: raw.Id,
    name: raw.Name || null,
    first_name: raw.FirstName || null,
    last_name: raw.LastName || null,
    emails: raw.Email ? [raw.Email] : [],
    phones: [raw.Phone, raw.MobilePhone].flatMap((phone) => phone || []),
    company: company || null,
    title: raw.Title || null,
    url: addressOf(raw.Id, call),
    created_at: iso(raw.CreatedDate),
    updated_at: iso(raw.LastModifiedDate),
    owner_id: raw.OwnerId ?? null,
  };
}

const Contact = resource({
  raw: t.Object({ ...PERSON, AccountId: maybeText, Account: ACCOUNT }),
  shape: t.Object({ ...shapes.contact, account_id: nullable(t.String()), owner_id: nullable(t.String()) }),
  map: (raw, call) => ({ ...toPerson(raw, raw.Account?.Name, call), account_id: raw.AccountId ?? null }),
});

const Lead = resource({
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
    converted_contact_id: nullable(t.String({ description: "The contact that it became." })),
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
      q: words("Part of the name or email address."),
      account_id: t.Optional(recordId("Only those of this account; list_accounts gives it.")),
      owner_id: t.Optional(recordId("Only contacts of this user.")),
      updated_since: updatedSince,
    }),
    upstream: ({ query, page }) => {
      const where = [
        found(["Name", "Email"], query.q),
        given(query.account_id, (id) => `AccountId = ${literal(id)}`),
        given(query.owner_id, (id) => `OwnerId = ${literal(id)}`),
        changedSince(query.updated_since),
      ];
      return listing("Contact", [...PERSON_FIELDS, "AccountId", "Account.Name"], where, page);
    },
    returns: many("contacts", Contact, { at: "records", pagination: byChange }),
  }),
  list_leads: endpoint({
    method: "GET",
    path: "/leads",
    permission: "leads.read",
    description: "List or search Salesforce leads, with company, status and contact data.",
    keywords: ["prospects", "new leads", "inquiries", "crm"],
    query: t.Object({
      q: words("Part of the name, company or email address."),
      status: words("Only leads of this status, such as Open - Not Contacted."),
      is_converted: t.Optional(t.Boolean({ description: "Only converted leads, or only those that are not." })),
      owner_id: t.Optional(recordId("Only leads of the user with this id.")),
      updated_since: updatedSince,
    }),
    upstream: ({ query, page }) => {
      const own = ["Company", "Status", "LeadSource", "IsConverted", "ConvertedContactId"];
      const where = [
        found(["Name", "Company", "Email"], query.q),
        given(query.status, (status) => `Status = ${literal(status)}`),
        given(query.is_converted, (is) => `IsConverted = ${is}`),
        given(query.owner_id, (id) => `OwnerId = ${literal(id)}`),
        changedSince(query.updated_since),
      ];
      return listing("Lead", [...PERSON_FIELDS, ...own], where, page);
    },
    returns: many("leads", Lead, { at: "records", pagination: byChange }),
  }),
};
