// Zendesk Support: tickets, customers, organizations, views and the help center over its REST API (developer.zendesk.com/api-reference).
import { defineProvider } from "gateway/plugin";
import { articleEndpoints } from "./articles.ts";
import { attachmentEndpoints } from "./attachments.ts";
import { deskEndpoints } from "./desk.ts";
import { readFailure } from "./failure.ts";
import { basic, clientCredentials, oauth, SUBDOMAIN } from "./oauth.ts";
import { organizationEndpoints } from "./organizations.ts";
import { searchEndpoints } from "./search.ts";
import { sources } from "./sources.ts";
import { ticketEndpoints } from "./tickets.ts";
import { translations } from "./translations.ts";
import { identity, userEndpoints } from "./users.ts";
import { webhook } from "./webhook.ts";

export default defineProvider({
  id: "zendesk",
  name: "Zendesk",
  docs: "https://developer.zendesk.com/api-reference/",
  baseUrl: "https://{subdomain}.zendesk.com",
  // Where Zendesk keeps the files of tickets.
  downloadHosts: ["*.zdusercontent.com"],
  tenant: {
    subdomain: {
      label: "Subdomain",
      help: "The part before .zendesk.com in the browser's address bar, in lower case; not your own domain.",
      pattern: SUBDOMAIN,
      example: "acme",
    },
  },
  auth: { oauth2: oauth, basic, client_credentials: clientCredentials },
  services: {
    tickets: {
      read: { scopes: ["tickets:read"], description: "List and read tickets with their comments and files." },
      write: { scopes: ["tickets:write"], description: "Create, answer, change and delete tickets." },
    },
    users: {
      read: { scopes: ["users:read"], description: "List and read customers and agents." },
      write: { scopes: ["users:write"], description: "Create and change customers." },
    },
    organizations: {
      read: { scopes: ["organizations:read"], description: "List and read organizations." },
      write: { scopes: ["organizations:write"], description: "Create organizations." },
    },
    articles: { read: { scopes: ["hc:read"], description: "List, search and read help center articles." } },
    // These have no scope of their own.
    search: { read: { scopes: ["read"], description: "Search tickets, people and organizations." } },
    desk: { read: { scopes: ["read"], description: "Read views, macros, groups, fields and satisfaction ratings." } },
    events: {
      read: {
        scopes: ["tickets:read", "webhooks:read", "webhooks:write"],
        description: "Receive events for new and changed tickets.",
      },
    },
  },
  keywords: {
    tickets: ["help desk", "customer support", "cases", "service requests"],
    users: ["customers", "end users", "agents", "people"],
    organizations: ["companies", "customers"],
    articles: ["knowledge base", "help center", "faq", "guide"],
    search: ["find"],
    desk: ["queues", "macros", "csat", "setup"],
    events: ["webhooks", "notifications"],
  },
  translations,
  identity,
  failure: readFailure,
  webhook,
  sources,
  endpoints: {
    ...ticketEndpoints,
    ...attachmentEndpoints,
    ...searchEndpoints,
    ...userEndpoints,
    ...organizationEndpoints,
    ...deskEndpoints,
    ...articleEndpoints,
  },
});
