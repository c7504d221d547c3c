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

/** Reads and checks the input; throws 400, 413 or 415. */
export async function readInput(
  schemas: InputSchemas,
  request: Request,
  pathValues: Record<string, string>,
): Promise<Input> {
  const faults: InputFault[] = [];
  const keep = (checked: { value: Record<string, unknown> } | { faults: InputFault[] }) => {
    if ("value" in checked) return checked.value;
    faults.push(...checked.faults);
    return {};
  };
  const given = schemas.body ? await readJsonBody(request, schemas.maxBodyBytes ?? DEFAULT_BODY_BYTES) : null;
  const searchParams = new URL(request.url).searchParams;
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

async function readJsonBody(request: Request, maxBytes: number): Promise<{ json: unknown } | { faults: InputFault[] }> {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "";
  if (type !== "application/json") {
    throw new AppError("UNSUPPORTED_MEDIA_TYPE", "The body must be JSON, with Content-Type: application/json.");
  }
  const bytes = await readBounded(request, maxBytes);
  try {
    return { json: JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) };
  } catch {
    return { faults: [{ in: "body", path: "", message: "The body is not valid JSON." }] };
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
