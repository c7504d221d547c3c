// Plugin violations: each broken field is named, and no plugin makes the check throw.
import { describe, expect, test } from "bun:test";
import { Kind } from "@sinclair/typebox";
import { event, type OAuth, type Provider, t } from "../../../src/plugin/index.ts";
import { pluginViolations as violationsOf } from "../../../src/providers/registry/plugin-violations.ts";
import { baseUrlFor, resolveTarget } from "../../../src/providers/upstream/target.ts";
import { RESERVED_IDS } from "../../../src/server/reserved-ids.ts";
import { acmePlugin, brokenPlugin, changed } from "../../support/acme-plugin.ts";

const pluginViolations = (plugin: unknown) => violationsOf(plugin, RESERVED_IDS);
const fieldsOf = (plugin: unknown) => [...new Set(pluginViolations(plugin).map(({ field }) => field))];
const LIST = "endpoints.list_items";
const GET = "endpoints.get_item";
const CREATE = "endpoints.create_item";

/** A plugin with every optional part. */
function fullPlugin(): Provider {
  const plugin = acmePlugin();
  return {
    ...plugin,
    baseUrl: {
      items: "https://{instance}",
      people: "https://{area}.example.com/{site}",
      status: "https://a.example.com",
    },
    tenant: { instance: /^[a-z0-9-]+\.example\.com$/, area: /^[a-z]+$/, site: /^[0-9A-F]+$/i },
    bot: { scheme: "Bot" },
    downloadHosts: ["files.example.com", "*.cdn.example.com"],
    auth: {
      oauth2: {
        ...(plugin.auth.oauth2 as OAuth),
        tokenBody: "json",
        tokenError: () => undefined,
        expiredGrantErrors: ["invalid_grant"],
      },
    },
    webhook: {
      verify: () => false,
      signsBody: false,
      handshake: () => null,
      items: "",
      eventId: () => null,
      subject: () => null,
      events: {
        "items.created": event({
          description: "An item was created.",
          match: () => true,
          raw: t.Object({ id: t.String() }),
          shape: t.Object({ id: t.String() }),
          map: (raw) => raw,
          view: (payload) => ({ title: payload.id, summary: null, actor: null, url: null, occurredAt: null }),
        }),
      },
    },
    endpoints: { ...plugin.endpoints, get_item: { ...plugin.endpoints.get_item, credential: "bot" } as never },
  };
}
const EVENT = "webhook.events.items.created";
/** The full plugin with its event changed, or under another name. */
function withEvent(changes: object, type = "items.created"): unknown {
  const plugin = fullPlugin();
  const created = { ...plugin.webhook?.events["items.created"], ...changes };
  return { ...plugin, webhook: { ...plugin.webhook, events: { [type]: created } } };
}
const sentencesOf = (plugin: unknown) => pluginViolations(plugin).map(({ field, message }) => `${field}: ${message}`);

