// One table says what a provider's status becomes, for every plugin; what is certainly undone is never stored under a key.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { endpoint, field, one, type Provider, path, record, t, type Upstream } from "../../src/plugin/index.ts";
import { failureError } from "../../src/providers/calls/failures.ts";
import { buildRegistry } from "../../src/providers/registry/registry.ts";
import { classify } from "../../src/providers/upstream/classify.ts";
import { STATUS } from "../../src/web/http/errors.ts";
import { type AcmeGateway, acme, connected, startAcmeGateway } from "../support/acme.ts";
import { builtInPlugins, PLUGIN_IDS } from "../support/built-in.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { ownDetails } from "../support/responses.ts";
import { always, jsonAnswer, startTcpUpstream, type TcpUpstream } from "../support/tcp-upstream.ts";

const plugins = await builtInPlugins();
const registry = buildRegistry(plugins);

/** What the caller gets, as docs/api/provider-errors.md has it; `expired` is renewed before anybody sees it. */
function tableOf(status: number): string {
  if ([405, 409, 412, 423].includes(status)) return "409 PROVIDER_CONFLICT";
  if ([400, 413, 414, 415, 422, 431].includes(status)) return "400 VALIDATION_ERROR";
  if ([403, 451].includes(status)) return "403 PERMISSION_DENIED";
  if ([404, 410].includes(status)) return "404 NOT_FOUND";
  if (status === 429) return "503 rate_limited";
  if ([424, 425].includes(status)) return "503 busy";
  if ([408, 502, 503, 504].includes(status) || (status >= 520 && status <= 530)) return "503 server_error";
  return "502 PROVIDER_ERROR";
}

/** Bodies in the forms that errors of providers have, with no word in them that a provider gives a meaning. */
const BODIES: Readonly<Record<string, unknown>> = {
  empty: null,
  object: { message: "Not now.", code: "neutral", error: { message: "Not now.", code: "neutral", type: "neutral" } },
  errors: { ok: false, error: "neutral", errors: [{ message: "Not now." }] },
  list: [{ errorCode: "NEUTRAL", message: "Not now." }],
};

/** A status, or one with a body, that a provider's documentation gives another meaning. */
const DIFFERENT: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  // These refuse in JSON: an empty 403 is that of a network in front of them.
  discord: { "403 empty": "503 busy" },
  pipedrive: { "403 empty": "503 busy" },
  twitter: { "403 empty": "503 busy" },
  // A 404 with `error` is that of a route which the instance does not have.
  gitlab: { "403 empty": "503 busy", "404 errors": "502 PROVIDER_ERROR" },
  // Locked for two seconds, and moving to another data centre.
  hubspot: { 423: "503 busy", 477: "503 busy" },
  // 410: an API that was removed.
  jira: { "403 empty": "502 PROVIDER_ERROR", 410: "502 PROVIDER_ERROR" },
  // A mistake of the plugin's query.
  linear: { "400 errors": "502 PROVIDER_ERROR" },
  // The bandwidth of the app.
  microsoft: { 509: "503 rate_limited" },
  // 420: the org moves.
  salesforce: { "403 empty": "502 PROVIDER_ERROR", 410: "502 PROVIDER_ERROR", 420: "503 busy" },
  // The shop itself, a suspected attack, and what is switched off for a while.
  shopify: { 404: "502 PROVIDER_ERROR", 430: "503 rate_limited", 540: "503 busy" },
  // A declined card, and an object or a key that another request holds.
  stripe: { 402: "400 VALIDATION_ERROR", 409: "503 busy" },
};

function outcomeOf(provider: Provider, status: number, json: unknown): string {
  const detail = classify(provider, { status, headers: new Headers(), json }, [], 0);
  const [endpoint] = registry.endpointsOf(provider.id);
  if (detail === null || endpoint === undefined) return "a success";
  const { code, details } = failureError(endpoint, detail);
  return `${STATUS[code]} ${code === "PROVIDER_UNAVAILABLE" ? details.reason : code}`;
}

describe("each status means the same in every plugin:", () => {
  for (const provider of plugins)
    test(provider.id, () => {
      const wrong: string[] = [];
      for (let status = 400; status < 600; status++) {
        if (status === 401) continue;
        const own = DIFFERENT[provider.id] ?? {};
        for (const [body, json] of Object.entries(BODIES)) {
          const outcome = outcomeOf(provider, status, json);
          const expected = own[`${status} ${body}`] ?? own[status] ?? tableOf(status);
          if (outcome !== expected) wrong.push(`${status} ${body}: ${outcome}, not ${expected}`);
        }
      }
      expect(wrong).toEqual([]);
    });

  test("and there are 21 of them", () => expect(PLUGIN_IDS).toHaveLength(21));
});

