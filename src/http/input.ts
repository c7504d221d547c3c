// Reads a request's path, query and body by the route's schemas, within bounds, and reports every fault at once.
import { type TObject, Type as t } from "@sinclair/typebox";
import { AppError, type InputFault, invalidInput } from "../errors.ts";
import { checkText, checkValue } from "../schema/check.ts";

const NOTHING = t.Object({});
const DEFAULT_BODY_BYTES = 1024 * 1024;

export interface InputSchemas {
  params?: TObject;
  query?: TObject;
  body?: TObject | null;
  maxBodyBytes?: number;
  anyQuery?: boolean;
}
export interface Input {
  params: Record<string, string>;
  query: Record<string, unknown>;
  body: Record<string, unknown>;
}

const NO_BYTES = new Uint8Array();
const NO_PAIRS = new URLSearchParams();
const NO_MEMBERS = new TextEncoder().encode("{}");

/** Whether a body may be left out: it is an object, and `{}` is one that fits. */
export function isOptional(body: TObject): boolean {
  return (body.required ?? []).length === 0 && !body.minProperties;
}

/** Reads the body's bytes where the route takes one, those of `{}` for one that may be left out; throws 413 or 415. */
export async function readBody(schemas: InputSchemas, request: Request): Promise<Uint8Array> {
  if (!schemas.body) return NO_BYTES;
  const header = request.headers.get("content-type");
  if (header === null && isOptional(schemas.body) && (await isEmpty(request))) return NO_MEMBERS;
  const type = header?.split(";")[0]?.trim().toLowerCase() ?? "";
  if (type !== "application/json") {
    throw new AppError("UNSUPPORTED_MEDIA_TYPE", "The body must be JSON, with Content-Type: application/json.");
  }
  return readBounded(request, schemas.maxBodyBytes ?? DEFAULT_BODY_BYTES);
}

/** Checks path, query and body; throws 400 with every fault. */
export function checkInput(
  schemas: InputSchemas,
  request: Request,
  pathValues: Record<string, string>,
  bytes: Uint8Array,
): Input {
  const faults: InputFault[] = [];
  const keep = (checked: { value: Record<string, unknown> } | { faults: InputFault[] }) => {
    if ("value" in checked) return checked.value;
    faults.push(...checked.faults);
    return {};
  };
  const given = schemas.body ? parseJson(bytes) : null;
  const searchParams = request.url.includes("?") ? new URL(request.url).searchParams : NO_PAIRS;
  const params = keep(checkText(schemas.params ?? NOTHING, Object.entries(pathValues), "path")) as Record<
    string,
    string
  >;
  const query = schemas.anyQuery ? {} : keep(checkText(schemas.query ?? NOTHING, searchParams, "query"));
  const checkBody = (json: unknown) => (schemas.body ? checkValue(schemas.body, json, "body") : { value: {} });
  const body = given === null ? {} : keep("json" in given ? checkBody(given.json) : given);
  if (faults.length > 0) throw invalidInput(faults);
  return { params, query, body };
}

function parseJson(bytes: Uint8Array): { json: unknown } | { faults: InputFault[] } {
  try {
    return { json: JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) };
  } catch {
    return { faults: [{ in: "body", path: "", message: "The body is not valid JSON." }] };
  }
}

/** Whether no byte of a body comes; the first one is enough to know. */
async function isEmpty(request: Request): Promise<boolean> {
  const reader = request.body?.getReader();
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done || !value) return true;
    if (value.byteLength === 0) continue;
    await reader?.cancel();
    return false;
  }
}

async function readBounded(request: Request, maxBytes: number): Promise<Uint8Array> {
  const tooLarge = () => new AppError("PAYLOAD_TOO_LARGE", `The body is larger than ${maxBytes} bytes.`);
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw tooLarge();
  const reader = request.body?.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done || !value) break;
    size += value.byteLength;
    if (size > maxBytes) {
      await reader?.cancel();
      throw tooLarge();
    }
    chunks.push(value);
  }
  return Buffer.concat(chunks);
}
