// The list of event types over the API: every one that a plugin declares, and the gateway's own.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { OWN_EVENTS } from "../../../src/events/log/own-events.ts";
import { builtInPlugins } from "../../support/built-in.ts";
import { HOOK_MS } from "../../support/connecting.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { ROOT } from "../../support/sources.ts";

setDefaultTimeout(HOOK_MS);
const PATH = "/api/v1/inbox/event-types";

describe("the list of event types", () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ lane: "embedded", plugins: await builtInPlugins() });
  });
  afterAll(() => gateway.close());
  const listFor = async (key: string) => {
    const response = await gateway.call("GET", PATH, { key });
    expect(response.status).toBe(200);
    return response.json.data.event_types as { type: string; description: string; provider: string | null }[];
  };

  test("has each type that a plugin declares and each of the gateway's own, once, with a sentence", async () => {
    const declared = (await builtInPlugins()).flatMap(({ id, webhook, sources = {} }) =>
      [webhook, ...Object.values(sources)].flatMap((part) =>
        Object.keys(part?.events ?? {}).map((type) => `${id} ${type}`),
      ),
    );
    const own = Object.keys(OWN_EVENTS).map((type) => `null ${type}`);
    const list = await listFor((await gateway.user()).key);
    const listed = list.map(({ type, provider }) => `${provider} ${type}`);
    expect(listed.sort()).toEqual([...new Set([...own, ...declared])].sort());
    expect(list.filter(({ description }) => !/^[A-Z].*\.$/.test(description))).toEqual([]);
  });

  test("has each type that the API document gives as an example", async () => {
    const { key } = await gateway.user();
    const known = new Set((await listFor(key)).map(({ type }) => type));
    const { paths } = (await gateway.call("GET", "/openapi.json")).json;
    // Providers' own events have their own words, such as Stripe's.
    const ours = Object.entries(paths).filter(([path]) => /^\/api\/v1\/(inbox|webhook-endpoints)/.test(path));
    const named = [...JSON.stringify(ours).matchAll(/"type":"([a-z_]+\.[a-z_.]+)"/g)].map(([, type]) => type as string);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((type) => !known.has(type))).toEqual([]);
  });

  test("is for keys that read the inbox, and for connected accounts", async () => {
    const reader = await gateway.user({ permissions: ["gateway:inbox.read"] });
    expect((await listFor(reader.key)).length).toBeGreaterThan(200);
    const other = await gateway.user({ permissions: ["gateway:usage.read"] });
    expect((await gateway.call("GET", PATH, { key: other.key })).status).toBe(403);
    const { key } = await gateway.partner();
    await gateway.account(key, "customer");
    const headers = { "x-account-id": "customer" };
    expect((await gateway.call("GET", PATH, { key, headers })).status).toBe(200);
    expect((await gateway.call("GET", PATH)).status).toBe(401);
  });

  test("the guide to the API names the gateway's own", async () => {
    const guide = readFileSync(join(ROOT, "docs/api/event-types.md"), "utf8");
    const named = [...guide.matchAll(/`((?:integration|webhooks|approval|agent_session)\.[a-z_]+)`/g)].map(
      ([, type]) => type,
    );
    expect(named.sort()).toEqual(Object.keys(OWN_EVENTS).sort());
  });
});
