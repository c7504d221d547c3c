// The clients that people can let in: those that describe themselves at an address, and those that registered here.
import { randomBytes } from "node:crypto";
import { AppError } from "../../foundation/errors.ts";
import { siteOf } from "../../metering/limits/networks.ts";
import type { Deps } from "../../server/deps.ts";
import { isDocumentId } from "./client-documents.ts";
import type { ClientMetadata } from "./client-metadata.ts";
import { findClientRow, insertClient, trimClients } from "./client-store.ts";
import { tooMany } from "./oauth-error.ts";

/** Documents that one person has read. */
const DOCUMENTS = { minute: 30 };
/** Registered clients that nobody has let in, of all networks and of one; they go after a day. */
export const MAX_UNUSED = 10_000;
export const MAX_UNUSED_OF_SITE = 1_000;
/** Registrations in this process between two looks at all of them. */
const TRIM_EVERY = 50;
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
    if (!admission.isAdmitted) throw tooMany(admission.retryAfter, "client registrations at once");
    return { ...(await deps.clientDocuments.read(clientId)), clientId, host: new URL(clientId).host };
  }
  const row = REGISTERED_ID.test(clientId) ? await findClientRow(deps.database, clientId) : null;
  if (!row)
    throw new AppError(
      "VALIDATION_ERROR",
      "This client is unknown here. In the client, remove this server and add it again.",
    );
  return { ...row, clientId, host: null };
}

export interface ClientRegistrations {
  /** Registers a public client (RFC 7591); returns its id. Nobody is refused: the oldest that nobody has let in make room. */
  register(client: ClientMetadata, address: string | null): Promise<string>;
}

export function createRegistrations({
  database,
  vault,
  clock,
}: Pick<Deps, "database" | "vault" | "clock">): ClientRegistrations {
  let untrimmed = TRIM_EVERY;
  return {
    async register(client, address) {
      const clientId = `mcp_client_${randomBytes(16).toString("base64url")}`;
      const siteMac = vault.macs(`mcp-client-site ${siteOf(address)}`)[0] as string;
      await insertClient(database, { ...client, clientId, siteMac, now: clock.now() }, MAX_UNUSED_OF_SITE);
      if (++untrimmed >= TRIM_EVERY) {
        untrimmed = 0;
        await trimClients(database, MAX_UNUSED);
      }
      return clientId;
    },
  };
}
