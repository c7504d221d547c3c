// HubSpot: contacts, companies, deals, tickets, notes, tasks and owners over the CRM's REST API.
import { defineProvider, rawId, resource, t } from "gateway/plugin";
import { accountEndpoints } from "./account.ts";
import { activityEndpoints } from "./activities.ts";
import { companyEndpoints } from "./companies.ts";
import { contactEndpoints } from "./contacts.ts";
import { dealEndpoints } from "./deals.ts";
import { readFailure } from "./failure.ts";
import { oauth } from "./oauth.ts";
import { ownerEndpoints } from "./owners.ts";
import { sources } from "./sources.ts";
import { ticketEndpoints } from "./tickets.ts";
import { translations } from "./translations.ts";
import { webhook } from "./webhook.ts";

export default defineProvider({
  id: "hubspot",
  name: "HubSpot",
  docs: "https://developers.hubspot.com/docs",
  // Serves the accounts of every region.
  baseUrl: "https://api.hubapi.com",
  auth: { oauth2: oauth },
  services: {
    contacts: {
      read: { scopes: ["crm.objects.contacts.read"], description: "List, search and read contacts." },
      write: { scopes: ["crm.objects.contacts.write"], description: "Create and change contacts." },
    },
    companies: {
      read: { scopes: ["crm.objects.companies.read"], description: "List, search and read companies." },
      write: { scopes: ["crm.objects.companies.write"], description: "Create and change companies." },
    },
    deals: {
      read: { scopes: ["crm.objects.deals.read"], description: "List, search and read deals and their pipelines." },
      write: { scopes: ["crm.objects.deals.write"], description: "Create and change deals." },
    },
    // One scope for both.
    tickets: {
      read: { scopes: ["tickets"], description: "List and search tickets and their pipelines." },
      write: { scopes: ["tickets"], description: "Create tickets." },
    },
    // Notes and tasks have no scope of their own.
    activities: { write: { scopes: ["crm.objects.contacts.write"], description: "Write notes and tasks." } },
    // `identityScopes` are enough.
    account: { read: { scopes: [], description: "Read the account's id, time zone and currency." } },
    owners: { read: { scopes: ["crm.objects.owners.read"], description: "List the users who can own records." } },
  },
  keywords: {
    contacts: ["crm", "people", "leads", "customers"],
    companies: ["crm", "organizations", "accounts"],
    deals: ["crm", "sales", "opportunities", "pipeline"],
    tickets: ["support", "help desk", "cases"],
    activities: ["timeline", "to-do", "log"],
    owners: ["users", "sales reps", "team"],
  },
  translations,
  identity: {
    upstream: "/account-info/v3/details",
    // It returns only the account; the token response names the resource owner.
    resource: resource({
      raw: t.Object({ portalId: rawId }),
      shape: t.Object({ id: t.String(), name: t.String(), workspace: t.Object({ id: t.String(), name: t.String() }) }),
      map: ({ portalId }) => {
        const name = `HubSpot account ${portalId}`;
        return { id: String(portalId), name, workspace: { id: String(portalId), name } };
      },
    }),
  },
  failure: readFailure,
  webhook,
  sources,
  endpoints: {
    ...contactEndpoints,
    ...companyEndpoints,
    ...dealEndpoints,
    ...ticketEndpoints,
    ...activityEndpoints,
    ...ownerEndpoints,
    ...accountEndpoints,
  },
});
