// `gateway audit verify` over HTTP: what it prints and its exit code, of a log as it was sealed and of one that was changed.
import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type KeyRing, parseKeyRing } from "../../../src/foundation/vault/key-ring.ts";
import { createVault } from "../../../src/foundation/vault/vault.ts";
import { sealEntries } from "../../../src/identity/audit/seals.ts";
import { laneOf } from "../../support/database.ts";
import { ADMIN_TOKEN, startTestGateway } from "../../support/gateway.ts";
import { endProcesses, newDataDir, run, runJson, START_MS } from "../../support/gateway-process.ts";

setDefaultTimeout(4 * START_MS);
afterAll(endProcesses);

const RING = `k1:${Buffer.alloc(32, 3).toString("base64")}`;

for (const lane of laneOf(import.meta.file)) {
  describe(`audit verify on ${lane}`, () => {
    test("a whole log passes, a changed entry and a hash that is not in the chain exit with 1", async () => {
      await using stack = new AsyncDisposableStack();
      const gateway = await startTestGateway({ lane, keyRing: RING });
      stack.defer(() => gateway.close());
      const DATA_DIR = newDataDir();
      mkdirSync(DATA_DIR, { recursive: true });
      const file = { url: gateway.url, admin_token: ADMIN_TOKEN, pid: process.pid };
      writeFileSync(join(DATA_DIR, "server.json"), JSON.stringify(file));
      const verify = (...words: string[]) => runJson(["audit", "verify", ...words], { DATA_DIR });
      const { database } = gateway.database;

      await gateway.admin("POST", "/users", { email: "ada@example.com" });
      const vault = createVault(parseKeyRing(RING) as KeyRing);
      const deps = { vault, clock: gateway.clock, config: { auditDays: 365 } };
      expect(await sealEntries(deps, database)).toBeGreaterThan(0);
      const good = await verify();
      expect(good).toMatchObject({ code: 0, json: { aged: 0, erased: 0, problems: [] } });
      expect(good.json.entries).toBeGreaterThan(0);
      expect((await verify("--expect", good.json.head.hash)).code).toBe(0);

      const [entry] = await database.query<{ id: string; seal: number }>(
        `update audit_entries set event = 'nothing'
         where id = (select id from audit_entries where seal > 0 order by seq limit 1) returning id::text as id, seal::int as seal`,
      );
      const { id, seal } = entry as { id: string; seal: number };
      expect(await verify()).toMatchObject({
        code: 1,
        json: { problems: [{ kind: "entry_changed", seal, entry_id: id }] },
      });
      const text = await run(["audit", "verify"], { DATA_DIR });
      expect([text.code, text.stdout]).toEqual([1, expect.stringContaining(`entry_changed seal ${seal} ${id}`)]);
      const { code, json } = await verify("--expect", "A".repeat(43));
      const kinds = (json.problems as { kind: string }[]).map(({ kind }) => kind).sort();
      expect([code, kinds]).toEqual([1, ["entry_changed", "head_not_found"]]);
    });
  });
}
