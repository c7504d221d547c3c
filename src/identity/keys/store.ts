// Rows of API keys, and the callers by keys and access tokens.
import { and, count, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Database } from "../../foundation/db/database.ts";
import { DAY_MS, type RetentionSettings } from "../../foundation/db/retention.ts";
import { accounts } from "../../foundation/db/schema/accounts.ts";
import { agentSessions } from "../../foundation/db/schema/agent-sessions.ts";
import { apiKeys } from "../../foundation/db/schema/api-keys.ts";
import { mcpGrants, mcpTokens } from "../../foundation/db/schema/mcp-grants.ts";
import { partners } from "../../foundation/db/schema/partners.ts";
import { users } from "../../foundation/db/schema/users.ts";
import { BY_ID, type Table, USERS_OWN } from "../../foundation/db/table.ts";
import type { AgentToken, ApiKey, KeyRow, SignedInPerson } from "./model.ts";
import { GATEWAY_PERMISSIONS, grantPermissions } from "./permissions.ts";
import {
  IS_PARTNER,
  IS_PARTNER_TIER,
  IS_USER_TIER,
  limitsOf,
  OF_USER,
  partnerTiers,
  type UserFacts,
  userTiers,
} from "./user-facts-store.ts";

/** Finds the keys with these MACs, their users, the users' partner profiles, and the limits of both. */
export async function findCallers(database: Database, macs: readonly string[]): Promise<ApiKey[]> {
  const rows = await database.orm
    .select({ key: apiKeys, ...OF_USER })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .leftJoin(partners, IS_PARTNER)
    .leftJoin(userTiers, IS_USER_TIER)
    .leftJoin(partnerTiers, IS_PARTNER_TIER)
    .where(inArray(apiKeys.hash, [...macs]));
  return rows.map((row) => ({ kind: "key", ...row.key, ...limitsOf(row) }));
}

/** Finds the access tokens with these MACs and their grants, but none whose person or account is out of use. */
export async function findMcpCallers(database: Database, macs: readonly string[]): Promise<AgentToken[]> {
  const rows = await database.orm
    .select({ token: mcpTokens, grant: mcpGrants, account: accounts, ...OF_USER })
    .from(mcpTokens)
    .innerJoin(mcpGrants, eq(mcpGrants.id, mcpTokens.grantId))
    .innerJoin(users, eq(users.id, mcpGrants.userId))
    .leftJoin(accounts, eq(accounts.id, mcpGrants.accountId))
    .leftJoin(partners, IS_PARTNER)
    .leftJoin(userTiers, IS_USER_TIER)
    .leftJoin(partnerTiers, IS_PARTNER_TIER)
    .where(
      and(
        inArray(mcpTokens.mac, [...macs]),
        eq(mcpTokens.kind, "access"),
        isNull(users.erasedAt),
        isNull(accounts.erasedAt),
        sql`exists (select 1 from people where id = ${mcpGrants.personId} and disabled_at is null)`,
      ),
    );
  return rows.map(mcpCallerOf);
}

/** Names a caller without what it presents. */
export interface CallerRef {
  userId: string;
  kind: "key" | "mcp_client" | "agent_session";
  id: string;
}

/** The MAC of a key or of an agent session's token; null where there is none. */
export async function findMac(database: Database, { userId, kind, id }: CallerRef): Promise<string | null> {
  const table = kind === "key" ? apiKeys : agentSessions;
  const [row] = await database.orm
    .select({ hash: table.hash })
    .from(table)
    .where(and(eq(table.userId, userId), eq(table.id, id)));
  return row?.hash ?? null;
}

/** An MCP client by its grant, whose access tokens come and go meanwhile. */
export async function findGrantCaller(database: Database, { userId, id }: CallerRef): Promise<AgentToken | null> {
  const [row] = await database.orm
    .select({ grant: mcpGrants, account: accounts, ...OF_USER })
    .from(mcpGrants)
    .innerJoin(users, eq(users.id, mcpGrants.userId))
    .leftJoin(accounts, eq(accounts.id, mcpGrants.accountId))
    .leftJoin(partners, IS_PARTNER)
    .leftJoin(userTiers, IS_USER_TIER)
    .leftJoin(partnerTiers, IS_PARTNER_TIER)
    .where(
      and(
        eq(mcpGrants.userId, userId),
        eq(mcpGrants.id, id),
        isNull(users.erasedAt),
        isNull(accounts.erasedAt),
        sql`exists (select 1 from people where id = ${mcpGrants.personId} and disabled_at is null)`,
      ),
    );
  return row ? mcpCallerOf({ ...row, token: { mac: "", expiresAt: row.grant.expiresAt } }) : null;
}

type McpRow = UserFacts & {
  token: Pick<typeof mcpTokens.$inferSelect, "mac" | "expiresAt">;
  grant: typeof mcpGrants.$inferSelect;
  account: typeof accounts.$inferSelect | null;
};

