// The benchmarks' provider: one small read from the stub, and events that name a person.
import { defineProvider, endpoint, event, hmacSha256, one, resource, t, valueAt } from "gateway/plugin";

const thing = resource({
  raw: t.Object({ id: t.Integer(), title: t.String(), state: t.String() }),
  shape: t.Object({ id: t.String(), title: t.String(), state: t.String() }),
  map: (raw) => ({ id: String(raw.id), title: raw.title, state: raw.state }),
});

export default defineProvider({
  id: "bench",
  name: "Bench",
  docs: "https://bench.example/",
  baseUrl: "https://api.bench.example",
  auth: {
    oauth2: {
      authorizationUrl: "https://bench.example/authorize",
      tokenUrl: "https://bench.example/token",
      pkce: true,
      clientAuth: "basic",
    },
  },
  services: { things: { read: { scopes: ["things"], description: "Read things." } } },
  identity: {
    upstream: "/me",
    resource: resource({
      raw: t.Object({ id: t.Integer(), name: t.String() }),
      shape: t.Object({ id: t.String(), name: t.String() }),
      map: (me) => ({ id: String(me.id), name: me.name }),
    }),
  },
  // Deliveries are `{ id, user, name }`.
  webhook: {
    verify: hmacSha256({ header: "x-bench-signature" }),
    eventId: ({ json }) => String(valueAt(json, "id")),
    subject: ({ json }) => ({ matches: "identity", id: String(valueAt(json, "user")) }),
    events: {
      "things.changed": event({
        description: "A thing changed.",
        match: () => true,
        raw: t.Object({ id: t.String(), name: t.String() }),
        shape: t.Object({ id: t.String(), name: t.String() }),
        map: ({ id, name }) => ({ id, name }),
        view: ({ name }) => ({ title: name, summary: null, actor: null, url: null, occurredAt: null }),
      }),
    },
  },
  endpoints: {
    get_thing: endpoint({
      method: "GET",
      path: "/thing",
      permission: "things.read",
      description: "Get the one thing of the stub.",
      upstream: "/thing",
      returns: one(thing),
    }),
  },
});
