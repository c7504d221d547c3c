// Checks the names that callers read and write: fields of inputs and results are lower case with underscores.
import type { Endpoint, Provider } from "../../plugin/index.ts";
import type { Report } from "./violation-report.ts";

const WIRE_NAME = /^[a-z][a-z0-9_]*$/;
const MESSAGE = "must be lower case with underscores, such as updated_since.";

/** Arguments of calls by name that are the gateway's, and what each is for. */
const RESERVED: Readonly<Record<string, string>> = {
  connection: 'has an argument "connection", by which calls choose one of several connections. Choose another name.',
  approval_id: 'has an argument "approval_id", by which a repeated call names its approval. Choose another name.',
};

interface Schema {
  deprecated?: boolean;
  properties?: Record<string, Schema>;
  items?: Schema | Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
}

/** The wrong names in a schema, as dotted paths. A deprecated field keeps the name that callers know. */
function wrongNames(schema: Schema | null | undefined): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const { properties = {}, items = [], anyOf = [], allOf = [] } = schema;
  const own = Object.entries(properties ?? {}).flatMap(([name, field]) => [
    ...(WIRE_NAME.test(name) || field?.deprecated === true ? [] : [name]),
    ...wrongNames(field).map((inner) => `${name}.${inner}`),
  ]);
  return [...own, ...[items, anyOf, allOf].flat().flatMap((inner) => wrongNames(inner))];
}

export function checkNames({ endpoints, webhook, sources }: Partial<Provider>, report: Report): void {
  const check = (field: string, schema: unknown) => {
    for (const name of new Set(wrongNames(schema as Schema))) report(`${field}.${name}`, MESSAGE);
  };
  for (const [key, endpoint] of Object.entries((endpoints ?? {}) as Record<string, Endpoint | null>)) {
    const { path, query, body, returns } = endpoint ?? {};
    const inputs = { query: query?.properties, body: body?.properties };
    for (const [name, why] of Object.entries(RESERVED)) {
      for (const [part, fields] of Object.entries(inputs))
        if (fields && Object.hasOwn(fields, name)) report(`endpoints.${key}.${part}.${name}`, why);
      if (typeof path === "string" && path.includes(`{${name}}`)) report(`endpoints.${key}.path`, why);
    }
    check(`endpoints.${key}.query`, query);
    check(`endpoints.${key}.body`, body);
    check(`endpoints.${key}.returns`, (returns as { resource?: { shape?: unknown } } | undefined)?.resource?.shape);
  }
  for (const [type, event] of Object.entries(webhook?.events ?? {})) check(`webhook.events.${type}`, event?.shape);
  for (const [name, source] of Object.entries(sources ?? {}))
    for (const [type, event] of Object.entries(source?.events ?? {}))
      check(`sources.${name}.events.${type}`, event?.shape);
}
