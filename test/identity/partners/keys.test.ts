// What a partner's keys reach: nothing without a profile, one account by its exact name, and never a fallback to somebody else's.
import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { acme } from "../../support/acme.ts";
import { apiDocument } from "../../support/api-document.ts";
import { HOOK_MS } from "../../support/connecting.ts";
import { BUILT_IN, startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { matrixOf, type Row, randomValue } from "../../support/isolation-matrix.ts";
import { comparable, sendAs } from "../../support/isolation-requests.ts";
import { codeOf } from "../../support/responses.ts";
import {
  createTestPartner,
  insertGrant,
  recordingProvider,
  type TestPartner,
  tokenOf,
} from "../../support/test-partners.ts";
import { until } from "../../support/until.ts";

setDefaultTimeout(HOOK_MS);
const PLUGINS = [...BUILT_IN, acme];
const CLIENT = { clientId: "client", clientSecret: "secret" };
const ITEM = "/api/v1/acme/items/1";

describe("a partner's keys", () => {
  const upstream = recordingProvider(() => Response.json({ id: 1, title: "one" }));
  let gateway: TestGateway;
  let rows: Row[];
  let victim: TestPartner;
  beforeAll(async () => {
    const settings = Object.fromEntries(PLUGINS.map(({ id }) => [id, CLIENT]));
    gateway = await startTestGateway({ lane: "postgres", plugins: PLUGINS, settings, fetch: upstream.fetch });
    const api = apiDocument((await gateway.call("GET", "/openapi.json")).json);
    rows = matrixOf(api, new Set(PLUGINS.map(({ id }) => id)));
    victim = await createTestPartner(gateway, { account: ["acme"], other: [], own: ["acme", "slack"] });
  });
  afterAll(() => gateway.close());
  beforeEach(() => void gateway.clock.nextMinute());

  const families = (...names: Row["family"][]) => rows.filter(({ family }) => names.includes(family));
  const tokensDuring = async (work: () => Promise<unknown>) => {
    const sent = upstream.requests.length;
    await work();
    return upstream.requests.slice(sent).map(({ token }) => token);
  };
  const nameOf = ({ operation }: Row) => `${operation.method} ${operation.path}`;

  test("S-44: without an active profile every route of area B is 403, the same for an account that exists as for none", async () => {
    const user = await gateway.user();
    const suspended = await gateway.partner({ tier: "enterprise" });
    await gateway.admin("PATCH", `/partners/${suspended.email}`, { status: "suspended" });
    await until(async () => (await gateway.call("GET", "/api/v1/accounts", { key: suspended.key })).status === 403);
    for (const [key, code] of [
      [user.key, "403 PARTNER_REQUIRED"],
      [suspended.key, "403 PARTNER_SUSPENDED"],
    ] as const) {
      gateway.clock.nextMinute();
      const sent = await tokensDuring(async () => {
        for (const row of families("partner", "tools", "sources", "provider")) {
          const put = row.positions.filter(({ kind }) => kind === "account" || kind === "external_id").slice(0, 1);
          const none = put.map((position) => ({ position, value: randomValue(position.kind) }));
          const known = await sendAs(gateway, row, { ...victim, key });
          const unknown = await sendAs(gateway, row, { ...victim, key }, none);
          expect([nameOf(row), codeOf(known)]).toEqual([nameOf(row), code]);
          expect(comparable(unknown, []), nameOf(row)).toBe(comparable(known, []));
        }
      });
      expect(sent).toEqual([]);
    }
  });

  test("S-48: a key for partner use only never reaches its owner's own integrations", async () => {
    const made = await gateway.call("POST", "/admin/v1/keys", {
      body: { user: victim.userId, partner_only: true },
      headers: { authorization: "Bearer admin-token-for-tests" },
    });
    const narrow = { ...victim, key: made.json.data.key as string };
    const sent = await tokensDuring(async () => {
      for (const row of families("tools", "sources", "provider")) {
        // Without the header.
        const bare = { ...row, positions: row.positions.filter(({ kind }) => kind !== "external_id") };
        const response = await sendAs(gateway, bare, narrow);
        expect([nameOf(row), codeOf(response)]).toEqual([nameOf(row), "400 VALIDATION_ERROR"]);
        expect(response.json.error).toBe("This key is partner_only: send the account in X-Account-Id.");
      }
      for (const row of families("own")) {
        const response = await sendAs(gateway, row, narrow);
        expect([nameOf(row), codeOf(response)]).toEqual([nameOf(row), "403 PERMISSION_DENIED"]);
        expect(response.json).toEqual({ error: "Permission denied" });
      }
    });
    expect(sent).toEqual([]);
    const headers = { "x-account-id": victim.account.externalId };
    const token = tokenOf({ userId: victim.userId, accountId: victim.account.id }, "acme");
    expect(await tokensDuring(() => gateway.call("GET", ITEM, { key: narrow.key, headers }))).toEqual([token]);
  });

  test("S-48: any other key without the header uses the owner's own integrations, never an account's", async () => {
    const party = await createTestPartner(gateway, { account: ["acme", "slack"], other: ["acme"], own: ["slack"] });
    const sent = await tokensDuring(async () => {
      expect((await gateway.call("GET", ITEM, { key: party.key })).json.error).toBe(
        'Integration "acme" is not connected',
      );
      await gateway.call("GET", "/api/v1/slack/users", { key: party.key });
    });
    expect(sent).toEqual([tokenOf({ userId: party.userId, accountId: null }, "slack")]);
    const own = await gateway.call("GET", "/api/v1/integrations", { key: party.key });
    expect(own.json.data.integrations.map((one: { provider: string }) => one.provider)).toEqual(["slack"]);
  });

  test("S-47: an external_id is matched exactly, byte for byte: no wildcard, no case, no normalisation, no trimming", async () => {
    const { key, userId } = await gateway.partner({ tier: "enterprise" });
    const names = [
      "a",
      "A",
      "%",
      "_",
      "a%",
      "a_",
      " a",
      "a ",
      "'",
      "' or 1=1--",
      '"',
      "\\",
      "*",
      "caf\u00e9",
      "cafe\u0301",
      "\u0430",
      "\uff41",
      "\ufeffa",
      "🙂".repeat(255),
      "a/b",
      "a,b",
      "null",
    ];
    const accounts = new Map<string, string>();
    for (const name of names) {
      const accountId = await gateway.account(key, name);
      await insertGrant(gateway, { userId, accountId }, "acme");
      accounts.set(name, accountId);
    }
    for (const name of names) {
      const headers = {
        "x-account-id*": `UTF-8''${encodeURIComponent(name)
          .replace(/['()]/g, (one) => `%${one.charCodeAt(0).toString(16)}`)
          .replaceAll("*", "%2A")}`,
      };
      const sent = await tokensDuring(() => gateway.call("GET", ITEM, { key, headers }));
      expect([name, ...sent]).toEqual([name, tokenOf({ userId, accountId: accounts.get(name) as string }, "acme")]);
    }
    for (const name of ["%%", "aa", "a%25", "CAF\u00c9", "b", "🙂".repeat(254)]) {
      const headers = { "x-account-id*": `UTF-8''${encodeURIComponent(name)}` };
      expect(codeOf(await gateway.call("GET", ITEM, { key, headers }))).toBe("404 ACCOUNT_NOT_FOUND");
    }
  });
});