function mcpCallerOf(row: McpRow): AgentToken {
  const { token, grant, account } = row;
  const { id, userId, revokedAt } = grant;
  return {
    kind: "mcp_client",
    ...{ id, userId, name: grant.clientName, hash: token.mac, expiresAt: token.expiresAt, revokedAt },
    confirmDestructive: grant.confirmDestructive,
    permissions: grantPermissions(grant.providers),
    grant: {
      account: account && { id: account.id, userId, externalId: account.externalId },
      isReadOnly: grant.readOnly,
    },
    ...limitsOf(row),
  };
}

/** The user as a caller without a key, who may do everything; null where there is no such user. */
export async function findUserAsCaller(
  database: Database,
  userId: string,
  session: { id: string; person: { id: string; name: string } },
): Promise<(SignedInPerson & { email: string }) | null> {
  const [row] = await database.orm
    .select(OF_USER)
    .from(users)
    .leftJoin(partners, IS_PARTNER)
    .leftJoin(userTiers, IS_USER_TIER)
    .leftJoin(partnerTiers, IS_PARTNER_TIER)
    .where(and(eq(users.id, userId), isNull(users.erasedAt)))
    .limit(1);
  if (!row) return null;
  const permissions = ["*", ...GATEWAY_PERMISSIONS];
  // A person at the dashboard has pressed the button already.
  const confirmation = { confirmDestructive: false };
  return {
    kind: "person",
    ...{ ...session, userId, email: row.user.email, permissions },
    ...confirmation,
    ...limitsOf(row),
  };
}

export async function insertKey(database: Pick<Database, "orm">, row: typeof apiKeys.$inferInsert): Promise<KeyRow> {
  const [inserted] = await database.orm.insert(apiKeys).values(row).returning();
  return inserted as KeyRow;
}

/** Those in force before the revoked ones, so that the limit hides none of them; each newest first. */
export function listKeys(database: Database, userId: string): Promise<KeyRow[]> {
  return database.orm
    .select()
    .from(apiKeys)
    .where(eq(apiKeys.userId, userId))
    .orderBy(desc(sql`${apiKeys.revokedAt} is null`), desc(apiKeys.createdAt))
    .limit(200);
}

export async function findKey(database: Database, userId: string, id: string): Promise<KeyRow | null> {
  const [row] = await database.orm
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.userId, userId), eq(apiKeys.id, id)));
  return row ?? null;
}

/** Keys that are not revoked, expired ones among them. */
export async function countKeys(database: Pick<Database, "orm">, userId: string): Promise<number> {
  const [row] = await database.orm
    .select({ keys: count() })
    .from(apiKeys)
    .where(and(eq(apiKeys.userId, userId), isNull(apiKeys.revokedAt)));
  return row?.keys ?? 0;
}

/** Returns null where there is no such key, or it is revoked. */
export async function updateKey(
  database: Database,
  id: string,
  change: Partial<Pick<KeyRow, "confirmDestructive" | "recordEvidence">>,
): Promise<KeyRow | null> {
  const [row] = await database.orm
    .update(apiKeys)
    .set(change)
    .where(and(eq(apiKeys.id, id), isNull(apiKeys.revokedAt)))
    .returning();
  return row ?? null;
}

/** Returns null where there is no such key; a second revocation keeps the first time. */
export async function markRevoked(database: Database, id: string, at: Date): Promise<KeyRow | null> {
  await database.orm
    .update(apiKeys)
    .set({ revokedAt: at })
    .where(and(eq(apiKeys.id, id), isNull(apiKeys.revokedAt)));
  const [row] = await database.orm.select().from(apiKeys).where(eq(apiKeys.id, id));
  return row ?? null;
}

/** Records a key's use, and replaces its MAC by the one under the newest ring key. */
export async function touchKey(database: Database, id: string, mac: string, at: Date): Promise<void> {
  await database.orm.update(apiKeys).set({ lastUsedAt: at, hash: mac }).where(eq(apiKeys.id, id));
}

/** Records an MCP client's use of its grant. */
export async function touchGrant(database: Database, userId: string, id: string, at: Date): Promise<void> {
  await database.orm
    .update(mcpGrants)
    .set({ lastUsedAt: at })
    .where(and(eq(mcpGrants.userId, userId), eq(mcpGrants.id, id)));
}

/** While the usage log names it. */
const endedKeyMs = ({ usageMonths }: RetentionSettings) => (usageMonths + 1) * 31 * DAY_MS;

export const TABLES: readonly Table[] = [
  {
    table: "api_keys",
    macs: [
      {
        column: "hash",
        only: "revoked_at is null and (expires_at is null or expires_at > $1::timestamptz)",
        movedBy: "use",
        counts: "api_keys",
      },
    ],
    bound: "A user has at most 100 active keys; a revoked or expired one is kept while the usage log may name it.",
    setting: "GATEWAY_USAGE_MONTHS",
    aged: [
      { since: "revoked_at", stayMs: endedKeyMs },
      { since: "expires_at", stayMs: endedKeyMs },
    ],
    personal: {
      erasure: "deleted",
      exported: {
        kind: "api_key",
        columns:
          "id user_id prefix last_four name permissions partner_only confirm_destructive record_evidence created_at expires_at revoked_at last_used_at",
        omitted: "hash",
        owner: USERS_OWN,
        key: BY_ID,
      },
    },
  },
];
