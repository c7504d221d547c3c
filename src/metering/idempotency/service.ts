// Idempotency-Key: stores the first response to a write for 24 hours and replays it, across replicas and crashes.
import { createHash } from "node:crypto";
import { withDbTimeout } from "../../foundation/db/timeouts.ts";
import { AppError } from "../../foundation/errors.ts";
import { storedResponseContext } from "../../foundation/vault/sealing-contexts.ts";
import type { Deps } from "../../server/deps.ts";
import { createOutcomes } from "./outcomes.ts";
import { claimKey, findClaimed, findKey, type IdempotencyRow } from "./store.ts";

/** The caller, account, request and body that a key belongs to. */
export interface IdempotentRequest {
  userId: string;
  /** The account's id, not its header: two headers can spell one external_id, and one header two. */
  accountId: string | null;
  key: string;
  method: string;
  /** The path with its query. */
  target: string;
  body: Uint8Array;
  /** Whether the body has a secret that can be guessed, such as a password: a plain hash of it would tell. */
  hasSecret?: boolean;
}

export interface Idempotency {
  /** Claims the key and returns null, or returns the stored response; 409 while the first runs, 422 for another request. */
  begin(attempt: IdempotentRequest): Promise<Response | null>;
  /** The stored response of a key, without a claim; null where it has none. The same errors as `begin`. */
  find(request: IdempotentRequest): Promise<Response | null>;
  /**
   * Ends a claim with the response to store, or with null to release the key; queued while the database is gone. In place of a
   * response that is too large, or breaks off, repeats get what `notStored` makes.
   */
  end(attempt: IdempotentRequest, response: Response | null, notStored: () => Response): Promise<void>;
  /** Writes the queued outcomes; for the shutdown. */
  close(): Promise<void>;
}

/** Headers that are replayed; all others belong to the single response. */
const STORED_HEADERS = [
  "content-type",
  "content-disposition",
  "content-security-policy",
  "x-file-mime-type",
  "x-error-code",
  "x-error-reason",
  "www-authenticate",
  "retry-after",
  "allow",
];
/** The maximum size of a body that is stored in full, in bytes. */
export const MAX_STORED_BYTES = 1024 * 1024;
/** Statuses whose responses have no body (Fetch standard). */
const WITHOUT_BODY = new Set([204, 205, 304]);

export function createIdempotency(deps: Pick<Deps, "database" | "vault" | "replicaId" | "log">): Idempotency {
  /** Tells a claim from a later one of the same key. */
  const claimOwners = new WeakMap<IdempotentRequest, string>();
  const outcomes = createOutcomes(deps.database, deps.log);
  const claimOf = (attempt: IdempotentRequest) => ({
    userId: attempt.userId,
    key: scopedKey(attempt),
    owner: claimOwners.get(attempt) as string,
  });
  return {
    async begin(attempt) {
      const { userId } = attempt;
      const key = scopedKey(attempt);
      const fingerprints = fingerprintsOf(deps.vault, attempt);
      const claim = { userId, key, owner: `${deps.replicaId}/${crypto.randomUUID()}` };
      // A queued outcome may be that of this very key; those of others are none of this call's concern.
      await withDbTimeout(outcomes.flush(claim));
      const isClaimed = await deps.database.attempt(
        (own) => claimKey(own, claim, fingerprints),
        // A claim that succeeds after the timeout has no request any more.
        (_late, error) => outcomes.enqueue({ claim, response: null }, error),
      );
      if (isClaimed) {
        claimOwners.set(attempt, claim.owner);
        return null;
      }
      const row = await findKey(deps.database, userId, key);
      if (!row) throw stillRunning();
      return replayed(deps, row, fingerprints);
    },
    async find(request) {
      const row = await findClaimed(deps.database, request.userId, scopedKey(request));
      return row && replayed(deps, row, fingerprintsOf(deps.vault, request));
    },
    async end(attempt, response, notStored) {
      const claim = claimOf(attempt);
      if (!response) return outcomes.write({ claim, response });
      const complete = await bytesOf(response.clone());
      const stored = complete === null ? notStored() : response;
      const bytes = complete ?? new Uint8Array(await stored.arrayBuffer());
      const headers = Object.fromEntries(STORED_HEADERS.flatMap((name) => headerOf(stored, name)));
      const body = deps.vault.seal(bytes, contextOf(claim));
      await outcomes.write({ claim, response: { status: stored.status, headers, body } });
    },
    close: () => outcomes.drain(),
  };
}

/** Each account has its own keys. A caller's key holds no space. */
function scopedKey({ accountId, key }: IdempotentRequest): string {
  return accountId === null ? key : `${accountId} ${key}`;
}

const contextOf = ({ userId, key }: { userId: string; key: string }) => storedResponseContext(userId, key);

function headerOf(response: Response, name: string): [string, string][] {
  const value = response.headers.get(name);
  return value === null ? [] : [[name, value]];
}

/** What a repeat gets where the first response was not stored; the call's entry in the usage log tells how it ended. */
export function responseNotStored(usageEntryId: string): AppError {
  const text = `The call was carried out, but its response was too large to store or broke off, so a repeat cannot return it. Its entry in the usage log is ${usageEntryId}; read what it changed, and do not repeat it.`;
  return new AppError("RESPONSE_NOT_KEPT", text, { usage_entry_id: usageEntryId });
}

/** A body's bytes; null where they are more than are stored, or break off. */
async function bytesOf({ body }: Response): Promise<Uint8Array | null> {
  if (!body) return new Uint8Array();
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return Buffer.concat(chunks);
      chunks.push(value);
      size += value.byteLength;
      if (size <= MAX_STORED_BYTES) continue;
      // Ends only this copy. It settles with the caller's, which tells the caller itself how it ended.
      reader.cancel().catch(() => {
        // The caller's copy tells how the body ended.
      });
      return null;
    }
  } catch {
    // The caller got a broken body as well: no repeat can equal it.
    return null;
  }
}

function replayed(deps: Pick<Deps, "vault">, row: IdempotencyRow, fingerprints: readonly string[]): Response {
  if (!fingerprints.includes(row.fingerprint)) {
    const text = "This Idempotency-Key was used for a different request; use a new key for a new request.";
    throw new AppError("IDEMPOTENCY_MISMATCH", text);
  }
  if (row.status === null) throw stillRunning();
  return replay(deps, row);
}

function replay(deps: Pick<Deps, "vault">, row: IdempotencyRow): Response {
  const status = row.status ?? 200;
  const bytes = row.body === null ? null : deps.vault.openBytes(row.body, contextOf(row));
  const isReplay = row.headers?.["x-error-code"] !== "RESPONSE_NOT_KEPT";
  return new Response(WITHOUT_BODY.has(status) ? null : bytes, {
    status,
    headers: { ...row.headers, ...(isReplay && { "idempotency-replayed": "true" }) },
  });
}

function stillRunning(): AppError {
  const text =
    "A request with this Idempotency-Key is still running, or ended when its process stopped. The usage log shows which.";
  return new AppError("IDEMPOTENCY_CONFLICT", text, {}, 1);
}

/** What tells the request from others, newest first: with a secret, a MAC by each key of the ring. */
function fingerprintsOf(vault: Deps["vault"], { method, target, body, hasSecret }: IdempotentRequest): string[] {
  const hash = createHash("sha256").update(`${method}\n${target}\n`);
  const digest = hash.update(body).digest("hex");
  return hasSecret ? vault.macs(digest) : [digest];
}
