// The fake gateway of the client: its errors are those of the real one, for each reason and on both APIs.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { createClient, type ErrorReason, GatewayError } from "../../client/src/index.ts";
import { createFakeGateway, type FakeApi, signedWebhook } from "../../client/src/testing.ts";
import { verifyWebhook, type WebhookEvent } from "../../client/src/webhooks.ts";
import { createFaultControl } from "../../demo/faults.ts";
import { FAULT_NAMES } from "../../emulators/fault-list.ts";
import { ERROR_REASONS, REASON_OF_CODE } from "../../src/foundation/error-reasons.ts";
import { AppError, type ErrorCode, UnauthorizedError } from "../../src/foundation/errors.ts";
import { errorResponse } from "../../src/web/http/errors.ts";
import { type ApiResponse, startTestGateway, type TestGateway } from "../support/gateway.ts";
import { rejection } from "../support/rejection.ts";

setDefaultTimeout(60_000);
const MAIL = "/api/v1/google/gmail/messages";
const BASE_URL = "http://gateway.test";
const clientOf = (fake: { fetch(request: Request): Promise<Response> }, account?: string) =>
  createClient({ baseUrl: BASE_URL, apiKey: "sk_live_test", fetch: fake.fetch, retries: 0, account });

const HEADERS = ["content-type", "x-error-code", "x-error-reason", "retry-after", "www-authenticate", "allow"];
const headersOf = ({ headers }: { headers: Headers }) =>
  Object.fromEntries(HEADERS.map((name) => [name, headers.get(name)]).map(([name, text]) => [name, plain(text)]));
const plain = (text: string | null | undefined) => text?.replace(/; ?charset=utf-8$/i, "") ?? null;

/** What the fake gateway sends for the reason with the real error's sentence and details. */
async function faked(real: { body: unknown; headers: Headers }, reason: ErrorReason, api: FakeApi) {
  const body = real.body as { error: string; details?: Record<string, unknown> };
  const { reason: _, next_step: __, ...details } = body.details ?? {};
  const missing = real.headers
    .get("www-authenticate")
    ?.match(/scope="([^"]+)"/)?.[1]
    ?.split(" ");
  const retryAfter = real.headers.get("retry-after");
  const allow = real.headers.get("allow");
  const fake = createFakeGateway().fail(MAIL, reason, {
    message: body.error,
    details: { ...details, ...(missing && { missing_permissions: missing }), ...(allow && { allow }) },
    ...(retryAfter !== null && { retryAfter: Number(retryAfter) }),
  });
  const headers: Record<string, string> = api === "partner" ? { "x-account-id": "customer-1" } : {};
  return fake.fetch(new Request(BASE_URL + MAIL, { headers }));
}

async function expectSame(
  real: { status: number; headers: Headers; body: unknown },
  reason: ErrorReason,
  api: FakeApi,
) {
  const fake = await faked(real, reason, api);
  expect([fake.status, await fake.json(), headersOf(fake)]).toEqual([real.status, real.body, headersOf(real)]);
}

const codesOf = (reason: ErrorReason): ErrorCode[] =>
  (Object.entries(REASON_OF_CODE) as [ErrorCode, ErrorReason][])
    .filter(([, one]) => one === reason)
    .map(([code]) => code);

