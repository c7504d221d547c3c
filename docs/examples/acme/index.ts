// Acme Tasks, a made-up to-do service: the example of docs/add-a-provider.md.
import { defineProvider, endpoint, field, many, one, pages, record, t } from "gateway/plugin";

const task = record({ id: field.id(), title: field.text(), is_done: field.flag({ from: "done" }) });
const person = record({ id: field.id(), name: field.text({ from: "login" }) });

export default defineProvider({
  id: "acme",
  name: "Acme Tasks",
  docs: "https://docs.acme.example/",
  baseUrl: "https://api.acme.example/v1",
  auth: {
    oauth2: {
      authorizationUrl: "https://acme.example/oauth/authorize",
      tokenUrl: "https://acme.example/oauth/token",
      pkce: true,
      clientAuth: "basic",
      implies: { "tasks:write": ["tasks:read"] },
    },
  },
  services: {
    tasks: {
      read: { scopes: ["tasks:read"], description: "List tasks." },
      write: { scopes: ["tasks:write"], description: "Change tasks." },
    },
  },
  identity: { upstream: "/me", resource: person },
  endpoints: {
    list_tasks: endpoint({
      method: "GET",
      path: "/tasks",
      permission: "tasks.read",
      description: "List the Acme tasks of the connected user.",
      query: t.Object({ done: t.Optional(t.Boolean({ description: "Only tasks that are done, or only open ones." })) }),
      upstream: "/tasks",
      returns: many("tasks", task, {
        at: "items",
        pagination: pages.cursor({ size: "limit", param: "cursor", read: "next", max: 50 }),
      }),
    }),
    update_task: endpoint({
      method: "PATCH",
      path: "/tasks/{id}",
      permission: "tasks.write",
      reaches: false,
      description: "Rename an Acme task, or mark it as done.",
      params: { id: "Id of the task; acme_list_tasks gives it." },
      body: t.Object({
        title: t.Optional(t.String({ minLength: 1, description: "New title." })),
        done: t.Optional(t.Boolean({ description: "Whether the task is done." })),
      }),
      upstream: "/tasks/{id}",
      returns: one(task),
    }),
  },
});
