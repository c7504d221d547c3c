// Clients that describe themselves at an https address, which is their client_id (draft-ietf-oauth-client-id-metadata-document).
import { clearTimeout, setTimeout } from "node:timers";
import { LRUCache } from "lru-cache";
import { AppError } from "../../foundation/errors.ts";
import { parseEndpointUrl, systemResolve } from "../../foundation/network/address.ts";
import { boundedBody } from "../../foundation/network/bounded-body.ts";
import { fetchPinned, type Network, sendErrorOf } from "../../foundation/network/pinned-fetch.ts";
import { SendError, type SendErrorCode } from "../../foundation/network/send-error.ts";
import type { Deps } from "../../server/deps.ts";
import { type ClientMetadata, readMetadata } from "./client-metadata.ts";

const MAX_BYTES = 64 * 1024;
const TIMEOUT_MS = 5_000;
/** Until a document is read again. */
const TTL_MS = 5 * 60_000;
const MAX_CACHED = 500;

export interface ClientDocuments {
  /** The client that the document at this address describes; throws `VALIDATION_ERROR` with what is wrong with it. */
  read(clientId: string): Promise<ClientMetadata>;
}

const FAILED: Record<SendErrorCode, string> = {
  address_refused: "has an address that is not on the public internet",
  timeout: "took too long",
  connect: "cannot be reached",
  tls: "has no valid certificate",
  redirect: "redirects to another address, which is not followed",
  status: "was not found",
};

const invalidMetadata = (clientId: string, what: string) =>
  new AppError("VALIDATION_ERROR", `The client's description at ${clientId} ${what}.`);

/** Whether a client_id is an address: https with a path, and the same text once it is parsed. */
export function isDocumentId(clientId: string): boolean {
  if (!/^https:\/\//.test(clientId) || !URL.canParse(clientId)) return false;
  const { href, pathname } = new URL(clientId);
  return href === clientId && pathname !== "/";
}

/** Addresses on private networks are refused whatever outgoing webhooks may call. */
export function createClientDocuments(
  { clock, config }: Pick<Deps, "clock" | "config">,
  instead: Partial<Network> = {},
): ClientDocuments {
  const policy = { environment: config.environment, webhooksAllowPrivate: false };
  const network: Network = { policy, resolve: systemResolve, timeoutMs: TIMEOUT_MS, ...instead };
  const cache = new LRUCache<string, { client: ClientMetadata; readAt: number }>({ max: MAX_CACHED });
  const loading = new Map<string, Promise<ClientMetadata>>();
  const load = async (clientId: string) => {
    const client = await fetchDocument(network, clientId);
    cache.set(clientId, { client, readAt: clock.now() });
    return client;
  };
  return {
    async read(clientId) {
      const cached = cache.get(clientId);
      if (cached && clock.now() - cached.readAt < TTL_MS) return cached.client;
      const running = loading.get(clientId) ?? load(clientId).finally(() => loading.delete(clientId));
      loading.set(clientId, running);
      return running;
    },
  };
}

async function fetchDocument(network: Network, clientId: string): Promise<ClientMetadata> {
  const parsed = parseEndpointUrl(clientId, network.policy);
  if ("error" in parsed) throw invalidMetadata(clientId, "has an address that cannot be requested");
  const aborter = new AbortController();
  const timer = setTimeout(() => aborter.abort(new SendError("timeout")), network.timeoutMs);
  try {
    const headers = { accept: "application/json" };
    const response = await fetchPinned(network, parsed.url, { method: "GET", headers, signal: aborter.signal });
    return readDocument(clientId, await bodyOf(clientId, response));
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw invalidMetadata(clientId, FAILED[sendErrorOf(error, aborter.signal)]);
  } finally {
    clearTimeout(timer);
    aborter.abort();
  }
}

async function bodyOf(clientId: string, response: Response): Promise<Uint8Array> {
  const { status, headers } = response;
  if (status >= 300 && status < 400) throw new SendError("redirect");
  if (status !== 200) throw new SendError("status");
  const type = headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "";
  if (!/^application\/(?:[\w.-]+\+)?json$/.test(type) || headers.has("content-encoding"))
    throw invalidMetadata(clientId, "is not plain JSON");
  return await boundedBody(response, MAX_BYTES, () =>
    invalidMetadata(clientId, `is larger than ${MAX_BYTES / 1024} KB`),
  );
}

function readDocument(clientId: string, bytes: Uint8Array): ClientMetadata {
  const document = parsedJson(bytes);
  if (document === null) throw invalidMetadata(clientId, "is not a JSON object");
  if (document.client_id !== clientId) throw invalidMetadata(clientId, "names another client_id");
  if ("client_secret" in document) throw invalidMetadata(clientId, "contains a secret, which everyone could read");
  const method = document.token_endpoint_auth_method;
  if (method !== undefined && method !== "none")
    throw invalidMetadata(clientId, "requires client authentication, which public clients do not use");
  const read = readMetadata(document);
  if ("error" in read) throw invalidMetadata(clientId, `is refused: ${read.error.replace(/\.$/, "")}`);
  return read.client;
}

function parsedJson(bytes: Uint8Array): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as never) : null;
  } catch {
    // A document of a stranger that is not JSON is refused as such.
    return null;
  }
}
