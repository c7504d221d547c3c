// The clients that people can let in: those that describe themselves at an address, and those that registered here.
import { randomBytes } from "node:crypto";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { isDocumentId } from "./client-documents.ts";
import type { ClientMetadata } from "./client-metadata.ts";
import { findClientRow, insertClient } from "./client-store.ts";
import { OAuthError, tooMany } from "./oauth-error.ts";

/** Of one network. */
const REGISTRATIONS = { minute: 20, day: 500 };
/** Documents that one person has read. */
const DOCUMENTS = { minute: 30 };
/** Registered clients that nobody has let in; they go after a day. */
export const MAX_UNUSED = 10_000;
const MAX_CLIENT_ID = 2_048;
const REGISTERED_ID = /^mcp_client_[A-Za-z0-9_-]{22}$/;

export interface McpClient extends ClientMetadata {
  clientId: string;
  /** Whose address its id is; null for one that registered itself. */
  host: string | null;
}

/** Throws `VALIDATION_ERROR` for a client that is not known, or whose own description is wrong. */
export async function findClient(
  deps: Pick<Deps, "database" | "limiter" | "clientDocuments">,
  clientId: string,
  personId: string,
): Promise<McpClient> {
  if (clientId.length <= MAX_CLIENT_ID && isDocumentId(clientId)) {
    const admission = await deps.limiter.admit(`mcp-documents:${personId}`, DOCUMENTS);
    if (!admission.isAdmitted) throw tooMany(admission.retryAfter, "clients at once");
    return { ...(await deps.clientDocuments.read(clientId)), clientId, host: new URL(clientId).host };
  }
  const row = REGISTERED_ID.test(clientId) ? await findClientRow(deps.database, clientId) : null;
  if (!row)
    throw new AppError("VALIDATION_ERROR", "This client is not known here: remove the server in it, and add it again.");
  return { ...row, clientId, host: null };
}

/** Registers a public client (RFC 7591); returns its id. */
export async function registerClient(
  deps: Pick<Deps, "database" | "limiter" | "clock">,
  client: ClientMetadata,
  network: string,
): Promise<string> {
  const admission = await deps.limiter.admit(`mcp-clients:${network}`, REGISTRATIONS);
  if (!admission.isAdmitted) throw tooMany(admission.retryAfter, "registrations");
  const clientId = `mcp_client_${randomBytes(16).toString("base64url")}`;
  const isStored = await insertClient(deps.database, { ...client, clientId, now: deps.clock.now(), most: MAX_UNUSED });
  if (!isStored)
    throw new OAuthError("temporarily_unavailable", "Too many clients have registered: try again later.", 503);
  return clientId;
}
