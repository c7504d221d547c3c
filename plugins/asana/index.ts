// Asana: tasks, projects, comments and people over its REST API (developers.asana.com).
import { defineProvider } from "gateway/plugin";
import { commentEndpoints } from "./comments.ts";
import { readFailure } from "./failure.ts";
import { oauth } from "./oauth.ts";
import { identity, peopleEndpoints } from "./people.ts";
import { placeEndpoints } from "./places.ts";
import { projectEndpoints } from "./projects.ts";
import { sources } from "./sources.ts";
import { taskChangeEndpoints } from "./task-changes.ts";
import { taskEndpoints } from "./tasks.ts";
import { translations } from "./translations.ts";
import { webhook } from "./webhook.ts";

export default defineProvider({
  id: "asana",
  name: "Asana",
  docs: "https://developers.asana.com/docs",
  baseUrl: "https://app.asana.com/api/1.0",
  auth: { oauth2: oauth },
  services: {
    tasks: {
      read: { scopes: ["tasks:read"], description: "List, search and read tasks." },
      write: { scopes: ["tasks:write"], description: "Create, change and complete tasks." },
      delete: { scopes: ["tasks:delete"], description: "Delete tasks." },
      watch: {
        scopes: ["tasks:read", "webhooks:read", "webhooks:write", "webhooks:delete"],
        description: "Receive the events of a project.",
      },
    },
    projects: {
      read: { scopes: ["projects:read"], description: "List and read projects, their sections and fields." },
      write: { scopes: ["projects:write"], description: "Create and change projects." },
    },
    comments: {
      read: { scopes: ["stories:read"], description: "Read comments on tasks." },
      write: { scopes: ["stories:write"], description: "Comment on tasks." },
    },
    attachments: { read: { scopes: ["attachments:read"], description: "List the files of tasks." } },
    workspaces: { read: { scopes: ["workspaces:read"], description: "List the workspaces." } },
    teams: { read: { scopes: ["teams:read"], description: "List teams." } },
    tags: { read: { scopes: ["tags:read"], description: "List tags." } },
    users: { read: { scopes: ["users:read"], description: "List people." } },
  },
  keywords: {
    tasks: ["to-do", "todo", "work", "cards"],
    projects: ["boards", "kanban", "roadmap"],
    comments: ["discussion", "stories"],
    attachments: ["files"],
    workspaces: ["organizations", "company"],
    teams: ["groups"],
    tags: ["labels"],
    users: ["people", "members", "colleagues"],
  },
  translations,
  identity: { upstream: "/users/me", at: "data", resource: identity },
  failure: readFailure,
  webhook,
  sources,
  endpoints: {
    ...taskEndpoints,
    ...taskChangeEndpoints,
    ...commentEndpoints,
    ...projectEndpoints,
    ...placeEndpoints,
    ...peopleEndpoints,
  },
});
