// A user exports what the operator exports about them, and nothing of anybody else, with a permission of its own.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, spyOn, test } from "bun:test";
import { signedIn } from "../../dashboard/browser.ts";
import { HOOK_MS, secretsIn } from "../../support/connecting.ts";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { codeOf } from "../../support/responses.ts";
import { until } from "../../support/until.ts";
import { type Planted, plantOwner } from "./canaries.ts";

setDefaultTimeout(HOOK_MS);
const PATH = "/api/v1/export";

interface Line {
  kind: string;
  cursor?: string;
  data?: Record<string, unknown>;
}

for (const lane of laneOf(import.meta.file)) {
  describe(`a user's own export on ${lane}`, () => {
    let gateway: TestGateway;
    let owner: Planted;
    let other: Planted;
    beforeAll(async () => {
      gateway = await startTestGateway({ lane, emulate: ["google"] });
      owner = await plantOwner(gateway);
      other = await plantOwner(gateway, {});
    });
    afterAll(() => gateway.close());

    const get = (key: string, query = "", headers: Record<string, string> = {}) =>
      gateway.call("GET", PATH + query, { key, headers });
    const linesOf = (text: string): Line[] =>
      text
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line));
    /** Without what exports themselves leave behind, and what a call changes. */
    const stable = (text: string) =>
      linesOf(text)
        .filter(({ kind }) => !/^(export|audit_entry|usage_entry|usage_total)$/.test(kind))
        .map(({ kind, data }) => ({ kind, ...data, last_used_at: null }));
    const keyOf = async (permissions: string[] | undefined, more: object = {}): Promise<string> =>
      (await gateway.admin("POST", "/keys", { user: owner.userId, permissions, ...more })).json.data.key;
    const noExports = () => until(() => gateway.app.deps.longLived.count("export") === 0, 5_000);

    test("it is the operator's export: the same records, no secret, and nothing of another user", async () => {
      const own = await get(owner.key);
      expect([own.status, own.headers.get("content-type")]).toEqual([200, "application/x-ndjson"]);
      const lines = linesOf(own.text);
      expect(lines[0]).toMatchObject({ kind: "export", user_id: owner.userId, account_id: null });
      expect(lines.at(-1)).toEqual({ kind: "end" });
      expect(stable(own.text)).toEqual(stable((await gateway.admin("GET", `/users/${owner.email}/export`)).text));
      expect(new Set(lines.map(({ kind }) => kind)).size).toBeGreaterThan(15);
      for (const foreign of [other.canary, other.userId, other.accountId]) expect(own.text).not.toContain(foreign);
      const sealed = await gateway.database.database.query<{ text: string }>(
        `select unnest(array[access_token, refresh_token]) as text from integrations
         union all select secret from webhook_endpoints union all select hash from api_keys`,
      );
      const issued = gateway.providers.google.issued.map(({ token }) => token);
      expect(secretsIn(own.text, [owner.key, ...issued, ...sealed.flatMap(({ text }) => text ?? [])])).toEqual([]);
    });

    test("with X-Account-Id it is the account's alone, and another partner's account is not there", async () => {
      const response = await get(owner.key, "", { "x-account-id": owner.accountCanary });
      // A share that the account borrows has the ids of neither.
      const rows = linesOf(response.text).filter(
        ({ kind, data }) => data && !["idempotency_key", "share"].includes(kind),
      );
      expect(rows.length).toBeGreaterThan(8);
      const whose = new Set(rows.map(({ data }) => data?.account_id ?? data?.id));
      expect([...whose]).toEqual([owner.accountId]);
      const foreign = await get(owner.key, "", { "x-account-id": other.accountCanary });
      expect([codeOf(foreign), foreign.json.ok]).toEqual(["404 ACCOUNT_NOT_FOUND", false]);
      const partnerOnly = await keyOf(["gateway:export.read"], { partner_only: true });
      expect(codeOf(await get(partnerOnly))).toBe("400 VALIDATION_ERROR");
      expect((await get(partnerOnly, "", { "x-account-id": owner.accountCanary })).status).toBe(200);
    });

    test("S-102: only a key that names the permission exports", async () => {
      const statuses: Record<string, number> = {};
      for (const list of [undefined, ["*"], ["gateway:*"], ["gateway:keys.*"], ["gateway:export.read"]])
        statuses[String(list)] = (await get(await keyOf(list))).status;
      expect(statuses).toEqual({
        ...{ undefined: 403, "*": 403, "gateway:*": 403, "gateway:keys.*": 403 },
        "gateway:export.read": 200,
      });
    });

    test("a cursor continues behind its line; one of another user's export gives nothing of theirs", async () => {
      const text = (await get(owner.key)).text;
      const all = linesOf(text);
      const half = all[Math.floor(all.length / 2)] as Line;
      const rest = linesOf((await get(owner.key, `?cursor=${half.cursor}`)).text);
      expect(rest.length).toBeLessThan(all.length);
      expect(rest.map(({ cursor }) => cursor)).not.toContain(half.cursor);
      const theirs = linesOf((await get(other.key)).text).find(({ kind }) => kind === "user") as Line;
      const foreign = await get(owner.key, `?cursor=${theirs.cursor}`);
      // The sentence of a refusal names what the owner asked for.
      const lines = foreign.text.split("\n").filter((line) => !line.includes('"call_failure"'));
      expect([foreign.status, lines.join().includes(other.canary)]).toEqual([200, false]);
      expect(codeOf(await get(owner.key, "?cursor=made-up"))).toBe("400 VALIDATION_ERROR");
    });

    test("S-110: it takes one of the user's two slots, and gives it back however it ends", async () => {
      const { audit, longLived } = gateway.app.deps;
      await noExports();
      const authorization = { expiresAt: null, isValid: async () => true, end() {} };
      const holder = { userId: owner.userId, credentialId: "other", address: null };
      const releases = [1, 2].map(() => longLived.hold("export", holder, authorization));
      const refused = await get(owner.key);
      expect([codeOf(refused), refused.headers.get("retry-after")]).toEqual(["429 RATE_LIMITED", "5"]);
      for (const release of releases) release();
      const record = spyOn(audit, "record").mockRejectedValue(new Error("no entry"));
      const unrecorded = await get(owner.key);
      record.mockRestore();
      expect(unrecorded.status).toBe(500);
      expect((await gateway.call("HEAD", PATH, { key: owner.key })).status).toBe(200);
      expect(longLived.count("export")).toBe(0);
      expect((await get(owner.key)).status).toBe(200);
      await noExports();
    });

    test("a person downloads it at the dashboard after a new sign-in, whose page shows the call", async () => {
      const person = await signedIn(gateway);
      const page = await person.get("/settings/export");
      expect(page.text).toContain(`${PATH}&#x27;</pre>`);
      expect(page.text).toContain("gateway.file(");
      const file = await person.get("/settings/export/everything.jsonl");
      expect(file.headers.get("content-disposition")).toBe(`attachment; filename="${person.userId}.jsonl"`);
      const operators = await gateway.admin("GET", `/users/${person.userId}/export`);
      expect(stable(file.text)).toEqual(stable(operators.text));
      const [entry] = (await gateway.admin("GET", "/audit?event=data_exported&limit=1")).json.data.entries;
      expect(entry).toMatchObject({ user_id: person.userId, actor: { kind: "person", id: person.personId } });
      gateway.clock.set(gateway.clock.now() + 16 * 60_000);
      for (const path of ["/settings/export", "/settings/export/everything.jsonl"]) {
        const { status, headers } = await person.get(path);
        expect([status, headers.get("location")]).toEqual([303, `/sign-in/again?next=${encodeURIComponent(path)}`]);
      }
    });

    test("the owner finds it in the audit log and in the usage log", async () => {
      await get(owner.key, "", { "x-account-id": owner.accountCanary, "x-request-id": "the-export" });
      const key = await keyOf(["gateway:audit.read", "gateway:usage.read"]);
      const { entries } = (await gateway.call("GET", "/api/v1/audit?event=data_exported&limit=1", { key })).json.data;
      expect(entries).toMatchObject([
        { event: "data_exported", actor: { kind: "key" }, account_id: owner.accountId, request_id: "the-export" },
      ]);
      const usage = (await gateway.call("GET", "/api/v1/usage?limit=20", { key })).json.data.entries;
      expect(usage.find(({ request_id }: { request_id: string }) => request_id === "the-export")).toMatchObject({
        endpoint: PATH,
        status: 200,
        account_id: owner.accountId,
      });
    });
  });
}