describe("errors of the fake gateway", () => {
  const withOwnCode = ERROR_REASONS.filter((reason) => codesOf(reason).length > 0);
  const cases = withOwnCode.flatMap((reason) => (["user", "partner"] as const).map((api) => [reason, api] as const));
  test.each(cases)("%s in the %s API is what the gateway writes", async (reason, api) => {
    const isOfKey = ["key_missing", "key_invalid"].includes(reason);
    const code = codesOf(reason).filter((one) => one !== "INTEGRATION_NOT_FOUND")[0];
    if (code === undefined) return;
    const provider = { provider: "google" };
    const details = {
      ...(/^(provider|connection|expired|revoked|server|result|not_loaded)/.test(reason) && provider),
      reason,
    };
    const waits = ["RATE_LIMITED", "QUOTA_EXCEEDED", "IDEMPOTENCY_CONFLICT", "SERVICE_UNAVAILABLE"].includes(code);
    const Kind = isOfKey ? UnauthorizedError : AppError;
    const response = errorResponse(new Kind(code, "A sentence.", details, waits ? 7 : undefined), api);
    await expectSame({ status: response.status, headers: response.headers, body: await response.json() }, reason, api);
  });

  describe("beside those of a real gateway", () => {
    let gateway: TestGateway;
    beforeAll(async () => {
      gateway = await startTestGateway({ lane: "embedded", emulate: ["google"], deadlineMs: 700 });
    });
    afterAll(() => gateway.close());

    async function callerFor(api: FakeApi, isConnected = true) {
      if (api === "user") {
        const { key } = await gateway.user();
        if (isConnected) await gateway.connect(key, "google");
        return { key, headers: {} as Record<string, string> };
      }
      const { key } = await gateway.partner();
      const accountId = await gateway.account(key, "customer-1");
      if (isConnected) await gateway.connect(key, "google", { accountId });
      return { key, headers: { "x-account-id": "customer-1" }, accountId };
    }
    const compare = async ({ status, headers, json }: ApiResponse, api: FakeApi): Promise<string> => {
      const reason = headers.get("x-error-reason") as ErrorReason;
      await expectSame({ status, headers, body: json }, reason, api);
      return reason;
    };

    test.each(["user", "partner"] as const)("every fault of a provider, %s API", async (api) => {
      const control = createFaultControl(gateway.app.deps, { google: gateway.providers.google });
      const reasons: string[] = [];
      for (const fault of FAULT_NAMES) {
        const caller = await callerFor(api);
        await control.set({ provider: "google", fault });
        reasons.push(await compare(await gateway.call("GET", MAIL, caller), api));
        await control.clear();
      }
      expect(new Set(reasons).size).toBe(FAULT_NAMES.length - 1);
    });

    test.each(["user", "partner"] as const)("what the gateway itself refuses, %s API", async (api) => {
      const { key, headers, accountId } = await callerFor(api, false);
      const limited = await gateway.user({ permissions: ["gateway:inbox.read"] });
      const call = (path: string, own: string | undefined = key, more = {}) =>
        gateway.call("GET", path, { key: own, headers: { ...headers, ...more } });
      const reasons = [
        await compare(await call(MAIL), api),
        await compare(await call(`${MAIL}?lmit=2`), api),
        await compare(await call(MAIL, "sk_live_madeup"), api),
        await compare(await gateway.call("PUT", MAIL, { key, headers }), api),
      ];
      expect(reasons).toEqual(["not_connected", "invalid_input", "key_invalid", "method_not_allowed"]);
      if (accountId === undefined) {
        expect(await compare(await call(MAIL, limited.key), api)).toBe("key_permission");
        return;
      }
      expect(await compare(await call(MAIL, limited.key), api)).toBe("partner_required");
      expect(await compare(await call(MAIL, key, { "x-account-id": "nobody" }), api)).toBe("account_not_found");
      await gateway.connect(key, "google", { accountId });
      const services = { services: { "gmail.read": false } };
      await gateway.call("PATCH", `/api/v1/accounts/${accountId}/integrations/google`, { key, body: services });
      expect(await compare(await call(MAIL), api)).toBe("service_off");
    });
  });
});

