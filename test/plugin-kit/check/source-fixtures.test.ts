// The fixtures of sources: a good plugin passes, and each mistake in the plugin or a fixture gives its sentence.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  checked,
  type Poll,
  type Provider,
  type Push,
  path,
  polledEvent,
  Refusal,
  type Source,
  t,
  type UpstreamResponse,
  valueAt,
} from "../../../src/plugin/index.ts";
import { sourceFileViolations } from "../../../src/plugin-kit/check/source-fixtures.ts";
import { acmePlugin } from "../../support/acme-plugin.ts";

const API = "https://api.acme.example.com";
const AT = "https://gateway.example.com/api/v1/webhooks/acme/5a0c1f3e-6b0d-4c64-9f0e-2f6d3f1f7a10";
const SECRET = "fixture-secret-of-43-url-safe-characters-aaaa";

const subscribed = ({ json }: UpstreamResponse) => ({
  id: String(valueAt(json, "id")),
  expiresAt: Date.parse(String(valueAt(json, "until"))),
});
const push: Push = {
  deliversTo: "source",
  subscribe: ({ address, secret, resource }) => ({
    method: "POST",
    path: path`/hooks`,
    json: { address, secret, project: resource },
  }),
  subscribed,
  renew: ({ id }) => ({ method: "PATCH", path: path`/hooks/${id}` }),
  unsubscribe: ({ id }) => ({ method: "DELETE", path: path`/hooks/${id}` }),
  check: ({ id }) => ({ path: path`/hooks/${id}` }),
  isActive: ({ json }) => valueAt(json, "active") === true,
};
const Items = t.Object({ items: t.Array(t.Unknown()), next: t.String(), more: t.Boolean() });
const poll: Poll = {
  start: async (_, upstream) => {
    const { json } = await upstream.request({ path: path`/items`, query: { limit: 0 } });
    return checked(Items, json).next;
  },
  next: async (position, _, upstream) => {
    const { json } = await upstream.request({ path: path`/items`, query: { after: position } });
    const { items, next, more } = checked(Items, json);
    return { items, position: next, more };
  },
};
const made = polledEvent({
  description: "An item was made.",
  match: (item) => valueAt(item, "kind") === "made",
  id: (raw) => `${raw.id}:${raw.version}`,
  raw: t.Object({ id: t.String(), version: t.Integer() }),
  shape: t.Object({ id: t.String() }),
  map: (raw) => (raw.id === "hidden" ? null : { id: raw.id }),
  view: ({ id }) => ({ title: id, summary: null, actor: null, url: null, occurredAt: null }),
});
const source: Source = {
  description: "Items.",
  permission: "items.read",
  resource: { description: "A project.", pattern: /^[a-z]+$/ },
  push,
  poll,
  events: { "items.made": made },
};
interface Changes {
  source?: Partial<Source>;
  push?: Partial<Push>;
  poll?: Partial<Poll>;
  event?: Partial<typeof made>;
}
const pluginWith = (changes: Changes = {}): Provider => ({
  ...acmePlugin(),
  sources: {
    items: {
      ...source,
      push: { ...push, ...changes.push },
      poll: { ...poll, ...changes.poll },
      events: { "items.made": { ...made, ...changes.event } },
      ...changes.source,
    } as never,
  },
});

const context = { resource: "garden" };
const until = "2026-01-08T00:00:00Z";
const response = { json: { id: "h1", until } };
const result = { id: "h1", expiresAt: Date.parse(until) };
const subscription = { id: "h1", expiresAt: null, data: {} };
const body = { address: AT, secret: SECRET, project: "garden" };
const view = { title: "a", summary: null, actor: null, url: null, occurredAt: null };
const item = { kind: "made", id: "a", version: 1 };
const listed = (after: string, json: object) => ({
  request: { url: `${API}/items?after=${after}` },
  response: { json },
});
const pollOf = (items: unknown[], events: unknown[], next = "8", more = false) => ({
  context,
  position: "7",
  upstream: [listed("7", { items, next, more })],
  page: { position: next, more, events },
});
const EVENT = { type: "items.made", id: "a:1", view, payload: { id: "a" } };

