// What holds up the removal of a ring key: who has not been used since, over all users, and what ends with the key.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { TABLES } from "../../../src/server/tables.ts";
import { HOOK_MS, TEST_MS } from "../../support/connecting.ts";
import { LANES, type TestDatabase, testDatabase } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { until } from "../../support/until.ts";

setDefaultTimeout(TEST_MS);
const OLD = `k1:${Buffer.alloc(32, 1).toString("base64")}`;
const BOTH = `k2:${Buffer.alloc(32, 2).toString("base64")},${OLD}`;

interface Pending {
  kind: string;
  id: string;
  name: string | null;
  email: string | null;
}

for (const lane of LANES) {
  describe(`what waits under a ring key on ${lane}`, () => {
    let opened: TestDatabase;
    let old: TestGateway;
    let both: TestGateway;
    let users: Awaited<ReturnType<TestGateway["user"]>>[];
    let grantId: string;
    const query = <Row>(text: string, parameters: string[] = []) => opened.database.query<Row>(text, parameters);

    beforeAll(async () => {
      opened = await testDatabase(lane);
      old = await startTestGateway({ lane, database: opened, keyRing: OLD });
      users = [await old.user(), await old.user(), await old.user()];
      await old.admin("POST", "/admin-tokens", { name: "robot", role: "viewer" });
      grantId = await insertGrant(users[0]?.userId as string);
      both = await startTestGateway({ lane, database: opened, keyRing: BOTH });
    }, HOOK_MS);
    afterAll(async () => {
      await both.close();
      await old.close();
      await opened.close();
    }, HOOK_MS);

    /** An MCP client's access, with a token, a session and a recovery code of its person, under the old ring. */
    async function insertGrant(userId: string): Promise<string> {
      const [person, grant] = [crypto.randomUUID(), crypto.randomUUID()];
      const mac = (text: string) => old.app.deps.vault.macs(text)[0] as string;
      await query("insert into people (id, email, name, created_at) values ($1, $2, 'Ada', now())", [
        person,
        `${person}@example.com`,
      ]);
      await query("insert into people_users (person_id, user_id) values ($1, $2)", [person, userId]);
      await query(
        `insert into mcp_grants (id, person_id, user_id, client_id, client_name, read_only, resource, redirect_uri, code_mac,
           code_challenge, code_expires_at, code_used_at, created_at, expires_at)
         values ($1, $2, $3, 'c', 'Assistant', true, 'r', 'u', $4, 'x', now(), now(), now(), now() + interval '30 days')`,
        [grant, person, userId, mac("code")],
      );
      await query(
        `insert into mcp_tokens (mac, grant_id, kind, created_at, expires_at)
         values ($1, $2, 'refresh', now(), now() + interval '30 days')`,
        [mac("token"), grant],
      );
      await query("insert into totp_secrets (person_id, secret, recovery_macs) values ($1, $2, array[$3, $4])", [
        person,
        old.app.deps.vault.seal("totp", "aad"),
        mac("one"),
        mac("two"),
      ]);
      return grant;
    }

    const page = async (ringKey: string, more = "") =>
      (await both.admin("GET", `/secrets/${ringKey}/pending${more}`)).json.data as {
        pending: Pending[];
        next_cursor: string | null;
      };
    const kindsOf = (pending: Pending[]) => pending.map(({ kind }) => kind).sort();
    const status = async () => (await both.admin("GET", "/secrets")).json.data;

    test("keys of all users, admin tokens and MCP clients are listed, each with whose it is", async () => {
      const { pending, next_cursor } = await page("k1");
      expect(next_cursor).toBeNull();
      expect(kindsOf(pending)).toEqual(["admin_token", "api_key", "api_key", "api_key", "mcp_client"]);
      expect((await status()).keys[1]).toMatchObject({ id: "k1", api_keys: pending.length });
      for (const user of users) {
        const found = pending.find(({ id }) => id === user.keyId);
        expect(found).toMatchObject({ kind: "api_key", email: user.email, user_id: user.userId, last_used_at: null });
        expect(JSON.stringify(found)).not.toContain(user.key);
      }
      expect(pending.find(({ kind }) => kind === "admin_token")).toMatchObject({ name: "robot", email: null });
      expect(pending.find(({ kind }) => kind === "mcp_client")).toMatchObject({ id: grantId, name: "Assistant" });
      expect((await page("k2")).pending).toEqual([]);
    });

    test("R-43: pages give each once, and a cursor is good for its ring key only", async () => {
      const all = (await page("k1")).pending;
      const walked: Pending[] = [];
      let cursor: string | null = null;
      do {
        const next: Awaited<ReturnType<typeof page>> = await page(
          "k1",
          `?limit=2${cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`}`,
        );
        expect(next.pending.length).toBeLessThanOrEqual(2);
        walked.push(...next.pending);
        cursor = next.next_cursor;
      } while (cursor !== null);
      expect(walked).toEqual(all);
      const { next_cursor } = await page("k1", "?limit=1");
      const other = await both.admin("GET", `/secrets/k2/pending?cursor=${encodeURIComponent(next_cursor as string)}`);
      expect(other.status).toBe(400);
      expect((await both.admin("GET", "/secrets/k9/pending")).status).toBe(404);
      expect((await both.admin("GET", "/secrets/k1/pending?limit=201")).status).toBe(400);
    });

    test("status says by table what uses a key, what moves it, and whether the key must stay for it", async () => {
      const uses = (await status()).uses.filter((use: { ring_key: string }) => use.ring_key === "k1");
      expect(uses).toEqual(
        expect.arrayContaining([
          { ring_key: "k1", table: "api_keys", kind: "mac", count: 3, moved_by: "use", keeps_key: true },
          { ring_key: "k1", table: "admin_tokens", kind: "mac", count: 1, moved_by: "use", keeps_key: true },
          { ring_key: "k1", table: "mcp_tokens", kind: "mac", count: 1, moved_by: "use", keeps_key: true },
          { ring_key: "k1", table: "totp_secrets", kind: "sealed", count: 1, moved_by: "rotation", keeps_key: true },
          { ring_key: "k1", table: "totp_secrets", kind: "mac", count: 2, moved_by: "replacement", keeps_key: false },
        ]),
      );
      expect(uses.map((use: { keeps_key: boolean }) => use.keeps_key)).toEqual(
        uses.map((use: { keeps_key: boolean }) => use.keeps_key).sort((one: boolean, two: boolean) => +two - +one),
      );
    });

    test("a use takes a key off the list, and so does the revocation of a key or of a client", async () => {
      const [used, revoked, idle] = users;
      expect((await both.call("GET", "/api/v1/usage", { key: used?.key as string })).status).toBe(200);
      await until(async () => !(await page("k1")).pending.some(({ id }) => id === used?.keyId));
      await both.admin("DELETE", `/keys/${revoked?.keyId}`);
      expect((await status()).keys[1]).toMatchObject({ api_keys: 3 });
      await query("update mcp_grants set revoked_at = now() where id = $1", [grantId]);
      const { pending } = await page("k1");
      expect(kindsOf(pending)).toEqual(["admin_token", "api_key"]);
      expect(pending.find(({ kind }) => kind === "api_key")?.id).toBe(idle?.keyId as string);
      expect((await status()).keys[1]).toMatchObject({ api_keys: 2 });
    });

    /** Their MACs are of no ring key, or nothing is lost with them. */
    const UNDECLARED = [
      "passwords.hash: Argon2",
      "audit_seals.hash: SHA-256",
      "audit_seals.sealed_hash: SHA-256",
      "pending_grants.token_hash: SHA-256",
      "oidc_attempts.setup_mac: that of a setup link, for minutes",
      "oidc_logout_tokens.hash: SHA-256",
      "connect_sessions.link_hash: as the session's state_hash",
      "connect_sessions.browser_hash: as the session's state_hash",
      "panel_sessions.opener_hash: as the session's token_hash",
      "approval_links.browser_hash: as the link's token_hash",
      "mcp_clients.site_mac: a limit, which begins anew",
      "imported_grants.mac: an import that is repeated stores the grant again",
    ];

    test("every column with a MAC is declared by its table, or is known to need no ring key", async () => {
      const columns = await query<{ name: string }>(
        `select table_name || '.' || column_name as name from information_schema.columns
         where table_schema = current_schema() and column_name ~ '(^|_)(mac|macs|hash|fingerprint)$' order by 1`,
      );
      const declared = TABLES.flatMap(({ table, macs = [] }) => macs.map(({ column }) => `${table}.${column}`));
      const known = UNDECLARED.map((line) => line.split(":")[0] as string);
      expect(columns.map(({ name }) => name)).toEqual([...declared, ...known].sort());
    });
  });
}
