// Writes the client's types and its endpoints by name from the API document of the gateway with all built-in plugins.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import openapiTS, { astToString } from "openapi-typescript";
import { factory, SyntaxKind } from "typescript";
import { ERROR_REASONS, REASONS } from "../src/foundation/error-reasons.ts";
import { REMEDIES, remedyOf } from "../src/foundation/error-remedies.ts";
import type { App } from "../src/server/app.ts";
import type { Json } from "../src/web/http/openapi-shapes.ts";
import { usedComponents } from "../src/web/http/openapi-subset.ts";
import { API_ROOT } from "../src/web/http/route.ts";
import { BASE_URL, withBuiltInApp } from "./built-in-app.ts";
import { endpointsText } from "./client-endpoints.ts";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
export const SCHEMA_FILE = at("../client/src/schema.ts");
export const ENDPOINTS_FILE = at("../client/src/endpoints.ts");
export const REMEDIES_FILE = at("../client/src/remedies.ts");
export const NEXT_STEPS_FILE = at("../client/src/next-steps.ts");

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
const transformed =
  (fileTools: readonly string[]) =>
  (schema: { enum?: unknown[] }, { path }: { path?: string }) => {
    if (path === "#/components/schemas/Provider") return openUnion((schema.enum ?? []).map(String));
    if (path === "#/components/schemas/FromInput/tool") return openUnion(fileTools);
    return path === "#/components/schemas/OtherEventType"
      ? factory.createLiteralTypeNode(factory.createStringLiteral("unknown type"))
      : undefined;
  };

/** The tools that return a file. */
const fileToolsOf = ({ deps: { registry } }: App): string[] =>
  registry.endpoints
    .filter(({ def }) => def.returns.kind === "file")
    .map(({ tool }) => tool)
    .sort();

/** Any text, with these as proposals: a gateway may have plugins that this document has not. */
function openUnion(names: readonly string[]) {
  const proposals = names.map((name) => factory.createLiteralTypeNode(factory.createStringLiteral(name)));
  const text = factory.createKeywordTypeNode(SyntaxKind.StringKeyword);
  const any = factory.createParenthesizedType(
    factory.createIntersectionTypeNode([text, factory.createTypeLiteralNode(undefined)]),
  );
  return factory.createUnionTypeNode([...proposals, any]);
}

async function schemaText(app: App): Promise<string> {
  const types = astToString(
    await openapiTS(JSON.stringify(await documentOf(app)), {
      transform: transformed(fileToolsOf(app)),
      // A field with a default may be left out of a request.
      defaultNonNullable: false,
    }),
  );
  const short = types.replace(NEVER, "").replace(/^ +/gm, (indent) => indent.slice(indent.length / 2));
  return `// Generated from the API document by scripts/client-types.ts; do not edit.\n${short}`;
}

/** What an app does about each reason. */
function remediesText(): string {
  const lines = ERROR_REASONS.map((reason) => `  ${reason}: "${remedyOf(reason)}",`);
  const members = Object.entries(REMEDIES).map(([name, { text }]) => `  /** ${text} */\n  ${name}: true;`);
  return `// The remedy of each reason. Generated by scripts/client-types.ts; do not edit.
import type { components } from "./schema.ts";

interface Remedies {
${members.join("\n")}
}
export type Remedy = keyof Remedies;

export const REMEDY_OF: Readonly<Record<components["schemas"]["ErrorReason"], Remedy>> = {
${lines.join("\n")}
};
`;
}

/** What errors say about the next step, for the fake gateway of tests. */
function nextStepsText(): string {
  const lines = Object.entries(REASONS).map(([reason, { next }]) => `  ${reason}: ${JSON.stringify(next)},`);
  return [
    "// The next step of each reason. Generated by scripts/client-types.ts; do not edit.",
    'import type { ErrorReason } from "./errors.ts";',
    "",
    "export const NEXT_STEPS: Readonly<Record<ErrorReason, string>> = {",
    ...lines,
    "};",
    "",
  ].join("\n");
}

/** The texts of the generated files, by path. */
export function generatedFiles(): Promise<Record<string, string>> {
  return withBuiltInApp(async (app) => ({
    [SCHEMA_FILE]: await schemaText(app),
    [ENDPOINTS_FILE]: endpointsText(app.deps.registry),
    [NEXT_STEPS_FILE]: nextStepsText(),
    [REMEDIES_FILE]: remediesText(),
  }));
}

if (import.meta.main) for (const [file, text] of Object.entries(await generatedFiles())) writeFileSync(file, text);
