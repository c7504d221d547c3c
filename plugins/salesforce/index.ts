// Salesforce: contacts, accounts, opportunities, leads and any other record over its REST API (developer.salesforce.com).
import { defineProvider, maybeText, resource, t } from "gateway/plugin";
import { readFailure } from "./failure.ts";
import { INSTANCE, oauth } from "./oauth.ts";
import { objectEndpoints } from "./objects.ts";
import { peopleEndpoints } from "./people.ts";
import { profileEndpoints } from "./profile.ts";
import { queryEndpoints } from "./queries.ts";
import { recordEndpoints } from "./records.ts";
import { saleEndpoints } from "./sales.ts";
import { sources } from "./sources.ts";
import { translations } from "./translations.ts";
import { webhook } from "./webhook.ts";

/** Salesforce has one scope for all data; the user's profile in the org decides what they may see. */
const scopes = ["api"];

export default defineProvider({
  id: "salesforce",
  name: "Salesforce",
  docs: "https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/intro_rest.htm",
  mark: {
    path: "M4 3h16a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zM8.5 7.25a2.25 2.25 0 1 0 0 4.5a2.25 2.25 0 1 0 0-4.5zM4.5 16.5h8a4 4 0 0 0-8 0zM15 9v1.75h4.5V9zM15 13v1.75h4.5V13z",
    color: "#475569",
  },
  baseUrl: "https://{instance}/services",
  tenant: { instance: INSTANCE },
  auth: { oauth2: oauth },
  services: {
    contacts: { read: { scopes, description: "List contacts." } },
    leads: { read: { scopes, description: "List leads." } },
    accounts: { read: { scopes, description: "List accounts, the companies." } },
    opportunities: { read: { scopes, description: "List opportunities, the deals." } },
    records: {
      read: { scopes, description: "Read, query and search records of every kind." },
      write: { scopes, description: "Create, change and delete records of every kind." },
    },
    // `identityScopes` are enough.
    profile: { read: { scopes: [], description: "Read the connected user's name and email address." } },
    tasks: { write: { scopes, description: "Create tasks, and log calls and emails." } },
  },
  keywords: {
    contacts: ["crm", "sfdc", "people", "customers"],
    leads: ["crm", "sfdc", "prospects"],
    accounts: ["crm", "sfdc", "companies", "customers", "organizations"],
    opportunities: ["crm", "sfdc", "deals", "pipeline", "sales", "forecast"],
    records: ["crm", "sfdc", "soql", "cases", "custom objects"],
    tasks: ["crm", "sfdc", "activities", "to-do", "follow-up"],
  },
  translations,
  identity: {
    upstream: "/oauth2/userinfo",
    resource: resource({
      raw: t.Object({
        user_id: t.String(),
        organization_id: t.String(),
        preferred_username: maybeText,
        email: maybeText,
      }),
      shape: t.Object({
        id: t.String(),
        name: t.String(),
        workspace: t.Object({ id: t.String(), name: t.String() }),
      }),
      map: (me, { identity }) => ({
        // A sandbox copies its org with the same user ids.
        id: `${me.organization_id}:${me.user_id}`,
        name: me.email || me.preferred_username || me.user_id,
        workspace: { id: me.organization_id, name: identity.tenant.instance ?? me.organization_id },
      }),
    }),
  },
  failure: readFailure,
  webhook,
  sources,
  endpoints: {
    ...peopleEndpoints,
    ...saleEndpoints,
    ...recordEndpoints,
    ...queryEndpoints,
    ...objectEndpoints,
    ...profileEndpoints,
  },
});
