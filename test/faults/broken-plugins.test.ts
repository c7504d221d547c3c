// Plugins that do not load, in a gateway process: everything else serves, and each door says whose turn it is.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type GatewayServer, newDataDir, newFolder, runJson, START_MS } from "../support/gateway-process.ts";
import { connectedKey, type FaultStage, faultStage, send } from "./stage.ts";

setDefaultTimeout(2 * START_MS);

/** Copies of the stub that are broken in one place, beside a plugin that is whole. */
function folderOf(broken: Record<string, (text: string) => string>, stub: string): string {
  const folder = newFolder();
  for (const [name, change] of Object.entries(broken)) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, "index.ts"), change(stub));
  }
  return folder;
}

describe("a gateway with broken plugins", () => {
  let stage: FaultStage;
  let whole: GatewayServer;
  let server: GatewayServer;
  let key: string;
  let folder: string;
  beforeAll(async () => {
    stage = await faultStage();
    whole = await stage.start();
    key = await connectedKey(whole);
    const stub = await Bun.file(new URL("./plugins/stub/index.ts", import.meta.url)).text();
    folder = folderOf(
      {
        // It has worked before: there are integrations with it.
        stub: (text) => text.replace('/thing"', '/thing",,'),
        throwing: (text) => text.replace("export default", 'throw new Error("At the start.");\nexport default'),
        ruleless: (text) => text.replace('id: "stub"', 'id: "ruleless"').replace('docs: "https:', 'docs: "http:'),
        whole: (text) => text.replace('id: "stub"', 'id: "whole"'),
      },
      stub,
    );
    cpSync(join(folder, "whole"), join(folder, "xother"), { recursive: true });
    server = await stage.start(undefined, { GATEWAY_PLUGINS_DIR: folder });
  });
  afterAll(() => stage.end());

  test("R-55: serves, and its log, its health and its metrics name each of them", async () => {
    const lines = server.written.stderr.split("\n").filter((line) => line.includes("plugin_not_loaded"));
    const named = lines.map((line) => JSON.parse(line)).sort((a, b) => (a.plugin < b.plugin ? -1 : 1));
    expect(named.map(({ level, plugin }) => [level, plugin])).toEqual([
      ["error", "ruleless"],
      ["error", "stub"],
      ["error", "throwing"],
      ["error", "xother"],
    ]);
    for (const { plugin, violations } of named) expect(violations[0]).toContain(join(folder, plugin, "index.ts"));
    const health = await fetch(`${server.url}/health/ready`);
    expect(health.status).toBe(200);
    const { broken_plugins } = (await health.json()) as { broken_plugins: string[] };
    expect(broken_plugins.sort()).toEqual(["ruleless", "stub", "throwing", "xother"]);
    const headers = { authorization: `Bearer ${server.adminToken}` };
    const metrics = await (await fetch(`${server.url}/metrics`, { headers })).text();
    expect(metrics).toContain('gateway_plugin_broken{provider="throwing"} 1');
    const listed = await (await fetch(`${server.url}/admin/v1/plugins`, { headers })).json();
    const { plugins, broken } = (listed as { data: Record<string, { id: string; violations: string[] }[]> }).data;
    expect(broken?.map(({ id }) => id).sort()).toEqual(["ruleless", "stub", "throwing", "xother"]);
    expect(plugins?.map(({ id }) => id)).toContain("whole");
    for (const { id, violations } of broken ?? []) expect(violations[0]).toContain(join(folder, id, "index.ts"));
    const tools = await send(server, "GET", "/api/v1/whole/thing", { key });
    expect([tools.status, tools.json.code]).toEqual([403, "PERMISSION_DENIED"]);
  });

  test("R-55: calls, connects and deliveries to one get 503, and nobody else does", async () => {
    const body = { provider: "throwing", redirect_url: "http://localhost/done" };
    const refused = [
      await send(server, "GET", "/api/v1/stub/thing", { key }),
      await send(server, "POST", "/api/v1/throwing/proxy/x", { key, body: {} }),
      await send(server, "POST", "/api/v1/integrations/connect", { key, body }),
      await send(server, "POST", "/api/v1/webhooks/throwing", { key: "none", body: {} }),
      await send(server, "POST", "/api/v1/tools/stub_get_thing/execute", { key, body: { arguments: {} } }),
    ];
    expect(refused.map(({ status, json }) => [status, json.code])).toEqual(
      refused.map(() => [503, "PLUGIN_UNAVAILABLE"]),
    );
    const strange = await send(server, "GET", "/api/v1/unheard/thing", { key });
    expect(strange.status).toBe(404);
    expect((await send(server, "GET", "/api/v1/stub/thing", { key: "none" })).status).toBe(401);
  });

  test("R-55: its integrations are listed as unavailable, are kept, and work where the plugin does", async () => {
    const listed = await send(server, "GET", "/api/v1/integrations", { key });
    expect(listed.json.data.integrations).toMatchObject([
      { provider: "stub", status: "unavailable", unavailable_reason: expect.stringContaining("The grant is kept.") },
    ]);
    const [beside] = (await send(whole, "GET", "/api/v1/integrations", { key })).json.data.integrations;
    expect([beside.status, "unavailable_reason" in beside]).toEqual(["active", false]);
    expect((await send(whole, "GET", "/api/v1/stub/thing", { key })).status).toBe(200);
  });

  test("R-55: doctor names each, and the integrations that wait", async () => {
    const env = { ...stage.env, DATABASE_URL: stage.url ?? undefined, DATA_DIR: newDataDir() };
    const { code, json } = await runJson(["doctor"], { ...env, GATEWAY_PLUGINS_DIR: folder });
    expect(code).toBe(1);
    const failed = json.checks.filter(({ ok }: { ok: boolean }) => !ok).map(({ check }: { check: string }) => check);
    expect(failed).toEqual(
      expect.arrayContaining(["plugin ruleless", "plugin stub", "plugin throwing", "plugin xother", "provider stub"]),
    );
    const { message } = json.checks.find(({ check }: { check: string }) => check === "provider stub");
    expect(message).toContain("1 integrations are unavailable");
  });
});
