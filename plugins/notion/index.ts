// Notion: pages, their blocks as Markdown, databases, search, people and comments over the REST API.
import { defineProvider, maybeText, nullable, resource, t, textAt, valueAt } from "gateway/plugin";
import { blockEndpoints } from "./blocks.ts";
import { commentEndpoints } from "./comments.ts";
import { databaseEndpoints } from "./databases.ts";
import { readFailure } from "./failure.ts";
import { oauth, resourceOwnerId } from "./oauth.ts";
import { pageSource } from "./page-source.ts";
import { pageEndpoints } from "./pages.ts";
import { searchEndpoints } from "./search.ts";
import { translations } from "./translations.ts";
import { userEndpoints } from "./users.ts";
import { webhook } from "./webhook.ts";

/** Notion has no scopes: a connection's settings at Notion decide what it may do, call by call. */
const NO_SCOPES: readonly string[] = [];

export default defineProvider({
  id: "notion",
  name: "Notion",
  docs: "https://developers.notion.com/reference/intro",
  baseUrl: "https://api.notion.com/v1",
  // Required; this plugin's paths and bodies are of this version: developers.notion.com/reference/versioning.
  headers: { "notion-version": "2026-03-11" },
  auth: { oauth2: oauth },
  services: {
    pages: {
      read: { scopes: NO_SCOPES, description: "Read pages and their content." },
      write: { scopes: NO_SCOPES, description: "Create, change, move and archive pages, and write their content." },
    },
    databases: {
      read: { scopes: NO_SCOPES, description: "Read databases and query their rows." },
      write: { scopes: NO_SCOPES, description: "Create databases." },
    },
    search: { read: { scopes: NO_SCOPES, description: "Search pages and databases by title." } },
    users: { read: { scopes: NO_SCOPES, description: "List the people of the workspace." } },
    comments: {
      read: { scopes: NO_SCOPES, description: "Read comments." },
      write: { scopes: NO_SCOPES, description: "Write comments." },
    },
  },
  keywords: {
    pages: ["notes", "docs", "documents", "wiki", "knowledge base"],
    databases: ["tables", "rows", "records", "board", "tracker"],
    search: ["find", "look up"],
    users: ["people", "members", "colleagues"],
    comments: ["discussion", "feedback", "thread"],
  },
  translations,
  identity: {
    upstream: "/users/me",
    resource: resource({
      raw: t.Object({ id: t.String(), name: maybeText, bot: t.Optional(t.Unknown()) }),
      shape: t.Object({
        id: t.String(),
        name: t.String(),
        workspace: nullable(t.Object({ id: t.String(), name: t.String() })),
      }),
      map: ({ id, name, bot }) => {
        const workspace = textAt(bot, "workspace_id");
        const title = textAt(bot, "workspace_name") ?? "Notion";
        const person = valueAt(bot, "owner.user");
        return {
          id: resourceOwnerId(workspace ?? "", textAt(person, "id") ?? id),
          name: textAt(person, "name") ?? name ?? title,
          workspace: workspace === null ? null : { id: workspace, name: title },
        };
      },
    }),
  },
  failure: readFailure,
  webhook,
  sources: { pages: pageSource },
  endpoints: {
    ...pageEndpoints,
    ...blockEndpoints,
    ...databaseEndpoints,
    ...searchEndpoints,
    ...userEndpoints,
    ...commentEndpoints,
  },
});
