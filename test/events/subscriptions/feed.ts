// A provider for the tests of sources: lists that grow, subscriptions, and a switch for each way to fail.
import {
  defineProvider,
  endpoint,
  one,
  type Poll,
  type Provider,
  type Push,
  path,
  polledEvent,
  resource,
  t,
} from "../../../src/plugin/index.ts";
import type { Fetch } from "../../../src/providers/upstream/send.ts";

const person = resource({
  raw: t.Object({ id: t.String() }),
  shape: t.Object({ id: t.String(), name: t.String() }),
  map: (raw) => ({ id: raw.id, name: raw.id }),
});
const view = (id: string) => ({ title: id, summary: null, actor: null, url: null, occurredAt: null });
const created = (type: string) => ({
  [type]: polledEvent({
    description: "A thing.",
    raw: t.Object({ id: t.String() }),
    shape: t.Object({ id: t.String() }),
    id: (raw) => raw.id,
    map: (raw) => {
      if (raw.id.startsWith("poison")) throw new Error("The plugin stumbles.");
      return { id: raw.id };
    },
    view: (payload) => view(payload.id),
  }),
});

const poll = (list: string): Poll => ({
  start: async ({ resource }, upstream) => {
    const { json } = await upstream.request({ path: path`/${list}/end`, query: { of: resource ?? undefined } });
    return String((json as { position: number }).position);
  },
  next: async (position, { resource }, upstream) => {
    const query = { from: position, of: resource ?? undefined };
    const { json } = await upstream.request({ path: path`/${list}`, query });
    return json as { items: unknown[]; position: string; more: boolean };
  },
  positionLostOn: ["not_found"],
});

const push = (list: string, addressOf: Push["deliversTo"] = "source"): Push => ({
  deliversTo: addressOf,
  subscribe: ({ address, secret }) => ({ method: "POST", path: path`/subscriptions`, json: { list, address, secret } }),
  subscribed: ({ json }) => {
    const { id, expires_at } = json as { id: string; expires_at: number | null };
    return { id, expiresAt: expires_at, data: { list } };
  },
  renew: ({ id }) => ({ method: "PATCH", path: path`/subscriptions/${id}` }),
  unsubscribe: ({ id }) => ({ method: "DELETE", path: path`/subscriptions/${id}` }),
  check: ({ id }) => ({ path: path`/subscriptions/${id}` }),
});

/** Polled `mails`, pushed `chats`, `files` that are pushed and polled, and chosen `repos`. */
export function feedPlugin(id = "feed"): Provider {
  return defineProvider({
    id,
    name: "Feed",
    docs: "https://feed.example.com/docs",
    baseUrl: "https://api.feed.example.com",
    auth: {
      oauth2: {
        authorizationUrl: "https://feed.example.com/authorize",
        tokenUrl: "https://feed.example.com/token",
        revocationUrl: "https://feed.example.com/revoke",
        pkce: true,
        clientAuth: "basic",
      },
    },
    services: {
      mails: { read: { scopes: ["mails"], description: "Read mails." } },
      chats: { read: { scopes: ["chats"], description: "Read chats." } },
      files: { read: { scopes: ["files"], description: "Read files." } },
      repos: { read: { scopes: ["repos"], description: "Read repositories." } },
    },
    identity: { upstream: "/me", resource: person },
    sources: {
      mails: { description: "Mails.", permission: "mails.read", poll: poll("mails"), events: created("mails.came") },
      chats: { description: "Chats.", permission: "chats.read", push: push("chats") },
      files: {
        description: "Files.",
        permission: "files.read",
        push: push("files"),
        poll: { ...poll("files"), sharesEventIds: true },
        events: created("files.made"),
      },
      repos: {
        description: "A repository.",
        permission: "repos.read",
        resource: { description: "Owner and name.", pattern: /[a-z]+\/[a-z]+/ },
        poll: poll("repos"),
        events: created("repos.pushed"),
      },
    },
    endpoints: {
      get_me: endpoint({
        method: "GET",
        path: "/me",
        permission: "mails.read",
        description: "Get the person.",
        returns: one(person),
        upstream: "/me",
      }),
    },
  }) as unknown as Provider;
}

export interface FeedRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  authorization: string | null;
  json: Record<string, string>;
}

export interface Feed {
  fetch: Fetch;
  /** Items of the lists, by `<list>` or `<list>/<resource>`. */
  lists: Record<string, string[]>;
  subscriptions: Map<string, { list: string; address: string; secret: string }>;
  log: FeedRequest[];
  requests(method: string, path: RegExp): FeedRequest[];
  /** Items of a page. */
  pageSize: number;
  /** Milliseconds that a subscription lives; null for ever. */
  lifeMs: number | null;
  /** A response in place of the usual one. */
  intercept: (request: FeedRequest) => Promise<Response | null> | Response | null;
}

export function startFeed(now: () => number): Feed {
  let made = 0;
  const feed: Feed = {
    lists: {},
    subscriptions: new Map(),
    log: [],
    pageSize: 2,
    lifeMs: 100_000_000,
    intercept: () => null,
    requests: (method, path) => feed.log.filter((request) => request.method === method && path.test(request.path)),
    fetch: async (input, init) => {
      const url = new URL(input);
      const request: FeedRequest = {
        method: init.method ?? "GET",
        path: url.pathname,
        query: url.searchParams,
        authorization: new Headers(init.headers).get("authorization"),
        json: typeof init.body === "string" && init.body.startsWith("{") ? JSON.parse(init.body) : {},
      };
      feed.log.push(request);
      return (await feed.intercept(request)) ?? respond(feed, request, () => `s${++made}`, now);
    },
  };
  return feed;
}

function respond(feed: Feed, { method, path, query, json }: FeedRequest, newId: () => string, now: () => number) {
  const [, root = "", id = ""] = path.split("/");
  if (root === "me") return Response.json({ id: "1" });
  if (root === "revoke") return new Response(null, { status: 200 });
  if (root === "subscriptions") {
    if (method === "POST") {
      const subscription = newId();
      const { list = "", address = "", secret = "" } = json;
      feed.subscriptions.set(subscription, { list, address, secret });
      return Response.json(made(feed, subscription, now()));
    }
    if (!feed.subscriptions.has(id)) return Response.json({ error: "unknown" }, { status: 404 });
    if (method === "DELETE") feed.subscriptions.delete(id);
    return Response.json(method === "PATCH" ? made(feed, id, now()) : { id });
  }
  const of = query.get("of");
  const items = feed.lists[of === null ? root : `${root}/${of}`] ?? [];
  if (id === "end") return Response.json({ position: items.length });
  const from = Number(query.get("from"));
  const page = items.slice(from, from + feed.pageSize).map((item) => ({ id: item }));
  const end = from + page.length;
  return Response.json({ items: page, position: String(end), more: end < items.length });
}

const made = ({ lifeMs }: Feed, id: string, now: number) => ({ id, expires_at: lifeMs === null ? null : now + lifeMs });
