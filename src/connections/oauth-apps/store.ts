// Rows of partners' OAuth clients. Every query names the partner's user, so that no partner reaches another's rows.
import { and, asc, eq, isNull, ne, sql } from "drizzle-orm";
import type { Database, Orm } from "../../foundation/db/database.ts";
import { oauthApps } from "../../foundation/db/schema/oauth-apps.ts";
import { partners } from "../../foundation/db/schema/partners.ts";
import { type Table, USERS_OWN } from "../../foundation/db/table.ts";
import { keyPart } from "../../foundation/vault/sealed-column.ts";
import { clientSecretContext } from "../../foundation/vault/sealing-contexts.ts";

export type OAuthAppRow = typeof oauthApps.$inferSelect;

const ofProvider = (userId: string, provider: string) =>
  and(eq(oauthApps.userId, userId), eq(oauthApps.provider, provider));

/** An active or pending grant uses the client. */
const HAS_GRANTS = `(exists (
  select 1 from connections i
  where i.user_id = oauth_apps.user_id and i.account_id is not null and i.provider = oauth_apps.provider
    and i.client_id = oauth_apps.client_id and i.status in ('active', 'pending')
) or exists (
  select 1 from pending_grants p
  where p.user_id = oauth_apps.user_id and p.provider = oauth_apps.provider and p.client_id = oauth_apps.client_id
))`;
/** A session that can still end with a grant uses the client; the five minutes allow for a callback at the last moment. */
const HAS_SESSIONS = `exists (
  select 1 from connect_sessions s
  where s.user_id = oauth_apps.user_id and s.provider = oauth_apps.provider and s.client_id = oauth_apps.client_id
    and (s.status = 'pending' and s.expires_at > now() - interval '5 minutes' or s.replacement is not null)
)`;
/** A grant that is still to be ended at its provider was made with the client. */
const HAS_REVOCATIONS = `exists (
  select 1 from revocations r
  where r.user_id = oauth_apps.user_id and r.account_id is not null and r.provider = oauth_apps.provider
    and r.client_id = oauth_apps.client_id
)`;

/** All clients of a partner, also replaced ones. */
export function listApps(database: Database, userId: string): Promise<OAuthAppRow[]> {
  return database.orm.select().from(oauthApps).where(eq(oauthApps.userId, userId)).orderBy(asc(oauthApps.provider));
}

/** Makes this the client of new sessions; the one before is only marked as replaced, as grants may use it. */
export function saveApp(
  database: Database,
  { userId, provider, clientId, clientSecret }: typeof oauthApps.$inferInsert,
): Promise<OAuthAppRow> {
  return database.transaction(async (tx) => {
    await lockPartner(tx, userId);
    await tx
      .update(oauthApps)
      .set({ replacedAt: sql`now()` })
      .where(and(ofProvider(userId, provider), ne(oauthApps.clientId, clientId), isNull(oauthApps.replacedAt)));
    const [saved] = await tx
      .insert(oauthApps)
      .values({ userId, provider, clientId, clientSecret })
      .onConflictDoUpdate({
        target: [oauthApps.userId, oauthApps.provider, oauthApps.clientId],
        set: { clientSecret, updatedAt: sql`now()`, replacedAt: null },
      })
      .returning();
    return saved as OAuthAppRow;
  });
}

/** Serialises writes, so that one client is current. */
async function lockPartner(tx: Orm, userId: string): Promise<void> {
  await tx.select({ id: partners.userId }).from(partners).where(eq(partners.userId, userId)).for("no key update");
}

/** Removes a provider's clients unless grants use one of them. */
export function removeApps(database: Database, userId: string, provider: string) {
  return database.transaction(async (tx): Promise<"removed" | "missing" | "in_use"> => {
    await lockPartner(tx, userId);
    // A callback that stores a grant locks the row, so it commits before this looks for grants.
    const rows = await tx
      .select({ replacedAt: oauthApps.replacedAt })
      .from(oauthApps)
      .where(ofProvider(userId, provider))
      .for("update");
    if (!rows.some((row) => row.replacedAt === null)) return "missing";
    const [used] = await tx
      .select({ id: oauthApps.clientId })
      .from(oauthApps)
      .where(and(ofProvider(userId, provider), sql.raw(HAS_GRANTS)))
      .limit(1);
    if (used) return "in_use";
    await tx.delete(oauthApps).where(ofProvider(userId, provider));
    return "removed";
  });
}

/** Locks a client against its removal until the transaction ends; false where there is none. */
export async function lockApp(tx: Orm, userId: string, provider: string, clientId: string): Promise<boolean> {
  const [row] = await tx
    .select({ id: oauthApps.clientId })
    .from(oauthApps)
    .where(and(ofProvider(userId, provider), eq(oauthApps.clientId, clientId)))
    .for("key share");
  return row !== undefined;
}

export const TABLES: readonly Table[] = [
  {
    table: "oauth_apps",
    bound: "A partner has one for each provider; a replaced one is deleted when no grant or session uses it.",
    aged: [
      { since: "replaced_at", stayMs: 0, only: `not ${HAS_GRANTS} and not ${HAS_SESSIONS} and not ${HAS_REVOCATIONS}` },
    ],
    personal: {
      erasure: "deleted",
      exported: {
        kind: "oauth_app",
        columns: "user_id provider client_id created_at updated_at replaced_at",
        sealed: "client_secret",
        owner: USERS_OWN,
        key: [
          ["provider", "text"],
          ["client_id", "text"],
        ],
      },
    },
    sealed: [
      {
        column: "client_secret",
        keys: [
          { name: "user_id", type: "uuid" },
          { name: "provider", type: "text" },
          { name: "client_id", type: "text" },
        ],
        batch: 200,
        aad: (rowKey) => clientSecretContext(keyPart(rowKey, 0), keyPart(rowKey, 1), keyPart(rowKey, 2)),
      },
    ],
  },
];