describe("violations of optional parts", () => {
  test("a full plugin has none", () => {
    expect(pluginViolations(fullPlugin())).toEqual([]);
  });

  test("a default base URL serves the services that have none of their own", () => {
    const baseUrl = { default: "https://api.acme.example.com/v1", content: "https://files.acme.example.com" };
    const plugin = { ...acmePlugin(), baseUrl } as never;
    expect(pluginViolations(plugin)).toEqual([]);
    const target = resolveTarget(plugin);
    expect(baseUrlFor(target, "items", {})).toBe(baseUrl.default);
    expect(baseUrlFor(target, "content", {})).toBe(baseUrl.content);
  });

  const HOST = "must be a regular expression of the whole value: /^…$/, with no flag but i.";
  test.each<[path: string, value: unknown, field: string, message: string]>([
    ["id", "gateway", "id", '"gateway" is reserved for permissions of the gateway itself.'],
    ["services.proxy", {}, "services.proxy", "cannot be declared: proxy.use is a permission of every provider."],
    [
      "endpoints.list_items.query",
      t.Object({ connection: t.Optional(t.String()) }),
      "endpoints.list_items.query.connection",
      'has an argument "connection", by which calls choose one of several connections. Choose another name.',
    ],
    [
      "endpoints.list_items.query",
      t.Object({ approval_id: t.Optional(t.String()) }),
      "endpoints.list_items.query.approval_id",
      'has an argument "approval_id", by which a repeated call names its approval. Choose another name.',
    ],
    ["tenant", 5, "tenant", "must be an object."],
    ["tenant", null, "tenant", "must be an object."],
    ["tenant", undefined, "baseUrl.items", "must be an https URL."],
    ["tenant.instance", undefined, "baseUrl.items", "must be an https URL."],
    ["tenant.instance", "example.com", "tenant.instance", HOST],
    ["tenant.instance", /[a-z]+\.example\.com$/, "tenant.instance", HOST],
    ["tenant.instance", /^[a-z]+\.example\.com/, "tenant.instance", HOST],
    ["tenant.instance", /^[a-z]+\.example\.com$/g, "tenant.instance", HOST],
    ["tenant.instance", /^[a-z]+\.example\.com$/m, "tenant.instance", HOST],
    ["tenant.instance", /^[a-z]+\.example\.com$/y, "tenant.instance", HOST],
    ["tenant.instance", /^[a-z0-9.-]+$/, "tenant.instance", 'accepts "169.254.169.254" as a host of the provider.'],
    ["tenant.instance", /^[a-z]+$/, "tenant.instance", 'accepts "localhost" as a host of the provider.'],
    ["tenant.instance", /^[a-z]+\.[a-z]+$/, "tenant.instance", 'accepts "other.invalid" as a host of the provider.'],
    ["baseUrl.people", "https://{other}.example.com", "baseUrl.people", "must be an https URL."],
    ["baseUrl.people", "http://{area}.example.com", "baseUrl.people", "must be an https URL."],
    ["bot", null, "bot.scheme", 'must be "Bot" or "Bearer".'],
    ["bot.scheme", "Basic", "bot.scheme", 'must be "Bot" or "Bearer".'],
    ["bot", undefined, "endpoints.get_item.credential", 'is "bot", but the plugin declares no bot.'],
    ["downloadHosts", "files.example.com", "downloadHosts", "must be a list of hosts."],
    ["downloadHosts", 5, "downloadHosts", "must be a list of hosts."],
    ["downloadHosts", ["*"], "downloadHosts", '"*" is not a host such as *.example.com.'],
    ["downloadHosts", ["*.com"], "downloadHosts", '"*.com" is not a host such as *.example.com.'],
    ["downloadHosts", ["localhost"], "downloadHosts", '"localhost" is not a host such as *.example.com.'],
    ["downloadHosts", ["169.254.169.254"], "downloadHosts", '"169.254.169.254" is not a host such as *.example.com.'],
    ["downloadHosts", ["a.*.com"], "downloadHosts", '"a.*.com" is not a host such as *.example.com.'],
    ["downloadHosts", ["https://a.b"], "downloadHosts", '"https://a.b" is not a host such as *.example.com.'],
    ["downloadHosts", ["a.example.com/x"], "downloadHosts", '"a.example.com/x" is not a host such as *.example.com.'],
    ["downloadHosts", ["A.example.com"], "downloadHosts", '"A.example.com" is not a host such as *.example.com.'],
    ["auth.oauth2.tokenBody", "xml", "auth.oauth2.tokenBody", 'must be "form" or "json".'],
    ["auth.oauth2.tokenError", "code", "auth.oauth2.tokenError", "must be a function."],
    ["auth.oauth2.deadGrantErrors", "gone", "auth.oauth2.deadGrantErrors", "must be a list of codes."],
    ["auth.oauth2.expiredGrantErrors", "run_out", "auth.oauth2.expiredGrantErrors", "must be a list of codes."],
    ["auth.oauth2.clientErrors", "unknown", "auth.oauth2.clientErrors", "must be a list of codes."],
    ["webhook", null, "webhook", "must be an object."],
    ["webhook", 5, "webhook", "must be an object."],
    ["webhook.verify", undefined, "webhook.verify", "must be a function."],
    ["webhook.eventId", "id", "webhook.eventId", "must be a function."],
    ["webhook.subject", null, "webhook.subject", "must be a function."],
    ["webhook.handshake", true, "webhook.handshake", "must be a function."],
    ["webhook.items", 5, "webhook.items", "must be a dotted path."],
    ["webhook.signsBody", true, "webhook.signsBody", "must be false, or left out."],
    [
      "webhook.events",
      undefined,
      "webhook.events",
      "must name at least one kind of event, unless the webhook triggers polls.",
    ],
    [
      "webhook.events",
      {},
      "webhook.events",
      "must name at least one kind of event, unless the webhook triggers polls.",
    ],
  ])("S-97: a wrong %s is named (case %#)", (path, value, field, message) => {
    expect(sentencesOf(changed(fullPlugin(), path, value))).toContain(`${field}: ${message}`);
  });

  const NAME = "must be named <service>.<what>, with a declared service.";
  test.each<[plugin: unknown, field: string, message: string]>([
    [withEvent({}, "created"), "webhook.events.created", NAME],
    [withEvent({}, "orders.created"), "webhook.events.orders.created", NAME],
    [withEvent({}, "items.Created"), "webhook.events.items.Created", NAME],
    [withEvent({}, "items.created.twice"), "webhook.events.items.created.twice", NAME],
    [withEvent({ match: null }), `${EVENT}.match`, "must be a function."],
    [withEvent({ map: undefined }), `${EVENT}.map`, "must be a function."],
    [withEvent({ view: "title" }), `${EVENT}.view`, "must be a function."],
    [withEvent({ raw: {} }), EVENT, "needs the schemas raw and shape."],
    [withEvent({ shape: null }), EVENT, "needs the schemas raw and shape."],
    [withEvent({ description: "" }), `${EVENT}.description`, "is missing."],
  ])("S-97: a wrong event is named (case %#)", (plugin, field, message) => {
    expect(sentencesOf(plugin)).toContain(`${field}: ${message}`);
  });
});