describe("the fake gateway", () => {
  test("responds with what a test sets, by path, for the user and for accounts, and records the calls", async () => {
    const fake = createFakeGateway()
      .on("GET", MAIL, { messages: [], next_cursor: null })
      .on("GET", "/api/v1/github/repos/{owner}/{repo}/issues", (call) => {
        throw new Error(`${call.params.owner} is not asked for here.`);
      })
      .on("POST", "/api/v1/slack/messages", ({ body }) => ({ ...(body as { channel: string }), ts: "1.2" }) as never);
    expect(await clientOf(fake, "café").get(MAIL, { params: { query: { limit: 2 } } })).toEqual({
      messages: [],
      next_cursor: null,
    });
    await clientOf(fake).post("/api/v1/slack/messages", { body: { channel: "C1", text: "Hello" } });
    const seen = fake.calls.map(({ method, path, query, body, account }) => [method, path, `${query}`, body, account]);
    expect(seen).toEqual([
      ["GET", MAIL, "limit=2", null, "café"],
      ["POST", "/api/v1/slack/messages", "", { channel: "C1", text: "Hello" }, null],
    ]);
    // @ts-expect-error The path has other data.
    fake.on("GET", MAIL, { repos: [] });
  });

  test("fails as often as it is told to, then goes on", async () => {
    const fake = createFakeGateway().on("GET", MAIL, { messages: [], next_cursor: null });
    fake.fail(MAIL, "not_connected", { times: 1 });
    const error = (await rejection(clientOf(fake).get(MAIL))) as GatewayError;
    expect(error).toBeInstanceOf(GatewayError);
    expect([error.code, error.reason, error.details.provider]).toEqual([
      "PERMISSION_DENIED",
      "not_connected",
      "google",
    ]);
    expect((await clientOf(fake).get(MAIL)).messages).toEqual([]);
    fake.fail("*", "gateway_unavailable");
    expect(((await rejection(clientOf(fake).get(MAIL))) as GatewayError).retryAfter).toBe(1);
    fake.reset();
    expect([fake.calls.length, ((await rejection(clientOf(fake).get(MAIL))) as Error).message]).toEqual([
      0,
      `The fake gateway has no response for GET ${MAIL}: set one with on().`,
    ]);
  });

  test.each(ERROR_REASONS)("%s can be told from the body alone, where a proxy drops the headers", async (reason) => {
    const errors = await Promise.all(
      [false, true].map(async (dropHeaders) => {
        const fake = createFakeGateway({ dropHeaders }).fail(MAIL, reason);
        return (await rejection(clientOf(fake, "customer-1").get(MAIL))) as GatewayError;
      }),
    );
    const [whole, bare] = errors.map((error) => [error.code, error.reason, error.status]);
    expect(bare).toEqual(whole as NonNullable<typeof whole>);
    expect(errors[0]?.reason).toBe(reason);
  });

  test("with the API document, calls for which nothing is set get its examples", async () => {
    const gateway = await startTestGateway({ lane: "embedded" });
    const document = (await gateway.call("GET", "/openapi.json")).json;
    await gateway.close();
    const fake = createFakeGateway({ document });
    const client = clientOf(fake);
    const { messages } = await client.get(MAIL);
    expect(messages.length).toBeGreaterThan(0);
    const issues = { params: { path: { owner: "ada", repo: "engine" } } };
    expect((await client.get("/api/v1/github/repos/{owner}/{repo}/issues", issues)).issues.length).toBeGreaterThan(0);
    expect(await rejection(client.get("/api/v1/nothing" as typeof MAIL))).toBeInstanceOf(GatewayError);
    fake.fail("*", "gateway_busy");
    await rejection(client.get("/api/v1/github/repos/{owner}/{repo}/issues", issues));
    expect(fake.calls.map(({ params }) => params)).toEqual([{}, issues.params.path, {}, issues.params.path]);
  });

  test("a signed webhook is verified, and only with its secret", async () => {
    const [secret, other] = [3, 4].map((fill) => `whsec_${Buffer.alloc(32, fill).toString("base64")}`);
    const event = {
      type: "webhook.test",
      timestamp: new Date().toISOString(),
      data: { endpoint_id: crypto.randomUUID() },
    };
    const request = signedWebhook(event as WebhookEvent, secret as string);
    expect(await verifyWebhook(request.clone(), secret)).toEqual(event as WebhookEvent);
    expect(await rejection(verifyWebhook(request, other))).toMatchObject({ code: "signature_mismatch" });
    const old = signedWebhook(event as WebhookEvent, secret as string, { at: new Date(Date.now() - 3_600_000) });
    expect(await rejection(verifyWebhook(old, secret))).toMatchObject({ code: "timestamp_off" });
  });
});
