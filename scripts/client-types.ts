// Writes the client's types and its endpoints by name from the API document of the gateway with all built-in plugins.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import openapiTS, { astToString } from "openapi-typescript";
import { factory } from "typescript";
import type { App } from "../src/server/app.ts";
import type { Json } from "../src/web/http/openapi-shapes.ts";
import { usedComponents } from "../src/web/http/openapi-subset.ts";
import { API_ROOT } from "../src/web/http/route.ts";
import { BASE_URL, withBuiltInApp } from "./built-in-app.ts";
import { endpointsText } from "./client-endpoints.ts";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
export const SCHEMA_FILE = at("../client/src/schema.ts");
export const ENDPOINTS_FILE = at("../client/src/endpoints.ts");

interface Operation {
  parameters?: { $ref?: string }[];
  responses: Record<string, { headers?: unknown }>;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  webhooks?: unknown;
  components: Record<string, Json>;
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

/** What the client's own code reads beside the results of calls. */
const OF_ERRORS = ["ErrorCode", "ErrorReason", "ErrorDetails"].map((name) => ({
  $ref: `#/components/schemas/${name}`,
}));

async function documentOf(app: App): Promise<Document> {
  const response = await app.handle(new Request(`${BASE_URL}/openapi.json?audience=partner`), null);
  const document = (await response.json()) as Document;
  const ofApi = Object.entries(document.paths).filter(([path]) => path.startsWith(API_ROOT));
  const paths = Object.fromEntries(ofApi.map(([path, of]) => [path, successOnly(of)]));
  return { ...document, components: usedComponents(document.components, [paths, document.webhooks, OF_ERRORS]), paths };
}

/** The API document with what a key may call, without the errors of each operation. */
export const keyDocument = (): Promise<Document> => withBuiltInApp(documentOf);

/** Members that allow nothing: the calls are typed the same without them, and the file is half as long. */
const NEVER = /^ +(?:(?:get|put|post|delete|options|head|patch|trace)\?|cookie\?): never;\n/gm;

/**
 * TypeScript has no type for "any text but these": events of types that the document does not have get a text that no event has,
 * so that a `switch` over `type` tells them from the others.
 */
function transform(_: unknown, { path }: { path?: string }) {
  return path === "#/components/schemas/OtherEventType"
    ? factory.createLiteralTypeNode(factory.createStringLiteral("unknown type"))
    : undefined;
}

async function schemaText(app: App): Promise<string> {
  const types = astToString(await openapiTS(JSON.stringify(await documentOf(app)), { transform }));
  const short = types.replace(NEVER, "").replace(/^ +/gm, (indent) => indent.slice(indent.length / 2));
  return `// Generated from the API document by scripts/client-types.ts; do not edit.\n${short}`;
}

/** The texts of the generated files, by path. */
export function generatedFiles(): Promise<Record<string, string>> {
  return withBuiltInApp(async (app) => ({
    [SCHEMA_FILE]: await schemaText(app),
    [ENDPOINTS_FILE]: endpointsText(app.deps.registry),
  }));
}

if (import.meta.main) for (const [file, text] of Object.entries(await generatedFiles())) writeFileSync(file, text);
