// Airtable: bases, tables, records and comments over its Web API (airtable.com/developers/web/api/introduction).
import { defineProvider } from "gateway/plugin";
import { accountEndpoints, apiKey, identity, oauth } from "./account.ts";
import { baseEndpoints } from "./bases.ts";
import { commentEndpoints } from "./comments.ts";
import { readFailure } from "./failure.ts";
import { recordWriteEndpoints } from "./record-writes.ts";
import { recordEndpoints } from "./records.ts";
import { sources } from "./sources.ts";
import { translations } from "./translations.ts";
import { webhook } from "./webhook.ts";

const API = "https://api.airtable.com/v0";

export default defineProvider({
  id: "airtable",
  name: "Airtable",
  docs: "https://airtable.com/developers/web/api/introduction",
  baseUrl: {
    account: API,
    bases: API,
    records: API,
    comments: API,
    events: API,
    content: "https://content.airtable.com/v0",
  },
  auth: { oauth2: oauth, api_key: apiKey },
  services: {
    account: { read: { scopes: [], description: "Read who is connected." } },
    bases: {
      read: { scopes: ["schema.bases:read"], description: "List bases, tables, fields and views." },
      write: { scopes: ["schema.bases:write"], description: "Create and rename tables and fields." },
    },
    records: {
      read: { scopes: ["data.records:read"], description: "List, search and read records." },
      write: { scopes: ["data.records:write"], description: "Create, change and delete records." },
    },
    comments: {
      read: { scopes: ["data.recordComments:read"], description: "Read comments on records." },
      write: {
        scopes: ["data.recordComments:write"],
        description: "Write, change and delete the connected user's own comments.",
      },
    },
    events: {
      read: {
        scopes: ["webhook:manage", "data.records:read", "schema.bases:read"],
        description: "Watch chosen bases with webhooks.",
      },
    },
  },
  keywords: {
    account: ["user", "profile"],
    bases: ["database", "spreadsheet", "schema"],
    records: ["rows", "entries", "database", "spreadsheet"],
    comments: ["discussion", "notes"],
    events: ["webhooks", "changes"],
  },
  translations,
  identity,
  failure: readFailure,
  webhook,
  sources,
  endpoints: {
    ...accountEndpoints,
    ...baseEndpoints,
    ...recordEndpoints,
    ...recordWriteEndpoints,
    ...commentEndpoints,
  },
});
