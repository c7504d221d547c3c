// Compares responses with what the API document has of them.
import { FormatRegistry } from "@sinclair/typebox";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { type Json, mapParts } from "../../src/web/http/openapi-shapes.ts";
import type { Operation } from "./api-document.ts";
import "../../src/foundation/schema/formats.ts";

export interface SentResponse {
  status: number;
  headers: Headers;
  /** The body where its media type is JSON; undefined where nobody has read it. */
  json: unknown;
}

const JSON_TYPE = "application/json";
const HEADERS_OF_OURS = /^(x-ratelimit-.*|x-error-code|x-request-id|retry-after|www-authenticate)$/;
const MOST_ERRORS = 5;

/** Finds the parts of a response that the operation of this document does not have. */
export function responseChecker({ components }: Json): (operation: Operation, response: SentResponse) => string[] {
  const checks = new Map<Json, ValidateFunction>();
  const checkOf = (schema: Json) => {
    const check = checks.get(schema) ?? compiled(closed(schema, (components as { schemas: Schemas }).schemas));
    checks.set(schema, check);
    return check;
  };
  return (operation, { status, headers, json }) => {
    const response = operation.responses[status] ?? operation.responses.default;
    if (!response) return [`the status, with ${headers.get("x-error-code") ?? "no code"}`];
    const documented = Object.keys(response.headers ?? {}).map((name) => name.toLowerCase());
    const sent = [...headers.keys()].filter((name) => HEADERS_OF_OURS.test(name));
    const violations = sent.filter((name) => !documented.includes(name)).map((name) => `the header ${name}`);
    const mediaType = headers.get("content-type")?.split(";", 1)[0] ?? null;
    const { content } = response;
    const schema = mediaType === null ? undefined : (content?.[mediaType] ?? content?.["*/*"])?.schema;
    const isFree = content === undefined ? mediaType === null : schema !== undefined || "*/*" in content;
    if (!isFree) return [...violations, `the content type ${mediaType}`];
    const isRead = schema !== undefined && mediaType === JSON_TYPE && json !== undefined;
    return isRead ? [...violations, ...errorsOf(checkOf(schema), json)] : violations;
  };
}

function errorsOf(check: ValidateFunction, body: unknown): string[] {
  if (check(body)) return [];
  return (check.errors ?? [])
    .slice(0, MOST_ERRORS)
    .map(
      ({ instancePath, message, params }) =>
        `the body at "${instancePath}", which ${message} ${JSON.stringify(params)}`,
    );
}

const ajv = new Ajv2020({ strict: true, strictTypes: false, validateSchema: false, code: { optimize: false } });
for (const [name, isRight] of FormatRegistry.Entries()) ajv.addFormat(name, isRight);
ajv.addFormat("binary", true);

/** By their text: the documents of most gateways have the same schemas, and compiling costs more than all checks. */
const byText = new Map<string, ValidateFunction>();

function compiled(schema: Json): ValidateFunction {
  const text = JSON.stringify(schema);
  const check = byText.get(text) ?? ajv.compile(schema);
  byText.set(text, check);
  return check;
}

type Schemas = Readonly<Record<string, Json>>;

const REFERENCE = "#/components/schemas/";

/**
 * The schema with the components in place of references, which takes the fields of its own and of its parts only: a field that
 * the document does not have is a misfit, even if it does not forbid others.
 */
function closed(schema: Json, components: Schemas): Json {
  const whole = followed(schema, components);
  const isOpen = "additionalProperties" in whole || !("properties" in whole || "allOf" in whole);
  return { ...withClosedParts(whole, components), ...(!isOpen && { unevaluatedProperties: false }) };
}

function withClosedParts(schema: Json, components: Schemas): Json {
  return mapParts(schema, (part, _name, keyword) => {
    // What is excluded may have further fields, too.
    if (keyword === "not") return part;
    return keyword === "allOf" ? withClosedParts(followed(part, components), components) : closed(part, components);
  });
}

/** Without what only readers need. */
function followed(schema: Json, components: Schemas): Json {
  const { $ref, description: _, title: __, examples: ___, example: ____, default: _____, ...rest } = schema;
  return typeof $ref === "string"
    ? { ...followed(components[$ref.slice(REFERENCE.length)] as Json, components), ...rest }
    : rest;
}