describe("I-6: an Idempotency-Key", () => {
  let it: AcmeGateway;
  beforeAll(async () => {
    it = await startAcmeGateway();
  }, 30_000);
  afterAll(() => it.close());

  /** Makes one write twice under one key, the provider being healthy at the second; how many requests it got. */
  const twice = async (status: number) => {
    const before = it.upstream.requests.length;
    const write = () => {
      const headers = { "idempotency-key": `key-of-${status}` };
      return it.gateway.call("POST", "/api/v1/acme/items", { key: it.key, body: { title: "A title" }, headers });
    };
    it.upstream.answer(always(jsonAnswer({}, status)));
    const first = await write();
    it.upstream.answer(always(jsonAnswer({ id: 7, title: "A title" })));
    const second = await write();
    return { first, second, requests: it.upstream.requests.length - before };
  };

  for (const status of [424, 425, 429])
    test(`is free after ${status}, with which nothing was done`, async () => {
      const { first, second, requests } = await twice(status);
      expect([first.status, second.status, requests]).toEqual([503, 200, 2]);
    });

  for (const status of [500, 502, 503, 504, 520])
    test(`keeps the response after ${status}, with which something may have been done`, async () => {
      const { first, second, requests } = await twice(status);
      expect([second.text, requests]).toEqual([first.text, 1]);
      if (status > 500) expect(first.json.error).toContain(`responded with status ${status}; it may have carried out`);
    });
});

describe("I-6: an Idempotency-Key of a call of several requests", () => {
  /** What each part of the call asks for, in turn. */
  const kinds = fc.array(fc.constantFrom("GET" as const, "POST" as const), { minLength: 1, maxLength: 4 });
  let parts: readonly ("GET" | "POST")[] = [];
  const severalParts = {
    ...acme,
    endpoints: {
      create_item: endpoint({
        ...{ method: "POST", path: "/items", permission: "items.write", reaches: false },
        description: "Create an item in several parts.",
        body: t.Object({ title: t.String() }),
        async run(_call, upstream: Upstream) {
          let last = await upstream.request({ method: "GET", path: path`/begin` });
          for (const [index, method] of parts.entries())
            last = await upstream.request({ method, path: path`/part/${String(index)}` });
          return last;
        },
        returns: one(record({ id: field.id() })),
      }),
    },
  } as unknown as Provider;
  let it: AcmeGateway;
  beforeAll(async () => {
    it = await startAcmeGateway({}, severalParts);
  }, 30_000);
  afterAll(() => it.close());

  test("is free after a refusal with which nothing was done, unless an earlier part has written", async () => {
    let key = 0;
    await fc.assert(
      fc.asyncProperty(kinds, async (some) => {
        parts = some;
        const last = `/part/${some.length - 1}`;
        const headers = { "idempotency-key": `parts-${++key}` };
        const write = () =>
          it.gateway.call("POST", "/api/v1/acme/items", { key: it.key, body: { title: "A title" }, headers });
        it.upstream.answer((request, wire) =>
          always(jsonAnswer({ id: 1 }, request.path === last ? 424 : 200))(request, wire),
        );
        const first = await write();
        it.upstream.answer(always(jsonAnswer({ id: 1 })));
        const second = await write();
        const mayHaveWritten = some.slice(0, -1).includes("POST");
        expect([first.status, second.status]).toEqual([503, mayHaveWritten ? 503 : 200]);
      }),
      { numRuns: 40 },
    );
  });
});

describe("Stripe's lock_timeout", () => {
  const stripe = plugins.find(({ id }) => id === "stripe") as Provider;
  const BUSY = { error: { type: "invalid_request_error", code: "lock_timeout", message: "Another request holds it." } };
  const CUSTOMER = { id: "cus_1", object: "customer", metadata: {}, created: 1767225600, livemode: false };
  let upstream: TcpUpstream;
  let gateway: TestGateway;
  beforeAll(async () => {
    upstream = await startTcpUpstream();
    const client = { clientId: "ca_1", clientSecret: "secret", baseUrl: upstream.url, tokenUrl: upstream.url };
    gateway = await startTestGateway({ lane: "embedded", plugins: [stripe], settings: { stripe: client } });
  }, 30_000);
  afterAll(async () => {
    await upstream.close();
    await gateway.close();
  });

  test("is busy, quotes Stripe, and succeeds under the same Idempotency-Key once Stripe is free", async () => {
    const { key } = await connected(gateway, stripe);
    const create = () => {
      const headers = { "idempotency-key": "k1" };
      return gateway.call("POST", "/api/v1/stripe/customers", { key, body: { name: "Ada" }, headers });
    };
    upstream.answer(always(jsonAnswer(BUSY, 429)));
    const busy = await create();
    expect([busy.status, ownDetails(busy.json)]).toEqual([
      503,
      {
        ...{ provider: "stripe", status: 429, message: "Another request holds it.", code: "lock_timeout" },
        ...{ reason: "busy", retry_after: null },
      },
    ]);
    upstream.answer(always(jsonAnswer(CUSTOMER)));
    const free = await create();
    expect([free.status, free.headers.get("idempotency-replayed")]).toEqual([200, null]);
  });
});
