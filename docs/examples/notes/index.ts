// Notes, a made-up note-taking service: a provider in some thirty lines.
import { defineProvider, endpoint, many, pages, resource, t } from "gateway/plugin";

const note = resource({
  raw: t.Object({ id: t.Integer(), text: t.String() }),
  shape: t.Object({ id: t.String(), text: t.String() }),
  map: (raw) => ({ id: String(raw.id), text: raw.text }),
});
const person = t.Object({ id: t.String(), name: t.String() });

export default defineProvider({
  id: "notes",
  name: "Notes",
  docs: "https://docs.notes.example/",
  baseUrl: "https://api.notes.example",
  auth: {
    oauth2: {
      authorizationUrl: "https://notes.example/authorize",
      tokenUrl: "https://notes.example/token",
      pkce: true,
      clientAuth: "basic",
    },
  },
  services: { notes: { read: { scopes: ["notes:read"], description: "Read notes." } } },
  identity: { upstream: "/me", resource: resource({ raw: person, shape: person, map: (me) => me }) },
  endpoints: {
    list_notes: endpoint({
      method: "GET",
      path: "/notes",
      permission: "notes.read",
      description: "List the notes of the connected user, newest first.",
      upstream: "/notes",
      returns: many("notes", note, { pagination: pages.link({ size: "per_page", max: 100 }) }),
    }),
  },
});
