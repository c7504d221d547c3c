// Reads a request's path, query and body by the route's schemas, within bounds, and reports every error at once.
import { type TObject, type TSchema, Type as t } from "@sinclair/typebox";
import { AppError, type InputError, invalidInput } from "../../foundation/errors.ts";
import {
  checkText,
  checkValue,
  MAX_ERRORS,
  pointer,
  textViolation,
  type ValidationResult,
} from "../../foundation/schema/check.ts";
import { keepPreviousNames } from "../../foundation/schema/previous-names.ts";
import type { Method } from "../../plugin/index.ts";
import { type Arrival, isEmptyBody, readBounded } from "./arriving-body.ts";
import { type JsonRead, readJson } from "./json-text.ts";
import { encodingErrors } from "./percent-encoding.ts";

const NOTHING = t.Object({});
const DEFAULT_BODY_BYTES = 1024 * 1024;

export interface InputSchemas {
  params?: TObject;
  query?: TObject;
  body?: TObject | null;
  maxBodyBytes?: number;
  anyQuery?: boolean;
  /** Fields of the body that a file in its place stands for. */
  fileFields?: readonly string[];
  /** Whose the body is in the end; texts of all others are kept in our own database, which refuses some. */
  provider?: string;
}
export interface Input {
  params: Record<string, string>;
  query: Record<string, unknown>;
  body: Record<string, unknown>;
  /** The connection that a call by name gives among its arguments. */
  connection?: string | null;
  /** Whether a file came in place of the body, whose other fields then stand in `body`. */
  isFile?: boolean;
}
/** A route's input as the named arguments of a call by name. */
export interface NamedInput {
  /** The schemas of a request that carries them. */
  schemas: InputSchemas;
  /** The method and path of such a request. */
  method: Method;
  path: string;
  /** Out of that request; throws 400 with every error. */
  read(request: Request, body: ReadBody, extraChecks: ExtraChecks): Input;
  /** The same where they came in a message of another protocol. */
  check(args: Record<string, unknown>, extraChecks: ExtraChecks): Input;
}
/** A route's checks beyond its schemas. Gets the input that has passed them, and the errors of what has not. */
export type ExtraChecks = (passed: Input, errors: readonly InputError[]) => InputError[];

/** A body as it came, and the JSON in it. */
export interface ReadBody {
  readonly bytes: Uint8Array;
  /** Null where the route takes none, and where the body is a file. */
  readonly read: JsonRead | null;
}

const NO_BODY_TAKEN: ReadBody = { bytes: new Uint8Array(), read: null };
const NO_MEMBERS = new TextEncoder().encode("{}");

/** Whether a body may be left out: it is an object, and `{}` is one that fits. */
export function isOptional(body: TObject): boolean {
  return (body.required ?? []).length === 0 && !body.minProperties;
}

/** Whether the body is a file in place of JSON. */
export function sendsFile({ fileFields }: InputSchemas, request: Request): boolean {
  return fileFields !== undefined && !["", "application/json"].includes(mediaTypeOf(request));
}

/** Lower-case and without parameters; empty where there is none. */
export function mediaTypeOf(request: Request): string {
  return request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "";
}

/** What tells a file from another one under the same Idempotency-Key without reading it: Content-Digest is RFC 9530's. */
function standInOf({ headers }: Request): Uint8Array {
  const facts = ["content-type", "content-length", "content-digest"].map((name) => headers.get(name) ?? "");
  return new TextEncoder().encode(facts.join("\n"));
}

/** Reads the body where the route takes one and it is no file, `{}` for one that may be left out; throws 400, 408, 413 or 415. */
export async function readBody(schemas: InputSchemas, request: Request, arrival: Arrival): Promise<ReadBody> {
  if (!schemas.body) return NO_BODY_TAKEN;
  if (sendsFile(schemas, request)) return { bytes: standInOf(request), read: null };
  const header = request.headers.get("content-type");
  if (header === null && isOptional(schemas.body) && (await isEmptyBody(request, arrival)))
    return { bytes: NO_MEMBERS, read: { json: {}, errors: [] } };
  if (mediaTypeOf(request) !== "application/json") {
    throw new AppError("UNSUPPORTED_MEDIA_TYPE", "The body must be JSON, with Content-Type: application/json.");
  }
  const bytes = await readBounded(request, schemas.maxBodyBytes ?? DEFAULT_BODY_BYTES, arrival);
  return { bytes, read: await readJson(bytes) };
}

