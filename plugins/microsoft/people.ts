// Endpoints of Outlook contacts and the connected user's profile.
import {
  asTime,
  endpoint,
  field,
  many,
  maybe,
  maybeText,
  one,
  path,
  record,
  resource,
  shapes,
  t,
} from "gateway/plugin";
import { literal, paged } from "./odata.ts";

const CONTACT = {
  id: t.String(),
  displayName: maybeText,
  givenName: maybeText,
  surname: maybeText,
  emailAddresses: maybe(t.Array(t.Object({ address: maybeText }))),
  businessPhones: maybe(t.Array(t.String())),
  homePhones: maybe(t.Array(t.String())),
  mobilePhone: maybeText,
  companyName: maybeText,
  jobTitle: maybeText,
  createdDateTime: maybeText,
  lastModifiedDateTime: maybeText,
};

const Contact = resource({
  raw: t.Object(CONTACT),
  shape: t.Object(shapes.contact),
  map: (raw) => ({
    id: raw.id,
    name: raw.displayName || null,
    first_name: raw.givenName || null,
    last_name: raw.surname || null,
    emails: (raw.emailAddresses ?? []).flatMap(({ address }) => address || []),
    phones: [raw.mobilePhone, ...(raw.businessPhones ?? []), ...(raw.homePhones ?? [])].flatMap((phone) => phone || []),
    company: raw.companyName || null,
    title: raw.jobTitle || null,
    url: null,
    created_at: asTime(raw.createdDateTime),
    updated_at: asTime(raw.lastModifiedDateTime),
  }),
});

const User = record({
  id: field.text(),
  name: field.nonEmptyText({ from: "displayName", description: shapes.person.name.description }),
  email: field.nonEmptyText({ from: "mail" }),
  avatar_url: field.of({ from: "", raw: t.Object({}), shape: shapes.nullableText(), map: () => null }),
  user_principal_name: field.nonEmptyText({
    from: "userPrincipalName",
    description: "The name the account signs in with.",
  }),
  title: field.nonEmptyText({ from: "jobTitle", description: "Position in the company." }),
  office: field.nonEmptyText({ from: "officeLocation" }),
  phone: field.nonEmptyText({ from: "mobilePhone" }),
  language: field.nonEmptyText({ from: "preferredLanguage" }),
});

export const peopleEndpoints = {
  list_contacts: endpoint({
    method: "GET",
    path: "/contacts",
    permission: "contacts.read",
    description: "List or search the contacts of an Outlook mailbox, with email addresses and phone numbers.",
    keywords: ["address book", "phone number", "people", "find person"],
    query: t.Object({
      q: t.Optional(
        t.String({ minLength: 1, maxLength: 200, description: "Start of the display name, first name or last name." }),
      ),
    }),
    upstream: ({ query }) => {
      const starts = (field: string, text: string) => `startswith(${field},${literal(text)})`;
      const fields = ["displayName", "givenName", "surname"];
      return {
        path: path`/me/contacts`,
        query: {
          $select: Object.keys(CONTACT).join(","),
          $filter: query.q === undefined ? undefined : fields.map((field) => starts(field, query.q ?? "")).join(" or "),
          $orderby: query.q === undefined ? "displayName" : undefined,
        },
      };
    },
    returns: many("contacts", Contact, { at: "value", pagination: paged(1000) }),
  }),
  get_me: endpoint({
    method: "GET",
    path: "/me",
    permission: "profile.read",
    description: "Get the profile of the connected Microsoft account: name, email address, position.",
    keywords: ["who am I", "my account", "my email address"],
    upstream: () => ({ path: path`/me`, query: { $select: Object.keys(User.raw.properties).join(",") } }),
    returns: one(User, { by: "owner" }),
  }),
};