describe("violations", () => {
  test("a valid plugin has none", () => {
    expect(pluginViolations(acmePlugin())).toEqual([]);
  });

  test.each<[path: string, value: unknown, field?: string]>([
    ["id", undefined],
    ["id", "A"],
    ["id", "acme-one"],
    ["id", "a"],
    ["id", "x".repeat(33)],
    ["id", "tools"],
    ["id", "accounts"],
    ["name", ""],
    ["name", 5],
    ["docs", "http://acme.example.com"],
    ["docs", undefined],
    ["baseUrl", "http://api.acme.example.com"],
    ["baseUrl", "api.acme.example.com"],
    ["baseUrl", {}],
    ["baseUrl", { items: "https://a.example.com", people: "https://b.example.com" }, "baseUrl.status"],
    ["auth", undefined],
    ["auth.oauth2.authorizationUrl", "http://acme.example.com"],
    ["auth.oauth2.tokenUrl", undefined],
    ["auth.oauth2.revocationUrl", "ftp://acme.example.com"],
    ["auth.oauth2.pkce", undefined],
    ["auth.oauth2.pkce", "yes"],
    ["auth.oauth2.clientAuth", "post"],
    ["services", null],
    ["services.items.read.scopes", "items.read"],
    ["services.items.read.description", ""],
    ["services.Items", { read: { scopes: [], description: "x" } }],
    ["services.items.Read", { scopes: [], description: "x" }],
    ["identity", undefined],
    ["identity.resource", {}, "identity"],
    ["identity.upstream", "me"],
    ["identity.upstream", "http://api.acme.example.com/me"],
    ["failure", "error"],
    ["endpoints", null],
    [LIST, null],
    ["endpoints.ListItems", { ...acmePlugin().endpoints.list_items, path: "/other" }],
    [`endpoints.${"x".repeat(61)}`, { ...acmePlugin().endpoints.list_items, path: "/other" }],
    [`${LIST}.method`, "get"],
    [`${LIST}.method`, "HEAD"],
    [`${LIST}.description`, undefined],
    [`${LIST}.permission`, "items.delete"],
    [`${GET}.alsoNeeds`, ["people.write"], `${GET}.permission`],
    [`${GET}.alsoNeeds`, "people.read"],
    [`${GET}.alsoNeeds`, 5],
    [`${LIST}.path`, "items"],
    [`${LIST}.path`, "/Items"],
    [`${LIST}.path`, "/items/"],
    [`${LIST}.path`, "/items//x"],
    [`${LIST}.path`, "/items/x{id}"],
    [`${LIST}.path`, "/../accounts"],
    [`${GET}.params`, undefined, `${GET}.params.item_id`],
    [`${LIST}.params`, { item_id: "The id." }, `${LIST}.params.item_id`],
    [`${GET}.upstream`, "/items/{id}"],
    [`${LIST}.query`, t.String()],
    [`${CREATE}.body`, t.Array(t.String())],
    [`${LIST}.body`, t.Object({})],
    [`${CREATE}.hints`, { reads: true }],
    [`${CREATE}.effect`, "sends"],
    [`${CREATE}.effect`, null],
    [`${CREATE}.reaches`, "yes"],
    [`${CREATE}.reaches`, { when: [] }],
    [`${CREATE}.reaches`, { when: ["nobody"] }, `${CREATE}.reaches.when`],
    [`${CREATE}.idempotent`, "yes"],
    [`${GET}.effect`, "writes"],
    [`${GET}.effect`, "destroys"],
    [`${GET}.reaches`, true],
    [`${GET}.idempotent`, false],
    [`${LIST}.returns`, undefined],
    [`${LIST}.returns`, { kind: "some" }],
    [`${LIST}.returns.resource`, {}],
    [`${LIST}.returns.pagination`, undefined],
    [`${LIST}.upstream`, undefined],
    [`${LIST}.run`, async () => ({})],
    [`${GET}.returns`, { kind: "file" }, `${GET}.run`],
    [`${GET}.path`, "/items/{other}", `${GET}.params.other`],
  ])("S-97: a wrong %s is named (case %#)", (path, value, field = path) => {
    expect(fieldsOf(brokenPlugin(path, value))).toContain(field);
  });

  test("S-97: two endpoints with one route are named, also where their parameters have other names", () => {
    const plugin = acmePlugin();
    const endpoints = {
      ...plugin.endpoints,
      find_item: {
        ...plugin.endpoints.get_item,
        path: "/items/{id}",
        params: { id: "An id." },
        upstream: "/items/{id}",
      },
    };
    expect(pluginViolations({ ...plugin, endpoints })).toEqual([
      { field: "endpoints.find_item.path", message: "is the same route as endpoints.get_item." },
    ]);
  });

  test("S-97: all violations are reported at once", () => {
    const plugin = { ...acmePlugin(), name: "", docs: "", endpoints: { x: null } };
    expect(fieldsOf(plugin).sort()).toEqual(["docs", "endpoints.x", "name"]);
  });

  test.each([undefined, null, 5, "plugin"])("%p is no plugin", (value) => {
    expect(fieldsOf(value)).toEqual(["default"]);
  });

  test("S-97: a wrong value anywhere in a plugin is a violation, never an exception", () => {
    const paths: string[] = [];
    const visit = (value: unknown, path: string[]) => {
      if (path.length > 0) paths.push(path.join("."));
      // Schemas are TypeBox's own: whoever builds one by hand is not guarded here.
      if (typeof value !== "object" || value === null || Kind in value) return;
      for (const [key, inner] of Object.entries(value)) if (!key.includes(".")) visit(inner, [...path, key]);
    };
    visit(fullPlugin(), []);
    expect(paths.length).toBeGreaterThan(60);
    for (const path of paths) {
      for (const value of [undefined, null, 0, 5, "", "x", "/x", true, [], {}, [null], { a: null }, () => null]) {
        for (const { field, message } of pluginViolations(changed(fullPlugin(), path, value))) {
          expect(field).not.toBe("");
          expect(message).not.toBe("");
        }
      }
    }
  });
});

