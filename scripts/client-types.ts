// Writes the client's types, client/src/schema.ts, from the API document of the gateway with all built-in plugins.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import openapiTS, { astToString } from "openapi-typescript";
import { createApp } from "../src/app.ts";
import { readConfig } from "../src/config.ts";
import { openEmbedded } from "../src/db/embedded.ts";
import { migrate, readMigrations } from "../src/db/migrate.ts";
import { API_ROOT } from "../src/http/route.ts";
import { createLog } from "../src/log.ts";
// The virtual modules, which the program registers itself.
import "../src/platform/preload.ts";
import { loadPlugins, pluginsInFolder } from "../src/registry/load.ts";
import { RESERVED_IDS } from "../src/reserved-ids.ts";
import { type KeyRing, parseKeyRing } from "../src/vault/key-ring.ts";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
export const SCHEMA_FILE = at("../client/src/schema.ts");

interface Operation {
  parameters?: { $ref?: string }[];
  responses: Record<string, { headers?: unknown }>;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, unknown>;
}

/** Without what the client handles itself: errors, response headers and the header of the account. */
function successOnly(path: Record<string, Operation>): Record<string, Operation> {
  const reduced = ([method, operation]: [string, Operation]) => {
    const { headers: _, ...success } = operation.responses["200"] ?? {};
    const parameters = operation.parameters?.filter(({ $ref }) => !$ref?.includes("/X-Account-Id"));
    return [method, { ...operation, parameters, responses: { "200": success } }];
  };
  return Object.fromEntries(Object.entries(path).map(reduced));
}

/** The API document with what a key may call: the operators' and public routes are left out. */
export async function keyDocument(): Promise<Document> {
  const database = await openEmbedded();
  await migrate(database, readMigrations());
  const baseUrl = "http://localhost:3000";
  const app = await createApp({
    config: readConfig({ LOG_LEVEL: "silent" }),
    baseUrl,
    keyRing: parseKeyRing(`k1:${btoa("0".repeat(32))}`) as KeyRing,
    adminToken: "",
    database,
    plugins: await loadPlugins(pluginsInFolder(at("../plugins")), RESERVED_IDS),
    fetch: (input, init) => fetch(input, init),
    clock: { now: () => Date.now() },
    log: createLog("silent"),
  });
  try {
    const response = await app.handle(new Request(`${baseUrl}/openapi.json`), null);
    const document = (await response.json()) as Document;
    const keyPaths = new Set(app.routes.filter(({ access }) => access === "key").map(({ path }) => path));
    const paths = Object.entries(document.paths).filter(([path]) => keyPaths.has(path) && path.startsWith(API_ROOT));
    const { responses: _, headers: __, ...components } = document.components;
    return { ...document, components, paths: Object.fromEntries(paths.map(([path, of]) => [path, successOnly(of)])) };
  } finally {
    await app.close();
    await database.close();
  }
}

/** Members that allow nothing: the calls are typed the same without them, and the file is half as long. */
const NEVER = /^ +(?:(?:get|put|post|delete|options|head|patch|trace)\?|cookie\?): never;\n/gm;

/** The text of client/src/schema.ts. */
export async function schemaText(): Promise<string> {
  const types = astToString(await openapiTS(JSON.stringify(await keyDocument())));
  const short = types.replace(NEVER, "").replace(/^ +/gm, (indent) => indent.slice(indent.length / 2));
  return `// Generated from the API document by scripts/client-types.ts; do not edit.\n${short}`;
}

if (import.meta.main) writeFileSync(SCHEMA_FILE, await schemaText());
