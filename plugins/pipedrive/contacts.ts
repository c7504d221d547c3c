// Persons and the organizations that they work for.
import { endpoint, many, maybe, maybeText, nullable, one, path, rawId, resource, shapes, t } from "gateway/plugin";
import {
  customFields,
  customFieldsShape,
  id,
  idOf,
  isoTime,
  maybeId,
  numericId,
  rawCustomFields,
  toCustomFields,
  updatedSince,
  utcTime,
  webUrl,
} from "./fields.ts";
import { cursorPagination, lastChangedFirst } from "./pagination.ts";

const rawValues = maybe(t.Array(t.Object({ value: maybeText, primary: t.Optional(t.Unknown()) })));

/** Email addresses or phone numbers, the primary one first. */
function valuesOf(list: readonly { value?: string | null; primary?: unknown }[] | null | undefined): string[] {
  const sorted = [...(list ?? [])].sort((a, b) => Number(b.primary === true) - Number(a.primary === true));
  return sorted.flatMap(({ value }) => value || []);
}
const toLabeledValues = (values: readonly string[] | undefined) =>
  values?.map((value, index) => ({ value, primary: index === 0, label: "work" }));

const person = resource({
  raw: t.Object({
    id: rawId,
    name: maybeText,
    first_name: maybeText,
    last_name: maybeText,
    emails: rawValues,
    phones: rawValues,
    job_title: maybeText,
    org_id: maybeId,
    owner_id: maybeId,
    custom_fields: rawCustomFields,
    add_time: maybeText,
    update_time: maybeText,
  }),
  shape: t.Object({
    ...shapes.contact,
    organization_id: shapes.nullableText(),
    owner_id: shapes.nullableText(),
    custom_fields: customFieldsShape,
  }),
  map: (raw, { identity }) => ({
    id: String(raw.id),
    name: raw.name ?? null,
    first_name: raw.first_name ?? null,
    last_name: raw.last_name ?? null,
    emails: valuesOf(raw.emails),
    phones: valuesOf(raw.phones),
    company: null,
    title: raw.job_title || null,
    url: webUrl(identity.tenant.domain, "person", raw.id),
    created_at: isoTime(raw.add_time),
    updated_at: isoTime(raw.update_time),
    organization_id: idOf(raw.org_id),
    owner_id: idOf(raw.owner_id),
    custom_fields: toCustomFields(raw.custom_fields),
  }),
});

const organization = resource({
  raw: t.Object({
    id: rawId,
    name: maybeText,
    address: maybe(t.Object({ value: maybeText })),
    owner_id: maybeId,
    custom_fields: rawCustomFields,
    add_time: maybeText,
    update_time: maybeText,
  }),
  shape: t.Object({
    id: t.String(),
    name: shapes.nullableText(),
    address: shapes.nullableText(),
    owner_id: shapes.nullableText(),
    url: nullable(t.String({ description: "URL to open in a browser." })),
    custom_fields: customFieldsShape,
    created_at: shapes.nullableTime(),
    updated_at: shapes.nullableTime(),
  }),
  map: (raw, { identity }) => ({
    id: String(raw.id),
    name: raw.name ?? null,
    address: raw.address?.value ?? null,
    owner_id: idOf(raw.owner_id),
    url: webUrl(identity.tenant.domain, "organization", raw.id),
    custom_fields: toCustomFields(raw.custom_fields),
    created_at: isoTime(raw.add_time),
    updated_at: isoTime(raw.update_time),
  }),
});

const ownerFilter = t.Optional(id("Only those of this user, from pipedrive_list_users."));
const name = t.String({ minLength: 1, maxLength: 255, description: "Full name." });
const ownerId = t.Optional(id("Id of the owner, from pipedrive_list_users."));
const custom = t.Optional(customFields("Values of custom fields by the 40-character key of each."));

export const contactEndpoints = {
  list_persons: endpoint({
    method: "GET",
    path: "/persons",
    permission: "contacts.read",
    description:
      "List the people (contacts) in Pipedrive, the last changed first. pipedrive_search_items finds them by words.",
    keywords: ["contacts", "customers", "email address", "phone number"],
    query: t.Object({
      owner_id: ownerFilter,
      organization_id: t.Optional(id("Only people of this organization.")),
      updated_since: updatedSince,
    }),
    upstream: ({ query }) => ({
      path: path`/v2/persons`,
      query: {
        owner_id: query.owner_id,
        org_id: query.organization_id,
        updated_since: utcTime(query.updated_since),
        ...lastChangedFirst,
      },
    }),
    returns: many("persons", person, { at: "data", pagination: cursorPagination }),
  }),
  create_person: endpoint({
    method: "POST",
    reaches: { when: ["owner_id"] },
    path: "/persons",
    permission: "contacts.write",
    description: "Create a person (contact) in Pipedrive, with email addresses, phone numbers and an organization.",
    keywords: ["new contact", "add customer"],
    body: t.Object({
      name,
      emails: t.Optional(
        t.Array(t.String({ format: "email" }), { maxItems: 10, description: "The primary one first." }),
      ),
      phones: t.Optional(t.Array(t.String({ minLength: 1 }), { maxItems: 10, description: "The primary one first." })),
      organization_id: t.Optional(
        id("Id of the organization where the person works, from pipedrive_list_organizations."),
      ),
      owner_id: ownerId,
      custom_fields: custom,
    }),
    upstream: ({ body }) => ({
      path: path`/v2/persons`,
      json: {
        name: body.name,
        emails: toLabeledValues(body.emails),
        phones: toLabeledValues(body.phones),
        org_id: numericId(body.organization_id),
        owner_id: numericId(body.owner_id),
        custom_fields: body.custom_fields,
      },
    }),
    returns: one(person, { at: "data" }),
  }),
  list_organizations: endpoint({
    method: "GET",
    path: "/organizations",
    permission: "contacts.read",
    description: "List the organizations (companies) in Pipedrive, the last changed first.",
    keywords: ["companies", "accounts", "customers"],
    query: t.Object({ owner_id: ownerFilter, updated_since: updatedSince }),
    upstream: ({ query }) => ({
      path: path`/v2/organizations`,
      query: { owner_id: query.owner_id, updated_since: utcTime(query.updated_since), ...lastChangedFirst },
    }),
    returns: many("organizations", organization, { at: "data", pagination: cursorPagination }),
  }),
  create_organization: endpoint({
    method: "POST",
    reaches: { when: ["owner_id"] },
    path: "/organizations",
    permission: "contacts.write",
    description: "Create an organization (company) in Pipedrive.",
    keywords: ["new company", "add account"],
    body: t.Object({
      name,
      address: t.Optional(t.String({ maxLength: 255, description: "Postal address in one line." })),
      owner_id: ownerId,
      custom_fields: custom,
    }),
    upstream: ({ body }) => ({
      path: path`/v2/organizations`,
      json: {
        name: body.name,
        address: body.address === undefined ? undefined : { value: body.address },
        owner_id: numericId(body.owner_id),
        custom_fields: body.custom_fields,
      },
    }),
    returns: one(organization, { at: "data" }),
  }),
};
