// Documents that are generated: made once for all who ask at once, without having the event loop, and asked for again by ETag.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { documentedEvents } from "../../../src/events/log/event-payloads.ts";
import { NO_BODY } from "../../../src/metering/long-lived/bodies.ts";
import { openApiRoute } from "../../../src/web/http/openapi-route.ts";
import { builtInPlugins } from "../../support/built-in.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";

setDefaultTimeout(60_000);
let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ lane: "embedded", plugins: await builtInPlugins() });
});
afterAll(() => gateway.close());

test("S-110: fifty first requests for the API document make it once, and let others have their turns", async () => {
  let times = 0;
  const examples = async () => {
    times++;
    return new Map();
  };
  const route = openApiRoute(gateway.app.routes, {
    baseUrl: gateway.url,
    providers: [],
    events: documentedEvents(gateway.app.deps.registry),
    examples,
  });
  const startedAt = performance.now();
  let [turnAt, longest, turns] = [startedAt, 0, 0];
  let isOver = false;
  const turn = () => {
    const now = performance.now();
    longest = Math.max(longest, now - turnAt);
    turnAt = now;
    turns++;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  const request = new Request(`${gateway.url}/openapi.json`);
  const call = { params: {}, query: {}, body: {}, request, requestId: "r", address: null, arrival: NO_BODY };
  const ask = () => route.handle(call);
  await Promise.all(Array.from({ length: 50 }, ask));
  isOver = true;
  const total = performance.now() - startedAt;
  expect(times).toBe(1);
  expect(turns).toBeGreaterThan(10);
  expect(longest).toBeLessThan(total / 2);
});

test.each(["/openapi.json", "/llms.txt", "/llms-full.txt", "/docs/guides/api", "/docs/guides/api.md"])(
  "%s has an ETag, and who has it gets no bytes",
  async (path) => {
    const first = await gateway.call("GET", path);
    const etag = first.headers.get("etag") ?? "";
    expect([first.status, etag]).toEqual([200, expect.stringMatching(/^W\/"[\w-]{22}"$/)]);
    const again = await gateway.call("GET", path, { headers: { "if-none-match": `"other", ${etag}` } });
    expect([again.status, again.text, again.headers.get("etag")]).toEqual([304, "", etag]);
    expect((await gateway.call("GET", path, { headers: { "if-none-match": '"other"' } })).status).toBe(200);
  },
);
