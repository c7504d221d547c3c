// Why a call failed, out of one closed list: the same fact has the same reason on both APIs and through every door.
import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { responseError } from "../../../src/agents/mcp/results.ts";
import { ERROR_REASONS, type ErrorReason, REASON_OF_CODE, REASONS } from "../../../src/foundation/error-reasons.ts";
import { AppError, type ErrorCode, UnauthorizedError } from "../../../src/foundation/errors.ts";
import { errorResponse, STATUS } from "../../../src/web/http/errors.ts";
import { acme } from "../../support/acme.ts";
import { HOOK_MS } from "../../support/connecting.ts";
import { type ApiResponse, startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { insertGrant, recordingProvider } from "../../support/test-partners.ts";

setDefaultTimeout(HOOK_MS);
const ITEMS = "/api/v1/acme/items";
const CODES = Object.keys(STATUS) as ErrorCode[];

describe("the list of reasons", () => {
  test("says what each means and what to do, in sentences", () => {
    for (const reason of ERROR_REASONS) {
      expect(reason).toMatch(/^[a-z][a-z_]*$/);
      for (const text of Object.values(REASONS[reason])) expect(text).toMatch(/^[A-Z].*[^.]\.$/);
    }
  });

  test.each(CODES)("%s has a reason of it in the header, and in the body with a next step", async (code) => {
    const error = new AppError(code, "A sentence.", {}, code === "RATE_LIMITED" ? 1 : undefined);
    const reason = REASON_OF_CODE[code];
    for (const surface of ["user", "partner"] as const) {
      const response = errorResponse(error, surface);
      expect(response.headers.get("x-error-reason")).toBe(reason);
      const { details } = (await response.json()) as { details?: unknown };
      const isBare = surface === "user" && code === "RATE_LIMITED";
      expect(details).toEqual(isBare ? undefined : { reason, next_step: REASONS[reason].next });
    }
  });
});

test("an MCP client gets the next step of every reason, also where the body is the sentence alone", async () => {
  for (const reason of ERROR_REASONS)
    for (const make of [AppError, UnauthorizedError]) {
      const response = errorResponse(new make("PERMISSION_DENIED", "No", { reason }), "user");
      const { content } = responseError(response, await response.json(), []);
      const wanted = reason === "not_set_up" && make === AppError ? "Tell the user" : REASONS[reason].next;
      expect(JSON.stringify(content)).toContain(wanted);
    }
});

for (const surface of ["user", "partner"] as const)
  describe(`a fact on the ${surface} API`, () => {
    let answer: (url: URL) => Response = () => Response.json({ items: [] });
    const upstream = recordingProvider(({ url }) => answer(url));
    let gateway: TestGateway;
    let key: string;
    let email: string;
    let owner: { userId: string; accountId: string | null };
    beforeAll(async () => {
      gateway = await startTestGateway({
        lane: "embedded",
        plugins: [acme],
        settings: { acme: { clientId: "client", clientSecret: "secret" } },
        fetch: upstream.fetch,
      });
    });
    afterAll(() => gateway.close());
    beforeEach(async () => {
      gateway.clock.nextMinute();
      answer = () => Response.json({ items: [] });
      const partner = await gateway.partner();
      key = partner.key;
      email = partner.email;
      owner = { userId: partner.userId, accountId: null };
      if (surface === "partner") owner.accountId = await gateway.account(key, "customer");
    });

    const headers = surface === "partner" ? { "x-account-id": "customer" } : undefined;
    const call = (method: string, path: string, body?: object, by = key) =>
      gateway.call(method, path, { key: by, headers, ...(body && { body }) });
    const byName = (by = key) => call("POST", "/api/v1/tools/acme_list_items/execute", { arguments: {} }, by);
    const disconnect = () =>
      owner.accountId === null
        ? gateway.call("DELETE", "/api/v1/integrations/acme", { key })
        : gateway.call("DELETE", `/api/v1/accounts/${owner.accountId}/integrations/acme`, { key });
    const keyWith = async (permissions: string[]) =>
      (await gateway.admin("POST", "/keys", { user: email, permissions })).json.data.key as string;

    /** The header says it wherever the body has details, and the log of calls knows it too. */
    async function expectReason(response: ApiResponse, reason: ErrorReason, status: number): Promise<void> {
      expect([response.status, response.headers.get("x-error-reason")]).toEqual([status, reason]);
      expect(response.json.details).toMatchObject({ reason, next_step: expect.stringMatching(/\.$/) });
      const id = response.headers.get("x-request-id");
      const logged = await gateway.call("GET", `/api/v1/requests/${id}`, { key });
      expect(logged.json.data.calls[0].error.reason).toBe(reason);
    }

    test("not connected: a call, a call by name and the end of a connection", async () => {
      await expectReason(await call("GET", ITEMS), "not_connected", 403);
      await expectReason(await byName(), "not_connected", 403);
      await expectReason(await disconnect(), "not_connected", 404);
    });

    test.each(["expired", "revoked"] as const)("%s", async (status) => {
      await insertGrant(gateway, owner, "acme", { status });
      await expectReason(await call("GET", ITEMS), status, 401);
      await expectReason(await byName(), status, 401);
    });

    test("a scope is missing", async () => {
      await insertGrant(gateway, owner, "acme", { scopes: ["items:write"] });
      const refused = await call("GET", ITEMS);
      await expectReason(refused, "scope_missing", 403);
      expect(refused.json.details).toMatchObject({ provider: "acme", missing_scopes: ["items:read"] });
    });

    test("a key lacks the permission, which is named", async () => {
      await insertGrant(gateway, owner, "acme");
      const narrow = await keyWith(["items.write"]);
      for (const refused of [await call("GET", ITEMS, undefined, narrow), await byName(narrow)]) {
        expect([refused.status, refused.headers.get("x-error-reason")]).toEqual([403, "key_permission"]);
        const challenge = 'Bearer error="insufficient_scope", scope="acme:items.read"';
        expect(refused.headers.get("www-authenticate")).toBe(challenge);
        expect(refused.json.error).toBe("Permission denied");
        const named = { reason: "key_permission", missing_permissions: ["acme:items.read"] };
        if (surface === "partner") expect(refused.json.details).toMatchObject(named);
        else expect(refused.json).toEqual({ error: "Permission denied" });
      }
    });

    test.each([
      [400, "provider_input", 400],
      [403, "provider_refused", 403],
      [404, "provider_not_found", 404],
      [409, "provider_conflict", 409],
      [418, "provider_error", 502],
      [424, "busy", 503],
      [429, "rate_limited", 503],
      [503, "server_error", 503],
    ] as const)("the provider's %i is %s", async (status, reason, mapped) => {
      await insertGrant(gateway, owner, "acme");
      answer = () => Response.json({ message: "Not now." }, { status });
      const refused = await call("GET", `${ITEMS}/7`);
      await expectReason(refused, reason, mapped);
      expect(refused.json.details.provider).toBe("acme");
      gateway.clock.move(10 * 60_000);
    });

    test("input, an unknown path and a wrong method", async () => {
      await expectReason(await call("GET", `${ITEMS}?limit=none`), "invalid_input", 400);
      // What is no route has no account.
      const unknown = await gateway.call("GET", "/api/v1/nothing-here", { key });
      await expectReason(unknown, "no_such_path", 404);
      const wrong = await call("PATCH", ITEMS, {});
      expect([wrong.status, wrong.headers.get("x-error-reason")]).toEqual([405, "method_not_allowed"]);
    });
  });

describe("a fact of accounts only", () => {
  let gateway: TestGateway;
  let key: string;
  let accountId: string;
  const upstream = recordingProvider(() => Response.json({ items: [] }));
  beforeAll(async () => {
    const settings = { acme: { clientId: "client", clientSecret: "secret" } };
    gateway = await startTestGateway({ lane: "embedded", plugins: [acme], settings, fetch: upstream.fetch });
    const partner = await gateway.partner();
    key = partner.key;
    accountId = await gateway.account(key, "customer");
    await insertGrant(gateway, { userId: partner.userId, accountId }, "acme");
  });
  afterAll(() => gateway.close());

  test("a service that is off, an account that is not there, and one that is there already", async () => {
    const path = `/api/v1/accounts/${accountId}/integrations/acme`;
    await gateway.call("PATCH", path, { key, body: { services: { "items.read": false } } });
    await gateway.heard();
    const reasons = await Promise.all([
      gateway.call("GET", ITEMS, { key, headers: { "x-account-id": "customer" } }),
      gateway.call("GET", ITEMS, { key, headers: { "x-account-id": "nobody" } }),
      gateway.call("POST", "/api/v1/accounts", { key, body: { external_id: "customer" } }),
      gateway.call("GET", ITEMS, { key: `${key.slice(0, -1)}-`, headers: { "x-account-id": "customer" } }),
      gateway.call("GET", ITEMS, { headers: { "x-account-id": "customer" } }),
    ]);
    expect(reasons.map(({ json, headers }) => [json.details.reason, headers.get("x-error-reason")])).toEqual(
      ["service_off", "account_not_found", "account_exists", "key_invalid", "key_missing"].map((one) => [one, one]),
    );
  });
});
