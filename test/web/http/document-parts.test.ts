// The API document by audience: each has only the operations that it calls, with what these refer to, and is cached within a bound.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { documentedEvents } from "../../../src/events/log/event-payloads.ts";
import { NO_BODY } from "../../../src/metering/long-lived/bodies.ts";
import { openApiRoute } from "../../../src/web/http/openapi-route.ts";
import { isPartners } from "../../../src/web/http/route.ts";
import { apiDocument } from "../../support/api-document.ts";
import { builtInPlugins } from "../../support/built-in.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ lane: "embedded", plugins: await builtInPlugins() });
});
afterAll(() => gateway.close());

interface Document {
  paths: Record<string, Record<string, { operationId: string; tags: string[] }>>;
  tags: { name: string }[];
  components: Record<string, Record<string, unknown>>;
}
const read = async (query: string) => {
  const { status, json, text, headers } = await gateway.call("GET", `/openapi.json${query}`);
  expect([query, status]).toEqual([query, 200]);
  return { document: json as Document, json, text, etag: headers.get("etag") };
};
const idsOf = ({ paths }: Document) =>
  Object.values(paths)
    .flatMap((item) => Object.values(item).map(({ operationId }) => operationId))
    .sort();

describe("each audience has its operations", () => {
  test.each([
    ["partner", (access: string) => access === "key"],
    ["user", (access: string, isOfPartner: boolean) => access === "key" && !isOfPartner],
    ["admin", (access: string) => access === "admin"],
  ] as const)("%s", async (audience, isOf) => {
    const { document } = await read(`?audience=${audience}`);
    const expected = gateway.app.routes.filter((route) =>
      isOf(route.access, route.access === "key" && isPartners(route)),
    );
    expect(idsOf(document)).toEqual(expected.map(({ id }) => id).sort());
    expect(expected.length).toBeGreaterThan(20);
  });

  test("with providers, calls of those alone, and all that is of no provider", async () => {
    const { document } = await read("?audience=partner&providers=slack,github");
    const isOf = (route: (typeof gateway.app.routes)[number]) =>
      route.access === "key" && ["slack", "github", undefined].includes(route.provider);
    expect(idsOf(document)).toEqual(
      gateway.app.routes
        .filter(isOf)
        .map(({ id }) => id)
        .sort(),
    );
    expect(document.components.schemas).not.toHaveProperty("GoogleGmailMessage");
    expect(document.components.schemas).toHaveProperty("GithubIssue");
  });
});

describe("a part is a document by itself", () => {
  test.each([
    "?audience=partner",
    "?audience=user",
    "?audience=admin",
    "?audience=user&providers=jira",
    "?providers=x",
  ])("%s refers to nothing that it lacks, and has nothing that no operation refers to", async (query) => {
    const { document, json, text } = await read(query.replace("=x", "=gmail").replace("gmail", "google"));
    const referred = new Set([...text.matchAll(/"\$ref":"#\/components\/([^"]+)"/g)].map(([, name]) => name));
    const present = Object.entries(document.components)
      .filter(([kind]) => kind !== "securitySchemes")
      .flatMap(([kind, parts]) => Object.keys(parts).map((name) => `${kind}/${name}`));
    expect([...referred].sort() as string[]).toEqual(present.sort());
    expect(apiDocument(json).operations.length).toBeGreaterThan(20);
    const tags = new Set(Object.values(document.paths).flatMap((item) => Object.values(item).flatMap((o) => o.tags)));
    expect(document.tags.map(({ name }) => name).sort()).toEqual([...tags].sort());
  });

  test("names and shapes are those of the whole", async () => {
    const { document: all } = await read("");
    const { document } = await read("?audience=partner&providers=google");
    const ofEvents = ["Event", "EventType", "OtherEvent", "WebhookEvent", "OtherWebhook"];
    for (const [name, schema] of Object.entries(document.components.schemas ?? {}))
      if (!ofEvents.includes(name)) expect(schema).toEqual(all.components.schemas?.[name]);
  });

  test("with providers, the events of those and the gateway's own; events of others are other ones", async () => {
    const { document } = await read("?audience=partner&providers=google");
    const schemas = document.components.schemas as Record<string, { anyOf: { $ref: string }[]; enum: string[] }>;
    expect(schemas.EventType?.enum).toContain("gmail.message_received");
    expect(schemas.EventType?.enum).toContain("integration.expired");
    expect(schemas.EventType?.enum).not.toContain("issues.opened");
    expect(Object.keys(schemas).filter((name) => /^(Github|Slack).*(InboxEvent|Webhook|Payload)$/.test(name))).toEqual(
      [],
    );
    for (const [name, wanted] of [
      ["Event", /^(AgentSession|Approval|Google|Integration|WebhooksEndpoint|Oversized|Other)\w*Event$/],
      ["WebhookEvent", /^(AgentSession|Approval|Google|Integration|WebhooksEndpoint|Oversized|Other|Test)\w*Webhook$/],
    ] as const) {
      const names = schemas[name]?.anyOf.map(({ $ref }) => $ref.split("/").at(-1) as string) ?? [];
      expect(names.filter((one) => !wanted.test(one))).toEqual([]);
      expect(names.length).toBeGreaterThan(8);
    }
    expect(JSON.stringify([schemas.OtherEvent, schemas.OtherWebhook])).not.toContain("issues.opened");
  });
});

describe("what a request may name", () => {
  test.each([
    ["?audience=partnr", 'must be one of "partner", "user", "admin"'],
    ["?audience=", '"audience" must be one of'],
    ["?providers=gogle", 'providers: there is no "gogle"; did you mean google?'],
    ["?providers=google,", 'providers: there is no ""; it must be among airtable'],
    ["?audiences=user", '"audiences" is not a parameter'],
  ])("%s is 400 with a sentence", async (query, sentence) => {
    const { status, json } = await gateway.call("GET", `/openapi.json${query}`);
    expect([status, json.code]).toEqual([400, "VALIDATION_ERROR"]);
    expect(json.error).toContain(sentence);
  });

  test("the order of providers and repeats make no other document, all of them are the whole, and each has its ETag", async () => {
    const [one, other, all] = [
      await read("?providers=slack,google"),
      await read("?providers=google,slack,google"),
      await read(`?providers=${[...gateway.app.deps.registry.providers.keys()].join(",")}`),
    ];
    expect(other.etag).toBe(one.etag);
    expect(all.etag).toBe((await read("")).etag);
    const again = await gateway.call("GET", "/openapi.json?providers=google,slack", {
      headers: { "if-none-match": one.etag ?? "" },
    });
    expect([again.status, again.text]).toEqual([304, ""]);
  });
});

test("the whole is made once for all its parts", async () => {
  let times = 0;
  const examples = async () => {
    times++;
    return new Map();
  };
  const providers = [...gateway.app.deps.registry.providers.keys()];
  const events = documentedEvents(gateway.app.deps.registry);
  const route = openApiRoute(gateway.app.routes, { baseUrl: gateway.url, providers, events, examples });
  const ask = (query: Record<string, unknown>) => {
    const request = new Request(`${gateway.url}/openapi.json`);
    return route.handle({ params: {}, query, body: {}, request, requestId: "r", address: null, arrival: NO_BODY });
  };
  await Promise.all([{}, { audience: "user" }, { providers: "google" }, {}].map(ask));
  expect(times).toBe(1);
});
