// An export has everything of an owner and no secret, and goes on where an interrupted one ended.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, spyOn, test } from "bun:test";

import { appendFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exportToFile, type ReadExport } from "../../../src/operations/cli/export-file.ts";
import { TABLES } from "../../../src/server/tables.ts";
import { HOOK_MS, secretsIn } from "../../support/connecting.ts";
import { LANES } from "../../support/database.ts";
import { ADMIN_TOKEN, startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { rejection } from "../../support/rejection.ts";
import { until } from "../../support/until.ts";
import { type Planted, plantOwner } from "./canaries.ts";

/** Rows without an account's id: a borrower and a lender both have a share in their export. */
const WITHOUT_ACCOUNT = new Set(["idempotency_key", "share"]);
setDefaultTimeout(HOOK_MS);
/** More than a page. */
const EVENTS = 20;

for (const lane of LANES) {
  describe(`export on ${lane}`, () => {
    let gateway: TestGateway;
    let owner: Planted;
    let other: Planted;
    const folder = mkdtempSync(join(tmpdir(), "gateway-export-"));
    beforeAll(async () => {
      gateway = await startTestGateway({ lane, emulate: ["google"] });
      owner = await plantOwner(gateway);
      other = await plantOwner(gateway, {});
      await gateway.database.database.query(
        `insert into inbox_events (id, user_id, account_id, integration_id, event_key, provider, service, type, title, payload,
           occurred_at, received_at)
         select gen_random_uuid(), user_id, account_id, integration_id, event_key || n, provider, service, type, title || n,
           '{"number": 12345678901234567890}', occurred_at, received_at
         from inbox_events, generate_series(1, ${EVENTS}) as n where user_id = $1::uuid and account_id is null limit ${EVENTS}`,
        [owner.userId],
      );
    }, HOOK_MS);
    afterAll(async () => {
      rmSync(folder, { recursive: true });
      await gateway.close();
    }, HOOK_MS);

    const get = (query = "") =>
      fetch(`${gateway.url}/admin/v1/users/${owner.email}/export${query}`, {
        headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
      });
    const read: ReadExport = async (cursor) =>
      (await get(cursor === null ? "" : `?cursor=${encodeURIComponent(cursor)}`)).body as ReadableStream<Uint8Array>;
    const linesOf = (text: string) =>
      text
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line));
    /** Of a row that two exports have in common; the rest is what the exports themselves have done. */
    const stable = (text: string) => linesOf(text).filter(({ kind }) => !["export", "audit_entry"].includes(kind));

    test("every kind is there with the owner's texts, no secret, and nothing of another user", async () => {
      const response = await get();
      expect(response.headers.get("content-type")).toBe("application/x-ndjson");
      const text = await response.text();
      const lines = linesOf(text);
      expect(lines[0]).toMatchObject({ kind: "export", user_id: owner.userId, account_id: null });
      expect(lines.at(-1)).toEqual({ kind: "end" });
      const kinds = new Set(lines.map(({ kind }) => kind));
      const expected = TABLES.flatMap(({ personal: { exported } }) => exported?.kind ?? []);
      const absent = expected.filter((kind) => !kinds.has(kind));
      expect(absent.sort()).toEqual(["revocation", "usage_total"]);
      expect(text).not.toContain(other.canary);
      expect(text).not.toContain(other.userId);
      const issued = gateway.providers.google.issued.map(({ token }) => token);
      const sealed = await gateway.database.database.query<{ text: string }>(
        `select unnest(array[access_token, refresh_token]) as text from integrations
         union all select secret from webhook_endpoints union all select hash from api_keys
         union all select client_secret from oauth_apps union all select state_hash from connect_sessions`,
      );
      const secrets = [owner.key, ...issued, ...sealed.flatMap(({ text }) => text ?? [])];
      expect(secrets.length).toBeGreaterThan(8);
      expect(secretsIn(text, secrets)).toEqual([]);
      expect(lines.find(({ kind }) => kind === "integration").data).toMatchObject({ has_access_token: true });
      expect(lines.filter(({ kind }) => kind === "inbox_event").length).toBeGreaterThan(EVENTS);
      expect(text).toContain("12345678901234567890");
    });

    test("of one account it has that account alone, by either of its names", async () => {
      for (const name of [owner.accountId, owner.accountCanary]) {
        const lines = linesOf(await (await get(`?account=${name}`)).text());
        const rows = lines.filter(({ data }) => data);
        expect(rows.length).toBeGreaterThan(8);
        const others = rows.filter(
          ({ kind, data }) => !WITHOUT_ACCOUNT.has(kind) && (data.account_id ?? data.id) !== owner.accountId,
        );
        expect(others).toEqual([]);
      }
    });

    test("R-46: cut off after any line, or within one, it goes on there and is the whole in the end", async () => {
      const file = join(folder, "whole.jsonl");
      expect(await exportToFile(read, file, false)).toMatchObject({ complete: true });
      const whole = readFileSync(file);
      const cuts = [
        0,
        40,
        whole.length - 1,
        ...Array.from({ length: 8 }, (_, i) => Math.floor((whole.length * (i + 1)) / 9)),
      ];
      for (const cut of cuts) {
        const torn = join(folder, `${cut}.jsonl`);
        writeFileSync(torn, whole.subarray(0, cut));
        await exportToFile(read, torn, true);
        expect([cut, stable(readFileSync(torn, "utf8"))]).toEqual([cut, stable(whole.toString())]);
      }
      const size = whole.length;
      expect(await exportToFile(read, file, true)).toMatchObject({ lines: 0, complete: true });
      expect(readFileSync(file)).toHaveLength(size);
      expect(String(await rejection(exportToFile(read, file, false)))).toContain("--resume");
      expect(String(await rejection(exportToFile(read, join(folder, "none"), true)))).toContain("no file");
    });

    test("a response that breaks off is an error, and the file of another owner is refused", async () => {
      const file = join(folder, "broken.jsonl");
      const breaking: ReadExport = async (cursor) => {
        const reader = (await read(cursor)).getReader();
        const chunks = [await reader.read(), await reader.read()].flatMap(({ value }) => value ?? []);
        await reader.cancel();
        return new ReadableStream({
          start(controller) {
            for (const chunk of chunks) controller.enqueue(chunk);
            controller.close();
          },
        });
      };
      expect(String(await rejection(exportToFile(breaking, file, false)))).toContain("was interrupted");
      const text = readFileSync(file, "utf8").replace(owner.userId, other.userId);
      const foreign = join(folder, "foreign.jsonl");
      writeFileSync(foreign, text);
      expect(String(await rejection(exportToFile(read, foreign, true)))).toContain("another user");
      expect(readFileSync(foreign, "utf8")).toBe(text);
      appendFileSync(file, '{"kind":"us');
      await exportToFile(read, file, true);
      truncateSync(file, 0);
      await exportToFile(read, file, true);
    });

    test("S-110: an export whose audit entry cannot be made is refused, and gives its slot back", async () => {
      const { audit, longLived } = gateway.app.deps;
      // An export that a test before broke off gives its slot back a moment later.
      await until(() => longLived.count("export") === 0, 5_000);
      const record = spyOn(audit, "record").mockRejectedValue(new Error("no entry"));
      // More often than an address may export at once.
      const statuses: number[] = [];
      for (let i = 0; i < 5; i++) statuses.push((await get()).status);
      record.mockRestore();
      expect(statuses).toEqual(Array(5).fill(500));
      expect(longLived.count("export")).toBe(0);
      const response = await get();
      expect(response.status).toBe(200);
      await response.text();
    });

    test("only an owner among the operators exports and deletes, and a made-up cursor is refused", async () => {
      const operator = (await gateway.admin("POST", "/admin-tokens", { name: `op-${lane}`, role: "operator" })).json
        .data;
      const headers = { authorization: `Bearer ${operator.token}` };
      for (const [method, path] of [
        ["GET", `/users/${owner.email}/export`],
        ["DELETE", `/users/${owner.email}`],
        ["DELETE", `/users/${owner.email}/accounts/${owner.accountId}`],
      ] as const) {
        expect((await gateway.call(method, `/admin/v1${path}`, { headers })).status).toBe(403);
      }
      for (const cursor of [
        "x",
        Buffer.from('["user"]').toString("base64url"),
        Buffer.from('["user","1"]').toString("base64url"),
      ]) {
        expect((await get(`?cursor=${cursor}`)).status).toBe(400);
      }
      const foreign = Buffer.from(JSON.stringify(["user", "0".repeat(8) + other.userId.slice(8)])).toString(
        "base64url",
      );
      expect(await (await get(`?cursor=${foreign}`)).text()).not.toContain(other.canary);
    });
  });
}
