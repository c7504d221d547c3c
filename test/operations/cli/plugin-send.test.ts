// `gateway plugin send`: a fixture's delivery reaches the running gateway, which accepts it by its own secret.
import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { endProcesses, newDataDir, run, START_MS, startServer } from "../../support/gateway-process.ts";
import { ROOT } from "../../support/sources.ts";

setDefaultTimeout(3 * START_MS);
afterAll(endProcesses);

test("plugin send signs a fixture for the running gateway; one with another secret is refused", async () => {
  const env = { DATA_DIR: newDataDir(), NOTION_WEBHOOK_SECRET: "secret-of-this-gateway", LOG_LEVEL: "warn" };
  const folder = join(ROOT, "plugins/notion");
  const send = (more: Record<string, string>, ...words: string[]) =>
    run(["plugin", "send", folder, "pages.created", ...words], { ...env, ...more });
  const none = await send({});
  expect([none.code, none.stderr]).toEqual([
    1,
    `No gateway runs on ${env.DATA_DIR}: start plugin dev, or set DATA_DIR.\n`,
  ]);
  await startServer(env);
  const sent = await send({}, "--identity", "4711");
  expect([sent.code, sent.stderr, sent.stdout]).toEqual([
    0,
    "",
    expect.stringMatching(/^POST \S+\/api\/v1\/webhooks\/notion: 200/),
  ]);
  const refused = await send({ NOTION_WEBHOOK_SECRET: "another-secret" });
  expect([refused.code, refused.stdout]).toEqual([1, expect.stringContaining(": 401")]);
  const unknown = await run(["plugin", "send", folder, "pages.nothing"], env);
  expect([unknown.code, unknown.stderr]).toEqual([
    1,
    `There is no fixtures/webhooks/pages.nothing.json in ${folder}.\n`,
  ]);
});
