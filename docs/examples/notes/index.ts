// Notes, a made-up note-taking service: a provider in some thirty lines.
import { defineProvider, endpoint, field, many, pages, record } from "gateway/plugin";

const note = record({ id: field.id(), text: field.text() });
const person = record({ id: field.id(), name: field.text() });

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
  identity: { upstream: "/me", resource: person },
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