/** Checks path, query and body by schema, then by the route's own checks; throws 400 with every error. */
export function checkInput(
  schemas: InputSchemas,
  request: Request,
  pathValues: Record<string, string>,
  sent: ReadBody,
  extraChecks: ExtraChecks = () => [],
): Input {
  const errors: InputError[] = [];
  const passed = (result: ValidationResult) => {
    if ("value" in result) return result.value;
    errors.push(...result.errors);
    return result.passed;
  };
  const pathPairs = Object.entries(pathValues);
  const params = passed(checkPairs(schemas.params ?? NOTHING, pathPairs, "path")) as Input["params"];
  const isFile = sendsFile(schemas, request);
  const besideFile = isFile ? passed(checkQuery(withoutFile(schemas), request.url)) : {};
  const query = schemas.anyQuery || isFile ? {} : passed(checkQuery(schemas.query ?? NOTHING, request.url));
  const body = schemas.body && !isFile ? passed(checkBody(schemas.body, sent)) : besideFile;
  const input: Input = { params, query, body, ...(isFile && { isFile }) };
  // Each part of the request has errors of its own, 20 at most.
  if (errors.length < MAX_ERRORS) errors.push(...extraChecks(input, errors).slice(0, MAX_ERRORS));
  if (schemas.body && schemas.provider === undefined && mayHoldViolations(sent.bytes)) {
    const violations = textViolations(schemas.body, body);
    errors.splice(0, errors.length, ...merged(errors, violations));
  }
  if (errors.length > 0) throw invalidInput(errors);
  return input;
}

/** Schemas that accept an empty input as `{}`. They are checked once, since most calls have no query. */
const acceptsEmpty = new WeakSet<TObject>();

function checkPairs(schema: TObject, pairs: readonly [string, string][], where: "query" | "path"): ValidationResult {
  if (pairs.length === 0 && acceptsEmpty.has(schema)) return { value: {} };
  const result = checkText(schema, pairs, where);
  if (pairs.length === 0 && "value" in result && Object.keys(result.value).length === 0) acceptsEmpty.add(schema);
  return result;
}

const withoutFileCache = new WeakMap<TObject, TObject>();

/** The body's fields that stand in the query beside a file. */
function withoutFile({ body = NOTHING, fileFields = [] }: InputSchemas): TObject {
  const schema = body ?? NOTHING;
  const known = withoutFileCache.get(schema) ?? keepPreviousNames(schema, t.Omit(schema, [...fileFields]));
  withoutFileCache.set(schema, known);
  return known;
}

function checkQuery(schema: TObject, url: string): ValidationResult {
  const start = url.indexOf("?");
  if (start < 0) return checkPairs(schema, [], "query");
  const { search, searchParams } = new URL(url);
  const { names: unreadable, errors } = encodingErrors(search.slice(1), "query");
  if (unreadable.length === 0) return checkText(schema, searchParams, "query");
  const isUnreadable = new Set(unreadable);
  const readable = [...searchParams].filter(([name]) => !isUnreadable.has(name));
  const result = checkText(schema, readable, "query");
  if ("value" in result) return { errors, passed: result.value };
  // An unreadable parameter is not reported as missing too.
  return { errors: merged(errors, result.errors).slice(0, MAX_ERRORS), passed: result.passed };
}

/** The first list, and those of the second whose paths are not in it. */
function merged(first: readonly InputError[], second: readonly InputError[]): InputError[] {
  const paths = new Set(first.map(({ path }) => path));
  return [...first, ...second.filter(({ path }) => !paths.has(path))];
}

function checkBody(schema: TObject, { read }: ReadBody): ValidationResult {
  if (!read || !("json" in read)) return { errors: read?.errors ?? [], passed: {} };
  const { errors } = read;
  const result = checkValue(schema, read.json, "body");
  if (errors.length === 0) return result;
  if ("value" in result) return { errors, passed: result.value };
  return { errors: merged(result.errors, errors).slice(0, MAX_ERRORS), passed: result.passed };
}

/** JSON has a NUL character or half a surrogate pair only as an escape. */
const mayHoldViolations = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes("\\u");

/** The first errors of texts that no column holds. An open object is the caller's own JSON, which is stored as it came. */
function textViolations(schema: TObject, body: Record<string, unknown>): InputError[] {
  const errors: InputError[] = [];
  const open: { path: string; value: unknown; schema?: TSchema }[] = [{ path: "", value: body, schema }];
  for (let node = open.pop(); node && errors.length < MAX_ERRORS; node = open.pop()) {
    const { path, value } = node;
    if (typeof value === "string") {
      const violation = textViolation(value);
      if (violation !== null)
        errors.push({ in: "body", path, message: `"${path.slice(1).replaceAll("/", ".")}" ${violation}` });
    } else if (typeof value === "object" && value !== null && node.schema?.additionalProperties !== true) {
      for (const [name, inner] of Object.entries(value)) {
        const below = Array.isArray(value) ? node.schema?.items : node.schema?.properties?.[name];
        open.push({ path: path + pointer(name), value: inner, schema: below });
      }
    }
  }
  return errors.reverse();
}
