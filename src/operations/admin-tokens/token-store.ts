// Rows of admin tokens.
import { and, desc, eq, inArray, isNull } from "drizzle-orm";
import type { Database } from "../../foundation/db/database.ts";
import { DAY_MS, type RetentionSettings } from "../../foundation/db/retention.ts";
import { adminTokens } from "../../foundation/db/schema/admin-tokens.ts";
import type { Table } from "../../foundation/db/table.ts";

export type TokenRow = typeof adminTokens.$inferSelect;

export async function insertToken(database: Database, row: typeof adminTokens.$inferInsert): Promise<TokenRow> {
  const [inserted] = await database.orm.insert(adminTokens).values(row).returning();
  return inserted as TokenRow;
}

/** Finds the tokens with these MACs. */
export function findTokens(database: Database, macs: readonly string[]): Promise<TokenRow[]> {
  return database.orm
    .select()
    .from(adminTokens)
    .where(inArray(adminTokens.hash, [...macs]));
}

export function listTokens(database: Database): Promise<TokenRow[]> {
  return database.orm.select().from(adminTokens).orderBy(desc(adminTokens.createdAt), adminTokens.name).limit(1_000);
}

/** Returns null where there is no such token; a second revocation keeps the first time. */
export async function markTokenRevoked(database: Database, name: string, at: Date): Promise<TokenRow | null> {
  await database.orm
    .update(adminTokens)
    .set({ revokedAt: at })
    .where(and(eq(adminTokens.name, name), isNull(adminTokens.revokedAt)));
  const [row] = await database.orm.select().from(adminTokens).where(eq(adminTokens.name, name));
  return row ?? null;
}

/** Records a token's use, and replaces its MAC by the one under the newest ring key. */
export async function touchToken(database: Database, { id }: TokenRow, mac: string, at: Date): Promise<void> {
  await database.orm.update(adminTokens).set({ lastUsedAt: at, hash: mac }).where(eq(adminTokens.id, id));
}

/** While the audit log names it: no other token may take its name. */
const endedTokenMs = ({ auditDays }: RetentionSettings) => auditDays * DAY_MS;

export const TABLES: readonly Table[] = [
  {
    table: "admin_tokens",
    macs: [
      {
        column: "hash",
        only: "revoked_at is null and (expires_at is null or expires_at > $1::timestamptz)",
        movedBy: "use",
        counts: "api_keys",
      },
    ],
    bound: "A revoked or expired one is kept while the audit log may name it.",
    setting: "GATEWAY_AUDIT_DAYS",
    aged: [
      { since: "revoked_at", stayMs: endedTokenMs },
      { since: "expires_at", stayMs: endedTokenMs },
    ],
    personal: { erasure: "none", why: "The operator's." },
  },
];
