// Resolves the API document's operations.
import type { Json } from "../../src/web/http/openapi-shapes.ts";

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  schema: Json;
}
export interface DocumentedResponse {
  headers?: Record<string, unknown>;
  content?: Record<string, { schema: Json }>;
}
export interface Operation {
  operationId: string;
  method: string;
  path: string;
  tags: string[];
  parameters: Parameter[];
  /** Schema of the JSON body, if any. */
  body: Json | null;
  /** Whether the body is required. */
  needsBody: boolean;
  responses: Record<string, DocumentedResponse>;
}
export interface ApiDocument {
  operations: readonly Operation[];
  operation(method: string, path: string): Operation;
}

const JSON_TYPE = "application/json";

export function apiDocument(root: Json): ApiDocument {
  const followed = <T>(value: unknown): T => {
    const reference = (value as { $ref?: string }).$ref;
    if (reference === undefined) return value as T;
    const parts = reference.slice(2).split("/");
    return followed(parts.reduce((at: Json, part) => at[part] as Json, root));
  };
  /** The schema with the components in place of references to them. */
  const resolved = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolved);
    if (typeof value !== "object" || value === null) return value;
    const one = followed<Json>(value);
    return Object.fromEntries(Object.entries(one).map(([name, part]) => [name, resolved(part)]));
  };
  const operations = Object.entries(root.paths as Record<string, Record<string, Json>>).flatMap(([path, item]) =>
    Object.entries(item).map(([method, raw]): Operation => {
      const body = raw.requestBody as { required: boolean; content: Record<string, { schema: Json }> } | undefined;
      const responses = Object.entries(raw.responses as Json);
      return {
        operationId: raw.operationId as string,
        method: method.toUpperCase(),
        path,
        tags: raw.tags as string[],
        parameters: ((raw.parameters ?? []) as Json[]).map((one) => resolved(one) as Parameter),
        body: (resolved(body?.content[JSON_TYPE]?.schema) as Json | undefined) ?? null,
        needsBody: body?.required === true,
        responses: Object.fromEntries(responses.map(([status, one]) => [status, followed<DocumentedResponse>(one)])),
      };
    }),
  );
  const byName = new Map(operations.map((one) => [`${one.method} ${one.path}`, one]));
  return {
    operations,
    operation(method, path) {
      const found = byName.get(`${method} ${path}`);
      if (!found) throw new Error(`${method} ${path} is not documented.`);
      return found;
    },
  };
}