/** A fixture of each function and event. */
const GOOD: Record<string, object> = {
  "items.subscribe": {
    context,
    upstream: [{ request: { method: "POST", url: `${API}/hooks`, json: body }, response }],
    subscribed: result,
  },
  "items.renew": {
    context,
    subscription,
    upstream: [{ request: { method: "PATCH", url: `${API}/hooks/h1` }, response }],
    subscribed: result,
  },
  "items.unsubscribe": {
    context,
    subscription,
    upstream: [{ request: { method: "DELETE", url: `${API}/hooks/h1` }, response: { status: 204 } }],
  },
  "items.check": {
    context,
    subscription,
    upstream: [{ request: { url: `${API}/hooks/h1` }, response: { json: { active: true } } }],
    isActive: true,
  },
  "items.start": {
    context,
    upstream: [{ request: { url: `${API}/items?limit=0` }, response: { json: { items: [], next: "7", more: false } } }],
    position: "7",
  },
  "items.poll": pollOf([item, { kind: "other" }, { kind: "made", id: "hidden", version: 1 }], [EVENT]),
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "gateway-sources-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The violations of a plugin with these fixtures in place of the good ones, each after its file's name. */
async function sentencesFor(plugin: Provider, fixtures: Record<string, unknown> = {}): Promise<string[]> {
  const own = mkdtempSync(join(folder, "acme-"));
  mkdirSync(join(own, "fixtures/sources"), { recursive: true });
  for (const [name, fixture] of Object.entries({ ...GOOD, ...fixtures })) {
    if (fixture === undefined) continue;
    const text = typeof fixture === "string" ? fixture : JSON.stringify(fixture);
    writeFileSync(join(own, "fixtures/sources", `${name}.json`), text);
  }
  const violations = await sourceFileViolations(plugin, own);
  return violations.map(({ where, message }) => `${where.replace("fixtures/sources/", "")}: ${message}`);
}
const changedFixture = (name: string, changes: object) => ({ [name]: { ...GOOD[name], ...changes } });

describe("the fixtures of sources", () => {
  test("pass: each function, an event, what is none, a failure, a subscription that is gone", async () => {
    const gone = { request: { url: `${API}/hooks/h1` }, response: { status: 404, json: {} } };
    const idle = { request: { url: `${API}/hooks/h1` }, response: { json: { active: false } } };
    const refused = {
      request: { method: "POST", url: `${API}/hooks`, json: body },
      response: { status: 403, json: {} },
    };
    const { subscribed: _, ...subscribe } = GOOD["items.subscribe"] as { subscribed: unknown };
    expect(
      await sentencesFor(pluginWith(), {
        "items.check.gone": { ...GOOD["items.check"], upstream: [gone], isActive: false },
        "items.check.idle": { ...GOOD["items.check"], upstream: [idle], isActive: false },
        "items.subscribe.refused": { ...subscribe, upstream: [refused], failure: "forbidden" },
      }),
    ).toEqual([]);
  });

  test("know the identity, settings, time and secrets that they say, also at the provider's address", async () => {
    const seen: unknown[] = [];
    const plugin = pluginWith({
      push: {
        deliversTo: "provider",
        subscribe: (known) => {
          seen.push(known);
          return push.subscribe(known);
        },
      },
    });
    const address = "https://gateway.example.com/api/v1/webhooks/acme";
    const known = {
      resource: "garden",
      identity: { id: "42", name: "ada", tenant: { site: "one" } },
      settings: { TOPIC: "news" },
      now: "2026-01-02T00:00:00Z",
      secret: "another",
      secrets: { client: "client's" },
    };
    await sentencesFor(
      { ...plugin, settings: { TOPIC: { description: "A topic.", pattern: /^[a-z]+$/ } } },
      changedFixture("items.subscribe", { context: known }),
    );
    expect(seen[0]).toEqual({
      ...known,
      now: Date.parse(known.now),
      id: "5a0c1f3e-6b0d-4c64-9f0e-2f6d3f1f7a10",
      address,
      secrets: { webhook: null, client: "client's" },
    });
  });

  test("know their subscription in a poll and its start, where the fixture has one", async () => {
    const seen: unknown[] = [];
    const plugin = pluginWith({
      poll: {
        start: (known, upstream) => {
          seen.push(known.subscription);
          return poll.start(known, upstream);
        },
        next: (position, known, upstream) => {
          seen.push(known.subscription);
          return poll.next(position, known, upstream);
        },
      },
    });
    expect(await sentencesFor(plugin)).toEqual([]);
    expect(new Set(seen)).toEqual(new Set([undefined]));
    seen.length = 0;
    const both = {
      ...changedFixture("items.start", { subscription }),
      ...changedFixture("items.poll", { subscription }),
    };
    expect(await sentencesFor(plugin, both)).toEqual([]);
    expect(seen.length).toBeGreaterThan(3);
    for (const one of seen) expect(one).toEqual(subscription);
  });

  test("are not needed where the plugin declares no sources, and refused", async () => {
    const sentences = await sentencesFor(acmePlugin());
    expect(sentences).toHaveLength(Object.keys(GOOD).length);
    for (const sentence of sentences) expect(sentence).toContain("does not name a function of a source");
  });

  test("which cannot be read are there: what they would show is not missing as well", async () => {
    const unread = { "items.check": "{", ...changedFixture("items.poll", { page: undefined }) };
    const files = (await sentencesFor(pluginWith(), unread)).map((sentence) => sentence.split(":")[0]);
    expect(files).toEqual(["items.check.json", "items.poll.json"]);
  });

  let turn = 0;
  const CASES: [mistake: string, changes: Changes, fixtures: Record<string, unknown>, sentence: string][] = [
    [
      "a file of an unknown source",
      {},
      { "mail.poll": GOOD["items.poll"] },
      "mail.poll.json: does not name a function of a source: call the file <source>.<subscribe | renew | unsubscribe | check | start | poll>[.<case>].json.",
    ],
    [
      "a file of an unknown function",
      {},
      { "items.read": GOOD["items.poll"] },
      "items.read.json: does not name a function",
    ],
    [
      "a file of a function that is not declared",
      { push: { renew: undefined } },
      {},
      "items.renew.json: does not name a function",
    ],
    [
      "a function without a fixture",
      {},
      { "items.renew": undefined },
      "items.renew.json: is missing: each function of a source needs a fixture.",
    ],
    [
      "an event without a fixture",
      {},
      { "items.poll": pollOf([], []) },
      "items.poll.json: does not contain items.made: each event of a source needs a fixture.",
    ],
    [
      "a function that only fails",
      {},
      { "items.renew": { context, subscription, upstream: [], failure: "error" } },
      "items.renew.json: is missing: each function of a source needs a fixture.",
    ],
    [
      "a fixture that is not JSON",
      {},
      { "items.poll": "{" },
      "items.poll.json: is not { context, position, subscription, upstream, page or failure } in JSON.",
    ],
    ["a misspelt part", {}, changedFixture("items.poll", { pages: [] }), "unknown key `pages`; did you mean `page`?"],
    [
      "a request that --fill writes",
      {},
      changedFixture("items.check", { upstream: [{ response: { json: { active: true } } }] }),
      "items.check.json: has no upstream[0].request: let `plugin check --fill` write what is missing, and read what it wrote.",
    ],
    [
      "a request and a page that --fill writes",
      {},
      changedFixture("items.poll", { upstream: [{ response: {} }], page: undefined }),
      "items.poll.json: has no upstream[0].request and no page or failure: let `plugin check --fill` write",
    ],
    [
      "a missing part",
      {},
      changedFixture("items.renew", { subscription: undefined }),
      "items.renew.json: is not { context, subscription, upstream, subscribed or failure } in JSON, at /subscription",
    ],
    [
      "a result beside a failure",
      {},
      changedFixture("items.start", { failure: "error" }),
      "in JSON, at /position: Unexpected property.",
    ],
    [
      "a URL that is none",
      {},
      changedFixture("items.unsubscribe", { upstream: [{ request: { url: "/hooks" }, response: {} }] }),
      '"/hooks" is not a URL.',
    ],
    [
      "a time that is none",
      {},
      changedFixture("items.check", { context: { ...context, now: "soon" } }),
      "context.now is not a time.",
    ],
    [
      "a resource outside its pattern",
      {},
      changedFixture("items.start", { context: { resource: "Garden/1" } }),
      "context.resource does not match the source's pattern.",
    ],
    [
      "a missing resource",
      {},
      changedFixture("items.start", { context: {} }),
      "context.resource does not match the source's pattern.",
    ],
    [
      "a resource that the source has not",
      { source: { resource: undefined } },
      {},
      "The fixture has a resource; the source has none.",
    ],
    [
      "an undeclared setting",
      {},
      changedFixture("items.start", { context: { ...context, settings: { TOPIC: "x" } } }),
      "has the setting TOPIC, which the plugin does not declare.",
    ],
    [
      "another request",
      { push: { subscribe: () => ({ method: "POST", path: path`/hooks`, json: {} }) } },
      {},
      "items.subscribe.json: The JSON of the request to https://api.acme.example.com/hooks differs at /address: it is missing",
    ],
    [
      "another path",
      { push: { unsubscribe: () => ({ method: "DELETE", path: path`/hook` }) } },
      {},
      "items.unsubscribe.json: DELETE https://api.acme.example.com/hook is not the request that the fixture expects",
    ],
    [
      "a request that is never sent",
      { poll: { start: async () => "7" } },
      {},
      "items.start.json: The request GET https://api.acme.example.com/items?limit=0 was never sent.",
    ],
    [
      "another credential",
      { push: { check: () => ({ path: path`/hooks/h1`, credential: "bot" }) } },
      {},
      "items.check.json: The call failed with",
    ],
    [
      "a check that writes",
      { push: { check: () => ({ method: "PUT", path: path`/hooks/h1` }) } },
      {},
      "items.check.json: The request PUT /hooks/h1 is not a read: it must be a GET, or a POST with `safe`.",
    ],
    [
      "another result of subscribe",
      {},
      changedFixture("items.subscribe", { subscribed: { ...result, id: "h2" } }),
      "items.subscribe.json: The result of subscribe differs at /id: it is",
    ],
    [
      "another result of check",
      {},
      changedFixture("items.check", { isActive: false }),
      "items.check.json: The result of check differs: it is true, the fixture expects false.",
    ],
    [
      "another position",
      {},
      changedFixture("items.start", { position: "9" }),
      'items.start.json: The result of start differs: it is "7", the fixture expects "9".',
    ],
    [
      "another event",
      {},
      changedFixture("items.poll", { page: { position: "8", more: false, events: [] } }),
      "items.poll.json: The result of poll differs at /events/0: it is",
    ],
    [
      "a failure where a result is expected",
      {},
      changedFixture("items.poll", { upstream: [{ ...listed("7", {}), response: { status: 404, json: {} } }] }),
      'items.poll.json: The call failed with "not_found"',
    ],
    [
      "a result where a failure is expected",
      {},
      {
        "items.check.fails": {
          context,
          subscription,
          upstream: (GOOD["items.check"] as { upstream: unknown }).upstream,
          failure: "error",
        },
      },
      "items.check.fails.json: The check succeeded; the fixture expects a failure.",
    ],
    [
      "a plugin that throws",
      { poll: { next: () => Promise.reject(new TypeError("no list")) } },
      {},
      "items.poll.json: The plugin threw TypeError",
    ],
    [
      "a plugin that uses the network",
      { push: { subscribe: () => fetch("https://api.acme.example") as never } },
      {},
      "items.subscribe.json: The plugin uses fetch, which it must not.",
    ],
    [
      "a plugin that waits",
      { poll: { start: async () => void setTimeout(() => {}, 1) as never } },
      {},
      "items.start.json: The plugin uses setTimeout, which it must not.",
    ],
    [
      "a subscription without an id",
      { push: { subscribed: () => ({ id: "", expiresAt: null }) } },
      {},
      "The subscription has no id.",
    ],
    [
      "a subscription that has expired",
      { push: { subscribed: () => ({ id: "h1", expiresAt: 1_767_225_600 }) } },
      {},
      "expiresAt must be null or a future time in Unix milliseconds.",
    ],
    [
      "an empty secret",
      { push: { subscribed: (got, known) => ({ ...push.subscribed(got, known), secret: "" }) } },
      {},
      "The subscription's secret is not a string.",
    ],
    [
      "data that are no texts",
      { push: { subscribed: () => ({ id: "h1", expiresAt: null, data: { hook: 1 as never } }) } },
      {},
      "The subscription's data must all be strings.",
    ],
    [
      "the secret in the data",
      { push: { subscribed: (_, { secret }) => ({ id: "h1", expiresAt: null, data: { secret } }) } },
      {},
      "The subscription's id or data contain a secret, but they are stored unencrypted.",
    ],
    [
      "the provider's secret in the data",
      { push: { subscribed: () => ({ id: "h1", expiresAt: null, secret: "theirs", data: { key: "theirs" } }) } },
      {},
      "The subscription's id or data contain a secret",
    ],
    [
      "a payload of another shape",
      { event: { map: () => ({ id: 7 }) as never } },
      {},
      "The payload of items.made does not match the declared shape at /id: Expected string.",
    ],
    [
      "a view without a title",
      { event: { view: () => ({ ...view, title: "" }) } },
      {},
      "The view of items.made is wrong at /title",
    ],
    [
      "a view whose time is none",
      { event: { view: () => ({ ...view, occurredAt: "today" }) } },
      {},
      "The view of items.made has an occurredAt that is not an ISO 8601 time.",
    ],
    [
      "a view whose url is none",
      { event: { view: () => ({ ...view, url: "javascript:0" }) } },
      {},
      "The view of items.made has a url that is not a link.",
    ],
    ["an event without an id", { event: { id: () => "" } }, {}, "An event items.made has no id."],
    [
      "an id that changes",
      { event: { id: () => `a:${turn++}` } },
      {},
      "A second poll with the same responses has a different result.",
    ],
    [
      "a position that changes",
      { poll: { start: async (known, upstream) => `${await poll.start(known, upstream)}:${turn++}` } },
      {},
      "A second start with the same responses has a different result.",
    ],
    [
      "two events of one id",
      { event: { id: () => "a" } },
      { "items.poll": pollOf([item, { ...item, id: "b" }], []) },
      "Two different events have the id a.",
    ],
    [
      "one item of two kinds",
      { source: { events: { "items.made": made, "items.seen": made } } },
      {},
      "One item matches items.made and items.seen.",
    ],
    [
      "a position that is no text",
      { poll: { start: async () => 7 as never } },
      {},
      "items.start.json: The position is not a string.",
    ],
    [
      "a position that is too long",
      { poll: { start: async () => "7".repeat(8_193) } },
      {},
      "The position has 8193 bytes; the maximum is 8192.",
    ],
    [
      "a position that cannot be stored",
      { poll: { start: async () => "7\u0000" } },
      {},
      "The position contains characters that cannot be stored.",
    ],
    [
      "half a character in a position",
      { poll: { start: async () => "7\ud800" } },
      {},
      "The position contains characters that cannot be stored.",
    ],
    [
      "a start that sends one request for ever where a response says nothing",
      {
        poll: {
          start: async (_, upstream) => {
            for (let page = 0; page < 40; page++) {
              const { json } = await upstream.request({ path: path`/items`, query: { limit: 0 } });
              const next = valueAt(json, "next");
              if (typeof next === "string") return next;
            }
            throw new Refusal("error", "There is no end.");
          },
        },
      },
      {},
      "The start sends the same request again if each response is {}.",
    ],
    [
      "more from the same position",
      {},
      { "items.poll": pollOf([item], [EVENT], "7", true) },
      "The poll reports more pages, but its position did not change.",
    ],
    [
      "a poll that cannot read its own position",
      {
        poll: {
          next: (position, known, upstream) => {
            if (position !== "7") throw new Refusal("invalid", "What is this?");
            return poll.next(position, known, upstream);
          },
        },
      },
      {},
      "items.poll.json: The poll cannot continue from its own position: What is this?",
    ],
    [
      "somebody's address",
      {},
      changedFixture("items.check", { context: { ...context, identity: { name: "ada@mail.acme.io" } } }),
      "items.check.json: contains an address at mail.acme.io",
    ],
  ];
  for (const [mistake, changes, fixtures, sentence] of CASES) {
    test(`find ${mistake}`, async () => {
      const found = await sentencesFor(pluginWith(changes), fixtures);
      expect(found.join("\n")).toContain(sentence);
    });
  }
});
