// Runs under Deno: loads every plugin, runs its fixtures, then serves requests through the same application with PGlite.
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { readConfig } from "../../../src/foundation/config/config.ts";
import { openEmbedded } from "../../../src/foundation/db/embedded.ts";
import { migrate, readMigrations } from "../../../src/foundation/db/migrate.ts";
import { createLog } from "../../../src/foundation/log/log.ts";
import { type KeyRing, parseKeyRing } from "../../../src/foundation/vault/key-ring.ts";
import type { Provider } from "../../../src/plugin/index.ts";
import { checkPlugin } from "../../../src/plugin-kit/check/check-plugin.ts";
import { createApp } from "../../../src/server/app.ts";

/** The little of Deno's API that is used here; its own types are not installed. */
interface DenoServe {
  serve(
    options: { hostname: string; port: number; onListen: () => void },
    handler: (request: Request, info: { remoteAddr: { hostname?: string } }) => Response | Promise<Response>,
  ): { addr: { port: number }; shutdown(): Promise<void> };
}

const root = fileURLToPath(new URL("../../../plugins/", import.meta.url));
const plugins: Provider[] = [];
const report: Record<string, unknown> = { runtime: "Deno" in globalThis ? "deno" : "other", violations: [] };

for (const entry of readdirSync(root, { withFileTypes: true })) {
  if (!entry.isDirectory()) continue;
  const { default: plugin } = (await import(`${root}${entry.name}/index.ts`)) as { default: Provider };
  plugins.push(plugin);
  (report.violations as unknown[]).push(...(await checkPlugin(plugin, `${root}${entry.name}`)));
}
report.plugins = plugins.map((plugin) => plugin.id).sort();

const database = await openEmbedded();
await migrate(database, readMigrations());
const token = "admin-token-for-deno-test";
const app = await createApp({
  config: readConfig({ LOG_LEVEL: "silent" }),
  baseUrl: "http://127.0.0.1:3000",
  keyRing: parseKeyRing(`k1:${btoa("0123456789abcdef0123456789abcdef")}`) as KeyRing,
  adminToken: token,
  database,
  plugins,
  fetch: (input, init) => fetch(input, init),
  clock: { now: () => Date.now() },
  log: createLog("silent"),
});
const { Deno } = globalThis as unknown as { Deno: DenoServe };
const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request, { remoteAddr }) =>
  app.handle(request, remoteAddr.hostname ?? null),
);
const url = `http://127.0.0.1:${server.addr.port}`;

async function send(method: string, path: string, bearer: string, body?: object) {
  const headers = { authorization: `Bearer ${bearer}`, "content-type": "application/json" };
  const response = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  return { status: response.status, json: (await response.json()) as { data: Record<string, unknown> } };
}
await send("POST", "/admin/v1/users", token, { email: "ada@example.com" });
const key = (await send("POST", "/admin/v1/keys", token, { user: "ada@example.com" })).json.data.key as string;
const tools = await send("GET", "/api/v1/tools?all=true", key);
report.tools = { status: tools.status, total: tools.json.data.total };
report.call = (await send("GET", "/api/v1/github/repos", key)).status;
report.usage = ((await send("GET", "/api/v1/usage", key)).json.data.entries as unknown[]).length;
await server.shutdown();
await app.close();
await database.close();
console.log(JSON.stringify(report));
