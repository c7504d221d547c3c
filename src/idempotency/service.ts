// Idempotency-Key: the first answer to a write is kept for 24 hours and replayed, over replicas and over a crash.
import { createHash } from "node:crypto";
import { databaseCause, withDbTimeout } from "../db/timeouts.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { storedResponseContext } from "../vault/sealing-contexts.ts";
import { createOutcomes } from "./outcomes.ts";
import { claimKey, findKey, type IdempotencyRow } from "./store.ts";

/** What the key must be the same for: who asks for what, for which account, with which body. */
export interface IdempotentRequest {
  userId: string;
  /** The connected account that a header names, by its id: two headers can spell one external_id, and one header two. */
  accountId: string | null;
  key: string;
  request: Request;
  body: Uint8Array;
}

export interface Idempotency {
  /** Gives the kept answer, or null when the caller now holds the key; 409 while a twin runs, 422 for another request. */
  begin(attempt: IdempotentRequest): Promise<Response | null>;
  /**
   * Ends a held key: with the answer to keep, or null when nothing was changed and the key is free again for the same
   * request. Where the database is gone, that is kept in memory and done when it is back.
   */
  end(attempt: IdempotentRequest, answer: Response | null): Promise<void>;
  /** Writes what an outage has left; for the stop. */
  close(): Promise<void>;
}

/** Headers of an answer that are part of it; all others belong to the single response. */
const STORED_HEADERS = ["content-type", "x-error-code", "retry-after", "allow"];
const MAX_STORED_BYTES = 1024 * 1024;

export function createIdempotency(deps: Pick<Deps, "database" | "vault" | "replicaId" | "log">): Idempotency {
  /** Tells this claim from one that another request makes later under the same key. */
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
      const fingerprint = fingerprintOf(attempt);
      const claim = { userId, key, owner: `${deps.replicaId}/${crypto.randomUUID()}` };
      // What an outage has left may be the end of this very key.
      await withDbTimeout(outcomes.flush());
      const isClaimed = await deps.database.attempt(
        (own) => claimKey(own, { ...claim, fingerprint }),
        // Nobody would know that a key is held that was claimed too late.
        (_late, error) => outcomes.enqueue({ claim, response: null }, databaseCause(error)),
      );
      if (isClaimed) {
        claimOwners.set(request, claim.owner);
        return null;
      }
      const row = await findKey(deps.database, userId, key);
      if (!row) throw stillRunning();
      if (row.fingerprint !== fingerprint) {
        const text = "This Idempotency-Key was used for a different request; use a new key for a new request.";
        throw new AppError("IDEMPOTENCY_MISMATCH", text);
      }
      if (row.status === null) throw stillRunning();
      return replayed(deps, row);
    },
    async end(attempt, answer) {
      const claim = claimOf(attempt);
      if (!answer) return outcomes.write({ claim, response: answer });
      const text = await answer.clone().text();
      const body =
        text.length <= MAX_STORED_BYTES
          ? text
          : JSON.stringify({ error: "The first answer was too large to be kept." });
      const headers = Object.fromEntries(STORED_HEADERS.flatMap((name) => entryOf(answer, name)));
      const sealed = deps.vault.seal(body, contextOf(claim));
      await outcomes.write({ claim, response: { status: answer.status, headers, body: sealed } });
    },
    close: () => outcomes.drain(),
  };
}

/** Each account has its keys to itself. No key of a caller's holds a space. */
function scopedKey({ accountId, key }: IdempotentRequest): string {
  return accountId === null ? key : `${accountId} ${key}`;
}

const contextOf = ({ userId, key }: { userId: string; key: string }) => storedResponseContext(userId, key);

function entryOf(response: Response, name: string): [string, string][] {
  const value = response.headers.get(name);
  return value === null ? [] : [[name, value]];
}

function replayed(deps: Pick<Deps, "vault">, row: IdempotencyRow): Response {
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

function fingerprintOf({ request, body }: IdempotentRequest): string {
  const { pathname, search } = new URL(request.url);
  const hash = createHash("sha256").update(`${request.method}\n${pathname}${search}\n`);
  return hash.update(body).digest("hex");
}
