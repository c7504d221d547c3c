// `gateway plugin dev`: serves a plugin, and after a save the changed one, at the same address.
import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { endProcesses, newDataDir, newFolder, run, START_MS, startProcess } from "../../support/gateway-process.ts";
import { until } from "../../support/until.ts";

setDefaultTimeout(4 * START_MS);
afterAll(endProcesses);

const BARE = { GATEWAY_PLUGINS_DIR: "", LOG_LEVEL: "warn" };

test("plugin dev serves the folder, restarts after a save, and says what the check finds", async () => {
  const parent = newFolder();
  const folder = join(parent, "nimbus");
  expect((await run(["plugin", "new", "nimbus", "--dir", parent], {})).code).toBe(0);
  const env = { ...BARE, DATA_DIR: newDataDir(), PORT: "0", NIMBUS_CLIENT_ID: "id", NIMBUS_CLIENT_SECRET: "secret" };
  const serving = startProcess(["plugin", "dev", folder], env);
  await until(() => serving.written.stdout.includes("conforms"), 2 * START_MS);
  const [, url] = /^Gateway at (\S+) with /m.exec(serving.written.stdout) ?? [];
  const document = async () => (await fetch(`${url}/openapi.json`)).text();
  expect(await document()).toContain("List the items of Nimbus");
  const file = join(folder, "index.ts");
  writeFileSync(file, readFileSync(file, "utf8").replace("List the items of Nimbus", "List the clouds of Nimbus"));
  await until(() => serving.written.stdout.includes("Restarted in "), 2 * START_MS);
  expect(await document()).toContain("List the clouds of Nimbus");
  // A save that breaks the plugin: the sentence is in the terminal, and the next save serves again.
  const whole = readFileSync(file, "utf8");
  writeFileSync(file, whole.replace("pkce: true,", ""));
  await until(() => serving.written.stderr.includes("auth.oauth2.pkce must be true"), 2 * START_MS);
  writeFileSync(file, whole);
  await until(async () => (await document()).includes("List the clouds of Nimbus"), 2 * START_MS);
  serving.kill("SIGTERM");
  expect((await serving.ended).code).toBe(0);
});

test("plugin dev needs a plugin's folder, and no production", async () => {
  const none = await run(["plugin", "dev", newFolder()], BARE);
  expect([none.code, none.stderr]).toEqual([1, "plugin dev needs the folder of a plugin, with its index.ts.\n"]);
});
