// What stands in front of the protocol: which hosts and origins reach it, and which bodies are messages.
import { findAppError } from "../../foundation/errors.ts";
import { STATUS } from "../../web/http/errors.ts";
import { type JsonRead, readJson } from "../../web/http/json-text.ts";
import { batchError } from "./batch.ts";

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

const INVALID_REQUEST = -32600;
const PARSE_ERROR = -32700;

/** A JSON-RPC error of a request that no handler saw. */
export function rpcError(status: number, code: number, message: string): Response {
  return Response.json({ jsonrpc: "2.0", id: null, error: { code, message } }, { status });
}

/**
 * Refuses requests of other sites' pages, and those that a rebound name brings to this machine (the specification's transports,
 * "Security Warning"). Programs send no Origin.
 */
export function refuseForeignOrigin(baseUrl: string, request: Request): Response | null {
  const own = new URL(baseUrl);
  const host = request.headers.get("host");
  const hostUrl = host === null ? "" : `http://${host}`;
  const hostname = URL.canParse(hostUrl) ? new URL(hostUrl).hostname : "";
  if (hostname !== own.hostname && !LOOPBACK.includes(hostname))
    return rpcError(403, INVALID_REQUEST, "This host name is not the gateway's. Use the address in its BASE_URL.");
  const origin = request.headers.get("origin");
  if (origin === null || origin === own.origin) return null;
  const page = URL.canParse(origin) ? new URL(origin) : null;
  // A gateway on this machine is called by pages on this machine, such as an inspector's. A public one is called by any page that
  // nobody on the way could have changed: it holds its own token, and the host above was not rebound.
  const isLocal = page !== null && LOOPBACK.includes(page.hostname);
  const isAllowed = isLocal || (page?.protocol === "https:" && !LOOPBACK.includes(own.hostname));
  return isAllowed ? null : rpcError(403, INVALID_REQUEST, "This origin may not call the gateway.");
}

type Message = Record<string, unknown>;

/** The message of a body or the messages of a batch, or the response to a body that is neither. */
export async function parseMessages(
  bytes: Uint8Array,
  headers: Headers,
): Promise<{ message: Message } | { batch: Message[] } | { response: Response }> {
  let read: JsonRead;
  try {
    read = await readJson(bytes);
  } catch (error) {
    const overBounds = findAppError(error);
    if (!overBounds) throw error;
    return { response: rpcError(STATUS[overBounds.code], INVALID_REQUEST, overBounds.message) };
  }
  if (!("json" in read)) return { response: rpcError(400, PARSE_ERROR, "The body is not valid JSON.") };
  const { json, errors } = read;
  const refused = (message: string) => ({ response: rpcError(400, INVALID_REQUEST, message) });
  const isBatch = Array.isArray(json);
  const wrong = isBatch ? batchError(headers, json) : null;
  if (wrong !== null) return refused(wrong);
  if (typeof json !== "object" || json === null) return refused("A message is a JSON object.");
  const [changed] = errors;
  if (changed) return refused(changed.message);
  return isBatch ? { batch: json as Message[] } : { message: json as Message };
}
