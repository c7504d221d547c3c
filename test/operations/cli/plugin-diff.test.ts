// `gateway plugin diff --database`: the stored rows that a new version breaks, by count and first ids.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { impactOf } from "../../../src/operations/cli/plugin-impact.ts";
import { HOOK_MS, TEST_MS } from "../../support/connecting.ts";
import { laneOf, type TestDatabase, testDatabase } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { endProcesses, newFolder, run, runJson } from "../../support/gateway-process.ts";
import { type Names, namedPlugin, type Renaming, renamings } from "../../support/renamed-plugin.ts";
import { ROOT } from "../../support/sources.ts";
import { insertGrant } from "../../support/test-partners.ts";

setDefaultTimeout(3 * TEST_MS);
afterAll(endProcesses);

for (const lane of laneOf(import.meta.file)) {
  describe(`the rows that a version breaks, ${lane}`, () => {
    const { before } = fc.sample(renamings, { numRuns: 1, seed: 11 })[0] as Renaming;
    const after = Object.fromEntries(
      Object.entries(before).map(([kind, name]) => [kind, `${name}_now`]),
    ) as unknown as Names;
    let database: TestDatabase;
    let gateway: TestGateway;
    const ids: Record<string, string> = {};
    beforeAll(async () => {
      database = await testDatabase(lane);
      gateway = await startTestGateway({
        ...{ lane, database, plugins: [namedPlugin(before)] },
        env: { GATEWAY_WEBHOOKS_ALLOW_PRIVATE: "true", GATEWAY_ENV: "development" },
      });
      const { service, action, event } = before;
      const named = await gateway.user({ permissions: [`acme:${service}.${action}`] });
      await gateway.user({ permissions: ["acme:*", "gateway:usage.read"] });
      const all = await gateway.user({ permissions: ["*", "gateway:partner.manage"] });
      ids.api_keys = named.keyId;
      ids.disabled_services = await insertGrant(gateway, { userId: all.userId, accountId: null }, "acme");
      await database.database.query("update integrations set disabled_services = array[$2::text] where id = $1::uuid", [
        ids.disabled_services,
        `${service}.${action}`,
      ]);
      const add = async (event_types: string[]) =>
        (
          await gateway.call("POST", "/api/v1/webhook-endpoints", {
            key: all.key,
            body: { url: "https://127.0.0.1/", event_types },
          })
        ).json.data.id;
      ids.webhook_endpoints = await add([`${service}.${event}`]);
      await add(["*"]);
    }, HOOK_MS);
    afterAll(async () => {
      await gateway.close();
      await database.close();
    }, HOOK_MS);

    test("are named where names are given up, and none where they are said", async () => {
      const old = namedPlugin(before);
      const { requests } = database.database;
      expect(await impactOf(requests, { old, now: namedPlugin(after, before) })).toEqual([]);
      const impact = await impactOf(requests, { old, now: namedPlugin(after) });
      const found = Object.fromEntries(impact.map(({ kind, ids }) => [kind, ids]));
      for (const [kind, id] of Object.entries(ids)) expect([kind, found[kind]]).toEqual([kind, [id]]);
    });
  });
}

test("plugin diff prints what breaks first and exits with 1; with 0 where nothing does", async () => {
  const [old, same, now] = [1, 2, 3].map(() => join(newFolder(), "acme")) as [string, string, string];
  for (const folder of [old, same, now]) cpSync(join(ROOT, "docs/examples/acme"), folder, { recursive: true });
  expect((await run(["plugin", "diff", old, same], {})).code).toBe(0);
  const file = join(now, "index.ts");
  writeFileSync(file, readFileSync(file, "utf8").replace("list_tasks: endpoint", "find_tasks: endpoint"));
  const { code, stdout } = await run(["plugin", "diff", old, now], {});
  expect(code).toBe(1);
  expect(stdout).toContain(
    'Breaking:\n  tool list_tasks is gone. If it has another name now, that one lacks `previousNames: ["list_tasks"]`.',
  );
  const { json } = await runJson(["plugin", "diff", old, now], {});
  expect(json).toMatchObject({ plugin: "acme", is_breaking: true });
  expect(json.changes).toContainEqual(
    expect.objectContaining({ is_breaking: false, kind: "tool", name: "find_tasks" }),
  );
});
