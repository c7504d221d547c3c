// Idempotency-Key: stores the first response to a write for 24 hours and replays it, across replicas and crashes.
import { createHash } from "node:crypto";
import { databaseCause, withDbTimeout } from "../db/timeouts.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { storedResponseContext } from "../vault/sealing-contexts.ts";
import { createOutcomes } from "./outcomes.ts";
import { claimKey, findKey, type IdempotencyRow } from "./store.ts";

/** The caller, account, request and body that a key belongs to. */
export interface IdempotentRequest {
  userId: string;
  /** The account's id, not its header: two headers can spell one external_id, and one header two. */
  accountId: string | null;
  key: string;
  request: Request;
  body: Uint8Array;
  /** Whether the body has a secret that can be guessed, such as a password: a plain hash of it would tell. */
  hasSecret?: boolean;
}

export interface Idempotency {
  /** Claims the key and returns null, or returns the stored response; 409 while the first runs, 422 for another request. */
  begin(attempt: IdempotentRequest): Promise<Response | null>;
  /** Ends a claim with the response to store, or with null to release the key; queued while the database is gone. */
  end(attempt: IdempotentRequest, response: Response | null): Promise<void>;
  /** Writes the queued outcomes; for the shutdown. */
  close(): Promise<void>;
}

/** Headers that are replayed; all others belong to the single response. */
const STORED_HEADERS = ["content-type", "x-error-code", "retry-after", "allow"];
const MAX_STORED_BYTES = 1024 * 1024;

export function createIdempotency(deps: Pick<Deps, "database" | "vault" | "replicaId" | "log">): Idempotency {
  /** Tells a claim from a later one of the same key. */
  const claimOwners = new WeakMap<Request, string>();
  const outcomes = createOutcomes(deps.database, deps.log);
  const claimOf = (attempt: IdempotentRequest) => ({
    userId: attempt.userId,
    key: scopedKey(attempt),
    owner: claimOwners.get(attempt.request) as string,
  });
  return {
    async begin(attempt) {
      const { userId, request } = attempt;
      const key = scopedKey(attempt);
      const fingerprints = fingerprintsOf(deps.vault, attempt);
      const claim = { userId, key, owner: `${deps.replicaId}/${crypto.randomUUID()}` };
      // A queued outcome may be that of this very key.
      await withDbTimeout(outcomes.flush());
      const isClaimed = await deps.database.attempt(
        (own) => claimKey(own, claim, fingerprints),
        // A claim that succeeds after the timeout has no request any more.
        (_late, error) => outcomes.enqueue({ claim, response: null }, databaseCause(error)),
      );
      if (isClaimed) {
        claimOwners.set(request, claim.owner);
        return null;
      }
      const row = await findKey(deps.database, userId, key);
      if (!row) throw stillRunning();
      if (!fingerprints.includes(row.fingerprint)) {
        const text = "This Idempotency-Key was used for a different request; use a new key for a new request.";
        throw new AppError("IDEMPOTENCY_MISMATCH", text);
      }
      if (row.status === null) throw stillRunning();
      return replay(deps, row);
    },
    async end(attempt, response) {
      const claim = claimOf(attempt);
      if (!response) return outcomes.write({ claim, response });
      const text = await response.clone().text();
      const body =
        text.length <= MAX_STORED_BYTES
          ? text
          : JSON.stringify({ error: "The first answer was too large to be kept." });
      const headers = Object.fromEntries(STORED_HEADERS.flatMap((name) => headerOf(response, name)));
      const sealed = deps.vault.seal(body, contextOf(claim));
      await outcomes.write({ claim, response: { status: response.status, headers, body: sealed } });
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

function replay(deps: Pick<Deps, "vault">, row: IdempotencyRow): Response {
  const body = row.body === null ? null : deps.vault.open(row.body, contextOf(row));
  return new Response(body, {
    status: row.status ?? 200,
    headers: { ...row.headers, "idempotency-replayed": "true" },
  });
}

function stillRunning(): AppError {
  const text =
    "A request with this Idempotency-Key is still running, or ended with its process; the usage log tells which.";
  return new AppError("IDEMPOTENCY_CONFLICT", text, {}, 1);
}

/** What tells the request from others, newest first: with a secret, a MAC by each key of the ring. */
function fingerprintsOf(vault: Deps["vault"], { request, body, hasSecret }: IdempotentRequest): string[] {
  const { pathname, search } = new URL(request.url);
  const hash = createHash("sha256").update(`${request.method}\n${pathname}${search}\n`);
  const digest = hash.update(body).digest("hex");
  return hasSecret ? vault.macs(digest) : [digest];
}
