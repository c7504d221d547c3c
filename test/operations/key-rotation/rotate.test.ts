// Rotating the key ring under load: no call fails, no row stays under the old key, and none is lost.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { openTokens } from "../../../src/connections/tokens/sealed-tokens.ts";
import { integrations } from "../../../src/foundation/db/schema/integrations.ts";
import { type KeyRing, parseKeyRing } from "../../../src/foundation/vault/key-ring.ts";
import { tokenContext } from "../../../src/foundation/vault/sealing-contexts.ts";
import { createVault } from "../../../src/foundation/vault/vault.ts";
import { rotateSecrets } from "../../../src/operations/key-rotation/service.ts";
import { acme, type Connected, connected } from "../../support/acme.ts";
import { CONNECT, HOOK_MS, logged, REDIRECT_URL, TEST_MS } from "../../support/connecting.ts";
import { LANES, type TestDatabase, testDatabase } from "../../support/database.ts";
import { type ApiResponse, type GatewayOptions, startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { rejection } from "../../support/rejection.ts";
import { watched } from "../../support/replicas.ts";
import { until } from "../../support/until.ts";
import { insertMany } from "./many-integrations.ts";

setDefaultTimeout(TEST_MS);
const OLD = `k1:${Buffer.alloc(32, 1).toString("base64")}`;
const NEW = `k2:${Buffer.alloc(32, 2).toString("base64")}`;
const BOTH = `${NEW},${OLD}`;
/** More than a batch. */
const MANY = 250;
const OWN_CLIENT = { client_id: "client/of.a:partner", client_secret: "secret-of-a-partner" };
const READ = "/api/v1/acme/items/1";
const ITEM = { id: 1, title: "one" };
const vaultOf = (ring: string) => createVault(parseKeyRing(ring) as KeyRing);

for (const lane of LANES) {
  describe(`rotating the key ring on ${lane}`, () => {
    let opened: TestDatabase;
    const gateways: TestGateway[] = [];
    /** Runs before the provider's token endpoint responds. */
    let atRefresh: () => Promise<void>;
    let old: TestGateway;
    let both: TestGateway;
    let callers: Connected[];
    let many: string[];

    const open = async (keyRing: string) => {
      const fetch: GatewayOptions["fetch"] = async (input) => {
        if (!String(input).endsWith("/oauth/token")) return Response.json(ITEM);
        await atRefresh();
        return Response.json({ access_token: `fresh-${crypto.randomUUID()}`, expires_in: 3600 });
      };
      const settings = { acme: { clientId: "acme-client", clientSecret: "acme-secret" } };
      const gateway = await startTestGateway({ lane, database: opened, keyRing, plugins: [acme], settings, fetch });
      gateways.push(gateway);
      return gateway;
    };
    const query = <Row>(text: string, parameters: string[] = []) => opened.database.query<Row>(text, parameters);
    const rowOf = async (id: string) =>
      (await opened.database.orm.select().from(integrations)).find((row) => row.id === id);
    const rotate = async () => (await both.admin("POST", "/secrets/rotate")).json.data;
    const useOf = async (id: string) =>
      (await both.admin("GET", "/secrets")).json.data.keys.find((key: { id: string }) => key.id === id);
    const read = (gateway: TestGateway, { key }: Connected) => gateway.call("GET", READ, { key });
    const sealedOf = async (id: string) =>
      (await query<{ access_token: string }>("select access_token from integrations where id = $1", [id]))[0]
        ?.access_token as string;
    const setSealed = (id: string, sealed: string) =>
      query("update integrations set access_token = $2 where id = $1", [id, sealed]);
    const post = (gateway: TestGateway, { key }: Connected) =>
      gateway.call("POST", "/api/v1/acme/items", {
        key,
        body: { title: "one" },
        headers: { "idempotency-key": "a/1" },
      });

    let first: ApiResponse;
    beforeAll(async () => {
      atRefresh = async () => {};
      opened = await testDatabase(lane);
      old = await open(OLD);
      callers = [];
      for (let i = 0; i < 4; i++) callers.push(await connected(old, acme));
      first = await post(old, callers[0] as Connected);
      await old.call("POST", CONNECT, { key: callers[0]?.key, body: { provider: "acme", redirect_url: REDIRECT_URL } });
      const [{ key, userId }] = callers as [Connected];
      await old.admin("POST", "/partners", { user: userId });
      const list = "{*,gateway:partner.manage}";
      await opened.database.query("update api_keys set permissions = $2 where user_id = $1", [userId, list]);
      await old.heard();
      const saved = await old.call("PUT", "/api/v1/oauth-apps/acme", { key, body: OWN_CLIENT });
      expect(saved.status).toBe(200);
      many = await insertMany(opened.database, old.app.deps.vault, MANY);
      both = await open(BOTH);
    }, HOOK_MS);
    afterAll(async () => {
      for (const gateway of gateways) await gateway.close();
      await opened.close();
    }, HOOK_MS);

    test("status counts the use of each key; an unused key alone can be removed", async () => {
      expect((await both.admin("GET", "/secrets")).json.data.keys).toEqual([
        { id: "k2", in_ring: true, in_use: 0, api_keys: 0, sessions: 0, can_be_removed: false },
        { id: "k1", in_ring: true, in_use: 3 * MANY + 7, api_keys: 4, sessions: 1, can_be_removed: false },
      ]);
    });

    test("S-52: a ring without a key that is still needed is refused at start", async () => {
      expect(String(await rejection(open(NEW)))).toMatch(/lacks the key "k1"/);
    });

    test("S-50: an altered or moved text is left as it is and counted, and the rotation goes on", async () => {
      const [a, b, c] = many.slice(0, 3) as [string, string, string];
      const [ofA, ofB, ofC] = [await sealedOf(a), await sealedOf(b), await sealedOf(c)];
      await setSealed(a, ofB);
      await setSealed(b, ofA);
      await setSealed(c, `k1.${"A".repeat(60)}`);
      // This one names a key that is in no ring.
      const d = many[3] as string;
      const ofD = await sealedOf(d);
      await setSealed(d, ofD.replace("k1.", "k0."));
      const report = await rotate();
      expect(report).toMatchObject({ sealed: 3 * MANY + 7 - 4, unreadable: 4, remaining: 0 });
      expect([await sealedOf(a), await sealedOf(b)]).toEqual([ofB, ofA]);
      expect(report.keys.slice(1)).toEqual([
        { id: "k1", in_ring: true, in_use: 3, api_keys: 4, sessions: 1, can_be_removed: false },
        { id: "k0", in_ring: false, in_use: 1, api_keys: 0, sessions: 0, can_be_removed: false },
      ]);
      const named = logged(both, "sealed_text_unreadable");
      expect(named.map(({ table, column, row }) => [table, column, row]).sort()).toEqual(
        [a, b, c, d].map((id) => ["connections", "access_token", id]).sort(),
      );
      await setSealed(a, ofA);
      await setSealed(b, ofB);
      await setSealed(c, ofC);
      await setSealed(d, ofD);
      expect(await rotate()).toMatchObject({ sealed: 4, unreadable: 0, remaining: 0 });
    });

    test("S-52: no call fails while a full table is sealed again", async () => {
      const ids = [...many, ...callers.map((caller) => caller.integrationId)];
      for (const id of ids) {
        const aad = tokenContext(id, "access_token");
        await setSealed(id, vaultOf(OLD).seal(both.app.deps.vault.open(await sealedOf(id), aad), aad));
      }
      const calls: Promise<ApiResponse>[] = [];
      // Every caller calls at each statement of the rotation, concurrently with it.
      const busy = watched(
        opened.database.requests,
        () => void calls.push(...callers.map((caller) => read(both, caller))),
      );
      const rotated = await rotateSecrets({ ...both.app.deps, database: busy });
      expect(rotated).toMatchObject({ sealed: ids.length, unreadable: 0, remaining: 0 });
      const responses = await Promise.all(calls);
      expect(responses.length).toBeGreaterThan(8 * callers.length);
      expect(responses.filter(({ status }) => status !== 200).map(({ text }) => text)).toEqual([]);
    });

    test("S-52: a token stored between reading and writing is not overwritten", async () => {
      const { integrationId: id } = callers[0] as Connected;
      const aad = tokenContext(id, "access_token");
      const { vault } = both.app.deps;
      await setSealed(id, vaultOf(OLD).seal("access-before", aad));
      const stored = vault.seal("access-meanwhile", aad);
      const racing = watched(opened.database.requests, async (text) => {
        if (text.startsWith("update connections")) await setSealed(id, stored);
      });
      expect(await rotateSecrets({ ...both.app.deps, database: racing })).toMatchObject({ sealed: 0, remaining: 0 });
      expect(await sealedOf(id)).toBe(stored);
    });

    test("S-52: a refresh that returns no refresh token does not restore the old sealed text", async () => {
      const caller = callers[1] as Connected;
      const { integrationId: id } = caller;
      const sealed = vaultOf(OLD).seal("refresh-kept", tokenContext(id, "refresh_token"));
      await query("update integrations set refresh_token = $2, access_expires_at = now() where id = $1", [id, sealed]);
      await both.heard();
      let rotated: unknown;
      atRefresh = async () => {
        rotated = await rotate();
      };
      expect((await read(both, caller)).status).toBe(200);
      atRefresh = async () => {};
      expect(rotated).toMatchObject({ sealed: 1, remaining: 0 });
      expect((await useOf("k1")).in_use).toBe(0);
      const row = await rowOf(id);
      expect(openTokens({ vault: vaultOf(NEW) }, row as NonNullable<typeof row>)).toMatchObject({
        access: expect.stringMatching(/^fresh-/),
        refresh: "refresh-kept",
      });
    });

    test("S-37: S-52: a key is retired once no API key and no pending session needs it, and not before", async () => {
      await Promise.all(callers.map((caller) => read(both, caller)));
      await until(async () => (await useOf("k1")).api_keys === 0);
      expect(await rotate()).toMatchObject({ remaining: 0 });
      expect(await useOf("k1")).toMatchObject({ in_use: 0, api_keys: 0, sessions: 1, can_be_removed: false });
      expect(String(await rejection(open(NEW)))).toMatch(/lacks the key "k1"/);
      const idle = await old.user();
      await query("update connect_sessions set expires_at = now()");
      expect((await rotate()).keys[1]).toMatchObject({ api_keys: 1, sessions: 0, can_be_removed: false });
      expect(String(await rejection(open(NEW)))).toMatch(/lacks the key "k1"/);
      await both.admin("DELETE", `/keys/${idle.keyId}`);
      expect((await useOf("k1")).can_be_removed).toBe(false);
      const { keys } = await rotate();
      expect(keys[1]).toMatchObject({ id: "k1", api_keys: 0, sessions: 0, can_be_removed: true });
      expect((await useOf("k1")).can_be_removed).toBe(true);
      expect(logged(both, "ring_key_retired").map((line) => line.ring_key_id)).toEqual(["k1"]);
    });

    test("S-52: the new key alone opens everything: tokens, verifiers, client secrets, stored responses, API keys", async () => {
      const alone = await open(NEW);
      for (const caller of callers) expect((await read(alone, caller)).status).toBe(200);
      for (const id of many) {
        const row = await rowOf(id);
        expect(openTokens(alone.app.deps, row as NonNullable<typeof row>)).toMatchObject({
          access: `access-${id}`,
          refresh: `refresh-${id}`,
          others: { bot: `bot-${id}` },
        });
      }
      const [session] = await query<{ verifier: string }>("select verifier from connect_sessions");
      expect(session?.verifier).toStartWith("k2.");
      const { key, userId } = callers[0] as Connected;
      const accountId = await alone.account(key);
      const own = await alone.app.deps.oauthClients.forConnect({ userId, accountId }, "acme");
      expect(own).toEqual({ id: OWN_CLIENT.client_id, secret: OWN_CLIENT.client_secret });
      const replayed = await post(alone, callers[0] as Connected);
      expect([replayed.headers.get("idempotency-replayed"), replayed.text]).toEqual(["true", first.text]);
    });
  });
}
