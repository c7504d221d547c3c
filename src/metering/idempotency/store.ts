// Rows of idempotency keys.
import { and, eq, inArray, isNull, ne, not, or, sql } from "drizzle-orm";
import type { Database } from "../../foundation/db/database.ts";
import { deletion, OF_USER } from "../../foundation/db/erasure-step.ts";
import { HOUR_MS } from "../../foundation/db/retention.ts";
import { idempotencyKeys } from "../../foundation/db/schema/idempotency-keys.ts";
import type { Table } from "../../foundation/db/table.ts";
import { keyPart } from "../../foundation/vault/sealed-column.ts";
import { storedResponseContext } from "../../foundation/vault/sealing-contexts.ts";

export type IdempotencyRow = typeof idempotencyKeys.$inferSelect;

const { userId, key, owner, fingerprint, status, createdAt } = idempotencyKeys;
const EXPIRED = sql`${createdAt} < now() - interval '24 hours'`;

/** The owner of a released key. */
export const NO_OWNER = "";

/** Claims a key; false where it is taken. An expired key is free for all, a released one only for the same request. */
export async function claimKey(
  database: Pick<Database, "orm">,
  claim: Claim,
  fingerprints: readonly string[],
): Promise<boolean> {
  const row = { ...claim, fingerprint: fingerprints[0] as string };
  const claimed = await database.orm
    .insert(idempotencyKeys)
    .values(row)
    .onConflictDoUpdate({
      target: [userId, key],
      set: {
        fingerprint: row.fingerprint,
        owner: row.owner,
        status: null,
        headers: null,
        body: null,
        createdAt: sql`now()`,
      },
      setWhere: or(EXPIRED, and(eq(owner, NO_OWNER), inArray(fingerprint, [...fingerprints]))),
    })
    .returning({ key });
  return claimed.length > 0;
}

export async function findKey(database: Database, ofUser: string, text: string): Promise<IdempotencyRow | null> {
  const [row] = await database.orm
    .select()
    .from(idempotencyKeys)
    .where(and(eq(userId, ofUser), eq(key, text)));
  return row ?? null;
}

/** One that is neither free nor expired. */
export async function findClaimed(database: Database, ofUser: string, text: string): Promise<IdempotencyRow | null> {
  const [row] = await database.orm
    .select()
    .from(idempotencyKeys)
    .where(and(eq(userId, ofUser), eq(key, text), ne(owner, NO_OWNER), not(EXPIRED)));
  return row ?? null;
}

/** `owner` tells a claim from a later one of the same key. */
export type Claim = Pick<IdempotencyRow, "userId" | "key" | "owner">;
export type StoredResponse = Pick<IdempotencyRow, "status" | "headers" | "body">;

export async function storeResponse(database: Database, claim: Claim, response: StoredResponse): Promise<void> {
  await database.orm
    .update(idempotencyKeys)
    .set(response)
    .where(and(eq(userId, claim.userId), eq(key, claim.key), eq(owner, claim.owner)));
}

/** Releases a key whose request has changed nothing; its fingerprint stays, so that no other request takes it. */
export async function releaseKey(database: Database, claim: Claim): Promise<void> {
  await database.orm
    .update(idempotencyKeys)
    .set({ owner: NO_OWNER })
    .where(and(eq(userId, claim.userId), eq(key, claim.key), eq(owner, claim.owner), isNull(status)));
}

/** The last hour is for a process whose clock is ahead of the database's, by which a key is in force. */
export const TABLES: readonly Table[] = [
  {
    table: "idempotency_keys",
    macs: [
      {
        column: "fingerprint",
        only: "fingerprint like '%.%' and created_at > now() - interval '24 hours'",
        movedBy: "expiry",
      },
    ],
    bound: "A key is valid for 24 hours, and is deleted an hour later with its response.",
    aged: [{ since: "created_at", stayMs: 25 * HOUR_MS }],
    personal: {
      erasure: "deleted",
      exported: {
        kind: "idempotency_key",
        columns: "user_id key status created_at",
        sealed: "body",
        omitted: "fingerprint owner headers",
        owner: "user_id = $1::text::uuid and ($2::text is null or starts_with(key, $2::text || ' '))",
        key: [["key", "text"]],
      },
    },
    erasure: {
      user: deletion("idempotency_keys", OF_USER),
      account: deletion("idempotency_keys", "user_id = $1::text::uuid and starts_with(key, $2::text || ' ')"),
    },
    sealed: [
      {
        column: "body",
        keys: [
          { name: "user_id", type: "uuid" },
          { name: "key", type: "text" },
        ],
        batch: 10,
        aad: (rowKey) => storedResponseContext(keyPart(rowKey, 0), keyPart(rowKey, 1)),
      },
    ],
  },
];
