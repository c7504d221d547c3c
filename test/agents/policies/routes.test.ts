// Policies over HTTP: versions, scopes, who may set what, and that a change reaches every replica.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { MAX_VERSIONS } from "../../../src/agents/policies/store.ts";
import { acme } from "../../support/acme.ts";
import { HOOK_MS } from "../../support/connecting.ts";
import { LANES } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { insertGrant, recordingProvider } from "../../support/test-partners.ts";
import { startTwoGateways } from "../../support/two-gateways.ts";

setDefaultTimeout(HOOK_MS);

const PERMISSIONS = ["*", "gateway:policies.*", "gateway:keys.*"];
const settings = { acme: { clientId: "client", clientSecret: "secret" } };
const deny = (when: object = { tool: "acme_get_item" }, more: object = {}) => ({
  ...{ when, outcome: "deny", reason: "Items are closed." },
  ...more,
});

for (const lane of LANES) {
  describe(`policies on ${lane}`, () => {
    const upstream = recordingProvider(() => Response.json({ id: 1, title: "one" }));
    let gateway: TestGateway;
    beforeAll(async () => {
      gateway = await startTestGateway({ lane, plugins: [acme], settings, fetch: upstream.fetch });
    });
    afterAll(() => gateway.close());

    const connected = async (permissions = PERMISSIONS) => {
      const partner = await gateway.partner({ permissions });
      const { userId, key } = partner;
      const [one, two] = ["one", "two"].map((name) => `${name}-${userId}`) as [string, string];
      const accounts = [await gateway.account(key, one), await gateway.account(key, two)] as const;
      for (const accountId of [null, ...accounts]) await insertGrant(gateway, { userId, accountId }, "acme");
      return { ...partner, accounts, externalIds: [one, two] as const };
    };
    const put = (key: string, scope: string, body: object) =>
      gateway.call("PUT", `/api/v1/policies/${scope}`, { key, body: { version: 0, rules: [deny()], ...body } });
    const get = (key: string, scope: string) => gateway.call("GET", `/api/v1/policies/${scope}`, { key });
    const callItem = async (key: string, account?: string) => {
      const headers: Record<string, string> = account === undefined ? {} : { "x-account-id": account };
      const { status, json } = await gateway.call("GET", "/api/v1/acme/items/1", { key, headers });
      return status === 200 ? "done" : (json.details?.reason ?? json.error);
    };

    test("a scope begins at version 0, and each change counts from the version that it replaces", async () => {
      const { key, userId } = await connected();
      expect((await get(key, "user")).json.data).toEqual({
        ...{ scope: "user", id: userId, version: 0, default: "allow", rules: [], known_recipients: [] },
        ...{ set_by: null, set_at: null },
      });
      const first = await put(key, "user", {});
      expect([first.status, first.json.data.version, first.json.data.warnings]).toEqual([200, 1, []]);
      expect((await get(key, "user")).json.data).toMatchObject({
        ...{ version: 1, default: "allow", rules: [deny()], set_by: expect.stringMatching(/^key:/) },
      });
      const stale = await put(key, "user", { rules: [] });
      expect([stale.status, stale.json.error]).toEqual([
        409,
        "The policy is at version 1. Read it, then change that version.",
      ]);
      expect((await put(key, "user", { version: 1, rules: [], default: "deny" })).json.data).toMatchObject({
        ...{ version: 2, default: "deny" },
      });
    });

    test("of changes at once one wins", async () => {
      const { key } = await connected();
      const all = await Promise.all(Array.from({ length: 6 }, () => put(key, "user", {})));
      expect(all.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    });

    test(`the last ${MAX_VERSIONS} versions stay`, async () => {
      const { key, userId } = await connected();
      for (let version = 0; version < MAX_VERSIONS + 5; version++)
        expect((await put(key, "user", { version, rules: [] })).status).toBe(200);
      const rows = await gateway.database.database.query<{ version: number }>(
        "select version from policies where user_id = $1::text::uuid order by version",
        [userId],
      );
      expect(rows.map(({ version }) => version)).toEqual(Array.from({ length: MAX_VERSIONS }, (_, at) => at + 6));
    });

    test("each scope is about its own calls, and all of them hold together", async () => {
      const { key, keyId, email, accounts, externalIds } = await connected();
      const other = (await gateway.admin("POST", "/keys", { user: email })).json.data.key as string;
      const outcomes = async () => [
        await callItem(key),
        await callItem(other),
        await callItem(key, externalIds[0]),
        await callItem(other, externalIds[1]),
      ];
      const [done, denied] = ["done", "policy_denied"];
      expect(await outcomes()).toEqual([done, done, done, done]);
      const setting = async (scope: string) => {
        expect((await put(key, scope, {})).status).toBe(200);
        const found = await outcomes();
        expect((await put(key, scope, { version: 1, rules: [] })).status).toBe(200);
        return found;
      };
      const { length } = upstream.requests;
      expect(await setting("user")).toEqual([denied, denied, done, done]);
      expect(await setting("partner")).toEqual([done, done, denied, denied]);
      expect(await setting(`account?id=${accounts[0]}`)).toEqual([done, done, denied, done]);
      expect(await setting(`account?id=external:${externalIds[1]}`)).toEqual([done, done, done, denied]);
      expect(await setting(`key?id=${keyId}`)).toEqual([denied, done, denied, done]);
      expect(upstream.requests.length - length).toBe(12);
      expect(await outcomes()).toEqual([done, done, done, done]);
    });

    test("the operator's rules are about everybody, and no owner's lift them", async () => {
      const { key } = await connected();
      const set = (body: object) => gateway.admin("PUT", "/policy", body);
      const { version } = (await gateway.admin("GET", "/policy")).json.data;
      expect((await set({ version, rules: [deny()] })).status).toBe(200);
      expect((await put(key, "user", { rules: [{ ...deny(), outcome: "allow" }] })).status).toBe(200);
      expect(await callItem(key)).toBe("policy_denied");
      const explained = await gateway.call("POST", "/api/v1/policies/explain", {
        key,
        body: { tool: "acme_get_item" },
      });
      expect(explained.json.data).toMatchObject({
        ...{ outcome: "deny", rule: "1", scope: "operator", reason: "Items are closed." },
        explanation: 'Rule "1" of the operator\'s policy: Items are closed.',
        scopes: [
          { scope: "operator", outcome: "deny" },
          { scope: "user", outcome: "allow", rule: "1" },
        ],
      });
      expect((await set({ version: version + 1, rules: [] })).status).toBe(200);
      expect(await callItem(key)).toBe("done");
    });

    test("a denied call names the rule, and is in the audit log", async () => {
      const { key } = await connected();
      await put(key, "user", { rules: [deny({ service: "items" }, { name: "closed" })] });
      const { status, json } = await gateway.call("GET", "/api/v1/acme/items/1", { key });
      expect([status, json.error]).toEqual([
        403,
        'Permission denied. Rule "closed" of the user\'s policy: Items are closed.',
      ]);
      expect(json.details).toMatchObject({ reason: "policy_denied", rule: "closed", scope: "user" });
      await gateway.app.deps.audit.storeCounted(true);
      const { entries } = (await gateway.call("GET", "/api/v1/audit", { key })).json.data;
      expect(entries.map(({ event }: { event: string }) => event)).toEqual(
        expect.arrayContaining(["policy_changed", "permission_refused"]),
      );
    });

    test("a call that a rule asks about waits, and a raw request, which cannot, is 403", async () => {
      const { key } = await connected([...PERMISSIONS, "proxy.use"]);
      const rules = [deny(), deny({ service: "proxy" })].map((one) => ({ ...one, outcome: "ask" }));
      await put(key, "user", { rules });
      const { status, json } = await gateway.call("GET", "/api/v1/acme/items/1", { key });
      expect([status, json.code]).toEqual([202, "APPROVAL_REQUIRED"]);
      expect(json.error).toContain('Rule "1" of the user\'s policy: Items are closed.');
      const raw = await gateway.call("GET", "/api/v1/acme/proxy/items/1", { key });
      expect([raw.status, raw.json.details.reason]).toEqual([403, "confirmation_required"]);
    });

    test("only a key that names the permissions reads or sets rules", async () => {
      const { email, key } = await connected();
      for (const permissions of [undefined, ["*", "gateway:*"], ["gateway:policies.read"]]) {
        const made = await gateway.admin("POST", "/keys", { user: email, ...(permissions && { permissions }) });
        const weak = made.json.data.key as string;
        const isReader = permissions?.[0] === "gateway:policies.read";
        expect((await get(weak, "user")).status).toBe(isReader ? 200 : 403);
        const refused = await put(weak, "user", { rules: [] });
        expect([refused.status, refused.headers.get("www-authenticate")]).toEqual([
          403,
          'Bearer error="insufficient_scope", scope="gateway:policies.write"',
        ]);
      }
      expect((await put(key, "user", {})).status).toBe(200);
    });

    test("no other owner's account or key can be named, and only accounts and keys are", async () => {
      const [own, others] = [await connected(), await connected()];
      const statuses = async (...scopes: string[]) => {
        const found: number[] = [];
        for (const scope of scopes)
          found.push((await put(own.key, scope, {})).status, (await get(own.key, scope)).status);
        return found;
      };
      const foreign = [
        `account?id=${others.accounts[0]}`,
        `account?id=external:${others.externalIds[0]}`,
        `key?id=${others.keyId}`,
      ];
      expect(await statuses(...foreign, "key?id=x", "account?id=x")).toEqual(Array(10).fill(404));
      expect(await statuses("account", "key", "user?id=x", "partner?id=x", "operator", "session")).toEqual(
        Array(12).fill(400),
      );
      const explained = { account: others.accounts[0], key: others.keyId };
      for (const [name, value] of Object.entries(explained)) {
        const body = { tool: "acme_get_item", [name]: value };
        expect((await gateway.call("POST", "/api/v1/policies/explain", { key: own.key, body })).status).toBe(404);
      }
      const user = await gateway.user({ permissions: PERMISSIONS });
      const refused = await put(user.key, "partner", {});
      expect([refused.status, refused.json.error]).toEqual([
        400,
        "partner needs a partner profile. The operator can add one.",
      ]);
    });

    test("a key for partner use only does not set the user's own rules", async () => {
      const { key } = await gateway.partner({ partnerOnly: true, permissions: PERMISSIONS });
      expect([(await put(key, "user", {})).status, (await put(key, "partner", {})).status]).toEqual([403, 200]);
    });

    test("every error of the rules at once, each where it is", async () => {
      const { key } = await connected();
      const rules = [
        deny({ tool: "acme_get_itm" }),
        deny({ tool: "acme_get_item", arguments: { id: { equal: "1" }, idd: { equals: "1" } } }),
        deny({ arguments: { id: { equals: "a\0" } } }),
      ];
      const { status, json } = await put(key, "user", { rules });
      expect(status).toBe(400);
      expect(json.details.errors.map(({ path }: { path: string }) => path)).toEqual([
        "/rules/0/when/tool",
        "/rules/1/when/arguments/id/equal",
        "/rules/1/when/arguments/idd",
        "/rules/2/when/arguments/id/equals",
      ]);
      expect((await put(key, "user", { rules: [], default: "redact" })).status).toBe(400);
    });

    test("the operator tries rules on the calls of the usage log, whose arguments have names only", async () => {
      const { key, email } = await connected();
      for (let count = 0; count < 3; count++) await callItem(key);
      await gateway.call("POST", "/api/v1/acme/items", { key, body: { title: "one" } });
      const tried = async (...rules: object[]) => {
        const { status, json } = await gateway.admin("POST", "/policy/test", { user: email, rules });
        expect([status, json.error]).toEqual([200, undefined]);
        return Object.fromEntries(json.data.tools.map(({ tool, ...counts }: { tool: string }) => [tool, counts]));
      };
      const [read, write] = ["acme_get_item", "acme_create_item"] as const;
      const none = { allowed: 0, to_confirm: 0, denied: 0, undecided: 0 };
      expect(await tried(deny(), { ...deny({ effect: "writes" }), outcome: "ask" })).toEqual({
        [read]: { ...none, calls: 3, denied: 3 },
        [write]: { ...none, calls: 1, to_confirm: 1 },
      });
      expect(await tried(deny({ arguments: { title: { equals: "one" } } }))).toEqual({
        [read]: { ...none, calls: 3, allowed: 3 },
        [write]: { ...none, calls: 1, undecided: 1 },
      });
      expect((await gateway.call("GET", "/api/v1/acme/items/1", { key })).status).toBe(200);
    });

    test("warns of a rule that never decides", async () => {
      const { key } = await connected();
      const { json } = await put(key, "user", { rules: [deny({ provider: "acme" }), { ...deny(), outcome: "ask" }] });
      expect(json.data.warnings).toEqual([expect.stringContaining('Rule "2" (ask) never decides')]);
    });
  });
}

test("a change of the rules reaches another replica within a second", async () => {
  const upstream = recordingProvider(() => Response.json({ id: 1, title: "one" }));
  const both = await startTwoGateways({ lane: "postgres", plugins: [acme], settings, fetch: upstream.fetch });
  try {
    const { one, two } = both;
    const { key, userId } = await one.user({ permissions: PERMISSIONS });
    await insertGrant(one, { userId, accountId: null }, "acme");
    const statusAt = async (gateway: TestGateway) =>
      (await gateway.call("GET", "/api/v1/acme/items/1", { key })).status;
    expect([await statusAt(one), await statusAt(two)]).toEqual([200, 200]);
    const body = { version: 0, rules: [deny()] };
    expect((await one.call("PUT", "/api/v1/policies/user", { key, body })).status).toBe(200);
    await two.heard();
    expect([await statusAt(one), await statusAt(two)]).toEqual([403, 403]);
    expect((await one.admin("PUT", "/policy", { version: 0, rules: [deny({ provider: "acme" })] })).status).toBe(200);
    expect((await one.call("PUT", "/api/v1/policies/user", { key, body: { version: 1, rules: [] } })).status).toBe(200);
    await two.heard();
    expect(await statusAt(two)).toBe(403);
  } finally {
    await both.close();
  }
});
