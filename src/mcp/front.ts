// What stands in front of the protocol: which hosts and origins reach it, and which bodies are messages.
import { findAppError } from "../errors.ts";
import { STATUS } from "../http/errors.ts";
import { readJson } from "../http/json-text.ts";

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
export function foreignRequest(baseUrl: string, request: Request): Response | null {
  const own = new URL(baseUrl);
  const host = request.headers.get("host");
  const hostUrl = host === null ? "" : `http://${host}`;
  const hostname = URL.canParse(hostUrl) ? new URL(hostUrl).hostname : "";
  if (hostname !== own.hostname && !LOOPBACK.includes(hostname))
    return rpcError(403, INVALID_REQUEST, "This host is not the gateway's: use the address in its BASE_URL.");
  const origin = request.headers.get("origin");
  if (origin === null || origin === own.origin) return null;
  // A page on this machine, such as an inspector, is nobody else's site while the gateway is on this machine too.
  const isLocal =
    URL.canParse(origin) && LOOPBACK.includes(new URL(origin).hostname) && LOOPBACK.includes(own.hostname);
  return isLocal ? null : rpcError(403, INVALID_REQUEST, "This origin may not call the gateway.");
}

/** The message of a body, or the response to one that is none. */
export function parseMessage(bytes: Uint8Array): { message: Record<string, unknown> } | { response: Response } {
  let read: ReturnType<typeof readJson>;
  try {
    read = readJson(bytes);
  } catch (error) {
    const overBounds = findAppError(error);
    if (!overBounds) throw error;
    return { response: rpcError(STATUS[overBounds.code], INVALID_REQUEST, overBounds.message) };
  }
  if (!("json" in read)) return { response: rpcError(400, PARSE_ERROR, "The body is not valid JSON.") };
  const { json, errors } = read;
  const refused = (message: string) => ({ response: rpcError(400, INVALID_REQUEST, message) });
  if (Array.isArray(json)) return refused("Batches are refused: send each message by itself.");
  if (typeof json !== "object" || json === null) return refused("A message is a JSON object.");
  const [changed] = errors;
  return changed ? refused(changed.message) : { message: json as Record<string, unknown> };
}
