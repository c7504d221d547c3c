// OpenAPI documents from the generated npm clients of HubSpot, Pipedrive and Stripe: types and the requests of their code.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type ts from "typescript";
import type { Document, RawOperation } from "./cut.ts";
import { jsonOf, membersOf, parametersOf } from "./documents.ts";
import { type Member, readTypes, type Types } from "./types.ts";

/** Whether a plugin calls an operation, by verb and path. */
export type IsUsed = (verb: string, path: string) => boolean;

/** A method of a client, with the request that its code makes. */
interface Endpoint {
  /** The module's path, without extension. */
  module: string;
  /** The class that declares the method. */
  owner: string;
  name: string;
  verb: string;
  path: string;
  query: readonly string[];
}

type Describe = (endpoint: Endpoint, method: ts.Signature, types: Types) => RawOperation;

/** stripe has a class of each resource; its methods take ids, then the parameters of query or body. */
export function stripeDocument(folder: string, file: string, isUsed: IsUsed): Document {
  const endpoints = modulesOf(join(folder, file)).flatMap((module) => {
    const text = readFileSync(`${module}.js`, "utf8");
    const calls = text.matchAll(
      /^export class (\w+)|^ {4}(\w+)\([^)]*\) \{\s*return this\._makeRequest\('(\w+)', [`']([^`']+)[`']/gm,
    );
    let owner = "";
    return [...calls].flatMap(([, className, name, verb, path]): Endpoint[] => {
      owner = className ?? owner;
      if (!name || !verb || !path) return [];
      const template = path.replace(/\$\{\w+\((\w+)\)\}/g, "{$1}");
      return [{ module, owner, name, verb: verb.toLowerCase(), path: template, query: [] }];
    });
  });
  return documentOf(endpoints, isUsed, ({ verb }, method, types) => {
    const params = method.getParameters().find(({ name }) => name === "params");
    const type = params && types.checker.getNonNullableType(types.checker.getTypeOfSymbol(params));
    const isForm = verb === "post" && type !== undefined;
    return {
      parameters: isForm ? [] : parametersOf(type, "query", types),
      ...(isForm && {
        requestBody: { content: { "application/x-www-form-urlencoded": { schema: types.schemaOf(type) } } },
      }),
      responses: responsesOf(method.getReturnType(), types),
    };
  });
}

/** pipedrive has a class of each part of the API; its methods take one object with everything. */
export function pipedriveDocument(folder: string, file: string, isUsed: IsUsed): Document {
  const endpoints = modulesOf(join(folder, file)).flatMap((module) => {
    const text = readFileSync(`${module}.js`, "utf8");
    const owner = /export class (\w+) extends BaseAPI/.exec(text)?.[1] ?? "";
    const query = /localVarQueryParameter\['([^']+)'\]/g;
    return chunksOf(text, /^ {8}(\w+): \(/m).flatMap(([name, code]) => requestOf(code, query, { module, owner, name }));
  });
  return documentOf(endpoints, isUsed, (endpoint, method, types) => {
    const [input] = method.getParameters();
    const type = input && types.checker.getNonNullableType(types.checker.getTypeOfSymbol(input));
    return {
      ...inputsOf(endpoint, type ? membersOf(type, types) : [], types),
      responses: responsesOf(method.getReturnType(), types),
    };
  });
}

/** @hubspot/api-client has a class that makes requests, with one argument for each parameter, and one that reads responses. */
export function hubspotDocument(folder: string, file: string, isUsed: IsUsed): Document {
  const endpoints = modulesOf(join(folder, file))
    .filter((module) => module.includes("/apis/"))
    .flatMap((module) => {
      const text = readFileSync(`${module}.js`, "utf8");
      const owner = /class (\w+RequestFactory) /.exec(text)?.[1] ?? "";
      const query = /(?:set|append)QueryParam\("([^"]+)"/g;
      return chunksOf(text, /^ {4}(\w+)\(/m).flatMap(([name, code]) => requestOf(code, query, { module, owner, name }));
    });
  return documentOf(endpoints, isUsed, (endpoint, method, types) => {
    const inputs = method.getParameters().filter(({ name }) => name !== "_options");
    const reader = types.named(
      endpoint.owner.replace("RequestFactory", "ResponseProcessor"),
      `${endpoint.module}.d.ts`,
    ) as ts.Type;
    const read = reader.getProperty(`${endpoint.name}WithHttpInfo`) as ts.Symbol;
    const [signature] = types.checker.getTypeOfSymbol(read).getCallSignatures();
    const info = types.checker.getAwaitedType((signature as ts.Signature).getReturnType()) as ts.Type;
    const data = info.getProperty("data") as ts.Symbol;
    return {
      ...inputsOf(
        endpoint,
        inputs.map((one) => types.memberOf(one)),
        types,
      ),
      responses: responsesOf(types.checker.getTypeOfSymbol(data), types),
    };
  });
}

/** The modules of a folder that have types. */
function modulesOf(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const modules = files.filter((name) => name.endsWith(".d.ts")).map((name) => join(folder, name.slice(0, -5)));
  return modules.filter((module) => existsSync(`${module}.js`));
}

/** Every function of a module that `head` finds, by name, with its code. */
function chunksOf(text: string, head: RegExp): (readonly [name: string, code: string])[] {
  const parts = text.split(head).slice(1);
  return parts.flatMap((name, at) => (at % 2 === 0 ? [[name, parts[at + 1] ?? ""] as const] : []));
}

function requestOf(code: string, query: RegExp, of: Pick<Endpoint, "module" | "owner" | "name">): Endpoint[] {
  const path = /localVarPath = [`']([^`']+)[`']/.exec(code)?.[1];
  const verb = /method: '(\w+)'|HttpMethod\.(\w+)\)/.exec(code);
  if (!path || !verb) return [];
  const names = [...code.matchAll(query)].map(([, name]) => name as string);
  return [{ ...of, path, verb: ((verb[1] ?? verb[2]) as string).toLowerCase(), query: names }];
}

