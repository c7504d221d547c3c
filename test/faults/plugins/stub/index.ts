// A provider with a read, a write and a file, served by a local stub, and endpoints whose code fails.
import { defineProvider, endpoint, event, file, hmacSha256, one, path, resource, t, valueAt } from "gateway/plugin";

const thing = resource({
  raw: t.Object({ id: t.String() }),
  shape: t.Object({ id: t.String() }),
  map: (raw) => ({ id: raw.id }),
});

const brokenThing = resource({
  raw: t.Object({ id: t.String() }),
  shape: t.Object({ id: t.String() }),
  map: (raw) => {
    throw new Error(`The map broke at ${raw.id}.`);
  },
});

/** What a plugin returns in spite of its types. */
const wrongThing = (map: () => unknown) =>
  resource({
    raw: t.Object({ id: t.String() }),
    shape: t.Object({ id: t.String() }),
    map: map as () => { id: string },
  });

const endlessThing = wrongThing(() => {
  for (;;);
});

const slowThing = resource({
  raw: t.Object({ id: t.String() }),
  shape: t.Object({ id: t.String() }),
  map: (raw) => {
    const end = performance.now() + 200;
    while (performance.now() < end);
    return { id: raw.id };
  },
});

const read = { method: "GET", permission: "things.read", description: "Go wrong.", upstream: "/thing" } as const;

export default defineProvider({
  id: "stub",
  name: "Stub",
  docs: "https://stub.example.com/",
  baseUrl: "https://api.stub.example.com",
  auth: {
    oauth2: {
      authorizationUrl: "https://stub.example.com/authorize",
      tokenUrl: "https://stub.example.com/token",
      revocationUrl: "https://stub.example.com/revoke",
      pkce: true,
      clientAuth: "basic",
    },
  },
  services: {
    things: {
      read: { scopes: ["things"], description: "Read things." },
      write: { scopes: ["things"], description: "Make things." },
    },
  },
  identity: {
    upstream: "/me",
    resource: resource({
      raw: t.Object({ id: t.String() }),
      shape: t.Object({ id: t.String(), name: t.String() }),
      map: (me) => ({ id: me.id, name: me.id }),
    }),
  },
  // Deliveries are `{ id, user, name }`; `id` repeats with a delivery.
  webhook: {
    verify: hmacSha256({ header: "x-stub-signature" }),
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
    get_file: endpoint({
      method: "GET",
      path: "/file",
      permission: "things.read",
      description: "Download the one file of the stub.",
      returns: file(),
      run: async (_call, upstream) => {
        const { body } = await upstream.open({ path: path`/file` });
        return { id: "1", name: "file.bin", mimeType: "application/octet-stream", size: null, body };
      },
    }),
    get_broken_thing: endpoint({ ...read, path: "/broken", returns: one(brokenThing) }),
    get_slow_thing: endpoint({ ...read, path: "/slow", returns: one(slowThing) }),
    get_lying_thing: endpoint({ ...read, path: "/lying", returns: one(wrongThing(() => ({ id: 7 }))) }),
    get_missing_thing: endpoint({ ...read, path: "/missing", returns: one(wrongThing(() => undefined)) }),
    get_talkative_thing: endpoint({
      ...read,
      path: "/talkative",
      returns: one(wrongThing(() => ({ id: "1", more: "of it" }))),
    }),
    get_endless_thing: endpoint({ ...read, path: "/endless", returns: one(endlessThing) }),
    get_leaky_thing: endpoint({
      method: "GET",
      path: "/leaky",
      permission: "things.read",
      description: "Let a promise go that fails.",
      returns: one(thing),
      run: async (_call, upstream) => {
        const response = await upstream.request({ path: path`/thing` });
        void Promise.reject(new Error("Nobody waits for this."));
        return response;
      },
    }),
    get_late_thing: endpoint({
      method: "GET",
      path: "/late",
      permission: "things.read",
      description: "Throw where nobody waits.",
      returns: one(thing),
      run: async (_call, upstream) => {
        const response = await upstream.request({ path: path`/thing` });
        queueMicrotask(() => {
          throw new Error("Nobody catches this.");
        });
        return response;
      },
    }),
    make_thing: endpoint({
      method: "POST",
      path: "/things",
      permission: "things.write",
      description: "Make a thing.",
      body: t.Object({ name: t.String() }),
      upstream: "/things",
      returns: one(thing),
    }),
  },
});
