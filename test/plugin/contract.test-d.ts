// What the compiler must refuse in a plugin: each mistake follows an expected error, so that a laxer type fails the check.
import {
  defineProvider,
  endpoint,
  many,
  one,
  pages,
  path,
  resource,
  t,
  type UpstreamPath,
  type UpstreamRequest,
} from "../../src/plugin/index.ts";

const thing = resource({
  raw: t.Object({ id: t.Integer(), title: t.String() }),
  shape: t.Object({ id: t.String(), title: t.String() }),
  map: (raw) => ({ id: String(raw.id), title: raw.title }),
});
const good = endpoint({
  method: "POST",
  path: "/projects/{project}/things",
  permission: "things.read",
  description: "Make a thing in a project.",
  params: { project: "The project's name." },
  query: t.Object({ notify: t.Optional(t.Boolean({ description: "Tell people." })) }),
  body: t.Object({ title: t.String({ description: "Title." }) }),
  upstream: ({ params, query, body }) => ({
    path: path`/p/${params.project}/things`,
    query: { notify: query.notify },
    json: { title: body.title },
  }),
  returns: one(thing),
});
const about = {
  id: "acme",
  name: "Acme",
  docs: "https://docs.acme.example/",
  baseUrl: "https://api.acme.example",
  auth: {
    oauth2: {
      authorizationUrl: "https://acme.example/authorize",
      tokenUrl: "https://acme.example/token",
      pkce: true,
      clientAuth: "basic",
    },
  },
  services: { things: { read: { scopes: ["things"], description: "Read things." } } },
  identity: { upstream: "/me", resource: thing },
} as const;
const getOne = {
  method: "GET",
  permission: "things.read",
  description: "Get one thing.",
  returns: one(thing),
} as const;
const makeOne = { ...getOne, method: "POST", path: "/things" } as const;

// A sound plugin passes.
defineProvider({ ...about, endpoints: { good } });

// A permission that is not declared under services.
const undeclared = endpoint({ ...getOne, path: "/things", permission: "things.write", upstream: "/things" });
// @ts-expect-error "things.write" is not a permission of this provider
defineProvider({ ...about, endpoints: { good, undeclared } });

// A base URL without TLS, or none for one of the services.
// @ts-expect-error http
defineProvider({ ...about, baseUrl: "http://api.acme.example", endpoints: { good } });
// @ts-expect-error no base URL for "things"
defineProvider({ ...about, baseUrl: { others: "https://api.acme.example" }, endpoints: { good } });

// Descriptions of path parameters.
// @ts-expect-error none at all
endpoint({ ...getOne, path: "/things/{id}", upstream: "/things/{id}" });
// @ts-expect-error misnamed
endpoint({ ...getOne, path: "/things/{id}", params: { ident: "Id of the thing." }, upstream: "/things/{id}" });
// @ts-expect-error one of two
endpoint({ ...getOne, path: "/p/{project}/things/{id}", params: { id: "Id." }, upstream: "/things/{id}" });
// @ts-expect-error for a parameter that is not in the path
endpoint({ ...getOne, path: "/things", params: { id: "Id of the thing." }, upstream: "/things" });

// Input read under a wrong name.
endpoint({
  ...getOne,
  path: "/things/{id}",
  params: { id: "Id of the thing." },
  // @ts-expect-error the parameter is called id
  upstream: ({ params }) => ({ path: path`/things/${params.ident}` }),
});
endpoint({
  ...getOne,
  path: "/things",
  query: t.Object({ state: t.String({ description: "State." }) }),
  // @ts-expect-error the query field is called state
  upstream: ({ query }) => ({ path: path`/things`, query: { state: query.status } }),
});
endpoint({
  ...makeOne,
  body: t.Object({ title: t.String({ description: "Title." }) }),
  // @ts-expect-error the body field is called title
  upstream: ({ body }) => ({ path: path`/things`, json: { title: body.name } }),
});
endpoint({
  ...makeOne,
  body: t.Object({ title: t.String({ description: "Title." }) }),
  // @ts-expect-error the body field is called title, in run as well
  run: async ({ body }, upstream) => upstream.request({ method: "POST", path: path`/things`, json: body.name }),
});
endpoint({
  ...getOne,
  path: "/things",
  // @ts-expect-error there is no query
  upstream: ({ query }) => ({ path: path`/things`, query: { state: query.state } }),
});

// Text in place of an encoded path.
const id = String(7);
// @ts-expect-error a template without encoding
const concatenated: UpstreamRequest = { path: `/things/${id}` };
// @ts-expect-error joined parts
const joined: UpstreamPath = ["/things", id].join("/");
// @ts-expect-error an encoded path with more behind it is text again
const appended: UpstreamPath = `${path`/things/${id}`}/parts`;
endpoint({
  ...getOne,
  path: "/things/{id}",
  params: { id: "Id of the thing." },
  // @ts-expect-error concatenated where it is used
  upstream: ({ params }) => ({ path: `/things/${params.id}` }),
});

// Raw fields that are not declared, and results that are not of the shape.
resource({
  raw: t.Object({ id: t.Integer() }),
  shape: t.Object({ id: t.String() }),
  // @ts-expect-error title is not among the raw fields
  map: (raw) => ({ id: String(raw.title) }),
});
resource({
  raw: t.Object({ id: t.Integer() }),
  shape: t.Object({ id: t.String() }),
  // @ts-expect-error a number where the shape says text
  map: (raw) => ({ id: raw.id }),
});
resource({
  raw: t.Object({ id: t.Integer() }),
  shape: t.Object({ id: t.String(), title: t.String() }),
  // @ts-expect-error a field of the shape is missing
  map: (raw) => ({ id: String(raw.id) }),
});

// Returns, methods and templates.
// @ts-expect-error a list without pagination
many("things", thing, {});
// @ts-expect-error a method that does not exist
endpoint({ ...getOne, method: "FETCH", path: "/things", upstream: "/things" });
// @ts-expect-error a description is not optional
endpoint({ method: "GET", path: "/things", permission: "things.read", returns: one(thing), upstream: "/things" });
// @ts-expect-error an upstream template starts with a slash
endpoint({ ...getOne, path: "/things", upstream: "things" });
// @ts-expect-error no such way of paging
pages.number({ max: 100 });

// Texts in other languages: all of one language, of permissions and languages that there are.
const german = { services: { things: "Dinge" }, permissions: { "things.read": "Dinge lesen." } } as const;
defineProvider({ ...about, translations: { de: german }, endpoints: { good } });
// @ts-expect-error the connect page has no Italian
defineProvider({ ...about, translations: { it: german }, endpoints: { good } });
defineProvider({
  ...about,
  translations: {
    de: {
      services: { things: "Dinge" },
      permissions: {
        "things.read": "Dinge lesen.",
        // @ts-expect-error "things.burn" is not a permission of this provider
        "things.burn": "Dinge verbrennen.",
      },
    },
  },
  endpoints: { good },
});
// @ts-expect-error the sentence of "things.read" is missing
defineProvider({ ...about, translations: { de: { ...german, permissions: {} } }, endpoints: { good } });
// @ts-expect-error the name of "things" is missing
defineProvider({ ...about, translations: { de: { ...german, services: {} } }, endpoints: { good } });

void [concatenated, joined, appended];
