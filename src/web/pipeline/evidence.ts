// What the evidence of a call is made of: its checked input, and what its handler gave.
import type { AppError } from "../../foundation/errors.ts";
import type { Caller } from "../../identity/keys/model.ts";
import { type Evidence, type FileFacts, recordsEvidence } from "../../metering/usage/evidence.ts";
import { publicCode } from "../http/errors.ts";
import { type Input, sendsFile } from "../http/input.ts";
import type { Reply } from "../http/route.ts";
import { inputNames } from "./input-names.ts";
import type { ApiKeyRoute, Incoming } from "./route.ts";
import type { UsageRecord } from "./usage-record.ts";

/** The request's part, which is known before the call is made. */
export interface SeenRequest {
  input: Input;
  /** What came as bytes in place of JSON. */
  file: FileFacts | null;
  /** The members of the body that hold a file. */
  fileFields: readonly string[];
}

interface NotedCall {
  caller: Caller;
  incoming: Pick<Incoming, "request" | "message">;
  usage: Pick<UsageRecord, "setInputs" | "setRequest">;
}

/** Notes the names of a provider's call's inputs, and their values where the caller has evidence recorded. */
export function noteInput({ caller, incoming, usage }: NotedCall, route: ApiKeyRoute, input: Input): void {
  usage.setInputs(inputNames(input, route));
  if (recordsEvidence(caller)) usage.setRequest(seenRequest(route, input, incoming));
}

/** A call by name over another protocol has no body of its own. */
function seenRequest(
  route: ApiKeyRoute,
  input: Input,
  { request, message }: Pick<Incoming, "request" | "message">,
): SeenRequest {
  const isFile = message === undefined && isBytes(route, request);
  return { input, file: isFile ? fileFacts(request.headers) : null, fileFields: route.fileFields ?? [] };
}

const isBytes = (route: ApiKeyRoute, request: Request) =>
  route.responds === "proxy" ? hasBody(request.headers) : sendsFile(route, request);
/** RFC 9112, section 6.3: a request has a body where one of the two headers says so. */
const hasBody = (headers: Headers) =>
  headers.has("transfer-encoding") || (headers.get("content-length") ?? "0") !== "0";

/** With the response as the caller gets it, or the error in its place. */
export function evidenceIn(
  { input: { params, query, body }, file }: SeenRequest,
  { status, reply, error }: { status: number | null; reply: Reply | null; error: AppError | null },
): Evidence {
  const request = { params, query, body, file };
  if (status === null) return { request, response: null };
  if (error) {
    const { code, message, details } = error;
    return { request, response: { status, body: { code: publicCode(code), message, details }, file: null } };
  }
  if (reply === null) return { request, response: null };
  if ("data" in reply) return { request, response: { status, body: reply.data, file: null } };
  return { request, response: { status, body: null, file: fileFacts(reply.response.headers) } };
}

function fileFacts(headers: Headers): FileFacts {
  const size = headers.get("content-length");
  return {
    type: headers.get("content-type")?.split(";")[0]?.trim().slice(0, 100) ?? null,
    size: size !== null && /^\d{1,15}$/.test(size) ? Number(size) : null,
  };
}
