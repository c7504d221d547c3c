// A provider with one read and one write, answered by a stub on this machine.
import { defineProvider, endpoint, one, resource, t } from "gateway/plugin";

const thing = resource({
  raw: t.Object({ id: t.String() }),
  shape: t.Object({ id: t.String() }),
  map: (raw) => ({ id: raw.id }),
});

export default defineProvider({
  id: "stub",
  name: "Stub",
  docs: "https://stub.example.com/",
  baseUrl: "https://api.stub.example.com",
  oauth: {
    authorizationUrl: "https://stub.example.com/authorize",
    tokenUrl: "https://stub.example.com/token",
    pkce: true,
    clientAuth: "basic",
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
  endpoints: {
    get_thing: endpoint({
      method: "GET",
      path: "/thing",
      permission: "things.read",
      description: "Get the one thing of the stub.",
      upstream: "/thing",
      returns: one(thing),
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