test.each([
  ["endpoints.get_item.path", "/proxy/{item_id}"],
  ["endpoints.get_item.path", "/{item_id}"],
])("%s of %s would be in the way of raw requests", (path, value) => {
  const violations = pluginViolations(brokenPlugin(path, value));
  expect(violations).toContainEqual({
    field: "endpoints.get_item.path",
    message: "cannot start with /proxy, where raw requests are, or with a parameter, which could be that word.",
  });
});

test("no endpoint has the key of the tool of raw requests", () => {
  const { endpoints } = acmePlugin();
  const violations = pluginViolations(brokenPlugin("endpoints.request", endpoints.get_item));
  expect(violations.map(({ message }) => message)).toContain(
    "must have another key: acme_request is the tool of raw requests.",
  );
});

describe("streams, files and links", () => {
  const withEndpoint = (changes: object) => {
    const plugin = acmePlugin();
    const endpoint = { ...plugin.endpoints.create_item, ...changes };
    return { ...plugin, endpoints: { ...plugin.endpoints, create_item: endpoint } };
  };
  const sentences = (plugin: unknown) => pluginViolations(plugin).map(({ field, message }) => `${field}: ${message}`);
  const item = acmePlugin().endpoints.get_item?.returns as { resource: unknown };

  test.each<[object, string[]]>([
    [{ returns: { kind: "stream", collection: "words", resource: item.resource, format: "sse" } }, []],
    [
      { returns: { kind: "stream", collection: "Words", resource: item.resource, format: "xml", end: "" } },
      [
        `${CREATE}.returns.collection: must be a lower-case word, the list's name in the response.`,
        `${CREATE}.returns.format: must be "sse" or "ndjson".`,
        `${CREATE}.returns.end: must be a string.`,
      ],
    ],
    [
      { returns: { kind: "stream", collection: "words", format: "sse" } },
      [`${CREATE}.returns.resource: must be made by resource({ raw, shape, map }).`],
    ],
    [
      { fileFields: ["nothing"] },
      [
        `${CREATE}.fileFields: "nothing" is not a field of the body.`,
        `${CREATE}.run: is needed if the body may be a file.`,
      ],
    ],
    [{ fileFields: "content" }, [`${CREATE}.fileFields: must be a list of the body's fields.`]],
  ])("%j", (changes, expected) => expect(sentences(withEndpoint(changes))).toEqual(expected));

  test("a host of links is a host", () => {
    const plugin = { ...acmePlugin(), linkHosts: ["*.acme.example", "https://acme.example", "localhost"] };
    expect(sentences(plugin)).toEqual([
      'linkHosts: "https://acme.example" is not a host such as *.example.com.',
      'linkHosts: "localhost" is not a host such as *.example.com.',
    ]);
  });
});
