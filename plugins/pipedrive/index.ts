// Pipedrive: deals, people, organizations, activities, notes and leads over its REST API (developers.pipedrive.com).
import { defineProvider, maybeText, rawId, resource, t } from "gateway/plugin";
import { activityEndpoints } from "./activities.ts";
import { contactEndpoints } from "./contacts.ts";
import { dealEndpoints } from "./deals.ts";
import { readFailure } from "./failure.ts";
import { leadEndpoints } from "./leads.ts";
import { lookupEndpoints } from "./lookups.ts";
import { noteEndpoints } from "./notes.ts";
import { DOMAIN, oauth, resourceOwnerId } from "./oauth.ts";
import { sources } from "./sources.ts";
import { translations } from "./translations.ts";
import { webhook } from "./webhook.ts";

export default defineProvider({
  id: "pipedrive",
  name: "Pipedrive",
  docs: "https://developers.pipedrive.com/docs/api/v1",
  mark: {
    path: "M1 6h4l4 6-4 6H1l4-6zM8.5 6h4l4 6-4 6h-4l4-6zM16 6h4l4 6-4 6h-4l4-6z",
    color: "#475569",
  },
  baseUrl: "https://{domain}/api",
  tenant: { domain: DOMAIN },
  auth: { oauth2: oauth },
  services: {
    deals: {
      read: { scopes: ["deals:read"], description: "List and read deals, pipelines and stages." },
      write: { scopes: ["deals:full"], description: "Create and change deals." },
    },
    contacts: {
      read: { scopes: ["contacts:read"], description: "List people and organizations." },
      write: { scopes: ["contacts:full"], description: "Create people and organizations." },
    },
    activities: {
      read: { scopes: ["activities:read"], description: "List calls, meetings and tasks." },
      write: { scopes: ["activities:full"], description: "Create and change calls, meetings and tasks." },
    },
    // Notes have no scope of their own: the scopes of deals cover all of them.
    notes: {
      read: { scopes: ["deals:read"], description: "Read notes." },
      write: { scopes: ["deals:full"], description: "Write notes." },
    },
    leads: {
      read: { scopes: ["leads:read"], description: "List leads." },
      write: { scopes: ["leads:full"], description: "Create leads." },
    },
    search: { read: { scopes: ["search:read"], description: "Search everything by words." } },
    users: { read: { scopes: ["users:read"], description: "List the people who work in Pipedrive." } },
  },
  keywords: {
    deals: ["crm", "sales", "pipeline", "opportunities"],
    contacts: ["crm", "people", "persons", "companies", "customers"],
    activities: ["crm", "calls", "meetings", "tasks", "to-do"],
    notes: ["crm", "comments"],
    leads: ["crm", "prospects", "leads inbox"],
    search: ["crm", "find"],
    users: ["team", "colleagues", "owners"],
  },
  translations,
  identity: {
    upstream: "/v1/users/me",
    resource: resource({
      raw: t.Object({
        data: t.Object({
          id: rawId,
          email: maybeText,
          name: maybeText,
          company_id: rawId,
          company_name: maybeText,
        }),
      }),
      shape: t.Object({
        id: t.String(),
        name: t.String(),
        workspace: t.Object({ id: t.String(), name: t.String() }),
      }),
      map: ({ data: me }) => ({
        id: resourceOwnerId(String(me.company_id), String(me.id)),
        name: me.email || me.name || String(me.id),
        workspace: { id: String(me.company_id), name: me.company_name || String(me.company_id) },
      }),
    }),
  },
  failure: readFailure,
  webhook,
  sources,
  endpoints: {
    ...dealEndpoints,
    ...contactEndpoints,
    ...activityEndpoints,
    ...noteEndpoints,
    ...leadEndpoints,
    ...lookupEndpoints,
  },
});