function documentOf(all: readonly Endpoint[], isUsed: IsUsed, describe: Describe): Document {
  const endpoints = all.filter(({ verb, path }) => isUsed(verb, path));
  const types = readTypes([...new Set(endpoints.map(({ module }) => `${module}.d.ts`))]);
  const paths: Document["paths"] = {};
  for (const endpoint of endpoints) {
    const owner = types.named(endpoint.owner, `${endpoint.module}.d.ts`);
    const method = owner?.getProperty(endpoint.name);
    const [signature] = method ? types.checker.getTypeOfSymbol(method).getCallSignatures() : [];
    if (signature)
      paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.verb]: describe(endpoint, signature, types) };
  }
  return { paths, components: { schemas: types.schemas } };
}

/** An input that is neither of the path nor of the query is the body. */
function inputsOf(
  { path, query }: Endpoint,
  members: readonly Member[],
  types: Types,
): Pick<RawOperation, "parameters" | "requestBody"> {
  const locations = members.map((member) => ({
    member,
    location: query.includes(member.name) ? "query" : path.includes(`{${member.name}}`) ? "path" : "body",
  }));
  const body = locations.find(({ location }) => location === "body")?.member;
  return {
    parameters: locations
      .filter(({ location }) => location !== "body")
      .map(({ member, location }) => ({
        name: member.name,
        in: location,
        required: !member.isOptional,
        schema: types.schemaOf(member.type),
      })),
    ...(body && { requestBody: { ...jsonOf(types.schemaOf(body.type)), required: !body.isOptional } }),
  };
}

/** Clients do not say which success it is; Stripe's adds the headers to each response. */
function responsesOf(type: ts.Type, types: Types): RawOperation["responses"] {
  const response = types.checker.getAwaitedType(type) as ts.Type;
  const body = response.isIntersection() && response.getProperty("lastResponse") ? response.types[0] : response;
  return { "2XX": jsonOf(types.schemaOf(body as ts.Type)) };
}
