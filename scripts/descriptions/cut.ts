// Extracts the operations that a plugin uses from an OpenAPI document.
import { type Description, findOperation, type Operation, type Schema } from "./format.ts";
import { type Rewriter, rewriter } from "./schemas.ts";

export interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  explode?: boolean;
  style?: string;
  schema?: Schema;
  "x-multi-segment"?: boolean;
}
interface Content {
  $ref?: string;
  required?: boolean;
  content?: Record<string, { schema?: Schema }>;
}
export interface RawOperation {
  parameters?: Parameter[];
  requestBody?: Content;
  responses: Record<string, Content>;
}
/** The used part of an OpenAPI document. */
export interface Document {
  paths: Record<string, Record<string, RawOperation | Parameter[]>>;
  components: Record<string, Record<string, unknown>>;
}

export interface UsedRequest {
  method: string;
  url: string;
}

/** Adds the operations of `requests` to `into`; `base` is the URL before the document's paths. */
export function cut(
  document: Document,
  base: string,
  requests: readonly UsedRequest[],
  into: Description,
  prefix = "",
): void {
  const schemas = rewriter((document.components.schemas ?? {}) as Record<string, Schema>, into, prefix);
  const follow = <T extends { $ref?: string }>(value: T): T => {
    if (value.$ref === undefined) return value;
    const [, , kind, name] = value.$ref.split("/") as [string, string, string, string];
    return follow((document.components[kind] as Record<string, T>)[name] as T);
  };
  const offered = new Map<string, () => Operation>();
  for (const [path, item] of Object.entries(document.paths)) {
    const shared = ((item.parameters as Parameter[] | undefined) ?? []).map(follow);
    for (const [verb, raw] of Object.entries(item)) {
      if (Array.isArray(raw) || !raw?.responses) continue;
      const own = (raw.parameters ?? []).map(follow);
      const all = [...shared.filter((a) => !own.some((b) => b.name === a.name && b.in === a.in)), ...own];
      const parameters = all.filter((one) => one.in !== "path" || path.includes(`{${one.name}}`));
      const operation = () => operationOf(raw, parameters, schemas, follow);
      offered.set(`${verb.toUpperCase()} ${base}${templateOf(path, parameters)}`, operation);
    }
  }
  for (const { method, url } of requests) {
    const found = findOperation([...offered.keys()], method, url)?.operation;
    if (found !== undefined) into.operations[found] ??= (offered.get(found) as () => Operation)();
  }
}

/** Makes parameter names valid group names of a regular expression; GitHub marks those that span segments. */
function templateOf(path: string, parameters: readonly Parameter[]): string {
  return path.replace(/\{([^}]+)\}/g, (_, name: string) => {
    const isLong = parameters.some((one) => one.name === name && one["x-multi-segment"]);
    return `{${name.replace(/\W/g, "_")}${isLong ? "+" : ""}}`;
  });
}

function operationOf(
  raw: RawOperation,
  parameters: readonly Parameter[],
  { rewrite }: Rewriter,
  follow: <T extends { $ref?: string }>(value: T) => T,
): Operation {
  const objectOf = (location: string, nameOf: (name: string) => string): Schema | undefined => {
    const of = parameters.filter((one) => one.in === location);
    if (of.length === 0) return undefined;
    const properties = of.map((one) => [nameOf(one.name), rewrite(one.schema ?? {}, "sent")]);
    const required = of.filter((one) => one.required).map((one) => nameOf(one.name));
    return { type: "object", properties: Object.fromEntries(properties), ...(required.length > 0 && { required }) };
  };
  const contentOf = (content: Content | undefined, side: "sent" | "answered") =>
    Object.entries((content && follow(content).content) ?? {}).map(
      ([type, { schema }]) => [type, rewrite(schema ?? {}, side)] as const,
    );
  const commas = parameters.filter((one) => one.in === "query" && one.explode === false).map((one) => one.name);
  const body = contentOf(raw.requestBody, "sent");
  const successes = Object.entries(raw.responses).filter(([status]) => /^2(\d\d|XX)$/.test(status));
  const responses = successes.flatMap(([status, one]) =>
    contentOf(one, "answered")
      .filter(([type]) => /json|^\*\/\*/.test(type))
      .slice(0, 1)
      .map(([, schema]) => [status, schema] as const),
  );
  return {
    path: objectOf("path", (name) => name.replace(/\W/g, "_")),
    query: objectOf("query", (name) => name),
    ...(commas.length > 0 && { commas }),
    ...(body.length > 0 && { body: Object.fromEntries(body) }),
    ...(raw.requestBody && follow(raw.requestBody).required && { bodyRequired: true as const }),
    answers: Object.fromEntries(responses),
  };
}
